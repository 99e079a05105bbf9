/** Columns that no row of JSON has: usage errors, as for CSV, with the name that was probably meant. */
import { existsSync } from "node:fs";
import { normalizeTable } from "urlsieve/tables";
import { describe, expect, it } from "vitest";
import { everyNth } from "../support/extent";
import { run, useFolder } from "./command";

const { path, write } = useFolder();

const ROWS = [1, 2, 3].map((id) => ({
	id,
	page: { url: `HTTP://A/${id}`, links: [{ to: "http://b" }], day: `0${id}` },
	ref: null,
}));
const TEXT = ROWS.map((row) => `${JSON.stringify(row)}\n`).join("");
const FILE = write("rows.jsonl", TEXT);
const INDEX = write("index.cdxj", `com,a)/ 2026 ${JSON.stringify(ROWS[0])}\n`);
const HAS = 'they have "id", "page.url", "page.links[].to", "page.day", "ref"';

const OF_URL = ["page/url", "$.page.url", ".page.url", "$['page']['url']", "url", "page.urll", "Page.URL"];

/** Columns that are meant and those that are not, with the end of the sentence. */
const COLUMNS = [
	...OF_URL.map((column) => [column, " (did you mean page.url?)"]),
	["page.links[0].to", '; "page.links" is an array: page.links[].to is a column of each element'],
	["/page/links/0", '; "page.links" is an array: page.links[] is each of its elements'],
	["nothing", ""],
];
const COMMANDS = ["normalize", "dedupe", "inspect", "validate"].map((command, number) => [command, number] as const);

describe.each(COMMANDS)("%s", (command, number) => {
	it.each(everyNth(COLUMNS, COMMANDS.length, number))("refuses the column %s", (column = "", hint = "") => {
		const { status, stderr } = run([command, "--column", column, "-o", path("none.jsonl"), FILE]);
		const sentence = `${FILE}: no row has the column "${column}"; ${HAS}${hint}; try: urlsieve ${command} --help`;
		expect([status, stderr]).toEqual([2, `urlsieve: ${sentence}\n`]);
		expect(existsSync(path("none.jsonl"))).toBe(false);
	});
});

it.each<[args: string[], sentence: string]>([
	[["dedupe", "--column", "page.url", "--keep", "max:page.date", FILE], 'no row has the column "page.date"'],
	[["dedupe", "--column", "x", "--memory", "16M", "-o", path("o.jsonl"), FILE], 'no row has the column "x"'],
	[["dedupe", "--column", "x", "--keep", "last", FILE], 'no row has the column "x"'],
	[["dedupe", "--column", "uri", INDEX], `${INDEX}: no row has the column "uri"`],
	[["dedupe", INDEX], 'no row has the column "url"'],
	[["learn", "--url", "page.url", "--digest", "id", "--status", "code", "-o", path("l"), FILE], 'no row has the column "code"'],
	[["learn", "--url", "page.url", "--digest", "id", "--digest", "hash", "-o", path("l"), FILE], 'no row has the column "hash"'],
	[["dedupe", "--column", "URL", write("a.csv", "id,url\n1,a\n")], "(did you mean url?)"],
])("%j is refused", (args, sentence) => {
	const { status, stderr } = run(args);
	expect([status, stderr]).toEqual([2, expect.stringContaining(sentence)]);
});

it("a column that one row or one file has, if only as null, is there", () => {
	const late = write("late.jsonl", `${TEXT.repeat(5000)}{"l\\u0061te":null}\n`);
	expect(run(["normalize", "--column", "late", "--quiet", late]).status).toBe(0);
	const { status, stderr } = run(["dedupe", "--column", "ref", "--json", FILE]);
	expect([status, JSON.parse(stderr).notes[0].code]).toEqual([0, "no-references"]);
	expect(run(["dedupe", "--column", "u", FILE, write("b.jsonl", '{"u":"http://a"}\n')]).status).toBe(0);
	expect(run(["dedupe", "--column", "u", "--format", "jsonl"], "\n\n").status).toBe(0);
});

it("a stream fails with the names that there are", async () => {
	const stream = new Blob([TEXT]).stream().pipeThrough(normalizeTable({ format: "jsonl", column: "uri" }));
	const error = { code: "missing-column", column: "uri", columns: ["id", "page.url", "page.links[].to", "page.day", "ref"] };
	await expect(new Response(stream).text()).rejects.toMatchObject(error);
});

it("a value that begins with a hyphen is refused in one sentence", () => {
	const { status, stderr } = run(["dedupe", "--column", "-1", FILE]);
	const sentence = `Option '--column' needs a value; one that begins with "-" is written --column=-XYZ`;
	expect([status, stderr]).toEqual([2, `urlsieve: ${sentence}; try: urlsieve dedupe --help\n`]);
});
