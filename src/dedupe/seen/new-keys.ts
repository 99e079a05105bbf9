/** Keys that a run has found to be new, until they are written to the store. */

import { FINGERPRINT_SIZE } from "../../../assembly/seen/fingerprint";
import { Key } from "../../../assembly/store/layout";
import type { NewKeyRun } from "../../store/merge-runs";

/** Max keys of a part, which is written as a run. */
const MAX_IN_PART = 1_048_576;
/** The initial capacity of a part, in keys. */
const LEAST_ROOM = 4096;
const WORDS = Key.SIZE / 4;
/** Words of a fingerprint. */
export const STRIDE = FINGERPRINT_SIZE / 4;

export class NewKeys {
	readonly #parts: Uint32Array[] = [];
	/** The last part, and the number of its words that are filled. */
	#part = new Uint32Array(0);
	#filled = 0;
	count = 0;

	/** Adds the key of the fingerprint at a word of `fingerprints`. */
	addKey(fingerprints: Uint32Array, at: number): void {
		if (this.#filled === this.#part.length) this.#grow();
		for (let word = 0; word < WORDS; ++word) this.#part[this.#filled + word] = fingerprints[at + word] as number;
		this.#filled += WORDS;
		this.count += 1;
	}

	/** Adds keys, Key.SIZE octets each. Requires: they begin at a multiple of four octets. */
	addAll(keys: Uint8Array): void {
		const words = wordsOf(keys);
		for (let at = 0; at < words.length; ) {
			if (this.#filled === this.#part.length) this.#grow(words.length - at);
			const some = words.subarray(at, at + this.#part.length - this.#filled);
			this.#part.set(some, this.#filled);
			this.#filled += some.length;
			at += some.length;
		}
		this.count += words.length / WORDS;
	}

	/** Yields all keys as runs of at most MAX_IN_PART. The keys of a part are in no order against those of the next. */
	*runs(): Generator<NewKeyRun> {
		for (const part of this.parts()) yield { count: part.length / Key.SIZE, parts: [part] };
	}

	/** Yields all keys, Key.SIZE octets each, at most MAX_IN_PART at a time. */
	*parts(): Generator<Uint8Array<ArrayBuffer>> {
		for (const part of this.#parts) yield new Uint8Array(part.buffer as ArrayBuffer);
		if (this.#filled > 0) yield new Uint8Array(this.#part.buffer, 0, 4 * this.#filled);
	}

	/** All keys, Key.SIZE octets each. */
	all(): Uint8Array<ArrayBuffer> {
		const parts = [...this.parts()];
		if (parts.length === 1) return parts[0] as Uint8Array<ArrayBuffer>;
		const octets = new Uint8Array(this.count * Key.SIZE);
		let at = 0;
		for (const part of parts) {
			octets.set(part, at);
			at += part.length;
		}
		return octets;
	}

	/** Makes room for one key, and for `wanted` words if a part can hold them. */
	#grow(wanted = 0): void {
		const isFull = this.#part.length === MAX_IN_PART * WORDS;
		if (isFull) this.#parts.push(this.#part);
		const room = Math.max(LEAST_ROOM * WORDS, 2 * this.#part.length, wanted);
		const grown = new Uint32Array(isFull ? this.#part.length : Math.min(room, MAX_IN_PART * WORDS));
		if (!isFull) grown.set(this.#part);
		else this.#filled = 0;
		this.#part = grown;
	}
}

/** Fingerprints or keys as words. Requires: they begin at a multiple of four octets. */
export function wordsOf({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array {
	return new Uint32Array(buffer, byteOffset, byteLength / 4);
}
