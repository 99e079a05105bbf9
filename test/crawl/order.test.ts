/** The result of a call depends only on its arguments: normalizers share a workspace, in which earlier calls leave their options. */
import fc from "fast-check";
import type { NormalizeOptions, Normalizer } from "urlsieve";
import type { CrawlNormalizer, CrawlOptions } from "urlsieve/crawl";
import { expect, it } from "vitest";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";
import { normalizerOn } from "../support/engines";
import { runs } from "../support/extent";
import { hostileReference } from "../support/hostile";

const CORE: readonly NormalizeOptions[] = [
	{},
	{ strict: true },
	{ level: "string" },
	{ level: "syntax", edition: "1994" },
	{ invalid: "drop" },
];
const CRAWL: readonly CrawlOptions[] = [
	{ profile: "rfc3986@1" },
	{ profile: "rfc3986@1", strict: true },
	{ profile: "whatwg@1" },
	{ profile: "whatwg@1", strict: true },
	{ profile: "crawl@1", idna: false },
	{ profile: "surt@1" },
	{ profile: "surt-java@1" },
	{ profile: "safe-browsing@1" },
	{ profile: "w3lib@1" },
	{ policy: { base: "rfc3986", key: { www: "drop", query: { sort: "name" } } } },
];

/** References that options decide on. */
const BY_OPTIONS = [
	"http://[fe80::1%eth0]/",
	"http://a/%",
	"http://a b/",
	"http://é/",
	" x:y ",
	"x:a\nb",
	"//[::1%zz]/",
	"http://a/%41?b=2&a=1",
];

type Ask = (reference: string, other: string) => unknown;

/** Every question to the core about two references. */
function coreQuestions(by: Normalizer): Ask[] {
	return [
		(a) => by.normalize(a),
		(a) => by.isNormalized(a),
		(a, b) => by.compare(a, b),
		(a, b) => by.resolve(a, b),
		(a, b) => by.relativize(a, b),
		(a, b) => by.isSameDocument(a, b),
		(a) => ({ ...by.parse(a) }),
		(a) => by.explain(a),
		(a, b) => by.normalizeAll([a, b]).map(String),
		(a, b) => latin1(by.resolveLines(encoder.encode(a.replace(/\n/g, "")), b).lines),
	];
}

/** The same to the crawl kernel. */
function crawlQuestions(by: CrawlNormalizer): Ask[] {
	return [
		(a) => by.normalize(a),
		(a) => by.key(a),
		(a, b) => by.resolve(a, b),
		(a, b) => [...by.normalizeAll([a, b]), ...by.keyAll([a, b])].map(String),
		(a) => latin1(by.keyLines(encoder.encode(a)).lines),
	];
}

const encoder = new TextEncoder();
const latin1 = (octets: Uint8Array) => Buffer.from(octets).toString("latin1");

function answer(ask: Ask, a: string, b: string): string {
	try {
		return JSON.stringify(ask(a, b)) ?? "undefined";
	} catch (error) {
		return `error: ${JSON.stringify(error)} ${(error as Error).message}`;
	}
}

describeCrawlEngines("an answer", (engine) => {
	const questions = [
		...CORE.flatMap((options) => coreQuestions(normalizerOn(engine, options))),
		...CRAWL.flatMap((options) => crawlQuestions(crawlNormalizerOn(engine, options))),
	];
	const question = fc.nat(questions.length - 1).map((index) => questions[index] as Ask);
	const reference = fc.oneof(
		{ weight: 2, arbitrary: hostileReference },
		{ weight: 1, arbitrary: fc.constantFrom(...BY_OPTIONS) },
	);
	const references = fc.tuple(reference, reference);

	it("is the same after any other question", () => {
		fc.assert(
			fc.property(question, references, question, question, references, (ask, [a, b], one, two, [c, d]) => {
				answer(one, c, d);
				const first = answer(ask, a, b);
				answer(two, c, d);
				expect(answer(ask, a, b)).toBe(first);
			}),
			{ numRuns: runs(20_000) },
		);
	});
});
