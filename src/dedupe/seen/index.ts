/**
 * Fingerprints to marks: which references are new, and of which earlier one the others are duplicates.
 *
 * ```
 *   fingerprints ──mark──▶ a set in memory, or today's set and the store of earlier runs ──▶ FRESH, or an ordinal
 * ```
 */
import { Ordinals } from "../../engine/ordinals";
import { SeenTables } from "../../engine/seen-tables";
import type { LineRules } from "../../job/line-rules";
import { runKey } from "./run-key";

export interface Index {
	/** The secret key of the fingerprints. */
	readonly key: Uint8Array;
	/** Number of ordinals: one for each new reference and, with a store, one for all that it knows. */
	readonly count: number;
	/** Number of new references so far. */
	readonly added: number;
	/** Returns a mark for each fingerprint, at most MAX_BATCH of SeenTable: FRESH, or the ordinal of the equal one. Valid until the next call. */
	mark(fingerprints: Uint8Array): Int32Array;
	/** Present if it pays to ask for many fingerprints at once. */
	readonly asks?: AskedIndex;
	/** Writes what is new for the end of the run. Throws Failure. */
	finish?(): void;
}

/** An index over a store, which answers late: see held.ts. */
export interface AskedIndex extends Pick<Index, "added"> {
	/** Returns a mark for each fingerprint, FRESH if the store decides. Valid until the next call. */
	compare(fingerprints: Uint8Array): Int32Array;
	/** Asks the store for at most MAX_BATCH fingerprints. Returns 1 for each known one, else 0. Valid until the next call. */
	ask(fingerprints: Uint8Array): Uint8Array;
	/**
	 * Makes the marks of a batch final. `known` has the store's answers for those that were FRESH, of which those of the batch begin at
	 * number `from`. Returns the number after them. Requires: batches come in order.
	 */
	settle(marks: Int32Array, known: Uint8Array, from: number): number;
}

/** A set that begins empty. */
export class MemoryIndex implements Index {
	readonly key = runKey();
	readonly #tables: SeenTables;

	/** `isNumbered`: whether marks say of which reference one is a duplicate. `capacity`: number of references to begin with room for. */
	constructor(rules: LineRules, isNumbered = false, capacity = 0) {
		this.#tables = newTables(rules, isNumbered, capacity);
	}

	get count(): number {
		return this.#tables.count;
	}

	get added(): number {
		return this.#tables.count;
	}

	get byteLength(): number {
		return this.#tables.byteLength;
	}

	mark(fingerprints: Uint8Array): Int32Array {
		return this.#tables.addKeys(fingerprints);
	}

	/** All fingerprints so far, some at a time. */
	fingerprints(): Iterable<Uint8Array> {
		return this.#tables.fingerprints();
	}
}

/** Creates an empty set. */
export function newTables({ rules }: LineRules, isNumbered: boolean, capacity: number): SeenTables {
	return new SeenTables(() => rules.createKernel(), { ordinals: isNumbered ? new Ordinals() : undefined, capacity });
}
