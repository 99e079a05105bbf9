/** The classes of errors: one base, one class for each kind of thing at fault, the same in every entry. */

import * as core from "urlsieve";
import * as crawl from "urlsieve/crawl";
import * as crawlee from "urlsieve/crawlee";
import * as duckdb from "urlsieve/duckdb";
import * as js from "urlsieve/js";
import * as learn from "urlsieve/learn";
import * as node from "urlsieve/node";
import * as redis from "urlsieve/redis";
import * as schemes from "urlsieve/schemes";
import * as tables from "urlsieve/tables";
import * as text from "urlsieve/text";
import { describe, expect, expectTypeOf, it } from "vitest";

const ENTRIES = { core, crawl, crawlee, duckdb, js, learn, node, redis, schemes, tables, text };

/** The classes by their names: the entry for files exports all of them. */
const { FileError, ListError, OptionError, PolicyError, SetError, TableError, UriError, UrlsieveError } = node;
const CLASSES = { FileError, ListError, OptionError, PolicyError, SetError, TableError, UriError };

describe.each(Object.entries(ENTRIES))("%s", (_, entry) => {
	it("exports the base, and each class that it exports is that of other entries", () => {
		expect((entry as Partial<typeof core>).UrlsieveError).toBe(UrlsieveError);
		for (const [name, one] of Object.entries(CLASSES)) expect([one, undefined]).toContain((entry as object)[name as never]);
	});
});

/** Returns the error that `run` throws, or rejects with. */
async function thrown(run: () => unknown): Promise<unknown> {
	try {
		return await run();
	} catch (error) {
		return error;
	}
}

const policy = { base: "no such base" } as never;
const list = new TextEncoder().encode("{");
const table = (rows: string, options: object) =>
	new Response(new Blob([rows]).stream().pipeThrough(tables.normalizeTable({ format: "csv", column: "u", ...options }))).text();
const lines = new TextEncoder().encode("http://a/\nhttp://[\n");
const crawler = { profile: "crawl@1" } as const;
const key = new Uint8Array(16);
const pages = () => new crawl.SeenSet({ key, normalizer: crawl.createNormalizer(crawler) });

it.each<[name: keyof typeof CLASSES, what: string, members: object, run: () => unknown]>([
	["UriError", "a reference", { code: "invalid-ip-literal", component: "host", offset: 7 }, () => core.parse("http://[")],
	["UriError", "a page", { code: "invalid-ip-literal", input: "http://[" }, () => crawl.normalize("http://[", crawler)],
	["UriError", "a line", { line: 2, offset: 7 }, () => core.normalizeLines(lines, { invalid: "fail" })],
	["UriError", "the reference of a row", { line: 1 }, () => table("u\nhttp://[\n", { invalid: "fail" })],
	["UriError", "a part of a URL", { code: "unknown-scheme", rule: "url" }, () => schemes.parseScheme("x:y")],
	["OptionError", "an argument", { code: "invalid-input" }, () => core.normalize(1 as never)],
	["OptionError", "an option", { code: "invalid-option" }, () => text.extract("", { edition: "1" as never })],
	["OptionError", "an output", { bound: 1119 }, () => core.normalizeLinesInto(lines, new Uint8Array(1))],
	["OptionError", "a connection", { code: "invalid-input" }, () => duckdb.registerUrlFunctions({} as never)],
	["OptionError", "rows", { code: "invalid-input" }, () => learn.learn(1 as never)],
	["OptionError", "a client", { code: "invalid-input" }, () => redis.SharedSeenSet.open(1 as never, "set", {} as never)],
	["PolicyError", "a policy", { code: "invalid-policy", path: "/base" }, () => crawl.createNormalizer({ policy })],
	["PolicyError", "the policy of a file", { path: "/base" }, () => node.dedupeFile("in", "out", { policy })],
	["ListError", "a list", { code: "list-syntax", line: 1 }, () => crawl.readList("clearurls", list, { name: "a" })],
	["TableError", "a table", { code: "missing-column", column: "u", columns: ["id"] }, () => table("id\n1\n", {})],
	["TableError", "a row", { code: "ragged-row", row: 1 }, () => table("id,u\n1\n", { invalid: "fail" })],
	["SetError", "a snapshot", { code: "invalid-snapshot", offset: 0 }, () => core.SeenSet.load(new Uint8Array(100))],
	[
		"SetError",
		"another profile",
		{ code: "profile-mismatch", differs: "profile" },
		() => pages().merge(new core.SeenSet({ key })),
	],
	["FileError", "a file", { code: "file-failed" }, () => node.dedupeFile("/no/such/file", "/no/such/target")],
])("%s is thrown for %s, and is no other class", async (name, _, members, run) => {
	const error = await thrown(run);
	expect(error).toMatchObject({ name, ...members });
	expect(Object.keys(CLASSES).filter((each) => error instanceof CLASSES[each as never])).toEqual([name]);
	expect(error).toBeInstanceOf(UrlsieveError);
	expect(error).toBeInstanceOf(Error);
	expect(String(error)).toMatch(new RegExp(`^${name}: .*\\.$`));
});

it("functions that return an error return that of a reference, and nothing else", () => {
	expectTypeOf<ReturnType<typeof core.tryParse>>().toEqualTypeOf<core.Uri | core.UriError>();
	for (const entry of ["tryNormalize", "tryKey", "tryResolve"] as const) {
		expectTypeOf<ReturnType<core.Normalizer[typeof entry]>>().toEqualTypeOf<string | core.UriError>();
		expectTypeOf<ReturnType<crawl.CrawlNormalizer[typeof entry]>>().toEqualTypeOf<string | core.UriError>();
	}
	type Others = core.OptionErrorCode | core.SetErrorCode | crawl.PolicyErrorCode | crawl.ListErrorCode | node.FileErrorCode;
	expectTypeOf<Extract<core.UriErrorCode, Others>>().toBeNever();
	expectTypeOf<core.UriError["code"]>().toEqualTypeOf<core.UriErrorCode>();
});
