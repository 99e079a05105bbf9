/** Suite `parts`: what the steps of the way cost, each by itself. */
import type { Engine } from "../src/engine/kernel";
import { createKernel, engine } from "../src/engine/select";
import { LINES_CAPACITY, Workspace } from "../src/engine/workspace";
import { createNormalizer, SeenSet } from "../src/index";
import { LineFeed } from "../src/lines/lines";
import { decode } from "../src/reference/transcode";
import { linesTask } from "./bulk";
import type { Corpus } from "./corpus";
import { alternate, rowOf, type Task } from "./measure";
import { stringsTask } from "./single";
import type { Suite } from "./suite";

/** Keys and fingerprints have as many octets. */
const KEY = new Uint8Array(16);
const LF = 0x0a;

export const parts: Suite = {
	title: "Where the time goes",
	unit: "ns a reference",
	against: "",
	onEveryNode: false,
	async measure({ lists, rounds }) {
		const rows = [];
		for (const [condition, corpus] of lists) {
			const timings = await alternate(tasksFor(corpus), rounds);
			rows.push(...timings.map((timing) => rowOf(condition, timing)));
		}
		return rows;
	},
};

function tasksFor(corpus: Corpus): Task[] {
	const set = () => new SeenSet({ key: KEY, normalizer: createNormalizer() });
	return [
		copyTask(corpus),
		{ ...linesTask(corpus, engine), name: "normalize lines, octets to octets" },
		{ ...fingerprintTask(corpus, engine), name: "normalize lines, and take the fingerprint of each" },
		{ name: "the same, and keep a set of them", count: corpus.lines.length, run: () => set().addLines(corpus.octets).added },
		{ ...callTask(corpus, engine), name: "call the kernel for nothing" },
		{ ...encodeTask(corpus), name: "encode a string into the kernel's memory" },
		{ ...decodeTask(corpus, engine), name: "make a string of octets" },
		{ ...stringsTask(corpus, engine), name: "normalize a string" },
	];
}

/** Into a place that the processor has at hand, as the input of a kernel is. */
function copyTask({ octets, lines }: Corpus): Task {
	const place = new Uint8Array(LINES_CAPACITY);
	return {
		name: "copy the octets",
		count: lines.length,
		run() {
			for (let at = 0; at < octets.length; at += place.length) place.set(octets.subarray(at, at + place.length));
		},
	};
}

function fingerprintTask(corpus: Corpus, chosen: Engine): Task {
	const workspace = new Workspace(createKernel(chosen), LINES_CAPACITY);
	const { settings } = createNormalizer({ engine: chosen });
	const { kernel, key, records, fingerprints } = workspace;
	return {
		name: "fingerprint",
		count: corpus.lines.length,
		run() {
			workspace.setKey(KEY);
			const feed = new LineFeed(workspace, settings, (batch) => {
				kernel.call.fingerprintLines(key, records, batch.records, workspace.output, fingerprints);
			});
			feed.push(corpus.octets);
			feed.end();
		},
	};
}

function callTask({ lines }: Corpus, chosen: Engine): Task {
	const { call } = createKernel(chosen);
	return {
		name: "call",
		count: lines.length,
		run() {
			let sum = 0;
			for (let index = 0; index < lines.length; ++index) sum += call.hasSimd();
			return sum;
		},
	};
}

function encodeTask({ lines }: Corpus): Task {
	const encoder = new TextEncoder();
	const place = new Uint8Array(LINES_CAPACITY);
	return {
		name: "encode",
		count: lines.length,
		run() {
			let octets = 0;
			for (const line of lines) octets += encoder.encodeInto(line, place).written;
			return octets;
		},
	};
}

function decodeTask({ lines, octets }: Corpus, chosen: Engine): Task {
	const workspace = new Workspace(createKernel(chosen), octets.length);
	workspace.inputOctets.set(octets);
	const starts = [0];
	for (let end = octets.indexOf(LF); end >= 0; end = octets.indexOf(LF, end + 1)) starts.push(end + 1);
	return {
		name: "decode",
		count: lines.length,
		run() {
			let units = 0;
			for (let index = 1; index < starts.length; ++index) {
				const [start, next] = [starts[index - 1] as number, starts[index] as number];
				units += decode(workspace, workspace.input + start, workspace.input + next - 1).length;
			}
			return units;
		},
	};
}
