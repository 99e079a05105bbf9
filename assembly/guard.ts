/**
 * Leaf, Wasm side: the guard, which tells the lines that are in normal form as they stand from those that may need work.
 * The typed-array side is guard.host.ts.
 *
 * The guard is conservative: a line passes when it is `http://` or `https://`, then one or more octets of
 * Class.UNCHANGED_HOST, then "/", then only octets of Class.QUERY, triplets in normal form and one "#", with no "." behind a
 * "/". No rule of any level changes such a line; every other line is rewritten, by web.ts or the
 * long way by normalize.ts, and the result alone counts.
 *
 * With SIMD, 64 octets are looked at at once. Two tables give each octet a byte by its nibbles: at least WORK where it is
 * not in Class.QUERY, at least 1 where it is not in Class.UNCHANGED_HOST either. The bytes become masks of 64 bits.
 */
import { Octet } from "./char";
import { Class, is } from "./classes";
import { Address, Limit } from "./layout";
import { load8, store8, store32 } from "./memory";
import { isNormalTriplet } from "./percent";
import { find, join } from "./span";

/** "http://" and "https://" as little-endian numbers. */
const HTTP: u64 = 0x002f2f3a70747468;
const HTTPS: u64 = 0x2f2f3a7370747468;
const SEVEN_OCTETS: u64 = 0x00ffffffffffffff;

/** The least byte of an octet that is not in Class.QUERY. */
const WORK: i32 = 4;

/** 1 in the build with SIMD, else 0. */
export function hasSimd(): i32 {
	return i32(ASC_FEATURE_SIMD);
}

/** Says whether no rule of any level changes the reference [start, end). Overwrites the octet at `end`. */
export function isUnchanged(start: i32, end: i32): bool {
	// That may need work, and ends a host.
	store8(end, Octet.LF);
	return isLineUnchanged(start, end);
}

function isLineUnchanged(start: i32, end: i32): bool {
	const prefix = load<u64>(usize(start));
	const isHttps = prefix == HTTPS;
	if (!isHttps && (prefix & SEVEN_OCTETS) != HTTP) return false;
	const host = start + 7 + i32(isHttps);
	const path = unchangedHostEnd(0, host);
	return path != host && load8(path) == Octet.SLASH && isSettled(0, path, end);
}

/**
 * The first address from `host` on whose octet is not in Class.UNCHANGED_HOST, or one before it. `window` is where the window
 * of `listLines` begins that it is in, 0 when it is in none. Requires: there is one.
 */
export function unchangedHostEnd(window: i32, host: i32): i32 {
	let at = host;
	if (ASC_FEATURE_SIMD) {
		if (window == 0) return firstOfKind(host, 1);
		const ends = load<u64>(usize(Address.GUARD_MASK + ((host - window) >> 3))) >> ((host - window) & 7);
		return host + min(i32(ctz(ends)), 57);
	} else {
		while (is(load8(at), Class.UNCHANGED_HOST)) ++at;
		return at;
	}
}

/** The first address from `start` on that may need work, in such a window or in none. Requires: there is one. */
export function nextWork(window: i32, start: i32): i32 {
	let at = start;
	if (ASC_FEATURE_SIMD) {
		if (window == 0) return firstOfKind(start, WORK);
		let place = at - window;
		let works = load<u64>(usize(Address.GUARD_WORK + (place >> 3))) >> (place & 7);
		while (works == 0) {
			place = (place & ~7) + 64;
			works = load<u64>(usize(Address.GUARD_WORK + (place >> 3)));
		}
		return window + place + i32(ctz(works));
	} else {
		while (is(load8(at), Class.QUERY) && (load8(at) != Octet.SLASH || load8(at + 1) != Octet.DOT)) ++at;
		return at;
	}
}

/** The first address from `at` on whose byte is at least `kind`. Requires: there is one. */
function firstOfKind(at: i32, kind: i32): i32 {
	const byLow = v128.load(usize(Address.GUARD));
	const byHigh = v128.load(usize(Address.GUARD + 16));
	while (true) {
		const found = atLeast(kindsAt(at, byLow, byHigh), kind);
		if (found != 0) return at + i32(ctz(found));
		at += 16;
	}
}

/**
 * Lists the lines of [start, end) that end within the first Limit.WINDOW octets, at most `most`: the address of each line's
 * LF goes to LINES, as its complement when the line may need work. Returns how many.
 */
export function listLines(start: i32, end: i32, most: i32): i32 {
	const windowEnd = end - start > Limit.WINDOW ? start + Limit.WINDOW : end;
	return ASC_FEATURE_SIMD ? listLinesBySixteen(start, windowEnd, most) : listLinesOneByOne(start, windowEnd, most);
}

function listLinesOneByOne(start: i32, end: i32, most: i32): i32 {
	let count = 0;
	let at = start;
	while (count < most) {
		const lineEnd = find(at, end, Octet.LF);
		if (lineEnd == end) break;
		store32(Address.LINES + (count << 2), isLineUnchanged(at, lineEnd) ? lineEnd : ~lineEnd);
		at = lineEnd + 1;
		++count;
	}
	return count;
}

function listLinesBySixteen(start: i32, end: i32, most: i32): i32 {
	const count = findLineEnds(start, end);
	return judgeHosts(start, count < most ? count : most);
}

/** Lists the line ends in [start, end); complemented where an octet of the line is at least WORK. */
function findLineEnds(start: i32, end: i32): i32 {
	const byLow = v128.load(usize(Address.GUARD));
	const byHigh = v128.load(usize(Address.GUARD + 16));
	let entry: i32 = Address.LINES;
	let carry: u64 = 0;
	for (let at = start; at < end; at += 64) {
		const kinds0 = kindsAt(at, byLow, byHigh);
		const kinds1 = kindsAt(at + 16, byLow, byHigh);
		const kinds2 = kindsAt(at + 32, byLow, byHigh);
		const kinds3 = kindsAt(at + 48, byLow, byHigh);
		const works = join(atLeast(kinds0, WORK), atLeast(kinds1, WORK), atLeast(kinds2, WORK), atLeast(kinds3, WORK));
		const hostEnds = join(atLeast(kinds0, 1), atLeast(kinds1, 1), atLeast(kinds2, 1), atLeast(kinds3, 1));
		let ends = join(lineFeedsAt(at), lineFeedsAt(at + 16), lineFeedsAt(at + 32), lineFeedsAt(at + 48));
		if (end - at < 64) ends &= (u64(1) << (end - at)) - 1;
		store<u64>(usize(Address.GUARD_MASK + ((at - start) >> 3)), hostEnds);
		store<u64>(usize(Address.GUARD_WORK + ((at - start) >> 3)), works);

		// A line is a run of ones in `within`, ended by a zero. Adding a one anywhere in the run carries into that zero.
		const within = ~ends;
		const sum = within + (works & within);
		const marks = sum + carry;
		carry = u64(sum < within) | u64(marks < sum);
		// Most blocks end no more than two lines: two entries are written without asking how many, which spares a branch.
		const next = entry + (i32(popcnt(ends)) << 2);
		do {
			const position = ctz(ends);
			store32(entry, (at + i32(position)) ^ -i32((marks >> position) & 1));
			ends &= ends - 1;
			const secondPosition = ctz(ends);
			store32(entry + 4, (at + i32(secondPosition)) ^ -i32((marks >> secondPosition) & 1));
			ends &= ends - 1;
			entry += 8;
		} while (entry < next);
		entry = next;
	}
	return (entry - Address.LINES) >> 2;
}

/** One byte for each of the sixteen octets at `at`, by the two tables; the greatest one for a "/" with a "." behind it. */
function kindsAt(at: i32, byLow: v128, byHigh: v128): v128 {
	const octets = v128.load(usize(at));
	const low = i8x16.swizzle(byLow, v128.and(octets, i8x16.splat(15)));
	const kinds = v128.and(low, i8x16.swizzle(byHigh, v128.and(i16x8.shr_u(octets, 4), i8x16.splat(15))));
	const slashes = i8x16.eq(octets, i8x16.splat(i8(Octet.SLASH)));
	const dotsNext = i8x16.eq(v128.load(usize(at), 1), i8x16.splat(i8(Octet.DOT)));
	return v128.or(kinds, v128.and(slashes, dotsNext));
}

/** Which of sixteen bytes are at least `kind`: one bit each. The sum of such a byte and 128 − `kind` has its highest bit set. */
function atLeast(kinds: v128, kind: i32): u64 {
	return u64(u32(i8x16.bitmask(i8x16.add_sat_u(kinds, i8x16.splat(i8(128 - kind))))));
}

function lineFeedsAt(at: i32): u64 {
	return u64(u32(i8x16.bitmask(i8x16.eq(v128.load(usize(at)), i8x16.splat(i8(Octet.LF))))));
}

/** Complements the first `count` entries of LINES whose lines do not begin with a scheme, a host and "/" as they should. */
function judgeHosts(start: i32, count: i32): i32 {
	let line = start;
	for (let index = 0; index < count; ++index) {
		const at = Address.LINES + (index << 2);
		const entry = load<i32>(usize(at));
		const prefix = load<u64>(usize(line));
		const isHttps = prefix == HTTPS;
		const host = line + 7 + i32(isHttps);
		const hostEnds = load<u64>(usize(Address.GUARD_MASK + ((host - start) >> 3))) >> ((host - start) & 7);
		const hostLength = i32(ctz(hostEnds));
		// Without a bit the host is longer than the mask reaches, which is 57 octets at least.
		const isBegun = (isHttps || (prefix & SEVEN_OCTETS) == HTTP) && hostEnds != 0 && hostLength != 0;
		const passes = isBegun && load8(host + hostLength) == Octet.SLASH;
		const lineEnd = entry ^ (entry >> 31);
		if (entry >= 0 && !passes) store32(at, ~entry);
		if (entry < 0 && passes && isSettled(start, host + hostLength, lineEnd)) store32(at, lineEnd);
		line = lineEnd + 1;
	}
	return count;
}

/** Says whether all that may need work in [start, end) is in normal form as it stands: triplets, and one "#". */
function isSettled(window: i32, start: i32, end: i32): bool {
	let hasFragment = false;
	for (let next = nextWork(window, start); next < end; next = nextWork(window, next + 1)) {
		const isDelimiter = !hasFragment && load8(next) == Octet.HASH;
		if (!isDelimiter && !isNormalTriplet(next, end)) return false;
		if (isDelimiter) hasFragment = true;
	}
	return true;
}

/**
 * Lays down the two tables of the guard. For each row of sixteen octets, those outside Class.QUERY get one bit of at
 * least WORK, those outside Class.UNCHANGED_HOST alone one bit below; rows with the same octets share their bit.
 */
export function initializeGuard(): void {
	let works = WORK;
	let hosts = 1;
	for (let row = 0; row < 16; ++row) {
		const outsideQuery = octetsOutside(Class.QUERY, row);
		const outsideHost = octetsOutside(Class.UNCHANGED_HOST, row);
		if (outsideQuery != 0) {
			const shared = bitFor(outsideQuery, outsideQuery, WORK, works);
			if (shared == works) works <<= 1;
			mark(row, outsideQuery, shared);
		}
		if ((outsideHost & ~outsideQuery) != 0) {
			const shared = bitFor(outsideHost & ~outsideQuery, outsideHost, 1, hosts);
			if (shared == hosts) hosts <<= 1;
			mark(row, outsideHost & ~outsideQuery, shared);
		}
	}
}

/** The octets of `row` outside the class, one bit each. */
function octetsOutside(set: i32, row: i32): i32 {
	let octets = 0;
	for (let low = 0; low < 16; ++low) if (!is((row << 4) | low, set)) octets |= 1 << low;
	return octets;
}

/** The bit from `first` on, below `next`, whose octets are at least `least` and at most `most`; `next` when none is. */
function bitFor(least: i32, most: i32, first: i32, next: i32): i32 {
	for (let bit = first; bit < next; bit <<= 1) {
		let octets = 0;
		for (let low = 0; low < 16; ++low) if ((load8(Address.GUARD + low) & bit) != 0) octets |= 1 << low;
		if ((least & ~octets) == 0 && (octets & ~most) == 0) return bit;
	}
	return next;
}

function mark(row: i32, octets: i32, bit: i32): void {
	for (let low = 0; low < 16; ++low) {
		if (((octets >> low) & 1) != 0) store8(Address.GUARD + low, load8(Address.GUARD + low) | bit);
	}
	store8(Address.GUARD + 16 + row, load8(Address.GUARD + 16 + row) | bit);
}
