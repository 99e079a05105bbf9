/** `surt-java@1`, the host: decoded, mapped, without excess dots and all "www", an address where it is a number. */
import { Component, Limit } from "../../layout/addresses";
import { Octet } from "../../octets/char";
import { copy, load8, move, store8 } from "../../octets/memory";
import { find } from "../../octets/span";
import { endOf, isPresent, startOf } from "../../reference/record";
import { hasBeyondAscii, lowerInPlace } from "../emulation/ascii";
import { writeIdna2003 } from "../emulation/idna";
import { afterLowerWww } from "../surt/host";
import { writeLabels } from "../surt/labels";
import { writeAddress } from "./address";
import { writeDecoded, writeOnce } from "./escapes";
import { lineEndLength } from "./input";

/** Writes the recorded host to `to`. Returns the new end, or `-Status`. */
export function writeHost(to: i32): i32 {
	const mapped = writeMapped(startOf(Component.HOST), endOf(Component.HOST), to);
	if (mapped < 0) return mapped;
	const end = withoutExcessDots(to, mapped);
	const address = writeAddress(to, end);
	if (address > to) return address;
	const escaped = end + Limit.MARGIN;
	const written = move(escaped, writeOnce(to, end, escaped), to);
	lowerInPlace(to, written);
	return withoutWww(to, written);
}

/** Decodes, and maps characters beyond ASCII. */
function writeMapped(start: i32, end: i32, to: i32): i32 {
	const written = writeDecoded(start, end, to);
	if (!hasBeyondAscii(to, written)) return written;
	const text = written + Limit.MARGIN;
	const mapped = writeIdna2003(to, written, start, text);
	return mapped < 0 ? mapped : move(text, mapped, to);
}

/** No dot stays at the start, one of each run, and none at the end: also none before a line end there. Works in place. */
function withoutExcessDots(start: i32, end: i32): i32 {
	let to = start;
	for (let at = start; at < end; ++at) {
		const octet = load8(at);
		if (octet != Octet.DOT || (to > start && load8(to - 1) != Octet.DOT)) store8(to++, octet);
	}
	const lineEnd = finalLineEnd(start, to);
	return lineEnd > start && load8(lineEnd - 1) == Octet.DOT ? move(lineEnd, to, lineEnd - 1) : to;
}

/** The start of the line end that ends [start, end); `end` if there is none. CR LF is one. */
function finalLineEnd(start: i32, end: i32): i32 {
	for (let length: i32 = 3; length > 0; --length) {
		const at = end - length;
		if (at < start || lineEndLength(at, end) != length) continue;
		const isPair = load8(at) == Octet.LF && at > start && load8(at - 1) == Octet.CR;
		return isPair ? at - 1 : at;
	}
	return end;
}

/** Cuts all "www", digits and "." off the front. */
function withoutWww(start: i32, end: i32): i32 {
	const rest = afterAllWww(start, end);
	return rest > start ? move(rest, end, start) : end;
}

/** The start of the lower-case host [start, end) after each "www", digits and "." that it begins with. */
export function afterAllWww(start: i32, end: i32): i32 {
	let rest = start;
	for (let next = afterLowerWww(rest, end); next > rest; next = afterLowerWww(rest, end)) rest = next;
	return rest;
}

/** Writes the labels of the host [start, end) from last to first, ":" and the recorded port, and ")". Returns the new end. */
export function writeSurtHost(start: i32, end: i32, to: i32): i32 {
	const isBracketed = load8(start) == Octet.OPEN_BRACKET && load8(end - 1) == Octet.CLOSE_BRACKET;
	const isLabel = find(start, end, Octet.DOT) == end;
	to = isBracketed && isLabel ? copy(start + 1, end - 1, to) : writeLabels(start, end, to);
	if (isPresent(Component.PORT)) {
		store8(to, Octet.COLON);
		to = copy(startOf(Component.PORT), endOf(Component.PORT), to + 1);
	}
	store8(to, Octet.CLOSE_PARENTHESIS);
	return to + 1;
}
