/** Indexes of web archives on the command line: CDX and CDXJ. */
import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { run, useFolder } from "./command";

const { path, write } = useFolder();

const LEGEND = " CDX N b a m s k r M S V g\n";
const ROWS = [
	"com,example)/ 20260101000000 http://example.com/ text/html 200 AAA - - 100 1 a.warc.gz\n",
	'com,example)/ 20260301000000 HTTP://Example.com:80/ "text/html 200 BBB - - 300 2 a.warc.gz\n',
	"com,example)/x 20260201000000 - warc/revisit - CCC - - 1 3 a.warc.gz\n",
	"com,example)/y 20260201000000 http://[ text/html 200 DDD - - 1 4 a.warc.gz\n",
];
const CDXJ = [
	'com,example)/ 20260101000000 {"url": "http://example.com/", "mime": "text/html", "status": "200"}\n',
	'com,example)/ 20260301000000 {"url": "HTTP://Example.com:80/", "mime": "text/html", "status": "200"}\n',
	'com,example)/y 20260201000000 {"status": "404"}\n',
	"com,example)/z 20260201000000\n",
];

describe("CDX", () => {
	const first = [ROWS[0], ROWS[2], ROWS[3]].join("");
	const last = [(ROWS[1] as string).replace("HTTP://Example.com:80/", "http://example.com/"), ROWS[2], ROWS[3]].join("");

	it.each([
		["with a legend", LEGEND],
		["without", ""],
	])("knows its column %s", (_title, legend) => {
		const file = write("index.txt", legend + ROWS.join(""));
		expect(run(["dedupe", "--format", "cdx", file]).stdout).toBe(legend + first);
		expect(run(["dedupe", "--format", "cdx", "--keep", "last", file]).stdout).toBe(legend + last);
		expect(run(["dedupe", "--format", "cdx", "--keep", "max:b", file]).stdout).toBe(legend + last);
		expect(run(["dedupe", "--format", "cdx", "--keep", "min:9", file]).stdout).toBe(legend + first);
		const { stderr } = run(["dedupe", "--format", "cdx", "--json", file]);
		expect(JSON.parse(stderr)).toMatchObject({ rows: 4, column: "a", unique: 1, duplicates: 1, empty: 1, rejects: 1 });
	});

	it("is recognized by the name of the file, with only --column", () => {
		const file = write("index.cdx.gz", gzipSync(LEGEND + ROWS.join("")));
		expect(run(["dedupe", "--column", "a", file]).stdout).toBe(LEGEND + first);
		expect(run(["dedupe", "--column", "3", file]).stdout).toBe(LEGEND + first);
		expect(run(["dedupe", "--format", "lines", write("list.cdx", "HTTP://A\n")]).stdout).toBe("http://a/\n");
	});

	it("is read by the name of the file, or by its first bytes", () => {
		const rows = LEGEND + ROWS.join("");
		for (const file of [write("index.cdx", rows), write("index.cdx.gz", gzipSync(rows)), write("index.data", rows)])
			expect(run(["dedupe", file]).stdout).toBe(LEGEND + first);
		const cdxj = write("really-cdxj.cdx", CDXJ.join(""));
		expect(run(["inspect", "--quiet", "--all", cdxj]).stdout).toContain('"reference":"http://example.com/"');
		const { status, stderr } = run(["dedupe", cdxj, write("urls.txt", "http://a/\n")]);
		expect([status, stderr]).toEqual([2, expect.stringContaining("are in two formats; run the command for each")]);
	});

	it("goes by profiles", () => {
		const { stdout } = run(["normalize", "--profile", "surt@1", "--print", "key", "--format", "cdx"], ROWS[0]);
		expect(stdout).toBe((ROWS[0] as string).replace("http://example.com/", "com,example)/"));
	});

	it("follows other files with the same legend, and no others", () => {
		const [one, two, none] = [
			write("one.cdx", LEGEND + ROWS[0]),
			write("two.cdx", LEGEND + ROWS[1]),
			write("none.cdx", ROWS[1] ?? ""),
		];
		expect(run(["dedupe", "--format", "cdx", one, two]).stdout).toBe(LEGEND + ROWS[0]);
		expect(run(["dedupe", "--format", "cdx", none, none]).stdout).toBe(
			(ROWS[1] as string).replace("HTTP://Example.com:80/", "http://example.com/"),
		);
		const output = path("mixed.cdx");
		for (const keep of ["first", "last"]) {
			for (const [before, after] of [
				[one, none],
				[none, one],
			] as const) {
				const { status, stderr } = run(["dedupe", "--format", "cdx", "--keep", keep, "-o", output, before, after]);
				const sentence = `cannot read ${after}: its header is not that of ${before}; pass the files one by one`;
				expect([status, stderr, existsSync(output)]).toEqual([3, `urlsieve: ${sentence}\n`, false]);
			}
		}
	});

	it.each<[string[], string]>([
		[["--into", "n"], "--into is not for cdx, whose columns and delimiter are those of its legend"],
		[
			["--key-into", "n", "--profile", "crawl@1"],
			"--key-into is not for cdx, whose columns and delimiter are those of its legend",
		],
		[["--count-into", "n"], "--count-into is not for cdx, whose columns and delimiter are those of its legend"],
		[["--delimiter", ";"], "--delimiter is not for cdx, whose columns and delimiter are those of its legend"],
		[["--no-header"], "--no-header is not for cdx, whose columns and delimiter are those of its legend"],
	])("refuses %j: %s", (options, sentence) => {
		const { status, stdout, stderr } = run(["dedupe", "--format", "cdx", ...options], LEGEND);
		expect([status, stdout, stderr]).toEqual([2, "", `urlsieve: ${sentence}; try: urlsieve dedupe --help\n`]);
	});

	it.each<[string, string[]]>([
		["S", ["--by", "url,length"]],
		["S", ["--keep", "max:length"]],
		["S", ["--by", "url,length", "--keep", "last"]],
		["S", ["--by", "url,length", "--memory", "16M"]],
		["g", ["--column", "g"]],
	])("without a legend, refuses the column %s that the first row does not reach: %j", (letter, options) => {
		const place = { S: 9, g: 11 }[letter];
		const rows = ROWS.map((row) => row.split(" ").slice(0, 7).join(" ")).join("\n");
		const sentence = `without a legend, "${letter}" is column ${place}, and the first row has 7 columns`;
		const refusal = (name: string) => `urlsieve: ${name}: ${sentence}; try: urlsieve dedupe --help\n`;
		const output = path("refused.cdx");
		for (const file of [write("short.cdx", rows), write("short.cdx.gz", gzipSync(rows))]) {
			const { status, stderr } = run(["dedupe", ...options, "-o", output, file]);
			expect([status, stderr, existsSync(output)]).toEqual([2, refusal(file), false]);
		}
		if (options.includes("--memory")) return;
		const { status, stdout, stderr } = run(["dedupe", "--format", "cdx", ...options], rows);
		expect([status, stdout, stderr]).toEqual([2, "", refusal("standard input")]);
	});

	it("without a legend, has no shorter rows for a blank line before them", () => {
		const { stdout } = run(["dedupe", "--format", "cdx", "--by", "url,length"], `\n${ROWS[0]}`);
		expect(stdout).toBe(`\n${ROWS[0]}`);
	});

	it("names the letters that there are", () => {
		const { status, stderr } = run(["dedupe", "--format", "cdx", "--column", "page"], " CDX N a\n");
		const sentence = 'standard input: the table has no column "page"; it has "N", "a"';
		expect([status, stderr]).toEqual([2, `urlsieve: ${sentence}; try: urlsieve dedupe --help\n`]);
	});
});

describe("CDXJ", () => {
	it("has the references in its objects, and keeps the rest of a line", () => {
		const file = write("index.cdxj", CDXJ.join(""));
		const rejects = path("rejects.tsv");
		const { stdout, stderr } = run(["dedupe", "--format", "cdxj", "--json", "--rejects", rejects, file]);
		expect(stdout).toBe([CDXJ[0], CDXJ[2], CDXJ[3]].join(""));
		expect(readFileSync(rejects, "utf8")).toBe("4\t0\tinvalid-json\turl\t\n");
		expect(JSON.parse(stderr)).toMatchObject({ rows: 4, column: "url", unique: 1, duplicates: 1, empty: 1, rejects: 1 });
	});

	it("gets new keys, and takes other keys for the column", () => {
		const { stdout } = run(["dedupe", "--format", "cdxj", "--keep", "last", "--count-into", "n"], CDXJ.slice(0, 2).join(""));
		expect(stdout).toBe((CDXJ[1] as string).replace("HTTP://Example.com:80/", "http://example.com/").replace("}", ',"n":2}'));
		const other = '!OpenWayback-CDXJ 1.0\n(com,a)/ 2026 response {"uri":"HTTP://A"}\n';
		expect(run(["normalize", "--column", "uri", write("other.cdxj", other)]).stdout).toBe(other.replace("HTTP://A", "http://a/"));
	});
});
