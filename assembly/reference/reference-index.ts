/**
 * The index of a single reference of any length, window by window, for references that the line driver has not indexed.
 *
 * ```
 *   reference   |         window          |         window          |..LF|
 *   SPECIALS    |10|14|17|8190|END|          the list of one window; the entry END_OF_WINDOW asks for that of the next
 * ```
 */
import { Address, END_OF_WINDOW, Limit } from "../layout/addresses";
import { load32, store32 } from "../octets/memory";
import { indexSpecials } from "../octets/specials";

/**
 * Indexes the first window of the reference [start, end) that has a special octet, by the class `set`. Returns the first entry.
 *
 * Requires: an LF at `end`.
 */
export function indexReference(set: i32, start: i32, end: i32): i32 {
	store32(Address.INDEXED, start);
	store32(Address.TEXT_END, end);
	return indexNextWindow(set);
}

/** Indexes the next window that has a special octet. Returns its first entry. Requires: the LF has not been reached. */
export function indexNextWindow(set: i32): i32 {
	const end = load32(Address.TEXT_END) + 1;
	let last: i32 = Address.SPECIALS;
	for (let at = load32(Address.INDEXED); last == Address.SPECIALS; ) {
		const stop = end - at < Limit.WINDOW ? end : at + Limit.WINDOW;
		last = indexSpecials(set, at, stop, Address.SPECIALS);
		at = stop;
		store32(Address.INDEXED, at);
	}
	store32(last, END_OF_WINDOW);
	return Address.SPECIALS;
}

/** The entry after `entry`, in the next window if that is the last one of its own. */
export function nextEntry(set: i32, entry: i32): i32 {
	return load32(entry + 4) == END_OF_WINDOW ? indexNextWindow(set) : entry + 4;
}
