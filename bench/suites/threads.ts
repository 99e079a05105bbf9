/** Suite `threads`: the gain from a second thread in the command line, file to file. */
import { join } from "node:path";
import type { Corpus } from "../lists/corpus";
import { type Command, compare, inFolder, linesIn, MIN_ROUNDS, urlsieve, writeDrawn } from "../measure/processes";
import { checked, costOfSecondLoop, MAX_COST } from "./second-core";
import type { Suite } from "./suite";

/**
 * A second thread takes some 0.1 s of CPU time to start, whatever the input. With ten million lines, `normalize` takes half a second,
 * which is too short to show what a thread gains.
 */
const LINES = { normalize: 40_000_000, dedupe: 10_000_000 };
const FEW_LINES = { normalize: 1_000_000, dedupe: 1_000_000 };

export const threads: Suite = {
	title: "Two threads, file to file, whole processes",
	unit: "s",
	against: "one thread",
	onEveryNode: false,
	async measure({ root, lists, isQuick }) {
		const before = costOfSecondLoop(root);
		// Without a second core there is nothing to measure.
		const isRough = isQuick || before > MAX_COST;
		const rounds = isRough ? 1 : MIN_ROUNDS;
		const rows = inFolder((folder) =>
			(["as it is", "all dirty"] as const).flatMap((condition) =>
				(["normalize", "dedupe"] as const).flatMap((command) => {
					const count = (isRough ? FEW_LINES : LINES)[command];
					const list = join(folder, "list.txt");
					writeDrawn(list, lists.get(condition) as Corpus, count);
					console.error(`bench: threads: ${command}, ${condition}, ${linesIn(count)}`);
					return compare(pairOf(root, command), list, folder, { rounds, input: `${condition}, ${linesIn(count)}` });
				}),
			),
		);
		return checked("threads", rows, Math.max(before, costOfSecondLoop(root)), () => true);
	},
};

function pairOf(root: string, command: string): Command[] {
	return [1, 2].map((count) => {
		const name = `${command} --threads ${count}`;
		return { name, command: `${urlsieve(root, name)} $LIST` };
	});
}
