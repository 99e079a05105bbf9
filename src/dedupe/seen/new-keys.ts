/** Keys that a run has found to be new, until they are written to the store. */

import { FINGERPRINT_SIZE } from "../../../assembly/seen/fingerprint";
import { Key } from "../../../assembly/store/layout";
import type { NewKeyRun } from "../../store/merge-runs";

/** Keys of a part: so many are written as a run. */
const MAX_IN_PART = 1_048_576;
/** Keys for which a part begins with room. */
const LEAST_ROOM = 4096;

export class NewKeys {
	readonly #parts: Uint8Array[] = [];
	/** The last part, and how much of it is filled. */
	#part = new Uint8Array(0);
	#filled = 0;
	count = 0;

	/** Adds the key of the fingerprint at an octet of `fingerprints`. */
	add(fingerprints: Uint8Array, at: number): void {
		if (this.#filled === this.#part.length) this.#grow();
		for (let octet = 0; octet < Key.SIZE; ++octet) this.#part[this.#filled + octet] = fingerprints[at + octet] as number;
		this.#filled += Key.SIZE;
		this.count += 1;
	}

	/** Adds the keys of fingerprints, FINGERPRINT_SIZE octets each. */
	addAll(fingerprints: Uint8Array): void {
		for (let at = 0; at < fingerprints.length; at += FINGERPRINT_SIZE) this.add(fingerprints, at);
	}

	/** Yields all keys as runs of at most MAX_IN_PART: they come in no order, so that no part precedes the next. */
	*runs(): Generator<NewKeyRun> {
		for (const part of this.parts()) yield { count: part.length / Key.SIZE, parts: [part] };
	}

	/** Yields all keys, Key.SIZE octets each, at most MAX_IN_PART at a time. */
	*parts(): Generator<Uint8Array<ArrayBuffer>> {
		yield* this.#parts as Uint8Array<ArrayBuffer>[];
		if (this.#filled > 0) yield this.#part.subarray(0, this.#filled);
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

	#grow(): void {
		const isFull = this.#part.length === MAX_IN_PART * Key.SIZE;
		if (isFull) this.#parts.push(this.#part);
		const grown = new Uint8Array(isFull ? this.#part.length : Math.max(LEAST_ROOM * Key.SIZE, 2 * this.#part.length));
		if (!isFull) grown.set(this.#part);
		else this.#filled = 0;
		this.#part = grown;
	}
}
