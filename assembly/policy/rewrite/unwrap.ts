/** R6.4: the URL inside another: the value of a parameter, or the rest of the path. */
import { Component } from "../../layout/addresses";
import { Rewriting } from "../../layout/crawl-state";
import { Octet } from "../../octets/char";
import { copy, load8, load32, store8, store32 } from "../../octets/memory";
import { find } from "../../octets/span";
import { matchesInAnyCase } from "../../octets/text";
import { encoded } from "../../reference/percent";
import { endOf, isPresent, startOf } from "../../reference/record";
import { sequenceLength } from "../../whatwg/utf8";
import { compareDecoded, decodedAt, nextAt } from "../decoded";
import { program } from "../program";
import { Rewrite } from "./layout";
import { areaAt, MAX_RESULT, rewriting, slotsAt } from "./room";

/** Writes the value of the first parameter of that name, decoded, to `to`. Returns its end; 0: there is none, or it is too long. */
export function writeParameter(rewrite: i32, to: i32): i32 {
	if (!isPresent(Component.QUERY)) return 0;
	const name = program() + load32(rewrite + Rewrite.NAME);
	const nameEnd = name + load32(rewrite + Rewrite.NAME_LENGTH);
	const end = endOf(Component.QUERY);
	for (let piece = startOf(Component.QUERY); piece <= end; ) {
		const pieceEnd = find(piece, end, Octet.AMPERSAND);
		const valueAt = find(piece, pieceEnd, Octet.EQUALS);
		if (compareDecoded(piece, valueAt, name, nameEnd) == 0) return writeDecoded(valueAt + 1, pieceEnd, to);
		piece = pieceEnd + 1;
	}
	return 0;
}

/** Decodes form data once. What is no UTF-8 then is written as triplets. */
function writeDecoded(start: i32, end: i32, to: i32): i32 {
	const decoded = areaAt();
	let decodedEnd = decoded;
	for (let at = start; at < end; at = nextAt(at, end)) {
		if (decodedEnd - decoded == MAX_RESULT) return 0;
		store8(decodedEnd++, decodedAt(at, end));
	}
	return writeUtf8(decoded, decodedEnd, to);
}

/** Writes the octets [start, end), those that are no UTF-8 as triplets. Returns their end; 0: they are too many. */
export function writeUtf8(start: i32, end: i32, to: i32): i32 {
	const first = to;
	for (let at = start; at < end; ) {
		const length = sequenceLength(at, end);
		const size = length < 0 ? -length : length;
		if (to + 3 * size - first > MAX_RESULT) return 0;
		if (length > 0) {
			for (let i: i32 = 0; i < size; ++i) store8(to++, load8(at + i));
		} else {
			for (let i: i32 = 0; i < size; ++i) {
				store32(to, encoded(load8(at + i)));
				to += 3;
			}
		}
		at += size;
	}
	return to;
}

/** Writes the rest of the key, from a group of its path on. Rules and servers collapse slashes: "http:/h" is read as "http://h". */
export function writeRest(rewrite: i32, to: i32): i32 {
	const start = load32(slotsAt() + (load32(rewrite + Rewrite.SLOT) << 2));
	const end = rewriting(Rewriting.KEY_END);
	if (start == 0 || end - start >= MAX_RESULT) return 0;
	const colon = find(start, end, Octet.COLON);
	const isCollapsed =
		isWebScheme(start, colon) && colon + 2 < end && load8(colon + 1) == Octet.SLASH && load8(colon + 2) != Octet.SLASH;
	if (!isCollapsed) return copy(start, end, to);
	const slash = copy(start, colon + 1, to);
	store8(slash, Octet.SLASH);
	return copy(colon + 1, end, slash + 1);
}

function isWebScheme(start: i32, end: i32): bool {
	return matchesInAnyCase(start, end, "https") || matchesInAnyCase(start, end, "http");
}
