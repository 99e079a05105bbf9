/**
 * The set of fingerprints that have been seen: extendible hashing over pages of linear memory.
 *
 * A page (seen-page.ts) is a small open-addressing table. When it is full, its fingerprints are dealt out to two pages by
 * their next bit, so that the set grows by 64 KiB at a time: without a pause, and without a second copy of itself.
 *
 * ```
 *   base                directory      65,536 × i32: the leading bits of a fingerprint → the number of its page
 *   base + 256 KiB      notes          one i32 a page: see seen-page.ts
 *   base + 512 KiB      spare page     where entries wait while a page is divided
 *   base + 576 KiB …    pages          64 KiB each
 * ```
 *
 * The host may say where the pages end (SeenSet.END_PAGE). From then on a page that is full refuses what is new, while others
 * go on to fill: what was refused belongs into a set in another memory. Nothing is ever moved from one memory to another.
 *
 * A fingerprint of zeros marks a rejected line: it is never in the set.
 * Requires: fingerprints are keyed, so that nobody can choose those that share a page.
 */
import { FINGERPRINT_SIZE } from "./fingerprint";
import { ABSENT, Address, REFUSED, SeenSet } from "./layout";
import { load32, pageCount, store32 } from "./memory";
import {
	beginPage,
	copyFingerprint,
	divideInto,
	findSlot,
	homeBucketAt,
	isFree,
	isFull,
	numberOf,
	otherBucket,
	PAGE_BITS,
	pageDepth,
	putInSlot,
	setUpPages,
	slotAt,
} from "./seen-page";
import { Status } from "./status";

const DIRECTORY_SIZE: i32 = 262144;
/** Pages that the directory and the notes take, and the spare page. */
export const LEADING_PAGES: i32 = 9;
const MOST_DEPTH: i32 = 16;
const FIRST_DEPTH: i32 = 1;
/** Pages in the largest memory. */
const MOST_PAGES: i32 = 65536;

/** How many buckets are read ahead, so that their cache misses overlap: at most 256. */
const MOST_AHEAD: i32 = 128;

/**
 * Makes an empty set from the address `base` on, a multiple of 65,536. A `numbered` set (1, else 0) tells of a fingerprint
 * that is in it the how-manieth it was. Returns Status.OK, or -Status.NEEDS_MEMORY when the memory ends before base + 704 KiB.
 */
export function seenCreate(base: i32, numbered: i32): i32 {
	const firstPage = (base >>> PAGE_BITS) + LEADING_PAGES;
	if (firstPage + 2 > pageCount()) return -Status.NEEDS_MEMORY;
	setField(SeenSet.BASE, base);
	setField(SeenSet.DEPTH, FIRST_DEPTH);
	setField(SeenSet.FIRST_PAGE, firstPage);
	setField(SeenSet.NEXT_PAGE, firstPage + 2);
	setField(SeenSet.COUNT, 0);
	setField(SeenSet.END_PAGE, MOST_PAGES);
	setField(SeenSet.NOTES, base + DIRECTORY_SIZE);
	setUpPages(numbered != 0);
	setPage(0, firstPage);
	setPage(1, firstPage + 1);
	beginPage(firstPage, FIRST_DEPTH);
	beginPage(firstPage + 1, FIRST_DEPTH);
	return Status.OK;
}

/**
 * Adds `count` fingerprints, and writes one i32 for each to `marks`: ABSENT when it is new, REFUSED when it is new and its
 * page full for good, else its number (0 unless the set is numbered). Returns how many it dealt with: when that is fewer than
 * `count`, the host adds memory, or sets SeenSet.END_PAGE, and goes on with the rest.
 */
export function seenAdd(fingerprints: i32, count: i32, marks: i32): i32 {
	setField(SeenSet.REFUSED, 0);
	let done = 0;
	while (done < count) {
		const most = count - done < MOST_AHEAD ? count - done : MOST_AHEAD;
		const added = addTogether(fingerprints + done * FINGERPRINT_SIZE, most, marks + (done << 2));
		done += added;
		if (added < most) break;
	}
	return done;
}

/** The mark that `seenAdd` would give the fingerprint, which is not added. */
export function seenFind(fingerprint: i32): i32 {
	if (isNoFingerprint(fingerprint)) return ABSENT;
	const page = pageAt(directoryIndex(fingerprint));
	const slot = findSlot(homeBucketAt(page, fingerprint), fingerprint);
	return slot < 0 ? ABSENT : numberOf(page, slot);
}

/**
 * Copies up to `most` fingerprints to `to`, from `position` on: 0 at first, then what this returned before. Returns ABSENT
 * once all are copied. SeenSet.COPIED says how many were copied this time.
 */
export function seenCopy(position: i32, to: i32, most: i32): i32 {
	const slots = field(SeenSet.BUCKETS_SIZE) >> 4;
	let page = field(SeenSet.FIRST_PAGE);
	let slot = position;
	for (; slot >= slots; slot -= slots) ++page;
	let next = position;
	let copied = 0;
	for (; page < field(SeenSet.NEXT_PAGE) && copied < most; ++next) {
		const at = slotAt(page, slot);
		if (!isFree(at)) copyFingerprint(at, to + copied++ * FINGERPRINT_SIZE);
		if (++slot < slots) continue;
		slot = 0;
		++page;
	}
	setField(SeenSet.COPIED, copied);
	return page < field(SeenSet.NEXT_PAGE) ? next : ABSENT;
}

function field(offset: i32): i32 {
	return load32(Address.SEEN_SET + offset);
}

function setField(offset: i32, value: i32): void {
	store32(Address.SEEN_SET + offset, value);
}

function pageAt(index: i32): i32 {
	return load32(field(SeenSet.BASE) + (index << 2));
}

function setPage(index: i32, page: i32): void {
	store32(field(SeenSet.BASE) + (index << 2), page);
}

function directoryIndex(fingerprint: i32): i32 {
	return load32(fingerprint) >>> (32 - field(SeenSet.DEPTH));
}

/** Adds up to MOST_AHEAD fingerprints. Returns how many; fewer when the set has to grow and cannot. */
function addTogether(fingerprints: i32, count: i32, marks: i32): i32 {
	locate(fingerprints, 0, count);
	readAhead(count);
	for (let index = 0; index < count; ++index) {
		const fingerprint = fingerprints + index * FINGERPRINT_SIZE;
		let mark = add(fingerprint, load32(Address.AHEAD + (index << 2)));
		while (mark == REFUSED) {
			const entry = directoryIndex(fingerprint);
			if (!canDivide(entry)) {
				setField(SeenSet.REFUSED, field(SeenSet.REFUSED) + 1);
				break;
			}
			if (field(SeenSet.NEXT_PAGE) >= pageCount()) return index;
			divide(entry);
			locate(fingerprints, index, count);
			mark = add(fingerprint, load32(Address.AHEAD + (index << 2)));
		}
		store32(marks + (index << 2), mark);
	}
	return count;
}

/** Notes the home bucket of each fingerprint from `first` to `count` at AHEAD. */
function locate(fingerprints: i32, first: i32, count: i32): void {
	for (let index = first; index < count; ++index) {
		const fingerprint = fingerprints + index * FINGERPRINT_SIZE;
		store32(Address.AHEAD + (index << 2), homeBucketAt(pageAt(directoryIndex(fingerprint)), fingerprint));
	}
}

/**
 * Reads the first `count` buckets of AHEAD, and the other one of each pair. What is read does not matter, that it is in the
 * cache thereafter does: the misses of so short a loop overlap.
 */
function readAhead(count: i32): void {
	let sample = 0;
	for (let index = 0; index < count; ++index) {
		const bucket = load32(Address.AHEAD + (index << 2));
		sample ^= load32(bucket) ^ load32(otherBucket(bucket));
	}
	store32(Address.SAMPLE, sample);
}

function isNoFingerprint(at: i32): bool {
	return (load32(at) | load32(at + 4) | load32(at + 8) | load32(at + 12)) == 0;
}

/** Adds one fingerprint. Returns its mark: REFUSED when its page is full. */
function add(fingerprint: i32, homeBucket: i32): i32 {
	if (isNoFingerprint(fingerprint)) return 0;
	const page = homeBucket >>> PAGE_BITS;
	const slot = findSlot(homeBucket, fingerprint);
	if (slot >= 0) return numberOf(page, slot);
	if (isFull(page)) return REFUSED;
	const count = field(SeenSet.COUNT);
	putInSlot(page, ~slot, fingerprint, count);
	setField(SeenSet.COUNT, count + 1);
	return ABSENT;
}

/** Says whether the page that the directory has at `index` may be divided: there is a bit to divide it by, and a page to take. */
function canDivide(index: i32): bool {
	return pageDepth(pageAt(index)) < MOST_DEPTH && field(SeenSet.NEXT_PAGE) < field(SeenSet.END_PAGE);
}

/** Deals the page that the directory has at `index` out to two. */
function divide(index: i32): void {
	const page = pageAt(index);
	const twin = field(SeenSet.NEXT_PAGE);
	const depth = pageDepth(page);
	if (depth == field(SeenSet.DEPTH)) {
		doubleDirectory();
		index <<= 1;
	}
	setField(SeenSet.NEXT_PAGE, twin + 1);
	const shared = field(SeenSet.DEPTH) - depth;
	const first = (index >>> shared) << shared;
	for (let other = first + (1 << (shared - 1)); other < first + (1 << shared); ++other) setPage(other, twin);
	divideInto(page, twin, field(SeenSet.FIRST_PAGE) - 1);
}

/** Lets the directory go by one more bit: every entry becomes two. */
function doubleDirectory(): void {
	for (let index = (1 << field(SeenSet.DEPTH)) - 1; index >= 0; --index) {
		const page = pageAt(index);
		setPage(2 * index, page);
		setPage(2 * index + 1, page);
	}
	setField(SeenSet.DEPTH, field(SeenSet.DEPTH) + 1);
}
