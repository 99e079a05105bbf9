/** Suite `bulk`: octets in, octets out, as in the command line and the streams. */
import type { Engine } from "../../src/engine/kernel";
import { createKernel, isAvailable } from "../../src/engine/select";
import { LINES_CAPACITY, Workspace } from "../../src/engine/workspace";
import { createNormalizer } from "../../src/index";
import { LineFeed } from "../../src/lines/lines";
import type { Corpus } from "../lists/corpus";
import { alternate, rowsOf, type Task } from "../measure/measure";
import { Ada } from "../peers/ada";
import { peerTask, URL_HREF } from "../peers/peers";
import type { Suite } from "./suite";

/** All engines. Every runtime of a bench has them. */
export const ENGINES: readonly Engine[] = ["wasm", "js"];
for (const engine of ENGINES) if (!isAvailable(engine)) throw new Error(`The engine ${engine} is not available.`);

export const bulk: Suite = {
	title: "Bulk: octets to octets",
	unit: "ns per reference",
	against: "new URL().href",
	onEveryNode: true,
	async measure({ root, lists, rounds }) {
		const ada = Ada.build(root);
		const rows = [];
		for (const [condition, corpus] of lists) {
			const lines = ENGINES.map((engine) => linesTask(corpus, engine));
			const adaTasks = ada === undefined ? [] : [ada.task(corpus)];
			const tasks = [peerTask(corpus, URL_HREF), ...adaTasks, ...lines, arrayTask(corpus), intoTask(corpus)];
			rows.push(...rowsOf(condition, await alternate(tasks, rounds)));
		}
		return rows;
	},
};

/** Streams the list through a LineFeed and reads the output in place, without a copy. */
export function linesTask(corpus: Corpus, engine: Engine): Task {
	const workspace = new Workspace(() => createKernel(engine), LINES_CAPACITY);
	const { settings } = createNormalizer({ engine });
	return {
		name: `urlsieve lines, ${engine}`,
		count: corpus.lines.length,
		run() {
			let octets = 0;
			const feed = new LineFeed(workspace, settings, ({ outputEnd }) => {
				octets += outputEnd - workspace.output;
			});
			feed.push(corpus.octets);
			feed.end();
			return octets;
		},
	};
}

/** One array in, one array out. Unlike `linesTask`, this copies the output. */
function arrayTask(corpus: Corpus): Task {
	const normalizer = createNormalizer();
	return {
		name: "urlsieve normalizeLines",
		count: corpus.lines.length,
		run: () => normalizer.normalizeLines(corpus.octets).lines.length,
	};
}

/** As `arrayTask`, but into memory that is used again. */
function intoTask(corpus: Corpus): Task {
	const normalizer = createNormalizer();
	const output = new Uint8Array(5 * corpus.octets.length + 1024);
	return {
		name: "urlsieve normalizeLinesInto",
		count: corpus.lines.length,
		run: () => normalizer.normalizeLinesInto(corpus.octets, output).lines.length,
	};
}
