/** Suite `sets`: adds lines to a set, in one process. */
import { createNormalizer, SeenSet } from "../../src/index";
import type { Corpus } from "../lists/corpus";
import { alternate, rowsOf, type Task } from "../measure/measure";
import { ENGINES } from "./bulk";
import type { Suite } from "./suite";

export const sets: Suite = {
	title: "Deduplication, in one process",
	unit: "ns per reference",
	against: "Set of new URL().href",
	onEveryNode: true,
	async measure({ lists, rounds }) {
		const rows = [];
		for (const [condition, corpus] of lists) {
			const sets = ENGINES.map(
				(engine): Task => ({
					name: `urlsieve addLines, ${engine}`,
					count: corpus.lines.length,
					run: () => new SeenSet({ normalizer: createNormalizer({ engine }) }).addLines(corpus.octets).added,
				}),
			);
			const tasks = [hrefSetTask(corpus), lineSetTask(corpus), ...sets];
			rows.push(...rowsOf(condition, await alternate(tasks, rounds)));
		}
		return rows;
	},
};

function hrefSetTask(corpus: Corpus): Task {
	return {
		name: "Set of new URL().href",
		count: corpus.lines.length,
		note: "WHATWG URL; from strings; adds lines that it rejects unchanged",
		run() {
			const set = new Set<string>();
			for (const line of corpus.lines) {
				try {
					set.add(new URL(line).href);
				} catch {
					set.add(line);
				}
			}
			return set.size;
		},
	};
}

function lineSetTask(corpus: Corpus): Task {
	return {
		name: "Set of lines",
		count: corpus.lines.length,
		note: "from strings; no normalization: every spelling counts as different",
		run: () => new Set(corpus.lines).size,
	};
}
