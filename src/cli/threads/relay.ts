/**
 * What threads hand to each other while they take turns at the same files: one shared memory.
 *
 * ```
 *   READING … WRITING … │ TICKETS │ FILE │ GOES_ON │ TAIL_LENGTH │ sums │ TAIL
 *                         i32       i32    i32       i32           f64    octets
 * ```
 *
 * FILE, GOES_ON and the tail say where reading goes on: they are changed by the thread whose turn it is to read. Each sum is
 * changed by the thread whose turn it is to do what is summed.
 */
import type { LineCounts } from "../input/line-survey";
import { Turnstile } from "./turnstile";

/** What all threads did together. */
export enum Sum {
	OCTETS_READ = 0,
	LINES = 1,
	REJECTS = 2,
	OCTETS_WRITTEN = 3,
	LINES_TABBED = 4,
	LINES_RETURNED = 5,
	/** Not a sum but the greatest value. */
	MAX_RETURNS = 6,
	COUNT = 7,
}

enum Word {
	TICKETS = 0,
	FILE = 1,
	GOES_ON = 2,
	TAIL_LENGTH = 3,
	COUNT = 4,
}

/** Octets that a thread reads at most at a time. */
export const CHUNK_SIZE = 1048576;

/** Octets from one word that threads wait for to the next: so far apart, no thread's writing takes the other from a cache. */
const APART = 128;
const WORDS_AT = 2 * APART;
const SUMS_AT = WORDS_AT + 4 * Word.COUNT;
const TAIL_AT = SUMS_AT + 8 * Sum.COUNT;
const SIZE = TAIL_AT + CHUNK_SIZE;

export class Relay {
	readonly memory: SharedArrayBuffer;
	/** Both are passed once by each ticket, in this order. */
	readonly reading: Turnstile;
	readonly writing: Turnstile;
	readonly sums: Float64Array;
	readonly #words: Int32Array;
	readonly #tail: Uint8Array;

	/** A view of what another thread made, or a new one. */
	constructor(memory = new SharedArrayBuffer(SIZE)) {
		this.memory = memory;
		this.reading = new Turnstile(new Int32Array(memory, 0, 1));
		this.writing = new Turnstile(new Int32Array(memory, APART, 1));
		this.#words = new Int32Array(memory, WORDS_AT, Word.COUNT);
		this.sums = new Float64Array(memory, SUMS_AT, Sum.COUNT);
		this.#tail = new Uint8Array(memory, TAIL_AT, CHUNK_SIZE);
	}

	/** A number for both turnstiles: whoever draws it has to pass them. */
	draw(): number {
		return Atomics.add(this.#words, Word.TICKETS, 1);
	}

	/** Ends it all: whoever waits is turned away. */
	close(): void {
		this.reading.close();
		this.writing.close();
	}

	add(sum: Sum, count: number): void {
		this.sums[sum] = this.sum(sum) + count;
	}

	sum(sum: Sum): number {
		return this.sums[sum] as number;
	}

	/** Adds what a thread counted in lines that no other thread has counted. */
	addCounts({ tabbed, returned, maxReturns }: LineCounts): void {
		this.add(Sum.LINES_TABBED, tabbed);
		this.add(Sum.LINES_RETURNED, returned);
		this.sums[Sum.MAX_RETURNS] = Math.max(this.sum(Sum.MAX_RETURNS), maxReturns);
	}

	get lineCounts(): LineCounts {
		return {
			tabbed: this.sum(Sum.LINES_TABBED),
			returned: this.sum(Sum.LINES_RETURNED),
			maxReturns: this.sum(Sum.MAX_RETURNS),
		};
	}

	/** Which file is read. */
	get file(): number {
		return this.#words[Word.FILE] as number;
	}

	/** Says whether something of the file has been taken already. */
	get goesOn(): boolean {
		return this.#words[Word.GOES_ON] !== 0;
	}

	/** Goes on in the same file, behind `tail`, which is read and not taken yet. */
	goOn(tail: Uint8Array): void {
		this.#tail.set(tail);
		this.#words[Word.TAIL_LENGTH] = tail.length;
		this.#words[Word.GOES_ON] = 1;
	}

	/** Goes on at the beginning of the next file. */
	nextFile(): void {
		this.#words[Word.FILE] = this.file + 1;
		this.#words[Word.GOES_ON] = 0;
		this.#words[Word.TAIL_LENGTH] = 0;
	}

	/** Takes the tail to the start of `into`. Answers its length. */
	takeTail(into: Uint8Array): number {
		const length = this.#words[Word.TAIL_LENGTH] as number;
		into.set(this.#tail.subarray(0, length));
		return length;
	}
}
