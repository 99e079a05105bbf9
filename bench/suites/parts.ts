/** Suite `parts`: the cost of each step by itself. */
import { Octet } from "../../assembly/octets/char";
import type { Engine } from "../../src/engine/kernel";
import { createKernel, engine } from "../../src/engine/select";
import { LINES_CAPACITY, Workspace } from "../../src/engine/workspace";
import { createNormalizer, partitionLines, SeenSet } from "../../src/index";
import { LineFeed } from "../../src/lines/lines";
import { decode } from "../../src/reference/transcode";
import { limitTasks } from "../limits/limits";
import type { Corpus } from "../lists/corpus";
import { alternate, rowOf, type Task } from "../measure/measure";
import { linesTask } from "./bulk";
import { stringsTask } from "./single";
import type { Suite } from "./suite";

/** A constant key: 16 octets, as SipHash requires. */
const KEY = new Uint8Array(16);

export const parts: Suite = {
	title: "Where the time goes",
	unit: "ns per reference",
	against: "",
	onEveryNode: false,
	async measure({ root, lists, rounds }) {
		const rows = [];
		for (const [condition, corpus] of lists) {
			const timings = await alternate([...(await limitTasks(root, corpus)), ...tasksFor(corpus)], rounds);
			rows.push(...timings.map((timing) => rowOf(condition, timing)));
		}
		return rows;
	},
};

function tasksFor(corpus: Corpus): Task[] {
	const set = () => new SeenSet({ key: KEY, normalizer: createNormalizer() });
	return [
		{ ...linesTask(corpus, engine), name: "normalize lines, octets to octets" },
		{ ...fingerprintTask(corpus, engine), name: "normalize lines and compute their fingerprints" },
		{ name: "the same, and add them to a set", count: corpus.lines.length, run: () => set().addLines(corpus.octets).added },
		{
			name: "normalize lines, and write their shapes",
			count: corpus.lines.length,
			run: () => createNormalizer().shapeLines(corpus.octets).count,
		},
		{
			name: "route lines to 16 parts by their keys",
			count: corpus.lines.length,
			run: () => partitionLines(corpus.octets, { parts: 16, key: KEY }).rejects.length,
		},
		{ ...callTask(corpus, engine), name: "call a trivial function of the kernel" },
		{ ...decodeTask(corpus, engine), name: "decode octets into a string" },
		{ ...stringsTask(corpus, engine), name: "normalize a string" },
		{ ...shapeTask(corpus, engine), name: "the shape of a string" },
	];
}

function shapeTask({ lines }: Corpus, engine: Engine): Task {
	const normalizer = createNormalizer({ engine });
	return {
		name: "shape",
		count: lines.length,
		run() {
			let length = 0;
			for (const line of lines) {
				const shape = normalizer.tryShape(line);
				if (typeof shape === "string") length += shape.length;
			}
			return length;
		},
	};
}

function fingerprintTask(corpus: Corpus, engine: Engine): Task {
	const workspace = new Workspace(() => createKernel(engine), LINES_CAPACITY);
	const { settings } = createNormalizer({ engine });
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

function callTask({ lines }: Corpus, engine: Engine): Task {
	const { call } = createKernel(engine);
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

function decodeTask({ lines, octets }: Corpus, engine: Engine): Task {
	const workspace = new Workspace(() => createKernel(engine), octets.length);
	workspace.inputOctets.set(octets);
	const starts = [0];
	for (let end = octets.indexOf(Octet.LF); end >= 0; end = octets.indexOf(Octet.LF, end + 1)) starts.push(end + 1);
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
