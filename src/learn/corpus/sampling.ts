/**
 * Pages with more fetches than memory can hold, as of a search: a sample stands for all of them.
 *
 * ```
 *   /search?q=a&ref=1   /search?q=a     class of q=a ─┐ in the sample: the classes with the smallest hashes,
 *   /search?q=b         /search?q=b&x   class of q=b ─┘ with at most 131,072 fetches in all
 *   /search?q=c&ref=2   /search?q=c     class of q=c    not in the sample
 * ```
 *
 * The parameter with most values decides, so that all variants of a page that differ in others are in the sample, or none. Where it has
 * too few values, base keys decide, or else URLs and times. Neither the order of rows nor the memory makes a difference.
 */
import { Hash, LearnLimit, RecordFlag } from "../../../assembly/learn/layout";
import { ClassBy, Scan, Scanned } from "../../../assembly/learn/thin-layout";
import { Feature } from "./features";
import { joined } from "./hash";
import type { KeyReader } from "./key-reader";
import type { LearnMemory } from "./learn-kernel";
import type { Partitions } from "./partitions";
import { Smallest } from "./smallest";
import { Words } from "./words";

/** Max fetches of a page that are used. */
const MAX_FETCHES = 1 << 17;
/** Keys that are asked which parameter has most values. */
const ASKED_KEYS = 4096;
/** Words of a partition that are read at a time, and the least words of a record. */
const CHUNK = 1 << 16;
const LEAST_RECORD = 7;
const MAX_RECORD = (LearnLimit.RECORD + Hash.SIZE * LearnLimit.COLUMNS) >> 2;
/** The range of IDs that distinguish fetches of a class. */
const FETCH_RANGE = 2 ** 21;

/** A page of which a sample was taken: the number of one of its fetches, its rows, and those in the sample. */
export interface Sampled {
	readonly place: number;
	readonly rows: number;
	readonly kept: number;
}

/** A skeleton, and the part of its fetches that decides whether they are in the sample. */
interface Class {
	readonly skeleton: readonly [low: number, high: number];
	readonly by: ClassBy;
	readonly feature: number;
}

/** Words of `Scanned`, and their places. */
const SIZE = Scanned.SIZE >> 2;

export class Sampler {
	readonly #partitions: Partitions;
	readonly #memory: LearnMemory;
	readonly #reader: KeyReader;
	readonly #most: number;
	readonly #scan: number;
	readonly #chunk: number;
	readonly #out: number;

	/** `most`: the maximum of fetches of a page that are used. */
	constructor(partitions: Partitions, memory: LearnMemory, reader: KeyReader, most = MAX_FETCHES) {
		this.#most = most;
		this.#partitions = partitions;
		this.#memory = memory;
		this.#reader = reader;
		this.#scan = memory.take(Scan.SIZE).start;
		this.#chunk = memory.take(4 * (CHUNK + MAX_RECORD)).start;
		this.#out = memory.take((CHUNK / LEAST_RECORD + 1) * Scanned.SIZE).start;
	}

	/** Replaces the records of pages with too many fetches by samples. Returns these pages, in the order of their hashes. */
	thin(partition: number): Sampled[] {
		if (this.#partitions.sizeOf(partition) < this.#most * LEAST_RECORD) return [];
		return this.#largeIn(partition).flatMap((skeleton) => this.#thinOne(partition, skeleton));
	}

	/** The skeletons with more rows than a sample has. */
	#largeIn(partition: number): Class["skeleton"][] {
		const rows = new Map<number, number>();
		const large = new Map<number, Class["skeleton"]>();
		this.#forEach(partition, undefined, (words, at) => {
			const [low, high] = [words[at] as number, words[at + 1] as number];
			const count = (rows.get(joined(low, high)) ?? 0) + 1;
			rows.set(joined(low, high), count);
			if (count === this.#most + 1) large.set(joined(low, high), [low, high]);
		});
		return [...large].sort(([a], [b]) => a - b).map(([, skeleton]) => skeleton);
	}

	#thinOne(partition: number, skeleton: Class["skeleton"]): Sampled[] {
		const feature = this.#mostVaried(partition, skeleton);
		for (const by of feature === undefined ? [ClassBy.KEY, ClassBy.ID] : [ClassBy.VALUE, ClassBy.KEY, ClassBy.ID]) {
			const own: Class = { skeleton, by, feature: feature ?? 0 };
			const fetches = this.#smallestOf(partition, own);
			// Rows that repeat a fetch are not too many.
			if (fetches.length <= this.#most) return [];
			const limit = Math.floor((fetches[this.#most] as number) / FETCH_RANGE);
			const kept = fetches.findLastIndex((fetch) => fetch < limit * FETCH_RANGE) + 1;
			if (2 * kept >= this.#most || by === ClassBy.ID) return [this.#keep(partition, own, limit)];
		}
		return [];
	}

	/** The parameter with most values in some of the keys. */
	#mostVaried(partition: number, skeleton: Class["skeleton"]): number | undefined {
		const own: Class = { skeleton, by: ClassBy.KEY, feature: 0 };
		const smallest = new Smallest(ASKED_KEYS);
		const keyAt = (words: Uint32Array, at: number) =>
			joined(words[at + (Scanned.KEY >> 2)] as number, words[at + (Scanned.KEY >> 2) + 1] as number);
		this.#forEach(partition, own, (words, at) => smallest.add(keyAt(words, at)));
		const last = smallest.values().at(-1) as number;
		const values = new Map<number, Set<number>>();
		this.#forEach(partition, own, (words, at) => {
			if (keyAt(words, at) > last) return;
			for (const [feature, value] of partsAt(
				this.#memory.kernel.octets,
				this.#chunk + (words[at + (Scanned.OFFSET >> 2)] as number),
			)) {
				values.set(feature, (values.get(feature) ?? new Set<number>()).add(value));
			}
		});
		const { features } = this.#reader;
		const params = [...values].filter(([feature]) => feature >= Feature.NAMED && !features.isIndex(feature));
		const hashOf = (feature: number) => this.#reader.hashOf(feature);
		const [most] = params.sort(([a, x], [b, y]) => y.size - x.size || hashOf(a) - hashOf(b));
		return most?.[0];
	}

	/** The smallest fetches of a page by their classes, one more than a sample has. */
	#smallestOf(partition: number, own: Class): Float64Array {
		const smallest = new Smallest(this.#most + 1);
		this.#forEach(partition, own, (words, at) => {
			const fetch = (words[at + (Scanned.ID >> 2)] as number) % FETCH_RANGE;
			smallest.add((words[at + (Scanned.CLASS >> 2)] as number) * FETCH_RANGE + fetch);
		});
		return smallest.values();
	}

	/** Keeps the fetches of a page whose classes are below a limit. */
	#keep(partition: number, own: Class, limit: number): Sampled {
		let [place, least, rows, kept] = [0, Number.POSITIVE_INFINITY, 0, 0];
		this.#forEach(partition, own, (words, at) => {
			++rows;
			if ((words[at + (Scanned.CLASS >> 2)] as number) >= limit) return;
			++kept;
			const id = joined(words[at + (Scanned.ID >> 2)] as number, words[at + (Scanned.ID >> 2) + 1] as number);
			if (id >= least) return;
			least = id;
			place = words[at + (Scanned.FETCH >> 2)] as number;
		});
		this.#begin(own, limit);
		const { call } = this.#memory.kernel;
		const records = new Words();
		this.#forEachChunk(partition, (start, end) => {
			const to = call.thinRecords(this.#scan, start, end, this.#out);
			records.append(this.#memory.words(this.#out, (to - this.#out) >> 2));
			return this.#word(Scan.NEXT);
		});
		this.#partitions.put(partition, records.words());
		return { place, rows, kept };
	}

	/** Calls `run` with what the kernel finds of each record, of a page or of all: words from `at` on. */
	#forEach(partition: number, own: Class | undefined, run: (words: Uint32Array, at: number) => void): void {
		this.#begin(own, 0);
		const { call } = this.#memory.kernel;
		this.#forEachChunk(partition, (start, end) => {
			this.#set(Scan.OUT, this.#out);
			const next = call.scanRecords(this.#scan, start, end);
			const words = this.#memory.words(this.#out, (this.#word(Scan.OUT) - this.#out) >> 2);
			for (let at = 0; at < words.length; at += SIZE) run(words, at);
			return next;
		});
	}

	#begin(own: Class | undefined, limit: number): void {
		const { skeleton, by, feature } = own ?? { skeleton: [0, 0], by: ClassBy.KEY, feature: 0 };
		for (const [word, value] of [
			[Scan.ASKED, skeleton[0]],
			[Scan.ASKED + 4, skeleton[1]],
			[Scan.IS_ALL, own === undefined ? 1 : 0],
			[Scan.BY, by],
			[Scan.FEATURE, feature],
			[Scan.LIMIT, limit],
			[Scan.FETCH, 0],
			[Scan.KEPT, 0],
		] as const) {
			this.#set(word, value as number);
		}
	}

	/** Reads a partition. `run` gets where records begin in [start, end), and returns where the next one does. */
	#forEachChunk(partition: number, run: (start: number, end: number) => number): void {
		const all = this.#partitions.sizeOf(partition);
		for (let from = 0; from < all; ) {
			const count = Math.min(CHUNK + MAX_RECORD, all - from);
			this.#partitions.copyTo(partition, this.#memory.words(this.#chunk, count), from);
			const end = from + count === all ? count : CHUNK;
			from += (run(this.#chunk, this.#chunk + 4 * end) - this.#chunk) >> 2;
		}
	}

	#word(word: Scan): number {
		return this.#memory.word(this.#scan + word);
	}

	#set(word: number, value: number): void {
		this.#memory.setWord(this.#scan + word, value);
	}
}

/** The features of the parts of a record, and the first words of their hashes: see assembly/learn/layout.ts. */
function* partsAt(octets: Uint8Array, start: number): Generator<[feature: number, value: number]> {
	let at = start;
	const number = () => {
		let [value, shift] = [0, 0];
		for (; (octets[at] as number) >= 0x80; shift += 7) value |= ((octets[at++] as number) & 0x7f) << shift;
		return value | ((octets[at++] as number) << shift);
	};
	const columns = (octets[at++] as number) >> RecordFlag.COLUMNS_SHIFT;
	const count = number();
	// The numbers of the fetch and of the site.
	number();
	number();
	at += 2 * Hash.SIZE + columns * Hash.SIZE;
	for (let part = 0; part < count; ++part, at += Hash.SIZE) {
		const name = number();
		const value = (octets[at] as number) | ((octets[at + 1] as number) << 8) | ((octets[at + 2] as number) << 16);
		if ((name & 1) === 0) yield [name >>> 1, value];
	}
}
