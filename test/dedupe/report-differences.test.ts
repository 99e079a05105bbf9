/** How a report marks what two spellings differ in. */
import { describe, expect, it } from "vitest";
import { differences } from "../../src/dedupe/report/differences";

/** Both texts, with brackets around what the other one lacks. */
const shown = (a: string, b: string) =>
	differences(a, b).map((pieces) => pieces.map(({ text, isOwn }) => (isOwn ? `[${text}]` : text)).join(""));

describe("the differences of two texts", () => {
	it.each([
		["the common start counts once where it overlaps the common end", "aa", "aaa", "aa", "aa[a]"],
		["the common end stays behind the common start", "xabab", "xab", "xab[ab]", "xab"],
		["texts without a common character", "abc", "xyz", "[abc]", "[xyz]"],
		["two empty texts", "", "", "", ""],
		["the longest common part", "1ab2abc3", "4abc5ab6", "[1ab2]abc[3]", "[4]abc[5ab6]"],
		["the first of two common parts of one length", "1ab2cd3", "4ab5cd6", "[1]ab[2]cd[3]", "[4]ab[5]cd[6]"],
		["parts before and after the longest one", "1a2bcd3e4", "5a6bcd7e8", "[1]a[2]bcd[3]e[4]", "[5]a[6]bcd[7]e[8]"],
		["one in the place of none", "http://h/", "http://h:80/", "http://h/", "http://h[:80]/"],
		[
			"characters of two units each",
			"\u{1f600}x\u{1f601}",
			"\u{1f600}y\u{1f601}",
			"\u{1f600}[x]\u{1f601}",
			"\u{1f600}[y]\u{1f601}",
		],
		["a surrogate that two characters share", "\u{1f600}", "\u{1f601}", "[\u{1f600}]", "[\u{1f601}]"],
	])("%s", (_, a, b, first, second) => {
		expect(shown(a, b)).toEqual([first, second]);
	});

	it("join neighbours of a kind", () => {
		expect(differences("abcx", "abcy")).toEqual([
			[
				{ text: "abc", isOwn: false },
				{ text: "x", isOwn: true },
			],
			[
				{ text: "abc", isOwn: false },
				{ text: "y", isOwn: true },
			],
		]);
		// The common start, the common part next to it and the common end are one piece.
		expect(differences("ab", "ab")).toEqual([[{ text: "ab", isOwn: false }], [{ text: "ab", isOwn: false }]]);
	});

	it("are compared up to 65,000 pairs of characters, and are the whole middle beyond", () => {
		const texts = (length: number) => [`<1${"a".repeat(length)}2>`, `<3${"a".repeat(258)}4>`] as const;
		// 250 by 260 pairs, and 251 by 260.
		expect(shown(...texts(248))).toEqual([`<[1]${"a".repeat(248)}[2]>`, `<[3${"a".repeat(10)}]${"a".repeat(248)}[4]>`]);
		expect(shown(...texts(249))).toEqual([`<[1${"a".repeat(249)}2]>`, `<[3${"a".repeat(258)}4]>`]);
	});
});
