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
 *          32 octets: the first that stops a host is "/"; "/" and the octets from ":" to "`" do
 * ```
 *
 * Lines in normal form may also have special octets that no rule changes: normal-end.ts.
 */
import { ABSENT, Address, LineRecord } from "../layout/addresses";
import { Octet } from "../octets/char";
import { Class } from "../octets/classes";
import { copyLower, load8, load32, ONES, store32 } from "../octets/memory";
import { span } from "../octets/span";
import { normalEnd } from "./normal-end";
import { DELIMITER, HTTP, prefixLength, S_DELIMITER } from "./web-words";

/** "http://" and "https://" as little-endian numbers. */
export const HTTP_PREFIX: u64 = u64(HTTP) | (u64(DELIMITER) << 32);
export const HTTPS_PREFIX: u64 = u64(HTTP) | (u64(S_DELIMITER) << 32);
export const SEVEN_OCTETS: u64 = 0x00ffffffffffffff;

/**
 * Constants of `stopsOf`, loaded for the reason given in specials.ts. Added to the octets from ":" to "`" and to no other
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
		const host = hostAfter(prefix, start);
		const stops = stopsOf(host, v128.load8_splat(LIFT), v128.load8_splat(MAX_PLAIN), v128.load8_splat(SLASH));
		// Few hosts are longer, so this branch is predictable.
		if (stops == 0) return hasLongHost(prefix, host, end);
		return isPlainPath(prefix, host, host + ctz(stops), end);
	} else {
		const length = prefixLength(load32(start), load32(start + 4));
		return length != 0 && hasPlainHost(start + length, end);
	}
}

/**
 * Passes lines in normal form, of which the first is plain: `entry` lists its LF. Stops before a line that `isPlain` and `normalEnd` do not
 * recognize, at the entry `last`, or once the records reach `lastRecord`. Records for each line that its output ends at (its end in the
 * input & `kept`) + `shift`. Returns the end of the records; NEXT_SPECIAL is the entry after the lines.
 *
 * Binaryen must not inline this loop: among the calls of the line driver, V8 reloads its locals for each line. So what is called here is
 * small enough to be inlined, except for rare cases.
 */
export function passNormal(entry: i32, last: i32, record: i32, lastRecord: i32, decoded: i32, kept: i32, shift: i32): i32 {
	// Loaded once: V8 would load them again after each store.
	const lift = ASC_FEATURE_SIMD ? v128.load8_splat(LIFT) : 0;
	const most = ASC_FEATURE_SIMD ? v128.load8_splat(MAX_PLAIN) : 0;
	const slash = ASC_FEATURE_SIMD ? v128.load8_splat(SLASH) : 0;
	let end = entry;
	while (true) {
		const line = load32(end) + 1;
		writeEnds(record, line, (line & kept) + shift);
		entry = end + 4;
		record += LineRecord.SIZE;
		if (entry == last || record == lastRecord) break;
		const special = load32(entry);
		end = entry;
		if (load8(special) != Octet.LF) {
			end = normalEnd(entry, last, decoded);
			if (end == ABSENT) break;
		}
		if (ASC_FEATURE_SIMD) {
			const prefix = load<u64>(usize(line));
			const host = hostAfter(prefix, line);
			const stops = stopsOf(host, lift, most, slash);
			if (stops == 0) {
				if (!hasLongHost(prefix, host, special)) break;
			} else if (!isPlainPath(prefix, host, host + ctz(stops), special)) break;
		} else if (!isPlain(line, special)) break;
	}
	store32(Address.NEXT_SPECIAL, entry);
	return record;
}

/** Writes both ends of a line record at once. */
function writeEnds(record: i32, inputEnd: i32, outputEnd: i32): void {
	store<u64>(usize(record), u64(u32(inputEnd)) | (u64(u32(outputEnd)) << 32));
}

/** The start of the host of the reference at `start`, by its first eight octets. */
function hostAfter(prefix: u64, start: i32): i32 {
	return start + 7 + i32(prefix == HTTPS_PREFIX);
}

/** Which of the 32 octets at `at` stop a host, "/" and those from ":" to "`": one bit each. */
function stopsOf(at: i32, lift: v128, most: v128, slash: v128): i32 {
	const low = v128.load(usize(at));
	const high = v128.load(usize(at), 16);
	const lowStops = v128.or(i8x16.eq(low, slash), i8x16.gt_s(i8x16.add(low, lift), most));
	const highStops = v128.or(i8x16.eq(high, slash), i8x16.gt_s(i8x16.add(high, lift), most));
	return i8x16.bitmask(lowStops) | (i8x16.bitmask(highStops) << 16);
}

/** Whether the prefix is one of plain references, and the octet that stops the host is the "/" of a path before `end`. */
function isPlainPath(prefix: u64, host: i32, path: i32, end: i32): bool {
	const isWeb = i32(prefix == HTTPS_PREFIX) | i32((prefix & SEVEN_OCTETS) == HTTP_PREFIX);
	// No branches: which of these fails is not predictable.
	return (isWeb & i32(load8(path) == Octet.SLASH) & i32(path > host) & i32(path < end)) != 0;
}

/** The same for a host whose first 32 octets do not stop it. */
function hasLongHost(prefix: u64, host: i32, end: i32): bool {
	return isPlainPath(prefix, host, span(host + 32, end, Class.PLAIN_HOST), end);
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
