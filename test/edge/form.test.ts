/** Parameters of queries, beside `URLSearchParams`, which reads and writes the same format (URL Standard §5). */
import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeForm, parsePairs } from "../../src/edge/form";

const written = (query: string) => parsePairs(query, 100)?.map((pair) => pair.written);

it.each([
	["", []],
	["&&", []],
	["a", ["a="]],
	["=", ["="]],
	["a b=c d", ["a+b=c+d"]],
	["a%20b=%2B+%2b", ["a+b=%2B+%2B"]],
	["a==b", ["a=%3Db"]],
	["a=%zz%", ["a=%25zz%25"]],
	["a=%ff%c3%a9&%e6", ["a=%EF%BF%BD%C3%A9", "%EF%BF%BD="]],
	["%ef%bb%bfa=1", ["%EF%BB%BFa=1"]],
	["a=~!'()*._-", ["a=%7E%21%27%28%29*._-"]],
	["A=1&a=2", ["A=1", "a=2"]],
])("the parameters of %j are %j", (query, expected) => {
	expect(written(query)).toEqual(expected);
	expect(new URLSearchParams(query).toString()).toBe(expected.join("&"));
});

it("any query has the parameters of URLSearchParams", () => {
	const piece = fc.constantFrom(
		"a",
		"b",
		"=",
		"&",
		"+",
		"%",
		"%20",
		"%2B",
		"%c3%a9",
		"%FF",
		"%f0%9f",
		" ",
		"~",
		"*",
		"'",
		"\u007f",
		'"',
	);
	fc.assert(
		fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
			const query = pieces.join("");
			// URLSearchParams drops a "?" at the start, which no query here has.
			const params = [...new URLSearchParams(query)];
			expect(written(query)?.join("&")).toBe(new URLSearchParams(query).toString());
			expect(parsePairs(query, 100)?.map(({ name }) => name)).toEqual(params.map(([name]) => name));
		}),
		{ numRuns: 300 },
	);
});

it("has at most as many parameters as it may", () => {
	expect(parsePairs("a&&b&", 2)?.map(({ name }) => name)).toEqual(["a", "b"]);
	expect(parsePairs("a&b&c", 2)).toBeUndefined();
	expect(parsePairs("", 0)).toEqual([]);
});

it("decodes a name once", () => {
	expect(["a+%2541", "a%2Bb", "\u007f%"].map(decodeForm)).toEqual(["a %41", "a+b", "\u007f%"]);
});
