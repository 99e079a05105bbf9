/** Whether the machine has a second core to give: without one, it says nothing about threads. */
import { join } from "node:path";
import { compare, inFolder } from "../measure/processes";
import { type Row, shown } from "../measure/results";

/** The most that two copies of a pure loop may cost, as a multiple of one. */
export const MAX_COST = 1.05;
const LOOP_RUNS = { rounds: 3, input: "loop" };

/** The wall time of two copies of a pure loop divided by that of one: 1 on a machine with two free cores. */
export function costOfSecondLoop(root: string): number {
	const loop = `"${process.execPath}" "${join(root, "bench", "measure", "loop.mjs")}"`;
	const [one, two] = inFolder((folder) =>
		compare(
			[
				{ name: "one", command: loop },
				{ name: "two", command: `${loop} & ${loop} & wait` },
			],
			"",
			folder,
			LOOP_RUNS,
		),
	) as [Row, Row];
	return two.best / one.best;
}

/** The rows. Those that `usesThreads` selects lose their ratio if the machine had no second core to give. */
export function checked(suite: string, rows: readonly Row[], cost: number, usesThreads: (row: Row) => boolean): Row[] {
	if (cost <= MAX_COST) return [...rows];
	const note = `not measurable: two copies of a pure loop took ${shown(cost)} times as long as one`;
	console.error(`bench: ${suite}: ${note}`);
	return rows.map((row) => {
		if (!usesThreads(row)) return row;
		const { ratio: _, ...others } = row;
		return { ...others, note };
	});
}
