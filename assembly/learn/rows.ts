/** Reads rows: each that counts becomes a record, and its URL is kept. */
import { copy, load8, load32, store8, store32 } from "../octets/memory";
import { hashDigest } from "./digest";
import { addHash, copyHash, hashOf, isZero } from "./hash";
import { readKey } from "./key";
import { Seed } from "./key-part";
import { Batch, Column, Index, LearnLimit, Name, Part, Reader, RecordFlag } from "./layout";
import { siteOf } from "./names";
import { writeNumber } from "./numbers";

/** Reads rows from ROW on. Returns whether all are read: if not, the host makes room for names, or takes names and records away. */
export function readRows(reader: i32, batch: i32): bool {
	const rows = load32(batch + Batch.ROWS);
	const marks = load32(batch + Batch.MARKS);
	for (let row = load32(batch + Batch.ROW); row < rows; ++row) {
		if (load8(marks + row) == 0) continue;
		store32(batch + Batch.ROW, row);
		if (!hasRoom(reader, batch)) return false;
		readRow(reader, batch, row);
	}
	store32(batch + Batch.ROW, rows);
	return true;
}

/** Whether the next row has room, whatever it is. */
function hasRoom(reader: i32, batch: i32): bool {
	const names = load32(reader + Reader.NAMES_AT) + LearnLimit.NAMES * Name.SIZE;
	const record = load32(batch + Batch.OUT) + LearnLimit.RECORD + (load32(batch + Batch.COLUMNS) << 3);
	if (names > load32(reader + Reader.NAMES_LIMIT) || record > load32(batch + Batch.OUT_LIMIT)) return false;
	return isRoomy(load32(reader + Reader.SITES), 1) && isRoomy(load32(reader + Reader.FEATURES), LearnLimit.NAMES);
}

/** Whether an index has room for `more` hashes. */
function isRoomy(index: i32, more: i32): bool {
	return (load32(index + Index.COUNT) + more) << 1 <= load32(index + Index.MASK) + 1;
}

function readRow(reader: i32, batch: i32, row: i32): void {
	const keys = batch + Batch.KEYS;
	if (!readDigests(reader, batch, row)) {
		store32(batch + Batch.NO_DIGEST, load32(batch + Batch.NO_DIGEST) + 1);
	} else if (!readKey(reader, startOf(keys, row), endOf(keys, row))) {
		store32(batch + Batch.NOT_HTTP, load32(batch + Batch.NOT_HTTP) + 1);
	} else {
		const site = siteOf(reader, load32(reader + Reader.SITE_START), load32(reader + Reader.SITE_END));
		writeRecord(reader, batch, row, site);
		keepUrl(batch, row);
		store32(batch + Batch.FETCH, load32(batch + Batch.FETCH) + 1);
	}
}

function startOf(column: i32, row: i32): i32 {
	const start = row > 0 ? load32(load32(column + Column.ENDS) + ((row - 1) << 2)) : 0;
	return load32(column + Column.OCTETS) + start;
}

function endOf(column: i32, row: i32): i32 {
	return load32(column + Column.OCTETS) + load32(load32(column + Column.ENDS) + (row << 2));
}

/** Returns whether a row has a digest. */
function readDigests(reader: i32, batch: i32, row: i32): bool {
	const columns = load32(batch + Batch.DIGESTS);
	const to = load32(batch + Batch.ROW_DIGESTS);
	let isAny = false;
	for (let index = 0; index < load32(batch + Batch.COLUMNS); ++index) {
		const column = columns + index * Column.SIZE;
		if (hashDigest(reader, startOf(column, row), endOf(column, row), to + (index << 3))) isAny = true;
	}
	return isAny;
}

/** Writes the record of a row whose key and digests have been read. A word before it has its partition and its length in octets. */
function writeRecord(reader: i32, batch: i32, row: i32, site: i32): void {
	const columns = load32(batch + Batch.COLUMNS);
	const record = load32(batch + Batch.OUT) + 4;
	const times = batch + Batch.TIMES;
	const hasTime = load32(times + Column.ENDS) != 0 && startOf(times, row) < endOf(times, row);
	const hasRest = !isZero(reader + Reader.REST);
	store8(record, (columns << 2) | (hasRest ? RecordFlag.HAS_REST : 0) | (hasTime ? RecordFlag.HAS_TIME : 0));
	let at = writeNumber(load32(reader + Reader.COUNT), record + 1);
	const partition = load32(reader + Reader.SKELETON + 4) >>> (32 - LearnLimit.PARTITION_BITS);
	const last = load32(batch + Batch.LAST) + (partition << 2);
	at = writeNumber((load32(batch + Batch.FETCH) - load32(last)) | 0, at);
	store32(last, load32(batch + Batch.FETCH));
	at = copyHash(reader + Reader.SKELETON, writeNumber(site, at));
	writeId(reader, batch, row, hasTime, at);
	at = copy(load32(batch + Batch.ROW_DIGESTS), load32(batch + Batch.ROW_DIGESTS) + (columns << 3), at + 8);
	at = writeParts(reader, at);
	if (hasRest) at = copyHash(reader + Reader.REST, at);
	while (((at - record) & 3) != 0) store8(at++, 0);
	store32(record - 4, (partition << LearnLimit.LENGTH_BITS) | (at - record));
	store32(batch + Batch.OUT, at);
}

/** Writes the hash of the URL of a row and, if it has one, its time. */
function writeId(reader: i32, batch: i32, row: i32, hasTime: bool, to: i32): void {
	const urls = batch + Batch.URLS;
	hashOf(startOf(urls, row), endOf(urls, row), Seed.URL, to);
	if (!hasTime) return;
	const times = batch + Batch.TIMES;
	hashOf(startOf(times, row), endOf(times, row), Seed.TIME, reader + Reader.HASH);
	addHash(reader + Reader.HASH, to);
}

function writeParts(reader: i32, to: i32): i32 {
	const parts = load32(reader + Reader.PARTS);
	const end = parts + load32(reader + Reader.COUNT) * Part.SIZE;
	let at = to;
	for (let part = parts; part < end; part += Part.SIZE) {
		const owner = load32(part + Part.OWNER);
		const number = owner < 0 ? load32(part + Part.FEATURE) << 1 : (owner << 1) | 1;
		at = copyHash(part + Part.HASH, writeNumber(number, at));
	}
	return at;
}

function keepUrl(batch: i32, row: i32): void {
	const urls = batch + Batch.URLS;
	const start = startOf(urls, row);
	const end = endOf(urls, row);
	const to = writeNumber(end - start, load32(batch + Batch.URLS_OUT));
	store32(batch + Batch.URLS_OUT, copy(start, end, to));
}
