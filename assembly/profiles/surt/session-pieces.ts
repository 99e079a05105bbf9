/**
 * `surt@1`, sessions in queries, in this order. Of each, the last one that fits is cut, wherever in a piece it begins: `xsid=…` loses
 * its tail.
 *
 * ```
 *   ( "jsessionid=" / "phpsessid=" / "sid=" ) 32 alphanumerics
 *   "aspsessionid" 8 letters "=" 24 letters
 *   "cfid=" value "&cftoken=" value                                     value = 1*( octet but "&" )
 * ```
 *
 * Each with the "&" that follows, or at the end.
 */
import { Octet } from "../../octets/char";
import { Class, is } from "../../octets/classes";
import { load8, move } from "../../octets/memory";
import { findPair } from "../../octets/span";
import { matches } from "../../octets/text";

/** Octets of the shortest session: "cfid=1&cftoken=1". */
const SHORTEST: i32 = 16;

/** The end of the query [start, end), which is in lower case, without sessions. Works in place. */
export function withoutSessionPieces(start: i32, end: i32): i32 {
	// Fast path only: no search finds a shorter session id, or one without "id".
	if (end - start < SHORTEST || findPair(start, end, Octet.LOWER_I, Octet.LOWER_D) == end) return end;
	let left = cutLast(start, end, "jsessionid=", 0, 32);
	left = cutLast(start, left, "phpsessid=", 0, 32);
	left = cutLast(start, left, "sid=", 0, 32);
	left = cutLast(start, left, "aspsessionid", 8, 24);
	return cutLastPair(start, left);
}

/** Cuts the last `name`, followed by `letters` and "=" where there are any, and by an identifier. Returns the new end. */
function cutLast(start: i32, end: i32, name: string, letters: i32, identifier: i32): i32 {
	const suffix = letters > 0 ? letters + 1 : 0;
	for (let at = end - name.length - suffix - identifier; at >= start; --at) {
		if (load8(at) != name.charCodeAt(0)) continue;
		const nameEnd = at + name.length;
		const value = nameEnd + suffix;
		const stop = value + identifier;
		if (stop < end && load8(stop) != Octet.AMPERSAND) continue;
		if (!matches(at, nameEnd, name) || !isOf(value, stop, letters > 0 ? Class.ALPHA : Class.ALNUM)) continue;
		if (letters == 0 || (isOf(nameEnd, value - 1, Class.ALPHA) && load8(value - 1) == Octet.EQUALS)) return cut(at, stop, end);
	}
	return end;
}

function isOf(start: i32, end: i32, set: i32): bool {
	for (let at = start; at < end; ++at) if (!is(load8(at), set)) return false;
	return true;
}

/** Cuts the last "cfid" with its "cftoken". From right to left, the "&" after a piece is known: linear. */
function cutLastPair(start: i32, end: i32): i32 {
	let next = end;
	let afterNext = end;
	for (let at = end - 1; at >= start; --at) {
		if (load8(at) == Octet.AMPERSAND) {
			afterNext = next;
			next = at;
		}
		if (next - at < 6 || !matches(at, at + 5, "cfid=")) continue;
		if (afterNext - next > 9 && matches(next, next + 9, "&cftoken=")) return cut(at, afterNext, end);
	}
	return end;
}

/** Cuts [at, stop) and the "&" that follows. Returns the new end. */
function cut(at: i32, stop: i32, end: i32): i32 {
	return move(stop < end ? stop + 1 : stop, end, at);
}
