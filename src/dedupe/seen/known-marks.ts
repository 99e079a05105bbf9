/**
 * Marks lines, given a store: today's lines are compared among themselves, and the store is asked for the remaining ones.
 *
 * ```
 *   fingerprints ──today's set──▶ marks, and the fingerprints that are new today ──store──▶ which of them are known ──▶ final marks
 * ```
 *
 * A set with ordinals numbers all lines that are new today. Final marks number those that the store does not know, from 1. The ordinal 0
 * stands for all that the store knows.
 */
import { NumberList } from "../../engine/number-list";
import type { Ordinals } from "../../engine/ordinals";
import { FRESH } from "../../engine/seen-table";
import type { SeenTables } from "../../engine/seen-tables";
import type { LineRules } from "../../job/line-rules";
import type { LineSet, Seen } from "../../lines/line-sieve";
import { freshOf, type Marks } from "./marks";
import { NewKeys } from "./new-keys";
import { newTables } from "./new-seen";
import type { KnownStore } from "./seen-file";

/** The ordinal of all that earlier runs know. */
const EARLIER = 0;

export class KnownMarks implements LineSet, Seen, Marks {
	readonly settings: LineRules["settings"];
	readonly key: Uint8Array;
	readonly #store: KnownStore;
	readonly #today: SeenTables;
	/** By ordinal of today's set: the final one. Undefined without ordinals. */
	readonly #finals: NumberList | undefined;
	/** The keys that are new to the store. */
	readonly news = new NewKeys();
	/** Number of new keys for which lines have been marked. */
	#marked = 0;

	constructor(store: KnownStore, keys: LineRules, ordinals: Ordinals | undefined, capacity = 0) {
		this.settings = keys.settings;
		this.key = store.key;
		this.#store = store;
		this.#today = newTables(keys, ordinals, capacity);
		this.#finals = ordinals && new NumberList();
	}

	get tables(): LineSet {
		return this;
	}

	/** Number of ordinals: one for all that the store knows, and one for each new key. */
	get count(): number {
		return 1 + this.#marked;
	}

	/** Number of lines so far whose keys the store lacks. */
	get added(): number {
		return this.#marked;
	}

	/** Returns a mark for each fingerprint, at most MAX_BATCH of SeenTable: FRESH, or the ordinal of the equal one. */
	add(fingerprints: Uint8Array): Int32Array {
		const marks = this.compare(fingerprints);
		const fresh = freshOf(fingerprints, marks);
		this.finish(marks, fresh, this.ask(fresh));
		return marks;
	}

	/** Compares lines among themselves. Returns today's marks, valid until the next call. */
	compare(fingerprints: Uint8Array): Int32Array {
		return this.#today.add(fingerprints);
	}

	/** Returns 1 for each known fingerprint of at most MAX_BATCH, else 0. Valid until the next call. Takes the keys of the others. */
	ask(fingerprints: Uint8Array): Uint8Array {
		if (fingerprints.length === 0) return NO_MARKS;
		const { marks, fresh } = this.#store.ask(fingerprints);
		this.news.addAll(fresh);
		return marks;
	}

	/** See `Marks`. */
	finish(marks: Int32Array, _: Uint8Array, known: Uint8Array, from = 0): number {
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
			if (!isKnown) this.#marked += 1;
		}
		return next;
	}
}

const NO_MARKS = new Uint8Array(0);
