/** Leaf, typed-array side: how http and https references begin. guard.ts, the Wasm side, defines plain lines. */
import { ABSENT, Address, LineRecord } from "../layout/addresses";
import { Octet } from "../octets/char";
import { Class } from "../octets/classes";
import { copyLower, load8, load32, store32 } from "../octets/memory";
import { span } from "../octets/span";
import { normalEnd } from "./normal-end";
import { prefixLength } from "./web-words";

export function hasSimd(): i32 {
	return 0;
}

export function isPlain(start: i32, end: i32): bool {
	const host = start + prefixLength(load32(start), load32(start + 4));
	const path = span(host, end, Class.PLAIN_HOST);
	return path > host && host > start && load8(path) === Octet.SLASH;
}

export function passNormal(entry: i32, last: i32, record: i32, lastRecord: i32, decoded: i32, kept: i32, shift: i32): i32 {
	let next = entry;
	let at = record;
	let end = entry;
	do {
		const line = load32(end) + 1;
		store32(at + LineRecord.INPUT_END, line);
		store32(at + LineRecord.OUTPUT_END, (line & kept) + shift);
		next = end + 4;
		at += LineRecord.SIZE;
		end = next < last && at < lastRecord ? normalEnd(next, last, decoded) : ABSENT;
		if (end !== ABSENT && !isPlain(line, load32(next))) end = ABSENT;
	} while (end !== ABSENT);
	store32(Address.NEXT_SPECIAL, next);
	return at;
}

export function copyHost(start: i32, limit: i32, to: i32): i32 {
	const end = span(start, limit, Class.REG_NAME);
	copyLower(start, end, to);
	return end;
}
