/** The fast path of the crawl kernel: it is taken where it may be, and writes what the slow path writes. Under every engine. */
import fc from "fast-check";
import type { Engine } from "urlsieve";
import { type CrawlOptions, readList } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { ABSENT, Address, UNCHANGED } from "../../assembly/layout/addresses";
import { CrawlAddress, CrawlLimit, Url } from "../../assembly/layout/crawl-addresses";
import { programOf } from "../seams/kernels";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";
import { IS_LONG, rowsOn, size, stride } from "../support/extent";
import { kernelWith } from "../support/program-host";

/** Number of references: `URLSIEVE_RUNS=1000000 npx vitest run test/crawl/fast-path.test.ts`. */
const RUNS = Number(process.env.URLSIEVE_RUNS ?? size(1000, 100));
/** Octets for a reference and its form. */
const ROOM = 65536 + CrawlLimit.GROWTH * 65536;
/** A value that no path leaves in the fields by which the paths are distinguished. */
const SENTINEL = 0x5eed;

type Form = "normalize" | "key";

/** Profiles that copy a library: their fast path says where it stopped reading. */
const LIBRARIES: readonly (string | undefined)[] = [
	"surt@1",
	"surt-www@1",
	"surt-scheme-comma@1",
	"surt-java@1",
	"w3lib@1",
	"crawlee@1",
	"safe-browsing@1",
];

/** A kernel with the program of a profile, and whether its references take the fast path. */
class Tracer {
	readonly #kernel;
	readonly #input: number;
	readonly #word: number;
	readonly #isLibrary: boolean;
	readonly #form: Form;

	constructor(engine: Engine, form: Form, options: CrawlOptions) {
		const program = programOf(options);
		const { kernel, free } = kernelWith(engine, program.length > 0 ? program : programOf({ policy: {} }));
		this.#kernel = kernel;
		this.#input = free;
		this.#word = crawlNormalizerOn(engine, options).settings.word;
		this.#isLibrary = LIBRARIES.includes(options.profile);
		this.#form = form;
		kernel.reserve(free + ROOM);
	}

	/** The form of a reference, or the status, and whether the fast path wrote or kept it. */
	trace(reference: Uint8Array): { result: string | number; isFast: boolean } {
		const [kernel, input, output] = [this.#kernel, this.#input, this.#input + 65536];
		kernel.octets.set(reference, input);
		// The parser sets this, or, of a library, the fast path.
		const mark = (this.#isLibrary ? Address.NEXT_SPECIAL : CrawlAddress.URL + Url.OUTPUT) >> 2;
		kernel.words[mark] = SENTINEL;
		kernel.words[Address.ANSWER_LENGTH >> 2] = ABSENT;
		const end = kernel.call[this.#form](this.#word, input, input + reference.length, output);
		const isFast = (kernel.words[mark] === SENTINEL) !== this.#isLibrary;
		const octets = end === UNCHANGED ? reference : kernel.octets.slice(output, Math.max(end, output));
		return { result: end < 0 ? end : asText(octets), isFast };
	}

	/** The same by the slow path: only it removes white space before a reference. A reference that is no URL is its own key, with white space. */
	traceSlowly(reference: Uint8Array): { result: string | number; isFast: boolean } {
		const { result, isFast } = this.trace(Uint8Array.from([this.#isLibrary ? 0x09 : 0x20, ...reference]));
		return { result: this.#isLibrary && typeof result === "string" ? result.replace(/^\t/, "") : result, isFast };
	}
}

const octetsOf = (text: string) => new TextEncoder().encode(text);

const asText = (octets: Uint8Array) => Buffer.from(octets).toString("latin1");

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
	{ weight: 4, arbitrary: oneOf(..."/;=+(AZ\r\n\t ", "a;", "&b=2&a=1", "&utm_a=1", "%2B", ".aspx") },
	{ weight: 3, arbitrary: oneOf(`&sid=${"a1".repeat(16)}`, "&cfid=1&cftoken=2", `/(${"a1".repeat(12)})/b.aspx`) },
);
const plainHost = oneOf(..."h Example.com www.example.com 9gag.com a_b*~ a.1b www.h www2.a.b.c.d.e".split(" "), "h".repeat(58));
const oddHost = oneOf(
	..."h. 1.2.3.4 0x7f.1 a.0x a;b a=b a(b a'b .h h.. u@h b\u00fccher.de h%41 [::1] www.www.h a..b 1.2 www www. x.0x".split(" "),
	...["", `${"H".repeat(70)}.x`, `a.${"1".repeat(47)}`, `${"a".repeat(40)}.0xabcdef`],
);
const host = fc.oneof({ weight: 2, arbitrary: plainHost }, oddHost);
const oddReference = fc
	.record({
		scheme: oneOf("http", "https", "HTTP", "hTtPs"),
		host,
		port: oneOf("", "", "", ":80", ":443", ":", ":8080", ":080"),
		root: oneOf("/", "/", "/", "", "?", "#", "\\"),
		rest: fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join("")),
	})
	.map(({ scheme, host, port, root, rest }) => octetsOf(`${scheme}://${host}${port}${root}${rest}`));
const plainReference = fc
	.tuple(oneOf("http://", "https://"), plainHost, oneOf("/", ""), fc.array(piece, { maxLength: 3 }))
	.map(([scheme, host, root, rest]) => octetsOf(`${scheme}${host}${root}${rest.join("")}`));
const webReference = fc.oneof(plainReference, oddReference);
/** References with some octets replaced by any others. */
const damaged = fc
	.tuple(webReference, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 }))
	.map(([reference, changes]) => {
		for (const [place, octet] of changes) reference[place % reference.length] = octet;
		return reference;
	});

/** Places of one octet, at "*", and of two. */
const PLACES = [
	..."http://h*/ http://*h/ http://h/* http://h/a*b http://h/?* http://h/?a*b http://h/a?b=*&a=1 http://h/#* http://h/a#b*c".split(
		" ",
	),
	"http://h*",
];
const PAIR_PLACES = ["http://h/a*b?c", "http://h/?a*b", "http://h/#a*b"];
/** Octets with a meaning. Every pair of them is tried. */
const SOME = octetsOf("/.?#;&=+%(a\tA\u007f");

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
	["key", { profile: "surt@1" }],
	...(["w3lib@1", "crawlee@1", "safe-browsing@1"] as const).flatMap((profile): [Form, CrawlOptions][] => [
		["key", { profile }],
		["normalize", { profile }],
	]),
];

const titled = PROFILES.map(
	([form, options], number) => [form, JSON.stringify({ ...options, lists: undefined }), options, number] as const,
);

describe.each(titled)("%s under %s", (form, _title, options, number) => {
	describeCrawlEngines("fast and slow path agree", (engine) => {
		const tracer = new Tracer(engine, form, options);
		const numRuns = LIBRARIES.includes(options.profile) ? 3 * RUNS : options.policy === undefined ? RUNS : Math.ceil(RUNS / 4);

		/** Compares the result with the slow path's. Returns whether it came by the fast one. */
		function check(reference: Uint8Array): boolean {
			const { result, isFast } = tracer.trace(reference);
			const slow = tracer.traceSlowly(reference);
			// Two million times: `expect` would take most of the time.
			if (result !== slow.result || (slow.isFast && options.policy?.base !== "rfc3986")) {
				expect([asText(reference), result, slow.isFast]).toEqual([asText(reference), slow.result, false]);
			}
			return isFast;
		}

		it("on every octet in every place", () => {
			for (const place of rowsOn(engine, PLACES, 3)) {
				for (let octet = 0; octet < 256; ++octet) check(at(place, octet));
			}
		});

		it("on pairs of octets in paths, queries and fragments", () => {
			for (const [index, place] of PAIR_PLACES.entries()) {
				for (const first of SOME) for (const second of SOME) check(at(place, first, second));
				// In the short form, each profile of the URL Standard has one place in full.
				const isFull = IS_LONG || (!LIBRARIES.includes(options.profile) && (index + number) % PAIR_PLACES.length === 0);
				const step = options.policy !== undefined ? 997 : stride(engine, isFull);
				for (let pair = 0; pair < 65536; pair += step) check(at(place, pair >> 8, pair & 255));
			}
		});

		it("on random references, many of which take the fast path, and with any octets", () => {
			let fast = 0;
			fc.assert(
				fc.property(webReference, damaged, (reference, other) => {
					if (check(reference)) ++fast;
					check(other);
				}),
				{ numRuns },
			);
			const isOnPath = options.policy?.base === "rfc3986" || options.policy?.key?.www;
			if (!isOnPath) expect(fast).toBeGreaterThan(numRuns / 40);
		});
	});
});

describeCrawlEngines("the way of a reference", (engine) => {
	const tracers = [
		new Tracer(engine, "normalize", { profile: "whatwg@1" }),
		new Tracer(engine, "normalize", { profile: "crawl@1" }),
		new Tracer(engine, "key", { profile: "crawl@1" }),
	];

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
		for (const path of rowsOn(engine, paths, 19)) {
			for (const tail of tails) {
				const reference = octetsOf(`http://h/${path}${tail}`);
				for (const tracer of tracers) {
					const { result, isFast } = tracer.trace(reference);
					expect(result === tracer.traceSlowly(reference).result).toBe(true);
					// The key of a long query may need more room than the fast path has.
					expect([tail, isFast || tail.includes("?")]).toEqual([tail, true]);
				}
			}
		}
	});
});

/** By the built package, as the kernels above are those of the sources. */
describeCrawlEngines("lines of a profile that copies a library", (engine) => {
	const ofLibraries = PROFILES.filter(([, { profile }]) => LIBRARIES.includes(profile));

	it.each(ofLibraries)("%s under %j are written as by the slow path, which a TAB before them takes", (form, options) => {
		const normalizer = crawlNormalizerOn(engine, options);
		const lines = fc.sample(webReference, 8 * RUNS).filter((reference) => !reference.includes(0x0a));
		const formsOf = (references: readonly Uint8Array[]) => {
			const octets = Buffer.concat(references.flatMap((reference) => [reference, octetsOf("\n")]));
			const { lines } = form === "key" ? normalizer.keyLines(octets) : normalizer.normalizeLines(octets);
			return asText(lines).split("\n");
		};
		const slow = formsOf(lines.map((reference) => Uint8Array.from([0x09, ...reference])));
		// Input that is not a URL stays as it came, with the TAB before it.
		expect(formsOf(lines)).toEqual(slow.map((text) => text.replace(/^\t/, "")));
	});
});
