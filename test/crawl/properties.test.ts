/** Promises of profiles and policies on generated references: P1, P2, C5, and that rules change no octet that survives. */
import fc from "fast-check";
import { type CrawlNormalizer, type Parameter, type Policy, readList } from "urlsieve/crawl";
import { expect, it } from "vitest";
import { isUriReference } from "../oracle/normalize";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";
import { reference } from "../support/crawl-references";
import { normalizerOn } from "../support/engines";
import { runs } from "../support/extent";

/** How many references, and policies: `URLSIEVE_RUNS=1000000 npx vitest run test/crawl/properties.test.ts`. */
const RUNS = Number(process.env.URLSIEVE_RUNS ?? runs(5000));
const POLICIES = Math.max(20, Math.floor(RUNS / 1000));
const RUNS_PER_POLICY = Math.ceil(RUNS / POLICIES);

const TOKEN = "4hqa0555fwsecu455xqckv45";
const pieceOf = (...texts: string[]) => fc.constantFrom(...texts);
const host = pieceOf(
	"h",
	"www.h",
	"www.www.a.b.",
	"a.b",
	"b",
	"x.a.b",
	"www.com",
	"instagram.com",
	"u:p@a.b",
	"urldefense.com",
	"1.2.3.4",
	"www.1.2.3.4",
	"h:80",
	"h:443",
	"bücher.de",
	"h..",
);
const segment = pieceOf(
	"",
	"a",
	"index.html",
	"i",
	"..",
	".",
	"%2e",
	";jsessionid=1",
	"..;jsessionid=1",
	"a;JSESSIONID=1;b",
	`(S(${TOKEN}))`,
	`(${TOKEN})`,
	"p.aspx",
	"http:",
	"x+y:",
	"unsubscribe",
	"%7E",
	"ü",
	"|",
);
const name = pieceOf(
	"a",
	"b",
	"ref",
	"ref_id",
	"utm_source",
	"utm_x",
	"gclid",
	"igsh",
	"mkt_tok",
	"PHPSESSID",
	"CFID",
	"cftoken",
	"ASPSESSIONIDabcdefgh",
	"%61",
	"a+b",
	"",
	"é",
	"%C3%C0",
);
const value = pieceOf("", "=", "=1", "=2", "==", "=%zz", "=%2b");
const pieces = fc
	.array(
		fc.tuple(name, value).map((parts) => parts.join("")),
		{ maxLength: 6 },
	)
	.map((list) => list.join("&"));
const webReference = fc
	.tuple(
		pieceOf("http://", "https://", "HTTP:\\\\"),
		host,
		fc.array(segment, { maxLength: 6 }).map((segments) => segments.map((text) => `/${text}`).join("")),
		fc.option(pieces).map((query) => (query === null ? "" : `?${query}`)),
		pieceOf("", "#", "#a", "#!/a", "#/a", "#:~:text=a", "#a:~:text=b", "#!:~:text", "#%3A~:", "#!a:%7E:b", "#!:%7E:~:a"),
	)
	.map((parts) => parts.join(""));
const anyReference = fc.oneof({ weight: 5, arbitrary: webReference }, { weight: 1, arbitrary: reference });

const scope = pieceOf("h", "a.b", "b", "www.a.b", "x.a.b", "instagram.com", "com", "BÜCHER.de", "[2001:DB8:0::1]", "192.0.2.7");
const hosts = fc.array(scope, { minLength: 1, maxLength: 2 });
const parameter: fc.Arbitrary<Parameter> = fc.oneof(
	pieceOf("a", "b", "ref", "utm_x", "é", "a b"),
	fc.record(
		{
			name: pieceOf("a", "REF", "utm_", "ref", "PHP"),
			match: fc.constantFrom("exact" as const, "prefix" as const),
			ignoreCase: fc.boolean(),
			hosts,
			exceptHosts: fc.array(scope, { maxLength: 2 }),
			exceptPath: fc.array(pieceOf("unsub", "index", "a.b/"), { maxLength: 1 }),
		},
		{ requiredKeys: ["name"] },
	),
);
const drop = fc.constantFrom("keep" as const, "drop" as const);
const key = fc.record(
	{
		scheme: fc.constantFrom("keep" as const, "https" as const),
		userinfo: drop,
		hostDot: drop,
		www: drop,
		sessions: fc.constantFrom("keep" as const, "sessions@1" as const),
		slashes: fc.constantFrom("keep" as const, "collapse" as const),
		index: fc.array(pieceOf("index.html", "i", "http:", "unsubscribe"), { maxLength: 2 }),
		trailingSlash: drop,
		query: fc.record(
			{
				emptyValue: fc.constantFrom("keep" as const, "fold" as const),
				emptyPairs: drop,
				only: fc.array(pieceOf("a", "ref", "utm_source"), { maxLength: 2 }),
				remove: fc.array(parameter, { maxLength: 3 }),
				keep: fc.array(pieceOf("a", "ref_id", "gclid"), { maxLength: 1 }),
				lists: fc
					.tuple(fc.subarray(["tracking@1", "own", "filter", "clear"]), fc.boolean())
					.map(([names, isOnly]) => (isOnly || names.length === 0 ? { only: names } : names)),
				duplicates: fc.constantFrom("keep" as const, "drop-equal" as const),
				sort: fc.constantFrom("keep" as const, "name" as const, "name-value" as const),
			},
			{ requiredKeys: [] },
		),
		emptyQuery: drop,
		textDirective: drop,
		fragment: fc.constantFrom("keep" as const, "drop" as const, "spa" as const),
	},
	{ requiredKeys: [] },
);
const policy: fc.Arbitrary<Policy> = fc.record(
	{
		base: fc.constantFrom("rfc3986" as const, "whatwg" as const, "crawl@1" as const),
		fetch: fc.record(
			{ fragment: fc.constantFrom("keep" as const, "drop" as const, "spa" as const), textDirective: drop },
			{ requiredKeys: [] },
		),
		key,
		sites: fc.array(fc.record({ hosts, key }), { maxLength: 2 }),
	},
	{ requiredKeys: [] },
);

/** Lines of a filter list, rules and exceptions. */
const filterLines = fc
	.array(
		fc
			.tuple(
				pieceOf("", "", "@@"),
				pieceOf(
					"",
					"||a.b^",
					"||h^",
					"||www.a.b^",
					"||b/a",
					"||a.b/index.html^",
					"|http://h/",
					"|https://",
					"unsub",
					"*/a/",
					"/^https?:\\/\\/[^\\/]*b/",
					"/\\.html\\?$/",
					"||a.b/?",
					"||a.b/?utm_source=",
					"/i?a=",
					"||b/*/a/?",
					"a^|",
				),
				pieceOf("", "=a", "=~a", "=ref", "=/^utm/", "=/=1$/", "=/[a-b]/i", "=~/^a/", "=%61", "=utm_source"),
				pieceOf("", "", ",important", ",domain=a.b|~x.a.b", ",domain=~h", ",to=www.a.b", ",badfilter", ",method=get"),
			)
			.map(([at, pattern, value, options]) => `${at}${pattern}$removeparam${value}${options}`),
		{ maxLength: 6 },
	)
	.map((lines) => lines.join("\n"));
const provider = fc.record({
	urlPattern: pieceOf(".*", "^https?:\\/\\/(?:[a-z0-9-]+\\.)*?a\\.b", "^https?:\\/\\/[^/]*\\/(?:a|i)", "b(?:\\.[a-z]{2,})?\\/"),
	rules: fc.array(pieceOf("a", "REF", "utm_[a-z]*", "(?:%3F)?gclid", "b|c", ".*d"), { maxLength: 3 }),
	exceptions: fc.array(
		pieceOf(
			"^https?:\\/\\/a\\.b",
			"^http:\\/\\/www\\.",
			"unsub",
			"^https?:\\/\\/[^/]+/index",
			"^https?:\\/\\/[^/]+/[^/]+\\/i\\?.*b",
			"a=1$",
		),
		{
			maxLength: 1,
		},
	),
});
const ownList = fc.record({ params: fc.array(parameter, { maxLength: 4 }), exempt: fc.array(scope, { maxLength: 2 }) });
const listTexts = fc.record({
	filter: filterLines,
	clear: fc.array(provider, { maxLength: 3 }).map((providers) => JSON.stringify({ providers: { ...providers } })),
	own: ownList.map((list) => JSON.stringify({ format: "urlsieve-list@1", name: "own", ...list })),
});
const FORMATS = { filter: "removeparam", clear: "clearurls", own: "urlsieve-list" } as const;
const policyWithLists = fc.tuple(policy, listTexts).map(([some, texts]) => {
	const rules = [some.key, ...(some.sites ?? []).map((site) => site.key)];
	const named = new Set(rules.flatMap((key) => Object.values(key?.query?.lists ?? [])).flat());
	const lists = (["filter", "clear", "own"] as const)
		.filter((name) => named.has(name))
		.map((name) => readList(FORMATS[name], new TextEncoder().encode(texts[name]), { name }));
	return { policy: some, lists, texts };
});

/** Checks what holds for every reference that has a key. */
function check(normalizer: CrawlNormalizer, input: string): void {
	const result = normalizer.tryKey(input);
	if (typeof result !== "string") return;
	const { fetch, key: both } = normalizer.both(input);
	const again = { fetch: normalizer.normalize(fetch), ofKey: normalizer.key(result), ofFetch: normalizer.key(fetch) };
	expect([input, both, again]).toEqual([input, result, { fetch, ofKey: result, ofFetch: result }]);
	expect([input, result, isUriReference(result)]).toEqual([input, result, true]);
}

describeCrawlEngines("profiles and policies", (engine) => {
	it("whatwg@1 is idempotent", () => {
		const normalizer = crawlNormalizerOn(engine, { profile: "whatwg@1" });
		fc.assert(
			fc.property(anyReference, (input) => {
				const once = normalizer.tryNormalize(input);
				if (typeof once === "string") expect([input, normalizer.normalize(once)]).toEqual([input, once]);
			}),
			{ numRuns: RUNS },
		);
	});

	it("the key base of a URL is its normal form by RFC 3986", () => {
		const [browser, keyBase] = [{ profile: "whatwg@1" as const }, { policy: { base: "whatwg" as const } }].map((options) => {
			return crawlNormalizerOn(engine, options);
		});
		const rfc3986 = normalizerOn(engine);
		fc.assert(
			fc.property(anyReference, (input) => {
				const url = !input.includes("\ud800") ? browser?.tryNormalize(input) : undefined;
				if (typeof url !== "string" || !/^(https?|wss?|ftp|file):/.test(url)) return;
				expect([input, keyBase?.tryKey(input)]).toEqual([input, rfc3986.tryNormalize(url)]);
			}),
			{ numRuns: RUNS },
		);
	});

	it("crawl@1 has one key for a reference, its fetch form and its key, and that is a URI", () => {
		const normalizer = crawlNormalizerOn(engine, { profile: "crawl@1" });
		fc.assert(
			fc.property(anyReference, (input) => check(normalizer, input)),
			{ numRuns: RUNS },
		);
	});

	it("so has any policy", () => {
		for (const [index, { policy: some, lists, texts }] of fc.sample(policyWithLists, POLICIES).entries()) {
			const normalizer = crawlNormalizerOn(engine, { policy: some, lists });
			const inputs = fc.sample(anyReference, { numRuns: RUNS_PER_POLICY, seed: index });
			for (const input of inputs) {
				try {
					check(normalizer, input);
				} catch (error) {
					throw new Error(`${JSON.stringify([some, texts])}: ${(error as Error).message}`);
				}
			}
		}
	});

	it("a key is made of pieces of the key base, in any order of the query's", () => {
		for (const [index, { policy: some, lists }] of fc.sample(policyWithLists, POLICIES).entries()) {
			const normalizer = crawlNormalizerOn(engine, { policy: some, lists });
			const { base: ofPolicy = "rfc3986" } = some;
			const base = crawlNormalizerOn(engine, { policy: { base: ofPolicy === "crawl@1" ? "whatwg" : ofPolicy } });
			for (const input of fc.sample(webReference, { numRuns: RUNS_PER_POLICY, seed: index })) {
				const result = normalizer.tryKey(input);
				if (typeof result === "string") expectSurvivors(result, base.key(input));
			}
		}
	});
});

/** Outside the query, a key is its base with octets left out; in it, each piece is one of the base's. */
function expectSurvivors(result: string, base: string): void {
	const [path = "", query, fragment = ""] = split(result.replace(/^https/, "http"));
	const [basePath = "", baseQuery, baseFragment = ""] = split(base.replace(/^https/, "http"));
	expect([result, base, isLeftOf(path, basePath) && isLeftOf(fragment, baseFragment)]).toEqual([result, base, true]);
	const known = (baseQuery ?? "").split("&").flatMap((piece) => [piece, piece.replace(/^([^=]*)=$/, "$1")]);
	expect([result, base, (query ?? "").split("&").every((piece) => piece === "" || known.includes(piece))]).toEqual([
		result,
		base,
		true,
	]);
}

function split(url: string): (string | undefined)[] {
	return (/^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? []).slice(1);
}

/** Whether `text` is `whole` with characters left out. */
function isLeftOf(text: string, whole: string): boolean {
	let at = 0;
	for (const character of whole) if (text[at] === character) ++at;
	return at === text.length;
}
