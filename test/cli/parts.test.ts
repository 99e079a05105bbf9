/** Parts of references as new columns: `--into host=HOST,…` in all formats and ways, and `parts` of urlsieve/tables. */
import { readFileSync, writeFileSync } from "node:fs";
import * as arrow from "apache-arrow";
import * as tldts from "tldts";
import { createNormalizer, fromTldts, shape } from "urlsieve/crawl";
import { normalizeTable, type TableOptions } from "urlsieve/tables";
import { describe, expect, it } from "vitest";
import { parseCsv } from "../support/csv-parse.mjs";
import { openDuckDb, tableOfReferences } from "../support/duckdb";
import { ENGINES } from "../support/engines";
import { run, useFolder } from "./command";

const { path, write } = useFolder();

const URLS = [
	"HTTP://Example.com:80/a?x=1#f",
	"https://user:pw@a.b.example.co.uk:8443/%7ep/",
	"http://h/?",
	"http://other?#",
	"/relative?q",
	"//h/p",
	"mailto:a@b",
	"file:///x",
	"http://[::1]:8080/a",
	"http://192.0.2.1/a,b",
	'http://h/"quoted"',
	"http://x.github.io./t",
	"http://github.io/",
	"http://co.uk/",
	"http://bücher.example/ü",
	"#",
	"http://[",
	"http://h:99999/",
	"  ",
	"",
];
const PARTS = ["scheme", "host", "site", "port", "path", "query", "fragment", "politeness", "shape"] as const;
type Parts = { readonly [part in (typeof PARTS)[number]]: string | null };
const NONE = Object.fromEntries(PARTS.map((part) => [part, null])) as unknown as Parts;
const OPTION = PARTS.map((part) => `${part}=${part}`).join(",");

/** RFC 3986, Appendix B, with the parts of an authority. */
const REFERENCE = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;

function partsOf(form: string): Parts {
	const [, scheme = null, authority, path = "", query = null, fragment = null] = REFERENCE.exec(form) ?? [];
	const [, host = null, port = null] = /^(?:.*@)?(\[.*\]|[^:]*)(?::(.*))?$/.exec(authority ?? "") ?? [];
	const own = { scheme, path, query, fragment, shape: null };
	if (authority === undefined) return { ...NONE, ...own };
	const plain = host?.replace(/\.$/, "") ?? "";
	const site = tldts.getDomain(plain, { extractHostname: false, allowPrivateDomains: false });
	return { ...own, host, site, port, politeness: plain + (port === null ? "" : `:${port}`) };
}

/** The parts of each row under a profile. */
function partsUnder(profile: Profile): Parts[] {
	const normalizer = createNormalizer({ profile });
	return URLS.map((url) => {
		const form = url.trim() === "" ? undefined : normalizer.tryNormalize(url);
		return typeof form === "string" ? { ...partsOf(form), shape: shape(normalizer.key(url)) } : NONE;
	});
}

type Profile = "rfc3986@1" | "whatwg@1" | "crawl@1";
const PROFILES: readonly Profile[] = ["rfc3986@1", "whatwg@1", "crawl@1"];

const csv = ["id,url", ...URLS.map((url, id) => `${id},"${url.replaceAll('"', '""')}"`)].join("\n");
const FILES = {
	csv: () => write("urls.csv", `${csv}\n`),
	jsonl: () => write("urls.jsonl", URLS.map((url, id) => `${JSON.stringify({ id, url })}\n`).join("")),
	arrow: () => {
		const file = path("urls.arrow");
		const table = arrow.tableFromArrays({ id: Int32Array.from(URLS.keys()), url: URLS });
		writeFileSync(file, arrow.tableToIPC(table, "file"));
		return file;
	},
	parquet: async () => {
		const file = path("urls.parquet");
		const { connection, run } = await openDuckDb();
		await tableOfReferences(connection, "urls", URLS);
		await run(`COPY urls TO '${file}' (FORMAT parquet)`);
		return file;
	},
};

/** Rows of a written file, each with its id and parts. In CSV, nothing and an empty text are the same. */
const READERS: { readonly [format in keyof typeof FILES]: (file: string) => Promise<object[]> } = {
	csv: async (file) => {
		const [header = [], ...rows] = parseCsv(readFileSync(file, "utf8"), ",");
		return rows.map((row) => Object.fromEntries(row.map((value, index) => [header[index], value || null])));
	},
	jsonl: async (file) =>
		readFileSync(file, "utf8")
			.trimEnd()
			.split("\n")
			.map((line) => ({ ...NONE, ...JSON.parse(line) })),
	arrow: async (file) =>
		arrow
			.tableFromIPC(readFileSync(file))
			.toArray()
			.map((row) => row.toJSON()),
	parquet: async (file) => {
		const names = ["id", "url", ...PARTS];
		const rows = await (await openDuckDb()).rows(`SELECT ${names.join(", ")} FROM '${file}'`);
		return rows.map((row) => Object.fromEntries(row.map((value, index) => [names[index], value])));
	},
};
const FORMATS = Object.keys(FILES) as (keyof typeof FILES)[];

/** The row of each URL, unless a duplicate is dropped. */
function rowsWith(parts: readonly Parts[], format: string): object[] {
	const plain = (value: string | null) => (format === "csv" && value === "" ? null : value);
	const asRead = (values: object) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)]));
	return URLS.map((url, id) => ({ id: `${id}`, url: plain(url), ...asRead(parts[id] as Parts) }));
}

const withTextIds = (rows: readonly object[]) => rows.map((row) => ({ ...row, id: String((row as { id: unknown }).id) }));

describe.each(FORMATS)("%s", (format) => {
	it.each(PROFILES)("has a new column for each part under %s, and its references as they came", async (profile) => {
		const [file, output] = [await FILES[format](), path(`parts.${format}`)];
		const options = ["--profile", profile, "--column", "url", "--into", OPTION, "-o", output];
		expect(run(["normalize", ...options, file])).toMatchObject({ status: 0 });
		expect(withTextIds(await READERS[format](output))).toEqual(rowsWith(partsUnder(profile), format));
	});

	it("has the parts of the rows that dedupe keeps, in one reading and in two", async () => {
		const [file, output] = [await FILES[format](), path(`kept.${format}`)];
		const wanted = rowsWith(partsUnder("crawl@1"), format);
		for (const options of [[], ["--memory", "16M"], ["--keep", "last"], ["--key-into", "key", "--count-into", "count"]]) {
			const args = ["dedupe", "--profile", "crawl@1", "--column", "url", "--into", OPTION, ...options, "-o", output];
			expect(run([...args, file]), options.join(" ")).toMatchObject({ status: 0 });
			expect(withTextIds(await READERS[format](output)), options.join(" ")).toMatchObject(wanted);
		}
	});
});

/** A table of lines of JSON through `normalizeTable`, row by row. */
async function throughStream(options: Omit<TableOptions, "format">): Promise<object[]> {
	const text = URLS.map((url) => `${JSON.stringify({ url })}\n`).join("");
	const stream = new Blob([text]).stream().pipeThrough(normalizeTable({ ...options, format: "jsonl" }));
	const written = await new Response(stream).text();
	return written
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
}

describe.each(ENGINES)("engine %s", (engine) => {
	it("adds parts in the given order, after the forms", async () => {
		const normalizer = createNormalizer({ profile: "crawl@1", engine });
		const [first] = await throughStream({
			column: "url",
			into: "fetch",
			keyInto: "key",
			parts: { path: "p", host: "h" },
			normalizer,
		});
		expect(Object.entries(first ?? {})).toEqual([
			["url", "HTTP://Example.com:80/a?x=1#f"],
			["fetch", "http://example.com/a?x=1"],
			["key", "http://example.com/a?x=1"],
			["p", "/a"],
			["h", "example.com"],
		]);
	});

	it("adds each part to each row", async () => {
		const parts = Object.fromEntries(PARTS.map((part) => [part, part]));
		const publicSuffix = fromTldts(tldts, { private: false });
		const rows = await throughStream({ column: "url", parts, publicSuffix, engine });
		expect(rows.map((row) => ({ ...NONE, ...row }))).toEqual(
			partsUnder("rfc3986@1").map((row, id) => ({ url: URLS[id], ...row })),
		);
	});
});

it("counts hosts of the private section as suffixes if asked to", () => {
	const sites = (options: string[]) =>
		run(["normalize", "--format", "csv", "--column", "url", "--into", "site=site", ...options], "url\nhttp://a.b.github.io/\n")
			.stdout;
	expect(sites([])).toBe("url,site\nhttp://a.b.github.io/,github.io\n");
	expect(sites(["--private-suffixes"])).toBe("url,site\nhttp://a.b.github.io/,b.github.io\n");
});

it.each([
	[
		"hos=h",
		'--into has no part "hos"; it has fetch, key, scheme, host, site, port, path, query, fragment, politeness, shape (did you mean host?)',
	],
	["host=h,host=i", '--into names the column for host twice: "host=h,host=i"'],
	["host=", "--into host= must be the name of a new column"],
	["host=a,path=a", '--into host= and --into path= must be different names, not both "a"'],
	["shape", "--into shape names no column; write --into shape=shape, or fetch=shape for a column of this name with the result"],
	["key", "--into key names no column; write --into key=key, or fetch=key for"],
	["host,path", "--into host,path names no column; write --into host=host,path=path"],
	["host=url", '--column and --into host= must be different names, not both "url"'],
	["host=id", 'the table already has a column "id"'],
])("refuses --into %s", (into, sentence) => {
	const { status, stderr } = run(["normalize", "--format", "csv", "--column", "url", "--into", into], "id,url\n1,http://h/\n");
	expect([status, stderr]).toEqual([2, expect.stringContaining(sentence)]);
});

it.each([
	["fetch", "fetch"],
	["fetch=host", "host"],
	["host,url", "host,url"],
])("names the column of the result with --into %s", (into, name) => {
	const { stdout } = run(["normalize", "--format", "jsonl", "--column", "url", "--into", into], '{"url":"HTTP://h"}\n');
	expect(JSON.parse(stdout)).toEqual({ url: "HTTP://h", [name]: "http://h/" });
});

it.each([
	[["--key-into", "k", "--into", "key=l"], "--key-into and --into key= exclude each other"],
	[["--profile", "crawl@1", "--print", "key", "--into", "host=h"], "--print key and parts of --into exclude each other"],
	[["--into", "host=h", "--private-suffixes"], "--private-suffixes requires --into site=NAME"],
])("refuses %j", (options, sentence) => {
	const { status, stderr } = run(["normalize", "--format", "csv", "--column", "url", ...options], "url\nhttp://h/\n");
	expect([status, stderr]).toEqual([2, expect.stringContaining(sentence)]);
});

it.each([
	[{ hos: "h" }, /has no part "hos"/],
	[{ host: "" }, /must have the name of a new column for "host"/],
	["host", /must be an object/],
	[{ site: "s" }, /needs the option "publicSuffix"/],
])("refuses the option parts: %j", (parts, sentence) => {
	expect(() => normalizeTable({ format: "csv", column: "url", parts: parts as never })).toThrow(sentence);
});

describe("octets that are not UTF-8", () => {
	it("stay as they are beside a site", () => {
		const line = Buffer.from("http://a.b.example.co.uk/\xff,\xe9", "latin1");
		const file = path("octets.csv");
		writeFileSync(file, Buffer.concat([Buffer.from('url\n"'), line, Buffer.from('"\n')]));
		const output = path("octets-out.csv");
		const { status } = run([
			"normalize",
			file,
			"--column",
			"url",
			"--level",
			"string",
			"--into",
			"path=p,site=s,host=h",
			"-o",
			output,
		]);
		expect(status).toBe(0);
		expect(readFileSync(output, "latin1")).toContain(',"/\xff,\xe9",example.co.uk,a.b.example.co.uk\n');
	});
});
