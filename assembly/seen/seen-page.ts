/**
 * One page of the seen set: a 64 KiB open-addressing hash table of 16-octet fingerprints. Extendible hashing (seen.ts)
 * chooses the page; this file searches, fills and splits it.
 *
 * ```
 *   page n, 64 KiB at n << 16
 *   +----------+----------+-----+------------+----------+
 *   | bucket 0 | bucket 1 | ... | bucket b-1 | ordinals |   b = 1,024; with ordinals, b = 818 and 4b x i32 follow
 *   +----------+----------+-----+------------+----------+
 *    \_______ pair ______/
 *
 *   bucket, 64 octets: one cache line of four slots, stored word by word
 *           slot 0   slot 1   slot 2   slot 3
 *     +0  | word 0 | word 0 | word 0 | word 0 |   selects the page
 *    +16  | word 1 | word 1 | word 1 | word 1 |   upper half selects the home bucket
 *    +32  | word 2 | word 2 | word 2 | word 2 |
 *    +48  | word 3 | word 3 | word 3 | word 3 |
 *          \entry_/  a column is one fingerprint; all zeros marks a free slot
 *
 *   page header, i32 at SeenSet.PAGE_HEADERS + 4n:  entries << 5 | depth
 * ```
 *
 * The column layout lets one SIMD comparison test four slots. A search probes the home bucket, the other bucket of its pair,
 * then the following pairs, and stops at the first free slot. Stopping there is sound because nothing is ever deleted.
 * `depth` counts the splits that a page comes from. A page is full at 27/32 of its slots.
 *
 * Headers live outside the pages: at a fixed offset in every 64 KiB page they would compete for the same few cache sets.
 *
 * Pages are passed by number, because an address above 2 GiB is negative in the portable dialect and only `>>>` turns it back
 * into a page. A slot or bucket is an offset in its page unless the name says address.
 */

import { Address, SeenSet } from "../layout/addresses";
import { load32, store32 } from "../octets/memory";
import { lowestBit, matchBucket, scale } from "./bucket";

export const enum Page {
	BITS = 16,
	SIZE = 1 << BITS,
	OFFSET_MASK = SIZE - 1,
	/** A page has two to this power slots, if nothing but buckets is in it. */
	SLOT_BITS = 12,
}

const enum Bucket {
	BITS = 6,
	SIZE = 1 << BITS,
	PAIR_SIZE = 2 * SIZE,
	SLOTS = 4,
	/** Octets of the row of first words, which name the slots. */
	ROW_SIZE = 16,
}

/** A slot is named by the offset of its first word. The next slot of the bucket is SIZE later. */
const enum Slot {
	BITS = 2,
	SIZE = 1 << BITS,
	/** A slot index in a page is the bucket's index and two bits for the slot in the bucket. */
	INDEX_BITS = 2,
	INDEX_MASK = 3,
}

const enum Entry {
	WORDS = 4,
	/** Octets from one word of an entry to the next. */
	STRIDE = 16,
}

const enum Header {
	DEPTH_BITS = 5,
	DEPTH_MASK = 31,
}

const enum Half {
	BITS = 16,
	MASK = 0xffff,
}

/** Computes how many buckets fit in a page, next to their ordinals if the set has them, and how many entries fill it. */
export function initializeGeometry(hasOrdinals: bool): void {
	const ordinalsSize = hasOrdinals ? Bucket.SLOTS << Slot.BITS : 0;
	let buckets = 0;
	for (let end = 2 * (Bucket.SIZE + ordinalsSize); end <= Page.SIZE; end += 2 * (Bucket.SIZE + ordinalsSize)) buckets += 2;
	const slots = buckets * Bucket.SLOTS;
	setField(SeenSet.HAS_ORDINALS, hasOrdinals ? 1 : 0);
	setField(SeenSet.BUCKETS_SIZE, buckets << Bucket.BITS);
	// 1 - 1/8 - 1/32 = 27/32
	setField(SeenSet.MAX_ENTRIES, slots - (slots >> 3) - (slots >> 5));
}

export function pageDepth(page: i32): i32 {
	return load32(pageHeaderAddress(page)) & Header.DEPTH_MASK;
}

export function isFull(page: i32): bool {
	return load32(pageHeaderAddress(page)) >> Header.DEPTH_BITS >= field(SeenSet.MAX_ENTRIES);
}

/** Whether the slot at the address `at` is free. */
export function isFree(at: i32): bool {
	return (load32(at) | load32(at + Entry.STRIDE) | load32(at + 2 * Entry.STRIDE) | load32(at + 3 * Entry.STRIDE)) == 0;
}

/** The address of the slot with this index in the page. */
export function slotAddress(page: i32, index: i32): i32 {
	return (page << Page.BITS) + slotOffset(index);
}

function slotOffset(index: i32): i32 {
	return ((index >> Slot.INDEX_BITS) << Bucket.BITS) + ((index & Slot.INDEX_MASK) << Slot.BITS);
}

/** The address of the bucket where the search for a fingerprint starts. */
export function homeBucketAddress(page: i32, fingerprint: i32): i32 {
	return (page << Page.BITS) + homeBucketOffset(load32(fingerprint + 4));
}

/** The upper half of the second word, scaled to the number of buckets: multiply and shift, since the dialect has no modulo. */
function homeBucketOffset(secondWord: i32): i32 {
	const buckets = field(SeenSet.BUCKETS_SIZE) >> Bucket.BITS;
	return (((secondWord >>> Half.BITS) * buckets) >>> Half.BITS) << Bucket.BITS;
}

/**
 * Searches from the bucket at `homeBucket` on. Returns the offset of the slot that holds the fingerprint, or the complement of
 * the offset of the free slot where it belongs.
 */
export function findSlot(homeBucket: i32, fingerprint: i32): i32 {
	const page = homeBucket & ~Page.OFFSET_MASK;
	let bucket = homeBucket & Page.OFFSET_MASK;
	let isFirst = true;
	while (true) {
		const bits = matchBucket(page + bucket, fingerprint);
		if (bits != 0) {
			// Matches are bits 0 to 3, free slots bits 4 to 7: a match wins.
			const slot = lowestBit(bits);
			return slot < Bucket.SLOTS ? bucket + (slot << Slot.BITS) : ~(bucket + ((slot - Bucket.SLOTS) << Slot.BITS));
		}
		bucket = isFirst ? pairedBucket(bucket) : nextPair(bucket);
		isFirst = !isFirst;
	}
}

/** The other bucket of the pair, as an offset or an address like `bucket`. */
export function pairedBucket(bucket: i32): i32 {
	return bucket ^ Bucket.SIZE;
}

/** After the second bucket of a pair has been probed: the first one to probe in the next pair. The last pair wraps around. */
function nextPair(bucket: i32): i32 {
	const next = pairedBucket(bucket) + Bucket.PAIR_SIZE;
	return next < field(SeenSet.BUCKETS_SIZE) ? next : next - field(SeenSet.BUCKETS_SIZE);
}

/** Stores a fingerprint, and its ordinal if the set has them, in a free slot and counts it. */
export function fillSlot(page: i32, slot: i32, fingerprint: i32, ordinal: i32): void {
	const at = (page << Page.BITS) + slot;
	for (let word = 0; word < Entry.WORDS; ++word) store32(at + word * Entry.STRIDE, load32(fingerprint + (word << 2)));
	if (field(SeenSet.HAS_ORDINALS) != 0) store32(ordinalAddress(page, slot), ordinal);
	store32(pageHeaderAddress(page), load32(pageHeaderAddress(page)) + (1 << Header.DEPTH_BITS));
}

/** The ordinal of the fingerprint in the slot; 0 if the set has none. */
export function ordinalOf(page: i32, slot: i32): i32 {
	return field(SeenSet.HAS_ORDINALS) != 0 ? load32(ordinalAddress(page, slot)) : 0;
}

/** Copies the fingerprint in the slot at the address `at` to `to`. */
export function copyFingerprint(at: i32, to: i32): void {
	for (let word = 0; word < Entry.WORDS; ++word) store32(to + (word << 2), load32(at + word * Entry.STRIDE));
}

/**
 * Splits `page`: entries of its upper half move to the new page `sibling`.
 *
 * An entry in its home bucket keeps its bucket, in one page or the other. A displaced entry, which had found its home bucket
 * full, waits in the page `spare` and is inserted again once all others have their places.
 */
export function splitInto(page: i32, sibling: i32, spare: i32): void {
	const depth = pageDepth(page) + 1;
	// Entries of the directory if all pages were as deep as the two will be: those of the sibling are odd.
	const halves = field(SeenSet.ROOTS) << depth;
	let displaced = 0;
	// Two counts in one word: entries that stay in the low half, entries that move in the high half.
	let entries = 0;
	for (let bucket = 0; bucket < field(SeenSet.BUCKETS_SIZE); bucket += Bucket.SIZE) {
		let inBucket = 0;
		for (let slot = bucket; slot < bucket + Bucket.ROW_SIZE; slot += Slot.SIZE) {
			const at = (page << Page.BITS) + slot;
			if (isFree(at)) break;
			if (homeBucketOffset(load32(at + Entry.STRIDE)) != bucket) {
				copySlot(page, slot, spare, slotOffset(displaced++));
				continue;
			}
			// Branch-free: the bit is unpredictable.
			const bit = scale(load32(at), halves) & 1;
			const toSlot = bucket + (((inBucket >>> (bit << 4)) & Half.MASK) << Slot.BITS);
			copySlot(page, slot, page + bit * (sibling - page), toSlot);
			inBucket += 1 << (bit << 4);
		}
		entries += inBucket;
		clearSlots(page, bucket + ((inBucket & Half.MASK) << Slot.BITS), bucket + Bucket.ROW_SIZE);
		clearSlots(sibling, bucket + ((inBucket >>> Half.BITS) << Slot.BITS), bucket + Bucket.ROW_SIZE);
	}
	store32(pageHeaderAddress(page), ((entries & Half.MASK) << Header.DEPTH_BITS) + depth);
	store32(pageHeaderAddress(sibling), ((entries >>> Half.BITS) << Header.DEPTH_BITS) + depth);
	reinsert(spare, displaced, halves, page, sibling);
}

/** Inserts the first `count` entries of `spare` into `page` or `sibling`, by the directory with `halves` entries. */
function reinsert(spare: i32, count: i32, halves: i32, page: i32, sibling: i32): void {
	for (let index = 0; index < count; ++index) {
		const at = slotAddress(spare, index);
		const target = page + (scale(load32(at), halves) & 1) * (sibling - page);
		copyFingerprint(at, Address.REINSERTED);
		const slot = ~findSlot(homeBucketAddress(target, Address.REINSERTED), Address.REINSERTED);
		fillSlot(target, slot, Address.REINSERTED, ordinalOf(spare, slotOffset(index)));
	}
}

/** Copies the entry of a slot, and its ordinal if the set has them, to another slot. */
function copySlot(page: i32, slot: i32, toPage: i32, toSlot: i32): void {
	const from = (page << Page.BITS) + slot;
	const to = (toPage << Page.BITS) + toSlot;
	for (let word = 0; word < Bucket.SIZE; word += Entry.STRIDE) store32(to + word, load32(from + word));
	if (field(SeenSet.HAS_ORDINALS) != 0) store32(ordinalAddress(toPage, toSlot), load32(ordinalAddress(page, slot)));
}

/** Frees the slots [slot, end) of one bucket. */
function clearSlots(page: i32, slot: i32, end: i32): void {
	for (let at = (page << Page.BITS) + slot; at < (page << Page.BITS) + end; at += Slot.SIZE) {
		for (let word = 0; word < Bucket.SIZE; word += Entry.STRIDE) store32(at + word, 0);
	}
}

/** The address of a slot's ordinal. Ordinals follow the buckets, in slot order. */
function ordinalAddress(page: i32, slot: i32): i32 {
	const index = (slot >> Bucket.BITS) * Bucket.SLOTS + ((slot >> Slot.BITS) & Slot.INDEX_MASK);
	return (page << Page.BITS) + field(SeenSet.BUCKETS_SIZE) + (index << 2);
}

function pageHeaderAddress(page: i32): i32 {
	return field(SeenSet.PAGE_HEADERS) + (page << 2);
}

export function field(offset: i32): i32 {
	return load32(Address.SEEN_SET + offset);
}

export function setField(offset: i32, value: i32): void {
	store32(Address.SEEN_SET + offset, value);
}
