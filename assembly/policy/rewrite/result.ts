/** R6.2: what a rewrite makes of a key: `to`, with the text of its groups. */
import { Component } from "../../layout/addresses";
import { Rewriting } from "../../layout/crawl-state";
import { Octet } from "../../octets/char";
import { copy, load32, store8 } from "../../octets/memory";
import { endOf, isPresent, startOf } from "../../reference/record";
import { program } from "../program";
import { Part, Rewrite } from "./layout";
import { MAX_RESULT, rewriting, slotsAt } from "./room";

/** Writes the result for the recorded key to `to`. Returns its end; 0: it is too long. */
export function writeResult(rewrite: i32, to: i32): i32 {
	const limit = to + MAX_RESULT;
	const origin = load32(rewrite + Rewrite.ORIGIN);
	let at = origin == 0 ? append(rewriting(Rewriting.KEY), startOf(Component.PATH), to, limit) : writeParts(origin, to, limit);
	at = writeParts(load32(rewrite + Rewrite.NEW_PATH), at, limit);
	const pieces = load32(rewrite + Rewrite.QUERY);
	const hasOld = isPresent(Component.QUERY) && (pieces == 0 || startOf(Component.QUERY) < endOf(Component.QUERY));
	if (pieces != 0) at = writeParts(pieces, appendOctet(Octet.QUESTION_MARK, at, limit), limit);
	if (hasOld) at = appendOctet(pieces == 0 ? Octet.QUESTION_MARK : Octet.AMPERSAND, at, limit);
	if (hasOld) at = append(startOf(Component.QUERY), endOf(Component.QUERY), at, limit);
	return isPresent(Component.FRAGMENT) ? append(startOf(Component.FRAGMENT) - 1, endOf(Component.FRAGMENT), at, limit) : at;
}

/** Writes parts. `at` is 0 once the result is too long. */
function writeParts(parts: i32, at: i32, limit: i32): i32 {
	const first = program() + parts + 4;
	const end = first + load32(first - 4) * Part.SIZE;
	for (let part = first; part < end; part += Part.SIZE) {
		const group = load32(part + Part.GROUP);
		const slots = slotsAt() + (group << 3) - 8;
		const text = program() + load32(part + Part.TEXT);
		if (group == 0) at = append(text, text + load32(part + Part.LENGTH), at, limit);
		// An absent group has no text.
		else if (load32(slots) != 0) at = append(load32(slots), load32(slots + 4), at, limit);
	}
	return at;
}

function append(start: i32, end: i32, at: i32, limit: i32): i32 {
	return at == 0 || end - start > limit - at ? 0 : copy(start, end, at);
}

function appendOctet(octet: i32, at: i32, limit: i32): i32 {
	if (at == 0 || at >= limit) return 0;
	store8(at, octet);
	return at + 1;
}
