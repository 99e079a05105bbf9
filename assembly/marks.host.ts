/** Leaf, typed-array side: what is asked of a reference. What is marked is said in marks.ts, the Wasm side. */
import { Octet } from "./char";
import { Class } from "./classes";
import { load8 } from "./memory";
import { span, spanUntil } from "./span";

/** The typed-array side looks at octets when it is asked. */
export function mark(_start: i32, _end: i32): void {}

export function nextMark(start: i32, end: i32): i32 {
	return span(start, end, Class.PATH);
}

export function isBroken(start: i32, end: i32): bool {
	return spanUntil(start, end, Class.LINE_WHITE_SPACE) < end;
}

export function isDotted(start: i32, end: i32): bool {
	let before: i32 = Octet.SLASH;
	for (let at = start; at < end; ++at) {
		const octet = load8(at);
		if (before === Octet.SLASH && (octet === Octet.DOT || octet === Octet.PERCENT)) return true;
		before = octet;
	}
	return false;
}
