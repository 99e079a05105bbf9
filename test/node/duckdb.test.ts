/** `urlsieve/duckdb`: SQL on Parquet, by the DuckDB that is installed. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as tldts from "tldts";
import { compare, createNormalizer, parse, UriError, validate } from "urlsieve";
import { createNormalizer as createCrawlNormalizer, fromTldts } from "urlsieve/crawl";
import { registerUrlFunctions } from "urlsieve/duckdb";
import { destination } from "urlsieve/edge";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDuckDb, tableOfReferences } from "../support/duckdb";
import { ROOT } from "../support/packed";
import { SYNTAX_RULES } from "../support/rules";

const folder = mkdtempSync(join(tmpdir(), "urlsieve-duckdb-"));
const parquet = join(folder, "urls.parquet");
afterAll(() => rmSync(folder, { recursive: true }));

const SHARED: string[] = JSON.parse(readFileSync(join(ROOT, "test/support/fingerprint-references.json"), "utf8"));
/** SQL has no lone surrogates, and @duckdb/node-api loses a byte order mark at the start of a text. */
const REFERENCES = [...SHARED, ...Object.values(SYNTAX_RULES).flat(2), "http://h:x", "x".repeat(100_000)].filter(
	(reference) => !/^\ufeff|\p{Cs}/u.test(reference),
);

const publicSuffix = fromTldts(tldts, { private: false });
const { connection, run } = await openDuckDb();
const rows = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJS();

/** Writes a table of two columns and some that are nested: each reference, in several row groups, and NULLs. */
beforeAll(async () => {
	await registerUrlFunctions(connection, { publicSuffix });
	const references = Array.from({ length: 20_000 }, (_, id) => {
		const reference = REFERENCES[id % (REFERENCES.length + 1)];
		return reference !== undefined && reference.length > 1000 && id > 1000 ? "http://A" : (reference ?? null);
	});
	await tableOfReferences(connection, "urls", references);
	await run(
		`COPY (SELECT *, [id, id + 1] AS list, {a: id, b: url} AS struct FROM urls) TO '${parquet}' (ROW_GROUP_SIZE 2048, COMPRESSION zstd)`,
	);
});

const normalizer = createNormalizer();
const crawler = createCrawlNormalizer({ profile: "crawl@1" });
const normal = (text: string) => formOf(normalizer.tryNormalize(text));
const codeOf = (form: string | UriError) => (form instanceof UriError ? form.code : null);
const partOf = (text: string, part: "scheme" | "host" | "port" | "path" | "query" | "fragment") => {
	const form = normal(text);
	return form === null ? null : (parse(form)[part] ?? null);
};
const memberOf = (text: string, member: string) => (destination(text) as unknown as { [name: string]: string })[member] ?? null;
const formOf = (form: string | Error) => (typeof form === "string" ? form : null);

describe("on Parquet", () => {
	it.each<[string, (text: string) => string | boolean | null]>([
		["url_normalize(url)", normal],
		["url_key(url, 'crawl@1')", (text: string) => formOf(crawler.tryKey(text))],
		["url_valid(url)", (text: string) => validate(text, { as: "uri" }).length === 0],
		["url_destination(url)", (text: string) => memberOf(text, "host")],
		["url_destination_error(url)", (text: string) => memberOf(text, "reason")],
		["url_error(url)", (text: string) => codeOf(normalizer.tryNormalize(text))],
		...(["scheme", "host", "port", "path", "query", "fragment"] as const).map(
			(part): [string, (text: string) => string | null] => [`url_${part}(url)`, (text) => partOf(text, part)],
		),
		[
			"url_compare(url, url || '#')",
			(text: string) => (normal(text) === null ? null : (compare(text, `${text}#`) ?? "different")),
		],
	])("%s is what the library returns, and NULL for NULL", async (call, expected) => {
		const results = await rows(`SELECT url, ${call} FROM '${parquet}' ORDER BY id`);
		expect(results.length).toBe(20_000);
		const known = new Map(REFERENCES.map((reference) => [reference, expected(reference)]));
		known.set("http://A", expected("http://A"));
		expect(results.filter(([url, result]) => result !== (url === null ? null : known.get(url as string)))).toEqual([]);
	});

	it("COPY leaves all other columns as they are", async () => {
		const copy = join(folder, "copy.parquet");
		await run(`COPY (SELECT * REPLACE (coalesce(url_normalize(url), url) AS url) FROM '${parquet}') TO '${copy}'`);
		const other = "id, list, struct";
		expect(
			await rows(`SELECT count(*) FROM (SELECT ${other} FROM '${parquet}' EXCEPT ALL SELECT ${other} FROM '${copy}')`),
		).toEqual([[0n]]);
		expect(await rows(`SELECT count(*) FROM '${copy}' WHERE url_normalize(url) <> url`)).toEqual([[0n]]);
	});

	it("DISTINCT takes rejects for one value, unless they are compared as they are", async () => {
		const forms = new Set(REFERENCES.map(normal).filter((form) => form !== null));
		const rejects = new Set(REFERENCES.filter((reference) => normal(reference) === null));
		const distinct = async (by: string) =>
			Number((await rows(`SELECT count(*) FROM (SELECT DISTINCT ON (${by}) * FROM '${parquet}')`))[0]?.[0]);
		forms.add("http://a/");
		expect(await distinct("url_normalize(url)")).toBe(forms.size + 1);
		expect(await distinct("coalesce(url_normalize(url), url)")).toBe(forms.size + rejects.size + 1);
	});
});

describe("arguments", () => {
	it.each([undefined, null, {}, "memory"])("are functions of a connection, not of %j", async (other) => {
		await expect(registerUrlFunctions(other as never)).rejects.toMatchObject({
			code: "invalid-input",
			message: expect.stringMatching(/^The argument "connection" must be a connection of @duckdb\/node-api; got /),
		});
	});

	it.each([
		["url_key('http://a', 'craw@1')", /profile.*crawl@1/s],
		["url_normalize(5)", /No function matches/],
		["url_key('http://a')", /No function matches/],
	])("%s is an error of the query", async (call, message) => {
		await expect(rows(`SELECT ${call}`)).rejects.toThrow(message);
		expect(await rows("SELECT url_normalize('HTTP://A')")).toEqual([["http://a/"]]);
	});

	it("url_site without suffixes is an error of the query", async () => {
		const other = await openDuckDb();
		await registerUrlFunctions(other.connection);
		await expect(other.connection.runAndReadAll("SELECT url_site('http://a')")).rejects.toThrow(/publicSuffix/);
	});

	it.each([
		["url_key('http://a', NULL)", null],
		["url_compare('http://a', NULL)", null],
		["url_compare('http://a', 'http://[')", null],
		["url_compare('http://a', 'HTTP://A:80/')", "scheme"],
		["url_compare('http://a', 'http://a')", "string"],
		["url_key('http://a?utm_source=x', 'rfc3986@1')", "http://a/?utm_source=x"],
		["url_site('HTTP://www.A.co.uk:80/')", "a.co.uk"],
		["url_site('http://1.2.3.4/')", null],
		["url_politeness('http://a.:81/')", "a:81"],
		["url_path('http://[')", null],
		["url_shape('HTTP://a/users/122?b=1&a=2#c')", "http://a/users/{int}?a=&b="],
		["url_shape('http://[')", null],
		["url_destination('http://A.test:8080/')", "a.test"],
		["url_destination('http://a.test:0/')", null],
		["url_destination_error('http://a.test:0/')", "port"],
		["url_destination_error('http://a.test/')", null],
		["address_class('::ffff:10.0.0.1')", "private"],
		["address_class('a.test')", null],
		["address_class(NULL)", null],
		["url_valid('a')", false],
		["url_valid('')", false],
		["url_normalize(chr(65279) || 'HTTP://A')", "http://a/"],
	])("%s is %j", async (call, expected) => {
		expect(await rows(`SELECT ${call}`)).toEqual([[expected]]);
	});
});

describe("the package", () => {
	it("runs the example of docs/integrations/duckdb.md", () => {
		const page = readFileSync(join(ROOT, "docs/integrations/duckdb.md"), "utf8");
		const code = /```js\n([\s\S]*?)```/.exec(page)?.[1] as string;
		const shown = [...code.matchAll(/^\/\/ → (.*)$/gm)].map(([, line]) => `${line}\n`).join("");
		const inFolder = code.replaceAll("'crawl.parquet'", `'${join(folder, "crawl.parquet")}'`);
		const printed = execFileSync(process.execPath, ["--input-type=module", "-e", inFolder], { cwd: ROOT, encoding: "utf8" });
		expect([printed, shown.length > 0]).toEqual([shown, true]);
	});
});
