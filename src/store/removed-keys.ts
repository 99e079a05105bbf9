/**
 * Removes keys: the file is written anew without them, and takes the place of the old one in one step. A record that says "removed" would be
 * cheaper for one key, but a version that does not know it would take the rest of the log for torn, and cut it off.
 *
 * ```
 *   runs, keys in memory ──merge──▶ keys in order ──keep──▶ those that stay ──▶ run in a new file
 *                                      removed, in order ─┘
 * ```
 */
import { Key } from "../../assembly/store/layout";
import type { Engine } from "../engine/kernel";
import { OctetSink } from "../lines/octet-sink";
import { fingerprintsOfKeys, keysOfFingerprints } from "./fingerprint-keys";
import { KeySorter } from "./key-sorter";
import { type Answer, MAX_BATCH } from "./lookup";
import { StoreMemory } from "./store-kernel";

/** The keys among those of fingerprints that a store has, each once, in order. `ask`: `Store.ask`. */
export function knownKeysOf(engine: Engine, fingerprints: Uint8Array, ask: (fingerprints: Uint8Array) => Answer): Uint8Array {
	const memory = new StoreMemory(engine);
	const { start, end } = new KeySorter(memory).sort(keysOfFingerprints(fingerprints));
	const sorted = memory.area(start, end - start);
	const known = new OctetSink(0);
	for (let at = 0; at < sorted.length; at += MAX_BATCH * Key.SIZE) {
		const keys = sorted.slice(at, at + MAX_BATCH * Key.SIZE);
		const { marks } = ask(fingerprintsOfKeys(keys));
		for (const [index, mark] of marks.entries())
			if (mark === 1) known.append(keys.subarray(index * Key.SIZE, (index + 1) * Key.SIZE));
	}
	return known.octets().slice();
}

const WORDS = Key.SIZE / 4;

export class RemovedKeys {
	readonly #removed: Uint32Array;
	/** The first word of the next key to remove. */
	#next = 0;

	/** `removed`: in order. */
	constructor(removed: Uint8Array) {
		this.#removed = new Uint32Array(removed.buffer, removed.byteOffset, removed.length / 4);
	}

	/** Moves the keys at [start, end) that stay together. Returns their end. Requires: all of them follow those before. */
	keep({ kernel }: StoreMemory, start: number, end: number): number {
		const keys = new Uint32Array(kernel.octets.buffer, kernel.octets.byteOffset + start, (end - start) / 4);
		let [from, to] = [0, 0];
		const move = (until: number) => {
			if (to < from) keys.copyWithin(to, from, until);
			to += until - from;
			from = until;
		};
		while (this.#next < this.#removed.length) {
			const at = this.#placeIn(keys, from);
			if (at === keys.length) break;
			move(at);
			if (this.#compare(keys, at) === 0) from += WORDS;
			this.#next += WORDS;
		}
		move(keys.length);
		return start + 4 * to;
	}

	/** The first word of the first key from `from` on that is not before the next one to remove. */
	#placeIn(keys: Uint32Array, from: number): number {
		let [low, high] = [from / WORDS, keys.length / WORDS];
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (this.#compare(keys, middle * WORDS) < 0) low = middle + 1;
			else high = middle;
		}
		return low * WORDS;
	}

	/** Below 0 if a key comes before the next one to remove, 0 if it is the same. */
	#compare(keys: Uint32Array, at: number): number {
		for (let word = 0; word < WORDS; ++word) {
			const [own, other] = [keys[at + word] as number, this.#removed[this.#next + word] as number];
			if (own !== other) return own - other;
		}
		return 0;
	}
}
