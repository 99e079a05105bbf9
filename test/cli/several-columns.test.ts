/** Several columns of references: `--column url --column canonical`, in all formats. */
import { readFileSync } from "node:fs";
import * as arrow from "apache-arrow";
import { describe, expect, it } from "vitest";
import { openDuckDb } from "../support/duckdb";
import { run, useFolder } from "./command";

const { path, write } = useFolder();

/** id, url, canonical. */
const ROWS: readonly (readonly [id: string, url: string | null, canonical: string | null])[] = [
	["1", "HTTP://Example.com:80/a", "http://Example.com/A"],
	["2", "http://example.com/a", "HTTP://b"],
	["3", "http://example.com/a", "http://B/"],
	["4", null, "HTTP://c"],
	["5", "http://[", "HTTP://c"],
	["6", "http://d/", "http://["],
	["7", "http://e/", null],
];
const NORMAL = [
	["1", "http://example.com/a", "http://example.com/A"],
	["2", "http://example.com/a", "http://b/"],
	["3", "http://example.com/a", "http://b/"],
	["4", null, "http://c/"],
	["5", "http://[", "http://c/"],
	["6", "http://d/", "http://["],
	["7", "http://e/", null],
];
const FILES: { readonly [format: string]: () => Promise<string> } = {
	csv: async () =>
		write("two.csv", `id,url,canonical\n${ROWS.map((row) => `${row.map((value) => value ?? "").join(",")}\n`).join("")}`),
	jsonl: async () =>
		write("two.jsonl", ROWS.map(([id, url, canonical]) => `${JSON.stringify({ id, url, canonical })}\n`).join("")),
	arrow: async () => {
		const columns = ["id", "url", "canonical"].map((name, index) => [
			name,
			arrow.vectorFromArray(
				ROWS.map((row) => row[index]),
				new arrow.Utf8(),
			),
		]);
		return write("two.arrow", arrow.tableToIPC(new arrow.Table(Object.fromEntries(columns)), "file"));
	},
	parquet: async () => {
		const file = path("two.parquet");
		const text = (value: string | null) => (value === null ? "NULL" : `'${value}'`);
		const values = ROWS.map((row) => `(${row.map(text).join(", ")})`).join(", ");
		await (await openDuckDb()).run(
			`COPY (SELECT * FROM (VALUES ${values}) AS rows(id, url, canonical)) TO '${file}' (FORMAT parquet)`,
		);
		return file;
	},
};

/** The values of all columns, row by row. An empty field of CSV is null. */
const READERS: { readonly [format: string]: (file: string) => Promise<unknown[][]> } = {
	csv: async (file) =>
		readFileSync(file, "utf8")
			.trimEnd()
			.split("\n")
			.slice(1)
			.map((line) => line.split(",").map((value) => value || null)),
	jsonl: async (file) =>
		readFileSync(file, "utf8")
			.trimEnd()
			.split("\n")
			.map((line) => Object.values(JSON.parse(line))),
	arrow: async (file) =>
		arrow
			.tableFromIPC(readFileSync(file))
			.toArray()
			.map((row) => Object.values(row.toJSON())),
	parquet: async (file) => (await openDuckDb()).rows(`SELECT * FROM '${file}'`),
};

const COLUMNS = ["--column", "url", "--column", "canonical"];

describe.each(Object.keys(FILES))("%s", (format) => {
	const rowsOf = async (args: readonly string[]) => {
		const [file, output] = [(await FILES[format]?.()) as string, path(`out.${format}`)];
		expect(run([...args, "--quiet", "-o", output, file])).toMatchObject({ status: 0, stderr: "" });
		return READERS[format]?.(output);
	};

	it("normalizes each column", async () => {
		expect(await rowsOf(["normalize", ...COLUMNS])).toEqual(NORMAL);
	});

	it("compares rows by the first, or by both", async () => {
		const kept = (ids: string) => NORMAL.filter(([id]) => ids.includes(id as string));
		expect(await rowsOf(["dedupe", ...COLUMNS])).toEqual(kept("14567"));
		expect(await rowsOf(["dedupe", ...COLUMNS, "--memory", "16M"])).toEqual(kept("14567"));
	});

	it.each([[[]], [["--memory", "16M"]], [["--print", "original"]], [["--into", "u", "--into", "c"]]])(
		"compares rows by the keys of both, whatever is written: %j",
		async (options) => {
			const rows = (await rowsOf(["dedupe", ...COLUMNS, "--by", "url,canonical", ...options])) ?? [];
			expect(rows.map(([id]) => id)).toEqual([..."124567"]);
		},
	);

	it("lists rejected values under the names of their columns", async () => {
		const [file, rejects] = [(await FILES[format]?.()) as string, path("rejects.tsv")];
		const args = ["normalize", ...COLUMNS, "--invalid", "blank", "--rejects", rejects, "-o", path(`blank.${format}`), file];
		expect(run(args)).toMatchObject({ status: 0, stderr: expect.stringContaining("1 reject, 1 reject in other columns") });
		const listed = readFileSync(rejects, "utf8").trimEnd().split("\n").sort();
		expect(listed).toEqual(["5\t7\tinvalid-ip-literal\turl\thttp://[", "6\t7\tinvalid-ip-literal\tcanonical\thttp://["]);
		const rows = (await READERS[format]?.(path(`blank.${format}`))) ?? [];
		expect(rows.slice(4, 6).map((row) => row.map((value) => value || null))).toEqual([
			["5", null, "http://c/"],
			["6", "http://d/", null],
		]);
	});

	it("writes new columns for each", async () => {
		const rows = (await rowsOf(["normalize", ...COLUMNS, "--into", "u", "--into", "c"])) ?? [];
		expect(rows[0]).toEqual([...(ROWS[0] ?? []), "http://example.com/A", "http://example.com/a"]);
	});
});

it("compares other columns by their keys under a profile, and not by the URL to fetch", () => {
	const rows = "url,can\nhttp://a/,http://b/?x=1&y=2\nhttp://a/,http://b/?y=2&x=1\n";
	const args = [
		"dedupe",
		"--profile",
		"crawl@1",
		"--format",
		"csv",
		"--column",
		"url",
		"--column",
		"can",
		"--by",
		"url,can",
		"--quiet",
	];
	expect(run(args, rows).stdout).toBe("url,can\nhttp://a/,http://b/?x=1&y=2\n");
});

it.each(["csv", "parquet"])("lists rejects of other columns of %s in two readings, too", async (format) => {
	const [file, rejects] = [(await FILES[format]?.()) as string, path("two.tsv")];
	const args = ["dedupe", ...COLUMNS, "--keep", "last", "--rejects", rejects, "--json", "-o", path(`two-out.${format}`), file];
	const summary = JSON.parse(run(args).stderr);
	expect(readFileSync(rejects, "utf8").trimEnd().split("\n")).toHaveLength(2);
	expect(summary).toMatchObject({ rows: 7, unique: 3, duplicates: 2, rejects: 1, otherRejects: 1, empty: 1 });
});

it("refuses new columns of Parquet whose names differ only in case", async () => {
	const file = (await FILES.parquet?.()) as string;
	const { status, stderr } = run(["normalize", "--column", "url", "--into", "host=H,path=h", "-o", path("case.parquet"), file]);
	expect([status, stderr]).toEqual([2, expect.stringContaining('must have different names regardless of case, not "h" twice')]);
});

it.each([
	[["--column", "url", "--into", "host,site"], "--into host,site names no column; write --into host=host,site=site"],
	[["--column", "url", "--column", "canonical", "--into", "c", "--into", "host=h"], "parts go by the first --column"],
	[["--column", "url", "--column", "url"], '--column and --column must be different names, not both "url"'],
	[["--column", "url", "--column", "nope"], 'the table has no column "nope"'],
	[
		["--column", "url", "--column", "canonical", "--into", "u"],
		"give --into once for each --column, in their order, or not at all",
	],
	[["--column", "url", "--into", "a", "--into", "b"], "give --into once for each --column, in their order, or not at all"],
])("refuses %j", async (options, sentence) => {
	const { status, stderr } = run(["normalize", ...options, (await FILES.csv?.()) as string]);
	expect([status, stderr]).toEqual([2, expect.stringContaining(sentence)]);
});

it("names the file of a later table that lacks another column", async () => {
	const [first, second] = [(await FILES.csv?.()) as string, write("lacks.csv", "id,url\n1,http://a/\n")];
	const { status, stderr } = run(["normalize", ...COLUMNS, first, second]);
	expect([status, stderr]).toEqual([2, expect.stringMatching(/lacks\.csv: the table has no column "canonical"/)]);
});

it("writes the header of several files once, and numbers rows across them", async () => {
	const file = (await FILES.csv?.()) as string;
	const rejects = path("both.tsv");
	const { stdout } = run(["normalize", ...COLUMNS, "--rejects", rejects, "--quiet", file, file]);
	expect(stdout.split("\n").filter((line) => line.startsWith("id"))).toEqual(["id,url,canonical"]);
	expect(readFileSync(rejects, "utf8").match(/^\d+/gm)).toEqual(["6", "5", "13", "12"]);
});

it("refuses one column twice, by whatever names", async () => {
	const csv = write("twice.csv", "id,url\n1,HTTP://a\n");
	const pages = write("twice.jsonl", '{"page":{"url":"HTTP://a"}}\n');
	const parquet = path("twice.parquet");
	const { run: sql } = await openDuckDb();
	await sql(`COPY (SELECT 1 AS id, 'HTTP://a' AS url) TO '${parquet}'`);
	for (const [first, second, file] of [
		["url", "2", csv],
		["page.url", "/page/url", pages],
		["url", "2", parquet],
	] as const) {
		const output = path(`twice.out.${file.split(".").at(-1)}`);
		const { status, stderr } = run(["normalize", "--column", first, "--column", second, "-o", output, file]);
		expect([status, stderr]).toEqual([
			2,
			expect.stringContaining(`he columns "${first}" and "${second}" are one: name each column once`),
		]);
	}
});

it("names the column of an invalid value under --invalid fail, if there are several", async () => {
	const csv = write("fail.csv", "url,canonical\nhttp://a,http://[\n");
	const [parquet, output] = [path("fail.parquet"), path("fail.out.parquet")];
	const { run: sql } = await openDuckDb();
	await sql(`COPY (SELECT 'http://a' AS url, 'http://[' AS canonical) TO '${parquet}'`);
	const fault = "the bracketed host is neither IPv6 address nor IPvFuture";
	for (const [options, place] of [
		[["--column", "url", "--column", "canonical", csv], 'row 1 in the column "canonical", byte 7'],
		[["--column", "canonical", "--column", "url", csv], 'row 1 in the column "canonical", byte 7'],
		[["--column", "1", "--column", "2", csv], "row 1 in the column 2, byte 7"],
		[["--column", "canonical", csv], "row 1, byte 7"],
		[["--column", "url", "--column", "canonical", "-o", output, parquet], 'row 1 in the column "canonical", byte 7'],
	] as const) {
		const { status, stderr } = run(["normalize", "--invalid", "fail", ...options]);
		expect([status, stderr]).toEqual([1, `urlsieve: ${place}: ${fault}\n`]);
	}
	const numbers = write("fail.jsonl", '{"url":"http://a","canonical":7}\n');
	const { stderr } = run(["normalize", "--invalid", "fail", "--column", "url", "--column", "canonical", numbers]);
	expect(stderr).toBe('urlsieve: row 1 in the column "canonical": the value in the column is not a string\n');
});
