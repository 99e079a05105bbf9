/** Leaf, typed-array side: how far do octets belong to a class? The Wasm side is span.ts. */
import { is } from "./classes";
import { load8 } from "./memory";

export function span(start: i32, end: i32, set: i32): i32 {
	let at = start;
	while (at < end && is(load8(at), set)) ++at;
	return at;
}

export function spanUntil(start: i32, end: i32, set: i32): i32 {
	let at = start;
	while (at < end && !is(load8(at), set)) ++at;
	return at;
}

export function find(start: i32, end: i32, octet: i32): i32 {
	let at = start;
	while (at < end && load8(at) !== octet) ++at;
	return at;
}
