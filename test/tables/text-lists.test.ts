/** Lists of texts in Parquet and Arrow on the command line: each element is normalized in its place. */
import { readFileSync, writeFileSync } from "node:fs";
import * as arrow from "apache-arrow";
import { createNormalizer } from "urlsieve";
import { normalizeTableFile } from "urlsieve/node";
import { beforeAll, describe, expect, it } from "vitest";
import { run, useFolder } from "../cli/command";
import { openDuckDb } from "../support/duckdb";

const { path } = useFolder();
const { run: sql, rows } = await openDuckDb();
const normalizer = createNormalizer();

type List = (string | null)[] | null;
const KINDS: readonly List[] = [
	["HTTP://A", null, "http://[", "", " \t", "http://b/"],
	[],
	null,
	["HTTP://X\n/y", "x\r", "é", "a'b\"c"],
	["http://a/"],
	[null],
	["\t", "HTTP://Example.com:80/%7Ea", "x".repeat(70_000)],
];
const COUNT = 3000;
const LISTS = Array.from({ length: COUNT }, (_, id) => KINDS[id < 14 ? id % 7 : id % 6] as List);

/** The form of an element that is written, with what stands for a reject. */
function formOf(text: string | null, reject = text): string | null {
	if (text === null) return null;
	const form = normalizer.tryNormalize(text);
	if (form instanceof Error) return reject;
	return form === "" ? text : form;
}
const isReject = (text: string | null) => text !== null && normalizer.tryNormalize(text) instanceof Error;

const WANTED = LISTS.map((list) => list?.map((text) => formOf(text)) ?? null);
const ELEMENTS = LISTS.flatMap((list) => list ?? []);
const COUNTS = {
	rows: COUNT,
	values: LISTS.reduce((sum, list) => sum + Math.max(list?.length ?? 0, 1), 0),
	rejects: ELEMENTS.filter(isReject).length,
};

const PARQUET = path("lists.parquet");
const FILES = { parquet: PARQUET, arrow: path("lists.arrow"), arrows: path("lists.arrows") };

const item = (type: arrow.DataType) => new arrow.Field("item", type, true);
const listsOf = (type: arrow.DataType, lists: readonly unknown[] = LISTS) =>
	arrow.vectorFromArray(lists as never, new arrow.List(item(type)) as never);

function writeArrow(file: string, columns: Record<string, arrow.Vector>, format: "file" | "stream" = "file"): string {
	const table = new arrow.Table(columns as never);
	const schema = table.schema;
	const batches = table.batches.flatMap((batch) => [0, 1, 2].map((part) => batch.slice(part * 1000, (part + 1) * 1000)));
	writeFileSync(file, arrow.tableToIPC(new arrow.Table(schema, batches as never), format));
	return file;
}

/** The lists of a column in an Arrow file. */
function arrowLists(file: string, column = "links"): List[] {
	const vector = arrow.tableFromIPC(readFileSync(file)).getChild(column) as arrow.Vector;
	return Array.from({ length: vector.length }, (_, row) => {
		const list = vector.get(row) as Iterable<string | null> | null;
		return list === null ? null : [...list];
	});
}

async function parquetLists(file: string, column = "links"): Promise<List[]> {
	const [[text] = []] = await rows(`SELECT to_json(list(${column} ORDER BY id))::VARCHAR FROM '${file}'`);
	return JSON.parse(String(text));
}

const readLists = (file: string) => (file.endsWith(".parquet") ? parquetLists(file) : arrowLists(file));

beforeAll(async () => {
	const ids = arrow.vectorFromArray([...LISTS.keys()], new arrow.Int32());
	const columns = { id: ids, links: listsOf(new arrow.Utf8()), other: listsOf(new arrow.Utf8()) };
	writeArrow(FILES.arrow, columns);
	writeArrow(FILES.arrows, columns, "stream");
	const json = path("lists.json");
	writeFileSync(json, LISTS.map((links, id) => `${JSON.stringify({ id, links })}\n`).join(""));
	const types = "{id: 'INTEGER', links: 'VARCHAR[]'}";
	// The names are those that SQL might take for others.
	await sql(
		`COPY (SELECT id, links, links AS other, 1 AS form, 2 AS place, 3 AS element FROM read_json('${json}', format = 'newline_delimited', columns = ${types})) TO '${PARQUET}' (ROW_GROUP_SIZE 2048)`,
	);
});

describe.each(Object.entries(FILES))("lists of texts in %s", (ending, file) => {
	const output = path(`out.${ending}`);

	it("have each element replaced, and all else kept", async () => {
		const rejects = path("rejects.tsv");
		const { status, stderr } = run(["normalize", "--column", "links", "--json", "-o", output, "--rejects", rejects, file]);
		expect(status).toBe(0);
		expect(JSON.parse(stderr)).toMatchObject(COUNTS);
		expect(await readLists(output)).toEqual(WANTED);
		const others = ending === "parquet" ? await parquetLists(output, "other") : arrowLists(output, "other");
		expect(others).toEqual(LISTS);
		const numbers = readFileSync(rejects, "utf8")
			.trimEnd()
			.split("\n")
			.map((line) => Number(line.split("\t")[0]));
		const wanted = LISTS.flatMap((list, row) => (list ?? []).filter(isReject).map(() => row + 1));
		expect(numbers).toEqual(wanted);
	});

	it("have blank texts for rejects under blank, and fail at the first one under fail", async () => {
		expect(run(["normalize", "--column", "links", "--invalid", "blank", "-o", output, file]).status).toBe(0);
		expect(await readLists(output)).toEqual(LISTS.map((list) => list?.map((text) => formOf(text, "")) ?? null));
		const { status, stderr } = run(["normalize", "--column", "links", "--invalid", "fail", "-o", output, file]);
		expect([status, stderr]).toEqual([1, "urlsieve: row 1, byte 7: the bracketed host is neither IPv6 address nor IPvFuture\n"]);
	});

	it("are validated and inspected element by element", () => {
		const { stdout, stderr } = run(["validate", "--column", "links", "--json", file]);
		const { rows: count, values, rejects } = JSON.parse(stderr);
		expect([count, values]).toEqual([COUNTS.rows, COUNTS.values]);
		expect(stdout.trimEnd().split("\n").length).toBe(rejects);
		const [first = ""] = stdout.split("\n");
		expect(JSON.parse(first)).toMatchObject({ row: 1, reference: "http://[" });
	});

	it.each<[args: string[], sentence: string]>([
		[
			["dedupe"],
			'rows are compared by one value each, and the column "links" has lists: make a row of each element, as unnest(links) of DuckDB does',
		],
		[
			["normalize", "--into", "x"],
			'a new column has one value in a row, and the column "links" has lists: without new columns, their elements are replaced in place',
		],
		[
			["normalize", "--into", "host=h"],
			'a new column has one value in a row, and the column "links" has lists: without new columns, their elements are replaced in place',
		],
		[
			["normalize", "--invalid", "drop"],
			'--invalid drop would drop rows for one of their values: the column "links" has lists; keep, blank and fail are for them',
		],
	])("are refused by %j", (args, sentence) => {
		const { status, stderr } = run([...args, "--column", "links", "-o", path("none"), file]);
		expect([status, stderr]).toEqual([2, `urlsieve: ${sentence}; try: urlsieve ${args[0]} --help\n`]);
	});
});

it("lists of other types are refused", async () => {
	const file = path("nested.parquet");
	await sql(`COPY (SELECT [['http://a']] AS links, [1] AS numbers) TO '${file}'`);
	for (const [column, type, advice] of [
		["links", "VARCHAR[][]", '; make a row of each value first, as unnest("links", recursive := true) of DuckDB does'],
		["numbers", "INTEGER[]", ""],
	]) {
		const { status, stderr } = run(["normalize", "--column", column as string, "-o", path("none.parquet"), file]);
		const sentence = `${file}: the column "${column}" has the type ${type}, not text${advice}`;
		expect([status, stderr]).toEqual([2, `urlsieve: ${sentence}; try: urlsieve normalize --help\n`]);
	}
});

it("lists in Arrow keep their type, of all kinds of lists and texts", () => {
	const { FixedSizeList, LargeList, LargeUtf8, List, Utf8 } = arrow;
	const pairs = [["HTTP://A", null], null, ["http://b/", "http://["]];
	const vectors: [arrow.DataType, readonly unknown[]][] = [
		[new List(item(new LargeUtf8())), pairs],
		[new LargeList(item(new Utf8())), pairs],
		[new FixedSizeList(2, item(new Utf8())), pairs],
		[new List(item(new arrow.Dictionary(new Utf8(), new arrow.Int32()))), pairs],
	];
	for (const [type, lists] of vectors) {
		const file = writeArrow(path("kind.arrow"), { links: arrow.vectorFromArray(lists as never, type as never) });
		const output = path("kind-out.arrow");
		expect(run(["normalize", "--column", "links", "--quiet", "-o", output, file])).toMatchObject({ status: 0, stderr: "" });
		expect(arrowLists(output)).toEqual([["http://a/", null], null, ["http://b/", "http://["]]);
		const written = arrow.tableFromIPC(readFileSync(output)).schema.fields[0]?.type;
		expect(String(written)).toBe(String(type).replace(/Dictionary<.*>$/, "Utf8>"));
	}
});

it("elements that no list has are no values", () => {
	// An element before the first list, one of a list that is null, and one after the last.
	const child = arrow.vectorFromArray(["http://[", "HTTP://A", "http://[", "http://["], new arrow.Utf8()).data[0] as arrow.Data;
	const type = new arrow.List(item(new arrow.Utf8()));
	const data = new arrow.Data(type as never, 0, 2, 1, { 0: Int32Array.of(1, 2, 3), 2: Uint8Array.of(1) } as never, [child]);
	const file = path("slack.arrow");
	writeFileSync(file, arrow.tableToIPC(new arrow.Table({ links: new arrow.Vector([data as never]) } as never), "file"));
	const output = path("slack-out.arrow");
	const { status, stderr } = run(["normalize", "--column", "links", "--json", "-o", output, file]);
	expect([status, JSON.parse(stderr)]).toMatchObject([0, { rows: 2, values: 2, empty: 1, rejects: 0 }]);
	expect(arrowLists(output)).toEqual([["http://a/"], null]);
});

it("normalizeTableFile takes lists", async () => {
	const counts = await normalizeTableFile(PARQUET, path("api.parquet"), { format: "parquet", column: "links" });
	expect(counts).toMatchObject(COUNTS);
	expect(await parquetLists(path("api.parquet"))).toEqual(WANTED);
});
