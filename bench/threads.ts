/** Suite `threads`: the gain from a second thread in the command line, file to file. */
import { join } from "node:path";
import type { Corpus } from "./corpus";
import { type Command, compare, inFolder, linesIn, MIN_ROUNDS, urlsieve, writeDrawn } from "./processes";
import { type Row, shown } from "./results";
import type { Suite } from "./suite";

/** A machine on which a second loop costs more has no second core to give, and says nothing about threads. */
const MAX_COST = 1.05;
const LOOP_RUNS = { rounds: 3, input: "loop" };

export const threads: Suite = {
	title: "Two threads, file to file, whole processes",
	unit: "s",
	against: "one thread",
	onEveryNode: false,
	async measure({ root, lists, rounds, isQuick }) {
		const count = isQuick ? 1_000_000 : 10_000_000;
		const before = costOfSecondLoop(root);
		const rows = inFolder((folder) =>
			(["as it is", "all dirty"] as const).flatMap((condition) => {
				const list = join(folder, "list.txt");
				writeDrawn(list, lists.get(condition) as Corpus, count);
				const runs = { rounds: Math.max(rounds, MIN_ROUNDS), input: `${condition}, ${linesIn(count)}` };
				return ["normalize", "dedupe"].flatMap((command) => compare(pairOf(root, command), list, folder, runs));
			}),
		);
		return checked(rows, Math.max(before, costOfSecondLoop(root)));
	},
};

/** The wall time of two copies of a pure loop divided by that of one: 1 on a machine with two free cores. */
function costOfSecondLoop(root: string): number {
	const loop = `"${process.execPath}" "${join(root, "bench", "loop.mjs")}"`;
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

/** The rows, without their ratios if the machine had no second core to give. */
function checked(rows: readonly Row[], cost: number): Row[] {
	if (cost <= MAX_COST) return [...rows];
	const note = `not measurable: two copies of a pure loop took ${shown(cost)} times as long as one`;
	console.error(`bench: threads: ${note}`);
	return rows.map(({ ratio: _, ...row }) => ({ ...row, note }));
}

function pairOf(root: string, command: string): Command[] {
	return [1, 2].map((count) => {
		const name = `${command} --threads ${count}`;
		return { name, command: `${urlsieve(root, name)} $LIST` };
	});
}
