/** Lines on their way into a store, chunk by chunk, and their results. */
import { FINGERPRINT_SIZE } from "../../assembly/seen/fingerprint";
import { Held } from "../dedupe/seen/held";
import type { AskedIndex } from "../dedupe/seen/index";
import { FRESH } from "../engine/seen-table";
import { toOctets } from "../input";
import { type Reject, rejectsOf } from "../lines/batch";
import { fingerprintBatch } from "../lines/fingerprints";
import { writtenLines } from "../lines/line-sieve";
import { LineFeed } from "../lines/lines";
import { OctetSink } from "../lines/octet-sink";
import type { Rules } from "../rules/rules";
import type { AddedLines } from "../seen/seen-set";
import { encoder } from "../utf8";

/** A mark for a line that is not new. */
const KNOWN = 0;
const WORDS = FINGERPRINT_SIZE / 4;

/** An index over a store, which compares all lines and adds those it lacks. */
class AddedIndex implements AskedIndex {
	readonly #addAll: (fingerprints: Uint8Array) => Uint8Array;
	added = 0;

	/** `addAll` adds fingerprints to the store. It marks those that were new with 0. */
	constructor(addAll: (fingerprints: Uint8Array) => Uint8Array) {
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

	settle(marks: Int32Array, known: Uint8Array, from: number): number {
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

export class SeenLines {
	readonly #feed: LineFeed;
	readonly #index: AddedIndex;
	readonly #held: Held;
	#fresh = new OctetSink(0);
	#rejects: Reject[] = [];
	#rejected = 0;
	/** The counts that `next` has returned so far. */
	#reported = { added: 0, duplicates: 0 };

	/** `addAll` adds fingerprints to the store and marks those that were new with 0. Without `keepsFresh` the new lines are only counted. */
	constructor(rules: Rules, key: Uint8Array, addAll: (fingerprints: Uint8Array) => Uint8Array, keepsFresh: boolean) {
		const workspace = rules.workspace();
		this.#index = new AddedIndex(addAll);
		this.#held = new Held(this.#index, {
			fingerprintsOf: (batch) => fingerprintBatch(batch, key),
			create: () => workspace,
			needsInput: false,
			take: (batch, marks) => {
				if (keepsFresh) this.#fresh.append(writtenLines(batch, marks, "normalized"));
			},
		});
		this.#feed = new LineFeed(workspace, rules.lines("both"), (batch) => {
			this.#rejects.push(...rejectsOf(batch));
			this.#rejected += batch.rejects;
			this.#held.takeBatch(batch);
		});
	}

	/** Takes the next octets. They may end anywhere. */
	push(octets: Uint8Array): void {
		this.#feed.resume();
		this.#feed.push(octets);
		this.#feed.pause();
	}

	/** Takes the octets after the last LF as a line. */
	end(): void {
		this.#feed.resume();
		this.#feed.end();
	}

	/** Returns the results of the lines since the last call. The store has them, and its next sync makes them durable. */
	next(): AddedLines {
		this.#held.flush();
		const { added } = this.#index;
		const duplicates = this.#feed.lines - added - this.#rejected;
		const before = this.#reported;
		this.#reported = { added, duplicates };
		const result = {
			fresh: this.#fresh.octets(),
			added: added - before.added,
			duplicates: duplicates - before.duplicates,
			rejects: this.#rejects,
		};
		this.#fresh = new OctetSink(0);
		this.#rejects = [];
		return result;
	}
}

export type Chunks = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

/** A high surrogate at the end of a string, whose other half may begin the next one. */
const SPLIT_PAIR = /[\uD800-\uDBFF]$/;

/** Yields the chunks as octets. Strings become UTF-8, and may end inside a surrogate pair. Throws OptionError `invalid-input` for others. */
export async function* octetsOfChunks(chunks: Chunks): AsyncGenerator<Uint8Array> {
	let half = "";
	for await (const chunk of chunks) {
		if (typeof chunk === "string") {
			const text = half + chunk;
			half = SPLIT_PAIR.exec(text)?.[0] ?? "";
			yield encoder.encode(text.slice(0, text.length - half.length));
		} else {
			if (half !== "") yield encoder.encode(half);
			half = "";
			yield toOctets(chunk, "chunk");
		}
	}
	if (half !== "") yield encoder.encode(half);
}
