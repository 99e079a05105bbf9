/**
 * The memory of the second pass, in a kernel:
 *
 * ```
 *   BLOCK │ MERGES │ MAP of lines │ TABLE of the fingerprints of a share of a partition, and room for its growth
 * ```
 */
import { ABSENT } from "../../../assembly/layout/addresses";
import { Block, Fingerprinted, PartitionAddress, Table } from "../../../assembly/partition/layout";
import type { Engine, Kernel } from "../../engine/kernel";
import { createListKernel, type ListFunctions } from "../../engine/list-kernel";
import type { Plan } from "../plan";
import type { BlockFile } from "./block-file";
import { LINES_IN_OCTET } from "./fates";

/** log2 of the slots of a table that fits the L2 cache: 1 MiB. */
const CACHED_BITS = 16;

export const RECORDS_IN_BLOCK = (Block.SIZE - Block.RECORDS) / Fingerprinted.SIZE;
/** Octets of the records of a block. */
export const RECORDS_SIZE = RECORDS_IN_BLOCK * Fingerprinted.SIZE;

/** The limits of the pass, and the number of lines of all inputs. */
export type Bounds = Pick<Plan, "bits" | "mapSize" | "tableSize"> & { readonly lines: number };

export class PartitionTable {
	readonly #kernel: Kernel<ListFunctions>;
	readonly #bounds: Bounds;
	readonly #block: number;
	readonly #merges: number;
	readonly #map: number;
	readonly #table: number;
	/** The first line of the map. */
	#first = 0;

	constructor(engine: Engine, bounds: Bounds) {
		this.#kernel = createListKernel(engine);
		this.#bounds = bounds;
		this.#block = Math.ceil(this.#kernel.call.heapBase() / Block.SIZE) * Block.SIZE;
		this.#merges = this.#block + Block.SIZE;
		this.#map = this.#merges + Block.SIZE;
		this.#table = this.#map + Math.ceil(Math.min(bounds.mapSize, bounds.lines / LINES_IN_OCTET) / Block.SIZE + 1) * Block.SIZE;
	}

	/** The least number of slots of the largest table. With half of them in use, it is not full. */
	get slots(): number {
		return Math.max(2 ** CACHED_BITS, this.#bounds.tableSize / 3 / Fingerprinted.SIZE);
	}

	/** Number of different fingerprints of the share so far. */
	get used(): number {
		return this.#field(Table.USED);
	}

	/** Number of duplicates among the lines of the share so far. */
	get dropped(): number {
		return this.#field(Table.DROPPED);
	}

	/** Empties the map, for the lines from `first` to `end`. */
	beginMap(first: number, end: number): void {
		this.#first = first;
		this.#kernel.reserve(this.#table);
		this.#kernel.octets.fill(0, this.#map, this.#table);
		this.#setField(Table.MAP, this.#map);
		this.#setField(Table.MAP_FIRST, first);
		this.#setField(Table.MAP_LINES, end - first);
		this.#setField(Table.PARTITION_BITS, this.#bounds.bits);
	}

	/** The map from the octet on that has `line`. Requires: the map has the line. */
	mapFrom(line: number): { octets: Uint8Array; place: number } {
		const at = Math.floor((line - this.#first) / LINES_IN_OCTET);
		return {
			octets: this.#kernel.octets.subarray(this.#map + at, this.#table),
			place: line - this.#first - LINES_IN_OCTET * at,
		};
	}

	/** Adds the map to that of all threads, which is empty at first and has the same size. Requires: nobody else does. */
	addMapTo(all: Int32Array): void {
		const { words } = this.#kernel;
		const start = this.#map >> 2;
		for (let index = 0; index < all.length; ++index) all[index] = (all[index] as number) | (words[start + index] as number);
	}

	/** Begins share `share` of 2^`shareBits` of a partition that has `blocks` blocks. */
	beginShare(shareBits: number, share: number, blocks: number): void {
		this.#setField(Table.SHARE_BITS, shareBits);
		this.#setField(Table.SHARE, share);
		this.#setTable(Math.min(CACHED_BITS, Math.ceil(Math.log2(2 * RECORDS_IN_BLOCK * (blocks + 1)))));
	}

	/** Empties the table. */
	clear(): void {
		this.#kernel.call.probeBegin();
	}

	/** Probes the records of the block in memory, and passes pairs of lines to `take`. Returns whether the table was large enough. */
	probe(length: number, take: (merges: Int32Array) => void): boolean {
		for (let next = 0; next < length; ) {
			this.#setField(Table.MERGES, this.#merges);
			next = this.#kernel.call.probeBlock(this.#block, length, next);
			take(this.#kernel.words.subarray(this.#merges >> 2, this.#field(Table.MERGES) >> 2));
			if (next < length && !this.#growTable()) return false;
		}
		return true;
	}

	/** Makes a block of records of line 0. Returns their octets. Requires: there is room for them. */
	place(fingerprints: Uint8Array): number {
		const { octets, words } = this.#kernel;
		const start = this.#block + Block.RECORDS;
		octets.set(fingerprints, start);
		const end = (start + fingerprints.length) >> 2;
		for (let line = (start + Fingerprinted.LINE) >> 2; line < end; line += Fingerprinted.SIZE / 4) words[line] = 0;
		return fingerprints.length;
	}

	/** Drops the lines of known keys, `stride` octets from one to the next. */
	dropKnown(keys: Uint8Array, stride: number): void {
		const { octets, call } = this.#kernel;
		const most = Math.floor(Block.SIZE / stride) * stride;
		for (let at = 0; at < keys.length; at += most) {
			const part = keys.subarray(at, at + most);
			octets.set(part, this.#block);
			call.probeKnown(this.#block, part.length / stride, stride);
		}
	}

	/** The fingerprints of the table that are known, or all others. Their last words are zeros. */
	fingerprints(isKnown: boolean): Uint8Array {
		const { octets, call } = this.#kernel;
		const found = new Uint8Array(this.#sizeOf(0) * this.#field(Table.USED));
		const slots = 2 ** this.#field(Table.BITS);
		let end = 0;
		for (let next = 0; next < slots; ) {
			this.#setField(Table.MERGES, this.#merges);
			next = call.listSlots(isKnown ? 1 : 0, next, Block.SIZE / Fingerprinted.SIZE);
			const part = octets.subarray(this.#merges, this.#field(Table.MERGES));
			found.set(part, end);
			end += part.length;
		}
		return found.subarray(0, end);
	}

	/** Reads a block. Returns the octets of its records. Throws Failure if the block is damaged. */
	read(file: BlockFile, partition: number, { position, number }: { readonly position: number; readonly number: number }): number {
		file.read(position, this.#kernel.octets.subarray(this.#block, this.#block + Block.SIZE));
		const length = this.#kernel.call.checkBlock(this.#block, partition, number);
		if (length !== ABSENT) return length;
		throw file.damaged();
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
