/** A wrong value of an option is an error with a code, in every entry: it is never ignored. */

import { createNormalizer, fingerprintAll, normalize, partitionLines, resolve, SeenSet, UrlsieveError } from "urlsieve";
import { type CrawlOptions, createNormalizer as createCrawler, readList } from "urlsieve/crawl";
import { SeenStore } from "urlsieve/node";
import { dedupeTable, normalizeTable } from "urlsieve/tables";
import { extract, inspect } from "urlsieve/text";
import { expect, it } from "vitest";

/** No option takes one of these. */
const WRONG = {
	date: new Date(0),
	map: new Map(),
	url: new URL("http://a/"),
	function: undefined,
	number: -1.5,
	text: "no such",
};
const LINES = new TextEncoder().encode("http://a/\n");
const KEY = new Uint8Array(16);

/** The options of a function, and how it is called with one of them. */
type Case = readonly [name: string, options: readonly string[], call: (options: never) => unknown];

const CASES: readonly Case[] = [
	["normalize", ["level", "strict", "idna", "invalid", "engine", "edition", "profile"], (o) => normalize("http://a/", o)],
	["createNormalizer", ["level", "strict", "idna"], (o) => createNormalizer(o)],
	["resolve", ["edition", "strict", "excessDots"], (o) => resolve("b", "http://a/", o)],
	["SeenSet", ["normalizer", "key", "capacity"], (o) => new SeenSet(o)],
	["fingerprintAll", ["normalizer", "key"], (o) => fingerprintAll(["http://a/"], { key: KEY, ...(o as object) })],
	["partitionLines", ["parts", "key", "normalizer"], (o) => partitionLines(LINES, { parts: 2, key: KEY, ...(o as object) })],
	[
		"crawl",
		["profile", "policy", "lists", "strict", "idna", "invalid", "engine", "fragment"],
		(o) => createCrawler(crawlOptions(o)),
	],
	["readList", ["name", "strict", "referral"], (o) => readList("removeparam", LINES, { name: "a", ...(o as object) })],
	[
		"normalizeTable",
		["column", "into", "delimiter", "header", "normalizer", "invalid"],
		(o) => normalizeTable({ format: "csv", column: "url", ...(o as object) }),
	],
	[
		"dedupeTable",
		["column", "print", "header", "format"],
		(o) => dedupeTable(new SeenSet(), { format: "csv", column: "url", ...(o as object) }),
	],
	["extract", ["edition"], (o) => extract("http://a/", o)],
	["inspect", ["readers"], (o) => inspect("http://a/", o)],
	["SeenStore.open", ["normalizer", "key", "readOnly"], (o) => SeenStore.open("/dev/null/none", o)],
];

/** A profile, unless the option takes its place. */
function crawlOptions(options: object): CrawlOptions {
	return "policy" in options ? (options as CrawlOptions) : { profile: "crawl@1", ...options };
}

async function codeOf(call: () => unknown): Promise<string> {
	try {
		await call();
	} catch (error) {
		return error instanceof UrlsieveError ? error.code : String(error);
	}
	return "no error";
}

it.each(CASES)("%s", async (_, options, call) => {
	for (const option of options) {
		for (const [kind, value] of Object.entries(WRONG)) {
			const wrong = kind === "function" ? () => {} : value;
			if (isRight(option, wrong)) continue;
			const code = await codeOf(() => call({ [option]: wrong } as never));
			expect(code, `${option}: ${kind}`).toMatch(/^(?:invalid-(?:option|input|policy)|list-syntax)$/);
		}
	}
	for (const [kind, value] of Object.entries({ date: new Date(0), map: new Map(), list: [], text: "level" })) {
		if (!PLAIN.test(_)) expect(await codeOf(() => call(value as never)), kind).toBe("invalid-option");
	}
});

/** Calls whose options are merged with required ones, so that they cannot be another kind of object. */
const PLAIN = /^(?:fingerprintAll|partitionLines|crawl|readList|normalizeTable|dedupeTable)$/;

/** The values that some options take: any text as the name of a column, a function for IDNA. */
function isRight(option: string, value: unknown): boolean {
	if (option === "column" || option === "into" || option === "name") return typeof value === "string";
	return option === "idna" && typeof value === "function";
}
