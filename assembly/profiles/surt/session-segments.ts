/**
 * `surt@1`, sessions in paths: one segment of ASP.NET without cookies goes, before a name with ".aspx".
 *
 * ```
 *   "/" "(" 1*( letter "(" 24 alphanumerics ")" ) ")" "/" rest          the last one that fits
 *   "/" "(" 24 alphanumerics ")" "/" rest                              then the last of these
 *   rest = 1*( octet but "?" ) ".aspx" *( octet )
 * ```
 */

import { ABSENT } from "../../layout/addresses";
import { Octet } from "../../octets/char";
import { Class, is } from "../../octets/classes";
import { load8, move } from "../../octets/memory";
import { find } from "../../octets/span";
import { matches } from "../../octets/text";

const IDENTIFIER: i32 = 24;
const ASPX: i32 = 5;

/** The end of the path [start, end), which is in lower case, without sessions. Works in place. */
export function withoutSessions(start: i32, end: i32): i32 {
	if (find(start, end, Octet.OPEN_PARENTHESIS) == end) return end;
	const left = cutLast(start, end, true);
	return cutLast(start, left, false);
}

/**
 * Cuts the last session in parentheses, or in nested parentheses if `isNested`.
 *
 * Goes from right to left, and so knows the first two ".aspx" and the first "?" of what it has passed: linear.
 */
function cutLast(start: i32, end: i32, isNested: bool): i32 {
	let name = end;
	let secondName = end;
	let question = end;
	for (let at = end - 1; at > start; --at) {
		const octet = load8(at);
		if (octet == Octet.QUESTION_MARK) question = at;
		if (octet == Octet.DOT && end - at >= ASPX && matches(at, at + ASPX, ".aspx")) {
			secondName = name;
			name = at;
		}
		if (octet != Octet.OPEN_PARENTHESIS || load8(at - 1) != Octet.SLASH) continue;
		const rest = isNested ? afterNested(at + 1, end) : afterIdentifier(at + 1, end);
		if (rest == ABSENT || rest == end || load8(rest) != Octet.SLASH) continue;
		const nameAt = name == rest + 1 ? secondName : name;
		if (nameAt < question && nameAt < end) return move(rest + 1, end, at);
	}
	return end;
}

/** The end of one or more times letter, "(", identifier, ")", and then ")", at `start`; ABSENT if they are not there. */
function afterNested(start: i32, end: i32): i32 {
	let at = start;
	while (at + 1 < end && is(load8(at), Class.ALPHA) && load8(at + 1) == Octet.OPEN_PARENTHESIS) {
		at = afterIdentifier(at + 2, end);
		if (at == ABSENT) return ABSENT;
	}
	return at > start && at < end && load8(at) == Octet.CLOSE_PARENTHESIS ? at + 1 : ABSENT;
}

/** The end of an identifier and ")" at `start`; ABSENT if they are not there. */
function afterIdentifier(start: i32, end: i32): i32 {
	const close = start + IDENTIFIER;
	if (close >= end || load8(close) != Octet.CLOSE_PARENTHESIS) return ABSENT;
	for (let at = start; at < close; ++at) if (!is(load8(at), Class.ALNUM)) return ABSENT;
	return close + 1;
}
