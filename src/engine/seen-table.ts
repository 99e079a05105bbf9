/**
 * A table of fingerprints: a kernel whose memory holds nothing but the set of assembly/seen.ts. Its pages close one by one when
 * the memory is at its end: what is new then is refused, and goes to another table (seen-tables.ts).
 *
 * ```
 *   FINGERPRINTS │ MARKS │ … directory │ notes │ spare page │ pages, as many as the set needs
 * ```
 */
import { ABSENT, Address, SeenSet as Field } from "../../assembly/layout";
import { type Kernel, PAGE_SIZE } from "./kernel";
import { FINGERPRINT_SIZE } from "./workspace";

const MARK_SIZE = 4;

/** Fingerprints that are handed over at a time. */
export const MAX_BATCH = 16384;

/** Pages before the first page of fingerprints (assembly/seen.ts), and those that a new set begins with. */
const LEADING_PAGES = 9;
const FIRST_PAGES = 2;
/** A page holds no fewer fingerprints than this once it has been divided. */
const LEAST_IN_PAGE = 1700;
const LEAST_GROWTH = 16;
/** In the JavaScript engine memory is copied as it grows: up to so many pages of fingerprints, which is a short pause. */
const MAX_COPIED_PAGES = 1024;
/** A table whose memory ends below this number of pages has met the end of what the machine gives. */
const LEAST_SHARE = 1024;

/** The mark of a fingerprint that was not in the table before. */
export const FRESH = ABSENT;

export class SeenTable {
	readonly #kernel: Kernel;
	readonly #fingerprints: number;
	readonly #marks: number;
	readonly #base: number;
	readonly #maxPages: number;
	/** How many fingerprints the last `add` refused. */
	refused = 0;

	/**
	 * An empty table. With `numbered`, marks tell the how-manieth a fingerprint was. `capacity` reserves memory at once, for as
	 * many as there may be in `maxPages`. Throws RangeError when the machine refuses memory.
	 */
	constructor(kernel: Kernel, numbered: boolean, capacity: number, maxPages = Number.POSITIVE_INFINITY) {
		this.#kernel = kernel;
		this.#fingerprints = Math.ceil(kernel.call.heapBase() / FINGERPRINT_SIZE) * FINGERPRINT_SIZE;
		this.#marks = this.#fingerprints + MAX_BATCH * FINGERPRINT_SIZE;
		const base = Math.ceil((this.#marks + MAX_BATCH * MARK_SIZE) / PAGE_SIZE);
		this.#base = base;
		const firstPage = base + LEADING_PAGES;
		kernel.reserve((firstPage + FIRST_PAGES) * PAGE_SIZE);
		kernel.call.seenCreate(base * PAGE_SIZE, numbered ? 1 : 0);
		const most = kernel.engine === "js" ? MAX_COPIED_PAGES : this.#field(Field.END_PAGE) - firstPage;
		this.#maxPages = Math.min(maxPages, most);
		this.#setEnd(firstPage + this.#maxPages);
		kernel.reserve((firstPage + Math.min(this.#maxPages, Math.ceil(capacity / LEAST_IN_PAGE))) * PAGE_SIZE);
	}

	/** Number of fingerprints. */
	get count(): number {
		return this.#field(Field.COUNT);
	}

	/** Octets of memory that the fingerprints take. */
	get byteLength(): number {
		return (this.#field(Field.NEXT_PAGE) - this.#base) * PAGE_SIZE;
	}

	/** Says whether the memory came far enough for another one to be worth asking for. */
	get hasItsShare(): boolean {
		return this.byteLength / PAGE_SIZE - LEADING_PAGES >= Math.min(this.#maxPages, LEAST_SHARE);
	}

	/**
	 * Adds fingerprints, 16 octets each, at most MAX_BATCH of them. Answers their marks: FRESH, REFUSED, or the number of the
	 * equal one that came before. The marks are valid until the next call.
	 */
	add(fingerprints: Uint8Array): Int32Array {
		const count = fingerprints.length / FINGERPRINT_SIZE;
		this.#kernel.octets.set(fingerprints, this.#fingerprints);
		this.refused = 0;
		for (let done = 0; done < count; ) {
			const rest = this.#fingerprints + done * FINGERPRINT_SIZE;
			done += this.#kernel.call.seenAdd(rest, count - done, this.#marks + done * MARK_SIZE);
			this.refused += this.#field(Field.REFUSED);
			if (done < count) this.#grow();
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
			position = this.#kernel.call.seenCopy(position, this.#fingerprints, MAX_BATCH);
			const end = this.#fingerprints + this.#field(Field.COPIED) * FINGERPRINT_SIZE;
			yield this.#kernel.octets.slice(this.#fingerprints, end);
		}
	}

	/** The fingerprints of the last `add`, four words each, until the next call. */
	get added(): Int32Array {
		return this.#kernel.words.subarray(this.#fingerprints >> 2, this.#marks >> 2);
	}

	#field(field: Field): number {
		return this.#kernel.words[(Address.SEEN_SET + field) >> 2] as number;
	}

	/** Adds an eighth of the memory that there is. Where the machine refuses, what there is has to do. */
	#grow(): void {
		const pages = this.#kernel.octets.length / PAGE_SIZE;
		const most = this.#base + LEADING_PAGES + this.#maxPages;
		try {
			this.#kernel.reserve(Math.min(most, pages + Math.max(LEAST_GROWTH, pages >> 3)) * PAGE_SIZE);
		} catch {
			this.#setEnd(pages);
		}
	}

	#setEnd(page: number): void {
		this.#kernel.words[(Address.SEEN_SET + Field.END_PAGE) >> 2] = page;
	}
}
