/** Parameters that the URL to fetch loses: `fetch.query`, and `share@1`. */
import { readFileSync } from "node:fs";
import { type CrawlOptions, type FetchQueryRules, type KeyRules, readList } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";

/** Rows of `share@1`, which Python and the class for the JVM are tested by, too. */
const SHARED: readonly { readonly rule: string; readonly input: string; readonly fetch: string; readonly key: string }[] =
	JSON.parse(readFileSync(new URL("../support/share-rows.json", import.meta.url), "utf8"));

const filters = (text: string) => readList("removeparam", new TextEncoder().encode(text), { name: "mine" });
const NO_END = Array.from({ length: 9 }, (_, index) => `/p${index}$/$removeparam=p${index}`).join("\n");

/** Rule, members of `fetch.query` and of `key`, a reference, its URL to fetch and its key, and the text of the list `mine`. */
type Row = readonly [
	rule: string,
	sent: FetchQueryRules,
	key: KeyRules,
	reference: string,
	fetch: string,
	key: string,
	list?: string,
];

const ROWS: readonly Row[] = [
	[
		"keeps order and octets of the rest",
		{ remove: "a" },
		{ query: { sort: "name" } },
		"http://h/?c=%7e&a=1&b#x",
		"http://h/?c=%7e&b#x",
		"http://h/?b&c=~#x",
	],
	["goes with its mark", { remove: "a" }, {}, "http://h/?a=1&a#x", "http://h/#x", "http://h/#x"],
	[
		"removes from the key, whatever its keep says",
		{ remove: "a" },
		{ query: { keep: "a" } },
		"http://h/?a&b",
		"http://h/?b",
		"http://h/?b",
	],
	[
		"keeps what keep names, but not in the key",
		{ remove: "a*", keep: "ab" },
		{ query: { remove: "ab" } },
		"http://h/?a&ab",
		"http://h/?ab",
		"http://h/",
	],
	["acts where the key has no query", { remove: "a" }, { query: { drop: "drop" } }, "http://h/?a&b", "http://h/?b", "http://h/"],
	[
		"sends neither part of a pair without the other",
		{ remove: "cfid" },
		{ sessions: "sessions@1" },
		"http://h/?cfid=1&cftoken=2&b",
		"http://h/?b",
		"http://h/?b",
	],
	[
		"asks lists about what other rules of the key take",
		{ lists: "mine" },
		{ query: { remove: "a" } },
		"http://h/?a&b&c",
		"http://h/?c",
		"http://h/?c",
		"$removeparam=a\n$removeparam=b",
	],
	[
		"shows patterns nothing of it",
		{ lists: "mine" },
		{ query: { remove: "a" } },
		"http://h/?a&b",
		"http://h/?a&b",
		"http://h/?b",
		"/[?&]a/$removeparam=b",
	],
	[
		"runs its lists with those of the key for the key only",
		{ lists: "mine" },
		{ query: { lists: "tracking@1" } },
		"http://h/?a&gclid=1",
		"http://h/?a&gclid=1",
		"http://h/",
		"/\\?a$/$removeparam=a",
	],
	[
		"loses nothing to lists without an end",
		{ lists: "mine" },
		{},
		`http://h/?x&p0&p1&p2&p3&p4&p5&p6&p7&p8`,
		`http://h/?x&p0&p1&p2&p3&p4&p5&p6&p7&p8`,
		`http://h/?x&p0&p1&p2&p3&p4&p5&p6&p7&p8`,
		`${NO_END}\n$removeparam=x`,
	],
];

describeCrawlEngines("the query of the URL to fetch", (engine) => {
	it.each(ROWS.map((row) => ({ rule: row[0], row })))("$rule", ({ row: [, query, key, reference, fetch, expected, list] }) => {
		const options: CrawlOptions = {
			policy: { base: "whatwg", fetch: { query }, key },
			...(list !== undefined && { lists: [filters(list)] }),
		};
		const normalizer = crawlNormalizerOn(engine, options);
		expect([normalizer.normalize(reference), normalizer.both(reference)]).toEqual([fetch, { fetch, key: expected }]);
		expect([normalizer.key(fetch), normalizer.key(expected), normalizer.normalize(fetch)]).toEqual([expected, expected, fetch]);
	});

	describe("by share@1, which is without tracking", () => {
		it.each(SHARED)("$rule", ({ input, fetch, key }) => {
			const normalizer = crawlNormalizerOn(engine, { profile: "share@1" });
			expect(normalizer.both(input)).toEqual({ fetch, key });
			expect([normalizer.key(fetch), normalizer.normalize(fetch)]).toEqual([key, fetch]);
			expect(crawlNormalizerOn(engine, { profile: "crawl@1" }).key(input)).toBe(key);
		});

		it("has the lines of its rows, and its own identity", () => {
			const normalizer = crawlNormalizerOn(engine, { profile: "share@1" });
			const lines = new TextEncoder().encode(SHARED.map(({ input }) => `${input}\n`).join(""));
			const made = new TextDecoder().decode(normalizer.normalizeLines(lines).lines);
			expect(made).toBe(SHARED.map(({ fetch }) => `${fetch}\n`).join(""));
			expect(normalizer.settings.identity).toBe("share@1");
		});
	});

	it("leaves a parameter to the rule of the key that takes it before its own lists name it", () => {
		const policy = {
			base: "whatwg",
			fetch: { query: { lists: "mine" } },
			key: { query: { lists: "tracking@1", remove: "b" } },
		} as const;
		const normalizer = crawlNormalizerOn(engine, { policy, lists: [filters("/\\?a$/$removeparam=b")] });
		const { steps } = normalizer.explain("http://h/?a&b&gclid=1");
		expect(steps.map(({ rule }) => rule)).toEqual(["remove:b", "tracking@1:gclid"]);
	});

	it("says which rules have no end", () => {
		const policy = { base: "whatwg", key: { query: { lists: "mine" } } } as const;
		const normalizer = crawlNormalizerOn(engine, { policy, lists: [filters(`${NO_END}\n$removeparam=x`)] });
		expect(normalizer.explain("http://h/?x&p0&p1&p2&p3&p4&p5&p6&p7&p8").unstable).toEqual(["list-unstable"]);
		expect(normalizer.explain("http://h/?x").unstable).toBeUndefined();
	});
});
