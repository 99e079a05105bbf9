/** Sorts new keys. */
import { Key, KeyRecord, StoreLimit } from "../../assembly/store/layout";
import type { StoreMemory } from "./store-kernel";

export class KeySorter {
	readonly #memory: StoreMemory;
	/** Number of keys that there is room for. */
	#capacity = 0;
	#records = 0;
	#spare = 0;
	#marks = 0;
	#counts = 0;

	constructor(memory: StoreMemory) {
		this.#memory = memory;
	}

	/** Places keys, Key.SIZE octets each, in order, each once. Returns where they are, until the next call. */
	sort(keys: Uint8Array): { readonly start: number; readonly end: number } {
		const count = keys.length / Key.SIZE;
		this.#reserve(count);
		const { kernel } = this.#memory;
		const from = new Uint32Array(keys.buffer, keys.byteOffset, 3 * count);
		const to = kernel.words.subarray(this.#records >> 2);
		for (let index = 0; index < count; ++index) {
			to[4 * index] = from[3 * index] as number;
			to[4 * index + 1] = from[3 * index + 1] as number;
			to[4 * index + 2] = from[3 * index + 2] as number;
		}
		kernel.octets.fill(0, this.#marks, this.#marks + count);
		kernel.call.sortKeys(this.#records, count, this.#spare, this.#counts);
		kernel.call.markRepeats(this.#records, count, this.#marks);
		return { start: this.#spare, end: kernel.call.listKeys(this.#records, count, this.#marks, this.#spare) };
	}

	#reserve(count: number): void {
		if (this.#capacity > 0 && count <= this.#capacity) return;
		this.#capacity = Math.max(count, 1);
		this.#records = this.#memory.take(count * KeyRecord.SIZE);
		this.#spare = this.#memory.take(count * KeyRecord.SIZE);
		this.#marks = this.#memory.take(count);
		this.#counts = this.#memory.take(StoreLimit.COUNTERS);
	}
}
