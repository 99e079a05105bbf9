/** Fingerprints of references that were observed to lead elsewhere, and those of where they lead to. */
import type { Observed } from "../reference/observed";

/** A fingerprint as four little-endian words. */
type Words = Int32Array;

const WORDS = 4;

export class ObservedFingerprints {
	readonly #observed: Observed;
	readonly #fingerprint: (normal: string) => Uint8Array;
	/** By the first word of a fingerprint: those that begin with it, each with the one to put in its place. */
	#places = new Map<number, [from: Words, to: Words][]>();
	#version = 0;

	/** `fingerprint` is that of a set: of a normal form, under the key of the set. */
	constructor(observed: Observed, fingerprint: (normal: string) => Uint8Array) {
		this.#observed = observed;
		this.#fingerprint = fingerprint;
	}

	/** Puts the fingerprint of where it leads to in the place of each of the `count` fingerprints at the word `at`. */
	replace(words: Int32Array, at: number, count: number): void {
		if (this.#version !== this.#observed.version) this.#gather();
		if (this.#places.size === 0) return;
		for (let place = at; place < at + count * WORDS; place += WORDS) {
			const known = this.#places.get(words[place] as number);
			const found = known?.find(([from]) => from.every((word, index) => word === words[place + index]));
			if (found !== undefined) words.set(found[1], place);
		}
	}

	#gather(): void {
		this.#version = this.#observed.version;
		this.#places = new Map();
		for (const normal of this.#observed.sources()) {
			const from = this.#wordsOf(normal);
			const first = from[0] as number;
			const known = this.#places.get(first) ?? [];
			this.#places.set(first, [...known, [from, this.#wordsOf(this.#observed.representative(normal))]]);
		}
	}

	#wordsOf(normal: string): Words {
		return new Int32Array(this.#fingerprint(normal).slice().buffer);
	}
}
