/**
 * The keys of a list, by the site that they belong to. Copies stay: they change nothing.
 *
 * ```
 *   batch    http://h/a LF  urn:b LF  http://g/c?d LF          a key each
 *   record   length │ http://h/a                               in the partition of http://h, padded to words
 * ```
 */
import { LineRecord } from "../../../assembly/layout/addresses";
import { LearnLimit } from "../../../assembly/learn/layout";
import { isMarked, unmark } from "../../../assembly/lines/line-record";
import type { LearnMemory } from "../../learn/corpus/learn-kernel";
import { PARTITIONS, Partitions } from "../../learn/corpus/partitions";
import { siteEnd } from "../../learned/site";
import type { Batch } from "../../lines/batch";

/** Octets of a key beyond which it is left out: a site keeps up to 32,768 keys in memory. */
export const MAX_KEY = 4096;

/** Octets before a key: the header of its record, and its length. */
const BEFORE = 8;

/** Keys by what became of them. */
export interface KeyCounts {
	/** Keys that are learned from, with their copies. */
	keys: number;
	/** Keys without a host. */
	hostless: number;
	/** Keys of more than MAX_KEY octets. */
	long: number;
}

/** The room for keys: memory, and a directory for what does not fit. */
export interface KeyRoom {
	readonly memory: LearnMemory;
	readonly octets: number;
	readonly folder: string;
	/** Whether hosts of the keys follow `//`. */
	readonly haveSlashes: boolean;
}

export class KeyLog {
	readonly partitions: Partitions;
	readonly counts: KeyCounts = { keys: 0, hostless: 0, long: 0 };
	readonly #memory: LearnMemory;
	readonly #haveSlashes: boolean;
	/** Where the next record goes, and the end of the room. */
	#to = 0;
	#limit = 0;
	/** The memory there. */
	#octets = new Uint8Array(0);
	#words = new Int32Array(0);

	constructor(room: KeyRoom) {
		this.partitions = new Partitions(PARTITIONS, room);
		this.#memory = room.memory;
		this.#haveSlashes = room.haveSlashes;
	}

	/** Adds the keys of a batch. Requires: its output has the keys. Throws Failure. */
	takeBatch({ workspace, records }: Batch): void {
		const { octets, words } = workspace.kernel;
		let start = workspace.output;
		for (let record = 0; record < records; ++record) {
			const at = (workspace.records + record * LineRecord.SIZE) >> 2;
			const recorded = words[at + (LineRecord.OUTPUT_END >> 2)] as number;
			const end = unmark(recorded);
			if (!isMarked(recorded) && end > start + 1) this.add(octets, start, end - 1);
			start = end;
		}
		this.settle();
	}

	/** Passes what was added to the partitions. */
	settle(): void {
		if (this.#limit > 0) this.partitions.advance(this.#to);
		this.#limit = 0;
	}

	/** Adds the key [start, end). Throws Failure. */
	add(octets: Uint8Array, start: number, end: number): void {
		const siteAt = siteEnd(octets, start, end, this.#haveSlashes);
		if (siteAt < 0) ++this.counts.hostless;
		else if (end - start > MAX_KEY) ++this.counts.long;
		else this.#write(octets, start, end, partitionOf(octets, start, siteAt));
	}

	#write(octets: Uint8Array, start: number, end: number, partition: number): void {
		++this.counts.keys;
		const length = end - start;
		const size = BEFORE + ((length + 3) & ~3);
		if (this.#to + size > this.#limit) this.#makeRoom(size);
		const [words, own] = [this.#words, this.#octets];
		const header = this.#to >> 2;
		words[header] = (partition << LearnLimit.LENGTH_BITS) | (size - 4);
		words[header + 1] = length;
		let to = this.#to + BEFORE;
		for (let at = start; at < end; ++at) own[to++] = octets[at] as number;
		this.#to += size;
	}

	#makeRoom(size: number): void {
		this.settle();
		const { start, end } = this.partitions.space(size);
		this.#to = start;
		this.#limit = end;
		this.#octets = this.#memory.kernel.octets;
		this.#words = this.#memory.kernel.words;
	}
}

/** The partition of a site. It decides in which order sites are written: it never changes. */
function partitionOf(octets: Uint8Array, start: number, end: number): number {
	let hash = 0;
	for (let at = start; at < end; ++at) hash = Math.imul(hash ^ (octets[at] as number), 0x01000193) + 0x9e3779b9;
	return (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> (32 - LearnLimit.PARTITION_BITS)) & (PARTITIONS - 1);
}
