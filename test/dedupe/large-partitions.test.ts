/** Partitions whose fingerprints do not fit the largest table: the second pass probes them in shares. */
import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { LineRecord } from "../../assembly/layout/addresses";
import { Block, Fingerprinted, PartitionAddress, Print, Scatter } from "../../assembly/partition/layout";
import { BlockFile } from "../../src/dedupe/passes/block-file";
import { type KnownKeys, SecondPass } from "../../src/dedupe/passes/second-pass";
import { createListKernel } from "../../src/engine/list-kernel";

const ENGINES = ["wasm", "js"] as const;
const BITS = 1;
/** A batch fills fewer blocks than may wait. */
const BATCH = 50_000;

/** Number of fingerprints in the first of two shares, and in both. Those of the second share are more than the table has slots. */
const [FIRST, ALL] = [20_000, 100_000];

/** The leading bits of a fingerprint: 0 for the partition, one for the share, and others. */
const leadingWord = (index: number) => (index < FIRST ? 0 : 2 ** 30) + (spread(index, 0x9e3779b1) >>> 2);
const spread = (index: number, factor: number) => Math.imul(index, factor) >>> 0;

/** Writes the fingerprints of as many lines to a temporary file, as the first pass does. */
function fileOfAll(): BlockFile {
	const kernel = createListKernel("js");
	const base = Math.ceil(kernel.call.heapBase() / Block.SIZE) * Block.SIZE;
	kernel.reserve(base + (1 + 2 ** BITS + Block.MAX_FULL) * Block.SIZE);
	const prints = kernel.call.scatterCreate(base, BITS);
	const records = prints + BATCH * Fingerprinted.SIZE;
	kernel.reserve(records + BATCH * LineRecord.SIZE);
	const { words, octets, call } = kernel;
	const file = new BlockFile(tmpdir(), 0);
	const word = (name: Scatter) => (PartitionAddress.SCATTER + name) >> 2;
	words[word(Scatter.LINE)] = 1;
	words[word(Scatter.PRINT)] = Print.RAW;
	const append = () => {
		const start = words[word(Scatter.FULL)] as number;
		file.append(octets.slice(start, start + (words[word(Scatter.FULL_COUNT)] as number) * Block.SIZE));
		words[word(Scatter.FULL_COUNT)] = 0;
	};
	for (let first = 0; first < ALL; first += BATCH) {
		for (let index = first; index < first + BATCH; ++index)
			words.set([leadingWord(index), spread(index, 0x85ebca6b), index], (prints >> 2) + 4 * (index - first));
		expect(call.scatterLines(records, BATCH, prints, 0, 0, 0)).toBe(BATCH);
		append();
	}
	expect(call.scatterEnd(0)).toBe(2 ** BITS);
	append();
	return file;
}

it.each(ENGINES)("hands each new fingerprint over once, also after a share was too large, in the %s engine", (engine) => {
	const file = fileOfAll();
	const taken: number[] = [];
	const known: KnownKeys = {
		count: 0,
		keysOf: () => [],
		ask: () => new Uint8Array(0),
		take: (fingerprints) => {
			const words = new Uint32Array(fingerprints.slice().buffer);
			for (let at = 0; at < words.length; at += 4) taken.push(words[at + 2] as number);
		},
	};
	const bounds = { bits: BITS, mapSize: 2 ** 14, tableSize: 0, lines: ALL };
	const second = new SecondPass(engine, file, bounds, { known }, () => {});
	second.fillMapNow();
	file.close();
	expect([second.duplicates, taken.length, new Set(taken).size]).toEqual([0, ALL, ALL]);
});
