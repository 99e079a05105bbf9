/** Searches for octets: what is found lies within the span that is searched. */
import { expect, it } from "vitest";
import { Octet } from "../../assembly/octets/char";
import { findPair } from "../../assembly/octets/span";
import { INPUT, put } from "../support/kernel-memory";

it.each([
	["/.", 0],
	["ab/.", 2],
	["a/b.//.", 5],
	["", undefined],
	["/", undefined],
	["./", undefined],
])("finds the first pair of a slash and a dot in %j", (text, place) => {
	const end = put(text);
	// What follows would make a pair of its own, or complete the last octet to one.
	for (const after of ["./.", "/."]) {
		put(after, end);
		expect(findPair(INPUT, end, Octet.SLASH, Octet.DOT)).toBe(place === undefined ? end : INPUT + place);
	}
});
