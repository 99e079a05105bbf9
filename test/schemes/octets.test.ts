/** Percent-encoded octets as text: RFC 3629 §4 tells what is UTF-8, and every other octet is kept alone. */

import { octetsOf } from "urlsieve/schemes";
import { expect, it } from "vitest";
import { percentDecode, percentEncode } from "../../src/schemes/octets";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The character that octets encode, or undefined if they are not one in UTF-8. */
function characterOf(octets: readonly number[]): string | undefined {
	try {
		return decoder.decode(Uint8Array.from(octets));
	} catch {
		return undefined;
	}
}

const tripletsOf = (octets: readonly number[]) => octets.map((octet) => `%${octet.toString(16).padStart(2, "0")}`).join("");

/** Octets that begin or end a range of RFC 3629 §4, and their neighbours. */
const NEXT = [0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0];
const FIRST = Array.from({ length: 0x80 }, (_, at) => 0x80 + at);

it.each<[number, number[][]]>([
	[1, FIRST.map((first) => [first])],
	[2, FIRST.flatMap((first) => NEXT.map((second) => [first, second]))],
	[3, FIRST.flatMap((first) => NEXT.flatMap((second) => [0x7f, 0x80, 0xbf, 0xc0].map((third) => [first, second, third])))],
	[
		4,
		FIRST.slice(0x60).flatMap((first) =>
			NEXT.flatMap((second) =>
				[0x7f, 0x80, 0xbf, 0xc0].flatMap((third) => [0x7f, 0x80, 0xbf, 0xc0].map((fourth) => [first, second, third, fourth])),
			),
		),
	],
])("decodes %i octets as one character exactly if they are one, and loses none otherwise", (_count, sequences) => {
	for (const octets of sequences) {
		const text = percentDecode(tripletsOf(octets));
		const character = characterOf(octets);
		const isOne = character !== undefined && [...character].length === 1;
		if (isOne) expect([octets, text]).toEqual([octets, character]);
		expect([...octetsOf(text)]).toEqual(octets);
	}
});

it("decodes an octet outside UTF-8 as the surrogate U+DC00 + octet", () => {
	expect(percentDecode("%80%C3%FF%41")).toBe("\udc80\udcc3\udcffA");
	expect(percentDecode("%c3%a9%E2%82%AC%f0%9f%98%80")).toBe("é€😀");
});

it("decodes triplets of US-ASCII, and nothing but triplets", () => {
	expect(percentDecode("%00%7F%2f%4")).toBe("\0\x7f/%4");
	expect(percentDecode("")).toBe("");
});

it("encodes every octet in two upper-case digits", () => {
	expect(percentEncode("\0\n/é\udcff")).toBe("%00%0A%2F%C3%A9%FF");
	expect(percentEncode("")).toBe("");
});

it("joins text and single octets in order", () => {
	expect([...octetsOf("")]).toEqual([]);
	expect([...octetsOf("ab")]).toEqual([0x61, 0x62]);
	expect([...octetsOf("\udc80a\udcff\udcfeé")]).toEqual([0x80, 0x61, 0xff, 0xfe, 0xc3, 0xa9]);
});

it.each([
	["\ud800", 0],
	["a\udc7f", 1],
	["ab\udd00", 2],
	["\udc80\udfff", 1],
])("refuses other lone surrogates: %j", (text, offset) => {
	expect(() => octetsOf(text)).toThrow(expect.objectContaining({ code: "ill-formed-string", offset, input: text }));
});
