/** Fills the pages from the results in bench/results. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { thisMachine } from "./measure/machine";
import { type Results, type Row, readResults, writeResults } from "./measure/results";
import { filled, PAGES, textsOf } from "./pages/pages";

export function fillPages(root: string): void {
	const texts = textsOf(readResults(join(root, "bench", "results")));
	for (const page of PAGES) {
		const path = join(root, page);
		writeFileSync(path, filled(readFileSync(path, "utf8"), texts));
	}
}

/** What a suite outside suites.ts has measured. */
interface Measured extends Omit<Results, "machine" | "against" | "missing"> {
	/** Whether the stored rows of the same processor stay that are not among these. */
	readonly isPart?: boolean;
}

/** Stores it, and fills the pages. */
export function record(root: string, { isPart = false, ...measured }: Measured): void {
	const folder = join(root, "bench", "results");
	const machine = thisMachine();
	const stored = isPart ? readResults(folder).get(measured.suite) : undefined;
	const rows = stored?.machine.processor === machine.processor ? joined(stored.rows, measured.rows) : measured.rows;
	writeResults(folder, { machine, against: "", missing: [], ...measured, rows });
	fillPages(root);
}

/** New rows in the place of old ones of the same name and input, and the others after them. */
function joined(old: readonly Row[], news: readonly Row[]): readonly Row[] {
	const idOf = ({ input, name }: Row) => `${input}: ${name}`;
	const left = new Map(news.map((row) => [idOf(row), row]));
	const rows = old.map((row) => {
		const next = left.get(idOf(row)) ?? row;
		left.delete(idOf(row));
		return next;
	});
	return [...rows, ...left.values()];
}
