/** What is timed within one process. */

import type { Engine } from "../src/engine/kernel";
import { createKernel } from "../src/engine/select";
import { referenceWorkspace } from "../src/engine/shared";
import { LINES_CAPACITY, Workspace } from "../src/engine/workspace";
import { createNormalizer, SeenSet } from "../src/index";
import { LineFeed } from "../src/lines";
import type { Corpus } from "./corpus";
import type { Task } from "./measure";
import type { Peer } from "./peers";

const ENGINES: readonly Engine[] = ["wasm-simd", "wasm", "js"];

/** Octets to octets, as the command line and the streams do it: the output is looked at where the kernel has left it. */
export function bulkTasks(corpus: Corpus): Task[] {
	return ENGINES.map((engine) => {
		const workspace = new Workspace(createKernel(engine), LINES_CAPACITY);
		const { settings } = createNormalizer({ engine });
		return {
			name: `urlsieve lines, ${engine}`,
			count: corpus.lines.length,
			run() {
				let octets = 0;
				const feed = new LineFeed(workspace, settings, ({ written }) => {
					octets += written - workspace.output;
				});
				feed.push(corpus.octets);
				feed.end();
				return octets;
			},
		};
	});
}

/** One array in, one array out: the same with a copy of the output. */
export function arrayTask(corpus: Corpus): Task {
	const normalizer = createNormalizer();
	return {
		name: "urlsieve normalizeLines",
		count: corpus.lines.length,
		run: () => normalizer.normalizeLines(corpus.octets).lines.length,
	};
}

/** One string after the other. */
export function singleTasks(corpus: Corpus): Task[] {
	return ENGINES.map((engine) => {
		const normalizer = createNormalizer({ engine });
		referenceWorkspace(engine);
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
	});
}

/** A peer, one string after the other. What it does not take is left out. */
export function peerTask(corpus: Corpus, { name, differs, normalize }: Peer): Task {
	return {
		name,
		count: corpus.lines.length,
		note: differs,
		run() {
			let units = 0;
			for (const line of corpus.lines) {
				try {
					units += normalize(line)?.length ?? 0;
				} catch {
					++units;
				}
			}
			return units;
		},
	};
}

/** Lines into a set. */
export function dedupeTasks(corpus: Corpus): Task[] {
	const seen = ENGINES.map((engine) => {
		const normalizer = createNormalizer({ engine });
		return {
			name: `urlsieve addLines, ${engine}`,
			count: corpus.lines.length,
			run: () => new SeenSet({ normalizer }).addLines(corpus.octets).added,
		};
	});
	const strings = {
		name: "Set of new URL().href",
		count: corpus.lines.length,
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
	return [strings, ...seen];
}
