/** A hash table of keys that are in no run yet: see `KeyTable`. */
import { load32, store8, store32 } from "../octets/memory";
import { copyKey, isSameKey } from "./keys";
import { Key, KeyRecord, KeyTable } from "./layout";

/**
 * Adds `count` keys, `stride` octets from one to the next. Writes a mark for each, an octet: 1 if the table had it, else 0. Requires: room
 * for all of them.
 */
export function addKeys(table: i32, keys: i32, count: i32, stride: i32, marks: i32): void {
	prefetch(table, keys, count, stride);
	for (let index = 0; index < count; ++index) {
		const key = keys + index * stride;
		const slot = slotOf(table, key);
		const isKnown = load32(slot) != 0;
		store8(marks + index, isKnown ? 1 : 0);
		if (isKnown) continue;
		const number = load32(table + KeyTable.COUNT);
		copyKey(key, load32(table + KeyTable.KEYS) + number * Key.SIZE);
		store32(table + KeyTable.COUNT, number + 1);
		store32(slot, (number + 1) | tagOf(key));
	}
}

/** Sets the mark of each of `count` records whose key is in the table to 1. */
export function findKeys(table: i32, records: i32, count: i32, marks: i32): void {
	prefetch(table, records, count, KeyRecord.SIZE);
	for (let index = 0; index < count; ++index) {
		if (hasKey(table, records + index * KeyRecord.SIZE)) store8(marks + index, 1);
	}
}

export function hasKey(table: i32, key: i32): bool {
	return load32(slotOf(table, key)) != 0;
}

/**
 * Brings the slots of keys into the cache: all at once, since these loads wait for no branch. Their sum is stored, so that no compiler drops
 * them.
 */
function prefetch(table: i32, keys: i32, count: i32, stride: i32): void {
	const slots = load32(table + KeyTable.SLOTS);
	const mask = load32(table + KeyTable.MASK);
	let sum = 0;
	for (let index = 0; index < count; ++index) sum ^= load32(slots + 4 * (load32(keys + index * stride + Key.MIDDLE) & mask));
	store32(table + KeyTable.SINK, sum);
}

/** The slot of a key, or the free one where it would be. */
function slotOf(table: i32, key: i32): i32 {
	const keys = load32(table + KeyTable.KEYS) - Key.SIZE;
	const slots = load32(table + KeyTable.SLOTS);
	const mask = load32(table + KeyTable.MASK);
	const tag = tagOf(key);
	// The first word is the place in a run. The second one is as uniform.
	let slot = load32(key + Key.MIDDLE) & mask;
	let entry = load32(slots + 4 * slot);
	// The tag spares a look at the keys of most slots, which are elsewhere in memory.
	while (entry != 0 && (((entry ^ tag) & KeyTable.TAG) != 0 || !isSameKey(keys + (entry & KeyTable.NUMBER) * Key.SIZE, key))) {
		slot = (slot + 1) & mask;
		entry = load32(slots + 4 * slot);
	}
	return slots + 4 * slot;
}

function tagOf(key: i32): i32 {
	return load32(key + Key.LOW) & KeyTable.TAG;
}
