/** The shard of a table: its keys in order, with their parts and their digests. */
import { load32, store8, store32 } from "../octets/memory";
import { keyColumn, sortKeys } from "./key-order";
import { isBelow } from "./lanes";
import { Index, KeyColumn, Part, Table } from "./layout";
import { ColumnMap, ShardLimit, ShardMap, Sorter } from "./shard-layout";

/** Makes the shard of a table that has keys. Requires: room for its keys, as many sites, its parts, and an entry for each fetch. */
export function makeShard(shard: i32, sorter: i32, table: i32): void {
	const count = load32(load32(table + Table.KEYS) + Index.COUNT);
	const order = sortKeys(sorter, table);
	store32(shard + ShardMap.KEY_COUNT, count);
	store32(shard + ShardMap.PART_COUNT, load32(table + Table.PART_COUNT));
	store32(shard + ShardMap.COLUMN_COUNT, load32(table + Table.COLUMNS));
	moveWords(order, count, keyColumn(table, KeyColumn.SKELETON_LOW), 2, load32(shard + ShardMap.SKELETON_LOW));
	moveWords(order, count, keyColumn(table, KeyColumn.SKELETON_HIGH), 2, load32(shard + ShardMap.SKELETON_HIGH));
	moveWords(order, count, keyColumn(table, KeyColumn.PLACE), 2, load32(shard + ShardMap.PLACE));
	const hashes = load32(load32(table + Table.KEYS) + Index.HASHES);
	moveWords(order, count, hashes, 3, load32(shard + ShardMap.LOW));
	moveWords(order, count, hashes + 4, 3, load32(shard + ShardMap.HIGH));
	findSites(shard, order, count, keyColumn(table, KeyColumn.SITE));
	moveParts(shard, sorter, table, order, count);
	sortFetches(sorter, table, order, count);
	for (let column = 0; column < load32(table + Table.COLUMNS); ++column) makeEntries(shard, sorter, table, count, column);
	measure(shard);
}

function moveWords(order: i32, count: i32, words: i32, shift: i32, to: i32): void {
	for (let place = 0; place < count << 2; place += 4) store32(to + place, load32(words + (load32(order + place) << shift)));
}

function findSites(shard: i32, order: i32, count: i32, ranks: i32): void {
	const sites = load32(shard + ShardMap.SITES);
	const starts = load32(shard + ShardMap.SITE_STARTS);
	const held = load32(shard + ShardMap.HELD);
	let found = 0;
	let last = -1;
	for (let place = 0; place < count; ++place) {
		store8(held + place, 0);
		const site = load32(ranks + (load32(order + (place << 2)) << 2));
		if (site == last) continue;
		last = site;
		store32(sites + (found << 2), site);
		store32(starts + (found << 2), place);
		++found;
	}
	store32(starts + (found << 2), count);
	store32(shard + ShardMap.SITE_COUNT, found);
}

function moveParts(shard: i32, sorter: i32, table: i32, order: i32, count: i32): void {
	const ends = keyColumn(table, KeyColumn.PART_END);
	const parts = load32(table + Table.PARTS);
	const ranks = load32(sorter + Sorter.FEATURE_RANKS);
	const starts = load32(shard + ShardMap.PART_STARTS);
	const names = load32(shard + ShardMap.PART_NAMES);
	const low = load32(shard + ShardMap.PART_LOW);
	const high = load32(shard + ShardMap.PART_HIGH);
	let to = 0;
	store32(starts, 0);
	for (let place = 0; place < count; ++place) {
		const key = load32(order + (place << 2));
		const first = key > 0 ? load32(ends + ((key - 1) << 2)) : 0;
		const end = parts + load32(ends + (key << 2)) * Part.SIZE;
		for (let part = parts + first * Part.SIZE; part < end; part += Part.SIZE) {
			store32(names + to, nameOf(part, ranks));
			store32(low + to, load32(part + Part.HASH));
			store32(high + to, load32(part + Part.HASH + 4));
			to += 4;
		}
		store32(starts + ((place + 1) << 2), to >> 2);
	}
}

/** The name of a part, by rank: a feature << 1, or the owner of a value << 1, + 1. */
function nameOf(part: i32, ranks: i32): i32 {
	const owner = load32(part + Part.OWNER);
	if (owner > 0) return (load32(ranks + ((owner - 1) << 2)) << 1) | 1;
	return load32(ranks + (load32(part + Part.FEATURE) << 2)) << 1;
}

/** Writes the fetches of each key, in the order of keys. */
function sortFetches(sorter: i32, table: i32, order: i32, count: i32): void {
	// The sorted numbers are in one of the two areas. The places of keys go to the other one.
	const places = order == load32(sorter + Sorter.ORDER) ? load32(sorter + Sorter.SPARE) : load32(sorter + Sorter.ORDER);
	const starts = load32(sorter + Sorter.FETCH_STARTS);
	const keys = load32(table + Table.FETCH_KEYS);
	const keysEnd = keys + (load32(table + Table.FETCH_COUNT) << 2);
	for (let place = 0; place <= count; ++place) store32(starts + (place << 2), 0);
	for (let place = 0; place < count; ++place) store32(places + (load32(order + (place << 2)) << 2), place << 2);
	for (let fetch = keys; fetch < keysEnd; fetch += 4) {
		const start = starts + load32(places + (load32(fetch) << 2));
		store32(start, load32(start) + 1);
	}
	let sum = 0;
	for (let start = starts; start <= starts + (count << 2); start += 4) {
		sum += load32(start);
		store32(start, sum);
	}
	const fetches = load32(sorter + Sorter.FETCHES);
	// From the last to the first: the end of a key then becomes its start.
	for (let fetch = keysEnd - 4; fetch >= keys; fetch -= 4) {
		const start = starts + load32(places + (load32(fetch) << 2));
		const to = load32(start) - 1;
		store32(start, to);
		store32(fetches + (to << 2), (fetch - keys) >> 2);
	}
}

/** Writes the digests of each key, each once, the smallest first, with its number of fetches. */
function makeEntries(shard: i32, sorter: i32, table: i32, count: i32, column: i32): void {
	const map = load32(shard + ShardMap.COLUMNS) + column * ColumnMap.SIZE;
	const starts = load32(map + ColumnMap.ENTRY_STARTS);
	const digests = load32(table + Table.DIGESTS) + (column << 3);
	const step = load32(table + Table.COLUMNS) << 3;
	const fetches = load32(sorter + Sorter.FETCHES);
	const fetchStarts = load32(sorter + Sorter.FETCH_STARTS);
	let first = 0;
	for (let key = 0; key < count; ++key) {
		store32(starts + (key << 2), first);
		const end = fetches + (load32(fetchStarts + ((key + 1) << 2)) << 2);
		let last = first;
		for (let fetch = fetches + (load32(fetchStarts + (key << 2)) << 2); fetch < end; fetch += 4) {
			const digest = digests + load32(fetch) * step;
			if ((load32(digest) | load32(digest + 4)) != 0) last = addEntry(map, first, last, load32(digest), load32(digest + 4));
		}
		first = last;
	}
	store32(starts + (count << 2), first);
	store32(map + ColumnMap.COUNT, first);
}

/** Adds a digest to the entries [first, end) of a key. Returns their new end. */
function addEntry(map: i32, first: i32, end: i32, low: i32, high: i32): i32 {
	const lows = load32(map + ColumnMap.ENTRY_LOW);
	const highs = load32(map + ColumnMap.ENTRY_HIGH);
	const counts = load32(map + ColumnMap.ENTRY_COUNTS);
	let at = end;
	while (at > first && isSmaller(low, high, load32(lows + ((at - 1) << 2)), load32(highs + ((at - 1) << 2)))) --at;
	const before = (at - 1) << 2;
	if (at > first && load32(lows + before) == low && load32(highs + before) == high) {
		store32(counts + before, load32(counts + before) + 1);
		return end;
	}
	if (at - first == ShardLimit.DIGESTS) return end;
	const last = end - first == ShardLimit.DIGESTS ? end - 1 : end;
	for (let entry = last; entry > at; --entry) {
		store32(lows + (entry << 2), load32(lows + ((entry - 1) << 2)));
		store32(highs + (entry << 2), load32(highs + ((entry - 1) << 2)));
		store32(counts + (entry << 2), load32(counts + ((entry - 1) << 2)));
	}
	store32(lows + (at << 2), low);
	store32(highs + (at << 2), high);
	store32(counts + (at << 2), 1);
	return last + 1;
}

function isSmaller(low: i32, high: i32, otherLow: i32, otherHigh: i32): bool {
	return high == otherHigh ? isBelow(low, otherLow) : isBelow(high, otherHigh);
}

/** Measures the largest skeleton and the largest site. */
export function measure(shard: i32): void {
	const keys = load32(shard + ShardMap.KEY_COUNT);
	const low = load32(shard + ShardMap.SKELETON_LOW);
	const high = load32(shard + ShardMap.SKELETON_HIGH);
	for (let word = ShardMap.MOST_KEYS as i32; word < ShardMap.SIZE; word += 4) store32(shard + word, 0);
	let first = 0;
	for (let key = 1; key <= keys; ++key) {
		const at = key << 2;
		const before = at - 4;
		if (key < keys && load32(low + at) == load32(low + before) && load32(high + at) == load32(high + before)) continue;
		raise(shard + ShardMap.MOST_KEYS, key - first);
		raise(shard + ShardMap.MOST_PARTS, spanOf(load32(shard + ShardMap.PART_STARTS), first, key));
		const columns = load32(shard + ShardMap.COLUMNS);
		const end = columns + load32(shard + ShardMap.COLUMN_COUNT) * ColumnMap.SIZE;
		for (let column = columns; column < end; column += ColumnMap.SIZE) {
			raise(shard + ShardMap.MOST_ENTRIES, spanOf(load32(column + ColumnMap.ENTRY_STARTS), first, key));
		}
		first = key;
	}
	const starts = load32(shard + ShardMap.SITE_STARTS);
	for (let site = starts; site < starts + (load32(shard + ShardMap.SITE_COUNT) << 2); site += 4) {
		raise(shard + ShardMap.MOST_SITE_PARTS, spanOf(load32(shard + ShardMap.PART_STARTS), load32(site), load32(site + 4)));
	}
}

/** Distance between two elements of an array of starts. */
function spanOf(starts: i32, first: i32, end: i32): i32 {
	return load32(starts + (end << 2)) - load32(starts + (first << 2));
}

function raise(address: i32, value: i32): void {
	if (load32(address) < value) store32(address, value);
}
