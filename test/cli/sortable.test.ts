/** What `--keep min:` and `max:` compare, against literal comparisons, and how much of a long value they read. */
import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { random } from "../../bench/lists/random.mjs";
import { ClassValues, VALUE_WORDS } from "../../src/dedupe/passes/class-values";
import { isBetter, PART, type Sortable, sortable } from "../../src/dedupe/passes/sortable";
import { size } from "../support/extent";

const octetsOf = (text: string) => Buffer.from(text, "latin1");

const NUMBER = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i;

/** A number as an integer times a power of ten. Undefined for text. */
function arithmeticOf(text: string): { integer: bigint; power: bigint } | undefined {
	const [, sign = "", whole = "", fraction = "", power = "0"] = NUMBER.exec(text) ?? [];
	if (whole + fraction === "") return undefined;
	const magnitude = BigInt(whole + fraction);
	return { integer: sign === "-" ? -magnitude : magnitude, power: BigInt(power.replace("+", "")) - BigInt(fraction.length) };
}

const orderOf = <T extends bigint | number>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);
const lengthOf = (integer: bigint) => BigInt(String(integer).replace("-", "").length);

/** The order of two values by exact arithmetic and by whole texts. */
function literalOrder(a: string, b: string): number {
	const [left, right] = [a, b].map(arithmeticOf);
	if (left === undefined && right === undefined) return Buffer.compare(octetsOf(a), octetsOf(b));
	if (left === undefined || right === undefined) return left === undefined ? 1 : -1;
	const signs = [left, right].map(({ integer }) => orderOf(integer, 0n)) as [number, number];
	if (signs[0] !== signs[1] || signs[0] === 0) return orderOf(...signs);
	const [first, second] = [left, right].map(({ integer, power }) => power + lengthOf(integer)) as [bigint, bigint];
	if (first !== second) return orderOf(first, second) * signs[0];
	const power = left.power < right.power ? left.power : right.power;
	return orderOf(left.integer * 10n ** (left.power - power), right.integer * 10n ** (right.power - power));
}

function order(a: Sortable | undefined, b: Sortable | undefined): number {
	return isBetter("max", a, b) ? 1 : isBetter("min", a, b) ? -1 : 0;
}

const below = random(17);
const pick = <T>(list: readonly T[]) => list[below(list.length)] as T;
const digits = (length: number) => Array.from({ length }, () => pick(["0", "1", "9"])).join("");
/** Powers around the greatest that are numbers, and beyond them. */
const POWERS = [
	"308",
	"999999999",
	"999999999999999",
	"1000000000000000",
	"1000000000000001",
	"9007199254740993",
	"9007199254740992",
	"0999999999999998",
	"9".repeat(20),
	`1${"0".repeat(20)}`,
	"9".repeat(40),
];
const LENGTHS = [1, 2, 16, 17, 27, 28, 29, 309, 310, PART - 1, PART, PART + 1, 2 * PART, 3000];

/** Integers with signs and zeros in front, fractions, and texts that begin alike, most longer than a record holds. */
function randomValue(): string {
	const length = pick(LENGTHS);
	return pick([
		() => pick(["", "-", "+"]) + "0".repeat(below(3)) + "9".repeat(length) + digits(2),
		() => pick(["", "-"]) + "0".repeat(length) + pick(["", "1", "10"]),
		() => `${pick(["", "-", "+"])}${digits(3)}.${digits(2)}${pick(["", "e5", "E-5", "e400", "e+401"])}`,
		() => `${pick(["", "-"])}${pick(["", "0"])}.${"0".repeat(below(4))}${digits(length)}${pick(["", "e3", "e-300"])}`,
		() => `1700000000.1234567${digits(3)}`,
		() => `${pick(["", "-"])}${pick(["1", "10", "0.1", "0", "12", "1.20"])}e${pick(["", "-", "+"])}${pick(POWERS)}`,
		() => "x".repeat(length) + pick(["", "a", "b", "\xe0"]),
	])();
}
const VALUES = Array.from({ length: size(500, 250) }, randomValue);

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

	it("have no more octets than their text, whatever their exponent is", () => {
		const texts = ["1e999999999", "1e-999999999", `1e${"9".repeat(500)}`, `1${"0".repeat(500)}`, `0.${"0".repeat(500)}1`];
		for (const [index, value] of read(texts).entries())
			expect((value as Sortable).length).toBeLessThanOrEqual((texts[index] as string).length);
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
		const { length, kind, scale } = value as Sortable;
		let octets = 0;
		const part = (start: number) => {
			const text = (value as Sortable).part(start);
			octets += text.length;
			return text;
		};
		return { value: { length, kind, scale, part }, octets: () => octets };
	}

	it.each([
		["text", "x".repeat(10 ** 5), "x".repeat(3000)],
		["integer", "9".repeat(10 ** 5), "9".repeat(400)],
		["zeros", `${"0".repeat(10 ** 5)}1`, "1"],
		["fraction", `0.${"9".repeat(10 ** 5)}`, `0.${"9".repeat(400)}`],
		["zeros of a fraction", `1.${"0".repeat(10 ** 5)}`, "1"],
		["exponent", `1e${"9".repeat(10 ** 5)}`, "1e999999999"],
	])("is read no further than a short one has octets: %s", (_, long, short) => {
		const [value, other] = stored([long, short]);
		const { value: reader, octets } = counted(value);
		expect(order(reader, other)).toBe(literalOrder(long, short));
		// Each order is asked for once in each direction.
		expect(octets()).toBeLessThanOrEqual(2 * (short.length + PART));
	});
});
