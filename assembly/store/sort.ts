/**
 * Sorts the keys of a batch: two scatters by leading bits, then an insertion sort of the records that share them.
 *
 * ```
 *   records ──first bits──▶ spare: | 0… | 1… | 2… |   ──next 12 bits, one part at a time──▶ records, nearly sorted
 * ```
 *
 * A part is small enough to stay in the cache. Fingerprints are uniform, so about one record shares all bits of both scatters.
 */
import { clear, load8, load32, move, store8, store32 } from "../octets/memory";
import { copyKey, isBefore, isSameKey } from "./keys";
import { Key, KeyRecord } from "./layout";
import { copyRecord } from "./record";

const enum Scatter {
	MAX_FIRST_BITS = 11,
	NEXT_BITS = 12,
	/** Start of the counters of the second scatter. */
	NEXT = 8192,
}

/**
 * Sorts `count` records of KeyRecord.SIZE octets, and writes the number of each before it was sorted to KeyRecord.PLACE. Records of the
 * same key keep their order. `spare` has room for `count` records, `counts` for StoreLimit.COUNTERS octets.
 */
export function sortKeys(records: i32, count: i32, spare: i32, counts: i32): void {
	let bits = 0;
	while (bits < Scatter.MAX_FIRST_BITS && count >> (Scatter.NEXT_BITS + bits) > 0) ++bits;
	const end = records + count * KeyRecord.SIZE;
	for (let place = 0; place < count; ++place) store32(records + place * KeyRecord.SIZE + KeyRecord.PLACE, place);
	scatter(records, end, spare, counts, 0, bits);
	let from = spare;
	for (let part = 0; part < 1 << bits; ++part) {
		const partEnd = load32(counts + 4 * part);
		const to = records + from - spare;
		// Fast path only: an empty part has nothing to move.
		if (partEnd > from) scatter(from, partEnd, to, counts + Scatter.NEXT, bits, Scatter.NEXT_BITS);
		insertionSort(to, records + partEnd - spare);
		from = partEnd;
	}
}

/** Moves the records of [start, end) to `to`, in the order of `width` bits after the first `skip`. Leaves the end of each group in `counts`. */
function scatter(start: i32, end: i32, to: i32, counts: i32, skip: i32, width: i32): void {
	// In two steps: a shift by 32 is a shift by 0.
	const shift = 31 - width;
	clear(counts, counts + (4 << width));
	for (let at = start; at < end; at += KeyRecord.SIZE) {
		const counter = counts + ((((load32(at) << skip) >>> 1) >>> shift) << 2);
		store32(counter, load32(counter) + KeyRecord.SIZE);
	}
	let next = to;
	for (let counter = counts; counter < counts + (4 << width); counter += 4) {
		const size = load32(counter);
		store32(counter, next);
		next += size;
	}
	for (let at = start; at < end; at += KeyRecord.SIZE) {
		const counter = counts + ((((load32(at) << skip) >>> 1) >>> shift) << 2);
		const place = load32(counter);
		copyRecord(at, place);
		store32(counter, place + KeyRecord.SIZE);
	}
}

function insertionSort(start: i32, end: i32): void {
	for (let at = start + KeyRecord.SIZE; at < end; at += KeyRecord.SIZE) {
		const high = load32(at);
		const middle = load32(at + Key.MIDDLE);
		const low = load32(at + Key.LOW);
		const place = load32(at + KeyRecord.PLACE);
		let hole = at;
		while (hole > start && isAfter(hole - KeyRecord.SIZE, high, middle, low)) hole -= KeyRecord.SIZE;
		if (hole == at) continue;
		move(hole, at, hole + KeyRecord.SIZE);
		store32(hole, high);
		store32(hole + Key.MIDDLE, middle);
		store32(hole + Key.LOW, low);
		store32(hole + KeyRecord.PLACE, place);
	}
}

/** Whether the key at `at` comes after the key of these words. */
function isAfter(at: i32, high: i32, middle: i32, low: i32): bool {
	if (isBefore(at, high, middle, low)) return false;
	return load32(at) != high || load32(at + Key.MIDDLE) != middle || load32(at + Key.LOW) != low;
}

/** Writes a mark for each sorted record, an octet: 1 if the record before has the same key, else 0. */
export function markRepeats(records: i32, count: i32, marks: i32): void {
	if (count > 0) store8(marks, 0);
	for (let index = 1; index < count; ++index) {
		const at = records + index * KeyRecord.SIZE;
		store8(marks + index, isSameKey(at, at - KeyRecord.SIZE) ? 1 : 0);
	}
}

/**
 * Writes the keys of the records whose mark is 0 to `to`, Key.SIZE octets each. Returns their end. Requires: room for one more key. Each
 * is written, and the next one overwrites it if it is marked: a branch would depend on random bits.
 */
export function listKeys(records: i32, count: i32, marks: i32, to: i32): i32 {
	let end = to;
	for (let index = 0; index < count; ++index) {
		copyKey(records + index * KeyRecord.SIZE, end);
		end += load8(marks + index) == 0 ? Key.SIZE : 0;
	}
	return end;
}

/** Writes the mark of each sorted record to `to`, an octet each, in the order before they were sorted. */
export function orderMarks(records: i32, count: i32, marks: i32, to: i32): void {
	for (let index = 0; index < count; ++index) {
		store8(to + load32(records + index * KeyRecord.SIZE + KeyRecord.PLACE), load8(marks + index));
	}
}
