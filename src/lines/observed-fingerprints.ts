/** Replaces the fingerprints of references observed to lead elsewhere by those of their targets. */
import type { Observed } from "../reference/observed";

/** A fingerprint as four little-endian words. */
type Words = Int32Array;

const WORDS = 4;

export class ObservedFingerprints {
	readonly #observed: Observed;
	readonly #fingerprint: (normal: string) => Uint8Array;
	/** The replacements, by the first word of the fingerprint to replace. */
	#places = new Map<number, [from: Words, to: Words][]>();
	#version = 0;

	/** `fingerprint` computes the fingerprint of a normal form under the key of a set. */
	constructor(observed: Observed, fingerprint: (normal: string) => Uint8Array) {
		this.#observed = observed;
		this.#fingerprint = fingerprint;
	}

	/** Replaces each of the `count` fingerprints at word `at` by that of its target, if one was observed. */
	replace(words: Int32Array, at: number, count: number): void {
		if (this.#version !== this.#observed.version) this.#rebuild();
		if (this.#places.size === 0) return;
		for (let place = at; place < at + count * WORDS; place += WORDS) {
			const known = this.#places.get(words[place] as number);
			const found = known?.find(([from]) => from.every((word, index) => word === words[place + index]));
			if (found !== undefined) words.set(found[1], place);
		}
	}

	#rebuild(): void {
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
