/** Leaf, typed-array side: the guard. What it lets pass is said in guard.ts, the Wasm side. */
import { Octet } from "./char";
import { Class, is } from "./classes";
import { Address, Limit } from "./layout";
import { attached, load8, load32, store8, store32 } from "./memory";
import { isNormalTriplet } from "./percent";
import { matches } from "./text";

enum Kind {
	/** In Class.QUERY, and no ".", which is looked at with the octet before it. */
	CLEAN = 1,
	/** In Class.UNCHANGED_HOST. */
	HOST = 2,
}

/** The kinds of each octet. */
const kinds = new Uint8Array(256);

export function hasSimd(): i32 {
	return 0;
}

export function isUnchanged(start: i32, end: i32): bool {
	store8(end, Octet.LF);
	return end - start < Limit.WINDOW && listLines(start, end + 1, 1) === 1 && load32(Address.LINES) === end;
}

export function listLines(start: i32, end: i32, most: i32): i32 {
	const windowEnd = end - start > Limit.WINDOW ? start + Limit.WINDOW : end;
	let count = 0;
	let at = start;
	while (count < most) {
		const host = hostStart(at, windowEnd);
		const path = hostEnd(host, windowEnd);
		const passes = host > at && path > host && path < windowEnd && load8(path) === Octet.SLASH;
		const stop = passes ? unchangedEnd(path, windowEnd) : path;
		const lineEnd = lineFeed(stop, windowEnd);
		if (lineEnd === windowEnd) break;
		store32(Address.LINES + (count << 2), passes && stop === lineEnd ? lineEnd : ~lineEnd);
		at = lineEnd + 1;
		++count;
	}
	return count;
}

/** Where the host begins behind `http://` or `https://`; `start` when neither stands there. */
function hostStart(start: i32, end: i32): i32 {
	if (end - start < 8 || load8(start) !== Octet.LOWER_H) return start;
	if (matches(start, start + 7, "http://")) return start + 7;
	return matches(start, start + 8, "https://") ? start + 8 : start;
}

function hostEnd(start: i32, end: i32): i32 {
	const octets = attached();
	let at = start;
	while (at < end && ((kinds[octets[at] as number] as number) & Kind.HOST) !== 0) ++at;
	return at;
}

/** Where octets of Class.QUERY, triplets in normal form and one "#" end, or a "." is behind a "/". */
function unchangedEnd(start: i32, end: i32): i32 {
	const octets = attached();
	let hasFragment = false;
	let at = start;
	for (; at < end; ++at) {
		const octet = octets[at] as number;
		if (((kinds[octet] as number) & Kind.CLEAN) !== 0) continue;
		if (octet === Octet.DOT ? octets[at - 1] !== Octet.SLASH : isNormalTriplet(at, end)) continue;
		if (hasFragment || octet !== Octet.HASH) break;
		hasFragment = true;
	}
	return at;
}

function lineFeed(start: i32, end: i32): i32 {
	const octets = attached();
	let at = start;
	while (at < end && octets[at] !== Octet.LF) ++at;
	return at;
}

/** Lays down what the loops above ask of an octet. */
export function initializeGuard(): void {
	for (let octet = 0; octet < 256; ++octet) {
		const isClean = is(octet, Class.QUERY) && octet !== Octet.DOT;
		kinds[octet] = (isClean ? Kind.CLEAN : 0) | (is(octet, Class.UNCHANGED_HOST) ? Kind.HOST : 0);
	}
}
