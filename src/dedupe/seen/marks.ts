/** Marks of lines, which say whether they are fresh: see SievedBatch. */
import { FINGERPRINT_SIZE } from "../../../assembly/seen/fingerprint";
import { FRESH } from "../../engine/seen-table";
import type { LineSettings } from "../../lines/lines";

/** Decides which lines are fresh. KnownMarks compares the lines of a run among themselves first. AddedMarks leaves that to the store. */
export interface Marks {
	readonly settings: LineSettings;
	/** The secret key of the fingerprints. */
	readonly key: Uint8Array;
	/** Number of fresh lines so far. */
	readonly added: number;
	/** Returns a mark for each fingerprint, FRESH if the store decides. Valid until the next call. */
	compare(fingerprints: Uint8Array): Int32Array;
	/** Asks the store for at most MAX_BATCH fingerprints. Returns 1 for each known one, else 0. Valid until the next call. */
	ask(fingerprints: Uint8Array): Uint8Array;
	/**
	 * Makes the marks of a batch final. `fresh` and `known` are the fingerprints that were FRESH, and the store's answers for them, of which
	 * those of the batch begin at number `from`. Returns the number after them. Requires: batches come in order.
	 */
	finish(marks: Int32Array, fresh: Uint8Array, known: Uint8Array, from: number): number;
}

const WORDS = FINGERPRINT_SIZE / 4;

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
