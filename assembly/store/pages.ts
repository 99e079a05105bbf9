/** Searches and reads the pages of a run: see layout/addresses.ts. */
import { ABSENT } from "../layout/addresses";
import { load8, load32, store8, store32 } from "../octets/memory";
import { bitAfter, countOnes, trailingZeros } from "./bits";
import { checksum } from "./checksum";
import { Key, KeyRecord, Run, StoreLimit } from "./layout";

/** The shift of `pageFor` for the keys of a run. */
export function pageShift(run: i32): i32 {
	return 31 - load32(run + Run.BUCKET_BITS) + load32(run + Run.GROUP_BITS);
}

/** The number of the page to which a key belongs: its first bits. */
export function pageFor(key: i32, shift: i32): i32 {
	// In two steps: a shift by 32 is a shift by 0.
	return (load32(key) >>> 1) >>> shift;
}

/**
 * Finds the pages for the records from `from` on whose mark is 0, up to the size of one read: Run.FIRST to Run.LAST. FIRST is ABSENT
 * if there are none. Returns the index of the first record that is not in these pages. Requires: the records are sorted.
 */
export function planRead(run: i32, records: i32, count: i32, marks: i32, from: i32): i32 {
	const shift = pageShift(run);
	let first = ABSENT;
	let last = 0;
	let index = from;
	for (; index < count; ++index) {
		if (load8(marks + index) != 0) continue;
		const page = pageFor(records + index * KeyRecord.SIZE, shift);
		if (first == ABSENT) first = page;
		else if (page > last + StoreLimit.GAP || page >= first + StoreLimit.PAGES) break;
		last = page;
	}
	store32(run + Run.FIRST, first);
	store32(run + Run.LAST, last);
	return index;
}

/**
 * Marks the sorted records [from, to) whose key is in the pages at Run.PAGES, to which their keys belong. Returns ABSENT, or the number of
 * a page that is damaged. A page with a right check may have more keys in its bitmap than its count: none beyond its end is read.
 */
export function searchPages(run: i32, records: i32, marks: i32, from: i32, to: i32): i32 {
	const bucketBits = load32(run + Run.BUCKET_BITS);
	const groupBits = load32(run + Run.GROUP_BITS);
	const rest = load32(run + Run.REST);
	const mask = rest == 12 ? -1 : (1 << ((rest - 8) << 3)) - 1;
	let page = ABSENT;
	let bitmap = 0;
	let bitmapEnd = 0;
	// Zeros and ones of the bitmap before this word of it.
	let word = 0;
	let zeros = 0;
	let ones = 0;
	for (let index = from; index < to; ++index) {
		if (load8(marks + index) != 0) continue;
		const record = records + index * KeyRecord.SIZE;
		const bucket = load32(record) >>> (32 - bucketBits);
		if (bucket >>> groupBits != page) {
			page = bucket >>> groupBits;
			if (load32(run + Run.IS_CHECKED) == 0 && !isIntact(run, page)) return page;
			bitmap = addressOf(run, page) + 4;
			bitmapEnd = endOfBitmap(bitmap, groupBits);
			word = bitmap;
			zeros = ones = 0;
		}
		const inPage = bucket & ((1 << groupBits) - 1);
		let free = ~load32(word);
		for (let found = countOnes(free); word < bitmapEnd && inPage - zeros > found; found = countOnes(free)) {
			zeros += found;
			ones += 32 - found;
			word += 4;
			free = ~load32(word);
		}
		const start = bitAfter(free, inPage - zeros);
		const key = bitmapEnd + (ones + start - (inPage - zeros)) * rest;
		const keysEnd = key + onesFrom(word, start, bitmapEnd) * rest;
		if (keysEnd > bitmapEnd + load32(bitmap - 4) * rest) return page;
		store8(marks + index, hasKey(key, keysEnd, rest, mask, record) ? 1 : 0);
	}
	return ABSENT;
}

/** Number of ones from bit `start` of a word of the bitmap up to the next zero. */
function onesFrom(word: i32, start: i32, bitmapEnd: i32): i32 {
	const free = start < 32 ? ~load32(word) & (-1 << start) : 0;
	if (free != 0) return trailingZeros(free) - start;
	let ones = 32 - start;
	for (let at = word + 4; at < bitmapEnd; at += 4) {
		const next = ~load32(at);
		if (next != 0) return ones + trailingZeros(next);
		ones += 32;
	}
	return ones;
}

/**
 * Whether one of the keys in [start, end) of a page is that of the record. Most buckets have at most two: these are compared without a
 * branch, which would depend on random bits.
 */
function hasKey(start: i32, end: i32, rest: i32, mask: i32, record: i32): bool {
	const second = start + rest;
	const isFirst = (start < end ? 0 : 1) | difference(start, rest, mask, record);
	const isSecond = (second < end ? 0 : 1) | difference(second, rest, mask, record);
	let found = (isFirst == 0 ? 1 : 0) | (isSecond == 0 ? 1 : 0);
	for (let at = second + rest; at < end; at += rest) found |= difference(at, rest, mask, record) == 0 ? 1 : 0;
	return found != 0;
}

/** 0 if the key at `at` of a page is that of the record. */
function difference(at: i32, rest: i32, mask: i32, record: i32): i32 {
	const low = load32(at + rest - 4) ^ load32(record + Key.LOW);
	const middle = load32(at + rest - 8) ^ load32(record + Key.MIDDLE);
	return low | middle | ((load32(at) ^ load32(record)) & mask);
}

/** Writes the keys of the pages at Run.PAGES to `to`, in order. Returns their end, or ABSENT if a page is damaged. */
export function readPages(run: i32, to: i32): i32 {
	const last = load32(run + Run.LAST);
	let end = to;
	for (let page = load32(run + Run.FIRST); page <= last; ++page) {
		if (!isIntact(run, page)) return ABSENT;
		end = readPage(run, page, end);
		if (end == ABSENT) return ABSENT;
	}
	return end;
}

/** Writes the keys of a page in memory to `to`, in order. Returns their end, or ABSENT if its number of keys is not the recorded one. */
export function readPage(run: i32, page: i32, to: i32): i32 {
	const groupBits = load32(run + Run.GROUP_BITS);
	const shift = 32 - load32(run + Run.BUCKET_BITS);
	const rest = load32(run + Run.REST);
	const mask = rest == 12 ? -1 : (1 << ((rest - 8) << 3)) - 1;
	const start = addressOf(run, page);
	const bitmap = start + 4;
	const count = load32(start);
	const bits = count + (1 << groupBits);
	const firstBucket = page << groupBits;
	let key = endOfBitmap(bitmap, groupBits);
	let bucket = firstBucket;
	let word = 0;
	let end = to;
	const limit = to + count * Key.SIZE;
	for (let bit = 0; bit < bits; ++bit) {
		if ((bit & 31) == 0) word = load32(bitmap + (bit >>> 3));
		if ((word & 1) == 0) {
			++bucket;
		} else if (end == limit) {
			// More keys than the host has room for.
			return ABSENT;
		} else {
			store32(end, ((bucket << shift) & ~mask) | (load32(key) & mask));
			store32(end + Key.MIDDLE, load32(key + rest - 8));
			store32(end + Key.LOW, load32(key + rest - 4));
			key += rest;
			end += Key.SIZE;
		}
		word >>>= 1;
	}
	// A page whose number of keys is not the recorded one is damaged, even if its check is right.
	return bucket - firstBucket == 1 << groupBits && end == limit ? end : ABSENT;
}

/** The address of a page of those in memory. */
function addressOf(run: i32, page: i32): i32 {
	const directory = load32(run + Run.DIRECTORY);
	const first = load32(directory + 4 * load32(run + Run.FIRST));
	// A difference of words beyond 2^31, which JavaScript would leave as it is.
	return load32(run + Run.PAGES) + (((load32(directory + 4 * page) - first) | 0) << 2);
}

/** Whether a page in memory has the length for its number of keys, and a right check. */
function isIntact(run: i32, page: i32): bool {
	const start = addressOf(run, page);
	const end = addressOf(run, page + 1);
	const count = load32(start);
	if (count < 0 || count > StoreLimit.PAGE) return false;
	const keys = endOfBitmap(start + 4, load32(run + Run.GROUP_BITS));
	const keysEnd = keys + ((count * load32(run + Run.REST) + 3) & ~3);
	return keysEnd + 4 == end && checksum(start, keysEnd, load32(run + Run.SEED)) == load32(keysEnd);
}

/** The end of the bitmap at an address, which follows the number of keys. */
function endOfBitmap(bitmap: i32, groupBits: i32): i32 {
	return bitmap + (((load32(bitmap - 4) + (1 << groupBits) + 31) >>> 5) << 2);
}
