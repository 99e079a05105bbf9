/** Notes on lists and tables as other programs leave them, and what each of them advises. */
import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { tableFromArrays, tableToIPC } from "apache-arrow";
import { dedupeFile } from "urlsieve/node";
import { describe, expect, it } from "vitest";
import { run, useFolder } from "./command";

const { write, path, shell } = useFolder();

const BOM = "\ufeff";

interface Summary {
	readonly rows?: number;
	readonly unique?: number;
	readonly rejects: number;
	readonly notes: readonly { readonly code: string; readonly count: number; readonly sentence: string }[];
}

const summaryOf = (args: string[], input: string) => JSON.parse(run([...args, "--json"], input).stderr) as Summary;
const SPACE = "found white space of Unicode, such as U+00A0, at the start or end of";

describe("the summary notes", () => {
	it.each<[string, string, number, string]>([
		[
			"lines that end in CR CR LF",
			"http://a\r\r\nhttp://b\r\r\nhttp://c\r\r\n",
			3,
			"lines end in CR CR LF; remove the CRs with tr -d '\\r'",
		],
		["a byte order mark in the middle", `${BOM}http://a/\n${BOM}http://b/\n`, 1, "1 reject begins with a byte order mark"],
		["U+00A0", "http://a/\u00a0\nhttp://b/\n", 1, `${SPACE} 1 of the first 2 lines`],
		["U+3000 and U+200B", "http://a/\u3000\r\n\u200bhttp://b/\n", 2, `${SPACE} 2 of the first 2 lines`],
	])("%s", (_, input, count, sentence) => {
		expect(summaryOf(["normalize"], input).notes.find((note) => note.sentence.includes(sentence))?.count).toBe(count);
	});

	it("advice on CR CR LF that works", () => {
		write("crcrlf.txt", "http://a/\r\r\nhttp://a/\r\r\n");
		expect(shell("tr -d '\\r' < crcrlf.txt | $URLSIEVE dedupe --quiet").stdout).toBe("http://a/\n");
		write("a.txt", `${BOM}http://a/\n`);
		const command = "cat a.txt a.txt | sed 's/^\\xEF\\xBB\\xBF//' | $URLSIEVE dedupe --quiet";
		expect(shell(command).stdout).toBe("http://a/\n");
		expect(run(["dedupe", "--quiet", path("a.txt"), path("a.txt")]).stdout).toBe("http://a/\n");
	});

	it.each<[string, string, number, string]>([
		["at the end", '2,http://b/,"open\n', 1, "line 3 of standard input"],
		["before another quote", '2,http://b/,"open\n3,http://c/,"y"\n', 1, "line 3 of standard input"],
	])("the line where a quote was left open: %s", (_, rows, count, where) => {
		const table = `id,url,title\n1,http://a/,x\n${rows}4,http://d/,z\n`;
		const { notes, unique, rejects } = summaryOf(["dedupe", "--format", "csv", "--column", "url"], table);
		expect({ unique, rejects }).toEqual({ unique: rows.split("\n").length, rejects: 1 });
		const sentence = `a quoted field is left open in ${where}; the line is a reject, and the lines after it are read as rows`;
		expect(notes).toEqual([{ code: "open-quotes", count, sentence }]);
	});
});

it.each([[], ["--memory", "16M"], ["--keep", "last"]])(
	"names the line and the file of an open quote after fields of many lines: %j",
	(...way) => {
		const long = (id: number) => `${id},http://h/${id},"${"a line\n".repeat(id % 5)}"\r\n`;
		const rows = Array.from({ length: 20_000 }, (_, id) => long(id));
		const before = `\ufeffid,url,"ti\ntle"\n${rows.join("")}`;
		const files = [
			write("whole.csv", before),
			write("open.csv", `${before}x,http://x,"open\n${rows.join("")}y,http://y,"open\n`),
		];
		const { stderr } = run(["dedupe", "--column", "url", "--json", ...way, "-o", path("named.csv"), ...files]);
		const place = `2 rows, first in line ${(before.split("\n").length).toLocaleString("en")} of ${files[1]}`;
		expect(JSON.parse(stderr).notes).toEqual([expect.objectContaining({ code: "open-quotes", count: 2 })]);
		expect(JSON.parse(stderr).notes[0].sentence).toContain(`a quoted field is left open in ${place};`);
	},
);

it("a quote that was left open and met a later one loses no row", () => {
	const rows = Array.from({ length: 500 }, (_, index) => `${index},http://h/${index},${index === 490 ? 'size 12"' : "t"}\n`);
	rows[9] = '9,"http://h/9,t\n';
	const table = `id,url,title\n${rows.join("")}`;
	const args = ["--format", "csv", "--column", "url"];
	expect(summaryOf(["dedupe", ...args], table)).toMatchObject({ rows: 500, unique: 499, rejects: 1 });
	expect(run(["normalize", "--quiet", ...args], table).stdout).toBe(table);
});

it("--count names the option that counts the rows of a CDX", () => {
	const message = "--count is for lists of lines, and cdx has no room for a column of counts; cdxj takes --count-into NAME";
	expect(run(["dedupe", "--format", "cdx", "--count"]).stderr).toContain(message);
	expect(run(["dedupe", "--column", "a", "--count", write("a.cdx", " CDX N b a\n")]).stderr).toContain(message);
});

describe("values of tables that are text", () => {
	const VALUES = ["http://a/b c", "not a url", " padded ", "mailto:a b", "x y", ""];
	const TABLES: [string, string, string[]][] = [
		["csv", `url,n\n${VALUES.map((value) => `"${value}",1\n`).join("")}`, []],
		["jsonl", VALUES.map((url) => `${JSON.stringify({ url })}\n`).join(""), []],
		["csv", `url\n${VALUES.map((value) => `${value}\n`).join("")}`, ["--memory", "16M"]],
		["csv", `url\n${VALUES.map((value) => `${value}\n`).join("")}`, ["--keep", "last"]],
	];
	const sentence = '2 values have white space and no scheme, such as "not a url", which is read as the relative reference';

	it.each(TABLES)("are named in a note: %s, %s, %j", (format, text, way) => {
		const args = ["--format", format, "--column", "url", write(`values.${format}`, text)];
		const notes = (command: string[]) => summaryOf([...command, ...args, "-o", path("out")], "").notes;
		const note = { code: "text-values", count: 2, sentence: expect.stringContaining(sentence) };
		expect(notes(["dedupe", ...way])).toEqual([note]);
		expect(notes(["normalize"])).toEqual([note]);
		expect(notes(["normalize", "--default-scheme", "https"])).toEqual([note]);
		expect(notes(["dedupe", ...way, "--require-scheme"])).toEqual([]);
		expect(notes(["resolve", "--base", "http://a/"])).toEqual([]);
	});

	it("are named once of Arrow, which is read twice", async () => {
		writeFileSync(path("values.arrow"), tableToIPC(tableFromArrays({ url: VALUES }), "file"));
		for (const way of [[], ["--memory", "16M"], ["--keep", "last"]]) {
			const { notes } = summaryOf(["dedupe", ...way, "--column", "url", "-o", path("out.arrow"), path("values.arrow")], "");
			expect(notes).toEqual([expect.objectContaining({ code: "text-values", count: 2 })]);
		}
	});
});

describe("advice", () => {
	const urls = "http://a/\nhttp://b/\n";

	it.each<[string, string, string, string]>([
		["a number after each URL", "http://a/ 200\nhttp://b/ 404\n", "inner-space", "cut -d' ' -f1"],
		["a comment after a URL", "http://a/ # mine\nhttp://b/\n", "inner-space", "cut -d' ' -f1"],
		["quotation marks", '"http://a/"\n"http://b/"\n"http://b/"\n', "enclosed-lines", `sed 's/^["<]//; s/[">]$//'`],
		["angle brackets", "<http://a/>\n<http://b/>\n<http://b/>\n", "enclosed-lines", `sed 's/^["<]//; s/[">]$//'`],
	])("on %s works", (_, text, code, remedy) => {
		const file = write("odd.txt", text);
		const { notes } = summaryOf(["dedupe", file], "");
		expect(notes.find((note) => note.code === code)?.sentence).toContain(remedy);
		expect(shell(`${remedy} ${file} | $URLSIEVE dedupe --quiet`).stdout).toBe(urls);
	});

	it("on semicolons works", () => {
		const file = write("semicolons.csv", "id;url;n\n1;HTTP://A;2\n3;http://b;4\n");
		const { notes } = summaryOf(["normalize", file], "");
		const sentence =
			"found 2 semicolons in each of 3 of the first 3 lines; if the input is a table, add --format csv --delimiter ';'";
		expect(notes.find(({ code }) => code === "mostly-semicolons")?.sentence).toContain(sentence);
		const { status, stderr } = run(["normalize", "--column", "url", file]);
		expect([status, stderr]).toEqual([2, expect.stringContaining(`it has "id;url;n"; add --delimiter ';'; try:`)]);
		expect(run(["normalize", "--column", "url", "--delimiter", ";", file]).stdout).toContain("\n1;http://a/;2\n");
	});

	it("on the line sep=; of Excel works", () => {
		const file = write("excel.csv", "sep=;\r\nid;url\r\n1;HTTP://A\r\n");
		const { stderr } = run(["normalize", "--column", "url", file]);
		expect(stderr).toContain("remove it with sed 1d, and add --format csv --delimiter ';'");
		const command = `sed 1d ${file} | $URLSIEVE normalize --quiet --column url --format csv --delimiter ';'`;
		expect(shell(command).stdout).toBe("id;url\r\n1;http://a/\r\n");
	});

	it("on TABs and bars in the header of CSV works", () => {
		const file = write("tabs.csv", "id\turl\n1\tHTTP://A\n");
		expect(run(["normalize", "--column", "url", file]).stderr).toContain("; add --format tsv; try:");
		expect(run(["normalize", "--column", "url", "--format", "tsv", file]).stdout).toBe("id\turl\n1\thttp://a/\n");
		const bars = write("bars.csv", "id|url\n1|HTTP://A\n");
		expect(run(["normalize", "--column", "url", bars]).stderr).toContain("; add --delimiter '|'; try:");
	});

	it("on profiles and policies names the other option", () => {
		const file = write("good.json", "{}");
		const other = {
			profile: `for the file ${file}, write --policy ${file}`,
			policy: "crawl@1 is a profile, not a file: write --profile crawl@1, or",
		};
		expect(run(["normalize", "--profile", file])).toMatchObject({ status: 2, stderr: expect.stringContaining(other.profile) });
		expect(run(["normalize", "--policy", "crawl@1"])).toMatchObject({ status: 2, stderr: expect.stringContaining(other.policy) });
		expect(run(["normalize", "--policy", file], "http://a\n").status).toBe(0);
	});

	it("on empty arguments says that they are empty", () => {
		for (const args of [
			["normalize", ""],
			["dedupe", ""],
			["validate", ""],
			["normalize", "-o", ""],
			["normalize", "--policy", ""],
		]) {
			const { status, stderr } = run(args, "http://a\n");
			expect([status, stderr]).toEqual([
				2,
				expect.stringMatching(/^urlsieve: an empty argument names no file to (?:read|write); "-" is/),
			]);
		}
	});

	it("of dedupeFile names no option of the command line", async () => {
		const messageOf = (source: string, target: string) => dedupeFile(source, target).catch(({ message }: Error) => message);
		const list = write("list.txt", urls);
		const binary = write("binary.txt", "http://a\0\n");
		const messages = [
			[binary, path("o"), 'the option "binary" reads it all the same.'],
			[write("some.cdx", " CDX N b a\ncom,a)/ 2 http://a\n"), path("o"), 'dedupeTable of "urlsieve/tables" reads it.'],
			[write("some.json", '[{"url":1}]'), path("o"), 'dedupeTable of "urlsieve/tables" reads it.'],
			[list, path("o.csv"), 'or call dedupeTable of "urlsieve/tables" if the input is a table.'],
			[list, path("o.zst"), "drop this ending, and compress the file afterwards with zstd."],
		] as const;
		for (const [source, target, advice] of messages) {
			const message = await messageOf(source, target);
			expect(message).toContain(advice);
			expect(message).not.toContain("--");
		}
		await expect(dedupeFile(binary, path("o"), { binary: true })).resolves.toMatchObject({ lines: 1 });
	});
});

it.each(["cdx", "cdxj"])("a compressed %s under any name is read as an index", (format) => {
	const row = (time: string) =>
		format === "cdx" ? `com,a)/ ${time} http://a text/html 200 K - - 1 2 f\n` : `com,a)/ ${time} {"url": "http://a"}\n`;
	const text = row("20200101000000") + row("20210101000000");
	writeFileSync(path("part-00000.gz"), gzipSync(text));
	const summary = summaryOf(["dedupe", path("part-00000.gz")], "");
	expect(summary).toMatchObject({ rows: 2, unique: 1, rejects: 0 });
});

it("CDX takes the names of pywb for its columns everywhere", () => {
	const row = (time: string) => `com,a)/ ${time} http://a/ text/html 200 K - - 1 2 f\n`;
	const file = write("names.cdx", row("20200101000000") + row("20220101000000") + row("20210101000000"));
	for (const args of [["max:timestamp"], ["max:timestamp", "--memory", "16M"], ["max:b", "--column", "url"]]) {
		expect(run(["dedupe", "--quiet", "--keep", ...args, file]).stdout).toBe(row("20220101000000"));
	}
});
