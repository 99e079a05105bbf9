/**
 * What no way of doing the work can be faster than, in the unit of the suite `parts`: octets copied and classified, strings that only go
 * into memory, files that only go through the page cache.
 */
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LINES_CAPACITY } from "../../src/engine/workspace";
import { type Corpus, slicesOf } from "../lists/corpus";
import type { Task } from "../measure/measure";

/** The names of the rows, by which pages find them. */
export const LIMITS = {
	copy: "copy the octets",
	classify: "classify the octets",
	floor: "copy the octets in, classify them, copy them out",
	encode: "encode a string into memory (TextEncoder.encodeInto)",
	encodeSlice: "encode a slice into memory (TextEncoder.encodeInto)",
	pageCache: "read a file twice and write it once (page cache)",
} as const;

/** Octets of a WebAssembly page. */
const PAGE = 65536;
/** Octets of a system call. */
const CALL_SIZE = 1 << 20;

/** Exports of classify.wat. */
interface Classifier {
	readonly memory: WebAssembly.Memory;
	classify(at: number, end: number): number;
	classifyAndCopy(at: number, end: number, to: number): number;
}

/** The limits of a list. `root`: the root of the repository. */
export async function limitTasks(root: string, corpus: Corpus): Promise<Task[]> {
	const slices = { ...corpus, lines: slicesOf(corpus) };
	return [
		copyTask(corpus),
		...classifyTasks(await classifier(root), corpus),
		encodeTask(LIMITS.encode, corpus),
		encodeTask(LIMITS.encodeSlice, slices),
		pageCacheTask(corpus),
	];
}

/** Copies into a small array that stays in the processor's cache, as the kernel's input does. */
function copyTask(corpus: Corpus): Task {
	const target = new Uint8Array(LINES_CAPACITY);
	return {
		name: LIMITS.copy,
		count: corpus.lines.length,
		run: () => inPieces(corpus, target.length, (piece) => target.set(piece)),
	};
}

/** The same memory is used for each piece. */
function classifyTasks({ memory, classify, classifyAndCopy }: Classifier, corpus: Corpus): Task[] {
	const [input, output] = [0, LINES_CAPACITY + PAGE];
	memory.grow(Math.max(0, Math.ceil((2 * output - memory.buffer.byteLength) / PAGE)));
	const target = new Uint8Array(memory.buffer);
	const count = corpus.lines.length;
	return [
		{
			name: LIMITS.classify,
			count,
			run: () => inPieces(corpus, LINES_CAPACITY, ({ length }) => classify(input, input + length)),
		},
		{
			name: LIMITS.floor,
			count,
			run: () =>
				inPieces(corpus, LINES_CAPACITY, (piece) => {
					target.set(piece, input);
					classifyAndCopy(input, input + piece.length, output);
				}),
		},
	];
}

async function classifier(root: string): Promise<Classifier> {
	const { default: binaryen } = await import("binaryen");
	const module = binaryen.parseText(readFileSync(join(root, "bench", "limits", "classify.wat"), "utf8"));
	module.setFeatures(binaryen.Features.SIMD128);
	// Inlines all of it.
	binaryen.setOptimizeLevel(3);
	binaryen.setShrinkLevel(0);
	module.optimize();
	return new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(module.emitBinary()))).exports as unknown as Classifier;
}

function inPieces({ octets }: Corpus, size: number, use: (piece: Uint8Array) => void): void {
	for (let at = 0; at < octets.length; at += size) use(octets.subarray(at, at + size));
}

function encodeTask(name: string, { lines }: Corpus): Task {
	const encoder = new TextEncoder();
	const target = new Uint8Array(LINES_CAPACITY);
	return {
		name,
		count: lines.length,
		run() {
			let octets = 0;
			for (const line of lines) octets += encoder.encodeInto(line, target).written;
			return octets;
		},
	};
}

/** As `dedupe` does with a file: two readings, and an output. */
function pageCacheTask({ octets, lines }: Corpus): Task {
	const folder = mkdtempSync(join(tmpdir(), "urlsieve-bench-"));
	process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
	const [list, result] = [join(folder, "list.txt"), join(folder, "result.txt")];
	writeFileSync(list, octets);
	const memory = new Uint8Array(CALL_SIZE);
	return {
		name: LIMITS.pageCache,
		count: lines.length,
		run() {
			const [input, output] = [openSync(list, "r"), openSync(result, "w")];
			for (let at = 0; at < octets.length; ) at += readSync(input, memory, 0, memory.length, at);
			for (let at = 0; at < octets.length; ) {
				const count = readSync(input, memory, 0, memory.length, at);
				writeSync(output, memory, 0, count);
				at += count;
			}
			closeSync(input);
			closeSync(output);
			rmSync(result);
		},
	};
}
