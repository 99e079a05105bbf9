/** The keys of a partition and the fetches of each, from records: rows with the same URL and time are one fetch. */
import { clear, load8, load32, store32 } from "../octets/memory";
import { addHash, copyHash, isZero } from "./hash";
import { numberOf } from "./index-table";
import { isBelow } from "./lanes";
import { Feature, Index, KeyColumn, Part, RecordFlag, Table } from "./layout";
import { readNumber, sizeOf } from "./numbers";

/** Counts the records of a partition, [start, end), and their parts: adds them to RECORDS and RECORD_PARTS. */
export function countRecords(table: i32, start: i32, end: i32): void {
	let records = 0;
	let all = 0;
	for (let at = start; at < end; at = (at + 3) & ~3) {
		const flags = load8(at);
		const count = readNumber(at + 1);
		++records;
		all += count;
		at += 1 + sizeOf(count);
		at += sizeOf(readNumber(at));
		at += sizeOf(readNumber(at)) + 16 + ((flags >> RecordFlag.COLUMNS_SHIFT) << 3);
		for (let part = 0; part < count; ++part) at += sizeOf(readNumber(at)) + 8;
		if ((flags & RecordFlag.HAS_REST) != 0) at += 8;
	}
	store32(table + Table.RECORDS, load32(table + Table.RECORDS) + records);
	store32(table + Table.RECORD_PARTS, load32(table + Table.RECORD_PARTS) + all);
}

/** Adds the records of a partition, [start, end). Requires: room for a key and a fetch for each record, and for all parts. */
export function addRecords(table: i32, start: i32, end: i32): void {
	let fetch = 0;
	for (let at = start; at < end; ) {
		const count = readNumber(at + 1);
		let next = at + 1 + sizeOf(count);
		const step = readNumber(next);
		next += sizeOf(step);
		fetch = (fetch + step) | 0;
		at = addRecord(table, load8(at), count, fetch, next);
		at = (at + 3) & ~3;
	}
}

/** Adds a record whose site is at `at`. Returns its end. Requires: records are at multiples of four octets. */
function addRecord(table: i32, flags: i32, count: i32, place: i32, at: i32): i32 {
	const site = readNumber(at);
	const skeleton = at + sizeOf(site);
	const id = skeleton + 8;
	const digests = id + 8;
	const columns = flags >> RecordFlag.COLUMNS_SHIFT;
	const parts = digests + (columns << 3);
	const fetches = load32(table + Table.FETCH_COUNT);
	const fetch = (flags & RecordFlag.HAS_TIME) == 0 ? fetches : fetchOf(table, id);
	if (fetch < fetches) {
		store32(table + Table.REPEATED, load32(table + Table.REPEATED) + 1);
		addDigests(table, fetch, columns, digests);
		return addParts(table, skeleton, parts, count, flags);
	}
	const key = load32(load32(table + Table.KEYS) + Index.COUNT);
	// The parts of a key that is known are written, and overwritten by the next one's.
	const end = addParts(table, skeleton, parts, count, flags);
	const number = numberOf(load32(table + Table.KEYS), load32(table + Table.SUM), load32(table + Table.SUM + 4));
	if (number == key) addKey(table, key, site, skeleton, place, count);
	else choosePlace(table, number, id, place);
	store32(load32(table + Table.FETCH_KEYS) + (fetch << 2), number);
	store32(table + Table.FETCH_COUNT, fetch + 1);
	const row = load32(table + Table.DIGESTS) + ((fetch * load32(table + Table.COLUMNS)) << 3);
	clear(row, row + (load32(table + Table.COLUMNS) << 3));
	addDigests(table, fetch, columns, digests);
	return end;
}

/** The number of the fetch with an id: a new one, unless a row with the same URL and time has it. */
function fetchOf(table: i32, id: i32): i32 {
	const index = load32(table + Table.FETCHED);
	const known = load32(index + Index.COUNT);
	const number = numberOf(index, load32(id), load32(id + 4));
	const numbers = load32(table + Table.FETCH_NUMBERS) + (number << 2);
	if (number == known) store32(numbers, load32(table + Table.FETCH_COUNT));
	return load32(numbers);
}

/** Appends the parts of a record, and computes the hash of its key: the sum of them all. Returns the end of the record. */
function addParts(table: i32, skeleton: i32, parts: i32, count: i32, flags: i32): i32 {
	const sum = table + Table.SUM;
	copyHash(skeleton, sum);
	let at = parts;
	let part = load32(table + Table.PARTS) + load32(table + Table.PART_COUNT) * Part.SIZE;
	for (let index = 0; index < count; ++index) {
		const number = readNumber(at);
		at += sizeOf(number);
		const isOwned = (number & 1) != 0;
		store32(part + Part.FEATURE, isOwned ? Feature.EMPTY_VALUE : number >>> 1);
		store32(part + Part.OWNER, isOwned ? (number >>> 1) + 1 : 0);
		copyHash(at, part + Part.HASH);
		addHash(at, sum);
		at += 8;
		part += Part.SIZE;
	}
	if ((flags & RecordFlag.HAS_REST) == 0) return at;
	addHash(at, sum);
	return at + 8;
}

function addKey(table: i32, key: i32, site: i32, skeleton: i32, place: i32, count: i32): void {
	const parts = load32(table + Table.PART_COUNT) + count;
	store32(table + Table.PART_COUNT, parts);
	store32(cellOf(table, KeyColumn.SITE, key), site);
	store32(cellOf(table, KeyColumn.SKELETON_LOW, key), load32(skeleton));
	store32(cellOf(table, KeyColumn.SKELETON_HIGH, key), load32(skeleton + 4));
	store32(cellOf(table, KeyColumn.PART_END, key), parts);
	placeKey(table, key, skeleton + 8, place);
}

function cellOf(table: i32, column: i32, key: i32): i32 {
	return load32(table + Table.KEY_COLUMNS) + ((column * load32(table + Table.CAPACITY) + key) << 2);
}

function placeKey(table: i32, key: i32, id: i32, place: i32): void {
	store32(cellOf(table, KeyColumn.PLACE, key), place);
	store32(cellOf(table, KeyColumn.ID_LOW, key), load32(id));
	store32(cellOf(table, KeyColumn.ID_HIGH, key), load32(id + 4));
}

function choosePlace(table: i32, key: i32, id: i32, place: i32): void {
	const low = load32(cellOf(table, KeyColumn.ID_LOW, key));
	const high = load32(cellOf(table, KeyColumn.ID_HIGH, key));
	if (isBefore(id, low, high)) placeKey(table, key, id, place);
}

/** Whether the hash at `hash` is less than that of two words. */
function isBefore(hash: i32, low: i32, high: i32): bool {
	const own = load32(hash + 4);
	return own == high ? isBelow(load32(hash), low) : isBelow(own, high);
}

/** Adds the digests of a row. Of two rows of one fetch, the smaller digest counts, whichever comes first. */
function addDigests(table: i32, fetch: i32, columns: i32, digests: i32): void {
	const row = load32(table + Table.DIGESTS) + ((fetch * load32(table + Table.COLUMNS)) << 3);
	for (let column = 0; column < columns; ++column) {
		const from = digests + (column << 3);
		const to = row + (column << 3);
		if (!isZero(from) && (isZero(to) || isBefore(from, load32(to), load32(to + 4)))) copyHash(from, to);
	}
}
