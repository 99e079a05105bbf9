/** Leaf, typed-array side: how http and https references begin. guard.ts, the Wasm side, defines plain lines. */
import { Octet } from "../octets/char";
import { Class } from "../octets/classes";
import { copyLower, load8, load32 } from "../octets/memory";
import { span } from "../octets/span";
import { prefixLength } from "./web-words";

export function hasSimd(): i32 {
	return 0;
}

export function isPlain(start: i32, end: i32): bool {
	const host = start + prefixLength(load32(start), load32(start + 4));
	const path = span(host, end, Class.PLAIN_HOST);
	return path > host && host > start && load8(path) === Octet.SLASH;
}

export function copyHost(start: i32, limit: i32, to: i32): i32 {
	const end = span(start, limit, Class.REG_NAME);
	copyLower(start, end, to);
	return end;
}
