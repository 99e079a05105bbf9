/**
 * A workspace: a kernel and, above its `heapBase()`, the areas for arguments and results.
 *
 * ```
 *   KEY │ RECORDS │ REJECTS │ FINGERPRINTS │ MARKS │ INPUT … margin │ OUTPUT … margin │ RESULT … margin │ BASE … margin
 *   \___________________ fixed ___________________/ \____________ grow with `capacity` ______________/
 * ```
 *
 * A long reference enlarges the memory to about ten times its length, and the memory of a kernel never shrinks. `tidy` therefore
 * replaces the kernel of an enlarged workspace, but ever more rarely: at the 64th such use, the 128th, the 256th and so on.
 * n uses cost log n replacements in any order. If long references keep coming, nearly all find the memory in place.
 */

import { Address, Cursor, Limit, LineRecord, MARK_SIZE, RejectRecord } from "../../assembly/layout/addresses";
import { Status } from "../../assembly/layout/status";
import { FINGERPRINT_SIZE } from "../../assembly/seen/fingerprint";
import { OptionError } from "../errors";
import type { Faults } from "../statuses";
import { answerQuestion, type HostKnowledge } from "./idna";
import type { CommonFunctions, Kernel, KernelFunctions, LineFunctions } from "./kernel";

/** Max line records, fingerprints and marks in one batch, and max rejects. */
export const MAX_RECORDS = 16384;
export const MAX_REJECTS = 1024;

export const ALIGNMENT = 64;

/** Initial capacity of the input, in octets: of a workspace for single references, and of one for lines. */
export const REFERENCE_CAPACITY = 16384;
export const LINES_CAPACITY = 131072;

/** Uses of an enlarged workspace before its kernel is first replaced: a power of two. */
const PATIENCE = 64;

/** The base of resolutions. `resolution` is a set of Resolution flags. */
export interface Base {
	readonly text: string;
	readonly octets: Uint8Array;
	readonly resolution: number;
}

export class Workspace<Functions extends CommonFunctions = KernelFunctions> {
	/** `tidy` replaces it. */
	kernel: Kernel<Functions>;
	readonly key: number;
	readonly records: number;
	readonly rejects: number;
	readonly fingerprints: number;
	readonly marks: number;
	readonly input: number;
	output = 0;
	result = 0;
	base = 0;
	/** Kept because `reserve` and `tidy` have to write it again. */
	#base: Base | undefined;
	/** Size of the input, in octets. */
	capacity = 0;
	/** The input and the first fingerprint as octets, and the whole memory as a Node.js Buffer, if there is one. `reserve` replaces them. */
	inputOctets = new Uint8Array(0);
	fingerprint = new Uint8Array(0);
	buffer: LatinSource | undefined;
	/** The faults of this kernel, if they differ from the core's. */
	readonly faults?: Faults;
	/** Octets that an octet of input and base can need from the output address on. */
	readonly #growth: number;
	/** Octets that it needs besides. */
	readonly #slack: number;
	/** The capacity at first, and after a replacement. */
	readonly #initial: number;
	readonly #create: () => Kernel<Functions>;
	/** Number of uses while the workspace was enlarged. */
	#uses = 0;
	/** Whether its kernel stays, whatever `tidy` would do. */
	#isHeld = false;
	/** Whether a function of the user answers a question of the kernel. A call from it must not overwrite the input. */
	#isAsking = false;

	/** `create` creates its kernels. `reserved` octets after `heapBase()` are not used. */
	constructor(
		create: () => Kernel<Functions>,
		capacity: number,
		growth: number = Limit.GROWTH,
		reserved = 0,
		slack: number = Limit.SLACK,
	) {
		this.#create = create;
		this.#slack = slack;
		this.kernel = create();
		this.#growth = growth;
		this.#initial = capacity;
		this.key = align(this.kernel.call.heapBase() + reserved);
		this.records = this.key + ALIGNMENT;
		this.rejects = this.records + MAX_RECORDS * LineRecord.SIZE;
		this.fingerprints = this.rejects + MAX_REJECTS * RejectRecord.SIZE;
		this.marks = this.fingerprints + MAX_RECORDS * FINGERPRINT_SIZE;
		this.input = this.marks + MAX_RECORDS * MARK_SIZE;
		this.#restart(capacity);
	}

	/** Makes the next call append its records to the first `records` line records and `rejects` rejects. */
	recordFrom(records: number, rejects: number): void {
		this.setCursor(Cursor.RECORDS_AT, this.records + records * LineRecord.SIZE);
		this.setCursor(Cursor.MAX_RECORDS, MAX_RECORDS - records);
		this.setCursor(Cursor.REJECTS_AT, this.rejects + rejects * RejectRecord.SIZE);
		this.setCursor(Cursor.MAX_REJECTS, MAX_REJECTS - rejects);
	}

	/**
	 * Grows the input to at least `capacity` octets, and the other areas to match. Keeps the input, but moves the other areas. Throws
	 * OptionError `invalid-option` in a function that answers a question, and MemoryError: then no area has moved.
	 */
	reserve(capacity: number): void {
		if (this.#isAsking) throw new OptionError("invalid-option", "Functions in options must not call urlsieve.");
		if (capacity <= this.capacity) return;
		const before = this.capacity;
		this.#placeAreas(capacity);
		try {
			this.#reserveMemory();
		} catch (error) {
			this.#placeAreas(before);
			throw error;
		}
		if (this.#base !== undefined) this.#placeBase(this.#base);
	}

	#placeAreas(capacity: number): void {
		const outputSize = this.#growth * capacity + this.#slack;
		this.capacity = capacity;
		this.output = align(this.input + capacity + Limit.MARGIN);
		this.result = align(this.output + outputSize + Limit.MARGIN);
		this.base = align(this.result + capacity + outputSize + Limit.MARGIN);
	}

	/**
	 * Call before a use. Gives the memory of an enlarged workspace back once in a while: see the top of this file. Throws like
	 * `reserve`.
	 */
	tidy(): void {
		this.reserve(0);
		if (this.#isHeld || this.capacity <= LINES_CAPACITY) return;
		++this.#uses;
		if (this.#uses < PATIENCE || (this.#uses & (this.#uses - 1)) !== 0) return;
		const { kernel, capacity } = this;
		try {
			this.kernel = this.#create();
			// Without address space for another memory it is a kernel in JavaScript, which would be slower.
			if (this.kernel.engine === kernel.engine) {
				this.#restart(Math.max(this.#initial, this.#base?.octets.length ?? 0));
				return;
			}
		} catch {
			// There is no memory for another kernel.
		}
		this.kernel = kernel;
		this.#restart(capacity);
	}

	/** Returns what `run` returns. Until then the kernel stays: `run` reads what was written to its memory before. */
	hold<Result>(run: () => Result): Result {
		this.#isHeld = true;
		try {
			return run();
		} finally {
			this.#isHeld = false;
		}
	}

	/** Places all areas in the memory of the kernel. */
	#restart(capacity: number): void {
		this.capacity = 0;
		this.reserve(capacity);
		this.recordFrom(0, 0);
	}

	/** Sets the base of the following resolutions. Returns Status.OK or `-Status`. Throws like `reserve`: then there is no base. */
	setBase(base: Base): number {
		this.#base = undefined;
		this.reserve(base.octets.length);
		this.kernel.reserve(this.#endFor(base));
		this.#base = base;
		this.#reserveMemory();
		return this.#placeBase(base);
	}

	/** Whether this is already the base, with this resolution. */
	hasBase(text: string, resolution: number): boolean {
		return this.#base?.text === text && this.#base.resolution === resolution;
	}

	/** Forgets a base that the kernel refused. */
	dropBase(): void {
		this.#base = undefined;
	}

	/** Reserves `size` octets after all areas, for use before the next call of this workspace. Returns their address. Throws MemoryError. */
	reserveScratch(size: number): number {
		const scratch = align(this.#endFor(this.#base));
		this.kernel.reserve(scratch + size + Limit.MARGIN);
		this.#viewMemory();
		return scratch;
	}

	#reserveMemory(): void {
		this.kernel.reserve(this.#endFor(this.#base));
		this.#viewMemory();
	}

	#viewMemory(): void {
		this.inputOctets = this.kernel.octets.subarray(this.input, this.input + this.capacity);
		this.fingerprint = this.kernel.octets.subarray(this.fingerprints, this.fingerprints + FINGERPRINT_SIZE);
		this.buffer = latinSource(this.kernel.octets.buffer);
	}

	/** The end of all areas. */
	#endFor(base: Base | undefined): number {
		return this.base + (base?.octets.length ?? 0) + Limit.MARGIN;
	}

	#placeBase({ octets, resolution }: Base): number {
		this.kernel.octets.set(octets, this.base);
		return this.kernel.call.setBase(resolution, this.base, this.base + octets.length);
	}

	/** If a call stopped to ask for an A-label, answers it. Returns whether to repeat the call. */
	answer(status: number, host: HostKnowledge): boolean {
		if (status !== Status.NEEDS_ALABEL) return false;
		this.#isAsking = true;
		try {
			this.ask(host);
		} finally {
			this.#isAsking = false;
		}
		return true;
	}

	/** Computes an A-label. The workspaces of other kernels know other questions. */
	protected ask(host: HostKnowledge): void {
		answerQuestion(this.kernel, host.toAscii);
	}

	/** The address at which the output must end. */
	get outputLimit(): number {
		return this.result - Limit.MARGIN;
	}

	cursor(field: Cursor): number {
		return this.kernel.words[(Address.CURSOR + field) >> 2] as number;
	}

	setCursor(field: Cursor, value: number): void {
		this.kernel.words[(Address.CURSOR + field) >> 2] = value;
	}

	/** Sets the schemes for Flag.LIST_SCHEMES: the areas from ADMITS_WEB on. */
	listSchemes(areas: Uint8Array): void {
		this.kernel.octets.set(areas, Address.ADMITS_WEB);
	}

	setKey(key: Uint8Array): void {
		this.kernel.octets.set(key, this.key);
	}
}

/** A workspace for lines, of any kernel. */
export type LineWorkspace = Workspace<LineFunctions>;

/** The first aligned address from `address` on. */
export function align(address: number): number {
	return Math.ceil(address / ALIGNMENT) * ALIGNMENT;
}

/** A Node.js Buffer, with the method that decodes US-ASCII faster than TextDecoder. A Buffer elsewhere may lack it. */
export interface LatinSource {
	latin1Slice?(start: number, end: number): string;
}

function latinSource(memory: ArrayBuffer): LatinSource | undefined {
	const host = globalThis as unknown as { Buffer?: { from(memory: ArrayBuffer): LatinSource } };
	return host.Buffer?.from(memory);
}
