/**
 * Puts the keys of a table in order: by site, skeleton and hash, so that all keys that a rule can merge are next to each other.
 *
 * A radix sort, digit by digit from the last to the first, of numbers of keys. Three words nearly always decide. If not, all five are
 * sort keys.
 */
import { clear, load32, store32 } from "../octets/memory";
import { isBelow } from "./lanes";
import { Index, KeyColumn, Table } from "./layout";
import { ShardLimit, Sorter } from "./shard-layout";

const enum Digit {
	BITS = 11,
	MASK = 2047,
}

/** Sorts the keys of a table, and turns the numbers of their sites into ranks. Returns the address of the sorted numbers: ORDER or SPARE. */
export function sortKeys(sorter: i32, table: i32): i32 {
	const keys = load32(table + Table.KEYS);
	const count = load32(keys + Index.COUNT);
	const ranks = load32(sorter + Sorter.SITE_RANKS);
	const sites = keyColumn(table, KeyColumn.SITE);
	const order = load32(sorter + Sorter.ORDER);
	for (let key = 0; key < count; ++key) {
		store32(sites + (key << 2), load32(ranks + (load32(sites + (key << 2)) << 2)));
		store32(order + (key << 2), key);
	}
	const sorted = sortByAll(sorter, table, order, count, false);
	return isSorted(table, sorted, count) ? sorted : sortByAll(sorter, table, sorted, count, true);
}

/** Address of a column of keys. */
export function keyColumn(table: i32, column: i32): i32 {
	return load32(table + Table.KEY_COLUMNS) + ((column * load32(table + Table.CAPACITY)) << 2);
}

function sortByAll(sorter: i32, table: i32, order: i32, count: i32, isWhole: bool): i32 {
	const hashes = load32(load32(table + Table.KEYS) + Index.HASHES);
	let sorted = order;
	if (isWhole) sorted = sortByWord(sorter, sorted, count, hashes, 3);
	sorted = sortByWord(sorter, sorted, count, hashes + 4, 3);
	if (isWhole) sorted = sortByWord(sorter, sorted, count, keyColumn(table, KeyColumn.SKELETON_LOW), 2);
	sorted = sortByWord(sorter, sorted, count, keyColumn(table, KeyColumn.SKELETON_HIGH), 2);
	return sortByWord(sorter, sorted, count, keyColumn(table, KeyColumn.SITE), 2);
}

/** Sorts numbers by the word of each, words being 1 << shift octets apart. The sort is stable. Returns the sorted numbers. */
function sortByWord(sorter: i32, order: i32, count: i32, words: i32, shift: i32): i32 {
	let from = order;
	for (let bit = 0; bit < 32; bit += Digit.BITS) {
		const to = from == load32(sorter + Sorter.ORDER) ? load32(sorter + Sorter.SPARE) : load32(sorter + Sorter.ORDER);
		if (sortByDigit(load32(sorter + Sorter.COUNTERS), from, to, count, words, shift, bit)) from = to;
	}
	return from;
}

/** Moves numbers to `to` in the order of a digit. Returns false, and moves nothing, if all digits are equal. */
function sortByDigit(counters: i32, from: i32, to: i32, count: i32, words: i32, shift: i32, bit: i32): bool {
	clear(counters, counters + ShardLimit.COUNTERS);
	const end = from + (count << 2);
	let counter = counters;
	for (let at = from; at < end; at += 4) {
		counter = counters + (((load32(words + (load32(at) << shift)) >>> bit) & Digit.MASK) << 2);
		store32(counter, load32(counter) + 4);
	}
	// Fast path only: keys with one digit keep their order.
	if (load32(counter) == count << 2) return false;
	let next = to;
	for (counter = counters; counter < counters + ShardLimit.COUNTERS; counter += 4) {
		const size = load32(counter);
		store32(counter, next);
		next += size;
	}
	for (let at = from; at < end; at += 4) {
		const number = load32(at);
		counter = counters + (((load32(words + (number << shift)) >>> bit) & Digit.MASK) << 2);
		const place = load32(counter);
		store32(place, number);
		store32(counter, place + 4);
	}
	return true;
}

function isSorted(table: i32, order: i32, count: i32): bool {
	for (let at = order + 4; at < order + (count << 2); at += 4) if (isAfter(table, load32(at - 4), load32(at))) return false;
	return true;
}

/** Whether a key comes after another one. */
function isAfter(table: i32, key: i32, other: i32): bool {
	const hashes = load32(load32(table + Table.KEYS) + Index.HASHES);
	let order = compared(keyColumn(table, KeyColumn.SITE), key, other, 2);
	if (order == 0) order = compared(keyColumn(table, KeyColumn.SKELETON_HIGH), key, other, 2);
	if (order == 0) order = compared(keyColumn(table, KeyColumn.SKELETON_LOW), key, other, 2);
	if (order == 0) order = compared(hashes + 4, key, other, 3);
	if (order == 0) order = compared(hashes, key, other, 3);
	return order > 0;
}

function compared(words: i32, key: i32, other: i32, shift: i32): i32 {
	const a = load32(words + (key << shift));
	const b = load32(words + (other << shift));
	return a == b ? 0 : isBelow(a, b) ? -1 : 1;
}
