/**
 * The sites of a partition with their samples, whatever its size: it is read in slices, and what stays of a slice goes before the next one.
 *
 * ```
 *   slice 1 ──▶ samples of its sites ──▶ │ samples │ slice 2 ──▶ … ──▶ each site
 * ```
 */
import type { Engine } from "../../engine/kernel";
import type { Partitions } from "../../learn/corpus/partitions";
import { KeyBlock } from "./key-block";
import { SAMPLE_SIZE, type Sample, sampleOf } from "./sample";
import { ShapedKeys } from "./shaped-keys";
import { WordSink } from "./word-sink";

/** Takes a site of several keys, or of several copies of one. */
export type TakeSite = (site: number, sample: Sample) => void;

export class PartitionSites {
	readonly block = new KeyBlock();
	readonly keys: ShapedKeys;
	readonly #partitions: Partitions;
	/** Words of a slice. */
	readonly #most: number;
	/** By site: the `k` of its sample, if it is less than SAMPLE_SIZE. */
	readonly #sampled: Map<string, number>;

	constructor(engine: Engine, partitions: Partitions, octets: number, sampled = new Map<string, number>()) {
		this.keys = new ShapedKeys(engine, this.block);
		this.#partitions = partitions;
		this.#most = octets >> 2;
		this.#sampled = sampled;
	}

	/** Calls `take` for each site of a partition that has several keys. Returns the number of others. Throws Failure. */
	each(partition: number, take: TakeSite): number {
		const size = this.#partitions.sizeOf(partition);
		let words = new Uint32Array(0);
		for (let done = 0; done < size; ) {
			const kept = words.length;
			const count = Math.min(size - done, this.#most);
			words = extended(words, count);
			this.#partitions.copyTo(partition, words.subarray(kept), done);
			done += count;
			if (done < size) words = this.#reduced(words);
		}
		return this.#load(words, take);
	}

	/** Returns the records of the samples of all sites, and those octets of the last record that are there. */
	#reduced(words: Uint32Array): Uint32Array<ArrayBuffer> {
		const end = endOfRecords(words);
		const kept = new WordSink(words.length);
		const { block, keys } = this;
		this.#load(words.subarray(0, end), (site, { k, rows }) => {
			if (k < SAMPLE_SIZE) this.#sampled.set(block.siteText(site), k);
			for (const row of rows) kept.append(recordOf(block, keys.keys[row] as number));
		});
		for (const key of block.alone) kept.append(recordOf(block, key));
		kept.append(words.subarray(end));
		return kept.words();
	}

	/** Returns the number of sites of one key. */
	#load(words: Uint32Array, take: TakeSite): number {
		const { block, keys } = this;
		block.load(words);
		keys.read();
		let single = block.alone.length;
		for (let [site, first] = [0, 0]; site < block.sites; ++site) {
			const count = keys.rowCounts[site] as number;
			if (count === 1) ++single;
			if (count > 0) take(site, this.#sampleOf(site, first, count));
			first += count;
		}
		return single;
	}

	#sampleOf(site: number, first: number, count: number): Sample {
		const rows: number[] = [];
		for (let row = first; row < first + count; ++row) rows.push(row);
		const before = this.#sampled.size === 0 ? SAMPLE_SIZE : this.#sampled.get(this.block.siteText(site));
		return sampleOf(this.keys, rows, before);
	}
}

function extended(words: Uint32Array, count: number): Uint32Array<ArrayBuffer> {
	const longer = new Uint32Array(words.length + count);
	longer.set(words);
	return longer;
}

/** The end of the last whole record. */
function endOfRecords(words: Uint32Array): number {
	let at = 0;
	for (let next = 0; next <= words.length; next = at + 1 + (((words[at] as number) + 3) >> 2)) {
		at = next;
		if (at === words.length) break;
	}
	return at;
}

function recordOf({ octets, starts, ends }: KeyBlock, key: number): Uint32Array {
	const start = octets.byteOffset + (starts[key] as number) - 4;
	return new Uint32Array(octets.buffer, start, 1 + (((ends[key] as number) - (starts[key] as number) + 3) >> 2));
}
