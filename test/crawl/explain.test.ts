/** Explanations by rule: each names a rule that did it, and a rule that is named is needed. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Level } from "../../assembly/layout/options";
import { KeyRule } from "../../assembly/policy/key-rules";
import { MAX_REMOVALS } from "../../assembly/policy/limits";
import { type CrawlNormalizer, createNormalizer } from "../../src/crawl/crawl-normalizer";
import * as crawl from "../../src/crawl/index";
import { type CrawlOptions, type Policy, UriError } from "../../src/crawl/index";
import type { Engine } from "../../src/engine/kernel";
import * as core from "../../src/index";
import { describeCrawlEngines } from "../support/crawl-engines";
import { reference } from "../support/crawl-references";

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
		expect(steps.map(({ rule }) => rule)).toEqual([
			"url-standard",
			"percent-case",
			"percent-unreserved",
			"scheme-fold",
			"userinfo-drop",
			"host-dot",
			"host-www",
			"session-path",
			"slashes",
			"trailing-slash",
			"empty-value",
			"empty-pairs",
			"session-query:phpsessid",
			"remove:x_",
			"remove:ref",
			"tracking@1:gclid",
			"duplicates",
			"query-sort",
			"text-directive",
		]);
		expect(value).toBe("https://h.i/a/~b?a&b");
		expect(fetch).toBe("http://u@www.h.i./a//%7eb/index.html;jsessionid=1/?x_1=&ref=1&PHPSESSID=2&gclid=3&&b=&a&a");
		expect(new Set(steps.map(({ kind }) => kind))).toEqual(new Set(["lossless", "lossy"]));
		expect(steps.every(({ section }) => section.length > 0)).toBe(true);
	});

	it("names what only the names of a policy leave", () => {
		const only = explainerOn(engine, { policy: { key: { query: { only: ["t"] } } } });
		expect(only.explain("http://h/?a&t=1&b").steps.map(({ rule }) => rule)).toEqual(["query-only"]);
		expect(only.compare("http://h/?a&t=1", "http://h/?t=1&b")).toEqual(["query-only"]);
		const sorted = explainerOn(engine, { policy: { key: { query: { only: ["s", "t"], sort: "name" } } } });
		expect(sorted.compare("http://h/?t&s&a", "http://h/?s&t")).toEqual(["query-only", "query-sort"]);
	});

	it("names the rules of RFC 3986 alone under its base, that of an empty path included", () => {
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

	it("explains a profile that the kernel knows by number in one step", () => {
		const steps = (profile: "whatwg@1" | "w3lib@1") =>
			explainerOn(engine, { profile })
				.explain("HTTP://h/?b&a")
				.steps.map(({ rule }) => rule);
		expect(steps("whatwg@1")).toEqual(["url-standard"]);
		expect(steps("w3lib@1")).toEqual(["profile"]);
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
			{ numRuns: 300 },
		);
		expect(normalizer.key("http://h/?gclid=1#a")).toBe("http://h/".replace("http", normalizer === all ? "https" : "http"));
	});
});

/** How often `normalizer` runs its kernel while `run` runs. */
function kernelRuns(normalizer: CrawlNormalizer, run: () => void): number {
	const { workspace } = normalizer.opened;
	const { kernel } = workspace;
	let runs = 0;
	const call = new Proxy(kernel.call, {
		get: (functions, name: "normalize" | "both") => {
			if (name === "normalize" || name === "both") ++runs;
			return functions[name];
		},
	});
	workspace.kernel = new Proxy(kernel, { get: (target, name) => (name === "call" ? call : Reflect.get(target, name, target)) });
	run();
	workspace.kernel = kernel;
	return runs;
}

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

	it.each(rows)(
		"has a step for each rule, and runs the kernel as often as for half of it: %s",
		(_title, options, text, rules) => {
			const normalizer = explainerOn(engine, options);
			const measured = [length / 2, length].map((size) => {
				const input = `http://h/?${text(size)}`;
				normalizer.key(input);
				let steps = normalizer.explain("http://h/").steps;
				const runs = kernelRuns(normalizer, () => {
					steps = normalizer.explain(input).steps;
				});
				const octets = steps.reduce((sum, { before, after }) => sum + before.length + after.length, 0);
				expect(steps.at(-1)?.after).toBe(normalizer.key(input));
				return { rules: steps.map(({ rule }) => rule), runs, octets, length: input.length };
			});
			const [half, whole] = measured;
			expect(whole?.rules).toEqual(rules);
			expect(half?.rules).toEqual(rules);
			expect(whole?.runs).toBe(half?.runs);
			expect(whole?.octets).toBeLessThanOrEqual(2 * rules.length * (whole?.length ?? 0));
		},
	);

	it("limits how many pieces the kernel removes by name, session identifiers aside", () => {
		const normalizer = explainerOn(engine, { policy: ALL });
		const { call } = normalizer.opened.workspace.kernel;
		const text = "https://h.i/?PHPSESSID=1&ref=1&PHPSESSID=2&x_1&gclid=1";
		const keyWith = (rules: number, removals: number) => {
			call.limitRules(Level.SCHEME, rules, removals, 0);
			return normalizer.key(text).replace("https://h.i/", "");
		};
		try {
			expect([0, 1, 2, 3].map((removals) => keyWith(-1, removals))).toEqual([
				"?gclid=1&ref=1&x_1",
				"?gclid=1&x_1",
				"?gclid=1",
				"",
			]);
			const sessions = ~(KeyRule.PARAM | KeyRule.QUERY_ONLY);
			expect([0, 1, 2].map((removals) => keyWith(sessions, removals))).toEqual([
				"?PHPSESSID=1&PHPSESSID=2&gclid=1&ref=1&x_1",
				"?PHPSESSID=2&gclid=1&ref=1&x_1",
				"?gclid=1&ref=1&x_1",
			]);
		} finally {
			call.limitRules(Level.SCHEME, -1, MAX_REMOVALS, 0);
		}
	});

	it("leaves out key rules that the kernel's fast path supports", () => {
		const normalizer = explainerOn(engine, { policy: { base: "whatwg", key: { fragment: "drop" } } });
		const { call } = normalizer.opened.workspace.kernel;
		call.limitRules(Level.SCHEME, ~KeyRule.FRAGMENT_DROP, MAX_REMOVALS, 0);
		try {
			expect(normalizer.key("http://h/#a")).toBe("http://h/#a");
		} finally {
			call.limitRules(Level.SCHEME, -1, MAX_REMOVALS, 0);
		}
		expect(normalizer.key("http://h/#a")).toBe("http://h/");
	});

	it("says of each step what the kernel says of it", () => {
		const normalizer = explainerOn(engine, { policy: ALL });
		const step = normalizer.explain("https://h.i/?ref=1&a&x_1&gclid=1&ref=2&x_2&fbclid=3").steps;
		expect(step.map(({ rule, after }) => [rule, after])).toEqual([
			["remove:ref", "https://h.i/?a&x_1&gclid=1&x_2&fbclid=3"],
			["remove:x_", "https://h.i/?a&gclid=1&fbclid=3"],
			["tracking@1:gclid", "https://h.i/?a&fbclid=3"],
			["tracking@1:fbclid", "https://h.i/?a"],
		]);
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

	it("names all rules that fired when none is needed alone", () => {
		// Either rule alone makes the keys equal.
		expect(all.compare("https://h.i/a//", "https://h.i/a/")).toEqual(["slashes", "trailing-slash"]);
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

	it("is named", () => {
		expect(() => createNormalizer({ profil: "crawl@1" } as object)).toThrow('Unknown option "profil"');
	});
});

it("are functions, too, as are the other methods for one reference", () => {
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

describeCrawlEngines("the steps of profiles that copy a library", (engine) => {
	it.each([
		["crawlee@1", ["url-standard", "profile"]],
		["surt@1", ["profile"]],
		["w3lib@1", ["profile"]],
		["safe-browsing@1", ["profile"]],
	] as const)("%s: %j", (profile, rules) => {
		const { steps, value } = createNormalizer({ profile, engine }).explain("HTTP://h/a/../b c?utm_x=1&b&a#x");
		expect(steps.map(({ rule }) => rule)).toEqual(rules);
		expect(steps.at(-1)?.after).toBe(value);
		if (steps.length > 1) expect(steps[0]?.after).toBe(new URL("HTTP://h/a/../b c?utm_x=1&b&a#x").href);
	});

	it("leave out the URL Standard where it parses nothing", () => {
		const { steps, value } = createNormalizer({ profile: "crawlee@1", engine }).explain("Not a URL");
		expect([steps, value]).toEqual([[], "Not a URL"]);
	});
});

describeCrawlEngines("the levels of compare", (engine) => {
	it("are those of the core", () => {
		const normalizer = createNormalizer({ profile: "rfc3986@1", engine });
		fc.assert(
			fc.property(reference, fc.constantFrom("string", "syntax", "scheme" as const), (text, level) => {
				const input = text.replaceAll("\ud800", "");
				fc.pre(!(normalizer.tryKey(input) instanceof UriError));
				const other = core.normalize(input, { level });
				for (const [a, b] of [
					[input, other],
					[input.toUpperCase(), input],
				] as const) {
					fc.pre(!(normalizer.tryKey(a) instanceof UriError));
					expect(normalizer.compare(a, b)).toBe(core.compare(a, b));
				}
			}),
		);
	});
});
