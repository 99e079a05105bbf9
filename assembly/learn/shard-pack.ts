/** Shards on disk: see `Packed`. */
import { load8, load32, store8, store32 } from "../octets/memory";
import { addHash, copyHash, isZero } from "./hash";
import { readNumber, sizeOf, writeNumber } from "./numbers";
import { ColumnMap, Packed, ShardMap } from "./shard-layout";

const HAS_REST: i32 = 2;

/** Writes a shard to `to`, a multiple of four. Returns the end. `hash` has 8 octets. Requires: room as `ShardLimit` says. */
export function packShard(shard: i32, to: i32, hash: i32): i32 {
	let out = writeHeader(shard, to);
	const sites = load32(shard + ShardMap.SITES);
	const starts = load32(shard + ShardMap.SITE_STARTS);
	for (let site = 0; site < load32(shard + ShardMap.SITE_COUNT) << 2; site += 4) {
		const end = load32(starts + site + 4);
		out = writeNumber(load32(sites + site), out);
		out = writeNumber(skeletonsIn(shard, load32(starts + site), end), out);
		for (let key = load32(starts + site); key < end; ) {
			const next = skeletonEnd(shard, key, end);
			out = writeHash(load32(shard + ShardMap.SKELETON_LOW), load32(shard + ShardMap.SKELETON_HIGH), key, out);
			out = writeNumber(next - key, out);
			for (; key < next; ++key) out = writeKey(shard, key, out, hash);
		}
	}
	while (((out - to) & 3) != 0) store8(out++, 0);
	return out;
}

function writeHeader(shard: i32, to: i32): i32 {
	for (let word = 0; word < 16; word += 4) {
		store32(to + word, load32(shard + ShardMap.SITE_COUNT + word));
		store32(to + Packed.MOST_KEYS + word, load32(shard + ShardMap.MOST_KEYS + word));
	}
	const columns = load32(shard + ShardMap.COLUMN_COUNT);
	for (let column = 0; column < columns; ++column) {
		const map = load32(shard + ShardMap.COLUMNS) + column * ColumnMap.SIZE;
		store32(to + Packed.ENTRIES + (column << 2), load32(map + ColumnMap.COUNT));
	}
	return to + Packed.ENTRIES + (columns << 2);
}

function skeletonsIn(shard: i32, first: i32, end: i32): i32 {
	let skeletons = 0;
	for (let key = first; key < end; key = skeletonEnd(shard, key, end)) ++skeletons;
	return skeletons;
}

function skeletonEnd(shard: i32, first: i32, end: i32): i32 {
	const low = load32(shard + ShardMap.SKELETON_LOW);
	const high = load32(shard + ShardMap.SKELETON_HIGH);
	const at = first << 2;
	let key = first + 1;
	while (key < end && load32(low + (key << 2)) == load32(low + at) && load32(high + (key << 2)) == load32(high + at)) ++key;
	return key;
}

function writeHash(low: i32, high: i32, index: i32, to: i32): i32 {
	store32(to, load32(low + (index << 2)));
	store32(to + 4, load32(high + (index << 2)));
	return to + 8;
}

function writeKey(shard: i32, key: i32, to: i32, rest: i32): i32 {
	const first = load32(load32(shard + ShardMap.PART_STARTS) + (key << 2));
	const end = load32(load32(shard + ShardMap.PART_STARTS) + ((key + 1) << 2));
	findRest(shard, key, first, end, rest);
	const flags = (isZero(rest) ? 0 : HAS_REST) | load8(load32(shard + ShardMap.HELD) + key);
	let out = writeNumber(((end - first) << 2) | flags, to);
	store32(out, load32(load32(shard + ShardMap.PLACE) + (key << 2)));
	out += 4;
	for (let part = first; part < end; ++part) {
		out = writeNumber(load32(load32(shard + ShardMap.PART_NAMES) + (part << 2)), out);
		out = writeHash(load32(shard + ShardMap.PART_LOW), load32(shard + ShardMap.PART_HIGH), part, out);
	}
	if ((flags & HAS_REST) != 0) out = copyHash(rest, out);
	for (let column = 0; column < load32(shard + ShardMap.COLUMN_COUNT); ++column) {
		out = writeEntries(load32(shard + ShardMap.COLUMNS) + column * ColumnMap.SIZE, key, out);
	}
	return out;
}

/** Writes to `rest` the part that no rule erases: the hash of a key less skeleton and parts. */
function findRest(shard: i32, key: i32, first: i32, end: i32, rest: i32): void {
	const at = key << 2;
	let low = (load32(load32(shard + ShardMap.LOW) + at) - load32(load32(shard + ShardMap.SKELETON_LOW) + at)) | 0;
	let high = (load32(load32(shard + ShardMap.HIGH) + at) - load32(load32(shard + ShardMap.SKELETON_HIGH) + at)) | 0;
	for (let part = first << 2; part < end << 2; part += 4) {
		low = (low - load32(load32(shard + ShardMap.PART_LOW) + part)) | 0;
		high = (high - load32(load32(shard + ShardMap.PART_HIGH) + part)) | 0;
	}
	store32(rest, low);
	store32(rest + 4, high);
}

function writeEntries(map: i32, key: i32, to: i32): i32 {
	const first = load32(load32(map + ColumnMap.ENTRY_STARTS) + (key << 2));
	const end = load32(load32(map + ColumnMap.ENTRY_STARTS) + ((key + 1) << 2));
	let out = writeNumber(end - first, to);
	for (let entry = first; entry < end; ++entry) {
		out = writeHash(load32(map + ColumnMap.ENTRY_LOW), load32(map + ColumnMap.ENTRY_HIGH), entry, out);
		out = writeNumber(load32(load32(map + ColumnMap.ENTRY_COUNTS) + (entry << 2)), out);
	}
	return out;
}

/**
 * Reads a shard of [start, end). Returns false if it is damaged. Requires: its counters as its first words have them, room for these
 * numbers, 8 octets at `hash`, and that the octets up to `ShardLimit.KEY` behind the end may be read.
 */
export function unpackShard(shard: i32, start: i32, end: i32, hash: i32): bool {
	const keys = load32(shard + ShardMap.KEY_COUNT);
	const columns = load32(shard + ShardMap.COLUMN_COUNT);
	for (let column = 0; column < columns; ++column) {
		store32(load32(shard + ShardMap.COLUMNS) + column * ColumnMap.SIZE + ColumnMap.COUNT, 0);
	}
	store32(shard + ShardMap.PART_COUNT, 0);
	let at = start + Packed.ENTRIES + (columns << 2);
	let key = 0;
	for (let site = 0; site < load32(shard + ShardMap.SITE_COUNT); ++site) {
		const rank = readNumber(at);
		at += sizeOf(rank);
		store32(load32(shard + ShardMap.SITES) + (site << 2), rank);
		store32(load32(shard + ShardMap.SITE_STARTS) + (site << 2), key);
		let skeletons = readNumber(at);
		at += sizeOf(skeletons);
		for (; skeletons > 0; --skeletons) {
			const skeleton = at;
			const count = readNumber(at + 8);
			at += 8 + sizeOf(count);
			if (at > end || count <= 0 || count > keys - key) return false;
			for (const next = key + count; key < next; ++key) {
				at = readKeyOf(shard, skeleton, key, start, at, end, hash);
				if (at < 0) return false;
			}
		}
	}
	store32(load32(shard + ShardMap.SITE_STARTS) + (load32(shard + ShardMap.SITE_COUNT) << 2), key);
	store32(load32(shard + ShardMap.PART_STARTS) + (key << 2), load32(shard + ShardMap.PART_COUNT));
	for (let column = 0; column < columns; ++column) {
		const map = load32(shard + ShardMap.COLUMNS) + column * ColumnMap.SIZE;
		store32(load32(map + ColumnMap.ENTRY_STARTS) + (key << 2), load32(map + ColumnMap.COUNT));
	}
	return key == keys && load32(shard + ShardMap.PART_COUNT) == load32(start + Packed.PARTS) && at <= end;
}

/** Reads a key at `from`. Returns its end, or -1 if it is damaged. */
function readKeyOf(shard: i32, skeleton: i32, key: i32, start: i32, from: i32, end: i32, hash: i32): i32 {
	const word = key << 2;
	const flags = readNumber(from);
	let at = from + sizeOf(flags);
	const first = load32(shard + ShardMap.PART_COUNT);
	const parts = flags >>> 2;
	if (parts > load32(start + Packed.PARTS) - first || parts > (end - at) >> 3) return -1;
	store8(load32(shard + ShardMap.HELD) + key, flags & 1);
	store32(load32(shard + ShardMap.PLACE) + word, load32(at));
	at += 4;
	copyHash(skeleton, hash);
	store32(load32(shard + ShardMap.SKELETON_LOW) + word, load32(hash));
	store32(load32(shard + ShardMap.SKELETON_HIGH) + word, load32(hash + 4));
	store32(load32(shard + ShardMap.PART_STARTS) + word, first);
	for (let part = first << 2; part < (first + parts) << 2; part += 4) {
		const name = readNumber(at);
		at += sizeOf(name);
		store32(load32(shard + ShardMap.PART_NAMES) + part, name);
		store32(load32(shard + ShardMap.PART_LOW) + part, load32(at));
		store32(load32(shard + ShardMap.PART_HIGH) + part, load32(at + 4));
		addHash(at, hash);
		at += 8;
	}
	store32(shard + ShardMap.PART_COUNT, first + parts);
	if ((flags & HAS_REST) != 0) {
		addHash(at, hash);
		at += 8;
	}
	store32(load32(shard + ShardMap.LOW) + word, load32(hash));
	store32(load32(shard + ShardMap.HIGH) + word, load32(hash + 4));
	for (let column = 0; column < load32(shard + ShardMap.COLUMN_COUNT) && at >= 0; ++column) {
		const map = load32(shard + ShardMap.COLUMNS) + column * ColumnMap.SIZE;
		at = readEntries(map, key, load32(start + Packed.ENTRIES + (column << 2)), at, end);
	}
	return at;
}

/** Reads the entries of a key at `from`. The column has `all` entries. Returns their end, or -1 if they are damaged. */
function readEntries(map: i32, key: i32, all: i32, from: i32, end: i32): i32 {
	const count = readNumber(from);
	let at = from + sizeOf(count);
	const first = load32(map + ColumnMap.COUNT);
	store32(load32(map + ColumnMap.ENTRY_STARTS) + (key << 2), first);
	if (count < 0 || count > all - first || count > (end - at) >> 3) return -1;
	for (let entry = first << 2; entry < (first + count) << 2; entry += 4) {
		store32(load32(map + ColumnMap.ENTRY_LOW) + entry, load32(at));
		store32(load32(map + ColumnMap.ENTRY_HIGH) + entry, load32(at + 4));
		const times = readNumber(at + 8);
		store32(load32(map + ColumnMap.ENTRY_COUNTS) + entry, times);
		at += 8 + sizeOf(times);
	}
	store32(map + ColumnMap.COUNT, first + count);
	return at;
}
