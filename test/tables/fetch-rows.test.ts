/** Rows of files as fetches, in process: what each says, what cannot be read, and what is said of tables without URLs or digests. */
import * as arrow from "apache-arrow";
import { expect, it } from "vitest";
import { valueAt } from "../../src/tables/rows/columns";
import type { NamedColumns, RowFormat } from "../../src/tables/rows/fetch-columns";
import { type FetchBatch, FetchRows, type RowReading } from "../../src/tables/rows/read-fetches";
import { useFolder } from "../cli/command";
import { misuse, refusalOf } from "../cli/refusals";

const { path, write } = useFolder();

const readingOf = (
	files: [content: string | Uint8Array, format: RowFormat][],
	named: NamedColumns = {},
	others: Partial<RowReading> = {},
): RowReading => ({
	command: "learn",
	files: files.map(([content, format], index) => ({ path: write(`rows-${index}.${format}`, content), format })),
	named,
	hasHeader: true,
	engine: "js",
	...others,
});

/** The values of each role, row by row. */
function valuesIn({ rows, url, digests, ...others }: FetchBatch) {
	const texts = (column: typeof url | undefined) =>
		column && Array.from({ length: rows }, (_, row) => Buffer.from(valueAt(column, row)).toString());
	const present = Object.entries(others).flatMap(([role, column]) => (column === undefined ? [] : [[role, texts(column)]]));
	return { url: texts(url), digests: digests.map(texts), ...Object.fromEntries(present) };
}

async function read(reading: RowReading) {
	const rows = new FetchRows(reading);
	const batches: object[] = [];
	for await (const batch of rows.batches()) batches.push(valuesIn(batch));
	return { batches, counts: rows.counts };
}

const CSV = "id,url,digest,status\n1,http://a/,x,200\n2,,y,\n3,http://c/\n";
const FROM_CSV = { url: ["http://a/", "", ""], digests: [["x", "y", ""]], status: ["200", "", ""] };

it("reads CSV, and counts rows without a URL apart from those that cannot be read", async () => {
	expect(await read(readingOf([[CSV, "csv"]]))).toEqual({ batches: [FROM_CSV], counts: { rows: 3, empty: 1, faults: 1 } });
	const twice = await read(
		readingOf([
			[CSV, "csv"],
			[CSV.replaceAll(",", "\t"), "tsv"],
		]),
	);
	expect(twice).toEqual({ batches: [FROM_CSV, FROM_CSV], counts: { rows: 6, empty: 2, faults: 2 } });
});

it("reads CSV by another delimiter, and without a header", async () => {
	const semicolons = readingOf([[CSV.replaceAll(",", ";"), "csv"]], {}, { delimiter: 0x3b });
	expect((await read(semicolons)).batches).toEqual([FROM_CSV]);
	const none = readingOf([["http://a/,x\n", "csv"]], { url: 1, digests: [2] }, { hasHeader: false });
	expect((await read(none)).batches).toEqual([{ url: ["http://a/"], digests: [["x"]] }]);
});

it("reads JSON lines, whose rows may lack any column", async () => {
	const lines = '{"url":"http://a/","digest":"x"}\n{"content_digest":"y","url":"http://b/","status":200}\n{}\n[\n';
	const { batches, counts } = await read(readingOf([[lines, "jsonl"]]));
	expect([batches.length, batches[0]]).toMatchObject([
		1,
		{ url: ["http://a/", "http://b/", "", ""], digests: [["x", "y", "", ""]], status: ["", "200", "", ""] },
	]);
	expect(counts).toEqual({ rows: 4, empty: 1, faults: 1 });
});

it("reads the indexes of web archives", async () => {
	const cdx = " CDX N b a m s k\ncom,a)/ 20260102030405 http://a/ text/html 200 x\n";
	expect((await read(readingOf([[cdx, "cdx"]]))).batches).toEqual([
		{ url: ["http://a/"], digests: [["x"]], status: ["200"], time: ["20260102030405"], type: ["text/html"] },
	]);
	// The first line is a row unless it is a legend to its end: the usual columns are then meant.
	expect((await read(readingOf([[" CDX N bb 200 x\n", "cdx"]]))).batches).toMatchObject([{ url: ["N"], digests: [["x"]] }]);
	const cdxj = 'com,a)/ 20260102030405 {"url":"http://a/","digest":"x","mime":"text/html"}\n';
	expect((await read(readingOf([[cdxj, "cdxj"]]))).batches).toMatchObject([
		{ url: ["http://a/"], digests: [["x"]], time: ["20260102030405"], type: ["text/html"] },
	]);
});

it("reads Arrow, and null as no value", async () => {
	const text = (...values: (string | null)[]) => arrow.vectorFromArray(values, new arrow.Utf8());
	const table = new arrow.Table({
		status: arrow.vectorFromArray([200, null], new arrow.Int32()),
		url: text("http://a/", null),
		digest: text("x", "y"),
	});
	const reading = readingOf([[arrow.tableToIPC(table, "file"), "arrow"]]);
	expect(await read(reading)).toEqual({
		batches: [{ url: ["http://a/", ""], digests: [["x", "y"]], status: ["200", ""] }],
		counts: { rows: 2, empty: 1, faults: 0 },
	});
	const rows = new FetchRows(reading);
	expect([rows.isOfFiles, rows.inputs, rows.position, (rows.sizes[0]?.size ?? 0) > 100]).toEqual([false, [], 0, true]);
	rows.close();
});

it("tells how far it is in its files", async () => {
	const rows = new FetchRows(
		readingOf([
			[CSV, "csv"],
			[CSV, "csv"],
		]),
	);
	expect([rows.isOfFiles, rows.sizes.map(({ size }) => size), rows.position, rows.inputs.length]).toEqual([
		true,
		[CSV.length, CSV.length],
		0,
		2,
	]);
	const positions: number[] = [];
	for await (const { rows: count } of rows.batches()) positions.push(rows.position, count);
	expect([positions, rows.sizes]).toEqual([[CSV.length, 3, 2 * CSV.length, 3], []]);
});

it.each<[content: string, format: RowFormat, named: NamedColumns, sentence: string]>([
	[
		"url\nhttp://a/\n",
		"csv",
		{},
		'the table has no column of digests, "digest" or "content_digest"; it has "url". Name one with --digest',
	],
	["digest\nx\n", "csv", {}, 'the table has no column of URLs, "url"; it has "digest". Name one with --url'],
	[
		"url,digest\nhttp://a/,x\n",
		"csv",
		{ url: "ulr" },
		'the table has no column "ulr"; it has "url", "digest" (did you mean url?)',
	],
	['{"u":"http://a/","digest":"x"}\n', "jsonl", {}, 'no row has a URL in "url"; it has "u", "digest". Name a column with --url'],
	[
		'{"url":"http://a/","d":"x"}\n',
		"jsonl",
		{},
		'no row has a digest in "digest" or "content_digest"; it has "url", "d". Name a column with --digest',
	],
	['url,digest\n"a', "csv", {}, 'no row has a URL in "url". Name a column with --url'],
])("says of %j in %s, by %j: %j", async (content, format, named, sentence) => {
	const reading = readingOf([[content, format]], named);
	const refusal = await refusalOf(() => read(reading));
	expect(refusal).toEqual(misuse("learn", `${path(`rows-0.${format}`)}: ${sentence}`));
});

it("opens all files or none, and names what cannot be opened", async () => {
	const missing = path("missing.csv");
	const open = () => new FetchRows({ ...readingOf([[CSV, "csv"]]), files: [{ path: missing, format: "csv" }] });
	expect(await refusalOf(open)).toEqual([3, `cannot read ${missing}: no such file`]);
	const parquet = { ...readingOf([]), files: [{ path: undefined, format: "parquet" as const }] };
	expect(await refusalOf(() => read(parquet))).toEqual(misuse("learn", "--format parquet requires files, not standard input"));
});
