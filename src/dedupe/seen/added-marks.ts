/** Marks lines that are new to a store, which compares all of them and adds those it lacks. */
import { FINGERPRINT_SIZE } from "../../../assembly/seen/fingerprint";
import { FRESH } from "../../engine/seen-table";
import type { LineRules } from "../../job/line-rules";
import type { Marks } from "./marks";

/** A mark for a line that is not new. */
const KNOWN = 0;
const WORDS = FINGERPRINT_SIZE / 4;

export class AddedMarks implements Marks {
	readonly settings: LineRules["settings"];
	readonly key: Uint8Array;
	readonly #addAll: (fingerprints: Uint8Array) => Uint8Array;
	added = 0;

	/** `addAll` adds fingerprints to the store. It marks those that were new with 0. */
	constructor({ settings }: Pick<LineRules, "settings">, key: Uint8Array, addAll: (fingerprints: Uint8Array) => Uint8Array) {
		this.settings = settings;
		this.key = key;
		this.#addAll = addAll;
	}

	/** Leaves all lines to the store but those that were rejected, whose fingerprints are zeros. */
	compare(fingerprints: Uint8Array): Int32Array {
		const words = new Int32Array(fingerprints.buffer, fingerprints.byteOffset, fingerprints.length / 4);
		const marks = new Int32Array(words.length / WORDS);
		for (let index = 0; index < marks.length; ++index) marks[index] = isZero(words, index * WORDS) ? KNOWN : FRESH;
		return marks;
	}

	ask(fingerprints: Uint8Array): Uint8Array {
		return fingerprints.length === 0 ? fingerprints : this.#addAll(fingerprints);
	}

	finish(marks: Int32Array, _: Uint8Array, known: Uint8Array, from: number): number {
		let next = from;
		for (let index = 0; index < marks.length; ++index) {
			if (marks[index] !== FRESH) continue;
			if (known[next++] === 0) this.added += 1;
			else marks[index] = KNOWN;
		}
		return next;
	}
}

function isZero(words: Int32Array, at: number): boolean {
	return ((words[at] as number) | (words[at + 1] as number) | (words[at + 2] as number) | (words[at + 3] as number)) === 0;
}
