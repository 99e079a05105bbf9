/** Rewrites act alike alone and among others: a policy with many finds those that may match by a segment of the path. */
import type { Policy, Rewrite } from "urlsieve/crawl";
import { expect, it } from "vitest";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";

/** Rewrites by what they name of the path, a URL, and its key. */
const AMONG_MANY: readonly (readonly [names: string, rewrite: readonly Rewrite[], url: string, key: string])[] = [
	["the first segment, and all below", [{ from: "/web/*", to: "/w/*" }], "https://h/web/a/b", "https://h/w/a/b"],
	["the whole path", [{ from: "/web", to: "/w" }], "https://h/web", "https://h/w"],
	["the last segment", [{ from: "/:section/:id/amp", to: "/:section/:id" }], "https://h/news/12/amp", "https://h/news/12"],
	["the start of the first segment only", [{ from: "/we*", to: "/w/*" }], "https://h/web/a", "https://h/w/b/a"],
	["characters of patterns", [{ from: "/a\\:b\\*\\(c/:x", to: "/d\\:e\\*/:x" }], "https://h/a:b*(c/1", "https://h/d:e*/1"],
	["a backslash, or a letter after one", [{ from: "/a\\bc/:x", to: "/\\d/:x" }], "https://h/abc/1", "https://h/d/1"],
	["a character beyond ASCII after a backslash", [{ from: "/\\😀x/:x", to: "/y/:x" }], "https://h/😀x/1", "https://h/y/1"],
	[
		"labels beyond ASCII",
		[{ from: "https://bücher.example/:x", to: "https://b.example/:x" }],
		"https://xn--bcher-kva.example/1",
		"https://b.example/1",
	],
	["no segment", [{ from: "/:a/:b", to: "/:b" }], "https://h/x/y", "https://h/y"],
	["an empty last segment", [{ from: "/:a/", to: "/:a" }], "https://h/x/", "https://h/x"],
	["a segment that may be absent", [{ from: "/x{/:a}?/last", to: "/x" }], "https://h/x/last", "https://h/x"],
	["a port", [{ from: "https://h:8080/a/:b", to: "https://h/:b" }], "https://h:8080/a/c", "https://h/c"],
	[
		"another port than that of the URL",
		[{ from: "https://h:8080/a/:b", to: "https://h/:b" }],
		"https://h:80/a/c",
		"https://h:80/a/c",
	],
	["a port that the URL lacks", [{ from: "https://h:8080/a/:b", to: "https://h/:b" }], "https://h/a/c", "https://h/a/c"],
	[
		"hosts that end alike",
		[{ from: "https://:x-m.h.example/:b", to: "https://:x.h.example/:b" }],
		"https://a-m.h.example/c",
		"https://a.h.example/c",
	],
	[
		"less, but come earlier",
		[
			{ from: "/:a/one", to: "/first" },
			{ from: "/web/*", to: "/second" },
		],
		"https://h/web/one",
		"https://h/first",
	],
	[
		"less, and come later",
		[
			{ from: "/web/*", to: "/second" },
			{ from: "/:a/one", to: "/first" },
		],
		"https://h/web/one",
		"https://h/second",
	],
];
/** Rewrites that these URLs do not meet, so many that segments of paths find them. */
const OTHERS: readonly Rewrite[] = Array.from({ length: 9 }, (_, index) => ({ from: `/other${index}/:x`, to: `/o/${index}` }));

describeCrawlEngines("rewrites act alike alone and among many others, if they name", (engine) => {
	it.each(AMONG_MANY)("%s", (_names, rewrite, url, key) => {
		for (const [before, after] of [
			[[], []],
			[OTHERS, []],
			[[], OTHERS],
			[OTHERS.slice(0, 4), OTHERS.slice(4)],
		] as const) {
			expect(crawlNormalizerOn(engine, { policy: { base: "whatwg", rewrite: [...before, ...rewrite, ...after] } }).key(url)).toBe(
				key,
			);
		}
	});

	it("a segment in any case, where the case of paths is ignored", () => {
		const rewrite = [...OTHERS, { from: "/Web/:x", to: "/w/:x" }, { from: "/:x/Amp", to: "/:x" }];
		const policy: Policy = { base: "whatwg", key: { pathCase: "lower" }, rewrite };
		const normalizer = crawlNormalizerOn(engine, { policy });
		expect(["https://h/WEB/A", "https://h/News/AMP"].map((url) => normalizer.key(url))).toEqual([
			"https://h/w/a",
			"https://h/news",
		]);
	});
});
