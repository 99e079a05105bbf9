/** Tables on the command line: formats, columns, bad input, and what stays as it was. */
import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { run, useFolder } from "./command";

const { path, write } = useFolder();

const CSV = 'id,url,note\r\n1,HTTP://A,"x, ""y""\r\nz"\r\n2,http://a/,\r\n3,,\r\n4,http://[,q\r\n';
const NORMALIZED = 'id,url,note\r\n1,http://a/,"x, ""y""\r\nz"\r\n2,http://a/,\r\n3,,\r\n4,http://[,q\r\n';
const UNIQUE = 'id,url,note\r\n1,http://a/,"x, ""y""\r\nz"\r\n3,,\r\n4,http://[,q\r\n';
const JSONL =
	'{"id":1,"page":{"url":"HTTP:\\/\\/A"},"page.x":[{}]}\n{"page":{"url":"http://a/","url":null}}\n{"page":{"url":"http://A"}}\n';

/** The summary of a run with --json. */
function summaryOf(args: string[], input?: string): object {
	return JSON.parse(run([...args, "--json"], input).stderr);
}

describe("a table", () => {
	it("is read by --column, with the format of the file's name", () => {
		expect(run(["normalize", "--column", "url", write("a.csv", CSV)]).stdout).toBe(NORMALIZED);
		expect(run(["dedupe", "--column", "2", write("a.CSV", CSV)]).stdout).toBe(UNIQUE);
		expect(run(["dedupe", "--column", "url", write("a.csv.gz", gzipSync(CSV))]).stdout).toBe(UNIQUE);
		const tsv = ["id\turl\r\n", '"1\t"\tHTTP://A\r\n', "2\thttp://a/\r\n"];
		expect(run(["dedupe", "--column", "url", write("a.tsv", tsv.join(""))]).stdout).toBe(`${tsv[0]}"1\t"\thttp://a/\r\n`);
		const lines = JSONL.replace("HTTP:\\/\\/A", "http://a/").split("\n").slice(0, 2);
		for (const name of ["a.jsonl", "a.ndjson"]) {
			expect(run(["dedupe", "--column", "page.url", write(name, JSONL)]).stdout).toBe(`${lines.join("\n")}\n`);
		}
	});

	it("is read with --format from standard input, and from files of any name", () => {
		expect(run(["dedupe", "--format", "csv", "--column", "url"], CSV).stdout).toBe(UNIQUE);
		expect(run(["dedupe", "--format=csv", "--column=url", write("a.txt", CSV)]).stdout).toBe(UNIQUE);
	});

	it("is a list of lines without --column, whatever its name is", () => {
		const file = write("list.csv", "HTTP://A\nhttp://a/\n");
		for (const format of [[], ["--format", "lines"]]) expect(run(["dedupe", ...format, file]).stdout).toBe("http://a/\n");
	});

	it("gets the results in a new column with --into", () => {
		expect(run(["normalize", "--column", "url", "--into", "n", "--format", "csv"], CSV).stdout).toBe(
			'id,url,note,n\r\n1,HTTP://A,"x, ""y""\r\nz",http://a/\r\n2,http://a/,,http://a/\r\n3,,,\r\n4,http://[,q,http://[\r\n',
		);
	});

	it("has other delimiters with --delimiter, and no header with --no-header", () => {
		const args = ["normalize", "--format", "csv", "--no-header", "--column", "1"];
		expect(run([...args, "--delimiter", ";"], "HTTP://A;,\n").stdout).toBe("http://a/;,\n");
		expect(run([...args, "--delimiter", "\\t"], "HTTP://A\t,\n").stdout).toBe("http://a/\t,\n");
	});

	it("is counted by rows, in words and as JSON", () => {
		const args = ["dedupe", "--column", "url", write("counted.csv", CSV)];
		expect(run(args).stderr).toMatch(/^urlsieve dedupe: 4 rows, 1 unique, 1 duplicate, 1 empty, 1 reject, /);
		expect(summaryOf(args)).toMatchObject({ rows: 4, column: "url", unique: 1, duplicates: 1, empty: 1, rejects: 1, notes: [] });
		expect(summaryOf(["normalize", ...args.slice(1)])).toMatchObject({ rows: 4, empty: 1, rejects: 1 });
	});

	it("follows other tables with the same header, which is written once", () => {
		const rest = write("rest.csv", "\ufeffid,url,note\n5,HTTP://B,\n");
		const args = ["dedupe", "--column", "url", write("first.csv", `\ufeff${CSV.trimEnd()}`), write("empty.csv", ""), rest];
		expect(run(args).stdout).toBe(`\ufeff${UNIQUE.trimEnd()}\n5,http://b/,\n`);
		expect(summaryOf(args)).toMatchObject({ rows: 5, unique: 2, duplicates: 1, empty: 1, rejects: 1 });
		const other = write("other.csv", "url,id,note\n");
		const failed = run([...args, "-o", path("both.csv"), other]);
		expect([failed.status, failed.stderr]).toEqual([
			3,
			`urlsieve: cannot read ${other}: its header is not that of ${args[3]}; pass the files one by one\n`,
		]);
		expect(existsSync(path("both.csv"))).toBe(false);
	});

	it("shares a set with lists", () => {
		const seen = path("tables.seen");
		expect(run(["dedupe", "--column", "url", "--seen", seen, write("seen.jsonl", '{"url":"http://A"}')]).stdout).toBe(
			'{"url":"http://a/"}\n',
		);
		expect(run(["dedupe", "--seen", seen], "http://a\nhttp://b\n").stdout).toBe("http://b/\n");
	});
});

/** Options, a table, and what each --invalid leaves; then the lines of --rejects. */
const BAD: readonly [string, string[], string, { keep: string; drop: string; blank: string }, string[]][] = [
	["rows without a reference", ["csv"], 'a,url\n1,\n1," "\n\n1,""\n', same('a,url\n1,\n1," "\n\n1,""\n'), []],
	[
		"values without a reference",
		["jsonl"],
		'{"url":null}\n{}\n[]\n\n{"url":""}\n',
		same('{"url":null}\n{}\n[]\n\n{"url":""}\n'),
		[],
	],
	[
		"references that have no normal form",
		["csv"],
		'a,url\n1,"http://["\n2,1:\n',
		{ keep: 'a,url\n1,"http://["\n2,1:\n', drop: "a,url\n", blank: "a,url\n1,\n2,\n" },
		["1\t7\tinvalid-ip-literal\turl\thttp://[", "2\t0\tinvalid-scheme\turl\t1:"],
	],
	[
		"ragged rows",
		["csv"],
		"a,url\n1\n1,2,3\n",
		dropped("a,url\n", "1\n1,2,3\n"),
		["1\t0\tragged-row\turl\t", "2\t0\tragged-row\turl\t"],
	],
	[
		"text after a quote",
		["csv"],
		'a,url\n1,"b"c\n2,"d\n',
		dropped("a,url\n", '1,"b"c\n2,"d\n'),
		["1\t0\tinvalid-quote\turl\t", "2\t0\tunclosed-quote\turl\t"],
	],
	[
		"lines that are no JSON",
		["jsonl"],
		'{"url":\n{"url":"a"}}\n',
		dropped("", '{"url":\n{"url":"a"}}\n'),
		["1\t0\tinvalid-json\turl\t", "2\t0\tinvalid-json\turl\t"],
	],
	[
		"values that are not text",
		["jsonl"],
		'{"url":1}\n{"url":["a"]}\n',
		dropped("", '{"url":1}\n{"url":["a"]}\n'),
		["1\t0\tnot-text\turl\t", "2\t0\tnot-text\turl\t"],
	],
	["lone surrogates", ["jsonl"], '{"url":"\\ud800"}\n', dropped("", '{"url":"\\ud800"}\n'), ["1\t0\till-formed-string\turl\t"]],
	[
		"rows that are too long",
		["csv"],
		`url\n${"x".repeat(2 ** 24 + 9)}\n`,
		dropped("url\n", `${"x".repeat(2 ** 24 + 9)}\n`),
		["1\t0\trow-too-long\turl\t"],
	],
	["mixed line ends", ["csv"], "url\r\nHTTP://A\nHTTP://B\r\n", same("url\r\nhttp://a/\nhttp://b/\r\n"), []],
	["a byte order mark", ["jsonl"], '\ufeff{"url":"HTTP://A"}\n', same('\ufeff{"url":"http://a/"}\n'), []],
	["NUL", ["csv"], "a,url\n\0,http://a/\0b\n", same("a,url\n\0,http://a/%00b\n"), []],
];

function same(text: string) {
	return { keep: text, drop: text, blank: text };
}

/** Rows without a field that could become empty: only `drop` changes them. */
function dropped(head: string, rows: string) {
	return { keep: head + rows, drop: head, blank: head + rows };
}

describe("bad input", () => {
	it.each(BAD)("handles %s as --invalid says, and lists them", (_title, [format], text, expected, rejects) => {
		const file = write(`bad.${format}`, text);
		for (const [invalid, output] of Object.entries(expected)) {
			for (const command of ["normalize", "dedupe"]) {
				const options = ["--binary", "--column", "url", "--invalid", invalid, "--rejects", path("bad.txt")];
				const { status, stdout } = run([command, ...options, file]);
				expect([command, invalid, status, stdout === output]).toEqual([command, invalid, 0, true]);
				expect(readFileSync(path("bad.txt"), "utf8").split("\n").slice(0, -1)).toEqual(rejects);
			}
		}
	});

	it.each([
		["url\nhttp://a\nhttp://[\n", "csv", "row 2, byte 7: the bracketed host is neither IPv6 address nor IPvFuture"],
		["url\nhttp://[\n1,2\n", "csv", "row 1, byte 7: the bracketed host is neither IPv6 address nor IPvFuture"],
		["url\n1,2\nhttp://[\n", "csv", "row 1: it has another number of fields than the header"],
		["url,a\nhttp://a\n", "csv", "row 1: it has another number of fields than the header"],
		['{"url":1}\n', "jsonl", "row 1: the value in the column is not a string"],
	])("ends a run under --invalid fail: %j", (text, format, sentence) => {
		const output = write(`kept.${format}`, "kept");
		const args = ["dedupe", "--column", "url", "--invalid", "fail", "-o", output, write(`fails.${format}`, text)];
		const { status, stderr } = run(args);
		expect([status, stderr, readFileSync(output, "utf8")]).toEqual([1, `urlsieve: ${sentence}\n`, "kept"]);
	});

	it("names the row of all tables under --invalid fail", () => {
		const args = ["dedupe", "--column", "url", "--invalid", "fail"];
		const files = [write("good.csv", "url\nhttp://a\nhttp://b\n"), write("worse.csv", "url\nhttp://c\nhttp://[\n")];
		expect(run([...args, ...files]).stderr).toContain("row 4, byte 7: ");
	});

	it("fails on a header that cannot be read, and leaves the output as it was", () => {
		const output = write("untouched.csv", "kept");
		const file = write("header.csv", '"url\nhttp://a\n');
		const { status, stderr } = run(["dedupe", "--column", "url", "-o", output, file]);
		const sentence = "the header cannot be read: a quoted field does not end";
		expect([status, stderr]).toEqual([3, `urlsieve: cannot read ${file}: ${sentence}\n`]);
		expect(readFileSync(output, "utf8")).toBe("kept");
	});

	it("names the nearest column, and shows characters that could act on a terminal", () => {
		const file = write("names.csv", "link,\u001b[2J\u{e0041}\n");
		const { status, stderr } = run(["normalize", "--column", "lnik", file]);
		const sentence = 'the table has no column "lnik"; it has "link", "<U+001B>[2J<U+E0041>" (did you mean link?)';
		expect([status, stderr]).toEqual([2, `urlsieve: ${file}: ${sentence}; try: urlsieve normalize --help\n`]);
	});

	it("fails on a truncated file, and leaves the output as it was", () => {
		const output = write("untouched.csv", "kept");
		const packed = gzipSync(`url\n${"http://a\n".repeat(9999)}`);
		const file = write("truncated.csv.gz", packed.subarray(0, packed.length - 9));
		const { status, stderr } = run(["dedupe", "--column", "url", "-o", output, file]);
		expect([status, stderr]).toEqual([3, `urlsieve: cannot read ${file}: the compressed data is truncated\n`]);
		expect(readFileSync(output, "utf8")).toBe("kept");
	});

	it("notes a column of JSON lines in which no row has a reference", () => {
		const { notes } = summaryOf(["normalize", "--format", "jsonl", "--column", "ref"], '{"ref":null}\n{"url":"b"}\n') as {
			notes: unknown;
		};
		const sentence = 'found no reference in the column "ref" of 2 rows; check --column';
		expect(notes).toEqual([{ code: "no-references", count: 2, sentence }]);
	});

	it("notes that most rows are rejects", () => {
		const { notes } = summaryOf(["normalize", "--format", "csv", "--column", "url"], "url\n1:\nhttp://a\n2:\n") as {
			notes: unknown;
		};
		const sentence = "rejected 2 of 3 rows; check --column and --format";
		expect(notes).toEqual([{ code: "mostly-rejects", count: 2, sentence }]);
	});
});

const FILE = write("usage.csv", "id,url,id\n");

/** Arguments, and the sentence of the usage error. Those of single options are in usage.test.ts. */
const REFUSED: readonly [string[], string][] = [
	[
		["--format", "cvs", FILE],
		'--format must be lines, csv, tsv, jsonl, json, cdx, cdxj, parquet or arrow, not "cvs" (did you mean csv?)',
	],
	[["--column", "url"], "--column requires --format csv, tsv, jsonl, json, cdx, cdxj, parquet or arrow for standard input"],
	[
		["--column", "url", "urls.txt"],
		'--column requires --format csv, tsv, jsonl, json, cdx, cdxj, parquet or arrow for "urls.txt"',
	],
	[["--column", "url", "a.csv", "b.jsonl.gz"], '"a.csv" and "b.jsonl.gz" are in two formats; run the command for each'],
	[["--column", "url", "--no-header", FILE], 'with --no-header, --column must be a number from 1, not "url"'],
	[["--no-header", FILE], "--no-header requires --column NAME"],
	[
		["--column", "url", "--delimiter", "ab", FILE],
		'--delimiter must be one character of US-ASCII between the fields of "csv" or "tsv"',
	],
	[["--key-into", "k", FILE], "--key-into requires --column NAME"],
	[
		["--key-into", "n", "--into", "n", "--profile", "crawl@1", "--column", "url", FILE],
		'--into and --key-into must be different names, not both "n"',
	],
	[
		["--profile", "crawl@1", "--column", "url", "--print", "key", "--key-into", "k", FILE],
		"--key-into and --print key exclude each other",
	],
	[["--column", "link", FILE], `${FILE}: the table has no column "link"; it has "id", "url", "id"`],
	[["--column", "4", FILE], `${FILE}: the table has 3 columns, not 4: "id", "url", "id"`],
	[["--column", "id", FILE], `${FILE}: several columns are named "id": pass the number of one, from 1`],
	[["--column", "url", "--into", "id", FILE], `${FILE}: the table already has a column "id"`],
];

it("refuses --print both for tables, which --key-into is for", () => {
	const { status, stderr } = run(["normalize", "--profile", "crawl@1", "--column", "url", "--print", "both", FILE]);
	const sentence = "--print both is for lists of lines; --key-into NAME adds the keys to a table";
	expect([status, stderr]).toEqual([2, `urlsieve: ${sentence}; try: urlsieve normalize --help\n`]);
});

describe("usage", () => {
	it.each(REFUSED)("refuses %j: %s", (args, sentence) => {
		for (const command of ["normalize", "dedupe"]) {
			const output = path("refused.csv");
			const { status, stdout, stderr } = run([command, "-o", output, ...args]);
			expect([status, stdout, stderr]).toEqual([2, "", `urlsieve: ${sentence}; try: urlsieve ${command} --help\n`]);
			expect(existsSync(output)).toBe(false);
		}
	});
});

describe("a new column of JSON lines", () => {
	const rows = (count: number) => Array.from({ length: count }, (_, row) => `{"id":${row},"url":"HTTP://A/${row}"}\n`).join("");
	const taken = `${rows(30_000)}{"url":null,"l\\u0061ng":"de"}\n`;
	const file = write("taken.jsonl", taken);
	const sentence = 'the table already has a column "lang" in row 30001';

	it.each([
		["normalize", "--into", "lang"],
		["normalize", "--profile", "crawl@1", "--into", "n", "--key-into", "lang"],
		["resolve", "--base", "http://a/", "--into", "lang"],
		["dedupe", "--into", "lang"],
		["dedupe", "--profile", "crawl@1", "--key-into", "lang"],
		["dedupe", "--keep", "last", "--into", "lang"],
		["dedupe", "--memory", "16M", "--into", "n", "--count-into", "lang"],
		["dedupe", "--seen", path("taken.seen"), "--into", "lang"],
	])("is refused if a row has its name: %s %s %s %s", (command = "", ...options) => {
		const output = write("kept.jsonl", "old\n");
		const args = [command, "--column", "url", "--format", "jsonl", ...options, "-o", output];
		const help = `try: urlsieve ${command} --help\n`;
		const { status, stdout, stderr } = run([...args, file]);
		expect([status, stdout, stderr]).toEqual([2, "", `urlsieve: ${file}: ${sentence}; ${help}`]);
		const piped = run(args, taken);
		expect([piped.status, piped.stdout, piped.stderr]).toEqual([2, "", `urlsieve: standard input: ${sentence}; ${help}`]);
		expect(readFileSync(output, "utf8")).toBe("old\n");
	});

	it("numbers the rows of several files, and writes none of that row", () => {
		const first = write("first.jsonl", rows(2));
		const second = write("second.jsonl", '{"url":"http://b/","lang":1}\n');
		const { status, stderr } = run(["dedupe", "--column", "url", "--count-into", "lang", first, second]);
		expect([status, stderr]).toEqual([
			2,
			`urlsieve: ${second}: the table already has a column "lang" in row 3; try: urlsieve dedupe --help\n`,
		]);
		const { stdout } = run(["normalize", "--column", "url", "--format", "jsonl", "--into", "lang"], taken);
		const written = stdout.replaceAll(/,"lang":"http:[^"]*"/g, "");
		expect([written.length > 0, rows(30_000).startsWith(written)]).toEqual([true, true]);
	});
});
