/** Columns of values through a feed of lines: what becomes of each row, the forms, and what is written of them. */
import "../../src/engine/wasm-engine";
import type { Engine } from "urlsieve";
import { UriError } from "urlsieve";
import { describe, expect, it } from "vitest";
import { Limit } from "../../assembly/layout/addresses";
import { Write } from "../../assembly/tables/layout";
import { resolveOptions } from "../../src/options";
import type { TextColumn } from "../../src/tables/columnar/arrow-rows";
import { keyColumn, replacements } from "../../src/tables/columnar/arrow-values";
import { choosing, dropsInvalid } from "../../src/tables/columnar/choosing";
import { valuesOf } from "../../src/tables/columnar/column-lines";
import type { ChosenRows } from "../../src/tables/columnar/column-table";
import { batchOf, hasForm, isBlank, RowFate, TextLines, ValueRows } from "../../src/tables/columnar/value-rows";
import type { RowReject } from "../../src/tables/text/table-sink";
import { normalizing } from "../../src/tables/text/value-feeds";
import { createLineWorkspace } from "../../src/threads/line-kernel";

const octetsOf = (text: string) => Buffer.from(text);
const textOf = (octets: Uint8Array | undefined) => octets && Buffer.from(octets).toString();

/** A column of text in which null has no octets. */
function columnOf(values: readonly (string | null)[]): TextColumn {
	const parts = values.map((value) => octetsOf(value ?? ""));
	const offsets = new Int32Array(values.length + 1);
	for (const [row, part] of parts.entries()) offsets[row + 1] = (offsets[row] as number) + part.length;
	const valid = new Uint8Array(Math.ceil(values.length / 8));
	for (const [row, value] of values.entries())
		if (value !== null) valid[row >> 3] = (valid[row >> 3] as number) | (1 << (row & 7));
	return { rows: values.length, offsets, octets: Buffer.concat(parts), valid: values.includes(null) ? valid : undefined };
}

/** The values of a column, null for none. */
function texts({ rows, offsets, octets, valid }: TextColumn): (string | null)[] {
	return Array.from({ length: rows }, (_, row) => {
		const isValid = valid === undefined || ((valid[row >> 3] as number) & (1 << (row & 7))) !== 0;
		return isValid ? (textOf(octets.subarray(offsets[row], offsets[row + 1])) as string) : null;
	});
}

const { ABSENT, BLANK, FORM, DUPLICATE, REJECTED } = RowFate;

function openRows(packs: boolean, invalid: "blank" | "fail" | "keep" = "blank", engine: Engine = "js") {
	const settings = resolveOptions({ engine, invalid });
	const workspace = createLineWorkspace(engine);
	const rejects: RowReject[] = [];
	const rows = new ValueRows(normalizing({ settings, workspace: () => workspace }), workspace, packs, (reject) =>
		rejects.push(reject),
	);
	return { rows, rejects };
}

const VALUES = ["HTTP://A", null, "  \t", "", "http://[", "/%7e\n"];
const FATES = [RowFate.FORM, RowFate.ABSENT, RowFate.ABSENT, RowFate.ABSENT, RowFate.REJECTED, RowFate.FORM];

describe.each([false, true])("packed: %j", (packs) => {
	it.each(["texts", "a column"])("has what becomes of each row of %s", (source) => {
		const { rows, rejects } = openRows(packs);
		for (let before = 0; before <= 6; before += 6) {
			const { fates, forms, ends, marks, keys } = rows.add(source === "texts" ? batchOf(VALUES) : valuesOf(columnOf(VALUES)));
			expect([...fates]).toEqual(FATES);
			const [packed, lines] = ["http://a//~", "http://a/\n\n/~\n"];
			expect([textOf(forms), [...ends]]).toEqual(packs ? [packed, [9, 9, 9, 9, 9, 11]] : [lines, [10, 10, 10, 10, 11, 14]]);
			expect([[...marks], keys]).toEqual([[0, 0, 0, 0, 0, 0], undefined]);
			expect(rejects.splice(0).map(({ row, code, reference }) => [row, code, textOf(reference)])).toEqual([
				[before + 5, "invalid-ip-literal", "http://["],
			]);
		}
		expect(rows.counts).toEqual({ rows: 12, unique: 4, duplicates: 0, rejects: 2, empty: 6 });
	});

	it("has no rows of an empty batch", () => {
		const { rows } = openRows(packs);
		const { fates, forms, ends } = rows.add(batchOf([]));
		expect([fates.length, forms.length, ends.length, rows.counts.rows]).toEqual([0, 0, 0, 0]);
	});

	it("has forms of values longer than a window", () => {
		const { rows } = openRows(packs);
		const long = `http://a/${"x".repeat(300_000)}`;
		const { forms, ends, fates } = rows.add(valuesOf(columnOf(["b", long, "c"])));
		const end = packs ? "" : "\n";
		expect(textOf(forms) === `b${end}${long}${end}c${end}`).toBe(true);
		expect([[...ends], [...fates]]).toEqual([
			packs ? [1, long.length + 1, long.length + 2] : [2, long.length + 3, long.length + 5],
			[2, 2, 2],
		]);
	});

	it("counts a value that is too long for a reference as one row, and has the forms beside it", () => {
		const { rows, rejects } = openRows(packs, "keep", "wasm");
		const long = "x".repeat(Limit.REFERENCE + 200_000);
		const { forms, ends, fates } = rows.add(valuesOf(columnOf(["b", long, "c"])));
		const formAt = (row: number) => textOf(forms.subarray(ends[row - 1] ?? 0, ends[row]));
		expect([formAt(0), formAt(2)]).toEqual(packs ? ["b", "c"] : ["b\n", "c\n"]);
		expect([...fates]).toEqual([FORM, REJECTED, FORM]);
		expect(rejects.map(({ row, code }) => [row, code])).toEqual([[2, "too-long"]]);
	});

	it("stops at a reject under fail, and names its row", () => {
		const { rows } = openRows(packs, "fail");
		rows.add(batchOf(["a", null]));
		const add = () => rows.add(batchOf([null, "a", "http://["]));
		expect(add).toThrow(
			expect.objectContaining({ code: "invalid-ip-literal", line: 5, message: expect.stringMatching(/^Row 5: /) }),
		);
	});
});

it("passes on errors that are of no line", () => {
	const { rows } = openRows(false);
	const error = new Error("x");
	const lines = () => {
		throw error;
	};
	expect(() => rows.add({ rows: 1, lacks: new Uint8Array(1), size: 1, lines })).toThrow(error);
});

it("counts rejects that nobody takes", () => {
	const workspace = createLineWorkspace("js");
	const settings = resolveOptions({ engine: "js", invalid: "blank" });
	const rows = new ValueRows(normalizing({ settings, workspace: () => workspace }), workspace, false);
	rows.add(batchOf(["http://[", "a"]));
	expect(rows.counts).toEqual({ rows: 2, unique: 1, duplicates: 0, rejects: 1, empty: 0 });
});

it("passes on errors that name no line", () => {
	const error = new UriError("set-full", "The set is full.");
	const begin = () => ({
		push() {
			throw error;
		},
		goOn() {},
	});
	const rows = new ValueRows(begin, createLineWorkspace("js"), false);
	expect(() => rows.add(batchOf(["a"]))).toThrow(error);
});

it("rejects a value of more than 16 MiB, and goes on", () => {
	for (const packs of [false, true]) {
		const { rows, rejects } = openRows(packs);
		const { forms, ends, fates } = rows.add(valuesOf(columnOf(["/%7e", "x".repeat(2 ** 24 + 1), "/c"])));
		expect([textOf(forms), [...ends], [...fates]]).toEqual(
			packs ? ["/~/c", [2, 2, 4], [FORM, REJECTED, FORM]] : ["/~\n\n/c\n", [3, 4, 7], [FORM, REJECTED, FORM]],
		);
		expect(rejects.map(({ row, code, reference }) => [row, code, reference.length])).toEqual([[2, "too-long", 1024]]);
	}
});

it("passes on consecutive rows in one piece, in the space of a workspace", () => {
	const workspace = createLineWorkspace("js");
	workspace.reserve(131_072);
	const { offsets, octets, ...others } = columnOf(["xx", "a", null, "b", "c"]);
	const column = { ...others, rows: 4, offsets: offsets.subarray(1), octets, valid: undefined };
	expect(Array.from(valuesOf(column).lines(workspace), textOf)).toEqual(["a\nb\nc\n"]);
	expect([valuesOf(column).size, [...valuesOf(column).lacks]]).toEqual([3 + 4, [0, 1, 0, 0]]);
});

it("tells the row of each line, counted from the first batch on", () => {
	const found: number[] = [];
	const begin = (_: unknown, rowOf: (line: number) => number) => ({
		push: () => void found.push(rowOf(1), rowOf(2)),
		goOn() {},
	});
	const rows = new ValueRows(begin, createLineWorkspace("js"), false);
	rows.add(batchOf(["a", null, "b"]));
	rows.add(batchOf([null, "c", null, "d"]));
	expect(found).toEqual([1, 3, 5, 7]);
});

it("tells which fates have a form", () => {
	const fates = [RowFate.ABSENT, RowFate.BLANK, RowFate.FORM, RowFate.DUPLICATE, RowFate.REJECTED];
	expect(fates.map(hasForm)).toEqual([false, false, true, true, false]);
});

it.each([
	["", true],
	[" ", true],
	["\t\n\r ", true],
	["a", false],
	[" a ", false],
	["\u00a0", false],
])("tells whether %j is white space alone: %j", (text, blank) => {
	const octets = octetsOf(`x${text}y`);
	expect(isBlank(octets, 1, octets.length - 1)).toBe(blank);
	expect([...batchOf([text]).lacks]).toEqual([blank ? 1 : 0]);
	expect([...valuesOf(columnOf([text])).lacks]).toEqual([blank ? 1 : 0]);
});

it("has values as lines: TAB for LF, and one more CR for a CR at the end", () => {
	const values = ["a\nb", "c\r", null, "\n", "d\r\n", "e"];
	const lines = "a\tb\nc\r\r\nd\r\t\ne\n";
	const [batch, column] = [batchOf(values), valuesOf(columnOf(values))];
	expect([batch.rows, column.rows, [...batch.lacks], [...column.lacks]]).toEqual([6, 6, [0, 0, 1, 1, 0, 0], [0, 0, 1, 1, 0, 0]]);
	expect([...batch.lines()].map(textOf).join("")).toBe(lines);
	expect([...column.lines()].map(textOf)).toEqual(["a\tb\n", "c\r\r\n", "d\r\t\n", "e\n"]);
	const workspace = createLineWorkspace("js");
	workspace.reserve(131_072);
	// Each part is valid until the next.
	expect(Array.from(column.lines(workspace), textOf).join("")).toBe(lines);
	expect([batch.size, column.size]).toEqual([lines.length, 10 + 6]);
	expect([...batchOf([null]).lines()].map(textOf)).toEqual([""]);
});

it("reads lines one after the other", () => {
	const lines = new TextLines(octetsOf("xé\n\nb\n").subarray(1));
	expect([lines.next(), lines.next(), lines.next()]).toEqual(["é", "", "b"]);
});

/** Rows that have been chosen: their fates, forms and which of them stay. */
function chosenOf(fates: RowFate[], forms: (string | undefined)[], stays = fates.map(() => 1), keys?: string): ChosenRows {
	let end = 0;
	const ends = forms.map((form) => (end += form?.length ?? 0));
	return {
		fates: Uint8Array.from(fates),
		marks: new Int32Array(fates.length),
		forms: octetsOf(forms.join("")),
		ends: Int32Array.from(ends),
		keys: keys === undefined ? undefined : octetsOf(keys),
		stays: Uint8Array.from(stays),
		sizes: undefined,
	};
}

const ALL = [FORM, ABSENT, BLANK, REJECTED, DUPLICATE, FORM];
const ORIGINALS = columnOf(["A", null, " ", "[", "B", "C"]);
const FORMS = ["a1", undefined, undefined, undefined, "b", "c22"];

it.each<[into: string | undefined, write: number, stays: number[], values: (string | null)[]]>([
	[undefined, 0, [1, 1, 1, 1, 1, 1], ["a1", null, " ", "[", "b", "c22"]],
	[undefined, Write.BLANK_INVALID, [1, 1, 1, 1, 1, 1], ["a1", null, " ", "", "b", "c22"]],
	[undefined, Write.ORIGINAL, [1, 1, 1, 1, 1, 1], ["A", null, " ", "[", "B", "C"]],
	[undefined, Write.ORIGINAL | Write.BLANK_INVALID, [1, 1, 1, 1, 0, 1], ["A", null, " ", "", "C"]],
	["n", 0, [1, 1, 1, 1, 1, 1], ["a1", null, null, "[", "b", "c22"]],
	["n", Write.ORIGINAL, [1, 1, 1, 1, 1, 1], ["a1", null, null, "[", "b", "c22"]],
	["n", Write.BLANK_INVALID, [0, 1, 0, 1, 1, 1], [null, "", "b", "c22"]],
	[undefined, 0, [0, 0, 0, 0, 0, 1], ["c22"]],
	[undefined, 0, [1, 0, 0, 0, 0, 1], ["a1", "c22"]],
	[undefined, 0, [0, 0, 0, 0, 0, 0], []],
])("writes, into %j with %d, the rows %j as %j", (into, write, stays, values) => {
	const column = replacements({ column: "url", into, keys: undefined, write }, ORIGINALS, chosenOf(ALL, FORMS, stays));
	expect([column.rows, column.offsets.length, texts(column)]).toEqual([values.length, values.length + 1, values]);
	expect(column.valid === undefined).toBe(!values.includes(null));
});

it.each<[write: number, stays: number[], values: (string | null)[]]>([
	[0, [1, 1, 1, 1, 1, 1], ["k1", null, null, "[", "k", "k333"]],
	[Write.BLANK_INVALID, [1, 1, 1, 1, 1, 1], ["k1", null, null, "", "k", "k333"]],
	[0, [0, 1, 0, 0, 1, 1], [null, "k", "k333"]],
	[0, [1, 0, 0, 0, 0, 1], ["k1", "k333"]],
])("writes keys, with %d, of the rows %j as %j", (write, stays, values) => {
	const chosen = chosenOf(ALL, FORMS, stays, "k1\n\n\nk\nk333\n");
	expect(texts(keyColumn({ column: "url", into: undefined, keys: "k", write }, ORIGINALS, chosen))).toEqual(values);
});

it.each([
	[[1, 0], ["a1"]],
	[[0, 1], ["b"]],
	[
		[1, 1],
		["a1", "b"],
	],
])("writes, of two rows with a form, those that stay: %j", (stays, values) => {
	const chosen = chosenOf([FORM, DUPLICATE, FORM], ["a1", "b", "c"], [...stays, 0]);
	const settings = { column: "url", into: undefined, keys: undefined, write: 0 };
	expect(texts(replacements(settings, columnOf(["A", "B", "C"]), chosen))).toEqual(values);
	const alike = chosenOf([FORM, FORM, FORM], ["a1", "b", "c"], [...stays, 0]);
	expect(texts(replacements(settings, columnOf(["A", "B", "C"]), alike))).toEqual(values);
});

it("writes keys of consecutive rows", () => {
	const chosen = chosenOf([FORM, FORM, DUPLICATE], ["a", "b", "c"], [1, 1, 1], "kk\nl\n\n");
	expect(texts(keyColumn({ column: "url", into: undefined, keys: "k", write: 0 }, columnOf(["A", "B", "C"]), chosen))).toEqual([
		"kk",
		"l",
		"",
	]);
});

it("chooses all rows but duplicates and, if they are dropped, rejects", () => {
	const stays = (drops: boolean) => {
		const { rows } = openRows(false);
		let shown = 0;
		const chosen = choosing(rows, drops, () => ++shown)(batchOf(["a", null, "http://[", "b"]));
		expect([shown, chosen.sizes]).toEqual([1, undefined]);
		return [...chosen.stays];
	};
	expect([stays(false), stays(true)]).toEqual([
		[1, 1, 1, 1],
		[1, 1, 0, 1],
	]);
	expect([dropsInvalid({ write: Write.DROP_INVALID | Write.APPEND }), dropsInvalid({ write: Write.BLANK_INVALID })]).toEqual([
		true,
		false,
	]);
});
