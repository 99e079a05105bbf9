/** Leaf, typed-array side: the guard. What it lets pass is said in guard.ts, the Wasm side. */
import { Octet } from "./char";
import { Class, is } from "./classes";
import { Address, Limit } from "./layout";
import { attached, load8, load32, store8, store32 } from "./memory";
import { isNormalTriplet } from "./percent";
import { find } from "./span";
import { DELIMITER, HTTP, S_DELIMITER, THREE_OCTETS } from "./web";

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
	return unchangedEnd(start, end) === end;
}

export function unchangedHostEnd(_window: i32, host: i32): i32 {
	const octets = attached();
	let at = host;
	while (((kinds[octets[at] as number] as number) & Kind.HOST) !== 0) ++at;
	return at;
}

export function nextWork(_window: i32, start: i32): i32 {
	const octets = attached();
	let at = start;
	while (true) {
		const octet = octets[at] as number;
		if (((kinds[octet] as number) & Kind.CLEAN) === 0) {
			if (octet !== Octet.DOT) return at;
			if (at > start && octets[at - 1] === Octet.SLASH) return at - 1;
		}
		++at;
	}
}

export function listLines(start: i32, end: i32, most: i32): i32 {
	const windowEnd = end - start > Limit.WINDOW ? start + Limit.WINDOW : end;
	let count = 0;
	let at = start;
	while (count < most) {
		const stop = unchangedEnd(at, windowEnd);
		const lineEnd = find(stop === 0 ? at : stop, windowEnd, Octet.LF);
		if (lineEnd === windowEnd) break;
		store32(Address.LINES + (count << 2), stop === lineEnd ? lineEnd : ~lineEnd);
		at = lineEnd + 1;
		++count;
	}
	return count;
}

/** How far the reference that begins at `start`, and ends at `end` at the latest, is one that passes; 0 when it does not begin so. */
function unchangedEnd(start: i32, end: i32): i32 {
	const host = hostStart(start);
	const path = unchangedHostEnd(0, host);
	if (host === start || path === host || load8(path) !== Octet.SLASH) return 0;
	let hasFragment = false;
	let at = nextWork(0, path);
	while (at < end) {
		const isDelimiter = !hasFragment && load8(at) === Octet.HASH;
		if (!isDelimiter && !isNormalTriplet(at, end)) return at;
		if (isDelimiter) hasFragment = true;
		at = nextWork(0, at + 1);
	}
	return end;
}

/** Where the host begins behind `http://` or `https://`; `start` when neither stands there. */
function hostStart(start: i32): i32 {
	if (load32(start) !== HTTP) return start;
	const delimiter = load32(start + 4);
	if (delimiter === S_DELIMITER) return start + 8;
	return (delimiter & THREE_OCTETS) === DELIMITER ? start + 7 : start;
}

/** Lays down what the loops above ask of an octet. */
export function initializeGuard(): void {
	for (let octet = 0; octet < 256; ++octet) {
		const isClean = is(octet, Class.QUERY) && octet !== Octet.DOT;
		kinds[octet] = (isClean ? Kind.CLEAN : 0) | (is(octet, Class.UNCHANGED_HOST) ? Kind.HOST : 0);
	}
}
