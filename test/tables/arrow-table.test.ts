/** Arrow files and streams as tables, in process: columns, batches, what is written, and what is refused. */
import * as arrow from "apache-arrow";
import { expect, it } from "vitest";
import { Write } from "../../assembly/tables/layout";
import { ArrowTable } from "../../src/tables/columnar/arrow";
import type { ChosenRows, ColumnSettings } from "../../src/tables/columnar/column-table";
import { RowFate, type ValueBatch } from "../../src/tables/columnar/value-rows";
import { useFolder } from "../cli/command";
import { misuse, refusalOf } from "../cli/refusals";

const { path, write } = useFolder();

type Columns = { readonly [name: string]: arrow.Vector };

const utf8 = (...values: (string | null)[]) => arrow.vectorFromArray(values, new arrow.Utf8());
const numbers = (...values: (number | null)[]) => arrow.vectorFromArray(values, new arrow.Int32());

/** Writes batches, which have the columns of the first one. */
function stored(name: string, batches: Columns[], kind: "file" | "stream" = "file"): string {
	const tables = batches.map((columns) => new arrow.Table(columns));
	const [first] = tables as [arrow.Table];
	const all = tables.flatMap((table) => table.batches.map(({ data }) => new arrow.RecordBatch(first.schema, data)));
	return write(name, arrow.tableToIPC(new arrow.Table(first.schema, all), kind));
}

const FIRST = { url: utf8("A", null, "B"), n: numbers(1, 2, null) };
const FILE = stored("two.arrow", [FIRST, { url: utf8("C"), n: numbers(4) }]);
const STREAM = stored("two.arrows", [FIRST], "stream");

const open = (...files: string[]) => ArrowTable.open("normalize", files);
const textsOf = (values: ValueBatch) => Array.from(values.lines(), (line) => Buffer.from(line).toString());
const SETTINGS: ColumnSettings = { column: "url", into: undefined, keys: undefined, write: 0 };

/** Rows all of which have this form, or lack one. */
function chosenOf({ rows, lacks }: ValueBatch, stays?: number[]): ChosenRows {
	const fates = Uint8Array.from(lacks, (lack) => (lack === 1 ? RowFate.ABSENT : RowFate.FORM));
	let length = 0;
	const ends = Int32Array.from(fates, (fate) => (length += fate === RowFate.FORM ? 2 : 0));
	const forms = Buffer.from("f.".repeat(length / 2));
	const keys = Buffer.from("k\n".repeat(length / 2));
	const sizes = Int32Array.from(fates, (fate, row) => (fate === RowFate.FORM ? 10 + row : 0));
	return { fates, marks: new Int32Array(rows), forms, ends, keys, sizes, stays: Uint8Array.from(stays ?? fates.map(() => 1)) };
}

/** What a table writes, read again: the names of its columns, and its rows. */
async function writtenBy(files: string[], settings: Partial<ColumnSettings>, stays?: number[][]) {
	const parts: Uint8Array[] = [];
	const output = { name: "out", length: 0, path: undefined, writeLater: (octets: Uint8Array) => void parts.push(octets.slice()) };
	let batch = 0;
	const table = await open(...files);
	await table.write({ ...SETTINGS, ...settings }, output, (values) => chosenOf(values, stays?.[batch++]));
	const octets = Buffer.concat(parts);
	const written = arrow.tableFromIPC(octets);
	const rows = written
		.toArray()
		.map((row) => Object.values(row.toJSON()).map((value) => (typeof value === "bigint" ? Number(value) : value)));
	return {
		names: written.schema.fields.map(({ name }) => name),
		rows,
		isFile: octets.toString("latin1", 0, 6) === "ARROW1",
		share: table.share(),
		batches: [...arrow.RecordBatchReader.from(octets)].length,
	};
}

it.each([
	[FILE, [["A\n", "B\n"], ["C\n"]], [["1", "2", null], ["4"]]],
	[STREAM, [["A\n", "B\n"]], [["1", "2", null]]],
])("reads the references and other values of %s, batch by batch", async (file, lines, others) => {
	const table = await open(file);
	const [seen, values, shares]: [string[][], unknown[], number[]] = [[], [], []];
	expect([table.names, table.columnNames, table.packsForms, table.share()]).toEqual(['"url", "n"', ["url", "n"], true, 0]);
	await table.read({ column: "url", by: "n" }, (batch, other) => {
		seen.push(textsOf(batch));
		values.push(other);
		shares.push(table.share());
	});
	expect([seen, values, table.share()]).toEqual([lines, others, 1]);
	for (const share of shares) expect(share > 0 && share < 1).toBe(true);
	expect([...shares].sort()).toEqual(shares);
	await table.read({ column: 1 }, (_, other) => expect(other).toEqual([]));
});

it("has the values of columns as texts", async () => {
	const all: unknown[] = [];
	for await (const texts of (await open(FILE)).texts([0, 1])) all.push(texts);
	expect(all).toEqual([
		[
			["A", null, "B"],
			["1", "2", null],
		],
		[["C"], ["4"]],
	]);
});

it.each<[settings: Partial<ColumnSettings>, names: string[], rows: unknown[][]]>([
	[
		{},
		["url", "n"],
		[
			["f.", 1],
			[null, 2],
			["f.", null],
			["f.", 4],
		],
	],
	[
		{ into: "form" },
		["url", "n", "form"],
		[
			["A", 1, "f."],
			[null, 2, null],
			["B", null, "f."],
			["C", 4, "f."],
		],
	],
	[
		{ keys: "key" },
		["url", "n", "key"],
		[
			["f.", 1, "k"],
			[null, 2, null],
			["f.", null, "k"],
			["f.", 4, "k"],
		],
	],
	[
		{ counts: "size" },
		["url", "n", "size"],
		[
			["f.", 1, 10],
			[null, 2, null],
			["f.", null, 12],
			["f.", 4, 10],
		],
	],
	[
		{ into: "i", keys: "k", counts: "c", write: Write.ORIGINAL },
		["url", "n", "i", "k", "c"],
		[
			["A", 1, "f.", "k", 10],
			[null, 2, null, null, null],
			["B", null, "f.", "k", 12],
			["C", 4, "f.", "k", 10],
		],
	],
	[
		{ write: Write.ORIGINAL },
		["url", "n"],
		[
			["A", 1],
			[null, 2],
			["B", null],
			["C", 4],
		],
	],
])("writes, by %j, the columns %j", async (settings, names, rows) => {
	expect(await writtenBy([FILE], settings)).toEqual({ names, rows, isFile: true, share: 1, batches: 2 });
});

it("writes the rows that stay, and no batch without any", async () => {
	const { rows } = await writtenBy([FILE], { counts: "size" }, [[0, 1, 1], [0]]);
	expect(rows).toEqual([
		[null, 2, null],
		["f.", null, 12],
	]);
	expect(await writtenBy([FILE], {}, [[0, 0, 0], [1]])).toMatchObject({ rows: [["f.", 4]], batches: 1 });
	expect(await writtenBy([FILE], {}, [[0, 0, 0], [0]])).toMatchObject({ names: ["url", "n"], rows: [] });
	expect(await writtenBy([FILE], { into: "i" }, [[1, 0, 0], [0]])).toMatchObject({ rows: [["A", 1, "f."]] });
});

it("writes a stream for streams, and several files as one table", async () => {
	expect(await writtenBy([STREAM], {})).toMatchObject({
		isFile: false,
		rows: [
			["f.", 1],
			[null, 2],
			["f.", null],
		],
	});
	const { rows, isFile } = await writtenBy([FILE, STREAM], {});
	expect([rows.length, isFile]).toEqual([7, true]);
});

it("keeps large text large, and makes text of a dictionary", async () => {
	const large = arrow.vectorFromArray(["A", null], new arrow.LargeUtf8());
	const words = arrow.vectorFromArray(["A", "A"], new arrow.Dictionary(new arrow.Utf8(), new arrow.Int8()));
	const types = async (name: string, url: arrow.Vector) => {
		const parts: Uint8Array[] = [];
		const output = { name, length: 0, path: undefined, writeLater: (octets: Uint8Array) => void parts.push(octets.slice()) };
		await (await open(stored(name, [{ url }]))).write(SETTINGS, output, (values) => chosenOf(values));
		const table = arrow.tableFromIPC(Buffer.concat(parts));
		return [String(table.schema.fields[0]?.type), table.toArray().map((row) => row.url)];
	};
	expect(await types("large.arrow", large)).toEqual(["LargeUtf8", ["f.", null]]);
	expect(await types("words.arrow", words)).toEqual(["Utf8", ["f.", "f."]]);
});

it("joins streams that follow each other, with the same columns", async () => {
	const octets = arrow.tableToIPC(new arrow.Table(FIRST), "stream");
	const twice = write("twice.arrows", Buffer.concat([octets, octets]));
	const seen: string[][] = [];
	await (await open(twice)).read({ column: "url" }, (batch) => seen.push(textsOf(batch)));
	expect(seen).toEqual([
		["A\n", "B\n"],
		["A\n", "B\n"],
	]);
	const other = arrow.tableToIPC(new arrow.Table({ url: FIRST.url }), "stream");
	const mixed = write("mixed.arrows", Buffer.concat([octets, other]));
	const sentence = "the Arrow data is damaged or truncated (a stream follows that has other columns)";
	expect(await refusalOf(async () => (await open(mixed)).read({ column: "url" }, () => {}))).toEqual([
		3,
		`cannot read ${mixed}: ${sentence}`,
	]);
});

it.each<[name: string, content: (octets: Buffer) => Buffer, kind: "file" | "stream", sentence: string]>([
	["no.arrow", () => Buffer.from("http://a/\n"), "file", "it is neither an Arrow file nor an Arrow stream"],
	["none.arrow", () => Buffer.alloc(0), "file", "it is neither an Arrow file nor an Arrow stream"],
	["cut.arrow", (octets) => octets.subarray(0, -1), "file", "the Arrow file is truncated"],
	["magic.arrow", (octets) => octets.subarray(0, 6), "file", "the Arrow file is truncated"],
	[
		"after.arrows",
		(octets) => Buffer.concat([octets, Buffer.alloc(8), octets]),
		"stream",
		"the Arrow data is damaged or truncated (data follows the end of the stream)",
	],
])("refuses %s", async (name, content, kind, sentence) => {
	const file = write(name, content(Buffer.from(arrow.tableToIPC(new arrow.Table(FIRST), kind))));
	const read = async () => (await open(file)).read({ column: "url" }, () => {});
	expect(await refusalOf(read)).toEqual([3, `cannot read ${file}: ${sentence}`]);
});

it("refuses a stream that is cut off anywhere but between messages", async () => {
	const octets = Buffer.from(arrow.tableToIPC(new arrow.Table(FIRST), "stream"));
	const read = async (length: number) => {
		const rows: string[][] = [];
		const file = write("cut.arrows", octets.subarray(0, length));
		const refusal = await refusalOf(async () => (await open(file)).read({ column: "url" }, (batch) => rows.push(textsOf(batch))));
		return [refusal?.[0], rows.length];
	};
	expect(await read(octets.length)).toEqual([undefined, 1]);
	for (let length = octets.length - 17; length > 8; length -= 13)
		expect((await read(length))[1] === 1 || (await read(length))[0] === 3).toBe(true);
});

it("names missing files, and columns that cannot be read or compared", async () => {
	expect(await refusalOf(() => open(path("none")))).toEqual([3, `cannot read ${path("none")}: no such file`]);
	const others = stored("others.arrow", [
		{ url: FIRST.url, list: arrow.vectorFromArray([[1], null, [2]], new arrow.List(new arrow.Field("item", new arrow.Int32()))) },
	]);
	const table = await open(others);
	const read = (column: string | number, by?: string) => refusalOf(() => table.read({ column, by }, () => {}));
	const wrong = (sentence: string) => misuse("normalize", `${others}: ${sentence}`);
	expect(await read("list")).toEqual(wrong('the column "list" has the type List<Int32>, not text'));
	expect(await read("url", "list")).toEqual(wrong('the column "list" has the type List<Int32>, which --keep does not compare'));
	expect(await read("ulr")).toEqual(wrong('the table has no column "ulr"; it has "url", "list" (did you mean url?)'));
	expect(await read(3)).toEqual(wrong('the table has 2 columns, not 3: "url", "list"'));
	const output = { name: "o", length: 0, path: undefined, writeLater() {} };
	const taken = refusalOf(() => table.write({ ...SETTINGS, into: "list" }, output, (values) => chosenOf(values)));
	expect(await taken).toEqual(wrong('the table already has a column "list"'));
	const sentence = `its columns are not those of ${FILE}; pass the files one by one`;
	expect(await refusalOf(() => open(FILE, others))).toEqual([3, `cannot read ${others}: ${sentence}`]);
});
