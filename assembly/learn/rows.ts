/** Reads rows. Each row that counts becomes a record, and its URL is kept. */
import { copy, load8, load32, store8, store32 } from "../octets/memory";
import { copyHash, isZero } from "./hash";
import { readKey } from "./key";
import { Batch, Hash, Index, LearnLimit, Name, Part, Reader, RecordFlag } from "./layout";
import { siteOfKey } from "./names";
import { writeNumber } from "./numbers";
import { endOf, hasTimes, startOf } from "./row-hashes";

/**
 * Reads rows from ROW on, after `hashRows`. Returns whether all are read. If not, the host makes room for names, or takes names and records
 * away.
 */
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

/** Whether there is room for any row. */
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
	if (!hasDigest(batch, row)) {
		store32(batch + Batch.NO_DIGEST, load32(batch + Batch.NO_DIGEST) + 1);
	} else if (!readKey(reader, startOf(keys, row), endOf(keys, row))) {
		store32(batch + Batch.NOT_HTTP, load32(batch + Batch.NOT_HTTP) + 1);
	} else {
		writeRecord(reader, batch, row, siteOfKey(reader));
		keepUrl(batch, row);
		store32(batch + Batch.FETCH, load32(batch + Batch.FETCH) + 1);
	}
}

/** Whether a row has a digest. */
function hasDigest(batch: i32, row: i32): bool {
	const digests = digestsOf(batch, row);
	const end = digests + load32(batch + Batch.COLUMNS) * Hash.SIZE;
	for (let digest = digests; digest < end; digest += Hash.SIZE) if (!isZero(digest)) return true;
	return false;
}

/** The address of the hashes of a row's digests. */
function digestsOf(batch: i32, row: i32): i32 {
	return load32(batch + Batch.ROW_DIGESTS) + row * load32(batch + Batch.COLUMNS) * Hash.SIZE;
}

/** Writes the record of a row whose key and digests have been read. A word before it has its partition and its length in octets. */
function writeRecord(reader: i32, batch: i32, row: i32, site: i32): void {
	const columns = load32(batch + Batch.COLUMNS);
	const record = load32(batch + Batch.OUT) + 4;
	const times = batch + Batch.TIMES;
	const hasTime = hasTimes(batch) && startOf(times, row) < endOf(times, row);
	const hasRest = !isZero(reader + Reader.REST);
	store8(record, (columns << 2) | (hasRest ? RecordFlag.HAS_REST : 0) | (hasTime ? RecordFlag.HAS_TIME : 0));
	let at = writeNumber(load32(reader + Reader.COUNT), record + 1);
	const partition = load32(reader + Reader.SKELETON + 4) >>> (32 - LearnLimit.PARTITION_BITS);
	const last = load32(batch + Batch.LAST) + (partition << 2);
	at = writeNumber((load32(batch + Batch.FETCH) - load32(last)) | 0, at);
	store32(last, load32(batch + Batch.FETCH));
	at = copyHash(reader + Reader.SKELETON, writeNumber(site, at));
	at = copyHash(load32(batch + Batch.IDS) + row * Hash.SIZE, at);
	at = copy(digestsOf(batch, row), digestsOf(batch, row) + columns * Hash.SIZE, at);
	at = writeParts(reader, at);
	if (hasRest) at = copyHash(reader + Reader.REST, at);
	while (((at - record) & 3) != 0) store8(at++, 0);
	store32(record - 4, (partition << LearnLimit.LENGTH_BITS) | (at - record));
	store32(batch + Batch.OUT, at);
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
