/**
 * The option --no-vary-search: URLs are the same if a cache may answer both with one response. Lines are processed as text, on one
 * thread, with the keys in memory.
 */
import { isError } from "../../brand";
import { writeRow } from "../../dedupe/audit/merge-rows";
import { keyByRule } from "../../edge/cache-key";
import { ruleOfField } from "../../edge/field-rule";
import type { Rule } from "../../edge/rule";
import { EXIT, Failure, usageFailure } from "../../failure";
import { refuseSharedFiles } from "../../files/output/distinct";
import { printText } from "../../files/output/octet-writer";
import { deliver, Output } from "../../files/output/output";
import { encoder } from "../../utf8";
import { type TextArguments, TextRun } from "./text-command";

type Values = TextArguments & { readonly [option: string]: unknown };

/** The options that have a meaning with --no-vary-search, besides those of each command. */
const COMMON = ["no-vary-search", "uri", "comments", "binary", "output", "json", "quiet", "help", "help-all", "invalid"];

/** The rule of the option. Throws Failure for a field that says nothing, and for options that do not go with it. */
function ruleOf(command: string, values: Values, own: readonly string[]): Rule {
	const other = Object.keys(values).find((name) => !COMMON.includes(name) && !own.includes(name) && values[name] !== undefined);
	if (other !== undefined) throw usageFailure(command, `--no-vary-search and --${other} exclude each other`);
	try {
		return ruleOfField(String(values["no-vary-search"]));
	} catch (error) {
		throw usageFailure(command, `--no-vary-search: ${(error as TypeError).message}`);
	}
}

/** The key of a line; undefined if it is no http or https URL. */
function keyOf(line: string, rule: Rule): string | undefined {
	try {
		return keyByRule(line, rule);
	} catch (error) {
		if (isError(error, "TypeError")) return undefined;
		throw error;
	}
}

/** Returns the function for lines without a key, by --invalid. Throws Failure. */
function refused(command: string, values: Values): (line: string, number: number) => string | undefined {
	const action = values.invalid ?? "keep";
	if (action === "keep") return (line) => line;
	if (action === "drop") return () => undefined;
	if (action === "blank") return () => "";
	if (action !== "fail") throw usageFailure(command, `--invalid must be keep, drop, blank or fail, not "${action}"`);
	return (_, number) => {
		throw new Failure(EXIT.NO, `line ${number}: not an http or https URL`);
	};
}

/** `normalize --no-vary-search FIELD --print key`. Throws Failure. */
export async function normalizeByField(values: Values, positionals: readonly string[]): Promise<void> {
	const rule = ruleOf("normalize", values, ["print"]);
	if (values.print !== "key") throw usageFailure("normalize", "--no-vary-search requires --print key");
	const refuse = refused("normalize", values);
	const run = new TextRun("normalize", values, positionals);
	let rejects = 0;
	const take = (line: string, number: number) => {
		const key = keyOf(line, rule);
		if (key === undefined) ++rejects;
		return key ?? refuse(line, number);
	};
	await run.each(take, (comment) => comment);
	run.finish({ rejects });
}

/** `dedupe --no-vary-search FIELD`. With `--audit -` and without -o, only the log is printed. Throws Failure. */
export async function dedupeByField(values: Values, positionals: readonly string[]): Promise<void> {
	const rule = ruleOf("dedupe", values, ["print", "audit"]);
	const prints = values.print ?? "original";
	if (prints !== "original" && prints !== "key")
		throw usageFailure("dedupe", `--no-vary-search takes --print original or key, not "${prints}"`);
	const refuse = refused("dedupe", values);
	const audit = values.audit as string | undefined;
	const isLogAlone = audit === "-" && values.output === undefined;
	const log = audit === undefined ? undefined : openLog(audit, isLogAlone, values, positionals);
	const run = new TextRun("dedupe", values, positionals);
	const sieve = new TextSieve(log, "no-vary-search");
	let rejects = 0;
	const take = (line: string, number: number): string | undefined => {
		const key = keyOf(line, rule);
		if (key === undefined) ++rejects;
		if (key === undefined) return refuse(line, number);
		if (!sieve.isFirst(key, line, number)) return undefined;
		return prints === "key" ? key : line;
	};
	await run.each((line, number) => {
		const printed = take(line, number);
		return isLogAlone ? undefined : printed;
	});
	if (log !== undefined) deliver([log]);
	const { unique, duplicates } = sieve;
	run.finish({ unique, duplicates, rejects });
}

/** Opens the log. By itself on standard output, it is the purpose of the run. Throws Failure. */
function openLog(path: string, isAlone: boolean, { output }: Values, positionals: readonly string[]): Output {
	if (isAlone) return new Output(path);
	refuseSharedFiles("dedupe", positionals, { "--output": output ?? "-", "--audit": path });
	return new Output(path, undefined, true);
}

/** `compare --no-vary-search FIELD A B`. Throws Failure. */
export function compareByField(values: Values, a: string, b: string): void {
	const rule = ruleOf("compare", values, []);
	const keys = [a, b].map((text) => keyOf(text, rule));
	const isEqual = keys[0] !== undefined && keys[0] === keys[1];
	const level = a === b ? "string" : isEqual ? "no-vary-search" : keys.includes(undefined) ? null : "different";
	const text = level ?? `${keys[0] === undefined ? a : b}: not an http or https URL`;
	printText(`${values.json === true ? JSON.stringify({ level, key: keys.map((key) => key ?? null) }) : text}\n`);
	if (a !== b && !isEqual) process.exitCode = EXIT.NO;
}

interface NumberedLine {
	readonly line: string;
	readonly number: number;
}

/** Lines as text, with their keys in memory: for keys that no kernel makes. */
class TextSieve {
	readonly #kept = new Map<string, NumberedLine>();
	readonly #log: Output | undefined;
	readonly #reason: string;
	duplicates = 0;

	/** Duplicates are logged to `log`, with this reason. */
	constructor(log: Output | undefined, reason: string) {
		this.#log = log;
		this.#reason = reason;
	}

	get unique(): number {
		return this.#kept.size;
	}

	/** Whether a line is the first with its key. Throws Failure. */
	isFirst(key: string, line: string, number: number): boolean {
		const first = this.#kept.get(key);
		if (first === undefined) {
			this.#kept.set(key, { line, number });
			return true;
		}
		++this.duplicates;
		if (this.#log !== undefined) this.#write(this.#log, first, { line, number });
		return false;
	}

	#write(log: Output, kept: NumberedLine, dropped: NumberedLine): void {
		writeRow(log, {
			kept: encoder.encode(kept.line),
			keptLine: kept.number,
			dropped: encoder.encode(dropped.line),
			droppedLine: dropped.number,
			reason: this.#reason,
		});
	}
}
