/** `shape@1`: a key with classes in place of values (docs/guide/shapes.md), under every engine. */
import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { createNormalizer } from "urlsieve";
import { createNormalizer as createCrawlNormalizer, shape } from "urlsieve/crawl";
import { expect, it } from "vitest";
import { oracleShape } from "../oracle/shape";
import { bitsOf, columnOf, valuesOf } from "../support/columns";
import { describeEngines } from "../support/engines";
import { runs } from "../support/extent";
import { EXTENSIONS, PATH_JOINTS, PATH_NAMES, PATH_VALUES, PATH_WORDS } from "../support/path-values";

/** Rules, each with paths, or queries with `?`, and their shapes. */
const RULES: readonly (readonly [rule: string, rows: { readonly [path: string]: string }])[] = [
	["keeps empty segments", { "//a//": "//a//", "/": "/", "": "" }],
	[
		"replaces an address of mail, but no name with @",
		{
			"/bob.x+y@mail.example": "/{email}",
			"/bob%40mail.example/x": "/{email}/x",
			"/@alice": "/@alice",
			"/a@b": "/a@b",
			"/a@b.c@d.e": "/a@b.c@d.e",
		},
	],
	[
		"keeps an extension of a letter and up to four alphanumerics, or 7z",
		{
			"/122.html": "/{int}.html",
			"/1.7z": "/{int}.7z",
			"/122.jsonlx": "/{int}.jsonlx",
			"/a-1.tar.gz": "/a-{int}.tar.gz",
			"/.htaccess": "/.htaccess",
			"/1.5x": "/{int}.5x",
		},
	],
	[
		"replaces a date with a time in both formats of ISO 8601",
		{
			"/2013-05-07T10:30:00.25Z": "/{date}",
			"/20130507T1030": "/{date}",
			"/20130507t103000z": "/{date}",
			"/2013-05-07T10%3A30+02:00": "/{date}",
			"/2013-13-07T10:30": "/{int}-{int}-07T10:{int}",
		},
	],
	[
		"replaces a year from 1900 to 2099, and month and day only after it",
		{
			"/1899/1900/2099/2100": "/{int}/{year}/{year}/{int}",
			"/2013/05/07/x": "/{year}/{month}/{day}/x",
			"/2013/13": "/{year}/{int}",
			"/2013/117": "/{year}/{int}",
			"/2013/12/32": "/{year}/{month}/{int}",
			"/2013/x/05": "/{year}/x/{int}",
			"/2013/Sept/9": "/{year}/{month}/{day}",
			"/2013/december.html": "/{year}/{month}.html",
			"/2013/decem": "/{year}/decem",
			"/may": "/may",
		},
	],
	[
		"replaces numbers with a sign or a dot",
		{ "/122/-12/+5": "/{int}/{int}/{int}", "/3.14/-3.14": "/{float}/{float}", "/1.2.3": "/{version}", "/-x1": "/-x1" },
	],
	[
		"replaces values with marks at the start of a run, where no alphanumeric follows",
		{
			"/x-123E4567-e89b-12d3-a456-426614174000": "/x-{uuid}",
			"/123e4567-e89b-12d3-a456-4266141740001": "/{hex}-{slug}-{int}",
			"/a-2013-05-07": "/a-{date}",
			"/a-2013_05": "/a-{date}",
			"/a-07.05.2013": "/a-{date}",
			"/2013-05-077": "/{date}-{int}",
			"/v-10.0.0.1": "/v-{ip}",
			"/10.0.0.1.html": "/{ip}.html",
			"/a-256.0.0.1": "/a-{version}",
			"/a-1.5": "/a-{float}",
			"/a-1.5x": "/a-{int}.5x",
		},
	],
	["replaces digits, and a compact date", { "/20130507": "/{date}", "/20131301": "/{int}", "/a-7-b": "/a-{int}-b" }],
	[
		"replaces digests and other hex of one case, but no word",
		{
			"/d41d8cd98f00b204e9800998ecf8427e": "/{hash}",
			"/D41D8CD98F00B204E9800998ECF8427E": "/{hash}",
			"/d41D8cd98f00b204e9800998ecf8427e": "/{id}",
			"/7d54085a1dcc": "/{hex}",
			"/facade/deadbeef/decade80": "/facade/deadbeef/decade80",
		},
	],
	[
		"replaces identifiers of short chunks, but no word with capitals or digits",
		{
			"/iD6HeVL": "/{id}",
			"/aBcDeF": "/{id}",
			"/iPhone5": "/iPhone5",
			"/LaTeX": "/LaTeX",
			"/WordPress": "/WordPress",
			"/Ab3_x9Qk2Z": "/{id}",
			"/Ab3--x9Qk2Z": "/Ab3--{id}",
		},
	],
	[
		"replaces three digits in a word, and any after p, pg, page and id",
		{
			"/p1": "/p{int}",
			"/PAGE12": "/PAGE{int}",
			"/id7": "/id{int}",
			"/v2/mp3/2x4/covid19": "/v2/mp3/2x4/covid19",
			"/300x250": "/{int}x{int}",
		},
	],
	[
		"replaces four words, or fewer beside an edge that is set aside",
		{
			"/the-quick-brown-fox.html": "/{slug}.html",
			"/terms-and-conditions": "/terms-and-conditions",
			"/a.b.c.d.e": "/a.b.c.d.e",
			"/a-b-c-12345": "/{slug}-{int}",
			"/a-b-c-1234": "/a-b-c-{int}",
			"/12345-a-b-c": "/{int}-{slug}",
			"/2013-05-07-a-b": "/{date}-{slug}",
			"/2013-05-07-a": "/{date}-a",
			"/blue-shoes-12345": "/blue-shoes-{int}",
			"/12345-a-b-7d54085a1dcc": "/{int}-a-b-{hex}",
			"/12345%20a%20b%20c%2012345": "/{int}%20{slug}%20{int}",
		},
	],
	[
		"replaces eight characters of a script without spaces, and keeps other words beyond US-ASCII",
		{
			[`/${"%E6%BC%A2".repeat(8)}`]: "/{slug}",
			[`/${"%E6%BC%A2".repeat(7)}`]: `/${"%E6%BC%A2".repeat(7)}`,
			"/%D0%BD%D0%BE123": "/%D0%BD%D0%BE{int}",
			[`/2013-05-07${"%E6%BC%A2".repeat(8)}`]: "/{date}{slug}",
		},
	],
	[
		"keeps the names of parameters of a path, and takes others for stems",
		{ "/a;jsessionid=A1;v": "/a;jsessionid;v", "/a;123;": "/a;{int};", "/2013;x=1/05": "/{year};x/{month}" },
	],
	[
		"has the names of a query once, in the order of their octets, without values",
		{
			"/?b=1&a=2&b=3": "/?a=&b=",
			"/?a-b=1&a=1&a": "/?a&a-b=&a=",
			"/?a[12]=x&b%5B0%5D=y&c[x]=z": "/?a[{int}]=&b%5B{int}%5D=&c[x]=",
			"/?123&the-quick-brown-fox&a/b;c": "/?a/b;c&{int}&{slug}",
			"/?": "/",
			"/?&&": "/",
			"/?=1": "/?=",
		},
	],
	["leaves out the fragment", { "/a#/users/122?x=1": "/a", "/a?b=1#c": "/a?b=" }],
	[
		"keeps a class that somebody wrote apart from its own",
		{
			"/{int}/122": "/%7Bint%7D/{int}",
			"/the-{slug}-brown-fox": "/{slug}",
			"/{a-b-c-d": "/{slug}",
			"/?{int}=1&a{int}[3]=2": "/?%7Bint%7D=&a%7Bint%7D[{int}]=",
			"/a;{x}=1": "/a;%7Bx%7D",
			"/12345}a-b-c": "/{int}%7D{slug}",
		},
	],
	["takes a % without two hex digits for a separator", { "/%zz-1": "/%zz-{int}", "/%": "/%", "/a%4": "/a%{int}" }],
];

/** Keys of other profiles, and without a host. */
const KEYS: { readonly [key: string]: string } = {
	"com,example)/users/122?b=1&a=1": "com,example)/users/{int}?a=&b=",
	"localhost:8080)/122": "localhost:8080)/{int}",
	"1,0,0,10)/122": "1,0,0,10)/{int}",
	"http://(com,example,)/122": "http://(com,example,)/{int}",
	"10.0.0.1/users/122": "10.0.0.1/users/{int}",
	"http://h122.example:8080/": "http://h122.example:8080/",
	"//h/122": "//h/{int}",
	"/users/122": "/users/{int}",
	"mailto:bob@mail.example": "mailto:{email}",
	"urn:isbn:9780141036144": "urn:isbn:{int}",
	"file:///a/122": "file:///a/{int}",
	"http://h": "http://h",
	"http://h?122": "http://h?{int}",
	"122": "122",
	"?a=1": "?a=",
	"": "",
};

const latin1 = (text: string) => Buffer.from(text).toString("latin1");
const ofWords = (words: string) => fc.constantFrom(...words.split(" "));
const value = fc.oneof(
	ofWords(PATH_VALUES),
	ofWords(PATH_WORDS),
	ofWords(PATH_WORDS),
	fc.stringMatching(/^[0-9]{1,12}$/),
	fc.stringMatching(/^[0-9a-f]{7,33}$/),
	fc.stringMatching(/^[0-9A-Za-z]{1,20}$/),
);
/** Values with something between two of them, mostly the same, and what may be an extension. */
const segment = fc
	.tuple(fc.array(value, { maxLength: 8 }), ofWords(PATH_JOINTS), fc.constantFrom("", "", ...EXTENSIONS.split(" ")))
	.map(([values, joint, end]) => values.join(joint) + end);

const shared = new URL("../../../shared/vectors/shapes/open.jsonl", import.meta.url);
const CRAWLED = [
	"HTTP://H.example:80/users/122/edit?b=2&a=1#top",
	"http://h.example/users/123/edit?utm_source=x&a=1",
	"http://[",
	"http://h.example/2013/05/07/the-quick-brown-fox.html",
	"/relative/122",
	"",
	"http://h.example/caf\u00e9/122",
];

describeEngines("shape@1", (engine) => {
	const shapeOf = (key: string) => shape(key, { engine });

	it.each(RULES)("%s", (_, rows) => {
		for (const [path, own] of Object.entries(rows))
			expect([path, shapeOf(`http://h.example${path}`)]).toEqual([path, `http://h.example${own}`]);
	});

	it("keeps what precedes the path, in keys of any profile", () => {
		for (const [key, own] of Object.entries(KEYS)) expect([key, shapeOf(key)]).toEqual([key, own]);
	});

	it.runIf(existsSync(shared))("has the answers of the rows beside the repository", () => {
		const rows = readFileSync(shared, "utf8")
			.trimEnd()
			.split("\n")
			.map((line) => JSON.parse(line));
		expect(rows.map(({ url }) => ({ url, shape: shapeOf(url) }))).toEqual(rows);
	});

	it("is that of the literal oracle, for paths of values and words, and names of queries", () => {
		const path = fc.array(segment, { maxLength: 5 }).map((segments) => segments.map((each) => `/${each}`).join(""));
		const query = fc.array(ofWords(PATH_NAMES), { maxLength: 5 }).map((names) => names.join("&"));
		const agree = (path: string, query: string) => {
			const key = `http://h.example${path}?${query}`;
			expect([key, latin1(shapeOf(key))]).toEqual([key, oracleShape(latin1(key))]);
		};
		fc.assert(fc.property(path, query, agree), { numRuns: runs(3000) });
	});

	it("has one for any octets, which are at most four times as many", () => {
		const octets = Array.from({ length: 128 }, (_, octet) => String.fromCharCode(octet));
		for (const first of octets) {
			for (const second of ["", "1", "a", "%", "{", "/", "\u6f22"]) {
				const key = `http://h/${first}${second}${first}?${first}${second}&${second}${first}=`;
				const own = shapeOf(key);
				expect(own.startsWith("http://h/")).toBe(true);
				expect(own.length).toBeLessThanOrEqual(4 * key.length);
			}
		}
		expect(shapeOf(`/${"{1".repeat(1000)}`)).toBe(`/${"%7B{int}".repeat(1000)}`);
	});

	it("handles segments of 16 kB, 100,000 segments, and 100,000 names out of order", () => {
		const word = "a".repeat(16384);
		expect(shapeOf(`http://h/${word}/${"7".repeat(16384)}/${"aB3".repeat(5461)}`)).toBe(`http://h/${word}/{int}/{id}`);
		expect(shapeOf(`http://h/${"a@".repeat(8192)}`)).toBe("http://h/{slug}");
		expect(shapeOf(`http://h${"/122".repeat(100_000)}`)).toBe(`http://h${"/{int}".repeat(100_000)}`);
		const names = Array.from({ length: 100_000 }, (_, index) => `n${(index * 7919) % 100_000}x=`);
		const sorted = [...names].sort().join("&");
		expect(shapeOf(`http://h/?${names.map((name) => `${name}1`).join("&")}&${names[0]}`)).toBe(`http://h/?${sorted}`);
	});

	it.each([
		["crawl@1", createCrawlNormalizer({ profile: "crawl@1", engine })],
		["surt@1", createCrawlNormalizer({ profile: "surt@1", engine })],
		["rfc3986@1", createNormalizer({ engine })],
	] as const)("of a reference is that of its key, under %s: strings, lines and columns", (_, normalizer) => {
		const keys = CRAWLED.map((reference) => normalizer.tryKey(reference));
		const shapes = keys.map((key) => (typeof key === "string" ? shapeOf(key) : undefined));
		const textOf = (each: unknown) => (typeof each === "string" ? each : undefined);
		expect(CRAWLED.map((reference) => textOf(normalizer.tryShape(reference)))).toEqual(shapes);
		expect(normalizer.shapeAll(CRAWLED).map(textOf)).toEqual(shapes);
		const { lines, count, rejects } = normalizer.shapeLines(new TextEncoder().encode(CRAWLED.join("\n")));
		const kept = shapes.map((each, index) => each ?? CRAWLED[index]);
		expect(new TextDecoder().decode(lines)).toBe(kept.map((each) => `${each}\n`).join(""));
		expect([count, rejects.length]).toEqual([CRAWLED.length, shapes.filter((each) => each === undefined).length]);
		const { shape: column } = normalizer.partColumns(columnOf(CRAWLED), ["host", "shape"]);
		expect(bitsOf(column.valid, CRAWLED.length)).toEqual(shapes.map((each) => (each === undefined ? 0 : 1)));
		const values = valuesOf(column);
		for (const [index, own] of shapes.entries()) if (own !== undefined) expect(values[index]).toBe(own);
	});

	it("throws the error of a reference without a key, and of a text that is no key", () => {
		const normalizer = createCrawlNormalizer({ profile: "crawl@1", engine });
		expect(() => normalizer.shape("http://[")).toThrow(expect.objectContaining({ code: "invalid-ip-literal" }));
		expect(() => shapeOf("http://h/\ud800")).toThrow(expect.objectContaining({ code: "ill-formed-string" }));
		expect(() => shapeOf(5 as never)).toThrow(expect.objectContaining({ code: "invalid-input" }));
		expect(() => shape("http://h/", { typed: true } as never)).toThrow(expect.objectContaining({ code: "invalid-option" }));
	});
});
