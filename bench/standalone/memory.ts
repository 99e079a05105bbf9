/**
 * `npm run bench -- memory`: what it costs that a workspace gives back the memory of a long reference.
 *
 * A row is a pattern: one reference in N has 1 MiB, the others are short. The columns are the mean times with and without
 * replacement of the kernel, their ratio, and what is in memory at the end.
 */
import { createKernel, engine } from "../../src/engine/select";
import { REFERENCE_CAPACITY, Workspace } from "../../src/engine/workspace";
import { resolveOptions } from "../../src/options";
import { normalizeReference } from "../../src/reference/reference";
import { aligned } from "../pages/table";

const SHORT = "HTTP://Example.com:80/%7euser/index.html";
const LONG = `HTTP://Example.com/${"a".repeat(1 << 20)}`;
const SETTINGS = resolveOptions();
const ROUNDS = 7;
/** Long references in a run, and short ones between two of them. */
type Pattern = readonly [long: number, short: number];
const PATTERNS: readonly Pattern[] = [
	[1, 1_000_000],
	[200, 0],
	[200, 10],
	[200, 100],
	[200, 1_000],
	[100, 10_000],
	[10, 100_000],
];

/** What a run took in user and system time, in milliseconds, and left in memory, in octets, and how often the kernel was replaced. */
interface Run {
	readonly time: number;
	readonly size: number;
	readonly replacements: number;
}

function run([long, short]: Pattern, keepsMemory: boolean): Run {
	let kernels = 0;
	const create = () => {
		++kernels;
		return createKernel(engine);
	};
	const workspace = new Workspace(create, REFERENCE_CAPACITY);
	if (keepsMemory) workspace.tidy = () => {};
	const before = process.cpuUsage();
	for (let turn = 0; turn < long; ++turn) {
		normalizeReference(LONG, SETTINGS, workspace);
		for (let use = 0; use < short; ++use) normalizeReference(SHORT, SETTINGS, workspace);
	}
	const { user, system } = process.cpuUsage(before);
	return { time: (user + system) / 1000, size: workspace.kernel.octets.length, replacements: kernels - 1 };
}

function row(pattern: Pattern): string[] {
	const ratios: number[] = [];
	const pairs = Array.from({ length: ROUNDS }, () => [run(pattern, true), run(pattern, false)] as const);
	for (const [kept, replaced] of pairs) ratios.push(replaced.time / kept.time);
	const median = ratios.sort((a, b) => a - b)[ROUNDS >> 1] as number;
	const best = (side: 0 | 1) => Math.min(...pairs.map((pair) => pair[side].time)).toFixed(1);
	const [kept, replaced] = pairs[0] as readonly [Run, Run];
	const name = `${pattern[0]} long, each before ${pattern[1].toLocaleString("en")} short`;
	const sizes = `${inMebibytes(kept.size)} → ${inMebibytes(replaced.size)}`;
	return [name, best(0), best(1), median.toFixed(2), String(replaced.replacements), sizes];
}

function inMebibytes(octets: number): string {
	return (octets / (1 << 20)).toFixed(1);
}

const head = ["", "ms, kept", "ms, replaced", "ratio", "replacements", "MiB at the end"];
console.log(aligned([head, ...PATTERNS.map(row)], (column) => column > 0));
