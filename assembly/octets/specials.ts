/**
 * Leaf, Wasm side: the index of special octets. The typed-array side is specials.host.ts.
 *
 * An octet is special if it is outside a class, or if it is the "/" of "/.". The index lists the addresses of all special
 * octets in a stretch of text, in order, as simdjson lists structural characters (Langdale and Lemire 2019, "Parsing
 * Gigabytes of JSON per Second", §3.1). A walk of the list touches only the octets that may matter.
 *
 * ```
 *   text       h t t p : / / h / a / . / b % 7 e LF h t t p s : / / h LF
 *   in class   1 1 1 1 1 1 1 1 1 1 1 1 1 1 0 1 1 0  1 1 1 1 1 1 1 1 1 0      two table look-ups by nibble, 16 octets each
 *   "/."       . . . . . . . . . . 1 . . . . . . .  . . . . . . . . . .      two comparisons, the second one octet on
 *                                  |       |     |                    |
 *   special                        10      14    17                   27     one bit an octet, 64 in a word
 *
 *   SPECIALS   |10|14|17|27|                                                 one i32 a bit, by count of trailing zeros
 * ```
 *
 * This file knows neither what the class means nor whose rules need it. LF is outside every class it is used with, so the
 * list also has the line ends.
 *
 * The first three bits of each word are always stored and the list then advances by the population count. Most words have at
 * most three bits, so the loop over more of them is well predicted.
 */

import { Address } from "../layout/addresses";
import { Octet } from "./char";
import { is } from "./classes";
import { store32 } from "./memory";

/** "/." as a little-endian number. */
const SLASH_DOT: i32 = 0x2e2f;

/**
 * Constants of the loop. It loads them, because V8 would rebuild a constant in every iteration instead of keeping it in a
 * register.
 */
const NIBBLE: usize = memory.data<u8>([0x0f, u8(Octet.SLASH), u8(Octet.DOT)]);
const SLASH: usize = NIBBLE + 1;
const DOT: usize = NIBBLE + 2;

/**
 * Writes the addresses of the special octets in [start, end), by the class `set`, to `to`, an i32 each. Returns the end of
 * the list.
 *
 * Requires: room at `to` for an i32 for each octet, and three more; Limit.MARGIN readable octets at `end`.
 */
export function indexSpecials(set: i32, start: i32, end: i32, to: i32): i32 {
	return ASC_FEATURE_SIMD ? indexBySixtyFour(set, start, end, to) : indexOneByOne(set, start, end, to);
}

function indexBySixtyFour(set: i32, start: i32, end: i32, to: i32): i32 {
	const rows = v128.load(usize(Address.ROWS + (set << 4)));
	const rowBits = v128.load(usize(Address.ROW_BITS));
	const nibble = v128.load8_splat(NIBBLE);
	const slash = v128.load8_splat(SLASH);
	const dot = v128.load8_splat(DOT);
	let entry = to;
	for (let at = start; at < end; at += 64) {
		const low =
			specialsOf(at, rows, rowBits, nibble, slash, dot) | (specialsOf(at + 16, rows, rowBits, nibble, slash, dot) << 16);
		const high =
			specialsOf(at + 32, rows, rowBits, nibble, slash, dot) | (specialsOf(at + 48, rows, rowBits, nibble, slash, dot) << 16);
		let specials = u64(u32(low)) | (u64(u32(high)) << 32);
		if (end - at < 64) specials &= (u64(1) << u64(end - at)) - 1;
		const next = entry + (i32(popcnt(specials)) << 2);
		if (specials == u64.MAX_VALUE) storeAll(entry, at);
		else
			do {
				store32(entry, at + i32(ctz(specials)));
				specials &= specials - 1;
				store32(entry + 4, at + i32(ctz(specials)));
				specials &= specials - 1;
				store32(entry + 8, at + i32(ctz(specials)));
				specials &= specials - 1;
				entry += 12;
			} while (entry < next);
		entry = next;
	}
	return entry;
}

/** Which of the sixteen octets at `at` are special: one bit each. */
function specialsOf(at: i32, rows: v128, rowBits: v128, nibble: v128, slash: v128, dot: v128): i32 {
	const octets = v128.load(usize(at));
	const bits = i8x16.swizzle(rowBits, v128.and(i16x8.shr_u(octets, 4), nibble));
	const members = v128.and(i8x16.swizzle(rows, v128.and(octets, nibble)), bits);
	const pairs = v128.and(i8x16.eq(octets, slash), i8x16.eq(v128.load(usize(at), 1), dot));
	return i8x16.bitmask(i8x16.eq(v128.andnot(members, pairs), i8x16.splat(0)));
}

/** Stores `at` and the 63 addresses after it: a list of nothing but special octets must not cost more than its octets. */
function storeAll(entry: i32, at: i32): void {
	let addresses = i32x4.add(i32x4.splat(at), i32x4(0, 1, 2, 3));
	for (let i = 0; i < 256; i += 16) {
		v128.store(usize(entry + i), addresses);
		addresses = i32x4.add(addresses, i32x4.splat(4));
	}
}

function indexOneByOne(set: i32, start: i32, end: i32, to: i32): i32 {
	let entry = to;
	for (let at = start; at < end; ++at) {
		const pair = i32(load<u16>(usize(at)));
		// Branch-free: each address is stored, and stays if its octet is special.
		store32(entry, at);
		entry += (i32(!is(pair & 255, set)) | i32(pair == SLASH_DOT)) << 2;
	}
	return entry;
}
