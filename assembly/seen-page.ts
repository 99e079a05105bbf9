/**
 * A page of the set: a table of fingerprints with open addressing, in buckets of four. A bucket is one cache line.
 *
 * ```
 *   page     0 buckets, 64 octets each: four slots, see bucket.ts   then, in a numbered set, one i32 a slot: its number
 *   NOTES    one i32 a page, entries × 32 + depth; depth says how many leading bits the fingerprints of the page share
 * ```
 *
 * The search for a fingerprint goes from its home bucket to the other bucket of the pair, then to the pairs behind, and ends
 * at the first free slot: nothing is ever taken out. Page and home bucket go by different words of the fingerprint. Pages have numbers (address >>> 16), for an
 * address above 2 GiB is negative in the portable dialect; a slot is named by the offset of its first word in the page. Notes are apart from
 * pages: at the same offset of every page, they would all fall into the same few sets of the cache.
 */
import { lowestBit, matchBucket } from "./bucket";
import { Address, SeenSet } from "./layout";
import { clear, load32, store32 } from "./memory";

export const PAGE_BITS: i32 = 16;
export const PAGE_SIZE: i32 = 65536;
const OFFSET_MASK: i32 = 65535;
const BUCKET_BITS: i32 = 6;
const BUCKET_SIZE: i32 = 64;
const SLOT_BITS: i32 = 2;
const SLOT_SIZE: i32 = 4;
/** What the first words of a bucket take, and how far the words of a slot are apart. */
const SLOTS_SIZE: i32 = 16;
const WORDS_APART: i32 = 16;
/** `matchBucket` has one bit for each slot that matches, then one for each that is free. */
const SLOTS_IN_BUCKET: i32 = 4;
const DEPTH_BITS: i32 = 5;
const DEPTH_MASK: i32 = 31;
const HALF_BITS: i32 = 16;
const HALF_MASK: i32 = 65535;

/** Settles how many buckets fit a page, and numbers if need be; a page is full at 27 of 32 slots. */
export function setUpPages(numbered: bool): void {
	const numbers = numbered ? SLOTS_IN_BUCKET << SLOT_BITS : 0;
	let buckets = 0;
	for (let end = 2 * (BUCKET_SIZE + numbers); end <= PAGE_SIZE; end += 2 * (BUCKET_SIZE + numbers)) buckets += 2;
	const slots = buckets * SLOTS_IN_BUCKET;
	setField(SeenSet.NUMBERED, numbered ? 1 : 0);
	setField(SeenSet.BUCKETS_SIZE, buckets << BUCKET_BITS);
	setField(SeenSet.MOST_ENTRIES, slots - (slots >> 3) - (slots >> 5));
}

export function beginPage(page: i32, depth: i32): void {
	clear(page << PAGE_BITS, (page << PAGE_BITS) + PAGE_SIZE);
	store32(noteAt(page), depth);
}

export function pageDepth(page: i32): i32 {
	return load32(noteAt(page)) & DEPTH_MASK;
}

export function isFull(page: i32): bool {
	return load32(noteAt(page)) >> DEPTH_BITS >= field(SeenSet.MOST_ENTRIES);
}

/** Says whether the slot at the address `at` is free. */
export function isFree(at: i32): bool {
	return (load32(at) | load32(at + 16) | load32(at + 32) | load32(at + 48)) == 0;
}

/** The address of the slot of this `index`, counted through the page. */
export function slotAt(page: i32, index: i32): i32 {
	return (page << PAGE_BITS) + slotOffset(index);
}

function slotOffset(index: i32): i32 {
	return ((index >> 2) << BUCKET_BITS) + ((index & 3) << SLOT_BITS);
}

/** The address of the bucket where the search for a fingerprint begins. */
export function homeBucketAt(page: i32, fingerprint: i32): i32 {
	return (page << PAGE_BITS) + homeBucket(load32(fingerprint + 4));
}

/** The offset of the home bucket: the second word of a fingerprint, scaled to the number of buckets. */
function homeBucket(secondWord: i32): i32 {
	const buckets = field(SeenSet.BUCKETS_SIZE) >> BUCKET_BITS;
	return (((secondWord >>> 16) * buckets) >>> 16) << BUCKET_BITS;
}

/** The offset of the slot that holds the fingerprint; the complement of the one where it belongs when none does. */
export function findSlot(homeBucket: i32, fingerprint: i32): i32 {
	const page = homeBucket & ~OFFSET_MASK;
	let bucket = homeBucket & OFFSET_MASK;
	let isFirst = true;
	while (true) {
		const bits = matchBucket(page + bucket, fingerprint);
		if (bits != 0) {
			const slot = lowestBit(bits);
			return slot < SLOTS_IN_BUCKET ? bucket + (slot << SLOT_BITS) : ~(bucket + ((slot - SLOTS_IN_BUCKET) << SLOT_BITS));
		}
		bucket = isFirst ? otherBucket(bucket) : nextPair(bucket);
		isFirst = !isFirst;
	}
}

/** The other bucket of the pair. */
export function otherBucket(bucket: i32): i32 {
	return bucket ^ BUCKET_SIZE;
}

/** The bucket of the next pair that has the same place in it as the other one of the pair of `bucket`. */
function nextPair(bucket: i32): i32 {
	const next = otherBucket(bucket) + 2 * BUCKET_SIZE;
	return next < field(SeenSet.BUCKETS_SIZE) ? next : next - field(SeenSet.BUCKETS_SIZE);
}

/** Puts a fingerprint into a free slot. */
export function putInSlot(page: i32, slot: i32, fingerprint: i32, number: i32): void {
	const at = (page << PAGE_BITS) + slot;
	for (let word = 0; word < 4; ++word) store32(at + word * WORDS_APART, load32(fingerprint + (word << 2)));
	if (field(SeenSet.NUMBERED) != 0) store32(numberAddress(page, slot), number);
	store32(noteAt(page), load32(noteAt(page)) + (1 << DEPTH_BITS));
}

/** The number of the fingerprint in the slot; 0 unless the set is numbered. */
export function numberOf(page: i32, slot: i32): i32 {
	return field(SeenSet.NUMBERED) != 0 ? load32(numberAddress(page, slot)) : 0;
}

/** Copies the fingerprint in the slot at the address `at` to `to`. */
export function copyFingerprint(at: i32, to: i32): void {
	for (let word = 0; word < 4; ++word) store32(to + (word << 2), load32(at + word * WORDS_APART));
}

/**
 * Deals the entries of `page` out to it and to the new page `twin`, by the first bit they do not share.
 *
 * An entry in its home bucket stays in the bucket of this place, here or there; one that found its home bucket full is put
 * aside in the page `spare`, and then goes where the search for it ends.
 */
export function divideInto(page: i32, twin: i32, spare: i32): void {
	const depth = pageDepth(page);
	let aside = 0;
	// Entries of the page in the low half of a word, of the twin in the high half: the way an entry goes is no branch, for
	// nothing could foresee it.
	let all = 0;
	for (let bucket = 0; bucket < field(SeenSet.BUCKETS_SIZE); bucket += BUCKET_SIZE) {
		let dealt = 0;
		for (let slot = bucket; slot < bucket + SLOTS_SIZE; slot += SLOT_SIZE) {
			const at = (page << PAGE_BITS) + slot;
			if (isFree(at)) break;
			if (homeBucket(load32(at + WORDS_APART)) != bucket) {
				copySlot(page, slot, spare, slotOffset(aside++));
				continue;
			}
			const bit = (load32(at) >>> (31 - depth)) & 1;
			copySlot(page, slot, page + bit * (twin - page), bucket + (((dealt >>> (bit << 4)) & HALF_MASK) << SLOT_BITS));
			dealt += 1 << (bit << 4);
		}
		all += dealt;
		clearSlots(page, bucket + ((dealt & HALF_MASK) << SLOT_BITS), bucket + SLOTS_SIZE);
		clearSlots(twin, bucket + ((dealt >>> HALF_BITS) << SLOT_BITS), bucket + SLOTS_SIZE);
	}
	store32(noteAt(page), ((all & HALF_MASK) << DEPTH_BITS) + depth + 1);
	store32(noteAt(twin), ((all >>> HALF_BITS) << DEPTH_BITS) + depth + 1);
	for (let index = 0; index < aside; ++index) {
		const at = slotAt(spare, index);
		const into = page + ((load32(at) >>> (31 - depth)) & 1) * (twin - page);
		copyFingerprint(at, Address.DIVIDED);
		const slot = ~findSlot(homeBucketAt(into, Address.DIVIDED), Address.DIVIDED);
		putInSlot(into, slot, Address.DIVIDED, numberOf(spare, slotOffset(index)));
	}
}

/** Copies what is in a slot, and its number, to another. */
function copySlot(page: i32, slot: i32, toPage: i32, toSlot: i32): void {
	const from = (page << PAGE_BITS) + slot;
	const to = (toPage << PAGE_BITS) + toSlot;
	for (let word = 0; word < 4 * WORDS_APART; word += WORDS_APART) store32(to + word, load32(from + word));
	if (field(SeenSet.NUMBERED) != 0) store32(numberAddress(toPage, toSlot), load32(numberAddress(page, slot)));
}

/** Makes the slots [slot, end) of one bucket free. */
function clearSlots(page: i32, slot: i32, end: i32): void {
	for (let at = (page << PAGE_BITS) + slot; at < (page << PAGE_BITS) + end; at += SLOT_SIZE) {
		for (let word = 0; word < 4 * WORDS_APART; word += WORDS_APART) store32(at + word, 0);
	}
}

/** Where the number of a slot is: behind the buckets, in their order. */
function numberAddress(page: i32, slot: i32): i32 {
	const index = (slot >> BUCKET_BITS) * SLOTS_IN_BUCKET + ((slot >> SLOT_BITS) & (SLOTS_IN_BUCKET - 1));
	return (page << PAGE_BITS) + field(SeenSet.BUCKETS_SIZE) + (index << 2);
}

function noteAt(page: i32): i32 {
	return field(SeenSet.NOTES) + (page << 2);
}

function field(offset: i32): i32 {
	return load32(Address.SEEN_SET + offset);
}

function setField(offset: i32, value: i32): void {
	store32(Address.SEEN_SET + offset, value);
}
