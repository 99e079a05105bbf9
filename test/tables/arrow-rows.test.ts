/** Some rows of columns of any type in Arrow's layout, and columns of text as octets. */
import * as arrow from "apache-arrow";
import { describe, expect, it } from "vitest";
import { asInt64, eachRun, isText, runsOf, type TextColumn, takeRows, textOf } from "../../src/tables/columnar/arrow-rows";
import { bitmapWithout } from "../../src/tables/columnar/arrow-values";

const { vectorFromArray } = arrow;
const dataOf = (values: readonly unknown[], type: arrow.DataType) => vectorFromArray(values as never, type).data[0] as arrow.Data;

it.each([
	[[], []],
	[[0, 0], []],
	[[1], [0, 1]],
	[
		[0, 1, 1, 0, 1],
		[1, 3, 4, 5],
	],
	[
		[1, 0, 0, 1, 0],
		[0, 1, 3, 4],
	],
	[
		[1, 1, 1],
		[0, 3],
	],
])("lists the runs of %j: %j", (stays, runs) => {
	expect(runsOf(Uint8Array.from(stays))).toEqual(runs);
});

it("counts the rows before each run", () => {
	const seen: number[][] = [];
	expect(eachRun([1, 3, 4, 5, 9, 12], (...run) => seen.push(run))).toBe(6);
	expect(seen).toEqual([
		[1, 3, 0],
		[4, 5, 2],
		[9, 12, 3],
	]);
	expect(eachRun([], () => {})).toBe(0);
});

const item = (type: arrow.DataType) => new arrow.Field("item", type, true);
const letters = "abcdefghijklmnopqrst".split("");

const TYPES: readonly (readonly [name: string, type: arrow.DataType, valueAt: (row: number) => unknown])[] = [
	["integers", new arrow.Int32(), (row) => row * 7],
	["integers of 64 bits", new arrow.Int64(), (row) => BigInt(row) * 7n],
	["octets", new arrow.Uint8(), (row) => row],
	["floats", new arrow.Float64(), (row) => row / 2],
	["booleans", new arrow.Bool(), (row) => row % 3 === 0],
	["text", new arrow.Utf8(), (row) => "x".repeat(row % 5) + row],
	["large text", new arrow.LargeUtf8(), (row) => "x".repeat(row % 5) + row],
	["binary", new arrow.Binary(), (row) => Uint8Array.of(row, row + 1)],
	["binary of a fixed size", new arrow.FixedSizeBinary(2), (row) => Uint8Array.of(row, row + 1)],
	["lists", new arrow.List(item(new arrow.Int32())), (row) => Array.from({ length: row % 4 }, (_, at) => row + at)],
	["lists of text", new arrow.List(item(new arrow.Utf8())), (row) => Array.from({ length: row % 3 }, () => `v${row}`)],
	["lists of a fixed size", new arrow.FixedSizeList(2, item(new arrow.Int32())), (row) => [row, row + 1]],
	[
		"structs",
		new arrow.Struct([new arrow.Field("a", new arrow.Int32(), true), new arrow.Field("b", new arrow.Utf8(), true)]),
		(row) => ({ a: row, b: `b${row}` }),
	],
	[
		"maps",
		new arrow.Map_(
			new arrow.Field(
				"entries",
				new arrow.Struct([new arrow.Field("key", new arrow.Utf8(), false), new arrow.Field("value", new arrow.Int32(), true)]),
				false,
			) as never,
		),
		(row) => new Map([[`k${row}`, row]]),
	],
	["dictionaries", new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32()), (row) => letters[row % 4]],
	["timestamps", new arrow.TimestampMillisecond(), (row) => row * 1000],
	["decimals", new arrow.Decimal(0, 10, 128), (row) => Uint32Array.of(row, 0, 0, 0)],
];

const ROWS = 20;
const RUNS = [1, 4, 7, 8, 12, 20];
const TAKEN = [1, 2, 3, 7, 12, 13, 14, 15, 16, 17, 18, 19];

const plain = (vector: arrow.Vector) =>
	JSON.stringify(
		vector.toArray === undefined ? [] : Array.from({ length: vector.length }, (_, row) => vector.get(row)),
		(_, value) => (typeof value === "bigint" ? String(value) : value),
	);

describe.each(TYPES)("of a column of %s", (_, type, valueAt) => {
	const withNulls = (row: number) => (row % 5 === 2 ? null : valueAt(row));

	it.each([
		["without nulls", valueAt],
		["with nulls", withNulls],
	])("takes the rows of runs %s", (__, at) => {
		const all = dataOf(
			Array.from({ length: ROWS }, (___, row) => at(row)),
			type,
		);
		const taken = takeRows(arrow, all, RUNS);
		const expected = dataOf(TAKEN.map(at), type);
		expect(taken.length).toBe(TAKEN.length);
		expect(plain(arrow.makeVector(taken as never))).toBe(plain(arrow.makeVector(expected as never)));
		expect(taken.nullCount).toBe(expected.nullCount);
	});

	it("takes no row", () => {
		const none = takeRows(
			arrow,
			dataOf(
				Array.from({ length: 3 }, (__, row) => withNulls(row)),
				type,
			),
			[],
		);
		expect([none.length, (arrow.makeVector(none as never) as arrow.Vector).toArray().length]).toEqual([0, 0]);
	});
});

it("takes rows of nulls", () => {
	const taken = takeRows(arrow, new arrow.Data(new arrow.Null(), 0, 9, 9), [2, 5]);
	expect([taken.length, taken.nullCount, arrow.makeVector(taken as never).get(1)]).toEqual([3, 3, null]);
});

it.each([arrow.UnionMode.Sparse, arrow.UnionMode.Dense])("takes rows of a union in mode %d", (mode) => {
	const fields = [new arrow.Field("n", new arrow.Int32(), true), new arrow.Field("t", new arrow.Utf8(), true)];
	const type = mode === arrow.UnionMode.Dense ? new arrow.DenseUnion([0, 1], fields) : new arrow.SparseUnion([0, 1], fields);
	const typeIds = Int8Array.from([0, 1, 0, 1]);
	const isDense = mode === arrow.UnionMode.Dense;
	const numbers = dataOf(isDense ? [10, 12] : [10, 0, 12, 0], new arrow.Int32());
	const texts = dataOf(isDense ? ["b", "d"] : ["", "b", "", "d"], new arrow.Utf8());
	const offsets = isDense ? Int32Array.from([0, 0, 1, 1]) : undefined;
	const all = new arrow.Data(type, 0, 4, 0, { 0: offsets, 3: typeIds } as never, [numbers, texts]);
	const taken = arrow.makeVector(takeRows(arrow, all, [1, 3]) as never);
	expect([taken.length, taken.get(0), taken.get(1)]).toEqual([2, "b", 12]);
});

const valuesOf = ({ rows, offsets, octets, valid }: TextColumn) =>
	Array.from({ length: rows }, (_, row) => {
		const isNull = valid !== undefined && (((valid[row >> 3] as number) >> (row & 7)) & 1) === 0;
		return isNull ? null : Buffer.from(octets.subarray(offsets[row], offsets[row + 1])).toString();
	});

it.each([
	["text", new arrow.Utf8()],
	["large text", new arrow.LargeUtf8()],
	["a dictionary", new arrow.Dictionary(new arrow.Utf8(), new arrow.Int8())],
	["a dictionary of large text", new arrow.Dictionary(new arrow.LargeUtf8(), new arrow.Int16())],
])("reads a column of %s", (_, type) => {
	expect(isText(arrow, type)).toBe(true);
	for (const values of [["é", "", "bc", "bc"], ["a", null, "b", null], [null]])
		expect(valuesOf(textOf(arrow, dataOf(values, type)))).toEqual(values);
	expect(textOf(arrow, dataOf(["a", "b"], type)).valid).toBeUndefined();
	expect(textOf(arrow, dataOf(["a", null], type)).valid).toBeDefined();
	const none = textOf(arrow, dataOf(["a"], type).slice(0, 0));
	expect([none.rows, [...none.offsets], none.octets.length, none.valid]).toEqual([0, [0], 0, undefined]);
});

it.each([new arrow.Binary(), new arrow.Int32(), new arrow.Dictionary(new arrow.Int32(), new arrow.Int8()), new arrow.Null()])(
	"takes no column of %s for text",
	(type) => {
		expect(isText(arrow, type)).toBe(false);
	},
);

const textData = (offsets: number[], octets = 3, type: arrow.DataType = new arrow.Utf8()) =>
	new arrow.Data(type, 0, 2, 0, {
		0: type.typeId === arrow.Type.Utf8 ? Int32Array.from(offsets) : BigInt64Array.from(offsets, BigInt),
		1: new Uint8Array(octets),
	} as never);

it.each<[offsets: number[], sentence: string | undefined]>([
	[[0, 1, 3], undefined],
	[[1, 1, 1], undefined],
	[[0, 2, 1], "the offsets of a column decrease"],
	[[-1, 1, 2], "the offsets of a column decrease"],
	[[0, 1], "the offsets of a column decrease"],
	[[0, 1, 4], "a column ends after its data"],
])("checks the offsets %j: %j", (offsets, sentence) => {
	const check = () => textOf(arrow, textData(offsets));
	if (sentence === undefined) expect(check).not.toThrow();
	else expect(check).toThrow(new Error(sentence));
});

it("refuses offsets of more than 31 bits", () => {
	const large = (...offsets: number[]) => textOf(arrow, textData(offsets, 3, new arrow.LargeUtf8()));
	expect([...large(0, 1, 3).offsets]).toEqual([0, 1, 3]);
	expect(() => large(0, 1, 2 ** 32 + 1)).toThrow(new Error("an offset of a column is above 2 GiB"));
	expect(() => large(0, 1, 2 ** 31)).toThrow(new Error("the offsets of a column decrease"));
});

it("widens numbers to 64 bits", () => {
	expect([...asInt64(Int32Array.of(0, 5, 2 ** 31 - 1))]).toEqual([0n, 5n, 2147483647n]);
	expect(asInt64(new Int32Array(0)).length).toBe(0);
});

it("reads a dictionary in several chunks, and no value for an index that there is not", () => {
	const type = new arrow.Dictionary(new arrow.Utf8(), new arrow.Int8());
	const chunks = [
		["a", "b"],
		["c", null],
	].map((values) => dataOf(values, new arrow.Utf8()));
	const dictionary = new arrow.Vector(chunks as never);
	const data = new arrow.Data(type, 0, 6, 0, { 1: Int8Array.from([0, 1, 2, 3, 4, 100]) } as never, [], dictionary as never);
	expect(valuesOf(textOf(arrow, data))).toEqual(["a", "b", "c", "", "", ""]);
	// A null may have octets, which mean nothing.
	const filled = { 0: Int32Array.of(0, 1, 2), 1: Buffer.from("xy"), 2: Uint8Array.of(1) };
	const chunk = new arrow.Data(new arrow.Utf8(), 0, 2, 1, filled as never);
	const words = new arrow.Data(
		type,
		0,
		2,
		0,
		{ 1: Int8Array.of(1, 0) } as never,
		[],
		new arrow.Vector([chunk] as never) as never,
	);
	expect(valuesOf(textOf(arrow, words))).toEqual(["", "x"]);
});

/** A column of views: texts of at most 12 octets in the view, others in two buffers. */
function viewsOf(...texts: string[]): arrow.Data {
	const views = Buffer.alloc(16 * texts.length);
	const buffers: Buffer[] = [Buffer.alloc(0), Buffer.from("--")];
	for (const [row, text] of texts.entries()) {
		const octets = Buffer.from(text);
		views.writeInt32LE(octets.length, 16 * row);
		if (octets.length <= 12) octets.copy(views, 16 * row + 4);
		else {
			octets.copy(views, 16 * row + 4, 0, 4);
			const buffer = row % 2;
			views.writeInt32LE(buffer, 16 * row + 8);
			views.writeInt32LE((buffers[buffer] as Buffer).length, 16 * row + 12);
			buffers[buffer] = Buffer.concat([buffers[buffer] as Buffer, octets]);
		}
	}
	// In the middle of a buffer, as in a file that is read at once.
	const values = new Uint8Array(views.length + 3).subarray(3);
	values.set(views);
	return new arrow.Data(new arrow.Utf8View(), 0, texts.length, 0, { 1: values } as never, [], undefined, buffers as never);
}

it("reads a column of views", () => {
	const texts = ["", "a", "é".repeat(6), "b".repeat(13), "c".repeat(20), "abcdefghijklm", "d"];
	expect(isText(arrow, new arrow.Utf8View())).toBe(true);
	expect(valuesOf(textOf(arrow, viewsOf(...texts)))).toEqual(texts);
});

it("takes no more bits than rows", () => {
	const values = Array.from({ length: 20 }, (_, row) => (row % 3 === 0 ? null : row % 2 === 0));
	const taken = takeRows(arrow, dataOf(values, new arrow.Bool()), [0, 9]);
	expect([taken.nullBitmap.length, (taken.values as Uint8Array).length]).toEqual([2, 2]);
});

it("sets all bits but some", () => {
	expect([...bitmapWithout(10, [])]).toEqual([255, 255]);
	expect([...bitmapWithout(10, [0, 7, 8])]).toEqual([126, 254]);
	expect([...bitmapWithout(8, [3])]).toEqual([247]);
	expect([...bitmapWithout(0, [])]).toEqual([]);
});

it("reads a column of a dictionary that is absent as texts without octets", () => {
	const type = new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32());
	const data = new arrow.Data(type, 0, 2, 0, [undefined, Int32Array.of(0, 1)]);
	const { rows, offsets, octets } = textOf(arrow, data);
	expect([rows, [...offsets], octets.length]).toEqual([2, [0, 0, 0], 0]);
});
