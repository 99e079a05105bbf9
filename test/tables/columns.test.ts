/** The columns of tables: which one is meant, which describe a fetch, and in which form times are compared. */
import { describe, expect, it } from "vitest";
import { columnNamed, hasStandardInput } from "../../src/tables/file-table";
import { type Column, columnOf, firstOf, isBlankColumn, valueAt } from "../../src/tables/rows/columns";
import { FetchColumns, type NamedColumns, type RowFormat } from "../../src/tables/rows/fetch-columns";
import { fetchTimes } from "../../src/tables/rows/fetch-times";
import { TIME } from "../../src/tables/rows/text-rows";
import { sentenceOf } from "../../src/tables/table-sentence";
import { columnIndex, refuseTakenNames, shownNames } from "../../src/tables/text/column-names";
import { TableError } from "../../src/tables/text/table-error";
import { letterIndex } from "../../src/tables/text/table-header";
import { isJsonFormat, knowsColumn, TABLE_FORMATS } from "../../src/tables/text/table-options";

const column = (...values: string[]) => columnOf(values.map((value) => Buffer.from(value, "latin1")));
const valuesIn = (values: Column | undefined) =>
	values && Array.from(values.ends, (_, row) => Buffer.from(valueAt(values, row)).toString("latin1"));

/** The error that `find` throws, as an object. */
function errorOf(find: () => unknown) {
	try {
		return { found: find() };
	} catch (error) {
		const { name, code, message, column: wanted, columns } = error as TableError;
		return { name, code, message, column: wanted, columns };
	}
}

const NAMES = ["id", "url", "x", "x"];

it.each([
	["id", 0],
	["url", 1],
	[1, 0],
	[4, 3],
])("finds the column %j at %d", (wanted, index) => {
	expect(columnIndex(wanted, NAMES)).toBe(index);
});

it.each<[wanted: string | number, code: string, message: string]>([
	[5, "missing-column", 'The table has 4 columns, not 5: "id", "url", "x", "x".'],
	["ur", "missing-column", 'The table has no column "ur"; it has "id", "url", "x", "x".'],
	["x", "ambiguous-column", 'Several columns are named "x": pass the number of one, from 1.'],
])("refuses the column %j", (wanted, code, message) => {
	const place = code === "missing-column" ? { column: wanted, columns: NAMES } : { column: undefined, columns: undefined };
	expect(errorOf(() => columnIndex(wanted, NAMES))).toEqual({ name: "TableError", code, message, ...place });
});

it("shows 40 names of 40 characters at most", () => {
	const names = Array.from({ length: 42 }, (_, n) => `c${n}`);
	expect([shownNames([]), shownNames(["a"]), shownNames(["a".repeat(41)])]).toEqual(["no columns", '"a"', `"${"a".repeat(40)}"`]);
	expect(shownNames(names.slice(0, 40)).endsWith('"c39"')).toBe(true);
	expect(shownNames(names.slice(0, 41)).endsWith('"c39" and 1 more')).toBe(true);
	expect(shownNames(names).endsWith('"c38", "c39" and 2 more')).toBe(true);
});

it("refuses new columns whose names are taken", () => {
	expect(() => refuseTakenNames(["n", "m"], NAMES)).not.toThrow();
	expect(() => refuseTakenNames([], NAMES)).not.toThrow();
	const message = 'The table already has a column "url".';
	expect(errorOf(() => refuseTakenNames(["n", "url"], NAMES))).toMatchObject({ code: "duplicate-column", message });
	expect(errorOf(() => refuseTakenNames(["n", "n"], NAMES))).toMatchObject({ message: 'The table already has a column "n".' });
});

it("takes the first of the columns that a legend gives one letter", () => {
	const letters = ["N", "b", "a", "a", "2"];
	expect([letterIndex("a", letters), letterIndex("N", letters), letterIndex(4, letters), letterIndex(2, letters)]).toEqual([
		2, 0, 3, 1,
	]);
	expect(errorOf(() => letterIndex("z", letters))).toMatchObject({ code: "missing-column" });
});

it.each<[text: string, isJson: boolean, named: string | number]>([
	["url", false, "url"],
	["12", false, 12],
	["012", false, 12],
	["12", true, "12"],
	["1x", false, "1x"],
	["x1", false, "x1"],
	["", false, ""],
])("takes %j, in JSON: %j, for the column %j", (text, isJson, named) => {
	expect(columnNamed(text, isJson)).toBe(named);
});

it("tells whether standard input is read", () => {
	expect([["a"], [], ["a", "-"], [undefined, "a"]].map((files) => hasStandardInput({ files }))).toEqual([
		false,
		false,
		true,
		true,
	]);
});

it("tells which formats are JSON, and which know their column", () => {
	expect(TABLE_FORMATS).toEqual(["csv", "tsv", "jsonl", "cdx", "cdxj"]);
	expect((TABLE_FORMATS as "csv"[]).filter(isJsonFormat)).toEqual(["jsonl", "cdxj"]);
	expect(["csv", "cdx", "cdxj", "", "toString"].filter(knowsColumn)).toEqual(["cdx", "cdxj"]);
});

it("has the values of a column", () => {
	const some = column("ab", "", "c");
	expect([[...some.ends], Buffer.from(some.bytes).toString(), valuesIn(some)]).toEqual([[2, 2, 3], "abc", ["ab", "", "c"]]);
	expect([isBlankColumn(some), isBlankColumn(column("", "")), isBlankColumn(column())]).toEqual([false, true, true]);
});

it("takes the first value that a row has in several columns", () => {
	const [blank, some, others] = [column("", "", ""), column("a", "", ""), column("b", "c", "")];
	expect(valuesIn(firstOf([blank, some, others]))).toEqual(["a", "c", ""]);
	expect(valuesIn(firstOf([others, some]))).toEqual(["b", "c", ""]);
	expect([firstOf([blank, some]), firstOf([blank, column("", "", "")]), firstOf([])]).toEqual([some, blank, undefined]);
});

it.each([
	["20261122063005", "20261122063005"],
	["2026-11-22T06:30:05Z", "20261122063005"],
	["2026-11-22 06:30:05", "20261122063005"],
	["2026-11-22t06:30:05 utc", "20261122063005"],
	["2026-11-22 08:30:05.250+02:00", "20261122063005.25"],
	["2026-11-22 08:30:05.000+0200", "20261122063005"],
	["2026-11-22 00:30:05-02", "20261122023005"],
	["2026-11-22 23:30:05-01:30", "20261123010005"],
	["2026-11-22T06:30:05+00", "20261122063005"],
	["2026-11-22T06:30:05-00:00", "20261122063005"],
	["2026-11-22T06:30:05+0000", "20261122063005"],
	["2026-11-22T06:30:05.1Z", "20261122063005.1"],
	["2026-13-22T06:30:05+01:00", "2026-13-22T06:30:05"],
	["1795329005", "1795329005"],
	["x2026-11-22T06:30:05Z", "x2026-11-22T06:30:05Z"],
	["2026-11-22T06:30:05Zx", "2026-11-22T06:30:05Zx"],
	["2026-11-22T06:30", "2026-11-22T06:30"],
	["", ""],
])("has the time %j as %j", (time, form) => {
	expect(valuesIn(fetchTimes(column(time, "x")))).toEqual([form, "x"]);
});

it("leaves times alone that all have the form of CDX", () => {
	const [times, letters, short] = [
		column("20261122063005", "00000000000009"),
		column("2026112206300x"),
		column("2026112206300", "5"),
	];
	expect(fetchTimes(times)).toBe(times);
	expect(fetchTimes(letters)).toEqual(letters);
	expect(fetchTimes(letters)).not.toBe(letters);
	expect(valuesIn(fetchTimes(short))).toEqual(["2026112206300", "5"]);
	expect(fetchTimes(column("2026112206300/"))).not.toBe(undefined);
});

describe("the columns of a fetch", () => {
	const chosen = (format: RowFormat, named: NamedColumns, names?: readonly string[]) =>
		new FetchColumns(format, named).choose(names);
	const CRAWL = [
		"url",
		"fetch_time",
		"content_digest",
		"content_mime_type",
		"fetch_status",
		"fetch_redirect",
		"content_truncated",
	];

	it.each<[format: RowFormat, named: NamedColumns, names: readonly string[] | undefined, places: unknown[]]>([
		["csv", {}, CRAWL, [0, 2, 4, 1, 3, 5, 6]],
		["parquet", {}, ["digest", "url"], [1, 0]],
		["tsv", {}, ["content_digest", "digest", "url", "mime", "content_mime_type"], [2, 1, 3]],
		["arrow", { url: "u", digests: ["d", "e"], status: 1 }, ["d", "u", "e"], [1, 0, 2, 0]],
		["csv", { url: 2, digests: [1], time: 3 }, undefined, [1, 0, 2]],
		[
			"jsonl",
			{},
			undefined,
			[
				"url",
				"digest",
				"content_digest",
				"status",
				"fetch_status",
				"time",
				"fetch_time",
				"mime",
				"content_mime_type",
				"redirect",
				"fetch_redirect",
				"content_truncated",
			],
		],
		[
			"jsonl",
			{ url: "a.b", digests: ["d"] },
			undefined,
			[
				"a.b",
				"d",
				"status",
				"fetch_status",
				"time",
				"fetch_time",
				"mime",
				"content_mime_type",
				"redirect",
				"fetch_redirect",
				"content_truncated",
			],
		],
		["cdxj", {}, undefined, ["url", "digest", "status", TIME, "mime", "redirect", "truncated"]],
		["cdx", {}, [..."NbamskrMSVg"], [2, 5, 4, 1, 3, 6]],
		["cdx", { digests: [] }, ["a", "k", "a"], [0, 1]],
	])("in %s, by %j, among %j", (format, named, names, places) => {
		expect(chosen(format, named, names)).toEqual(places);
	});

	it.each<[format: RowFormat, named: NamedColumns, names: readonly string[] | undefined, code: string, message: string]>([
		["csv", {}, ["digest"], "missing-column", 'The table has no column of URLs, "url"; it has "digest". Name one with --url'],
		[
			"csv",
			{},
			["url"],
			"missing-column",
			'The table has no column of digests, "digest" or "content_digest"; it has "url". Name one with --digest',
		],
		["csv", { url: "u" }, ["url"], "missing-column", 'The table has no column "u"; it has "url".'],
		["csv", {}, undefined, "missing-column", "Without a header, --url and --digest must be numbers from 1."],
		["csv", { url: "u" }, undefined, "invalid-option", "Without a header, the column of url must be a number from 1."],
	])("in %s, by %j, are missing among %j", (format, named, names, code, message) => {
		expect(errorOf(() => chosen(format, named, names))).toMatchObject({ code, message });
	});

	it("make fetches, of which each has the first value of its role", () => {
		const columns = new FetchColumns("jsonl", {});
		columns.choose(undefined);
		const blank = column("", "");
		const all = [
			column("u", "v"),
			column("d", ""),
			column("", "e"),
			blank,
			column("200", ""),
			column("2026-11-22T06:30:05Z", ""),
			blank,
			blank,
			blank,
			column("/r", ""),
			blank,
			column("length", ""),
		];
		const { digests, ...others } = columns.fetches({ columns: all });
		expect(digests.map(valuesIn)).toEqual([["d", "e"]]);
		expect(Object.entries(others).map(([role, values]) => [role, valuesIn(values as Column)])).toEqual([
			["url", ["u", "v"]],
			["status", ["200", ""]],
			["time", ["20261122063005", ""]],
			["type", ["", ""]],
			["redirect", ["/r", ""]],
			["truncated", ["length", ""]],
		]);
	});

	it("make fetches without what the table does not have", () => {
		const columns = new FetchColumns("csv", { digests: ["d", "e"] });
		expect(columns.choose(["e", "d", "url"])).toEqual([2, 1, 0]);
		const { url, digests, ...others } = columns.fetches({ columns: [column("u"), column("1"), column("2")] });
		expect([valuesIn(url), digests.map(valuesIn)]).toEqual([["u"], [["1"], ["2"]]]);
		expect(others).toEqual({ status: undefined, time: undefined, type: undefined, redirect: undefined, truncated: undefined });
	});

	it("are named if no row has a value in them", () => {
		const columns = new FetchColumns("jsonl", { url: "u" });
		expect(columns.blank("url", ["a", "b"])).toMatchObject({
			code: "missing-column",
			message: 'No row has a URL in "u"; it has "a", "b". Name a column with --url',
			columns: ["a", "b"],
		});
		expect(columns.blank("digest", []).message).toBe(
			'No row has a digest in "digest" or "content_digest". Name a column with --digest',
		);
	});
});

it("says what is wrong with a table as a clause, with the column that was probably meant", () => {
	const missing = (column: string | number, columns?: string[]) =>
		new TableError("missing-column", "The table has\u202e.", { column, ...(columns && { columns }) });
	expect(sentenceOf(missing("ulr", ["id", "url"]))).toBe("the table has<U+202E> (did you mean url?)");
	expect([sentenceOf(missing("title", ["id", "url"])), sentenceOf(missing(7))]).toEqual([
		"the table has<U+202E>",
		"the table has<U+202E>",
	]);
	expect(sentenceOf(new Error("Row 3: it ends."))).toBe("row 3: it ends");
});
