/**
 * The fast path of the crawl kernel: it is taken where it may be, and writes what the slow path writes. Under every engine.
 *
 * White space before a reference is removed, but only by the slow path. So with a space before it, any reference takes that.
 */
import fc from "fast-check";
import type { Engine } from "urlsieve";
import { type CrawlOptions, readList } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { ABSENT, Address, UNCHANGED } from "../../assembly/layout/addresses";
import { CrawlAddress, CrawlLimit, Url, Web } from "../../assembly/layout/crawl-addresses";
import { programOf } from "../seams/kernels";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";
import { rowsOn, runs, stride } from "../support/extent";
import { kernelWith } from "../support/program-host";

/** How many references: `URLSIEVE_RUNS=1000000 npx vitest run test/crawl/fast-path.test.ts`. */
const RUNS = Number(process.env.URLSIEVE_RUNS ?? runs(2000));
/** Octets for a reference and its form. */
const ROOM = 65536 + CrawlLimit.GROWTH * 65536;
/** What nobody leaves in the fields that tell the ways apart. */
const SENTINEL = 0x5eed;

/** The path of a reference: it is kept as it is, the fast path writes it, or the parser does. */
type Way = "kept" | "fast" | "slow";
type Form = "normalize" | "key";

/** A kernel with the program of a profile, and which way its references take. */
class Tracer {
	readonly #kernel;
	readonly #input: number;
	readonly #word: number;
	readonly #form: Form;

	constructor(engine: Engine, options: CrawlOptions, form: Form) {
		const program = programOf(options);
		const { kernel, free } = kernelWith(engine, program.length > 0 ? program : programOf({ policy: {} }));
		this.#kernel = kernel;
		this.#input = free;
		this.#word = crawlNormalizerOn(engine, options).settings.word;
		this.#form = form;
		kernel.reserve(free + ROOM);
	}

	/** The form of a reference, or the status, and the way that it took. */
	trace(reference: Uint8Array): { result: string | number; way: Way } {
		const [kernel, input, output] = [this.#kernel, this.#input, this.#input + 65536];
		kernel.octets.set(reference, input);
		const marks = [(CrawlAddress.WEB + Web.HAS_SESSION) >> 2, (CrawlAddress.URL + Url.OUTPUT) >> 2] as const;
		for (const mark of marks) kernel.words[mark] = SENTINEL;
		kernel.words[Address.ANSWER_LENGTH >> 2] = ABSENT;
		const end = kernel.call[this.#form](this.#word, input, input + reference.length, output);
		const way = kernel.words[marks[1]] !== SENTINEL ? "slow" : kernel.words[marks[0]] !== SENTINEL ? "fast" : "kept";
		const result = end === UNCHANGED ? reference : end < 0 ? end : kernel.octets.slice(output, end);
		return { result: typeof result === "number" ? result : Buffer.from(result).toString("latin1"), way };
	}
}

const octetsOf = (text: string) => new TextEncoder().encode(text);

const asText = (octets: Uint8Array) => Buffer.from(octets).toString("latin1");

/** With a space before it, which only the slow path removes. */
function slowed(reference: Uint8Array): Uint8Array {
	return Uint8Array.from([0x20, ...reference]);
}

const oneOf = (...texts: string[]) => fc.constantFrom(...texts);
const piece = fc.oneof(
	{ weight: 6, arbitrary: oneOf("a", "bc", "/", "//", ".", "..", "/.", "/..", "/./", "/../", "?", "#", "&", "&x=1") },
	{ weight: 4, arbitrary: oneOf("%41", "%7e", "%2e", "%2E", "%2f", "%c3%a9", "%C3%A9", "%", "%4", "%zz", "%25", "%6a") },
	{ weight: 3, arbitrary: oneOf(..."|'\\[]^`{}<>\" ~*;(=+,@:", "é", "€", "\u{1f600}", "\u0001", "\u007f", "\t") },
	{
		weight: 2,
		arbitrary: oneOf(";jsessionid=1", "/(S(4hqa0555fwsecu455xqckv45))/p.aspx", "?b=1&a=2", "&utm_source=x", "&ref=1"),
	},
	{ weight: 2, arbitrary: oneOf("#:~:text=a", "#!a", "#/a", "&&", "a=&", "&CFID=1&CFTOKEN=2", "&PHPSESSID=1", "&%75tm_source") },
	{ weight: 1, arbitrary: oneOf("a".repeat(60), "/b".repeat(40), "%7E".repeat(30), "d".repeat(9000)) },
);
const plainHost = oneOf("h", "Example.com", "www.example.com", "9gag.com", "a_b*~", "a.1b", "h".repeat(58));
const oddHost = oneOf(
	"h.",
	"1.2.3.4",
	"0x7f.1",
	"a.0x",
	`${"H".repeat(70)}.x`,
	`a.${"1".repeat(47)}`,
	`${"a".repeat(40)}.0xabcdef`,
	"a;b",
	"a=b",
	"a(b",
	"a'b",
	".h",
	"h..",
	"",
	"u@h",
	"b\u00fccher.de",
	"h%41",
	"[::1]",
);
const host = fc.oneof(plainHost, oddHost);
const webReference = fc
	.record({
		scheme: oneOf("http", "https", "HTTP", "hTtPs"),
		host,
		port: oneOf("", "", "", ":80", ":443", ":", ":8080", ":080"),
		root: oneOf("/", "/", "/", "", "?", "#", "\\"),
		rest: fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join("")),
	})
	.map(({ scheme, host, port, root, rest }) => octetsOf(`${scheme}://${host}${port}${root}${rest}`));
/** References with some octets replaced by any others. */
const damaged = fc
	.tuple(webReference, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 }))
	.map(([reference, changes]) => {
		for (const [place, octet] of changes) reference[place % reference.length] = octet;
		return reference;
	});

/** Where an octet may stand, at "*". */
const PLACES = [
	"http://h*/",
	"http://h/*",
	"http://h/a*b",
	"http://h/?*",
	"http://h/?a*b",
	"http://h/#*",
	"http://h/a#b*c",
	"http://h*",
];
const PAIR_PLACES = ["http://h/a*b?c", "http://h/?a*b", "http://h/#a*b"];

function at(place: string, ...octets: number[]): Uint8Array {
	const [before, after] = place.split("*") as [string, string];
	return Uint8Array.from([...octetsOf(before), ...octets, ...octetsOf(after)]);
}

/** Patterns of names, some for pages that match one. */
const LIST = readList(
	"removeparam",
	octetsOf(
		"$removeparam=/^(ref|x)=1?$/\n||www.^$removeparam=/[b-y]=/\n||h^*/a$removeparam=/^a/i\n@@||example.com^$removeparam\n$removeparam=ref",
	),
	{ name: "mine", strict: true },
);
const PROFILES: readonly (readonly [Form, CrawlOptions])[] = [
	["normalize", { profile: "whatwg@1" }],
	["normalize", { profile: "whatwg@1", strict: true }],
	["normalize", { profile: "crawl@1" }],
	["key", { profile: "crawl@1" }],
	["key", { policy: { base: "whatwg", key: { query: { sort: "name-value", duplicates: "drop-equal" }, fragment: "drop" } } }],
	[
		"key",
		{ policy: { base: "whatwg", key: { query: { emptyValue: "fold", remove: ["a", "ref"], keep: ["x"] }, emptyQuery: "drop" } } },
	],
	["key", { policy: { base: "whatwg", key: { query: { only: ["a", "x"], sort: "name" } } } }],
	["key", { policy: { base: "whatwg", key: { query: { drop: true }, sessions: "sessions@1", userinfo: "drop" } } }],
	["key", { policy: { base: "whatwg", key: { query: { remove: [{ name: "x", match: "prefix", hosts: ["h"] }] } } } }],
	["key", { policy: { base: "whatwg", key: { www: "drop", slashes: "collapse", trailingSlash: "drop", index: ["a"] } } }],
	["key", { policy: { base: "whatwg", key: { query: { lists: ["mine"], sort: "name", emptyValue: "fold" } } }, lists: [LIST] }],
	["key", { policy: { base: "rfc3986", key: { query: { sort: "name" } } } }],
];

const titled = PROFILES.map(
	([form, options], number) => [form, JSON.stringify({ ...options, lists: undefined }), options, number] as const,
);

describe.each(titled)("%s under %s", (form, _title, options, number) => {
	describeCrawlEngines("fast and slow path agree", (engine) => {
		const tracer = new Tracer(engine, options, form);
		const numRuns = options.policy === undefined ? RUNS : Math.ceil(RUNS / 8);

		/** Checks the way and the result against the slow path's. */
		function check(reference: Uint8Array): Way {
			const { result, way } = tracer.trace(reference);
			const slow = tracer.trace(slowed(reference));
			// Two million times: `expect` would take most of the time.
			if (result !== slow.result || (slow.way !== "slow" && options.policy?.base !== "rfc3986")) {
				expect([asText(reference), result, slow.way]).toEqual([asText(reference), slow.result, "slow"]);
			}
			return way;
		}

		it("on every octet in every place", () => {
			for (const place of PLACES) for (let octet = 0; octet < 256; ++octet) check(at(place, octet));
		});

		it("on every pair of octets in paths, queries and fragments", () => {
			for (const [index, place] of PAIR_PLACES.entries()) {
				// In the short form, each profile has one place in full.
				const step = options.policy !== undefined ? 997 : stride(engine, (index + number) % PAIR_PLACES.length === 0);
				for (let pair = 0; pair < 65536; pair += step) check(at(place, pair >> 8, pair & 255));
			}
		});

		it("on random references, many of which take the fast path", () => {
			let fast = 0;
			fc.assert(
				fc.property(webReference, (reference) => {
					if (check(reference) !== "slow") ++fast;
				}),
				{ numRuns },
			);
			const isOnPath = options.policy?.base === "rfc3986" || options.policy?.key?.www;
			if (!isOnPath) expect(fast).toBeGreaterThan(numRuns / 10);
		});

		it("on random references with any octets", () => {
			fc.assert(
				fc.property(damaged, (reference) => void check(reference)),
				{ numRuns },
			);
		});
	});
});

describeCrawlEngines("the way of a reference", (engine) => {
	const url = new Tracer(engine, { profile: "whatwg@1" }, "normalize");
	const fetch = new Tracer(engine, { profile: "crawl@1" }, "normalize");
	const key = new Tracer(engine, { profile: "crawl@1" }, "key");

	it("is fast for runs of percent signs and dot-segments, wherever windows end", () => {
		const counts = [1, 2, 3, 4, 5, ...Array.from({ length: 12 }, (_, index) => 8174 + index)];
		const tails = ["", "2f", "41", "%41", "%zz", "%2f%", "/../%", "..", "../", "../b", "?%..", "%?/../", "#%%", "%%%"];
		const paths = counts.flatMap((count) => [
			"%".repeat(count),
			"../".repeat(count >> 1),
			`a/${"../a/".repeat(count >> 2)}`,
			`${"a/b/".repeat(count >> 3)}${"../".repeat(count >> 2)}`,
			`a/${"./".repeat(count >> 1)}`,
			`a/b/c/${"./../.././".repeat(count >> 3)}`,
		]);
		for (const path of rowsOn(engine, paths, 7)) {
			for (const tail of tails) {
				const reference = octetsOf(`http://h/${path}${tail}`);
				for (const tracer of [url, fetch, key]) {
					const { result, way } = tracer.trace(reference);
					expect(result === tracer.trace(slowed(reference)).result).toBe(true);
					// The key of a long query may need more room than the fast path has.
					if (!tail.includes("?")) expect([tail, way]).not.toEqual([tail, "slow"]);
				}
			}
		}
	});
});

/** Keys of profiles that copy a library, with which way they took: their fast path says where it stopped reading. */
describeCrawlEngines("the fast path of a library's profile", (engine) => {
	const PROFILES = ["surt@1", "w3lib@1", "crawlee@1", "safe-browsing@1"] as const;
	const tracer = (profile: (typeof PROFILES)[number], form: "normalize" | "key") => {
		const { word } = crawlNormalizerOn(engine, { profile }).settings;
		const { kernel, free: input } = kernelWith(engine, programOf({ profile: "crawl@1" }));
		const output = input + 65536;
		kernel.reserve(input + ROOM);
		return (reference: Uint8Array) => {
			kernel.octets.set(reference, input);
			kernel.words[Address.NEXT_SPECIAL >> 2] = SENTINEL;
			kernel.words[Address.ANSWER_LENGTH >> 2] = ABSENT;
			const end = kernel.call[form](word, input, input + reference.length, output);
			const octets = end === UNCHANGED ? reference : kernel.octets.slice(output, Math.max(end, output));
			const result = end < 0 ? end : Buffer.from(octets).toString("latin1");
			return { result, isFast: kernel.words[Address.NEXT_SPECIAL >> 2] !== SENTINEL };
		};
	};
	const forms: readonly (readonly [(typeof PROFILES)[number], "key" | "normalize"])[] = [
		...PROFILES.map((profile) => [profile, "key"] as const),
		...PROFILES.slice(1).map((profile) => [profile, "normalize"] as const),
	];

	/** A TAB before a reference goes under all four, by the slow path. */
	const tabbed = (reference: Uint8Array) => Uint8Array.from([0x09, ...reference]);
	const snippet = fc.oneof(
		{ weight: 5, arbitrary: piece },
		oneOf("//", "/", ";", "a;", "?", "&b=2&a=1", "&&", "&utm_a=1", "=", "+", "%2B", "(", ".aspx", "\r", "\n", "\t", " "),
		oneOf(`&sid=${"a1".repeat(16)}`, "&cfid=1&cftoken=2", `/(${"a1".repeat(12)})/b.aspx`, "A", "Z"),
	);
	const host = oneOf(
		"h",
		"www.h",
		"www2.a.b.c.d.e",
		"www.www.h",
		"a..b",
		".h",
		"h.",
		"H.x",
		"1.2",
		"a.1b",
		"www",
		"www.",
		"0x1",
		"x.0x",
	);
	const line = fc
		.tuple(
			oneOf("http://", "https://", "http://", "HTTP://", "http:/"),
			host,
			oneOf("/", "", "/", ":80/"),
			fc.array(snippet, { maxLength: 6 }),
		)
		.map(([scheme, name, slash, rest]) => octetsOf(scheme + name + slash + rest.join("")));

	it.each(forms)("%s, %s: agrees with the slow path on random references, many of which take it", (profile, form) => {
		const trace = tracer(profile, form);
		let fast = 0;
		fc.assert(
			fc.property(line, (reference) => {
				const { result, isFast } = trace(reference);
				const slow = trace(tabbed(reference));
				expect(slow.isFast).toBe(false);
				// A key that is no URL's is the input, TAB included.
				const expected = typeof slow.result === "string" ? slow.result.replace(/^\t/, "") : slow.result;
				expect([Buffer.from(reference).toString("latin1"), result]).toEqual([
					Buffer.from(reference).toString("latin1"),
					expected,
				]);
				if (isFast) ++fast;
			}),
			{ numRuns: RUNS },
		);
		expect(fast).toBeGreaterThan(RUNS / 40);
	});

	it.each(forms)(
		"%s, %s: agrees with the slow path on lines, most of which stay as they are, at least in part",
		(profile, form) => {
			const normalizer = crawlNormalizerOn(engine, { profile });
			const inLines = fc.sample(line, { numRuns: RUNS, seed: 1 }).filter((reference) => !reference.includes(0x0a));
			const formsOf = (references: readonly Uint8Array[]) => {
				const octets = Buffer.concat(references.flatMap((reference) => [reference, octetsOf("\n")]));
				const { lines } = form === "key" ? normalizer.keyLines(octets) : normalizer.normalizeLines(octets);
				return Buffer.from(lines).toString("latin1").split("\n");
			};
			const slow = formsOf(inLines.map(tabbed));
			// Input that is not a URL stays as it came, with the TAB before it. The CR of a line end is not part of it.
			expect(formsOf(inLines)).toEqual(slow.map((text) => text.replace(/^\t/, "")));
		},
	);

	it.each(forms)("%s, %s: agrees with the slow path on every octet and every pair of some", (profile, form) => {
		const trace = tracer(profile, form);
		const some = octetsOf("/.?#;&=+%(a\tA\u007f");
		const check = (reference: Uint8Array) => {
			const slow = trace(tabbed(reference)).result;
			expect([...reference, trace(reference).result]).toEqual([
				...reference,
				typeof slow === "string" ? slow.replace(/^\t/, "") : slow,
			]);
		};
		for (const place of ["http://*h/", "http://h*/", "http://h/*", "http://h/a?*", "http://h/a?b=*&a=1", "http://h/#*"]) {
			const [before = "", after = ""] = place.split("*");
			const at = (...octets: number[]) => Uint8Array.from([...octetsOf(before), ...octets, ...octetsOf(after)]);
			for (let octet = 0; octet < 256; ++octet) check(at(octet));
			for (const first of some) for (const second of some) check(at(first, second));
		}
	});
});
