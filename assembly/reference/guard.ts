/**
 * Leaf, Wasm side: how http and https references begin. The typed-array side is guard.host.ts.
 *
 * A reference is *plain* if it is `http://` or `https://`, one or more octets of Class.PLAIN_HOST, then "/", then only octets
 * that are not special (specials.ts). No rule of any level changes a plain reference, so lines that are plain are copied. The
 * test is conservative: a reference that fails it may still be in normal form. The line writer (web.ts) or the slow path
 * (normalize.ts) then writes the same octets.
 *
 * ```
 *   http://example.com/a/b?c LF
 *   \_____/\_________/|      |
 *   8 octets          |      first special octet of the line
 *          32 octets: first "/", and no octet from ":" to "`" before it
 * ```
 */
import { Octet } from "../octets/char";
import { Class } from "../octets/classes";
import { copyLower, load8, load32, ONES } from "../octets/memory";
import { span } from "../octets/span";
import { DELIMITER, HTTP, prefixLength, S_DELIMITER } from "./web-words";

/** "http://" and "https://" as little-endian numbers. */
export const HTTP_PREFIX: u64 = u64(HTTP) | (u64(DELIMITER) << 32);
export const HTTPS_PREFIX: u64 = u64(HTTP) | (u64(S_DELIMITER) << 32);
export const SEVEN_OCTETS: u64 = 0x00ffffffffffffff;

/**
 * Constants of `isPlain`, loaded for the reason given in specials.ts. Added to the octets from ":" to "`" and to no other
 * ASCII octet, LIFT makes a signed number above MAX_PLAIN.
 */
export const LIFT: usize = memory.data<u8>([0x1f, 0x58, u8(Octet.SLASH)]);
export const MAX_PLAIN: usize = LIFT + 1;
export const SLASH: usize = LIFT + 2;

/** 1 in the build with SIMD, else 0. */
export function hasSimd(): i32 {
	return i32(ASC_FEATURE_SIMD);
}

/** Whether the reference that begins at `start` is plain. Requires: its first special octet is its end, at `end`. */
export function isPlain(start: i32, end: i32): bool {
	if (ASC_FEATURE_SIMD) {
		const prefix = load<u64>(usize(start));
		const isHttps = i32(prefix == HTTPS_PREFIX);
		const isHttp = i32((prefix & SEVEN_OCTETS) == HTTP_PREFIX);
		const host = start + 7 + isHttps;
		const lift = v128.load8_splat(LIFT);
		const most = v128.load8_splat(MAX_PLAIN);
		const slash = v128.load8_splat(SLASH);
		const octets0 = v128.load(usize(host));
		const octets1 = v128.load(usize(host), 16);
		const slashes = mask(i8x16.eq(octets0, slash), i8x16.eq(octets1, slash));
		const others = mask(i8x16.gt_s(i8x16.add(octets0, lift), most), i8x16.gt_s(i8x16.add(octets1, lift), most));
		// Few hosts are longer, so this branch is predictable.
		if (slashes == 0) return ((isHttps | isHttp) & i32(others == 0)) != 0 && isLongHost(host, end);
		const before = (slashes - 1) & ~slashes;
		// No branches: which of these fails is not predictable.
		const isHost = i32((others & before) == 0) & i32((slashes & 1) == 0) & i32(host + ctz(slashes) < end);
		return ((isHttps | isHttp) & isHost) != 0;
	} else {
		const length = prefixLength(load32(start), load32(start + 4));
		return length != 0 && hasPlainHost(start + length, end);
	}
}

/** The highest bit of each octet. */
const SIGNS: u64 = ONES << 7;

/**
 * Without SIMD, eight octets at a time: whether "/" follows one or more octets, all outside ":" to "`", before `end`.
 *
 * Requires: no octet before `end` is special, so all are US-ASCII and no sum carries into the octet above.
 */
function hasPlainHost(host: i32, end: i32): bool {
	for (let at = host; at < end; at += 8) {
		const octets = load<u64>(usize(at));
		const difference = octets ^ (ONES * u64(Octet.SLASH));
		const slashes = (difference - ONES) & ~difference & SIGNS;
		const others = (octets + ONES * 0x46) & ~(octets + ONES * 0x1f) & SIGNS;
		const before = (slashes - 1) & ~slashes;
		// Fast path only: the slow path writes the same.
		if ((others & before) != 0) return false;
		const path = at + (i32(ctz(slashes)) >> 3);
		if (slashes != 0) return path > host && path < end;
	}
	return false;
}

/** Whether "/" follows 32 octets or more before `end`. Requires: the first 32 octets are of Class.PLAIN_HOST. */
function isLongHost(host: i32, end: i32): bool {
	const hostEnd = span(host + 32, end, Class.PLAIN_HOST);
	return hostEnd < end && load8(hostEnd) == Octet.SLASH;
}

/** Which octets of two vectors of booleans are true: one bit each. */
function mask(first: v128, second: v128): i32 {
	return i8x16.bitmask(first) | (i8x16.bitmask(second) << 16);
}

/**
 * Copies a host from `start` on to `to`, with its letters in lower case. Returns its end, which is at most `limit`: the first
 * octet outside Class.REG_NAME; with SIMD, also the first ";" or "=".
 *
 * Overwrites up to 63 octets after the copy. Requires: no octet in [start, limit) is special.
 */
export function copyHost(start: i32, limit: i32, to: i32): i32 {
	if (ASC_FEATURE_SIMD) {
		const shift = to - start;
		let at = start;
		let ends = 0;
		do {
			ends = lowerSixteen(at, at + shift) | (lowerSixteen(at + 16, at + shift + 16) << 16);
			at += 32;
		} while (ends == 0 && at < limit);
		return ends == 0 ? limit : min(at - 32 + ctz(ends), limit);
	} else {
		const end = span(start, limit, Class.REG_NAME);
		copyLower(start, end, to);
		return end;
	}
}

/** Copies sixteen octets with letters in lower case. Returns which of them end a host: one bit each. */
function lowerSixteen(at: i32, to: i32): i32 {
	const octets = v128.load(usize(at));
	const upper = v128.and(i8x16.gt_s(octets, i8x16.splat(0x40)), i8x16.gt_s(i8x16.splat(0x5b), octets));
	v128.store(usize(to), v128.or(octets, v128.and(upper, i8x16.splat(0x20))));
	const delimiters = v128.and(i8x16.gt_s(octets, i8x16.splat(0x39)), i8x16.gt_s(i8x16.splat(0x41), octets));
	return i8x16.bitmask(v128.or(delimiters, i8x16.eq(octets, i8x16.splat(0x2f))));
}
