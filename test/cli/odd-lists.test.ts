/** Notes on lists and tables as other programs leave them, and what each of them advises. */
import { writeFileSync } from "node:fs";
import { tableFromArrays, tableToIPC } from "apache-arrow";
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
		["CR alone", "http://a\rhttp://b\r", 1, "lines look CR-terminated; convert them with tr '\\r' '\\n'"],
		["a byte order mark in the middle", `${BOM}http://a/\n${BOM}http://b/\n`, 1, "1 reject begin with a byte order mark"],
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

it.each([[], ["--memory", "16M"], ["--keep", "last"]])("names the line and the file of an open quote after fields of many lines: %j", (...way) => {
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
});

it("a quote that was left open and met a later one loses no row", () => {
	const rows = Array.from({ length: 500 }, (_, index) => `${index},http://h/${index},${index === 490 ? 'size 12"' : "t"}\n`);
	rows[9] = '9,"http://h/9,t\n';
	const table = `id,url,title\n${rows.join("")}`;
	const args = ["--format", "csv", "--column", "url"];
	expect(summaryOf(["dedupe", ...args], table)).toMatchObject({ rows: 500, unique: 499, rejects: 1 });
	expect(run(["normalize", "--quiet", ...args], table).stdout).toBe(table);
});

it.each([
	["//cdn.example.com/x", "https://cdn.example.com/x"],
	["//localhost:8080", "https://localhost:8080/"],
	["///a", "///a"],
	["//?a", "//?a"],
	["/a//b.example/c", "/a//b.example/c"],
	["cdn.example.com/x", "https://cdn.example.com/x"],
])("--default-scheme reads %s as %s", (line, expected) => {
	expect(run(["normalize", "--quiet", "--default-scheme", "https"], `${line}\n`).stdout).toBe(`${expected}\n`);
	const args = ["normalize", "--quiet", "--default-scheme", "https", "--format", "tsv", "--column", "u"];
	expect(run(args, `u\n${line}\n`).stdout).toBe(`u\n${expected}\n`);
});

it("--count names what counts the rows of a CDX", () => {
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
