/** The second pass: finds the first line of each fingerprint, one partition at a time. */
import { setImmediate } from "node:timers/promises";
import { ABSENT } from "../../../assembly/layout/addresses";
import { Block, Fingerprinted, PartitionAddress, Table } from "../../../assembly/partition/layout";
import { FINGERPRINT_SIZE } from "../../../assembly/seen/fingerprint";
import type { Engine, Kernel } from "../../engine/kernel";
import { createListKernel, type ListFunctions } from "../../engine/list-kernel";
import type { BlockFile } from "./block-file";
import type { Merges } from "./merges";
import type { Plan } from "./plan";

/** log2 of the slots of a table that fits the L2 cache: 1 MiB. */
const CACHED_BITS = 16;

/** Blocks between two moments at which the process handles signals: 16 MiB. */
const BLOCKS_BETWEEN_PAUSES = 1024;

/** Four lines an octet. */
const LINES_IN_OCTET = 4;

/** What the pass may use, and the number of lines of all inputs. */
export type Bounds = Pick<Plan, "bits" | "mapSize" | "tableSize"> & { readonly lines: number };

/** Optional consumers of the results of the pass. */
export interface Findings {
	/** Receives line numbers, from 1, in pairs, each once: a dropped line and the line kept in its place. */
	readonly merges?: Pick<Merges, "add"> | undefined;
	/** What lines are compared with besides one another. */
	readonly known?: KnownKeys | undefined;
}

/** Keys that were known before the first line. */
export interface KnownKeys {
	/** Returns a mark for each fingerprint, valid until the next call: 1 if its key is known. Its last word counts for nothing. */
	ask(fingerprints: Uint8Array): Uint8Array;
	/** Receives each other fingerprint of the lines once, in the order of partitions. */
	take(fingerprints: Uint8Array): void;
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
		const { lines, mapSize, bits } = this.#bounds;
		this.#first = this.#end;
		this.#end = Math.min(lines, this.#first + LINES_IN_OCTET * mapSize);
		this.#kernel.reserve(this.#table);
		this.#kernel.octets.fill(0, this.#map, this.#table);
		this.#setField(Table.MAP, this.#map);
		this.#setField(Table.MAP_FIRST, this.#first);
		this.#setField(Table.MAP_LINES, this.#end - this.#first);
		this.#setField(Table.PARTITION_BITS, bits);
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
		const { merges, known } = this.#findings;
		if (this.#first > 0 || (merges === undefined && known === undefined)) return false;
		// The largest table has at least this many slots. With half of them in use, it is not full.
		const slots = Math.max(2 ** CACHED_BITS, this.#bounds.tableSize / 3 / Fingerprinted.SIZE);
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
		const count = this.#file.countOf(partition);
		this.#setField(Table.SHARE_BITS, shareBits);
		this.#setField(Table.SHARE, share);
		this.#setTable(Math.min(CACHED_BITS, Math.ceil(Math.log2(2 * RECORDS_IN_BLOCK * (count + 1)))));
		const { known } = this.#findings;
		return known === undefined ? this.#probeLines(partition) : this.#probeKnown(partition, known);
	}

	/**
	 * Probes the lines of a share to find out which fingerprints it has, asks which of them are known, and probes once more with those
	 * first, as fingerprints of line 0.
	 */
	#probeKnown(partition: number, known: KnownKeys): boolean {
		const isTrial = this.#isTrial;
		this.#isTrial = true;
		const hasRoom = this.#probeLines(partition);
		this.#isTrial = isTrial;
		if (!hasRoom) return false;
		const found = this.#firstKeys();
		const old: Uint8Array[] = [];
		for (let at = 0; at < found.length; at += ASKED_WORDS) {
			const asked = octetsOf(found.subarray(at, at + ASKED_WORDS));
			const { fresh, rest } = split(asked, known.ask(asked));
			if (this.#first === 0 && !isTrial) known.take(fresh);
			old.push(rest);
		}
		return this.#probeLines(partition, old);
	}

	/** Probes fingerprints of line 0, then the lines of the share. Returns whether the table was large enough. */
	#probeLines(partition: number, old: readonly Uint8Array[] = []): boolean {
		this.#kernel.call.probeBegin();
		for (const fingerprints of old) {
			for (let at = 0; at < fingerprints.length; at += RECORDS_IN_BLOCK * Fingerprinted.SIZE) {
				if (!this.#probeBlock(this.#place(fingerprints.subarray(at, at + RECORDS_IN_BLOCK * Fingerprinted.SIZE)))) return false;
			}
		}
		for (const { number, position } of this.#file.blocksOf(partition)) {
			if (!this.#probeBlock(this.#read(position, partition, number))) return false;
		}
		return true;
	}

	/** Probes the records of the block in memory. Returns whether the table was large enough. */
	#probeBlock(length: number): boolean {
		for (let next = 0; next < length; ) {
			this.#setField(Table.MERGES, this.#merges);
			next = this.#kernel.call.probeBlock(this.#block, length, next);
			this.#takeMerges();
			if (next < length && !this.#growTable()) return false;
		}
		return true;
	}

	/** Makes a block of records of line 0. Returns their octets. Requires: there is room for them. */
	#place(fingerprints: Uint8Array): number {
		const { octets, words } = this.#kernel;
		const start = this.#block + Block.RECORDS;
		octets.set(fingerprints, start);
		const end = (start + fingerprints.length) >> 2;
		for (let line = (start + Fingerprinted.LINE) >> 2; line < end; line += Fingerprinted.SIZE / 4) words[line] = 0;
		return fingerprints.length;
	}

	/** Hands over the pairs of a call. If the list is longer than the map, all pairs are handed over with the first map. */
	#takeMerges(): void {
		if (this.#first > 0 || this.#isTrial) return;
		this.#findings.merges?.add(this.#kernel.words.subarray(this.#merges >> 2, this.#field(Table.MERGES) >> 2));
	}

	/** The fingerprints of the table, but for their last words. */
	#firstKeys(): Int32Array {
		const { words } = this.#kernel;
		const found = new Int32Array(KEY_WORDS * this.#field(Table.USED));
		const end = (this.#table + this.#sizeOf(this.#field(Table.BITS))) >> 2;
		for (let slot = this.#table >> 2, to = 0; slot < end; slot += KEY_WORDS) {
			if (words[slot + Fingerprinted.LINE / 4] === 0) continue;
			found[to++] = words[slot] as number;
			found[to++] = words[slot + 1] as number;
			found[to++] = words[slot + 2] as number;
			found[to++] = 0;
		}
		return found;
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
		return Fingerprinted.SIZE * 2 ** bits;
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

/** Words of a record, and of the fingerprints that are asked for at a time. */
const KEY_WORDS = Fingerprinted.SIZE / 4;
const ASKED_WORDS = KEY_WORDS * 2 ** 16;

/** Divides fingerprints by their marks: those with 0 are fresh. */
function split(fingerprints: Uint8Array, marks: Uint8Array): { fresh: Uint8Array; rest: Uint8Array } {
	const ends = [0, 0] as [number, number];
	const parts = [new Uint8Array(fingerprints.length), new Uint8Array(fingerprints.length)] as const;
	for (let index = 0; index < marks.length; ++index) {
		const side = marks[index] === 0 ? 0 : 1;
		parts[side].set(fingerprints.subarray(index * FINGERPRINT_SIZE, (index + 1) * FINGERPRINT_SIZE), ends[side]);
		ends[side] += FINGERPRINT_SIZE;
	}
	return { fresh: parts[0].subarray(0, ends[0]), rest: parts[1].subarray(0, ends[1]) };
}

function octetsOf({ buffer, byteOffset, byteLength }: Int32Array): Uint8Array {
	return new Uint8Array(buffer, byteOffset, byteLength);
}
