/** What was measured, as it is kept in JSON: one file a suite. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "./machine";

/** The least and the median of what was measured. */
export interface Summary {
	readonly best: number;
	readonly median: number;
}

/** One thing that was measured. */
export interface Row extends Summary {
	/** On what. */
	readonly input: string;
	/** By which version of Node.js. */
	readonly node: string;
	readonly name: string;
	/** Against what the results name; absent where nothing is compared. */
	readonly ratio?: number;
	/** What it computes, where that differs from the others. */
	readonly note?: string;
	/** Where it stands on a curve of growth: number of lines, or octets a line. */
	readonly at?: number;
	/** The most memory that the process had, in megabytes. */
	readonly memory?: number;
}

/** The rows of a suite, and what is to be said of all of them. */
export interface Results {
	readonly suite: string;
	readonly title: string;
	/** What `best` and `median` count. */
	readonly unit: string;
	/** What `ratio` says. */
	readonly against: string;
	readonly corpus: string;
	readonly machine: Machine;
	/** What was left out, and why. */
	readonly missing: readonly string[];
	readonly rows: readonly Row[];
}

/** The least and the median of some numbers. */
export function summarize(numbers: readonly number[]): Summary {
	const sorted = [...numbers].sort((a, b) => a - b);
	return { best: sorted[0] as number, median: sorted[sorted.length >> 1] as number };
}

/** Writes the results of a suite into a folder, with numbers of four digits: more would be noise. */
export function writeResults(folder: string, results: Results): void {
	mkdirSync(folder, { recursive: true });
	const short = (_: string, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(4)) : value);
	const rows = results.rows.map((row) => `    ${JSON.stringify(row, short)}`).join(",\n");
	const head = JSON.stringify({ ...results, rows: [] }, null, 2).replace(/\[\]\n\}$/, "");
	writeFileSync(join(folder, `${results.suite}.json`), `${head}[\n${rows}\n  ]\n}\n`);
}

/** The results in a folder by suite; none when there is no such folder. */
export function readResults(folder: string): Map<string, Results> {
	const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
	const all = files.map((name): Results => JSON.parse(readFileSync(join(folder, name), "utf8")));
	return new Map(all.map((results) => [results.suite, results]));
}

/** A number as people read it: three digits, and a comma between thousands. */
export function shown(value: number): string {
	if (value >= 100) return Math.round(value).toLocaleString("en-US");
	return value.toFixed(value >= 10 ? 1 : value >= 0.1 ? 2 : 3);
}
