/**
 * The seen set: fingerprints by extendible hashing (Fagin, Nievergelt, Pippenger and Strong, 1979), in pages of linear memory.
 *
 * The set begins with ROOTS pages, all pages of the memory. A directory of ROOTS * 2^DEPTH entries maps a fingerprint to a page
 * (seen-page.ts): the first word, as a fraction of 2^32, selects an entry. A page whose own depth is smaller than DEPTH fills
 * several neighbouring entries. A full page is split in two by its next bit; if it was as deep as the directory, the directory
 * doubles first. So the set grows by 64 KiB at a time: no pause, no second copy of the set.
 *
 * ```
 *   first word     directory, ROOTS 3, DEPTH 1    pages
 *   from 0         | 4 | ------------------------> page 4, depth 0: the first third of all fingerprints
 *   from 2^32/6    | 4 | ----------------------/
 *   from 2^32/3    | 5 | ------------------------> page 5, depth 1: a sixth
 *   from 2^32/2    | 7 | ------------------------> page 7, depth 1: the next sixth
 *   ...            | 6 | ------------------------> page 6, depth 0: the last third
 *                  | 6 | ----------------------/
 *
 *   base                directory       65,536 x i32: page numbers; the first ROOTS * 2^DEPTH are in use
 *   base + 256 KiB      page headers    65,536 x i32, one a page of memory: see seen-page.ts
 *   base + 512 KiB      spare page      scratch space while a page is split
 *   base + 576 KiB ...  pages           64 KiB each
 * ```
 *
 * The host may limit the set (SeenSet.END_PAGE). From then on a full page refuses new fingerprints while other pages still
 * fill. Refused fingerprints belong in another set in another memory: nothing ever moves between memories.
 *
 * The fingerprint of all zeros marks a rejected line. It is never in the set.
 *
 * Requires: keyed fingerprints, so that nobody can choose many that share a page.
 */

import { ABSENT, Address, REFUSED, SeenSet } from "../layout/addresses";
import { Status } from "../layout/status";
import { load32, pageCount, store32 } from "../octets/memory";
import { scale } from "./bucket";
import { FINGERPRINT_SIZE } from "./fingerprint";
import {
	copyFingerprint,
	field,
	fillSlot,
	findSlot,
	homeBucketAddress,
	initializeGeometry,
	isFree,
	isFull,
	ordinalOf,
	Page,
	pageDepth,
	pairedBucket,
	setField,
	slotAddress,
	splitInto,
} from "./seen-page";

const enum Directory {
	/** 65,536 entries of four octets. */
	SIZE = 0x40000,
	/** With more entries, the directory cannot double. */
	MAX_TO_DOUBLE = SIZE >> 3,
}

export const enum Pages {
	/** Pages of the directory, the page headers and the spare page. */
	LEADING = 9,
	/** The fewest pages of fingerprints in a new set. */
	FIRST = 2,
	/** Pages in the largest memory of 32-bit addresses. */
	MAX = 0x10000,
}

const enum Batch {
	/** Fingerprints whose buckets are prefetched together, so that their cache misses overlap. Address.PREFETCH has room for 256. */
	MAX = 128,
}

/**
 * Creates an empty set in all the memory from the address `base` on, a multiple of 65,536. It must hold zeros, as new memory does, so
 * that a set that begins large costs nothing until it is used. With `hasOrdinals` (1, else 0) it stores the ordinal of each
 * fingerprint. Returns Status.OK, or -Status.NEEDS_MEMORY if the memory ends before base + 704 KiB.
 */
export function seenCreate(base: i32, hasOrdinals: i32): i32 {
	const firstPage = (base >>> Page.BITS) + Pages.LEADING;
	const roots = pageCount() - firstPage;
	if (roots < Pages.FIRST) return -Status.NEEDS_MEMORY;
	setField(SeenSet.BASE, base);
	setField(SeenSet.ROOTS, roots);
	setField(SeenSet.DEPTH, 0);
	setField(SeenSet.FIRST_PAGE, firstPage);
	setField(SeenSet.NEXT_PAGE, firstPage + roots);
	setField(SeenSet.COUNT, 0);
	setField(SeenSet.END_PAGE, Pages.MAX);
	setField(SeenSet.PAGE_HEADERS, base + Directory.SIZE);
	initializeGeometry(hasOrdinals != 0);
	for (let index = 0; index < roots; ++index) store32(base + (index << 2), firstPage + index);
	return Status.OK;
}

/**
 * Adds `count` fingerprints and writes one i32 for each to `marks`: ABSENT if it was new; REFUSED if it is new, but its page is
 * full and cannot be split; else its ordinal (0 in a set without ordinals). Returns the number processed. If that is less than
 * `count`, the host adds memory or sets SeenSet.END_PAGE, and calls again with the rest.
 */
export function seenAdd(fingerprints: i32, count: i32, marks: i32): i32 {
	setField(SeenSet.REFUSED, 0);
	let done = 0;
	while (done < count) {
		const batch = count - done < Batch.MAX ? count - done : Batch.MAX;
		const added = addBatch(fingerprints + done * FINGERPRINT_SIZE, batch, marks + (done << 2));
		done += added;
		if (added < batch) break;
	}
	return done;
}

/** The ordinal of a fingerprint (0 in a set without ordinals), or ABSENT if it is not in the set. */
export function seenFind(fingerprint: i32): i32 {
	if (isZero(fingerprint)) return ABSENT;
	const page = pageAt(directoryIndex(fingerprint));
	const slot = findSlot(homeBucketAddress(page, fingerprint), fingerprint);
	return slot < 0 ? ABSENT : ordinalOf(page, slot);
}

/**
 * Copies up to `max` fingerprints to `to`, starting at `position`: 0 in the first call, then the result of the call before.
 * Returns the next position, or ABSENT once all are copied. SeenSet.COPIED is the number copied by this call.
 */
export function seenCopy(position: i32, to: i32, max: i32): i32 {
	// Positions number the slots of all pages.
	const end = (field(SeenSet.NEXT_PAGE) - field(SeenSet.FIRST_PAGE)) << Page.SLOT_BITS;
	let copied = 0;
	for (; position < end && copied < max; ++position) {
		const at = slotAddress(field(SeenSet.FIRST_PAGE), position);
		if ((at & Page.OFFSET_MASK) < field(SeenSet.BUCKETS_SIZE) && !isFree(at))
			copyFingerprint(at, to + copied++ * FINGERPRINT_SIZE);
	}
	setField(SeenSet.COPIED, copied);
	return position < end ? position : ABSENT;
}

function pageAt(index: i32): i32 {
	return load32(field(SeenSet.BASE) + (index << 2));
}

function setPage(index: i32, page: i32): void {
	store32(field(SeenSet.BASE) + (index << 2), page);
}

function directoryIndex(fingerprint: i32): i32 {
	return scale(load32(fingerprint), entries());
}

/** Adds up to Batch.MAX fingerprints. Returns the number processed: less than `count` if the set needs memory to grow. */
function addBatch(fingerprints: i32, count: i32, marks: i32): i32 {
	locateBuckets(fingerprints, 0, count);
	prefetch(count);
	for (let index = 0; index < count; ++index) {
		const fingerprint = fingerprints + index * FINGERPRINT_SIZE;
		let mark = add(fingerprint, load32(Address.PREFETCH + (index << 2)));
		while (mark == REFUSED) {
			const entry = directoryIndex(fingerprint);
			if (!canSplit(entry)) {
				setField(SeenSet.REFUSED, field(SeenSet.REFUSED) + 1);
				break;
			}
			if (field(SeenSet.NEXT_PAGE) >= pageCount()) return index;
			split(entry);
			locateBuckets(fingerprints, index, count);
			mark = add(fingerprint, load32(Address.PREFETCH + (index << 2)));
		}
		store32(marks + (index << 2), mark);
	}
	return count;
}

/** Writes the home bucket of each fingerprint from `first` to `count` to PREFETCH, as addresses. */
function locateBuckets(fingerprints: i32, first: i32, count: i32): void {
	for (let index = first; index < count; ++index) {
		const fingerprint = fingerprints + index * FINGERPRINT_SIZE;
		store32(Address.PREFETCH + (index << 2), homeBucketAddress(pageAt(directoryIndex(fingerprint)), fingerprint));
	}
}

/**
 * Loads a word of each of the first `count` buckets of PREFETCH and of their pairs. The loads are independent, so their cache
 * misses overlap; the values do not matter.
 */
function prefetch(count: i32): void {
	let combined = 0;
	for (let entry = 0; entry < count; ++entry) {
		const bucket = load32(Address.PREFETCH + (entry << 2));
		// Prefetch only: no result depends on what is loaded.
		combined ^= load32(bucket) ^ load32(pairedBucket(bucket));
	}
	store32(Address.PREFETCH_SINK, combined);
}

function isZero(at: i32): bool {
	return (load32(at) | load32(at + 4) | load32(at + 8) | load32(at + 12)) == 0;
}

/** Adds one fingerprint. Returns its mark: REFUSED if its page is full. */
function add(fingerprint: i32, homeBucket: i32): i32 {
	if (isZero(fingerprint)) return 0;
	const page = homeBucket >>> Page.BITS;
	const slot = findSlot(homeBucket, fingerprint);
	if (slot >= 0) return ordinalOf(page, slot);
	if (isFull(page)) return REFUSED;
	const count = field(SeenSet.COUNT);
	fillSlot(page, ~slot, fingerprint, count);
	setField(SeenSet.COUNT, count + 1);
	return ABSENT;
}

/** Number of entries of the directory in use. */
function entries(): i32 {
	return field(SeenSet.ROOTS) << field(SeenSet.DEPTH);
}

/** Whether the page at this directory index can be split: it has several entries or can have, and a page below END_PAGE is left. */
function canSplit(index: i32): bool {
	const canDouble = entries() <= Directory.MAX_TO_DOUBLE;
	return (canDouble || pageDepth(pageAt(index)) < field(SeenSet.DEPTH)) && field(SeenSet.NEXT_PAGE) < field(SeenSet.END_PAGE);
}

/** Splits the page at this directory index and points the upper half of its directory entries to the sibling. */
function split(index: i32): void {
	const page = pageAt(index);
	const sibling = field(SeenSet.NEXT_PAGE);
	const depth = pageDepth(page);
	if (depth == field(SeenSet.DEPTH)) {
		doubleDirectory();
		index <<= 1;
	}
	setField(SeenSet.NEXT_PAGE, sibling + 1);
	// The page fills 2 * half entries. Those of the upper half have this bit of the index set.
	const half = 1 << (field(SeenSet.DEPTH) - depth - 1);
	for (let entry = index | (2 * half - 1); (entry & half) != 0; --entry) setPage(entry, sibling);
	splitInto(page, sibling, field(SeenSet.FIRST_PAGE) - 1);
}

/** Doubles the directory: it uses one more bit, and every entry becomes two. */
function doubleDirectory(): void {
	for (let index = entries() - 1; index >= 0; --index) {
		const page = pageAt(index);
		setPage(2 * index, page);
		setPage(2 * index + 1, page);
	}
	setField(SeenSet.DEPTH, field(SeenSet.DEPTH) + 1);
}
