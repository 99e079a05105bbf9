/** What `urlsieve shapes` learns of a site: which words of its paths are values (docs/guide/shapes.md). */
import { describe, expect, it } from "vitest";
import { urlsOf, useShapes, words } from "../support/shape-sites";

const { learn } = useShapes();

/** Paths of words, each with something below. */
const each = (count: number, path: (word: string, index: number) => string) => words(count).map(path);

/** Rules, each with paths of a site, and the learned shapes of some of its paths, or others. */
const RULES: readonly (readonly [rule: string, paths: readonly string[], shapes: { readonly [path: string]: string }])[] = [
	[
		"merges 64 words, whatever is below",
		each(64, (word, index) => `/${word}/${words(1, 500 + index)}/x`),
		{ [`/${words(1)}/new/x`]: "/{word}/{word}/x", "/other/new": "/{word}/{word}", "/1/new": "/{int}/new" },
	],
	["keeps 63", each(63, (word, index) => `/${word}/${words(1, 500 + index)}/x`), { [`/${words(1)}/x`]: `/${words(1)}/x` }],
	[
		"merges 24 words with the same below",
		each(24, (word) => `/u/${word}/posts`),
		{ "/u/anybody/posts": "/u/{word}/posts", "/u/anybody/else": "/u/{word}/else", "/v/anybody": "/v/anybody" },
	],
	["keeps 23", each(23, (word) => `/u/${word}/posts`), { "/u/anybody/posts": "/u/anybody/posts" }],
	[
		"keeps words of the list that have something else below",
		[...each(24, (word) => `/u/${word}/posts`), "/u/help/terms", "/u/about"],
		{ "/u/help/terms": "/u/help/terms", "/u/about": "/u/about", "/u/anybody/posts": "/u/{word}/posts" },
	],
	[
		"keeps thick words, which are categories",
		each(24, (word) => word).flatMap((word) => words(9, 900).map((page) => `/${word}/${page}/${word}`)),
		{ [`/${words(1)}/a/b`]: `/${words(1)}/a/b` },
	],
	[
		"merges 24 leaves",
		each(24, (word) => `/tag/${word}`),
		{ "/tag/anything": "/tag/{word}", "/tag/anything/x": "/tag/{word}/x" },
	],
	["keeps 63 leaves at the root", each(63, (word) => `/${word}`), { "/anything": "/anything" }],
	["merges 64 leaves at the root", each(64, (word) => `/${word}`), { "/anything": "/{word}" }],
	[
		"merges short slugs where eight keys end in a slug, but no single words",
		[...each(8, (word) => `/n/${word}-a-b-c-d`), "/n/two-words", "/n/index"],
		{ "/n/other-two": "/n/{word}", "/n/index": "/n/index", "/n/new": "/n/new" },
	],
	[
		"merges words of one kind, and none of another",
		[...each(24, (word) => `/f/${word}.html`), "/f/feed", "/f/style.css"],
		{ "/f/any.html": "/f/{word}.html", "/f/feed": "/f/feed", "/f/any.css": "/f/any.css" },
	],
	[
		"keeps codes of languages and countries",
		[...each(64, (word) => `/${word}/x`), "/en/x", "/pt-BR/x"],
		{ "/en/x": "/en/x", "/de/x": "/de/x", "/pt-BR/x": "/pt-BR/x", "/any/x": "/{word}/x" },
	],
	[
		"goes on below merged words",
		each(24, (word) => word).flatMap((word) => [`/u/${word}/list`, `/u/${word}/list/${word}-x`]),
		{ "/u/any/list/some-x": "/u/{word}/list/{word}" },
	],
	[
		"keeps years with the same word below, and those to come",
		["/2021/speakers", "/2022/speakers", "/2022/venue"],
		{ "/2021/speakers": "/2021/speakers", "/2031/venue": "/2031/venue", "/blog/2021": "/blog/{year}" },
	],
	[
		"replaces years of an archive",
		["/2021/speakers", "/2022/speakers", "/2022/05"],
		{ "/2021/speakers": "/{year}/speakers", "/2022/05": "/{year}/{month}" },
	],
	[
		"keeps no braces that somebody wrote",
		each(64, (word) => `/${word}`),
		{ "/{int}": "/{word}", "/{int}/{word}": "/{word}/%7Bword%7D" },
	],
];

describe("learned shapes", () => {
	it.each(RULES)("%s", (_, paths, shapes) => {
		const learned = learn(urlsOf(paths)).shapes;
		const found = Object.keys(shapes).map((path) => [path, learned.shape(`http://h.example${path}`)]);
		expect(found).toEqual(Object.entries(shapes).map(([path, shape]) => [path, `http://h.example${shape}`]));
	});

	it("are those of their site, and others have shape@1", () => {
		const { shapes } = learn([...urlsOf(each(64, (word) => `/${word}`)), ...urlsOf(["/a", "/b"], "other.example")]);
		const keys = ["http://other.example/a", "http://third.example/1", "https://h.example/a", "http://h.example/a", "urn:a:1", ""];
		expect(keys.map((key) => shapes.shape(key))).toEqual([
			"http://other.example/a",
			"http://third.example/{int}",
			"https://h.example/a",
			"http://h.example/{word}",
			"urn:a:{int}",
			"",
		]);
	});

	it("are those of the keys of any profile", () => {
		const urls = urlsOf(each(64, (word) => `/${word}?utm_source=x`));
		const learned = ["surt@1", "safe-browsing@1", "crawl@1"].map((profile) => learn(urls, "--profile", profile).shapes);
		const keys = ["example,h)/any", "h.example/any?b=1", "http://h.example/any"];
		expect(learned.map((shapes, place) => [shapes.keys, shapes.shape(keys[place] as string)])).toEqual([
			["surt@1", "example,h)/{word}"],
			["safe-browsing@1", "h.example/{word}?b="],
			["crawl@1", "http://h.example/{word}"],
		]);
	});

	it("come with the evidence of each position, and counts of different keys", () => {
		const urls = urlsOf([...each(30, (word) => `/u/${word}/posts`), "/u/help/terms", "/a?b=1", "/a?b=2"]);
		const [site] = learn([...urls, ...urls]).data.sites;
		expect(site).toMatchObject({ site: "http://h.example", keys: 33, kinds: 3, years: [], traps: [] });
		expect(site.shapes.map(({ shape, keys }: { shape: string; keys: number }) => [shape, keys])).toEqual([
			["/u/{word}/posts", 30],
			["/a?b=", 2],
		]);
		const [{ samples, ...position }] = site.positions;
		expect(position).toEqual({
			at: "/u/{word}",
			rules: ["same below"],
			words: 31,
			leaves: 0,
			inner: 31,
			merged: 30,
			shared: 30,
			median: 1,
			kept: ["help"],
		});
		expect(new Set(samples).size).toBe(3);
		expect(urls).toEqual(expect.arrayContaining(samples));
	});
});
