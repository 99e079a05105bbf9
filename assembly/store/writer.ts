/** Writes the pages of a run: see layout/addresses.ts. */
import { clear, load32, move, store32 } from "../octets/memory";
import { checksum } from "./checksum";
import { Key, OUT_OF_ORDER, StoreLimit, Writer } from "./layout";

/**
 * Appends the keys [from, end) to the pages of a run. Returns the first key that is left, if there is no room for another page: then the
 * host takes the pages before Writer.CURSOR and calls again. Returns OUT_OF_ORDER for keys that are not in order, or too many of one page.
 */
export function writePages(writer: i32, from: i32, end: i32): i32 {
	const bucketShift = 32 - load32(writer + Writer.BUCKET_BITS);
	const groupBits = load32(writer + Writer.GROUP_BITS);
	const rest = load32(writer + Writer.REST);
	const maxCount = maxKeys(groupBits, rest);
	const bitmap = load32(writer + Writer.BITMAP);
	const keys = load32(writer + Writer.KEYS);
	for (let at = from; at < end; at += Key.SIZE) {
		const high = load32(at);
		const bucket = high >>> bucketShift;
		if (bucket < load32(writer + Writer.BUCKET)) return OUT_OF_ORDER;
		if (!closePagesBefore(writer, bucket >>> groupBits)) return at;
		const count = load32(writer + Writer.COUNT);
		if (count >= maxCount) return OUT_OF_ORDER;
		const bit = (bucket & ((1 << groupBits) - 1)) + count;
		const word = bitmap + ((bit >>> 5) << 2);
		store32(word, load32(word) | (1 << (bit & 31)));
		// The octets after the key are those of the next one, which overwrites them.
		const key = keys + count * rest;
		store32(key, high);
		store32(key + rest - 8, load32(at + Key.MIDDLE));
		store32(key + rest - 4, load32(at + Key.LOW));
		store32(writer + Writer.COUNT, count + 1);
		store32(writer + Writer.BUCKET, bucket);
	}
	return end;
}

/** Completes the run. Returns whether all pages are written: if not, the host takes those that are and calls again. */
export function endPages(writer: i32): bool {
	const pages = 1 << (load32(writer + Writer.BUCKET_BITS) - load32(writer + Writer.GROUP_BITS));
	return closePagesBefore(writer, pages);
}

/** Max keys in a page. */
function maxKeys(groupBits: i32, rest: i32): i32 {
	const octets = StoreLimit.PAGE - 12 - ((1 << groupBits) >>> 3);
	// A key also takes an eighth of an octet of the bitmap. The dialect has no division, so this counts.
	let most = 0;
	for (let size = 0; size + rest + 1 <= octets; size += rest + 1) ++most;
	return most;
}

/** Writes the pages up to `page`, which is not written. Returns false if there is no room for one of them. */
function closePagesBefore(writer: i32, page: i32): bool {
	while (load32(writer + Writer.PAGE) < page) {
		if (load32(writer + Writer.CURSOR) + StoreLimit.PAGE > load32(writer + Writer.LIMIT)) return false;
		closePage(writer);
	}
	return true;
}

function closePage(writer: i32): void {
	const start = load32(writer + Writer.CURSOR);
	const count = load32(writer + Writer.COUNT);
	const bitmap = load32(writer + Writer.BITMAP);
	const bitmapSize = ((count + (1 << load32(writer + Writer.GROUP_BITS)) + 31) >>> 5) << 2;
	const keys = load32(writer + Writer.KEYS);
	const keysSize = count * load32(writer + Writer.REST);
	store32(start, count);
	let end = move(bitmap, bitmap + bitmapSize, start + 4);
	store32(end + (keysSize & ~3), 0);
	move(keys, keys + keysSize, end);
	end += (keysSize + 3) & ~3;
	store32(end, checksum(start, end, load32(writer + Writer.SEED)));
	clear(bitmap, bitmap + bitmapSize);
	end += 4;
	const page = load32(writer + Writer.PAGE) + 1;
	const offset = (load32(writer + Writer.OFFSET) + ((end - start) >> 2)) | 0;
	store32(load32(writer + Writer.DIRECTORY) + 4 * page, offset);
	store32(writer + Writer.CURSOR, end);
	store32(writer + Writer.PAGE, page);
	store32(writer + Writer.OFFSET, offset);
	store32(writer + Writer.COUNT, 0);
}
