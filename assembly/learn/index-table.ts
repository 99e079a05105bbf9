/** Numbers for hashes, in the order in which they come: see `Index`. */
import { clear, load32, store32 } from "../octets/memory";
import { Index } from "./layout";

/** The number of a hash. It is new if it is what COUNT was before. Requires: room for one more. */
export function numberOf(index: i32, lo: i32, hi: i32): i32 {
	const slot = slotOf(index, lo, hi);
	const found = load32(slot);
	if (found != 0) return found - 1;
	const number = load32(index + Index.COUNT);
	const entry = load32(index + Index.HASHES) + (number << 3);
	store32(entry, lo);
	store32(entry + 4, hi);
	store32(slot, number + 1);
	store32(index + Index.COUNT, number + 1);
	return number;
}

/** The number of a hash, or -1. */
export function findNumber(index: i32, lo: i32, hi: i32): i32 {
	return load32(slotOf(index, lo, hi)) - 1;
}

/** Fills the slots from the hashes. Requires: all slots are 0. */
export function fillIndex(index: i32): void {
	const hashes = load32(index + Index.HASHES);
	const count = load32(index + Index.COUNT);
	for (let number = 0; number < count; ++number) {
		const entry = hashes + (number << 3);
		store32(slotOf(index, load32(entry), load32(entry + 4)), number + 1);
	}
}

/** Forgets all hashes, and uses as few slots as `count` hashes need: many small uses cost little after a large one. */
export function beginIndex(index: i32, count: i32): void {
	let slots = 8;
	while (slots < count << 1) slots <<= 1;
	store32(index + Index.MASK, slots - 1);
	clearIndex(index);
}

/** Forgets all hashes. */
export function clearIndex(index: i32): void {
	const slots = load32(index + Index.SLOTS);
	clear(slots, slots + ((load32(index + Index.MASK) + 1) << 2));
	store32(index + Index.COUNT, 0);
}

/** The slot of a hash, or the free one where it would be. */
function slotOf(index: i32, lo: i32, hi: i32): i32 {
	const hashes = load32(index + Index.HASHES) - 8;
	const slots = load32(index + Index.SLOTS);
	const mask = load32(index + Index.MASK);
	let slot = lo & mask;
	let number = load32(slots + (slot << 2));
	while (number != 0 && (load32(hashes + (number << 3)) != lo || load32(hashes + (number << 3) + 4) != hi)) {
		slot = (slot + 1) & mask;
		number = load32(slots + (slot << 2));
	}
	return slots + (slot << 2);
}
