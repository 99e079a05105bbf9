/** What `--keep min:` and `max:` compare, against literal comparisons, and how much of a long value they read. */
import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { random } from "../../bench/random.mjs";
import { ClassValues, VALUE_WORDS } from "../../src/cli/passes/class-values";
import { isBetter, PART, type Sortable, sortable } from "../../src/cli/passes/sortable";

const octetsOf = (text: string) => Buffer.from(text, "latin1");

/** The order of two values by arithmetic and by whole texts. */
function literalOrder(a: string, b: string): number {
	const [left, right] = [a, b].map((text) => (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined));
	if (left === undefined && right === undefined) return Buffer.compare(octetsOf(a), octetsOf(b));
	if (left === undefined || right === undefined) return left === undefined ? 1 : -1;
	const areIntegers = [a, b].every((text) => /^[+-]?\d+$/.test(text));
	if (left !== right || !areIntegers) return Math.sign(left - right || 0);
	const [first, second] = [a, b].map((text) => BigInt(text.replace("+", ""))) as [bigint, bigint];
	return first < second ? -1 : first > second ? 1 : 0;
}

function order(a: Sortable | undefined, b: Sortable | undefined): number {
	return isBetter("max", a, b) ? 1 : isBetter("min", a, b) ? -1 : 0;
}

const below = random(17);
const pick = <T>(list: readonly T[]) => list[below(list.length)] as T;
const digits = (length: number) => Array.from({ length }, () => pick(["0", "1", "9"])).join("");
const LENGTHS = [1, 2, 16, 17, 27, 28, 29, 309, 310, PART - 1, PART, PART + 1, 2 * PART, 3000];

/** Integers with signs and zeros in front, fractions, and texts that begin alike, most longer than a record holds. */
function randomValue(): string {
	const length = pick(LENGTHS);
	return pick([
		() => pick(["", "-", "+"]) + "0".repeat(below(3)) + "9".repeat(length) + digits(2),
		() => pick(["", "-"]) + "0".repeat(length) + pick(["", "1", "10"]),
		() => `${digits(3)}.${digits(2)}${pick(["", "e5", "e400"])}`,
		() => "x".repeat(length) + pick(["", "a", "b", "\xe0"]),
	])();
}
const VALUES = Array.from({ length: 300 }, randomValue);

/** The values as a run in passes stores them. */
function stored(values: readonly string[]): (Sortable | undefined)[] {
	const file = new ClassValues(tmpdir());
	for (const value of values) file.add(octetsOf(value));
	return [...file.records()].flatMap((records) =>
		Array.from({ length: records.length / VALUE_WORDS }, (_, at) =>
			file.valueOf(records.slice(at * VALUE_WORDS, (at + 1) * VALUE_WORDS)),
		),
	);
}

describe.each([
	["in memory", (values: readonly string[]) => values.map((value) => sortable(octetsOf(value)))],
	["on disk", stored],
])("values %s", (_, read) => {
	it("have the order of arithmetic and of octets", () => {
		const sortables = read(VALUES);
		for (const [i, a] of VALUES.entries()) {
			for (const [j, b] of VALUES.entries()) {
				if (order(sortables[i], sortables[j]) !== literalOrder(a, b)) expect.fail(`${a} and ${b}`);
			}
		}
	});

	it.each([" ", "\t\r\n", " ".repeat(40)])("are none if they are only white space: %j", (space) => {
		expect(read([space])).toEqual([undefined]);
	});

	it("lose white space around them, and no octet that only looks like it", () => {
		const [bare, spaced, long, longSpaced, withoutLast] = read([
			"7",
			" 7\r\n",
			"à".repeat(30),
			`${"à".repeat(30)}\t`,
			`${"à".repeat(29)}`,
		]);
		expect([order(bare, spaced), order(long, longSpaced), order(long, withoutLast)]).toEqual([0, 0, 1]);
		const [utf8, truncated] = read(["caf\xc3\xa0", "caf\xc3"]);
		expect(order(utf8, truncated)).toBe(1);
	});
});

describe("a long value", () => {
	/** Counts the octets that are read of a value. */
	function counted(value: Sortable | undefined): { readonly value: Sortable; readonly octets: () => number } {
		const { length, number, isInteger } = value as Sortable;
		let octets = 0;
		const part = (start: number) => {
			const text = (value as Sortable).part(start);
			octets += text.length;
			return text;
		};
		return { value: { length, number, isInteger, part }, octets: () => octets };
	}

	it.each([
		["text", "x".repeat(10 ** 6), "x".repeat(3000)],
		["integer", "9".repeat(10 ** 6), "9".repeat(400)],
		["zeros", `${"0".repeat(10 ** 6)}1`, "1"],
	])("is read no further than a short one has octets: %s", (_, long, short) => {
		const [value, other] = stored([long, short]);
		const { value: reader, octets } = counted(value);
		expect(order(reader, other)).toBe(literalOrder(long, short));
		// Each order is asked for once in each direction.
		expect(octets()).toBeLessThanOrEqual(2 * (short.length + PART));
	});
});
