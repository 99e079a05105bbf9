/**
 * The hashes of rows that do not depend on their keys: the identity of a fetch, and its digests. They are made before the rows are read,
 * column by column, since two hashes at a time take hardly longer than one.
 */
import { load32 } from "../octets/memory";
import { digestIn } from "./digest";
import { addHash, clearHash, copyHash, hashOf, hashPair } from "./hash";
import { Seed } from "./key-part";
import { Batch, Column, Hash } from "./layout";

/** Writes the hashes of all rows to IDS and ROW_DIGESTS. */
export function hashRows(reader: i32, batch: i32): void {
	const rows = load32(batch + Batch.ROWS);
	const ids = load32(batch + Batch.IDS);
	for (let row = 0; row < rows; row += 2) {
		hashValues(batch + Batch.URLS, row, rows, Seed.URL, ids + row * Hash.SIZE);
		if (hasTimes(batch)) addTimes(batch, row, rows, ids + row * Hash.SIZE);
	}
	const columns = load32(batch + Batch.COLUMNS);
	for (let column = 0; column < columns; ++column) {
		for (let row = 0; row < rows; row += 2) hashDigests(reader, batch, column, row, rows);
	}
}

export function hasTimes(batch: i32): bool {
	return load32(batch + Batch.TIMES + Column.ENDS) != 0;
}

export function startOf(column: i32, row: i32): i32 {
	const start = row > 0 ? load32(load32(column + Column.ENDS) + ((row - 1) << 2)) : 0;
	return load32(column + Column.OCTETS) + start;
}

export function endOf(column: i32, row: i32): i32 {
	return load32(column + Column.OCTETS) + load32(load32(column + Column.ENDS) + (row << 2));
}

/** Writes the hashes of the values of two rows, or of one at the end of the batch, to `to`. */
function hashValues(column: i32, row: i32, rows: i32, seed: i32, to: i32): void {
	const start = startOf(column, row);
	const end = endOf(column, row);
	if (row + 1 == rows) hashOf(start, end, seed, to);
	else hashPair(start, end, end, endOf(column, row + 1), seed, to);
}

/** Adds the times of two rows, where they have one, to the hashes at `ids`. */
function addTimes(batch: i32, row: i32, rows: i32, ids: i32): void {
	const times = batch + Batch.TIMES;
	const hashes = batch + Batch.PAIR;
	hashValues(times, row, rows, Seed.TIME, hashes);
	if (startOf(times, row) < endOf(times, row)) addHash(hashes, ids);
	if (row + 1 < rows && endOf(times, row) < endOf(times, row + 1)) addHash(hashes + Hash.SIZE, ids + Hash.SIZE);
}

/** Writes the hashes of the digests of two rows: 0 for none. */
function hashDigests(reader: i32, batch: i32, column: i32, row: i32, rows: i32): void {
	const values = load32(batch + Batch.DIGESTS) + column * Column.SIZE;
	const step = load32(batch + Batch.COLUMNS) * Hash.SIZE;
	const to = load32(batch + Batch.ROW_DIGESTS) + row * step + column * Hash.SIZE;
	const end = endOf(values, row);
	const first = digestIn(reader, startOf(values, row), end);
	const isPair = row + 1 < rows;
	const otherEnd = isPair ? endOf(values, row + 1) : end;
	const other = isPair ? digestIn(reader, end, otherEnd) : end;
	const hashes = batch + Batch.PAIR;
	hashPair(first, end, other, otherEnd, Seed.DIGEST, hashes);
	put(hashes, first < end, to);
	if (isPair) put(hashes + Hash.SIZE, other < otherEnd, to + step);
}

function put(hash: i32, isThere: bool, to: i32): void {
	if (isThere) copyHash(hash, to);
	else clearHash(to);
}
