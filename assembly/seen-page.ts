/**
 * A page of the set: a table of fingerprints with open addressing and linear probing.
 *
 * ```
 *   page      0 entries   4 depth: how many leading bits its fingerprints share   8 unused   16 slots
 *   slot      0 fingerprint, 16 octets, zeros when the slot is free   16 in a numbered set: number, i32
 * ```
 *
 * A fingerprint's page goes by its first word, its home slot by its second: they are independent.
 * Pages are named by number (address >>> 16): an address above 2 GiB is negative in the portable dialect, a number is not.
 */
import { FINGERPRINT_SIZE } from "./fingerprint";
import { Address, SeenSet } from "./layout";
import { clear, load32, move, store32 } from "./memory";

export const PAGE_BITS: i32 = 16;
const PAGE_SIZE: i32 = 65536;
const PAGE_DEPTH: i32 = 4;
const PAGE_HEADER: i32 = 16;
const NUMBER_SIZE: i32 = 4;

/** Settles how large slots are and how many fit a page; a page is full at 27 of 32 slots. */
export function setUpSlots(numbered: bool): void {
	const size = numbered ? FINGERPRINT_SIZE + NUMBER_SIZE : FINGERPRINT_SIZE;
	let slots = 0;
	for (let end = PAGE_HEADER + size; end <= PAGE_SIZE; end += size) ++slots;
	store32(Address.SEEN_SET + SeenSet.SLOT_SIZE, size);
	store32(Address.SEEN_SET + SeenSet.SLOTS, slots);
	store32(Address.SEEN_SET + SeenSet.MOST_ENTRIES, slots - (slots >> 3) - (slots >> 5));
}

export function beginPage(page: i32, depth: i32): void {
	clear(page << PAGE_BITS, (page << PAGE_BITS) + PAGE_SIZE);
	store32((page << PAGE_BITS) + PAGE_DEPTH, depth);
}

export function pageDepth(page: i32): i32 {
	return load32((page << PAGE_BITS) + PAGE_DEPTH);
}

export function isFull(page: i32): bool {
	return load32(page << PAGE_BITS) >= load32(Address.SEEN_SET + SeenSet.MOST_ENTRIES);
}

export function slotAt(page: i32, slot: i32): i32 {
	return (page << PAGE_BITS) + PAGE_HEADER + slot * load32(Address.SEEN_SET + SeenSet.SLOT_SIZE);
}

/** The slot where the search for a fingerprint begins: slots × (upper half of its second word), the upper half of that. */
export function homeSlot(fingerprint: i32): i32 {
	return ((load32(fingerprint + 4) >>> 16) * load32(Address.SEEN_SET + SeenSet.SLOTS)) >>> 16;
}

export function isNoFingerprint(at: i32): bool {
	return (load32(at) | load32(at + 4) | load32(at + 8) | load32(at + 12)) == 0;
}

/** The slot that holds the fingerprint; the complement of the slot where it belongs when none does. */
export function findInPage(page: i32, fingerprint: i32): i32 {
	const slots = load32(Address.SEEN_SET + SeenSet.SLOTS);
	let slot = homeSlot(fingerprint);
	while (true) {
		const at = slotAt(page, slot);
		if (isEqual(at, fingerprint)) return slot;
		if (isNoFingerprint(at)) return ~slot;
		if (++slot == slots) slot = 0;
	}
}

/** Adds a fingerprint that is not in the page. Requires: the page is not full. */
export function addToPage(page: i32, fingerprint: i32, number: i32): void {
	const slot = ~findInPage(page, fingerprint);
	copyFingerprint(fingerprint, slotAt(page, slot));
	if (isNumbered()) store32(slotAt(page, slot) + FINGERPRINT_SIZE, number);
	store32(page << PAGE_BITS, load32(page << PAGE_BITS) + 1);
}

/** The number of the fingerprint in the slot; 0 unless the set is numbered. */
export function numberAt(page: i32, slot: i32): i32 {
	return isNumbered() ? load32(slotAt(page, slot) + FINGERPRINT_SIZE) : 0;
}

export function copyFingerprint(from: i32, to: i32): void {
	for (let word = 0; word < FINGERPRINT_SIZE; word += 4) store32(to + word, load32(from + word));
}

/** Deals the entries of `page` out to it and to the new page `twin`, by the first bit they do not share. */
export function divideInto(page: i32, twin: i32, spare: i32): void {
	const depth = pageDepth(page);
	move(page << PAGE_BITS, (page << PAGE_BITS) + PAGE_SIZE, spare << PAGE_BITS);
	beginPage(page, depth + 1);
	beginPage(twin, depth + 1);
	const slots = load32(Address.SEEN_SET + SeenSet.SLOTS);
	for (let slot = 0; slot < slots; ++slot) {
		const at = slotAt(spare, slot);
		if (isNoFingerprint(at)) continue;
		const isTwins = ((load32(at) >>> (31 - depth)) & 1) != 0;
		addToPage(isTwins ? twin : page, at, numberAt(spare, slot));
	}
}

function isNumbered(): bool {
	return load32(Address.SEEN_SET + SeenSet.SLOT_SIZE) > FINGERPRINT_SIZE;
}

function isEqual(at: i32, fingerprint: i32): bool {
	if (load32(at) != load32(fingerprint) || load32(at + 4) != load32(fingerprint + 4)) return false;
	return load32(at + 8) == load32(fingerprint + 8) && load32(at + 12) == load32(fingerprint + 12);
}
