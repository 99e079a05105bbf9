/**
 * Samples of pages that have too many fetches: see src/learn/corpus/sampling.ts. The class of a record decides whether it is in the sample: the
 * first word of the hash that `Scan.BY` selects.
 */
import { copy, load8, load32, store8, store32 } from "../octets/memory";
import { addHash, clearHash, copyHash } from "./hash";
import { isBelow } from "./lanes";
import { RecordFlag } from "./layout";
import { readNumber, sizeOf, writeNumber } from "./numbers";
import { ClassBy, Scan, Scanned } from "./thin-layout";

/**
 * Writes a `Scanned` for each record of a partition that begins in [start, end) and has the wanted skeleton. Returns the start
 * of the next record. Requires: room, and that the last record may be read to its end.
 */
export function scanRecords(scan: i32, start: i32, end: i32): i32 {
	let at = start;
	while (at < end) {
		const next = readRecord(scan, at);
		if (load32(scan + Scan.IS_ALL) != 0 || isAsked(scan)) writeScanned(scan, at - start);
		at = (next + 3) & ~3;
	}
	return at;
}

/** Moves the records that begin in [start, end) to `to`, except those of the skeleton that are not in the sample. Returns their end. */
export function thinRecords(scan: i32, start: i32, end: i32, to: i32): i32 {
	let out = to;
	let at = start;
	while (at < end) {
		const next = readRecord(scan, at);
		if (!isAsked(scan) || isBelow(load32(scan + Scan.CLASS), load32(scan + Scan.LIMIT))) {
			const count = readNumber(at + 1);
			const begin = copy(at, at + 1 + sizeOf(count), out);
			const step = writeNumber((load32(scan + Scan.FETCH) - load32(scan + Scan.KEPT)) | 0, begin);
			store32(scan + Scan.KEPT, load32(scan + Scan.FETCH));
			out = copy(load32(scan + Scan.BODY), next, step);
			while (((out - to) & 3) != 0) store8(out++, 0);
		}
		at = (next + 3) & ~3;
	}
	store32(scan + Scan.NEXT, at);
	return out;
}

/** Reads the record at `at`. Returns its end, without zeros. */
function readRecord(scan: i32, at: i32): i32 {
	const flags = load8(at);
	const count = readNumber(at + 1);
	let next = at + 1 + sizeOf(count);
	const step = readNumber(next);
	next += sizeOf(step);
	store32(scan + Scan.FETCH, (load32(scan + Scan.FETCH) + step) | 0);
	store32(scan + Scan.BODY, next);
	next += sizeOf(readNumber(next));
	store32(scan + Scan.SKELETON, next);
	copyHash(next, scan + Scan.SUM);
	clearHash(scan + Scan.VALUE);
	next += 16 + ((flags >> RecordFlag.COLUMNS_SHIFT) << 3);
	const wanted = load32(scan + Scan.FEATURE) << 1;
	for (let part = 0; part < count; ++part) {
		const number = readNumber(next);
		next += sizeOf(number);
		addHash(next, scan + Scan.SUM);
		if (number == wanted) copyHash(next, scan + Scan.VALUE);
		next += 8;
	}
	if ((flags & RecordFlag.HAS_REST) != 0) {
		addHash(next, scan + Scan.SUM);
		next += 8;
	}
	store32(scan + Scan.CLASS, classOf(scan));
	return next;
}

function classOf(scan: i32): i32 {
	const by = load32(scan + Scan.BY);
	if (by == ClassBy.VALUE) return load32(scan + Scan.VALUE + 4);
	if (by == ClassBy.KEY) return load32(scan + Scan.SUM + 4);
	return load32(load32(scan + Scan.SKELETON) + 12);
}

function isAsked(scan: i32): bool {
	const skeleton = load32(scan + Scan.SKELETON);
	return load32(skeleton) == load32(scan + Scan.ASKED) && load32(skeleton + 4) == load32(scan + Scan.ASKED + 4);
}

function writeScanned(scan: i32, offset: i32): void {
	const out = load32(scan + Scan.OUT);
	const skeleton = load32(scan + Scan.SKELETON);
	copyHash(skeleton, out + Scanned.SKELETON);
	copyHash(skeleton + 8, out + Scanned.ID);
	copyHash(scan + Scan.SUM, out + Scanned.KEY);
	store32(out + Scanned.CLASS, load32(scan + Scan.CLASS));
	store32(out + Scanned.FETCH, load32(scan + Scan.FETCH));
	store32(out + Scanned.OFFSET, offset);
	store32(scan + Scan.OUT, out + Scanned.SIZE);
}
