/**
 * A table of fingerprints: a kernel of its own, whose memory holds only the set of assembly/seen/seen.ts. Once its memory cannot grow,
 * full pages stop splitting and refuse new fingerprints, which then go to another table (seen-tables.ts).
 *
 * ```
 *   FINGERPRINTS │ MARKS │ … directory │ page headers │ spare page │ pages, which grow with the set
 * ```
 */

import { ABSENT, Address, SeenSet as Field, MARK_SIZE } from "../../assembly/layout/addresses";
import { FINGERPRINT_SIZE } from "../../assembly/seen/fingerprint";
import { Pages } from "../../assembly/seen/seen";
import { Page } from "../../assembly/seen/seen-page";
import type { Kernel, SetFunctions } from "./kernel";
import { MAX_RECORDS } from "./workspace";

/** Max fingerprints in one call. */
export const MAX_BATCH = MAX_RECORDS;

/** Mean number of fingerprints in a page at which few pages are full, in sets without and with ordinals. */
const MEAN_IN_PAGE = 3300;
const MEAN_NUMBERED_IN_PAGE = 2620;
const MIN_GROWTH = 16;
/** The JavaScript engine copies its memory to grow it. This many pages of fingerprints keep the pause short. */
const MAX_COPIED_PAGES = 1024;
/** If a table could not grow to this many pages, the machine is out of memory, and another table would not help. */
const MIN_PAGES_TO_FOLLOW = 1024;

/** The mark of a fingerprint that is new to the table. */
export const FRESH = ABSENT;

export class SeenTable {
	readonly #kernel: Kernel<SetFunctions>;
	readonly #fingerprints: number;
	readonly #marks: number;
	readonly #base: number;
	readonly #maxPages: number;
	/** Number of fingerprints that the last `add` refused. */
	refused = 0;

	/**
	 * Creates an empty table. With `numbered`, the mark of a known fingerprint is its ordinal. The table begins with pages for
	 * `capacity` fingerprints, but at most `maxPages`. Throws RangeError if memory cannot be allocated.
	 */
	constructor(kernel: Kernel<SetFunctions>, numbered: boolean, capacity: number, maxPages = Number.POSITIVE_INFINITY) {
		this.#kernel = kernel;
		this.#fingerprints = Math.ceil(kernel.call.heapBase() / FINGERPRINT_SIZE) * FINGERPRINT_SIZE;
		this.#marks = this.#fingerprints + MAX_BATCH * FINGERPRINT_SIZE;
		const base = Math.ceil((this.#marks + MAX_BATCH * MARK_SIZE) / Page.SIZE);
		this.#base = base;
		const firstPage = base + Pages.LEADING;
		const most = kernel.engine === "js" ? MAX_COPIED_PAGES : Pages.MAX - firstPage;
		this.#maxPages = Math.min(maxPages, most);
		const inPage = numbered ? MEAN_NUMBERED_IN_PAGE : MEAN_IN_PAGE;
		kernel.reserve((firstPage + Math.min(this.#maxPages, Pages.FIRST + capacity / inPage)) * Page.SIZE);
		kernel.call.seenCreate(base * Page.SIZE, numbered ? 1 : 0);
		this.#setEnd(firstPage + this.#maxPages);
	}

	/** Number of fingerprints. */
	get count(): number {
		return this.#field(Field.COUNT);
	}

	/** Memory used, in octets. */
	get byteLength(): number {
		return (this.#field(Field.NEXT_PAGE) - this.#base) * Page.SIZE;
	}

	/** Whether the memory grew far enough that another table is likely to get memory too. */
	get hasItsShare(): boolean {
		return this.byteLength / Page.SIZE - Pages.LEADING >= Math.min(this.#maxPages, MIN_PAGES_TO_FOLLOW);
	}

	/**
	 * Adds up to MAX_BATCH fingerprints of 16 octets. Returns a mark for each, valid until the next call: FRESH, REFUSED, or the
	 * ordinal of the equal fingerprint added before.
	 */
	addKeys(fingerprints: Uint8Array): Int32Array {
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

	/** Whether a fingerprint is in the table. */
	has(fingerprint: Uint8Array): boolean {
		this.#kernel.octets.set(fingerprint, this.#fingerprints);
		return this.#kernel.call.seenFind(this.#fingerprints) !== FRESH;
	}

	/** Yields copies of all fingerprints in no particular order, up to MAX_BATCH at a time. */
	*fingerprints(): Generator<Uint8Array> {
		for (let position = 0; position !== ABSENT; ) {
			position = this.#kernel.call.seenCopy(position, this.#fingerprints, MAX_BATCH);
			const end = this.#fingerprints + this.#field(Field.COPIED) * FINGERPRINT_SIZE;
			yield this.#kernel.octets.slice(this.#fingerprints, end);
		}
	}

	/** The fingerprints of the last `add`, four words each. Valid until the next call. */
	get added(): Int32Array {
		return this.#kernel.words.subarray(this.#fingerprints >> 2, this.#marks >> 2);
	}

	#field(field: Field): number {
		return this.#kernel.words[(Address.SEEN_SET + field) >> 2] as number;
	}

	/** Grows the memory by an eighth. If that fails, closes the table at its present size. */
	#grow(): void {
		const pages = this.#kernel.octets.length / Page.SIZE;
		const most = this.#base + Pages.LEADING + this.#maxPages;
		try {
			this.#kernel.reserve(Math.min(most, pages + Math.max(MIN_GROWTH, pages >> 3)) * Page.SIZE);
		} catch {
			this.#setEnd(pages);
		}
	}

	#setEnd(page: number): void {
		this.#kernel.words[(Address.SEEN_SET + Field.END_PAGE) >> 2] = page;
	}
}
