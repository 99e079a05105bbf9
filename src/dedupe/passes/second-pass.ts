/** The second pass: finds the first line of each fingerprint, one partition at a time. */
import { setImmediate } from "node:timers/promises";
import { ABSENT } from "../../../assembly/layout/addresses";
import { Block, Fingerprinted, PartitionAddress, Table } from "../../../assembly/partition/layout";
import type { Engine, Kernel } from "../../engine/kernel";
import { createListKernel, type ListFunctions } from "../../engine/list-kernel";
import { MAX_RECORDS } from "../../engine/workspace";
import type { BlockFile } from "./block-file";
import type { Merges } from "./merges";
import type { Plan } from "./plan";
import type { FingerprintTaker } from "./set-files";

/** log2 of the slots of a table that fits the L2 cache: 1 MiB. */
const CACHED_BITS = 16;

/** Blocks between two moments at which the process handles signals: 16 MiB. */
const BLOCKS_BETWEEN_PAUSES = 1024;

/** Four lines an octet. */
const LINES_IN_OCTET = 4;

/** What the pass may use, and the number of lines of all inputs. */
export type Bounds = Pick<Plan, "bits" | "recordSize" | "mapSize" | "tableSize"> & { readonly lines: number };

/** Optional consumers of the results of the pass. */
export interface Findings {
	/** Receives line numbers, from 1, in pairs, each once: a dropped line and the line kept in its place. */
	readonly merges?: Pick<Merges, "add"> | undefined;
	/** Receives each fingerprint of the lines and of the old set once. Requires wide records. */
	readonly set?: FingerprintTaker | undefined;
}

/** What becomes of lines, two bits each: `Fate`. */
export interface LineMap {
	/** Number of lines of all inputs. */
	readonly lines: number;
	/** The line after the last one of the map. */
	readonly mapEnd: number;
	/** Determines the fate of the lines after `mapEnd`. */
	fillMapNow(): void;
	/** The map from the octet on that has `line`, and the place of the line there. Requires: the map has the line. */
	mapFrom(line: number): { octets: Uint8Array; place: number };
}

/** A map of all lines, in memory that threads share. */
export class SharedMap implements LineMap {
	readonly lines: number;
	readonly #octets: Uint8Array;

	constructor(lines: number, memory: SharedArrayBuffer) {
		this.lines = lines;
		this.#octets = new Uint8Array(memory);
	}

	/** Octets of the map of `lines` lines, in whole words. */
	static sizeFor(lines: number): number {
		return 4 * (Math.floor(lines / LINES_IN_OCTET / 4) + 1);
	}

	get mapEnd(): number {
		return this.lines;
	}

	fillMapNow(): void {}

	mapFrom(line: number): { octets: Uint8Array; place: number } {
		return { octets: this.#octets.subarray(Math.floor(line / LINES_IN_OCTET)), place: line % LINES_IN_OCTET };
	}
}

export class SecondPass implements LineMap {
	readonly #kernel: Kernel<ListFunctions>;
	readonly #file: BlockFile;
	readonly #bounds: Bounds;
	readonly #progress: (share: number) => void;
	readonly #findings: Findings;
	readonly #block: number;
	readonly #merges: number;
	readonly #map: number;
	readonly #table: number;
	/** The lines of the map. */
	#first = 0;
	#end = 0;
	/** Whether the probing may fail, so that nothing is handed over. */
	#isTrial = false;
	/** Number of lines that are equivalent to an earlier one. */
	duplicates = 0;

	/** `progress` takes the share that is done. */
	constructor(engine: Engine, file: BlockFile, bounds: Bounds, findings: Findings, progress: (share: number) => void) {
		this.#kernel = createListKernel(engine);
		this.#file = file;
		this.#bounds = bounds;
		this.#findings = findings;
		this.#progress = progress;
		this.#block = Math.ceil(this.#kernel.call.heapBase() / Block.SIZE) * Block.SIZE;
		this.#merges = this.#block + Block.SIZE;
		this.#map = this.#merges + Block.SIZE;
		this.#table = this.#map + Math.ceil(Math.min(bounds.mapSize, bounds.lines / LINES_IN_OCTET) / Block.SIZE + 1) * Block.SIZE;
	}

	/** Number of lines of all inputs. */
	get lines(): number {
		return this.#bounds.lines;
	}

	/** The line after the last one of the map. */
	get mapEnd(): number {
		return this.#end;
	}

	/**
	 * Determines the fate of the lines after `mapEnd`, as many as the map has room for. Throws Failure if the
	 * file is damaged.
	 */
	async fillMap(): Promise<void> {
		for (const _ of this.#filling(inOrder())) await setImmediate();
	}

	/**
	 * The same for the partitions that `next` returns, as long as there are any. Requires: the map has room for all lines.
	 */
	async fillShare(next: () => number): Promise<void> {
		for (const _ of this.#filling(next)) await setImmediate();
	}

	/** Adds the map to that of all threads, which is empty at first and has the same size. Requires: nobody else does. */
	addMapTo(all: Int32Array): void {
		const { words } = this.#kernel;
		const start = this.#map >> 2;
		for (let index = 0; index < all.length; ++index) all[index] = (all[index] as number) | (words[start + index] as number);
	}

	/** The same at once. */
	fillMapNow(): void {
		for (const _ of this.#filling(inOrder()));
	}

	/** Fills the map. Yields from time to time. */
	*#filling(next: () => number): Generator<void> {
		const { lines, mapSize, bits, recordSize } = this.#bounds;
		this.#first = this.#end;
		this.#end = Math.min(lines, this.#first + LINES_IN_OCTET * mapSize);
		this.#kernel.reserve(this.#table);
		this.#kernel.octets.fill(0, this.#map, this.#table);
		this.#setField(Table.MAP, this.#map);
		this.#setField(Table.MAP_FIRST, this.#first);
		this.#setField(Table.MAP_LINES, this.#end - this.#first);
		this.#setField(Table.PARTITION_BITS, bits);
		this.#setField(Table.RECORD_SIZE, recordSize);
		this.duplicates = 0;
		for (let partition = next(), done = 0; partition < 2 ** bits; partition = next()) {
			const count = this.#file.countOf(partition);
			this.#probe(partition);
			this.#progress(partition / 2 ** bits);
			if (Math.floor((done + count) / BLOCKS_BETWEEN_PAUSES) > Math.floor(done / BLOCKS_BETWEEN_PAUSES)) yield;
			done += count;
		}
	}

	/** The map from the octet on that has `line`. Requires: the map has the line. */
	mapFrom(line: number): { octets: Uint8Array; place: number } {
		const at = Math.floor((line - this.#first) / LINES_IN_OCTET);
		return {
			octets: this.#kernel.octets.subarray(this.#map + at, this.#table),
			place: line - this.#first - LINES_IN_OCTET * at,
		};
	}

	/** Probes a partition, in as many shares as the memory requires. */
	#probe(partition: number): void {
		this.#isTrial = this.#mayFail(partition);
		let bits = 0;
		let duplicates: number | undefined;
		while (duplicates === undefined) duplicates = this.#probeShares(partition, bits++);
		if (this.#isTrial) {
			this.#isTrial = false;
			this.#probeShares(partition, bits - 1);
		}
		this.duplicates += duplicates;
	}

	/** Whether a partition might outgrow the largest table, before which pairs and fingerprints would have been handed over. */
	#mayFail(partition: number): boolean {
		const { merges, set } = this.#findings;
		if (this.#first > 0 || (merges === undefined && set === undefined)) return false;
		// The largest table has at least this many slots. With half of them in use, it is not full.
		const slots = Math.max(2 ** CACHED_BITS, this.#bounds.tableSize / 3 / this.#bounds.recordSize);
		return 2 * RECORDS_IN_BLOCK * this.#file.countOf(partition) > slots;
	}

	/** Probes a partition in 2^`bits` shares. Returns the number of duplicates; undefined if the table was too small for a share. */
	#probeShares(partition: number, bits: number): number | undefined {
		let duplicates = 0;
		for (let share = 0; share < 2 ** bits; ++share) {
			if (!this.#probeShare(partition, bits, share)) return undefined;
			duplicates += this.#field(Table.DROPPED);
		}
		return duplicates;
	}

	/** Returns whether the table was large enough. If not, the lines of the share may be marked already: rightly so. */
	#probeShare(partition: number, shareBits: number, share: number): boolean {
		const { call } = this.#kernel;
		const count = this.#file.countOf(partition);
		this.#setField(Table.SHARE_BITS, shareBits);
		this.#setField(Table.SHARE, share);
		this.#setTable(Math.min(CACHED_BITS, Math.ceil(Math.log2(2 * RECORDS_IN_BLOCK * (count + 1)))));
		call.probeBegin();
		for (const { number, position } of this.#file.blocksOf(partition)) {
			const length = this.#read(position, partition, number);
			for (let next = 0; next < length; ) {
				this.#setField(Table.MERGES, this.#merges);
				next = call.probeBlock(this.#block, length, next);
				this.#takeMerges();
				if (next < length && !this.#growTable()) return false;
			}
		}
		this.#takeSet();
		return true;
	}

	/** Hands over the pairs of a call. If the list is longer than the map, all pairs are handed over with the first map. */
	#takeMerges(): void {
		if (this.#first > 0 || this.#isTrial) return;
		this.#findings.merges?.add(this.#kernel.words.subarray(this.#merges >> 2, this.#field(Table.MERGES) >> 2));
	}

	/** Hands over the fingerprints of the table. */
	#takeSet(): void {
		const { set } = this.#findings;
		if (this.#first > 0 || this.#isTrial || set === undefined) return;
		const { words } = this.#kernel;
		const found = new Int32Array(4 * this.#field(Table.USED));
		const end = (this.#table + this.#sizeOf(this.#field(Table.BITS))) >> 2;
		for (let slot = this.#table >> 2, to = 0; slot < end; slot += WIDE_WORDS) {
			const [first, second, third, line] = [words[slot], words[slot + 1], words[slot + 2], words[slot + 3]] as Four;
			if ((first | second | third | line) === 0) continue;
			found[to++] = first;
			found[to++] = second;
			found[to++] = third;
			found[to++] = words[slot + 4] as number;
		}
		for (let at = 0; at < found.length; at += SET_WORDS) set.add(octetsOf(found.subarray(at, at + SET_WORDS)));
	}

	/** Reads a block. Returns the octets of its records. Throws Failure if it is damaged. */
	#read(position: number, partition: number, number: number): number {
		this.#file.read(position, this.#kernel.octets.subarray(this.#block, this.#block + Block.SIZE));
		const length = this.#kernel.call.checkBlock(this.#block, partition, number);
		if (length !== ABSENT) return length;
		throw this.#file.damaged();
	}

	#setTable(bits: number): void {
		this.#kernel.reserve(this.#table + this.#sizeOf(bits));
		this.#setField(Table.AT, this.#table);
		this.#setField(Table.BITS, bits);
	}

	/** Doubles the table. Returns whether there is memory for it. */
	#growTable(): boolean {
		const size = this.#sizeOf(this.#field(Table.BITS));
		// The new table is built after the old one.
		if (3 * size > this.#bounds.tableSize) return false;
		this.#kernel.reserve(this.#table + 3 * size);
		this.#kernel.call.probeGrow();
		return true;
	}

	/** Octets of a table with 2^`bits` slots. */
	#sizeOf(bits: number): number {
		return this.#bounds.recordSize * 2 ** bits;
	}

	#field(field: Table): number {
		return this.#kernel.words[(PartitionAddress.TABLE + field) >> 2] as number;
	}

	#setField(field: Table, value: number): void {
		this.#kernel.words[(PartitionAddress.TABLE + field) >> 2] = value;
	}
}

/** All partitions, one after the other. */
function inOrder(): () => number {
	let partition = 0;
	return () => partition++;
}

const RECORDS_IN_BLOCK = (Block.SIZE - Block.RECORDS) / Fingerprinted.SIZE;

const WIDE_WORDS = Fingerprinted.WIDE_SIZE / 4;
/** Words of fingerprints in one batch. */
const SET_WORDS = 4 * MAX_RECORDS;

type Four = [number, number, number, number];

function octetsOf({ buffer, byteOffset, byteLength }: Int32Array): Uint8Array {
	return new Uint8Array(buffer, byteOffset, byteLength);
}
