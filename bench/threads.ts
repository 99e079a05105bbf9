/** Suite `threads`: the gain from a second thread in the command line, file to file. */
import { join } from "node:path";
import type { Corpus } from "./corpus";
import { type Command, compare, inFolder, linesIn, MIN_ROUNDS, urlsieve, writeDrawn } from "./processes";
import { checked, costOfSecondLoop } from "./second-core";
import type { Suite } from "./suite";

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
		return checked("threads", rows, Math.max(before, costOfSecondLoop(root)), () => true);
	},
};

function pairOf(root: string, command: string): Command[] {
	return [1, 2].map((count) => {
		const name = `${command} --threads ${count}`;
		return { name, command: `${urlsieve(root, name)} $LIST` };
	});
}
