/** The parts of the page that work on text: differences, visible ranges, fragments, section links. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressOf } from "../../site/ladder";
import { fragmentOf, stateOf } from "../../site/page-state";
import { differenceOf } from "../../site/text-difference";
import { EXCERPT, FULL, visibleRanges } from "../../site/visible-ranges";

/** The text without some ranges. */
function without(text: string, ranges: readonly { start: number; end: number }[]): string {
	let at = 0;
	const kept = ranges.map(({ start, end }) => {
		const part = text.slice(at, start);
		at = end;
		return part;
	});
	return kept.join("") + text.slice(at);
}

const parts = (before: string, after: string) => {
	const difference = differenceOf(before, after);
	return [
		difference.before.map(({ start, end }) => before.slice(start, end)),
		difference.after.map(({ start, end }) => after.slice(start, end)),
	];
};

describe("the difference of two spellings", () => {
	it("consists of whole triplets and single characters", () => {
		expect(parts("/%7efoo/b%2fc", "/~foo/b%2Fc")).toEqual([
			["%7e", "%2f"],
			["~", "%2F"],
		]);
		expect(parts("a/./b/../c", "a/c")).toEqual([["./b/../"], []]);
		expect(parts("😀a", "😁a")).toEqual([["😀"], ["😁"]]);
		expect(parts("same", "same")).toEqual([[], []]);
	});

	it("leaves the same rest in both", () => {
		const text = fc.string({ unit: fc.constantFrom("a", "b", "%41", "%", "😀", "\ud800"), maxLength: 30 });
		fc.assert(
			fc.property(text, text, (before, after) => {
				const difference = differenceOf(before, after);
				expect(without(before, difference.before)).toBe(without(after, difference.after));
			}),
		);
	});

	it("of long texts is everything between their common start and end", () => {
		const [a, b] = ["x".repeat(1000), "y".repeat(1000)];
		expect(differenceOf(`${a}1${b}2${a}`, `${a}3${b}4${a}`)).toEqual({
			before: [{ start: 1000, end: 2002 }],
			after: [{ start: 1000, end: 2002 }],
		});
		const c = "z".repeat(20_000);
		expect(differenceOf(`${c}😀${c}`, `${c}😁${c}`)).toEqual({
			before: [{ start: 20_000, end: 20_002 }],
			after: [{ start: 20_000, end: 20_002 }],
		});
		expect(differenceOf(`${c}a`, c)).toEqual({
			before: [{ start: 20_000, end: 20_001 }],
			after: [{ start: 20_000, end: 20_000 }],
		});
	});
});

describe("the visible ranges of a text", () => {
	it("cover a short text", () => {
		expect(visibleRanges(FULL.max, FULL)).toEqual([{ start: 0, end: FULL.max }]);
	});

	it("are the start, the end and the surroundings of a mark in a long text", () => {
		expect(visibleRanges(5000, EXCERPT, [{ start: 2000, end: 2001 }])).toEqual([
			{ start: 0, end: 48 },
			{ start: 1964, end: 2037 },
			{ start: 4976, end: 5000 },
		]);
	});

	it("are sorted, disjoint, within the text and limited in size", () => {
		const size = fc.constantFrom(FULL, EXCERPT);
		fc.assert(
			fc.property(fc.nat(100_000), fc.nat(), fc.nat(), size, (length, a, b, shown) => {
				const [start, end] = [a % (length + 1), b % (length + 1)].toSorted((x, y) => x - y) as [number, number];
				const ranges = visibleRanges(length, shown, [{ start, end }]);
				const ends = ranges.flatMap((range) => [range.start, range.end]);
				expect(ends).toEqual(ends.toSorted((x, y) => x - y));
				expect(ends.at(-1)).toBeLessThanOrEqual(length);
				expect(new Set(ends).size === ends.length || length === 0).toBe(true);
				expect(ranges.reduce((sum, range) => sum + range.end - range.start, 0)).toBeLessThanOrEqual(shown.max + 300);
			}),
		);
	});
});

describe("the fragment", () => {
	it("restores the state it was made of", () => {
		const text = fc.string({ unit: "grapheme", maxLength: 50 });
		fc.assert(
			fc.property(text, text, (first, second) => {
				expect(stateOf(fragmentOf({ view: "one", url: first }) ?? "")).toEqual({
					view: "one",
					url: first,
					profile: "crawl@1",
				});
				const chosen = { view: "one", url: first, profile: "w3lib@1" } as const;
				expect(stateOf(fragmentOf(chosen) ?? "")).toEqual(chosen);
				expect(stateOf(fragmentOf({ view: "two", first, second }) ?? "")).toEqual({ view: "two", first, second });
			}),
		);
		expect(stateOf("#list")).toEqual({ view: "list" });
		expect(stateOf("")).toEqual({ view: "one" });
		expect(stateOf("#url=a&profile=constructor")).toEqual({ view: "one", url: "a", profile: "crawl@1" });
	});
});

it("sections of RFCs link to rfc-editor.org, and other sources do not", () => {
	expect(addressOf("RFC 3986 §6.2.2.1")).toBe("https://www.rfc-editor.org/rfc/rfc3986.html#section-6.2.2.1");
	expect(addressOf("RFC 3986 App. C")).toBe("https://www.rfc-editor.org/rfc/rfc3986.html#appendix-C");
	expect(addressOf("the specification of the scheme")).toBe(undefined);
});
