/** Arrays of strings by a profile or a policy: `normalizeAll` and `keyAll` do what `tryNormalize` and `tryKey` do one by one. */
import fc from "fast-check";
import type { CrawlNormalizer, CrawlOptions } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";
import { reference } from "../support/crawl-references";
import { rowsOn, runs } from "../support/extent";
import { ODD_STRINGS, PLAIN, shown } from "../support/odd-strings";

const LIST = { name: "mine", params: ["ref", { name: "x", exceptHosts: ["example.com"] }], exempt: [] };

const RULES: readonly CrawlOptions[] = [
	{ profile: "rfc3986@1" },
	{ profile: "whatwg@1" },
	{ profile: "crawl@1" },
	{ profile: "surt@1" },
	{ profile: "w3lib@1" },
	{ profile: "crawlee@1", fragment: "keep" },
	{ profile: "whatwg@1", idna: false, invalid: "drop" },
	{ policy: { base: "whatwg", key: { www: "drop", query: { lists: ["mine"], sort: "name" } } }, lists: [LIST] },
	{ policy: { base: "rfc3986", key: { fragment: "drop", index: ["index.html"] } }, strict: true },
];

const STRINGS = [
	...ODD_STRINGS,
	...PLAIN,
	"HTTP://example.com?ref=1&b&a#top",
	"http://www.example.com/a?x=1&ref",
	"http://0x7f.1/",
	"http://b\u00fccher.example/",
	"http://b%C3%BCcher.example/",
	"http://a/%C3%A9/%FF/%7E",
	"http://a/\tb",
	" http://a/ ",
	"foo:bar baz ?x",
];

const NUMBERED = STRINGS.map((text, index) => [index, text] as const);

function expectSame(normalizer: CrawlNormalizer, strings: readonly string[]): void {
	expect(normalizer.normalizeAll(strings).map(shown)).toEqual(strings.map((text) => shown(normalizer.tryNormalize(text))));
	expect(normalizer.keyAll(strings).map(shown)).toEqual(strings.map((text) => shown(normalizer.tryKey(text))));
}

describeCrawlEngines("strings by a profile or a policy", (engine) => {
	describe.each(RULES)("%j", (options) => {
		const normalizer = crawlNormalizerOn(engine, options);

		it.each(rowsOn(engine, NUMBERED, 3))("agree on string %d among others", (_index, text) => {
			expectSame(normalizer, [text, ...PLAIN, text, "HTTP://b"]);
		});

		it("agree on all of them at once, and on several batches", () => {
			expectSame(normalizer, STRINGS);
			expectSame(
				normalizer,
				Array.from({ length: 300 }, (_, index) => `HTTP://h${index % 7}/%7e?b=${index}&ref=1&a#x`),
			);
		});

		it("agree on references of every shape", () => {
			fc.assert(
				fc.property(fc.array(reference, { maxLength: 12 }), (strings) => expectSame(normalizer, strings)),
				{
					numRuns: runs(400),
				},
			);
		});
	});

	it("report an argument that is not a string in its place", () => {
		const normalizer = crawlNormalizerOn(engine, { profile: "crawl@1" });
		const [first, second] = normalizer.keyAll(["HTTP://a#b", 7 as unknown as string]);
		expect([first, second]).toEqual(["http://a/", expect.objectContaining({ code: "invalid-input" })]);
	});
});
