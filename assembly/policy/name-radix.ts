/**
 * Q6 query-sort for many pieces: a stable radix sort by decoded name, from the first octet on.
 *
 * ```
 *   b=1&ab=2&a=3&b=4     group of "":   a (ab, a)  b (b=1, b=4)     one pass: count, distribute, copy back
 *                        group of "a":  end (a)    b (ab)
 *                        group of "b":  end (b=1, b=4)              equal names stay in the order of the query
 * ```
 *
 * A merge sort compares each name log2(n) times, and each comparison misses the cache. Here, a name is read once for each octet
 * that it shares with another one. In place of the address of its start, a piece has that of the octet at which its group
 * differs; groups of less than MIN_PIECES are merge-sorted from there on.
 */

import { CrawlAddress, Policy } from "../layout/crawl-addresses";
import { Octet } from "../octets/char";
import { Class, is } from "../octets/classes";
import { clear, load8, load32, store32 } from "../octets/memory";
import { span } from "../octets/span";
import { decodedAt, nextAt } from "./decoded";
import { mergeSort } from "./merge-sort";
import { Order } from "./piece-order";
import { policy } from "./program";

export const enum Radix {
	/** With fewer pieces, clearing and adding up the counters takes longer than comparing names. */
	MIN_PIECES = 64,
	/** Groups within groups. A deeper one is merge-sorted, so that names chosen for it cannot exhaust the stack. */
	MAX_DEPTH = 64,
	/** Octets of OCTET_COUNTS: one counter for the end of a name, one for each octet. */
	COUNTS_SIZE = 1028,
}

/** Sorts the pieces in [start, end), which are in the order of the query. Requires: the same amount of room at `end`. */
export function sortByNames(order: i32, start: i32, end: i32): void {
	const first = load32(start);
	sortGroup(order, start, end, end - start, first, 0);
	returnToStarts(start, end, first);
}

/** Sorts a group: pieces whose names have been equal so far. The room for it is `shift` octets further. */
function sortGroup(order: i32, start: i32, end: i32, shift: i32, first: i32, depth: i32): void {
	const isSmall = end - start < Radix.MIN_PIECES << 2 || depth == Radix.MAX_DEPTH;
	// Fast path only: radix sort yields the same order.
	if (isSmall) sortRest(order, start, end, start + shift, first);
	else if (isEqual(start, end)) sortEqual(order, start, end, start + shift, first);
	else sortGroups(order, distribute(start, end, shift), start, end, shift, first, depth + 1);
}

/** Sorts the groups of [start, end). The first one, of names that have ended, ends at `ended`. */
function sortGroups(order: i32, ended: i32, start: i32, end: i32, shift: i32, first: i32, depth: i32): void {
	sortEqual(order, start, ended, start + shift, first);
	let at = ended;
	while (at < end) {
		const groupEnd = load32(at + shift);
		// Fast path only: one piece is in order.
		if (groupEnd - at > 4) sortGroup(order, at, groupEnd, shift, first, depth);
		at = groupEnd;
	}
}

/** Sorts a small group. */
function sortRest(order: i32, start: i32, end: i32, spare: i32, first: i32): void {
	if (order == Order.NAME_VALUE) returnToStarts(start, end, first);
	mergeSort(order, start, end, spare);
}

/** Sorts pieces of equal names. If only names count, they are in order. */
function sortEqual(order: i32, start: i32, end: i32, spare: i32, first: i32): void {
	if (order == Order.NAME_VALUE) sortRest(order, start, end, spare, first);
}

/** Whether the names are equal. If not, the pieces move on to the first octet that differs, and its ranks are counted. */
function isEqual(start: i32, end: i32): bool {
	const queryEnd = policy(Policy.QUERY_END);
	skipCommon(start, end);
	while (countRanks(start, end) == end - start) {
		if (rankAt(load32(start), queryEnd) == 0) return true;
		for (let at = start; at < end; at += 4) store32(at, nextAt(load32(at), queryEnd));
	}
	return false;
}

/** Counts the ranks of the octets at which the pieces are. Returns the count of the first one, times 4. */
function countRanks(start: i32, end: i32): i32 {
	const queryEnd = policy(Policy.QUERY_END);
	clear(CrawlAddress.OCTET_COUNTS, CrawlAddress.OCTET_COUNTS + Radix.COUNTS_SIZE);
	for (let at = start; at < end; at += 4) {
		const counter = counterOf(rankAt(load32(at), queryEnd));
		store32(counter, load32(counter) + 4);
	}
	return load32(counterOf(rankAt(load32(start), queryEnd)));
}

/**
 * Divides the pieces into groups by the ranks that were counted last, and moves them on to their next octet, unless their names have
 * ended. The room at the start of each other group then has its end. Returns the end of the ended ones, which come first.
 */
function distribute(start: i32, end: i32, shift: i32): i32 {
	const queryEnd = policy(Policy.QUERY_END);
	const ended = start + load32(CrawlAddress.OCTET_COUNTS);
	beginGroups(start + shift);
	for (let at = start; at < end; at += 4) {
		const piece = load32(at);
		const rank = rankAt(piece, queryEnd);
		const counter = counterOf(rank);
		const place = load32(counter);
		store32(place, rank == 0 ? piece : load8(piece) == Octet.PERCENT ? nextAt(piece, queryEnd) : piece + 1);
		store32(counter, place + 4);
	}
	for (let at = start; at < end; at += 4) store32(at, load32(at + shift));
	endGroups(start, shift);
	return ended;
}

/** Replaces each count by the address of its group. The first group begins at `to`. */
function beginGroups(to: i32): void {
	for (let counter: i32 = CrawlAddress.OCTET_COUNTS; counter < CrawlAddress.OCTET_COUNTS + Radix.COUNTS_SIZE; counter += 4) {
		const size = load32(counter);
		store32(counter, to);
		to += size;
	}
}

/** Stores the end of each group in the room at its start. The counters have the ends, in the room. */
function endGroups(start: i32, shift: i32): void {
	let at = start + shift;
	for (let counter: i32 = CrawlAddress.OCTET_COUNTS; counter < CrawlAddress.OCTET_COUNTS + Radix.COUNTS_SIZE; counter += 4) {
		const groupEnd = load32(counter);
		if (groupEnd > at) store32(at, groupEnd - shift);
		at = groupEnd;
	}
}

/** Moves the pieces past the unreserved octets that all of them begin with. */
function skipCommon(start: i32, end: i32): void {
	const queryEnd = policy(Policy.QUERY_END);
	const model = load32(start);
	let length = span(model, queryEnd, Class.UNRESERVED) - model;
	for (let at = start + 4; at < end && length > 0; at += 4) length = commonLength(model, load32(at), queryEnd, length);
	// Fast path only: a common prefix is otherwise sorted octet by octet.
	if (length > 0) for (let at = start; at < end; at += 4) store32(at, load32(at) + length);
}

/** Returns the number of the first `length` octets that are equal at `model` and at `other`. */
function commonLength(model: i32, other: i32, end: i32, length: i32): i32 {
	const max = end - other < length ? end - other : length;
	let equals = 0;
	while (equals < max && load8(model + equals) == load8(other + equals)) ++equals;
	return equals;
}

/** Moves each piece back to its start: behind the "&" before it, or to `first`. */
function returnToStarts(start: i32, end: i32, first: i32): void {
	for (let at = start; at < end; at += 4) {
		let piece = load32(at);
		while (piece > first && load8(piece - 1) != Octet.AMPERSAND) --piece;
		store32(at, piece);
	}
}

function counterOf(rank: i32): i32 {
	return CrawlAddress.OCTET_COUNTS + (rank << 2);
}

/** The rank of the decoded octet of a name: 0 at its end. */
function rankAt(at: i32, end: i32): i32 {
	const octet = at < end ? load8(at) : Octet.AMPERSAND;
	return is(octet, Class.UNRESERVED) ? octet + 1 : rankOf(octet, at, end);
}

function rankOf(octet: i32, at: i32, end: i32): i32 {
	return octet == Octet.EQUALS || octet == Octet.AMPERSAND ? 0 : decodedAt(at, end) + 1;
}
