/** Leaf, typed-array side: searches for octets by class or value. The contracts are in span.ts, the Wasm side. */

import { Address } from "../layout/addresses";
import { Octet } from "./char";
import { attached, attachedWords, load8 } from "./memory";

export function span(start: i32, end: i32, set: i32): i32 {
	return seek(start, end, set, 0);
}

export function spanUntil(start: i32, end: i32, set: i32): i32 {
	return seek(start, end, set, 1);
}

/** The first address in [start, end) whose octet has this bit for the class `set`; `end` if none has. */
function seek(start: i32, end: i32, set: i32, bit: i32): i32 {
	const octets = attached();
	const words = attachedWords();
	let at = start;
	while (at < end && (((words[(Address.CLASSES >> 2) + (octets[at] as number)] as number) >>> set) & 1) !== bit) ++at;
	return at;
}

export function find(start: i32, end: i32, octet: i32): i32 {
	const octets = attached();
	let at = start;
	while (at < end && octets[at] !== octet) ++at;
	return at;
}

export function findPair(start: i32, end: i32, octet: i32, next: i32): i32 {
	for (let at = start; at < end - 1; ++at) if (load8(at) === octet && load8(at + 1) === next) return at;
	return end;
}

export function hasAdjacent(start: i32, end: i32): bool {
	const octets = attached();
	for (let at = start + 1; at < end; ++at) {
		if (((octets[at] as number) | 1) === Octet.SLASH && ((octets[at - 1] as number) | 1) === Octet.SLASH) return true;
	}
	return false;
}
