/** The store kernel: it sorts keys, and searches, merges and writes the runs of a file. */
import build from "#store-kernel";
import * as portable from "../../assembly/store/index";
import { StoreLimit } from "../../assembly/store/layout";
import { isError } from "../brand";
import { createArrayKernel } from "../engine/array-kernel";
import type { Engine, Kernel } from "../engine/kernel";
import { KernelSource } from "../engine/kernel-source";
import { wasmFactory } from "../engine/wasm";
import { align } from "../engine/workspace";
import { SetError } from "../errors";

/** The exports of the store kernel. Addresses and counts are i32. */
type StoreFunctions = typeof portable;

const source = new KernelSource<StoreFunctions>(() => createArrayKernel(portable), wasmFactory(build));

/** Addresses beyond would be negative: the kernel compares them. */
const MAX_END = 2 ** 31;

/** A kernel, and the part of its memory that is taken. */
export class StoreMemory {
	readonly kernel: Kernel<StoreFunctions>;
	#end: number;

	/** Creates an instance of the store kernel: see `KernelSource.create`. */
	constructor(engine: Engine) {
		this.kernel = source.create(engine);
		this.#end = this.kernel.call.heapBase();
	}

	/** Takes an area of zeros. Returns its address. Throws SetError `set-full` if memory cannot be allocated, or beyond 2 GiB. */
	take(octets: number): number {
		const start = align(this.#end);
		this.#end = start + octets;
		this.#reserve(this.#end + StoreLimit.MARGIN);
		return start;
	}

	/** Gives back all areas from this one on. The next area may not consist of zeros. */
	giveBack(area: number): void {
		this.#end = area;
	}

	/** Makes room for all of these octets at once: for V8, each growth turns the whole old memory into garbage. */
	expect(octets: number): void {
		this.#reserve(this.#end + octets);
	}

	#reserve(end: number): void {
		try {
			if (end > MAX_END) throw new RangeError();
			this.kernel.reserve(end);
		} catch (error) {
			throw isError(error, "RangeError") ? new SetError("set-full", "The set is full: memory cannot be allocated.") : error;
		}
	}

	word(address: number): number {
		return this.kernel.words[address >> 2] as number;
	}

	setWord(address: number, value: number): void {
		this.kernel.words[address >> 2] = value;
	}

	/** The octets of an area. Valid until the next `take`. */
	area(address: number, octets: number): Uint8Array<ArrayBuffer> {
		return this.kernel.octets.subarray(address, address + octets);
	}
}

/** The check of octets: see assembly/store/checksum.ts. */
export class Checks {
	readonly #memory: StoreMemory;
	#area = 0;
	#capacity = 0;

	constructor(engine: Engine) {
		this.#memory = new StoreMemory(engine);
	}

	/** An unsigned word. */
	of(octets: Uint8Array, seed: number): number {
		if (octets.length > this.#capacity) {
			this.#capacity = Math.max(2 * this.#capacity, octets.length);
			this.#area = this.#memory.take(this.#capacity);
		}
		this.#memory.area(this.#area, octets.length).set(octets);
		return this.#memory.kernel.call.checksum(this.#area, this.#area + octets.length, seed) >>> 0;
	}
}
