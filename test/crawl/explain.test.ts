/** Explanations by rule: each names a rule that did it, and a rule that is named is needed. */
import fc from "fast-check";
import type { Engine } from "urlsieve";
import * as crawl from "urlsieve/crawl";
import { type CrawlNormalizer, type CrawlOptions, createNormalizer, type Policy, UriError } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { describeCrawlEngines } from "../support/crawl-engines";
import { reference } from "../support/crawl-references";
import { runs } from "../support/extent";

const ALL: Policy = {
	base: "whatwg",
	fetch: { fragment: "spa", textDirective: "drop" },
	key: {
		scheme: "https",
		userinfo: "drop",
		hostDot: "drop",
		www: "drop",
		sessions: "sessions@1",
		slashes: "collapse",
		index: ["index.html"],
		trailingSlash: "drop",
		query: {
			emptyValue: "fold",
			emptyPairs: "drop",
			remove: ["ref", { name: "x_", match: "prefix" }],
			keep: ["x_keep"],
			lists: ["tracking@1"],
			duplicates: "drop-equal",
			sort: "name-value",
		},
		emptyQuery: "drop",
		textDirective: "drop",
		fragment: "spa",
	},
};

const explainerOn = (engine: Engine, options: CrawlOptions): CrawlNormalizer => createNormalizer({ ...options, engine });

describeCrawlEngines("explain", (engine) => {
	const crawler = explainerOn(engine, { profile: "crawl@1" });
	const all = explainerOn(engine, { policy: ALL });

	it("names the rules of every stage, in order, each with its source", () => {
		const { steps, value, fetch } = all.explain(
			"HTTP://u@www.h.i.:80/a//%7eb/index.html;jsessionid=1/?x_1=&ref=1&PHPSESSID=2&gclid=3&&b=&a&a#:~:text=c",
		);
		const before =
			"url-standard percent-case percent-unreserved scheme-fold userinfo-drop host-dot host-www session-path slashes trailing-slash index";
		const after =
			"trailing-slash empty-value empty-pairs session-query:phpsessid remove:x_ remove:ref tracking@1:gclid duplicates query-sort text-directive";
		expect(steps.map(({ rule }) => rule).join(" ")).toBe(`${before} ${after}`);
		expect(value).toBe("https://h.i/a/~b?a&b");
		expect(fetch).toBe("http://u@www.h.i./a//%7eb/index.html;jsessionid=1/?x_1=&ref=1&PHPSESSID=2&gclid=3&&b=&a&a");
		expect(new Set(steps.map(({ kind }) => kind))).toEqual(new Set(["lossless", "lossy"]));
		expect(steps.every(({ section }) => section.length > 0)).toBe(true);
	});

	it("names only rules of RFC 3986 under its base, that of an empty path included", () => {
		const sorted = explainerOn(engine, { policy: { base: "rfc3986", key: { query: { sort: "name" } } } });
		const steps = (input: string) => sorted.explain(input).steps.map(({ rule, after }) => [rule, after]);
		expect(steps("http://h?b&a")).toEqual([
			["empty-path", "http://h/?b&a"],
			["query-sort", "http://h/?a&b"],
		]);
		expect(steps("http://h:80#a")).toEqual([
			["default-port", "http://h#a"],
			["empty-path", "http://h/#a"],
		]);
	});

	it.each([crawler, all])("leads from the reference to its key without a gap", (normalizer) => {
		fc.assert(
			fc.property(reference, (input) => {
				const key = normalizer.tryKey(input);
				if (key instanceof UriError) return;
				const { steps, value, fetch } = normalizer.explain(input);
				expect(value).toBe(key);
				expect(fetch).toBe(normalizer.normalize(input));
				expect(steps.at(-1)?.after ?? input).toBe(key);
				for (const [index, { before, after }] of steps.entries()) {
					expect(before).toBe(index === 0 ? input : steps[index - 1]?.after);
					expect(after).not.toBe(before);
				}
			}),
			{ numRuns: runs(2000) },
		);
		expect(normalizer.key("http://h/?gclid=1#a")).toBe("http://h/".replace("http", normalizer === all ? "https" : "http"));
	});
});

describeCrawlEngines("explain of a long reference", (engine) => {
	// The JavaScript engine is slow before it is bundled.
	const length = engine === "wasm" ? 65_536 : 8192;
	const remove = Array.from({ length: 5000 }, (_, index) => `n${index}`);
	const all: Policy = { ...ALL, key: { ...ALL.key, query: { ...ALL.key?.query, remove } } };
	const names = (count: number) => remove.slice(0, count).join("&");
	const rows: readonly (readonly [
		title: string,
		options: CrawlOptions,
		text: (size: number) => string,
		rules: readonly string[],
	])[] = [
		[
			"utm_source=1&",
			{ profile: "crawl@1" },
			(size) => "utm_source=1&".repeat(size / 13),
			["empty-pairs", "tracking@1:utm_source"],
		],
		[
			"PHPSESSID=1&",
			{ profile: "crawl@1" },
			(size) => "PHPSESSID=1&".repeat(size / 12),
			["empty-pairs", "session-query:phpsessid"],
		],
		["b&a&", { profile: "crawl@1" }, (size) => "b&a&".repeat(size / 4), ["empty-pairs", "query-sort"]],
		["&", { profile: "crawl@1" }, (size) => "&".repeat(size), ["empty-pairs"]],
		["_kx&", { profile: "crawl@1" }, (size) => "_kx&".repeat(size / 4), ["empty-pairs", "tracking@1:_kx"]],
		["query-only", { policy: { key: { query: { only: ["t"] } } } }, (size) => "a&".repeat(size / 2), ["query-only"]],
		[
			"thousands of names",
			{ policy: all },
			(size) => names(size / 14),
			["scheme-fold", ...remove.slice(0, 64).map((name) => `remove:${name}`), "param"],
		],
	];

	it.each(rows)("has a step for each rule: %s", (_title, options, text, rules) => {
		const normalizer = explainerOn(engine, options);
		for (const size of [length / 2, length]) {
			const input = `http://h/?${text(size)}`;
			const { steps } = normalizer.explain(input);
			const octets = steps.reduce((sum, { before, after }) => sum + before.length + after.length, 0);
			expect(steps.at(-1)?.after).toBe(normalizer.key(input));
			expect(steps.map(({ rule }) => rule)).toEqual(rules);
			expect(octets).toBeLessThanOrEqual(2 * rules.length * input.length);
		}
	});
});

describeCrawlEngines("compare", (engine) => {
	const crawler = explainerOn(engine, { profile: "crawl@1" });
	const all = explainerOn(engine, { policy: ALL });

	it.each([
		["http://h/a", "http://h/a", "string"],
		["http://h/%7ea", "HTTP://h/~a", "syntax"],
		["http://h", "http://h:80/", "scheme"],
		["http://h/a\\b", "http://h/a/b", ["url-standard"]],
		["http://h/a\\b", "http://h/a%5Cb", undefined],
		["http://h/?a&b", "http://h/?b&a#c", ["query-sort", "fragment"]],
		["http://h/;jsessionid=1?PHPSESSID=2", "http://h/", ["session-path", "session-query:phpsessid"]],
		["http://h/?utm_source=1", "http://h/?gclid=1", ["tracking@1:utm_source", "tracking@1:gclid"]],
		["http://h/?utm_source=1&a=1", "http://h/?utm_source=1&a=1#b", ["fragment"]],
		["http://h/", "http://www.h/", undefined],
	])("of %s and %s", (a, b, expected) => {
		const result = crawler.compare(a, b);
		expect(Array.isArray(result) ? new Set(result) : result).toEqual(Array.isArray(expected) ? new Set(expected) : expected);
		expect(createNormalizer({ profile: "crawl@1", engine }).compare(a, b)).toEqual(result);
	});

	it("names a glob of names that are compared without case, and no rule that changes neither", () => {
		const policy = { base: "whatwg", key: { scheme: "https", query: { case: "names", remove: ["*_id"] } } } as const;
		const folding = createNormalizer({ policy, engine });
		expect(folding.compare("http://h.i/?a_ID=1", "http://h.i/?A_id=2")).toEqual(["query-case", "remove:*_id"]);
		expect(folding.compare("http://h.i/?a_id=1", "https://h.i/?a_id=2")).toEqual(["scheme-fold", "remove:*_id"]);
	});

	it("names all rules that fired if no single one is needed", () => {
		// Either rule makes the keys equal.
		expect(all.compare("https://h.i/a//", "https://h.i/a/")).toEqual(["slashes", "trailing-slash"]);
	});

	it("leaves out all entries of one name at once", () => {
		const remove = [
			{ name: "a", hosts: ["i"] },
			{ name: "a", values: ["1"] },
			{ name: "a", paths: "/p" },
		];
		const policy = { base: "whatwg", key: { www: "drop", query: { remove } } } as const;
		const normalizer = createNormalizer({ policy, engine });
		for (const query of ["?a=1", "?a=2", "?a=1&a=2"]) {
			expect(normalizer.compare(`http://www.h.j/p${query}`, "http://www.h.j/p")).toEqual(["remove:a"]);
		}
		expect(normalizer.compare("http://www.h.i/?a", "http://h.i/")).toEqual(["host-www", "remove:a"]);
	});

	it("has a result exactly for references with one key", () => {
		fc.assert(
			fc.property(reference, reference, (a, b) => {
				const [left, right] = [all.tryKey(a), all.tryKey(b)];
				if (left instanceof UriError || right instanceof UriError) return;
				expect(all.compare(a, b) !== undefined).toBe(left === right);
				expect(all.compare(a, left)).toBeDefined();
			}),
			{ numRuns: 100 },
		);
	});
});

describe("a mistake in options", () => {
	it.each([undefined, {}, { engine: "js" }, { lists: [] }, { profile: undefined, policy: undefined }])(
		"is to name neither a profile nor a policy: %j",
		(options) => {
			const { normalize, key, resolve, isNormalized, equivalent, compare, explain } = crawl;
			const calls = [
				() => createNormalizer(options as never),
				() => normalize("http://h", options as never),
				() => key("http://h", options as never),
				() => resolve("a", "http://h", options as never),
				() => isNormalized("http://h", options as never),
				() => equivalent("http://h", "http://h", options as never),
				() => compare("http://h", "http://h", options as never),
				() => explain("http://h", options as never),
			];
			const refusal = { code: "invalid-option", message: expect.stringMatching(/profile "crawl@1".*"rfc3986@1"/) };
			for (const call of calls) expect(call).toThrow(expect.objectContaining(refusal));
		},
	);
});

it("are also functions, as are the other methods for one reference", () => {
	const options: CrawlOptions = { policy: { base: "whatwg", key: { fragment: "drop", query: { remove: ["x"] } } } };
	const normalizer = createNormalizer(options);
	const [a, b] = ["HTTP://h/?x=1&a#top", "http://h/?a"];
	expect(crawl.normalize(a, options)).toBe(normalizer.normalize(a));
	expect(crawl.key(a, options)).toBe(normalizer.key(a));
	expect(crawl.resolve("?a", a, options)).toBe(normalizer.resolve("?a", a));
	expect([crawl.isNormalized(a, options), crawl.isNormalized(b, options)]).toEqual([false, true]);
	expect([crawl.equivalent(a, b, options), crawl.equivalent(a, b, { profile: "rfc3986@1" })]).toEqual([true, false]);
	expect(crawl.compare(a, b, options)).toEqual(["remove:x", "fragment"]);
	expect(crawl.explain(a, options)).toEqual(normalizer.explain(a));
	expect(() => crawl.key("http://[", options)).toThrow(expect.objectContaining({ code: "invalid-ip-literal" }));
});
