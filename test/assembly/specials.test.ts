/** The index of special octets: every one of them, in order, and no others. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Address, END_OF_WINDOW, Limit } from "../../assembly/layout/addresses";
import { Class, is } from "../../assembly/octets/classes";
import { load32 } from "../../assembly/octets/memory";
import { indexSpecials } from "../../assembly/octets/specials";
import { indexNextWindow, indexReference } from "../../assembly/reference/reference-index";
import { INPUT, put } from "../support/kernel-memory";

/** The entries of the index up to `end`. */
function entries(end: number): number[] {
	return Array.from({ length: (end - Address.SPECIALS) / 4 }, (_, index) => load32(Address.SPECIALS + 4 * index));
}

/** The special octets of a text, one by one: outside the class, or the "/" of "/.". */
function specialsOf(text: string, start: number, end: number): number[] {
	const places = [...Array(end).keys()].slice(start);
	return places.filter((at) => !is(text.charCodeAt(at), Class.QUERY) || text.startsWith("/.", at));
}

describe("indexSpecials", () => {
	const octet = fc.constantFrom("a", "b", "/", ".", "%", "#", "\n", "\u0001", "\u00ff", "/.");
	it("lists them for every start and end", () => {
		fc.assert(
			fc.property(fc.array(octet, { maxLength: 40 }), fc.nat(8), fc.nat(40), (octets, from, length) => {
				const text = octets.join("");
				put(Uint8Array.from(text, (character) => character.charCodeAt(0)));
				const start = Math.min(from, text.length);
				const end = Math.min(start + length, text.length);
				const last = indexSpecials(Class.QUERY, INPUT + start, INPUT + end, Address.SPECIALS);
				const next = text.charCodeAt(end);
				const wanted = specialsOf(text, start, end).filter((at) => at < end - 1 || !text.startsWith("/.", at) || next === 0x2e);
				expect(entries(last)).toEqual(wanted.map((at) => INPUT + at));
			}),
		);
	});

	it.each([0, 1, 2, 3, 31, 32, 33, 64, 100])("lists %i octets that are all special", (count) => {
		put("%".repeat(count));
		const last = indexSpecials(Class.QUERY, INPUT, INPUT + count, Address.SPECIALS);
		expect(entries(last)).toEqual([...Array(count).keys()].map((at) => INPUT + at));
	});
});

describe("indexReference", () => {
	it.each([0, 1, Limit.WINDOW - 1, Limit.WINDOW, Limit.WINDOW + 1, 3 * Limit.WINDOW])(
		"passes over windows without special octets: %i octets before the first",
		(count) => {
			const end = put(`${"a".repeat(count)}%\n`) - 1;
			const entry = indexReference(Class.QUERY, INPUT, end);
			expect(load32(entry)).toBe(INPUT + count);
			const second = load32(entry + 4) === END_OF_WINDOW ? indexNextWindow(Class.QUERY) : entry + 4;
			expect(load32(second)).toBe(end);
		},
	);
});
