/** Leaf, typed-array side: searches for octets by class or value. The contracts are in span.ts, the Wasm side. */
import { is } from "./classes";
import { attached, load8 } from "./memory";

export function span(start: i32, end: i32, set: i32): i32 {
	const octets = attached();
	let at = start;
	while (at < end && is(octets[at] as number, set)) ++at;
	return at;
}

export function spanUntil(start: i32, end: i32, set: i32): i32 {
	const octets = attached();
	let at = start;
	while (at < end && !is(octets[at] as number, set)) ++at;
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
