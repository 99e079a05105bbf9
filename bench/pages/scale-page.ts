/** What docs/integrations/scale.md shows: the figures of bench/standalone/scale.mjs, and what larger lists would take by them. */

import { type Results, shown } from "../measure/results";
import { markdown } from "./markdown";

const SIZES = [1e8, 1e9, 1e10, 1e11, 1e12];
/** Cores that work at the same time. */
const CORES = 64;
/** Max different URLs in a partition. */
const MAX_PARTITION = 1e8;
const NS_PER_HOUR = 3.6e12;

/** Steps as bench/standalone/scale.mjs names them, and as the page does. */
const STEPS = [
	["dedupe", "`dedupe` of a slice, per line"],
	["route", "route by key prefix, `urlsieve partition`, per line"],
	["route in JavaScript", "the same in JavaScript by `fingerprintAll`, per line"],
	["reduce", "`dedupe --seen` of a partition, per line that arrives"],
	["second day", "the same on a second day, per line that arrives"],
	["merge", "load two snapshots and merge them, per URL"],
	["snapshot", "the store of a partition, per URL"],
] as const;

/** The measured steps and the extrapolation. */
export function scaleText(results: Results): string {
	const steps = STEPS.map(([name, words]) => [words, cell(results, name, "CPU, ns"), cell(results, name, "octets")]);
	const { processor, cores, date } = results.machine;
	return [
		`\`npm run bench -- --suite scale\`, on ${date}, ${processor}, ${cores} cores: ${results.corpus}, in 4 slices and 8 partitions, on one thread each.`,
		markdown([["step", "CPU, ns", "bytes"], ...steps]),
		`Starting a process takes ${cell(results, "start", "CPU, ms")} ms of CPU in addition.`,
		`By these figures, a line takes ${shown(cpuOfLine(results))} ns of CPU and ${shown(octetsOfLine(results))} bytes on the wire:`,
		markdown([
			["lines", "core-hours", `hours on ${CORES} cores`, "on the wire", "stores", "partitions"],
			...SIZES.map((size) => extrapolated(results, size)),
		]),
	].join("\n\n");
}

function extrapolated(results: Results, size: number): string[] {
	const hours = (size * cpuOfLine(results)) / NS_PER_HOUR;
	const urls = size * figure(results, "different", "share");
	const partitions = 2 ** Math.max(0, Math.ceil(Math.log2(urls / MAX_PARTITION)));
	return [
		`10${superscript(Math.log10(size))}`,
		twoDigits(hours),
		twoDigits(hours / CORES),
		octetsText(size * octetsOfLine(results)),
		octetsText(urls * figure(results, "snapshot", "octets")),
		partitions.toLocaleString("en-US"),
	];
}

/** A slice is deduplicated and routed; what arrives at a partition is deduplicated there. */
function cpuOfLine(results: Results): number {
	const [dedupe, route, reduce] = ["dedupe", "route", "reduce"].map((name) => figure(results, name, "CPU, ns"));
	return (dedupe as number) + (route as number) + (reduce as number) * figure(results, "arriving", "share");
}

function octetsOfLine(results: Results): number {
	return figure(results, "route", "octets");
}

/** A measured figure. Throws if the results do not have it. */
export function figure(results: Results, name: string, input: string): number {
	const row = results.rows.find((one) => one.name === name && one.input === input);
	if (row === undefined) throw new Error(`bench/results/${results.suite}.json has no ${name}, ${input}.`);
	return row.median;
}

function cell(results: Results, name: string, input: string): string {
	return results.rows.some((row) => row.name === name && row.input === input) ? shown(figure(results, name, input)) : "";
}

function twoDigits(value: number): string {
	return value.toLocaleString("en-US", { maximumSignificantDigits: 2 });
}

function octetsText(octets: number): string {
	return octets < 1e12 ? `${twoDigits(octets / 1e9)} GB` : `${twoDigits(octets / 1e12)} TB`;
}

function superscript(exponent: number): string {
	return [...String(exponent)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
}
