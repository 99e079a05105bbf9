/** Which member of each class stays, where members are lines, rows of text or rows of a library. */
import { describe, expect, it } from "vitest";
import { byColumnOf, type ClassChoice, lineFormOf } from "../../src/dedupe/classes/class-choice";
import { Classes, type Member } from "../../src/dedupe/classes/classes";
import type { Keep } from "../../src/dedupe/passes/keep";
import { withClasses, withCount } from "../../src/dedupe/rows/class-rows";
import { KeptRows } from "../../src/dedupe/rows/kept-rows";
import { FRESH } from "../../src/engine/seen-table";
import { RowFate, type RowFates } from "../../src/tables/columnar/value-rows";

const octets = (text: string) => new TextEncoder().encode(text);
const text = (some: Uint8Array) => new TextDecoder().decode(some);

/** What stays of members, each with the size of its class and its tail. */
function kept(which: Keep["which"], members: readonly Omit<Member, "octets">[]): unknown[] {
	const classes = new Classes({ which }, undefined);
	for (const [index, member] of members.entries()) classes.add({ octets: octets(`${index}`), ...member });
	const found: unknown[] = [];
	classes.forEach((some, count, tail) => {
		found.push([text(some), count, tail]);
	});
	return found;
}

/** Two classes of three and two members, and one that is in none. */
const MEMBERS = [
	{ mark: FRESH, tail: 5 },
	{ mark: undefined, tail: 6 },
	{ mark: FRESH },
	{ mark: 0, tail: 7 },
	{ mark: 1 },
	{ mark: 0, tail: 0 },
];

describe("the members of classes that stay", () => {
	it("are the first ones, with the sizes of their classes", () => {
		expect(kept("first", MEMBERS)).toEqual([
			["0", 3, 5],
			["1", undefined, 6],
			["2", 2, undefined],
		]);
		expect(kept("first", [])).toEqual([]);
	});

	it("are the last ones, where they came", () => {
		expect(kept("last", MEMBERS)).toEqual([
			["1", undefined, 6],
			["4", 2, undefined],
			["5", 3, 0],
		]);
	});

	const VALUES = ["5", "", "7", "3", "7", "9"];
	const VALUED = MEMBERS.map((member, index) => ({ ...member, value: octets(VALUES[index] as string) }));

	it("have the least or the greatest value, and are the first with it", () => {
		expect(kept("min", VALUED).map((member) => (member as [string])[0])).toEqual(["1", "2", "3"]);
		expect(kept("max", VALUED).map((member) => (member as [string])[0])).toEqual(["1", "2", "5"]);
		expect(kept("max", VALUED).at(-1)).toEqual(["5", 3, 0]);
		// The best so far is what the next one is compared with.
		const falling = [9, 5, 7, 4, 6].map((value, index) => ({ mark: index === 0 ? FRESH : 0, value: octets(`${value}`) }));
		expect(kept("min", falling)).toEqual([["3", 5, undefined]]);
	});

	it("have any value rather than none", () => {
		const values = [undefined, octets("x"), undefined].map((value, index) => ({ mark: index === 0 ? FRESH : 0, value }));
		for (const which of ["min", "max"] as const) expect(kept(which, values)).toEqual([["1", 3, undefined]]);
		expect(kept("max", [{ mark: FRESH }, { mark: 0 }])).toEqual([["0", 2, undefined]]);
	});

	it("have octets", () => {
		const empty = [{ mark: FRESH, octets: new Uint8Array(0) }, { mark: 0 }, { mark: 0, tail: 3 }];
		expect(kept("first", empty)).toEqual([]);
		expect(kept("last", empty)).toEqual([["2", 3, 3]]);
	});

	it("are all those without a reference, which count for no class", () => {
		const empty = [{ mark: FRESH, isEmpty: true }, { mark: 0, isEmpty: true }, { mark: FRESH }, { mark: 1 }];
		expect(kept("last", empty)).toEqual([
			["0", undefined, undefined],
			["1", undefined, undefined],
			["3", 2, undefined],
		]);
	});
});

describe("the choice by class", () => {
	const choice = (keep: Keep, more: Partial<ClassChoice> = {}): ClassChoice => ({
		keep,
		countInto: undefined,
		counts: false,
		...more,
	});

	it("of lines is the last one, or else the first", () => {
		expect(lineFormOf(choice({ which: "last" }, { counts: true }), true)).toEqual({
			which: "last",
			counts: true,
			isOriginal: true,
		});
		expect(lineFormOf(choice({ which: "first" }), false)).toEqual({
			which: "first",
			counts: false,
			isOriginal: false,
		});
	});

	it("of rows is by the name of a column, or except in JSON by its number", () => {
		expect(byColumnOf(choice({ which: "first" }))).toBeUndefined();
		expect(byColumnOf(choice({ which: "min", column: "time" }))).toBe("time");
		const [text, json] = [
			byColumnOf(choice({ which: "min", column: "2" })),
			byColumnOf(choice({ which: "min", column: "2" }), true),
		];
		expect([typeof text, json]).toEqual(["number", "2"]);
	});

	it("adds the column for counts to a table", () => {
		const table = { delimiter: 0x2c, column: "u" } as unknown as Parameters<typeof withClasses>[0];
		expect(withClasses(table, choice({ which: "max", column: "n" }, { countInto: "count" }))).toEqual({
			...table,
			counts: "count",
			by: "n",
		});
		const json = { ...table, delimiter: 0 };
		expect(withClasses(json, choice({ which: "max", column: "1" }))).toEqual({ ...json, counts: undefined, by: "1" });
	});
});

describe("a row with the size of its class", () => {
	const tableOf = (delimiter: number, counts: string | undefined) => ({ delimiter, counts }) as Parameters<typeof withCount>[3];
	const row = (line: string, count: number | undefined, tail: number | undefined, table: Parameters<typeof withCount>[3]) =>
		withCount(octets(line), count, tail, table).map(text).join("");
	const [csv, json] = [tableOf(0x3b, "n"), tableOf(0, 'n"')];

	it("of CSV has it before the end of the line, or an empty field", () => {
		expect(row("a;b\r\n", 12, 2, csv)).toBe("a;b;12\r\n");
		expect(row("a;b", 1, 0, csv)).toBe("a;b;1");
		expect(row("a;b\n", undefined, 1, csv)).toBe("a;b;\n");
	});

	it("of JSON has it as the last member, or none", () => {
		expect(row('{"u":1}\n', 12, 2, json)).toBe('{"u":1,"n\\"":12}\n');
		expect(row('{"u":1}\n', undefined, 2, json)).toBe('{"u":1}\n');
	});

	it("stays as it is if no count is asked for, if it has no place for one, or if it is blank", () => {
		expect(row("a;b\n", 12, 1, tableOf(0x3b, undefined))).toBe("a;b\n");
		expect(row("a;b\n", 12, undefined, csv)).toBe("a;b\n");
		expect(row("\n", 12, 1, csv)).toBe("\n");
		expect(row("\n", undefined, 1, csv)).toBe("\n");
	});
});

describe("rows of a library that are chosen", () => {
	const { ABSENT, REJECTED, BLANK, FORM, DUPLICATE } = RowFate;
	const rowsOf = (fates: readonly number[], marks: readonly number[]): RowFates =>
		({ fates: Uint8Array.from(fates), marks: Int32Array.from(marks) }) as unknown as RowFates;
	const FATES = rowsOf([FORM, ABSENT, DUPLICATE, REJECTED, FORM, BLANK], [FRESH, 9, 0, 9, FRESH, 0]);

	function found(which: Keep["which"], drops: boolean, values: readonly (string | null)[] = []) {
		const rows = new KeptRows({ keep: { which }, countInto: undefined, counts: true }, undefined, drops);
		rows.add(FATES, values);
		rows.add(rowsOf([DUPLICATE], [1]), ["1"]);
		rows.choose();
		return [FATES, rowsOf([DUPLICATE], [1]), rowsOf([], [])].map((fates) => {
			const { stays, sizes } = rows.find(fates) as unknown as { stays: Uint8Array; sizes: Int32Array };
			return [[...stays], [...sizes]];
		});
	}

	it("are the first of each class, those without a reference, and those that are rejected", () => {
		expect(found("first", false)).toEqual([
			[
				[1, 1, 0, 1, 1, 1],
				[2, 0, 0, 0, 2, 0],
			],
			[[0], [0]],
			[[], []],
		]);
	});

	it("are none that is rejected if those are dropped", () => {
		expect(found("first", true)[0]).toEqual([
			[1, 1, 0, 0, 1, 1],
			[2, 0, 0, 0, 2, 0],
		]);
	});

	it("are the last of each class, or that with the greatest value", () => {
		expect(found("last", true)).toEqual([
			[
				[0, 1, 1, 0, 0, 1],
				[0, 0, 2, 0, 0, 0],
			],
			[[1], [2]],
			[[], []],
		]);
		const values = ["5", null, "7", null, null, null];
		expect(found("max", true, values)[0]).toEqual([
			[0, 1, 1, 0, 0, 1],
			[0, 0, 2, 0, 0, 0],
		]);
		expect(found("max", true, values)[1]).toEqual([[1], [2]]);
		expect(found("min", true, values)[0]).toEqual([
			[1, 1, 0, 0, 0, 1],
			[2, 0, 0, 0, 0, 0],
		]);
	});
});
