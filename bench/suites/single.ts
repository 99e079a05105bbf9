/** Suite `single`: normalizes strings one by one, compared with all peers. */
import type { Engine } from "../../src/engine/kernel";
import { createNormalizer } from "../../src/index";
import { type Corpus, stringInputs } from "../lists/corpus";
import { alternate, rowsOf, type Task } from "../measure/measure";
import { peerTask } from "../peers/peers";
import { ENGINES } from "./bulk";
import type { Suite } from "./suite";

/** A slow peer gets one in this many lines. */
export const SLOW_SHARE = 50;

export const single: Suite = {
	title: "Single references: strings to strings",
	unit: "ns per reference",
	against: "new URL().href",
	onEveryNode: true,
	async measure({ lists, peers, rounds }) {
		const rows = [];
		for (const [input, corpus] of stringInputs(lists)) {
			const some = { ...corpus, lines: corpus.lines.filter((_, index) => index % SLOW_SHARE === 0) };
			const [first, ...others] = peers.map((peer) => peerTask(peer.isSlow ? some : corpus, peer));
			const ours = ENGINES.flatMap((engine) => [stringsTask(corpus, engine), batchesTask(corpus, engine)]);
			const tasks = [first as Task, ...ours, ...others];
			rows.push(...rowsOf(input, await alternate(tasks, rounds)));
		}
		return rows;
	},
};

/** Normalizes the lines one by one. */
export function stringsTask(corpus: Corpus, engine: Engine): Task {
	const normalizer = createNormalizer({ engine });
	return {
		name: `urlsieve normalize, ${engine}`,
		count: corpus.lines.length,
		run() {
			let units = 0;
			for (const line of corpus.lines) {
				const normal = normalizer.tryNormalize(line);
				if (typeof normal === "string") units += normal.length;
			}
			return units;
		},
	};
}

/** An array of strings in, an array of strings out. */
function batchesTask(corpus: Corpus, engine: Engine): Task {
	const normalizer = createNormalizer({ engine });
	return {
		name: `urlsieve normalizeAll, ${engine}`,
		count: corpus.lines.length,
		run: () => normalizer.normalizeAll(corpus.lines).length,
	};
}
