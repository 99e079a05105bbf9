/**
 * A table of fingerprints: a kernel whose memory holds nothing but the set of assembly/seen.ts.
 *
 * ```
 *   FINGERPRINTS │ MARKS │ … directory │ notes │ spare page │ pages, as many as the set needs
 * ```
 */
import { ABSENT, Address, SeenSet as Field } from "../../assembly/layout";
import { Status } from "../../assembly/status";
import { UriError } from "../errors";
import { type Kernel, PAGE_SIZE } from "./kernel";

const FINGERPRINT_SIZE = 16;
const MARK_SIZE = 4;

/** Fingerprints that are handed over at a time. */
const MOST_AT_ONCE = 16384;

/** Pages before the first page of fingerprints (assembly/seen.ts), and those that a new set begins with. */
const LEADING_PAGES = 9;
const FIRST_PAGES = 2;
/** A page holds no fewer fingerprints than this once it has been divided. */
const LEAST_IN_PAGE = 1700;
const LEAST_GROWTH = 16;

/** The mark of a fingerprint that was not in the table before. */
export const FRESH = ABSENT;

export class SeenTable {
	readonly #kernel: Kernel;
	readonly #fingerprints: number;
	readonly #marks: number;
	readonly #base: number;

	/** An empty table. With `numbered`, marks tell the how-manieth a fingerprint was; `capacity` reserves memory at once. */
	constructor(kernel: Kernel, numbered: boolean, capacity = 0) {
		this.#kernel = kernel;
		this.#fingerprints = Math.ceil(kernel.call.heapBase() / FINGERPRINT_SIZE) * FINGERPRINT_SIZE;
		this.#marks = this.#fingerprints + MOST_AT_ONCE * FINGERPRINT_SIZE;
		const base = Math.ceil((this.#marks + MOST_AT_ONCE * MARK_SIZE) / PAGE_SIZE);
		this.#base = base;
		this.#reserve(base + LEADING_PAGES + FIRST_PAGES + Math.ceil(capacity / LEAST_IN_PAGE));
		kernel.call.seenCreate(base * PAGE_SIZE, numbered ? 1 : 0);
	}

	/** Number of fingerprints. */
	get count(): number {
		return this.#field(Field.COUNT);
	}

	/** Octets of memory that the fingerprints take. */
	get byteLength(): number {
		return (this.#field(Field.NEXT_PAGE) - this.#base) * PAGE_SIZE;
	}

	/**
	 * Adds fingerprints, 16 octets each, at most MOST_AT_ONCE of them. Answers their marks: FRESH, or the number of the equal one
	 * that came before. The marks are valid until the next call.
	 */
	add(fingerprints: Uint8Array): Int32Array {
		const count = fingerprints.length / FINGERPRINT_SIZE;
		this.#kernel.octets.set(fingerprints, this.#fingerprints);
		let done = 0;
		while (true) {
			const rest = this.#fingerprints + done * FINGERPRINT_SIZE;
			done += this.#kernel.call.seenAdd(rest, count - done, this.#marks + done * MARK_SIZE);
			if (done === count) break;
			if (this.#field(Field.STATUS) === Status.SET_FULL) throw this.#fullError();
			this.#grow();
		}
		return this.#kernel.words.subarray(this.#marks >> 2, (this.#marks >> 2) + count);
	}

	/** Says whether a fingerprint is in the table. */
	has(fingerprint: Uint8Array): boolean {
		this.#kernel.octets.set(fingerprint, this.#fingerprints);
		return this.#kernel.call.seenFind(this.#fingerprints) !== FRESH;
	}

	/** All fingerprints, in no particular order, some thousand at a time: 16 octets each. */
	*fingerprints(): Generator<Uint8Array> {
		for (let position = 0; position !== ABSENT; ) {
			position = this.#kernel.call.seenCopy(position, this.#fingerprints, MOST_AT_ONCE);
			const end = this.#fingerprints + this.#field(Field.COPIED) * FINGERPRINT_SIZE;
			yield this.#kernel.octets.slice(this.#fingerprints, end);
		}
	}

	#field(field: Field): number {
		return this.#kernel.words[(Address.SEEN_SET + field) >> 2] as number;
	}

	/** Adds an eighth of the memory that there is. */
	#grow(): void {
		const pages = this.#kernel.octets.length / PAGE_SIZE;
		this.#reserve(pages + Math.max(LEAST_GROWTH, pages >> 3));
	}

	#reserve(pages: number): void {
		try {
			this.#kernel.reserve(pages * PAGE_SIZE);
		} catch {
			throw this.#fullError();
		}
	}

	#fullError(): UriError {
		return new UriError("set-full", `The set is full at ${this.count} fingerprints: its memory cannot grow any further.`);
	}
}
