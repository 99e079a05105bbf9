/** Sorts new keys. */
import { Key, KeyRecord, StoreLimit } from "../../assembly/store/layout";
import type { StoreMemory } from "./store-kernel";

export class KeySorter {
	readonly #memory: StoreMemory;
	/** Number of keys for which there is room. */
	#capacity = 0;
	#records = 0;
	#spare = 0;
	#marks = 0;
	#counts = 0;

	constructor(memory: StoreMemory) {
		this.#memory = memory;
	}

	/** Sorts keys of Key.SIZE octets, each once. Returns their addresses, valid until the next call. */
	sort(keys: Uint8Array): { readonly start: number; readonly end: number } {
		const count = keys.length / Key.SIZE;
		this.#reserve(count);
		const { kernel } = this.#memory;
		const from = new Uint32Array(keys.buffer, keys.byteOffset, 3 * count);
		if (isInOrder(from)) {
			kernel.octets.set(keys, this.#spare);
			return { start: this.#spare, end: this.#spare + keys.length };
		}
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

	/** Abandons the areas taken before: with room for 1.5 times the keys, they add up to at most twice the areas in use. */
	#reserve(count: number): void {
		if (this.#capacity > 0 && count <= this.#capacity) return;
		const capacity = this.#capacity === 0 ? Math.max(count, 1) : count + (count >> 1);
		// There is room for none if memory is refused below.
		this.#capacity = 0;
		this.#records = this.#memory.take(capacity * KeyRecord.SIZE);
		this.#spare = this.#memory.take(capacity * KeyRecord.SIZE);
		this.#marks = this.#memory.take(capacity);
		this.#counts = this.#memory.take(StoreLimit.COUNTERS);
		this.#capacity = capacity;
	}
}

/** Whether each key is greater than the one before: those of one batch come in order, and others fail within a few keys. */
function isInOrder(words: Uint32Array): boolean {
	for (let at = 3; at < words.length; at += 3) {
		const isGreater = (words[at] as number) > (words[at - 3] as number);
		if (!isGreater && !isAfter(words, at)) return false;
	}
	return true;
}

/** Whether the key at a word is greater than the one before. */
function isAfter(words: Uint32Array, at: number): boolean {
	for (let word = at; word < at + 3; ++word) {
		if (words[word] !== words[word - 3]) return (words[word] as number) > (words[word - 3] as number);
	}
	return false;
}
