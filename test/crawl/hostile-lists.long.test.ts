/** Lists made to hurt: each is refused, or read and run in time that is linear in it. */
import fc from "fast-check";
import { ListError, type ListFormat, type Parameter, type ReadList, readList } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { hashOctet, MAX_NAMES } from "../../assembly/policy/hash";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";
import { everyNth, runs, runsLargest, size, sizeOn } from "../support/extent";

const MIB = 1 << 20;
const RULES = 10_000;
const LONG = 1 << 15;
const encode = (text: string) => new TextEncoder().encode(text);
const read = (format: ListFormat, text: string) => readList(format, encode(text), { name: "mine" });
const policy = { base: "whatwg" as const, key: { query: { lists: ["mine"] } } };
/** Fills a size with a text, between others. */
const filled = (size: number, text: string, before = "", after = "") =>
	before + text.repeat(Math.floor((size - before.length - after.length) / text.length)) + after;
const lines = (count: number, line: (index: number) => string) =>
	Array.from({ length: count }, (_, index) => line(index)).join("\n");

describeCrawlEngines("hostile lists", (engine) => {
	const keyBy = (list: ReadList, url: string) => crawlNormalizerOn(engine, { policy, lists: [list] }).key(url);

	it("of thousands of rules of one name for hosts are one lookup", () => {
		const rules = size(RULES, RULES / 5);
		const list = read(
			"removeparam",
			lines(rules, (n) => `||h${n}^$removeparam=a`),
		);
		expect(list.rules).toBe(rules);
		expect(keyBy(list, `http://h${rules - 1}/?${"a&".repeat(50_000)}b`)).toBe(`http://h${rules - 1}/?b`);
		expect(keyBy(list, "http://h38000/?a&b")).toBe("http://h38000/?a&b");
	});

	it("of thousands of names are one lookup", () => {
		const rules = size(RULES, RULES / 5);
		const list = read(
			"removeparam",
			lines(rules, (n) => `$removeparam=p${n}`),
		);
		expect(keyBy(list, `http://h/?${Array.from({ length: rules }, (_, n) => `p${n}`).join("&")}&q`)).toBe("http://h/?q");
	});

	it("of thousands of rules and exceptions of one value stay fast", () => {
		const rules = lines(size(RULES, RULES / 5), (n) => `||h${n}^$removeparam=a\n@@||h${n}^$removeparam=a`);
		expect(keyBy(read("removeparam", rules), `http://h7/?${"a&".repeat(50_000)}b`)).toMatch(/b$/);
	});

	it("with 4,096 patterns over long queries give a key", () => {
		const list = read(
			"removeparam",
			lines(4096, (n) => `$removeparam=/x${n}y/`),
		);
		const key = keyBy(list, `http://h/?${"x4095&".repeat(sizeOn(engine, size(2000, 500), 20))}x4095y=1`);
		expect(key.endsWith("x4095")).toBe(true);
	});

	it("with automata of 65,000 states give a key", () => {
		const list = read(
			"removeparam",
			lines(32, (n) => `$removeparam=/(?:a|b)*a(?:a|b){660}${String.fromCharCode(0x63 + (n % 20))}/`),
		);
		const key = keyBy(list, `http://h/?${"ab".repeat(engine === "js" ? 10 : 300)}&q`);
		expect(key).toBe(`http://h/?${"ab".repeat(engine === "js" ? 10 : 300)}&q`);
	});
});

/** Names in the first bucket of a table with this seed and mask. */
function namesInBucket(seed: number, count: number, mask: number): string[] {
	const names: string[] = [];
	for (let n = (seed + 1) << 24; names.length < count; ++n) {
		const name = `x${n.toString(36)}`;
		if ((hashOf(name, seed) & mask) === 0) names.push(name);
	}
	return names;
}

/** The hash of a name of ASCII: millions of them, so without an array for each. */
function hashOf(name: string, seed: number): number {
	let hash = seed;
	for (let at = 0; at < name.length; ++at) hash = hashOctet(hash, name.charCodeAt(at));
	return hash;
}

/** The names under the first seeds, for tables of 4,096 buckets. */
const FIRST_SEEDS = [0, 1, 2].flatMap((seed) => namesInBucket(seed, 500, 4095));

describeCrawlEngines("hostile scopes", (engine) => {
	const keyBy = (params: readonly Parameter[], url: string) =>
		crawlNormalizerOn(engine, { policy, lists: [{ name: "mine", params, exempt: [] }] }).key(url);

	it("of many names of one host, and of hosts below it, are read at once", () => {
		const hosts = Array.from({ length: size(LONG, LONG / 16) }, (_, n) => (n % 2 === 0 ? "a.b" : `h${n}.a.b`));
		expect(keyBy([{ name: "x", hosts }], "http://h9.a.b/?x&y")).toBe("http://h9.a.b/?y");
		expect(
			keyBy(
				hosts.map((host) => ({ name: "x", hosts: [host] })),
				"http://c.a.b/?x&y",
			),
		).toBe("http://c.a.b/?y");
		expect(keyBy([{ name: "x", exceptHosts: hosts }], "http://h8.b/?x&y")).toBe("http://h8.b/?y");
	});

	it("of names that are alike are read, and each is found", () => {
		// A hash of 31 × hash + octet is the same for all: 31 × "a" + "z" is 31 × "b" + "[".
		const names = Array.from({ length: size(2 * RULES, RULES) }, (_, n) =>
			n.toString(2).padStart(15, "0").replaceAll("0", "az").replaceAll("1", "b["),
		);
		expect(keyBy(names, `http://h/?${names.join("&")}&y&${names[5000]}=1`)).toBe("http://h/?y");
	});

	it("of names in one bucket under the first seeds are read, and each is found", () => {
		const names = FIRST_SEEDS;
		expect(keyBy(names, `http://h/?${names.join("&")}&y`)).toBe("http://h/?y");
		const hosts = names.map((name) => [...name].reverse().join(""));
		const ofHosts = crawlNormalizerOn(engine, { policy: { base: "whatwg", key: { query: { remove: [{ name: "a", hosts }] } } } });
		expect(hosts.map((host) => ofHosts.key(`http://${host}/?a&b`))).toEqual(hosts.map((host) => `http://${host}/?b`));
	});

	it("of names in one bucket under every seed are refused", () => {
		const names = Array.from({ length: 16 }, (_, seed) => namesInBucket(seed, MAX_NAMES + 1, 511)).flat();
		expect(() => keyBy(names, "http://h/")).toThrow(expect.objectContaining({ name: "ListError", code: "list-too-large" }));
		expect(keyBy(names.slice(1), `http://h/?${names[1]}`)).toBe("http://h/");
	});

	it.runIf(runsLargest(engine))("of too many sites for the same hosts are refused", () => {
		const sites = Array.from({ length: 4000 }, (_, n) => ({
			hosts: [n % 2 === 0 ? "a.b" : `h${n}.a.b`],
			key: { fragment: "drop" as const },
		}));
		expect(() => crawlNormalizerOn(engine, { policy: { base: "whatwg", sites } })).toThrow(
			expect.objectContaining({ code: "policy-too-large", path: "/sites" }),
		);
		const few = crawlNormalizerOn(engine, { policy: { base: "whatwg", sites: sites.slice(0, 200) } });
		expect(few.key("http://h7.a.b/#x")).toBe("http://h7.a.b/");
		expect(few.key("http://b/#x")).toBe("http://b/#x");
	});
});

/** Parts of a long line. */
const PARTS = [..."$([\\|*^a,/é{~%\0", "\ud800", "$removeparam=", "removeparam,", "@@", "www.", "a.", "$,", "a=/,", "\\,"];

/** Text before and after it. */
const FRAMES = [
	["", ""],
	["||", "$removeparam=a"],
	["$removeparam=", ""],
	["$removeparam=/", "/"],
	["/", "/$removeparam=a"],
	["$removeparam=a,domain=", ""],
	["@@", "$removeparam"],
] as const;

describe("a long line", () => {
	it.each(PARTS.map((text, number) => [text, number] as const))("of %j is read or refused", (text, number) => {
		for (const [before, after] of everyNth(FRAMES, 3, number)) {
			expect(isReadOrRefused("removeparam", filled(LONG, text, before, after))).toBe(true);
		}
	});
});

it.each(["$removeparam=", "@@||", "$removeparam=/", ""])("a line of 1 MiB that begins with %j is read or refused", (before) => {
	expect(isReadOrRefused("removeparam", filled(MIB, "a,", before))).toBe(true);
});

it.each(["\n", " \n", "[a\n", "<\n", "[a\r"])("a list of 1 MiB of lines %j without a rule is refused", (line) => {
	expect(() => read("removeparam", filled(MIB, line, "", "x"))).toThrow(expect.objectContaining({ code: "list-syntax" }));
});

function isReadOrRefused(format: ListFormat, text: string): boolean {
	try {
		const list = read(format, text);
		return list.rules >= 0;
	} catch (error) {
		if (error instanceof ListError) return true;
		throw error;
	}
}

describe("any text", () => {
	const words = "removeparam $removeparam= $removeparam @@|| e.com domain= important badfilter a é \ud800 \0 document (? {2}";
	const part = fc.constantFrom(..."$@|^*/~,=!#[](){}.\\?+-\n ", ...words.split(" "));

	it("is a list that is read, and gives keys, or is refused", () => {
		for (const text of fc.sample(
			fc.array(part, { maxLength: 30 }).map((parts) => parts.join("")),
			runs(4000),
		)) {
			expect(isReadOrRefused("removeparam", text)).toBe(true);
			// With a comment, a text is a filter list.
			const list = read(
				"removeparam",
				`! made up
${text}`,
			);
			if (list.rules === 0) continue;
			const normalizer = crawlNormalizerOn("js", { policy, lists: [list] });
			const key = normalizer.key("http://e.com/a?a&b=1&c%3Dd");
			expect([text, normalizer.key(key)]).toEqual([text, key]);
		}
	});

	it("is JSON that is read or refused", () => {
		const texts = fc.json({ maxDepth: 4 }).map((json) => json.replaceAll('"a"', '"providers"'));
		for (const text of fc.sample(texts, runs(4000))) {
			for (const format of ["clearurls", "urlsieve-list"] as const) expect(isReadOrRefused(format, text)).toBe(true);
		}
		const deep = filled(MIB, "[", '{"providers":');
		expect(isReadOrRefused("clearurls", deep)).toBe(true);
	});
});
