/** Promises of profiles and policies on generated references: P1, P2, C5, and that rules change no octet that survives. */
import fc from "fast-check";
import type { CrawlNormalizer, Policy } from "urlsieve/crawl";
import { expect, it } from "vitest";
import { random } from "../../bench/lists/random.mjs";
import { isUriReference } from "../oracle/normalize";
import { type RandomPolicy, randomPolicy } from "../qa/fuzz/random-policy";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";
import { reference } from "../support/crawl-references";
import { normalizerOn } from "../support/engines";
import { runs } from "../support/extent";

/**
 * Number of references, and of policies: `URLSIEVE_RUNS=1000000 npx vitest run test/crawl/properties.test.ts`. With another
 * `URLSIEVE_SEED`, there are other policies.
 */
const RUNS = Number(process.env.URLSIEVE_RUNS ?? runs(5000));
const FIRST_POLICY = Number(process.env.URLSIEVE_SEED ?? 0) * 1_000_000;
const POLICIES = Math.max(20, Math.floor(RUNS / 1000));
const RUNS_PER_POLICY = Math.ceil(RUNS / POLICIES);

const TOKEN = "4hqa0555fwsecu455xqckv45";
const pieceOf = (...texts: string[]) => fc.constantFrom(...texts);
const host = pieceOf(
	..."h www.h www.www.a.b. a.b b x.a.b www.com instagram.com u:p@a.b urldefense.com 1.2.3.4 www.1.2.3.4 h:80 h:443".split(" "),
	..."bücher.de h.. m.a.b www2.m.amp.a.b x.a.b. www.x.b. 1.2.3.4. m.1.2.3.4 example.com".split(" "),
);
const segment = pieceOf(
	..."a index.html i .. . %2e ;jsessionid=1 ..;jsessionid=1 a;JSESSIONID=1;b".split(" "),
	"",
	`(S(${TOKEN}))`,
	`(${TOKEN})`,
	"p.aspx",
	"http:",
	"x+y:",
	"unsubscribe",
	"A",
	"Index.HTML;A=1",
	"..;a;utm_=1",
	"a;b=2;;c",
	"%7E",
	"ü",
	"|",
);
const name = pieceOf(
	..."a b ref ref_id utm_source utm_x gclid igsh mkt_tok PHPSESSID CFID cftoken ASPSESSIONIDabcdefgh %61 a+b é %C3%C0".split(" "),
	"",
	"A",
	"amp;amp;a",
	"AMP;",
	"amp;utm_x",
);
const value = pieceOf(
	"",
	"=",
	"=1",
	"=http://a.b/a?a=http%3A%2F%2Fb/i",
	"=https:%2F%2Fb%C3%BCcher.de/%FF+a",
	"=2",
	"==",
	"=%zz",
	"=%2b",
	"=A",
	"=amp;a",
);
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

/** The policies of the fuzzer, whose words are those of the references. */
const policies = (): RandomPolicy[] => Array.from({ length: POLICIES }, (_, seed) => randomPolicy(random(FIRST_POLICY + seed)));

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
		for (const [index, options] of policies().entries()) {
			const normalizer = crawlNormalizerOn(engine, options);
			const inputs = fc.sample(anyReference, { numRuns: RUNS_PER_POLICY, seed: index });
			for (const input of inputs) {
				try {
					check(normalizer, input);
				} catch (error) {
					throw new Error(`${JSON.stringify(options)}: ${(error as Error).message}`);
				}
			}
		}
	});

	it("a key that no rewrite made is made of pieces of the key base, in any order of the query's", () => {
		for (const [index, options] of policies().entries()) {
			const normalizer = crawlNormalizerOn(engine, { ...options, policy: withoutRewrites(options.policy) });
			const { base: ofPolicy = "rfc3986" } = options.policy;
			const base = crawlNormalizerOn(engine, { policy: { base: ofPolicy.endsWith("@1") ? "whatwg" : (ofPolicy as "rfc3986") } });
			for (const input of fc.sample(webReference, { numRuns: RUNS_PER_POLICY, seed: index })) {
				const result = normalizer.tryKey(input);
				// Letters may have become lower case: of the path, and of the query.
				if (typeof result === "string")
					expectSurvivors(result.toLowerCase(), base.key(input).toLowerCase(), options.policy.key?.hostAlias !== undefined);
			}
		}
	});
});

/** The policy without its rewrites, its sites' and its lists'. */
function withoutRewrites(policy: Policy): Policy {
	const text = JSON.stringify(policy, (name, value) => (["rewrite", "raw", "redirections"].includes(name) ? undefined : value));
	return JSON.parse(text);
}

/**
 * Outside the query, a key is its base with octets left out; in it, each piece is one of the base's with octets left out. `hasAlias`:
 * whether the host may be another one.
 */
function expectSurvivors(result: string, base: string, hasAlias: boolean): void {
	const [path = "", query, fragment = ""] = split(result.replace(/^https/, "http"));
	const [basePath = "", baseQuery, baseFragment = ""] = split(base.replace(/^https/, "http"));
	const [from, to] = [basePath, path].map((text) => (hasAlias ? text.replace(/^[^:]*:\/\/[^/]*/, "") : text)) as [string, string];
	expect([result, base, isLeftOf(to, from) && isLeftOf(fragment, baseFragment)]).toEqual([result, base, true]);
	const known = (baseQuery ?? "").split("&");
	const isKnown = (piece: string) => known.some((other) => isLeftOf(piece, other));
	expect([result, base, (query ?? "").split("&").every(isKnown)]).toEqual([result, base, true]);
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
