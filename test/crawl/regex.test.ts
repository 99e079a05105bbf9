/** Regular expressions of lists against the platform's own, and what would make a backtracking engine hang. */
import fc from "fast-check";
import { readList } from "urlsieve/crawl";
import { expect, it } from "vitest";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";
import { runs } from "../support/extent";

/** Number of batches of patterns: `URLSIEVE_RUNS=1000000 npx vitest run test/crawl/regex.test.ts`. */
const BATCHES = Math.ceil(Number(process.env.URLSIEVE_RUNS ?? runs(5000)) / 100);
const PATTERNS = 8;
const TEXTS = 12;

const quantifier = fc.constantFrom("", "", "", "?", "*", "+", "{2}", "{1,3}", "{0,2}", "{2,}", "{0}", "*?", "+?", "??", "{1,2}?");
const octetAtom = fc.constantFrom(
	..."abA1_=",
	..."\\. \\- \\/ . \\d \\w \\s \\D \\W \\S [ab] [^a] [a-c1] [\\d-] [^\\w] [-a] [\\]b] [^] [] [!-~] [\\d-z] [a-\\d] [\\w-\\d] [a\\-z] [+-\\-] { } ]".split(
		" ",
	),
);
const { pattern: anyPattern } = fc.letrec<{ pattern: string; sequence: string; atom: string }>((tie) => ({
	pattern: fc.array(tie("sequence"), { minLength: 1, maxLength: 3 }).map((options) => options.join("|")),
	sequence: fc
		.array(fc.oneof({ weight: 8, arbitrary: tie("atom") }, { weight: 1, arbitrary: fc.constantFrom("^", "$") }), {
			maxLength: 5,
		})
		.map((parts) => parts.join("")),
	atom: fc
		.tuple(
			fc.oneof(
				{ weight: 5, arbitrary: octetAtom },
				{ weight: 1, arbitrary: tie("pattern").map((inner) => `(${inner})`) },
				{ weight: 1, arbitrary: tie("pattern").map((inner) => `(?:${inner})`) },
			),
			quantifier,
		)
		.map((parts) => parts.join("")),
}));
const pattern = anyPattern.filter(fits);

/** Why a list does not take an expression. */
function codeOf(source: string): string | undefined {
	const rule = `$removeparam=/${source.replaceAll(",", "\\,") || "(?:)"}/`;
	return readList("removeparam", encode(rule), { name: "mine" }).reports[0]?.code;
}

/** Whether an expression is one of JavaScript's, and no larger than a list may have it. */
function fits(source: string): boolean {
	const code = codeOf(source);
	if (code === "regex-syntax") expect(() => new RegExp(source)).toThrow(SyntaxError);
	return code === undefined;
}

// U+00A0 is white space to JavaScript, but no ASCII: a list's `\s` leaves its octet out.
const octet = fc.oneof(
	{ weight: 6, arbitrary: fc.constantFrom(...Array.from("abAB1_-./=", (character) => character.charCodeAt(0))) },
	{ weight: 1, arbitrary: fc.nat(255).filter((each) => each !== 0xa0) },
);
// In an empty text, `^` holds behind `$`; an automaton that reads the text once says no there.
const text = fc.array(octet, { minLength: 1, maxLength: 10 });

/** The octets as triplets: the piece is what they are, decoded. */
const asTriplets = (octets: readonly number[]) => octets.map((each) => `%${each.toString(16).padStart(2, "0")}`).join("");
const asLatin1 = (octets: readonly number[]) => String.fromCharCode(...octets);
const encode = (list: string) => new TextEncoder().encode(list);
const policy = { key: { query: { lists: ["mine"] } } };

describeCrawlEngines("regular expressions", (engine) => {
	it("find the same in a piece as those of JavaScript", () => {
		const cases = fc.tuple(fc.array(pattern, { minLength: PATTERNS, maxLength: PATTERNS }), fc.boolean());
		for (const [index, [patterns, ignoreCase]] of fc.sample(cases, BATCHES).entries()) {
			const flag = ignoreCase ? "i" : "";
			// Each is for a host of its own, but all run at once.
			const rules = patterns.map((each, host) => `||h${host}.x^$removeparam=/${each.replaceAll(",", "\\,") || "(?:)"}/${flag}`);
			const list = readList("removeparam", encode(rules.join("\n")), { name: "mine", strict: true });
			const normalizer = crawlNormalizerOn(engine, { policy, lists: [list] });
			for (const octets of fc.sample(text, { numRuns: TEXTS, seed: index })) {
				for (const [host, each] of patterns.entries()) {
					const url = `http://h${host}.x/?z&${asTriplets(octets)}`;
					// "z" by itself is a piece as well.
					const isRemoved = normalizer.removals(url).some(({ piece }) => piece !== "z");
					expect([each, flag, asLatin1(octets), isRemoved]).toEqual([
						each,
						flag,
						asLatin1(octets),
						new RegExp(each, flag).test(asLatin1(octets)),
					]);
				}
			}
		}
	});

	it("match names where those of JavaScript do, between anchors", () => {
		for (const [index, patterns] of fc
			.sample(fc.array(pattern, { minLength: PATTERNS, maxLength: PATTERNS }), BATCHES)
			.entries()) {
			const providers = Object.fromEntries(
				patterns.map((each, host) => [
					`p${host}`,
					{ urlPattern: `^https?:\\/\\/(?:[a-z0-9-]+\\.)*?h${host}\\.x`, rules: [each] },
				]),
			);
			const list = readList("clearurls", encode(JSON.stringify({ providers })), { name: "mine", strict: true });
			const normalizer = crawlNormalizerOn(engine, { policy, lists: [list] });
			for (const octets of fc.sample(text, { numRuns: TEXTS, seed: index })) {
				for (const [host, each] of patterns.entries()) {
					const isRemoved = normalizer.removals(`http://h${host}.x/?${asTriplets(octets)}=ab`).length > 0;
					const isWhole = new RegExp(`^${each}$`, "i").test(asLatin1(octets));
					expect([each, asLatin1(octets), isRemoved]).toEqual([each, asLatin1(octets), isWhole]);
				}
			}
		}
	});

	it("find the same when there are more states than fit into the cache", () => {
		const source = "^(?:a|b)*a(?:a|b){12}c";
		const list = readList("removeparam", encode(`$removeparam=/${source}/`), { name: "mine" });
		const normalizer = crawlNormalizerOn(engine, { policy, lists: [list] });
		for (let seed = 1; seed <= 10; ++seed) {
			let state = seed;
			const letters = Array.from({ length: engine === "js" ? 3_000 : 20_000 }, () => {
				state = (state * 1103515245 + 12345) % 2147483648;
				return state % 65536 < 32768 ? "a" : "b";
			});
			const piece = `${letters.join("")}c`;
			const isFound = letters.at(-13) === "a";
			expect([seed, normalizer.key(`http://h/?z&${piece}`) === "http://h/?z"]).toEqual([seed, isFound]);
		}
	});

	it.each([
		"(a+)+$",
		"(a|aa)+$",
		"(a|a?)+b",
		"(.*a){20}",
		"^(([a-z])+.)+[A-Z]([a-z])+$",
		"(a*)*(a*)*b",
		"(?:a?){40}a{40}",
		"a.*b.*c.*d.*e$",
	])("decide on long texts by %s", (source) => {
		const rules = `$removeparam=/${source}/,domain=n.x\n/${source}/$removeparam=z\n$removeparam=y\n@@/^${source}x/$removeparam=y`;
		const list = readList("removeparam", encode(rules), { name: "mine", strict: true });
		const normalizer = crawlNormalizerOn(engine, { policy, lists: [list] });
		const long = "a".repeat(engine === "js" ? 5_000 : 200_000);
		for (const url of [`http://n.x/?${long}!`, `http://u.x/${long}!?z&y`, `http://n.x/${long}?${long}`]) {
			const key = normalizer.key(url);
			expect(normalizer.key(key)).toBe(key);
		}
	});
});

it.each([
	["regex-syntax", ["(", "a)", "[a", "*", "a**", "a{2}{3}", "^*", "a{3,2}", "[b-a]", "\\", "(?a)", "+", "{2}", "a|*"]],
	["regex-lookaround", ["(?=a)", "(?!a)", "(?<=a)", "(?<!a)"]],
	["regex-backreference", ["(a)\\1", "\\k<a>"]],
	["regex-unsupported", ["\\b", "\\B", "\\p{L}", "(?<a>b)", "\\x41", "\\u0041", "\\0", "\\n", "(?i:a)", "[é]", "é?"]],
	["regex-too-large", ["a{2001}", "(a{50}){50}", "((a{1,9}){1,9}){1,99}", `${"a|".repeat(2000)}`, "((()*)*){9999}"]],
] as const)("refuses with %s what it does not take", (code, sources) => {
	for (const source of sources) {
		expect([source, codeOf(source)]).toEqual([source, code]);
		if (code === "regex-syntax") expect(() => new RegExp(source)).toThrow(SyntaxError);
	}
});

it("takes 64 nested groups, and calls a list with more too large", () => {
	const nested = (depth: number) => `${"(".repeat(depth)}a${")".repeat(depth)}`;
	expect(codeOf(nested(64))).toBeUndefined();
	for (const source of [nested(65), "(".repeat(1_000_000)])
		expect(() => codeOf(source)).toThrow(expect.objectContaining({ code: "list-too-large" }));
});

it("takes a character beyond ASCII for its octets", () => {
	const list = readList("removeparam", encode("$removeparam=/é$/"), { name: "mine", strict: true });
	expect(crawlNormalizerOn("js", { policy, lists: [list] }).key("http://h/?a%C3%A9&b%A9")).toBe("http://h/?b%A9");
});
