/** Leaf, typed-array side: the guard. What it lets pass is said in guard.ts, the Wasm side. */
import { Octet } from "./char";
import { Class, is } from "./classes";
import { Address, Limit } from "./layout";
import { attached, load8, load32, store8, store32 } from "./memory";
import { isNormalTriplet } from "./percent";
import { find, span } from "./span";
import { DELIMITER, HTTP, S_DELIMITER, THREE_OCTETS } from "./web";

/** 1 for each octet in Class.QUERY, save ".", which is looked at with the octet before it. */
const clean = new Uint8Array(256);

export function hasSimd(): i32 {
	return 0;
}

export function isUnchanged(start: i32, end: i32): bool {
	store8(end, Octet.LF);
	return unchangedEnd(start, end) === end;
}

export function unchangedHostEnd(_window: i32, host: i32): i32 {
	return span(host, host + Limit.WINDOW, Class.UNCHANGED_HOST);
}

export function nextWork(_window: i32, start: i32): i32 {
	const octets = attached();
	for (let at = start; ; ++at) {
		const octet = octets[at] as number;
		if (clean[octet] === 1) continue;
		if (octet !== Octet.DOT) return at;
		if (at > start && octets[at - 1] === Octet.SLASH) return at - 1;
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
	const delimiter = load32(start + 4);
	const isHttps = delimiter === S_DELIMITER;
	if (load32(start) !== HTTP || !(isHttps || (delimiter & THREE_OCTETS) === DELIMITER)) return 0;
	const host = start + (isHttps ? 8 : 7);
	const path = unchangedHostEnd(0, host);
	if (path === host || load8(path) !== Octet.SLASH) return 0;
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

/** Lays down what the loops above ask of an octet. */
export function initializeGuard(): void {
	for (let octet = 0; octet < 256; ++octet) clean[octet] = is(octet, Class.QUERY) && octet !== Octet.DOT ? 1 : 0;
}
