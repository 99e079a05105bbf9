/** Two normalizations side by side: which rows there are, how wide both columns are, and where they break. */

import { UriError } from "urlsieve";
import { expect, it } from "vitest";
import { paint } from "../../src/cli/terminal/paint";
import { type Side, sideBySide } from "../../src/cli/terminal/side-by-side";
import { createNormalizer } from "../../src/normalizer";
import { type Span, visualize } from "../../src/text/visualize";

const normalizer = createNormalizer();

const sideOf = (input: string): Side => {
	const value = normalizer.tryNormalize(input);
	return { input, outcome: value instanceof UriError ? value : normalizer.explain(input) };
};

const shown = (a: string, b: string, columns = Number.POSITIVE_INFINITY, inColour = false) =>
	sideBySide([sideOf(a), sideOf(b)], { columns, inColour }).split("\n");

it("shows each rule that changes one of both, with an empty cell for the other", () => {
	expect(shown("HTTP://a/%7e", "http://a:80/~")).toEqual([
		"  HTTP://a/%7e  http://a:80/~",
		"scheme-case, RFC 3986 §6.2.2.1",
		"  http://a/%7e",
		"percent-case, RFC 3986 §6.2.2.1",
		"  http://a/%7E",
		"percent-unreserved, RFC 3986 §6.2.2.2",
		"  http://a/~",
		"default-port, RFC 3986 §6.2.3",
		"                http://a/~",
		"normal form",
		"  http://a/~    http://a/~",
	]);
});

it("shows why there is no normal form", () => {
	const reason = (normalizer.tryNormalize("http://[b/") as UriError).message;
	expect(shown("http://a", "http://[b/")).toEqual([
		"  http://a   http://[b/",
		"empty-path, RFC 3986 §6.2.3",
		"  http://a/",
		"normal form",
		`  http://a/  ${reason}`,
	]);
});

it("shows what is not seen by its code point, and pads wide characters by their columns", () => {
	expect(shown("http://a/\u202e", "http://b/漢")[0]).toBe("  http://a/<U+202E>   http://b/漢");
	expect(shown("http://b/漢", "http://a/x")[0]).toBe(`  http://b/漢${" ".repeat(9)}http://a/x`);
});

/** `length` characters that are in normal form. */
const pathOf = (length: number) => `/${"a".repeat(length - 1)}`;

/** The row of the references, and those that go on with it. */
const firstRows = (...[a, b, columns]: [number, number, number]) => {
	const rows = shown(pathOf(a), pathOf(b), columns);
	return rows.slice(0, rows.indexOf("normal form"));
};

it.each<[name: string, a: number, b: number, columns: number, rows: string[]]>([
	["both that fit", 20, 30, 54, [`  ${pathOf(20)}  ${pathOf(30)}`]],
	[
		"more room for the second than half, if the first needs less",
		16,
		21,
		36,
		[`  ${pathOf(16)}  ${pathOf(16)}`, `${" ".repeat(20)}aaaaa`],
	],
	[
		"the first as wide as it needs, the second with the rest",
		20,
		31,
		54,
		[`  ${pathOf(20)}  ${pathOf(30)}`, `${" ".repeat(24)}a`],
	],
	[
		"more room for the first than half, if the second needs less",
		40,
		20,
		54,
		[`  ${pathOf(30)}  ${pathOf(20)}`, `  ${"a".repeat(10)}`],
	],
	["half for each", 40, 50, 54, [`  ${pathOf(25)}  ${pathOf(25)}`, `  ${"a".repeat(15)}${" ".repeat(12)}${"a".repeat(25)}`]],
])("gives %s", (_, a, b, columns, rows) => {
	expect(firstRows(a, b, columns)).toEqual(rows);
});

it("stacks both on a terminal too narrow for two columns of 16", () => {
	expect(firstRows(17, 40, 36)).toEqual([
		`  ${pathOf(16)}  ${pathOf(16)}`,
		`  a${" ".repeat(17)}${"a".repeat(16)}`,
		`${" ".repeat(20)}${"a".repeat(8)}`,
	]);
	expect(firstRows(17, 40, 35)).toEqual([`A ${pathOf(17)}`, `B ${pathOf(33)}`, `  ${"a".repeat(7)}`]);
	const narrow = shown("//h/%7E", "b", 3);
	expect(narrow).toEqual([
		...["A /", "  /", "  h", "  /", "  %", "  7", "  E", "B b"],
		"percent-unreserved, RFC 3986 §6.2.2.2",
		...["A /", "  /", "  h", "  /", "  ~"],
		"normal form",
		...["A /", "  /", "  h", "  /", "  ~", "B b"],
	]);
});

it("paints components by columns, not by the length of escape sequences", () => {
	const [row] = shown("http://a/", "b", 80, true);
	expect(row).toBe(`  ${paint("http://a/", visualize("http://a/"), true)}  b`);
});

const spanOf = (kind: Span["kind"], secret = false): Span => ({ kind, text: "x", start: 0, end: 1, secret });

it.each<[kind: Span["kind"], rendition: string]>([
	["scheme", "36"],
	["delimiter", "2"],
	["userinfo", "7;33"],
	["host", "1;32"],
	["port", "35"],
	["query", "34"],
	["fragment", "35"],
	["invalid", "31"],
])("paints %s with the rendition %s", (kind, rendition) => {
	expect(paint("x", [spanOf(kind)], true)).toBe(`\u001b[${rendition}mx\u001b[0m`);
});

it("conceals secrets, and paints no path", () => {
	expect(paint("xx", [spanOf("userinfo", true), spanOf("path")], true)).toBe("\u001b[8mx\u001b[0mx");
	expect(paint("xy", [spanOf("host")], false)).toBe("xy");
});
