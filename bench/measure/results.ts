/** The results of the suites, stored as JSON: one file per suite. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "./machine";

/** The minimum and the median of the measurements. */
export interface Summary {
	readonly best: number;
	readonly median: number;
}

/** One measurement. */
export interface Row extends Summary {
	/** The input, such as a condition of the list. */
	readonly input: string;
	/** The version of Node.js. */
	readonly node: string;
	readonly name: string;
	/** Ratio against `Results.against`. Absent if nothing is compared. */
	readonly ratio?: number;
	/** What it computes, if that differs from the others. */
	readonly note?: string;
	/** Position on a growth curve: number of lines, or octets per line. */
	readonly at?: number;
	/** User and system time, in seconds. */
	readonly cpu?: number;
	/** Peak memory of the process, in megabytes. */
	readonly memory?: number;
}

/** The rows of a suite and what they have in common. */
export interface Results {
	readonly suite: string;
	readonly title: string;
	/** Unit of `best` and `median`. */
	readonly unit: string;
	/** What `ratio` compares with. Empty if nothing is compared. */
	readonly against: string;
	readonly corpus: string;
	readonly machine: Machine;
	/** Peers that were skipped, each with the reason. */
	readonly missing: readonly string[];
	readonly rows: readonly Row[];
}

/** The minimum and the median. Requires: at least one number. */
export function summarize(numbers: readonly number[]): Summary {
	const sorted = [...numbers].sort((a, b) => a - b);
	return { best: sorted[0] as number, median: sorted[sorted.length >> 1] as number };
}

/** Writes the results of a suite to a folder. Numbers keep four significant digits: more would be noise. */
export function writeResults(folder: string, results: Results): void {
	mkdirSync(folder, { recursive: true });
	const short = (_: string, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(4)) : value);
	const rows = results.rows.map((row) => `    ${JSON.stringify(row, short)}`).join(",\n");
	const head = JSON.stringify({ ...results, rows: [] }, null, 2).replace(/\[\]\n\}$/, "");
	writeFileSync(join(folder, `${results.suite}.json`), `${head}[\n${rows}\n  ]\n}\n`);
}

/** Reads the results in a folder, by suite. Empty if the folder does not exist. */
export function readResults(folder: string): Map<string, Results> {
	const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
	const all = files.map((name): Results => JSON.parse(readFileSync(join(folder, name), "utf8")));
	return new Map(all.map((results) => [results.suite, results]));
}

/** Formats a number for display: about three significant digits, with commas between thousands. */
export function shown(value: number): string {
	if (value >= 100) return Math.round(value).toLocaleString("en-US");
	return value.toFixed(value >= 10 ? 1 : value >= 0.1 ? 2 : 3);
}
