/** The learn kernel: it takes keys apart, makes records of rows, and keys of records. */
import build from "#learn-kernel";
import * as portable from "../../../assembly/learn/index";
import { Hash, Index, LearnLimit } from "../../../assembly/learn/layout";
import { createArrayKernel } from "../../engine/array-kernel";
import type { Engine, Kernel } from "../../engine/kernel";
import { KernelSource } from "../../engine/kernel-source";
import { wasmFactory } from "../../engine/wasm";
import { align } from "../../engine/workspace";
import { SetError } from "../../errors";

/** The exports of the learn kernel. Addresses and counts are i32. */
export type LearnFunctions = typeof portable;

const source = new KernelSource<LearnFunctions>(() => createArrayKernel(portable), wasmFactory(build));

/** Addresses beyond would be negative: the kernel compares them. */
const MAX_END = 2 ** 31 - LearnLimit.MARGIN;

/** A span of memory. */
export interface Area {
	readonly start: number;
	readonly octets: number;
}

export const NO_AREA: Area = { start: 0, octets: 0 };

/** A kernel, and which of its memory is taken. */
export class LearnMemory {
	readonly kernel: Kernel<LearnFunctions>;
	#end: number;
	/** Areas with their margins. No two of them touch. */
	#free: Area[] = [];
	#isDuring = false;

	/** On an instance of the learn kernel, or on a new one: see `KernelSource.create`. */
	constructor(on: Engine | Kernel<LearnFunctions>) {
		this.kernel = typeof on === "string" ? source.create(on) : on;
		this.#end = align(this.kernel.call.heapBase());
	}

	/** Takes an area. Its contents are undefined. Throws RangeError if memory cannot be allocated, SetError `set-full` beyond 2 GiB. */
	take(octets: number): Area {
		const size = align(octets + LearnLimit.MARGIN);
		const area = this.#smallestOf(size) ?? this.#extend(size);
		const { start } = area;
		if (area.octets > size) this.#free.push({ start: start + size, octets: area.octets - size });
		return { start, octets };
	}

	give({ start, octets }: Area): void {
		if (octets === 0) return;
		let from = start;
		let to = start + align(octets + LearnLimit.MARGIN);
		// At most one area ends where this one begins, and one begins where it ends.
		this.#free = this.#free.filter((area) => {
			const end = area.start + area.octets;
			if (end !== from && area.start !== to) return true;
			from = Math.min(from, area.start);
			to = Math.max(to, end);
			return false;
		});
		if (to === this.#end) this.#end = from;
		else this.#free.push({ start: from, octets: to - from });
	}

	/** Removes the smallest free area that is large enough. */
	#smallestOf(size: number): Area | undefined {
		let best = -1;
		for (const [place, { octets }] of this.#free.entries()) {
			if (octets >= size && (best < 0 || octets < (this.#free[best] as Area).octets)) best = place;
		}
		return best < 0 ? undefined : this.#free.splice(best, 1)[0];
	}

	#extend(size: number): Area {
		const start = this.#end;
		if (start + size > MAX_END) throw new SetError("set-full", "A page has too many variants: they need more than 2 GiB.");
		this.kernel.reserve(start + size);
		this.#end = start + size;
		return { start, octets: size };
	}

	/** Runs `work`, then frees all areas that it took. Nested calls free nothing: areas live until the outermost work ends. */
	during<Result>(work: () => Result): Result {
		if (this.#isDuring) return work();
		const [end, free] = [this.#end, this.#free];
		this.#free = [...free];
		this.#isDuring = true;
		try {
			return work();
		} finally {
			this.#end = end;
			this.#free = free;
			this.#isDuring = false;
		}
	}

	/** The area itself if it is large enough, or else a larger one, without its content. */
	resized(area: Area, octets: number): Area {
		if (area.octets >= octets) return area;
		this.give(area);
		return this.take(octets + (octets >> 2));
	}

	word(address: number): number {
		return this.kernel.words[address >> 2] as number;
	}

	setWord(address: number, value: number): void {
		this.kernel.words[address >> 2] = value;
	}

	/** The octets of an area. Valid until the next `take`. */
	octets(address: number, length: number): Uint8Array<ArrayBuffer> {
		return this.kernel.octets.subarray(address, address + length);
	}

	/** The words of an area, without sign. Valid until the next `take`. */
	words(address: number, length: number): Uint32Array<ArrayBuffer> {
		return new Uint32Array(this.kernel.octets.buffer, address, length);
	}
}

const FIRST_SLOTS = 256;

/** Numbers for hashes, in the memory of a kernel: see `Index`. */
export class KernelIndex {
	readonly address: number;
	readonly #memory: LearnMemory;
	#hashes: Area = NO_AREA;
	#slots: Area = NO_AREA;

	constructor(memory: LearnMemory) {
		this.#memory = memory;
		this.address = memory.take(Index.SIZE).start;
		memory.setWord(this.address + Index.COUNT, 0);
		this.makeRoom(0);
	}

	get size(): number {
		return this.#memory.word(this.address + Index.COUNT);
	}

	/** The address of the hashes, by number. */
	get hashes(): number {
		return this.#hashes.start;
	}

	/** Makes room for `count` hashes in all. */
	makeRoom(count: number): void {
		const memory = this.#memory;
		let slots = FIRST_SLOTS;
		while (slots < 2 * count) slots *= 2;
		if (4 * slots <= this.#slots.octets) return;
		const hashes = memory.take((Hash.SIZE * slots) / 2);
		memory.kernel.octets.copyWithin(hashes.start, this.#hashes.start, this.#hashes.start + Hash.SIZE * this.size);
		memory.give(this.#hashes);
		memory.give(this.#slots);
		this.#hashes = hashes;
		this.#slots = memory.take(4 * slots);
		memory.octets(this.#slots.start, 4 * slots).fill(0);
		memory.setWord(this.address + Index.HASHES, hashes.start);
		memory.setWord(this.address + Index.SLOTS, this.#slots.start);
		memory.setWord(this.address + Index.MASK, slots - 1);
		memory.kernel.call.fillIndex(this.address);
	}

	clear(): void {
		this.#memory.kernel.call.clearIndex(this.address);
	}
}
