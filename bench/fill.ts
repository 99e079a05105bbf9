/** Fills the pages from the results in bench/results. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { thisMachine } from "./measure/machine";
import { type Results, readResults, writeResults } from "./measure/results";
import { filled, PAGES, textsOf } from "./pages/pages";

export function fillPages(root: string): void {
	const texts = textsOf(readResults(join(root, "bench", "results")));
	for (const page of PAGES) {
		const path = join(root, page);
		writeFileSync(path, filled(readFileSync(path, "utf8"), texts));
	}
}

/** Stores what a suite outside suites.ts has measured, and fills the pages. */
export function record(root: string, measured: Omit<Results, "machine" | "against" | "missing">): void {
	writeResults(join(root, "bench", "results"), { machine: thisMachine(), against: "", missing: [], ...measured });
	fillPages(root);
}
