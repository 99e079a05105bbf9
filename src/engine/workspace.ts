/**
 * A workspace: a kernel, and the areas above its `heapBase()` where the face puts what it hands over.
 *
 * ```
 *   KEY │ RECORDS │ REJECTS │ FINGERPRINTS │ MARKS │ INPUT … margin │ OUTPUT … margin │ RESULT … margin │ BASE … margin
 *   \___________________ fixed ___________________/ \____________ grow with `capacity` ______________/
 * ```
 */
import { Address, Cursor, Limit, LineRecord, RejectRecord } from "../../assembly/layout";
import type { Kernel } from "./kernel";

/** Line records, fingerprints and marks in one batch; rejects in one batch. */
export const MAX_RECORDS = 16384;
export const MAX_REJECTS = 1024;
export const FINGERPRINT_SIZE = 16;
const MARK_SIZE = 4;
const ALIGNMENT = 64;

/** Octets of input that a workspace for single references has room for at first, and one for lines. */
export const REFERENCE_CAPACITY = 16384;
export const LINES_CAPACITY = 131072;

/** What references are resolved against, and how: a set of Resolution. */
export interface Base {
	readonly text: string;
	readonly octets: Uint8Array;
	readonly resolution: number;
}

export class Workspace {
	readonly kernel: Kernel;
	readonly key: number;
	readonly records: number;
	readonly rejects: number;
	readonly fingerprints: number;
	readonly marks: number;
	readonly input: number;
	output = 0;
	result = 0;
	base = 0;
	/** Kept, for its area moves when others grow. */
	#base: Base | undefined;
	/** Octets that the input has room for. */
	capacity = 0;
	/** The input as octets, and the whole memory as a Node.js Buffer where there is one: new ones after `reserve`. */
	inputOctets = new Uint8Array(0);
	buffer: LatinSource | undefined;

	constructor(kernel: Kernel, capacity: number) {
		this.kernel = kernel;
		this.key = align(kernel.call.heapBase());
		this.records = this.key + ALIGNMENT;
		this.rejects = this.records + MAX_RECORDS * LineRecord.SIZE;
		this.fingerprints = this.rejects + MAX_REJECTS * RejectRecord.SIZE;
		this.marks = this.fingerprints + MAX_RECORDS * FINGERPRINT_SIZE;
		this.input = this.marks + MAX_RECORDS * MARK_SIZE;
		this.reserve(capacity);
		this.recordFrom(0, 0);
	}

	/** Lets the next call write its records behind the first `records` line records and the first `rejects` rejects. */
	recordFrom(records: number, rejects: number): void {
		this.setCursor(Cursor.RECORDS_AT, this.records + records * LineRecord.SIZE);
		this.setCursor(Cursor.RECORDS_MOST, MAX_RECORDS - records);
		this.setCursor(Cursor.REJECTS_AT, this.rejects + rejects * RejectRecord.SIZE);
		this.setCursor(Cursor.REJECTS_MOST, MAX_REJECTS - rejects);
	}

	/** Makes room for `capacity` octets of input, and for what may become of them. Keeps the input; moves the other areas. */
	reserve(capacity: number): void {
		if (capacity <= this.capacity) return;
		const outputSize = Limit.GROWTH * capacity + Limit.SLACK;
		this.capacity = capacity;
		this.output = align(this.input + capacity + Limit.MARGIN);
		this.result = align(this.output + outputSize + Limit.MARGIN);
		this.base = align(this.result + capacity + outputSize + Limit.MARGIN);
		this.#reserveMemory();
		if (this.#base !== undefined) this.#placeBase(this.#base);
	}

	/** Takes octets for the base of what is resolved from now on. Returns Status.OK or `-Status`. */
	setBase(base: Base): number {
		this.#base = base;
		this.reserve(base.octets.length);
		this.#reserveMemory();
		return this.#placeBase(base);
	}

	/** Says whether this text is the base already, to be resolved against in this way. */
	hasBase(text: string, resolution: number): boolean {
		return this.#base?.text === text && this.#base.resolution === resolution;
	}

	/** Forgets the base: it was refused. */
	dropBase(): void {
		this.#base = undefined;
	}

	#reserveMemory(): void {
		this.kernel.reserve(this.base + (this.#base?.octets.length ?? 0) + Limit.MARGIN);
		this.inputOctets = this.kernel.octets.subarray(this.input, this.input + this.capacity);
		this.buffer = latinSource(this.kernel.octets.buffer);
	}

	#placeBase({ octets, resolution }: Base): number {
		this.kernel.octets.set(octets, this.base);
		return this.kernel.call.setBase(resolution, this.base, this.base + octets.length);
	}

	/** Where the output may end. */
	get outputLimit(): number {
		return this.result - Limit.MARGIN;
	}

	cursor(field: Cursor): number {
		return this.kernel.words[(Address.CURSOR + field) >> 2] as number;
	}

	setCursor(field: Cursor, value: number): void {
		this.kernel.words[(Address.CURSOR + field) >> 2] = value;
	}

	setKey(key: Uint8Array): void {
		this.kernel.octets.set(key, this.key);
	}
}

function align(address: number): number {
	return Math.ceil(address / ALIGNMENT) * ALIGNMENT;
}

/** What a Node.js Buffer can do faster than TextDecoder: octets to a string, one to one. */
export interface LatinSource {
	latin1Slice(start: number, end: number): string;
}

function latinSource(memory: ArrayBuffer): LatinSource | undefined {
	const host = globalThis as unknown as { Buffer?: { from(memory: ArrayBuffer): LatinSource } };
	const buffer = host.Buffer?.from(memory);
	return typeof buffer?.latin1Slice === "function" ? buffer : undefined;
}
