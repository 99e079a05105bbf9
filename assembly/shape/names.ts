/** Sorts names by their octets: heapsort, which is in place and O(n log n) on any input. */

import { NameEntry } from "../layout/shapes";
import { load8, load32, store32 } from "../octets/memory";

/** Sorts the entries in [list, listEnd). */
export function sortNames(list: i32, listEnd: i32): void {
	const count = (listEnd - list) >> 3;
	for (let root = (count >> 1) - 1; root >= 0; --root) sink(list, root, count);
	for (let last = count - 1; last > 0; --last) {
		swap(entryOf(list, 0), entryOf(list, last));
		sink(list, 0, last);
	}
}

/** Moves an entry down the heap of `count` until none below it is greater. */
function sink(list: i32, root: i32, count: i32): void {
	for (let below = 2 * root + 1; below < count; below = 2 * root + 1) {
		if (below + 1 < count && compareEntries(entryOf(list, below), entryOf(list, below + 1)) < 0) ++below;
		if (compareEntries(entryOf(list, root), entryOf(list, below)) >= 0) return;
		swap(entryOf(list, root), entryOf(list, below));
		root = below;
	}
}

function entryOf(list: i32, index: i32): i32 {
	return list + index * NameEntry.SIZE;
}

function swap(entry: i32, other: i32): void {
	for (let word = 0; word < NameEntry.SIZE; word += 4) {
		const value = load32(entry + word);
		store32(entry + word, load32(other + word));
		store32(other + word, value);
	}
}

/** Compares the names of two entries: negative, 0 or positive. */
export function compareEntries(a: i32, b: i32): i32 {
	return compareNames(
		load32(a + NameEntry.START),
		load32(a + NameEntry.END),
		load32(b + NameEntry.START),
		load32(b + NameEntry.END),
	);
}

/** Compares [a, aEnd) and [b, bEnd) by octets: negative, 0 or positive. */
export function compareNames(a: i32, aEnd: i32, b: i32, bEnd: i32): i32 {
	for (; a < aEnd && b < bEnd; ++a, ++b) {
		const difference = load8(a) - load8(b);
		if (difference != 0) return difference;
	}
	return aEnd - a - (bEnd - b);
}
