/**
 * An index over a store: today's lines are compared among themselves, and the store is asked for the remaining ones.
 *
 * ```
 *   fingerprints ──today's set──▶ marks, and the fingerprints that are new today ──store──▶ which of them are known ──▶ final marks
 * ```
 *
 * A set with ordinals numbers all lines that are new today. Final marks number those that the store does not know, from 1. The ordinal 0
 * stands for all that the store knows.
 */
import { FINGERPRINT_SIZE } from "../../../assembly/seen/fingerprint";
import { NumberList } from "../../engine/number-list";
import { FRESH } from "../../engine/seen-table";
import type { SeenTables } from "../../engine/seen-tables";
import type { AskedIndex, Index } from "./index";
import { NewKeys } from "./new-keys";
import type { KnownStore, SeenFile } from "./seen-file";

/** The ordinal of all that earlier runs know. */
const EARLIER = 0;
const NO_MARKS = new Uint8Array(0);
const WORDS = FINGERPRINT_SIZE / 4;

export class KnownIndex implements Index, AskedIndex {
	readonly key: Uint8Array;
	readonly asks = this;
	readonly #file: Pick<SeenFile, "stage">;
	readonly #store: KnownStore;
	readonly #today: SeenTables;
	/** By ordinal of today's set: the final one. Undefined without ordinals. */
	readonly #finals: NumberList | undefined;
	/** The keys that are new to the store. */
	readonly #news = new NewKeys();
	added = 0;

	/** `today`: an empty set. */
	constructor(file: Pick<SeenFile, "stage">, store: KnownStore, today: SeenTables, isNumbered: boolean) {
		this.key = store.key;
		this.#file = file;
		this.#store = store;
		this.#today = today;
		this.#finals = isNumbered ? new NumberList() : undefined;
	}

	get count(): number {
		return 1 + this.added;
	}

	mark(fingerprints: Uint8Array): Int32Array {
		const marks = this.compare(fingerprints);
		this.settle(marks, this.ask(freshOf(fingerprints, marks)), 0);
		return marks;
	}

	/** Compares references of today among themselves. */
	compare(fingerprints: Uint8Array): Int32Array {
		return this.#today.addKeys(fingerprints);
	}

	/** Takes the keys that the store lacks. */
	ask(fingerprints: Uint8Array): Uint8Array {
		if (fingerprints.length === 0) return NO_MARKS;
		const { marks, fresh } = this.#store.ask(fingerprints);
		this.#news.addAll(fresh);
		return marks;
	}

	settle(marks: Int32Array, known: Uint8Array, from: number): number {
		let next = from;
		for (let index = 0; index < marks.length; ++index) {
			const mark = marks[index] as number;
			if (mark !== FRESH) {
				if (this.#finals !== undefined && mark < this.#finals.length) marks[index] = this.#finals.at(mark);
				continue;
			}
			const isKnown = known[next++] === 1;
			if (isKnown) marks[index] = EARLIER;
			this.#finals?.push(isKnown ? EARLIER : this.count);
			if (!isKnown) this.added += 1;
		}
		return next;
	}

	finish(): void {
		this.#file.stage(this.#news.runs());
	}
}

/** Copies the fingerprints whose mark is FRESH. */
export function freshOf(fingerprints: Uint8Array, marks: Int32Array): Uint8Array {
	const words = new Int32Array(fingerprints.buffer, fingerprints.byteOffset, marks.length * WORDS);
	const fresh = new Int32Array(words.length);
	let end = 0;
	for (let index = 0; index < marks.length; ++index) {
		if (marks[index] !== FRESH) continue;
		for (let at = index * WORDS; at < (index + 1) * WORDS; ++at) fresh[end++] = words[at] as number;
	}
	return new Uint8Array(fresh.buffer, 0, 4 * end);
}
