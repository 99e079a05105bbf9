/** References on which no rule of a policy acts, as the summaries of lists and tables count them. */
import { writeFileSync } from "node:fs";
import { tableFromArrays, tableToIPC } from "apache-arrow";
import { beforeAll, describe, expect, it } from "vitest";
import { openDuckDb } from "../support/duckdb";
import { everyNth } from "../support/extent";
import { run, useFolder } from "./command";

const { path, write } = useFolder();

const URLS = ["http://a/?b", "mailto:x@y", "/rel", "HTTPS://u@b", "ftp://x/", "#f", "http://a/?b#c", "MAILTO:x@y"];
const POLICY = write("policy.json", JSON.stringify({ base: "rfc3986", key: { fragment: "drop" } }));
const TABLES: Record<string, string> = {
	list: write("urls.txt", `${URLS.join("\n")}\n`),
	csv: write("urls.csv", `url,n\n${URLS.map((url, n) => `${url},${n}\n`).join("")}`),
	tsv: write("urls.tsv", `url\tn\n${URLS.map((url, n) => `${url}\t${n}\n`).join("")}`),
	jsonl: write("urls.jsonl", URLS.map((url, n) => `{"url":"${url}","n":${n}}\n`).join("")),
	parquet: path("urls.parquet"),
	arrow: path("urls.arrow"),
};

beforeAll(async () => {
	writeFileSync(TABLES.arrow as string, tableToIPC(tableFromArrays({ url: URLS, n: URLS.map((_, n) => n) }), "file"));
	const { run: sql } = await openDuckDb();
	await sql(`COPY (SELECT * FROM '${TABLES.csv}') TO '${TABLES.parquet}'`);
});

interface Summary {
	readonly notWeb?: number;
	readonly rejects: number;
}

function summaryOf(args: string[], format: string): Summary {
	const column = format === "list" ? [] : ["--column", "url"];
	const { status, stderr } = run([...args, ...column, "--json", "-o", path(`out.${format}`), TABLES[format] as string]);
	expect([status, stderr]).toEqual([0, expect.stringMatching(/^\{/)]);
	return JSON.parse(stderr);
}

/** Ways through the commands. Each format takes some of them in the short form, and the list takes all. */
const WAYS = [
	["normalize"],
	["normalize", "--print", "key"],
	["dedupe"],
	["dedupe", "--memory", "64M"],
	["dedupe", "--keep", "last"],
	["dedupe", "--keep", "last", "--memory", "64M"],
	["dedupe", "--threads", "2"],
];

const FORMATS = Object.keys(TABLES).map((format, number) => [format, number] as const);
describe.each(FORMATS)("the summary of a policy on rfc3986 over %s", (format, number) => {
	it.each(number === 0 ? WAYS : everyNth(WAYS, 3, number))("counts each reference without http(s) once: %j", (...args) => {
		expect(summaryOf([...args, "--policy", POLICY], format)).toMatchObject({ notWeb: 5, rejects: 0 });
	});

	it.each([[], ["--print", "key"]])("counts the targets of resolve: %j", (...print) => {
		const args = ["resolve", "--base", "http://a/b", ...print, "--policy", POLICY];
		expect(summaryOf(args, format)).toMatchObject({ notWeb: 3, rejects: 0 });
	});

	it("also counts the references that a set knows", () => {
		const seen = path(`${format}.seen`);
		for (const memory of [[], ["--memory", "64M"]]) {
			expect(summaryOf(["dedupe", "--seen", seen, ...memory, "--policy", POLICY], format)).toMatchObject({ notWeb: 5 });
		}
	});

	it("says nothing without a policy", () => {
		expect(summaryOf(["normalize"], format)).not.toHaveProperty("notWeb");
		expect(summaryOf(["dedupe", "--profile", "whatwg@1"], format)).not.toHaveProperty("notWeb");
	});
});

it("tables print the count as lists do", () => {
	const { stderr } = run(["normalize", "--policy", POLICY, "--column", "url", TABLES.csv as string]);
	expect(stderr).toContain(", 5 not http(s), ");
});
