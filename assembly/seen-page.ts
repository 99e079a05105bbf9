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
 *     +0  | word 0 | word 0 | word 0 | word 0 |   leading bits select the page
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
 * `depth` counts the leading bits that all fingerprints of a page share. A page is full at 27/32 of its slots.
 *
 * Headers live outside the pages: at a fixed offset in every 64 KiB page they would compete for the same few cache sets.
 *
 * Pages are passed by number, because an address above 2 GiB is negative in the portable dialect and only `>>>` turns it back
 * into a page. A slot or bucket is an offset in its page unless the name says address.
 */
import { lowestBit, matchBucket } from "./bucket";
import { Address, SeenSet } from "./layout";
import { clear, load32, store32 } from "./memory";

export const PAGE_BITS: i32 = 16;
const PAGE_SIZE: i32 = 0x10000;
const OFFSET_MASK: i32 = 0xffff;

const BUCKET_BITS: i32 = 6;
const BUCKET_SIZE: i32 = 64;
const PAIR_SIZE: i32 = 128;
const SLOTS_IN_BUCKET: i32 = 4;
/** Offset of the second row of a bucket: the first words of its four slots come before it. */
const FIRST_WORDS_SIZE: i32 = 16;

/** A slot is named by the offset of its first word. The next slot of the bucket is SLOT_SIZE later. */
const SLOT_BITS: i32 = 2;
const SLOT_SIZE: i32 = 4;
const SLOT_INDEX_BITS: i32 = 2;
const SLOT_INDEX_MASK: i32 = 3;

/** Octets from one word of an entry to the next. */
const WORD_STRIDE: i32 = 16;
const WORDS_IN_ENTRY: i32 = 4;

const DEPTH_BITS: i32 = 5;
const DEPTH_MASK: i32 = 31;
const HALF_BITS: i32 = 16;
const HALF_MASK: i32 = 0xffff;

/** Computes how many buckets fit in a page, next to their ordinals if the set has them, and how many entries fill it. */
export function initializeGeometry(hasOrdinals: bool): void {
	const ordinalsSize = hasOrdinals ? SLOTS_IN_BUCKET << SLOT_BITS : 0;
	let buckets = 0;
	for (let end = 2 * (BUCKET_SIZE + ordinalsSize); end <= PAGE_SIZE; end += 2 * (BUCKET_SIZE + ordinalsSize)) buckets += 2;
	const slots = buckets * SLOTS_IN_BUCKET;
	setField(SeenSet.HAS_ORDINALS, hasOrdinals ? 1 : 0);
	setField(SeenSet.BUCKETS_SIZE, buckets << BUCKET_BITS);
	// 1 - 1/8 - 1/32 = 27/32
	setField(SeenSet.MAX_ENTRIES, slots - (slots >> 3) - (slots >> 5));
}

/** Makes `page` an empty page of this depth. */
export function beginPage(page: i32, depth: i32): void {
	clear(page << PAGE_BITS, (page << PAGE_BITS) + PAGE_SIZE);
	store32(pageHeaderAddress(page), depth);
}

export function pageDepth(page: i32): i32 {
	return load32(pageHeaderAddress(page)) & DEPTH_MASK;
}

export function isFull(page: i32): bool {
	return load32(pageHeaderAddress(page)) >> DEPTH_BITS >= field(SeenSet.MAX_ENTRIES);
}

/** Whether the slot at the address `at` is free. */
export function isFree(at: i32): bool {
	return (load32(at) | load32(at + WORD_STRIDE) | load32(at + 2 * WORD_STRIDE) | load32(at + 3 * WORD_STRIDE)) == 0;
}

/** The address of the slot with this index in the page. */
export function slotAddress(page: i32, index: i32): i32 {
	return (page << PAGE_BITS) + slotOffset(index);
}

function slotOffset(index: i32): i32 {
	return ((index >> SLOT_INDEX_BITS) << BUCKET_BITS) + ((index & SLOT_INDEX_MASK) << SLOT_BITS);
}

/** The address of the bucket where the search for a fingerprint starts. */
export function homeBucketAddress(page: i32, fingerprint: i32): i32 {
	return (page << PAGE_BITS) + homeBucketOffset(load32(fingerprint + 4));
}

/** The upper half of the second word, scaled to the number of buckets: multiply and shift, since the dialect has no modulo. */
function homeBucketOffset(secondWord: i32): i32 {
	const buckets = field(SeenSet.BUCKETS_SIZE) >> BUCKET_BITS;
	return (((secondWord >>> HALF_BITS) * buckets) >>> HALF_BITS) << BUCKET_BITS;
}

/**
 * Searches from the bucket at `homeBucket` on. Returns the offset of the slot that holds the fingerprint, or the complement of
 * the offset of the free slot where it belongs.
 */
export function findSlot(homeBucket: i32, fingerprint: i32): i32 {
	const page = homeBucket & ~OFFSET_MASK;
	let bucket = homeBucket & OFFSET_MASK;
	let isFirst = true;
	while (true) {
		const bits = matchBucket(page + bucket, fingerprint);
		if (bits != 0) {
			// Matches are bits 0 to 3, free slots bits 4 to 7: a match wins.
			const slot = lowestBit(bits);
			return slot < SLOTS_IN_BUCKET ? bucket + (slot << SLOT_BITS) : ~(bucket + ((slot - SLOTS_IN_BUCKET) << SLOT_BITS));
		}
		bucket = isFirst ? pairedBucket(bucket) : nextPair(bucket);
		isFirst = !isFirst;
	}
}

/** The other bucket of the pair, as an offset or an address like `bucket`. */
export function pairedBucket(bucket: i32): i32 {
	return bucket ^ BUCKET_SIZE;
}

/** After the second bucket of a pair has been probed: the first one to probe in the next pair. The last pair wraps around. */
function nextPair(bucket: i32): i32 {
	const next = pairedBucket(bucket) + PAIR_SIZE;
	return next < field(SeenSet.BUCKETS_SIZE) ? next : next - field(SeenSet.BUCKETS_SIZE);
}

/** Stores a fingerprint, and its ordinal if the set has them, in a free slot and counts it. */
export function fillSlot(page: i32, slot: i32, fingerprint: i32, ordinal: i32): void {
	const at = (page << PAGE_BITS) + slot;
	for (let word = 0; word < WORDS_IN_ENTRY; ++word) store32(at + word * WORD_STRIDE, load32(fingerprint + (word << 2)));
	if (field(SeenSet.HAS_ORDINALS) != 0) store32(ordinalAddress(page, slot), ordinal);
	store32(pageHeaderAddress(page), load32(pageHeaderAddress(page)) + (1 << DEPTH_BITS));
}

/** The ordinal of the fingerprint in the slot; 0 if the set has none. */
export function ordinalOf(page: i32, slot: i32): i32 {
	return field(SeenSet.HAS_ORDINALS) != 0 ? load32(ordinalAddress(page, slot)) : 0;
}

/** Copies the fingerprint in the slot at the address `at` to `to`. */
export function copyFingerprint(at: i32, to: i32): void {
	for (let word = 0; word < WORDS_IN_ENTRY; ++word) store32(to + (word << 2), load32(at + word * WORD_STRIDE));
}

/**
 * Splits `page`: entries move to the new page `sibling` if the first bit after the shared ones is set.
 *
 * An entry in its home bucket keeps its bucket, in one page or the other. A displaced entry, which had found its home bucket
 * full, waits in the page `spare` and is inserted again once all others have their places.
 */
export function splitInto(page: i32, sibling: i32, spare: i32): void {
	const depth = pageDepth(page);
	let displaced = 0;
	// Two counts in one word: entries that stay in the low half, entries that move in the high half.
	let entries = 0;
	for (let bucket = 0; bucket < field(SeenSet.BUCKETS_SIZE); bucket += BUCKET_SIZE) {
		let inBucket = 0;
		for (let slot = bucket; slot < bucket + FIRST_WORDS_SIZE; slot += SLOT_SIZE) {
			const at = (page << PAGE_BITS) + slot;
			if (isFree(at)) break;
			if (homeBucketOffset(load32(at + WORD_STRIDE)) != bucket) {
				copySlot(page, slot, spare, slotOffset(displaced++));
				continue;
			}
			// Branch-free: the bit is unpredictable.
			const bit = (load32(at) >>> (31 - depth)) & 1;
			const toSlot = bucket + (((inBucket >>> (bit << 4)) & HALF_MASK) << SLOT_BITS);
			copySlot(page, slot, page + bit * (sibling - page), toSlot);
			inBucket += 1 << (bit << 4);
		}
		entries += inBucket;
		clearSlots(page, bucket + ((inBucket & HALF_MASK) << SLOT_BITS), bucket + FIRST_WORDS_SIZE);
		clearSlots(sibling, bucket + ((inBucket >>> HALF_BITS) << SLOT_BITS), bucket + FIRST_WORDS_SIZE);
	}
	store32(pageHeaderAddress(page), ((entries & HALF_MASK) << DEPTH_BITS) + depth + 1);
	store32(pageHeaderAddress(sibling), ((entries >>> HALF_BITS) << DEPTH_BITS) + depth + 1);
	reinsert(spare, displaced, depth, page, sibling);
}

/** Inserts the first `count` entries of `spare` into `page` or `sibling`, which were one page of this depth. */
function reinsert(spare: i32, count: i32, depth: i32, page: i32, sibling: i32): void {
	for (let index = 0; index < count; ++index) {
		const at = slotAddress(spare, index);
		const target = page + ((load32(at) >>> (31 - depth)) & 1) * (sibling - page);
		copyFingerprint(at, Address.REINSERTED);
		const slot = ~findSlot(homeBucketAddress(target, Address.REINSERTED), Address.REINSERTED);
		fillSlot(target, slot, Address.REINSERTED, ordinalOf(spare, slotOffset(index)));
	}
}

/** Copies the entry of a slot, and its ordinal if the set has them, to another slot. */
function copySlot(page: i32, slot: i32, toPage: i32, toSlot: i32): void {
	const from = (page << PAGE_BITS) + slot;
	const to = (toPage << PAGE_BITS) + toSlot;
	for (let word = 0; word < BUCKET_SIZE; word += WORD_STRIDE) store32(to + word, load32(from + word));
	if (field(SeenSet.HAS_ORDINALS) != 0) store32(ordinalAddress(toPage, toSlot), load32(ordinalAddress(page, slot)));
}

/** Frees the slots [slot, end) of one bucket. */
function clearSlots(page: i32, slot: i32, end: i32): void {
	for (let at = (page << PAGE_BITS) + slot; at < (page << PAGE_BITS) + end; at += SLOT_SIZE) {
		for (let word = 0; word < BUCKET_SIZE; word += WORD_STRIDE) store32(at + word, 0);
	}
}

/** The address of a slot's ordinal. Ordinals follow the buckets, in slot order. */
function ordinalAddress(page: i32, slot: i32): i32 {
	const index = (slot >> BUCKET_BITS) * SLOTS_IN_BUCKET + ((slot >> SLOT_BITS) & SLOT_INDEX_MASK);
	return (page << PAGE_BITS) + field(SeenSet.BUCKETS_SIZE) + (index << 2);
}

function pageHeaderAddress(page: i32): i32 {
	return field(SeenSet.PAGE_HEADERS) + (page << 2);
}

function field(offset: i32): i32 {
	return load32(Address.SEEN_SET + offset);
}

function setField(offset: i32, value: i32): void {
	store32(Address.SEEN_SET + offset, value);
}
