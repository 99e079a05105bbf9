/** Profiles that copy a library: rows made by the libraries, in a folder beside the repository; faults, hostile input, identities. */
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { CrawlNormalizer, CrawlOptions, ProfileId } from "../src/crawl/index";
import { UriError } from "../src/crawl/index";
import { crawlNormalizerOn, describeCrawlEngines } from "./support/crawl-engines";

const VECTORS = new URL("../../shared/vectors/crawl/", import.meta.url);
const isThere = existsSync(VECTORS);
if (!isThere) console.log(`No vectors at ${VECTORS.pathname}: the rows of emulated profiles are left out.`);

interface Row {
	readonly input?: string;
	readonly input_base64?: string;
	readonly options?: { readonly fragment?: "keep" };
	readonly expected?: string;
	readonly error?: string | true;
	readonly host?: "idna";
}

/** Rows of each profile: all, and those whose host is beyond ASCII with how many of these are answered by `profile-cannot`. */
const PROFILES = [
	{ profile: "w3lib@1", rows: 20278, idna: 1452, cannot: 630 },
	{ profile: "crawlee@1", rows: 22123, idna: 1705, cannot: 0 },
] as const;

function rowsOf(profile: ProfileId): Row[] {
	const text = gunzipSync(readFileSync(new URL(`${profile.slice(0, -2)}.jsonl.gz`, VECTORS))).toString();
	return text
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
}

/** The key of a row, or its error's code after "error ". */
function answer(normalizer: CrawlNormalizer, { input, input_base64 }: Row): string {
	if (input !== undefined) {
		const key = normalizer.tryKey(input);
		return key instanceof UriError ? `error ${key.code}` : key;
	}
	const { lines, rejects } = normalizer.keyLines(Buffer.from(input_base64 ?? "", "base64"));
	return rejects[0] === undefined ? Buffer.from(lines.subarray(0, -1)).toString() : `error ${rejects[0].code}`;
}

function isRight({ expected, error }: Row, result: string): boolean {
	return error === undefined ? result === expected : result.startsWith("error ");
}

/** Whether the running `URL` writes another host than the row has: its tables of Unicode are of another version. */
function hasOtherHost({ input, expected }: Row): boolean {
	return URL.canParse(input ?? "") && !expected?.includes(`//${new URL(input ?? "").host.toLowerCase()}`);
}

describe.runIf(isThere).each(PROFILES)("$profile", ({ profile, rows: count, idna, cannot }) => {
	describeCrawlEngines("rows", (engine) => {
		const normalizers = new Map<string | undefined, CrawlNormalizer>();
		const results = rowsOf(profile).map((row) => {
			const fragment = row.options?.fragment;
			const normalizer = normalizers.get(fragment) ?? crawlNormalizerOn(engine, { profile, fragment });
			normalizers.set(fragment, normalizer);
			return { row, result: answer(normalizer, row) };
		});

		it("agrees with every row whose host does not depend on tables of Unicode", () => {
			const ascii = results.filter(({ row }) => row.host !== "idna");
			expect(ascii.length).toBe(count - idna);
			expect(ascii.filter(({ row, result }) => !isRight(row, result)).slice(0, 10)).toEqual([]);
		});

		it("has no other key for a host beyond ASCII than the library, on the same tables of Unicode", () => {
			const beyond = results.filter(({ row }) => row.host === "idna");
			const answered = beyond.filter(({ result }) => result !== "error profile-cannot");
			expect(beyond.length).toBe(idna);
			expect(beyond.length - answered.length).toBe(cannot);
			expect(answered.filter(({ row, result }) => !isRight(row, result) && !hasOtherHost(row)).slice(0, 10)).toEqual([]);
		});
	});
});

const REDDIT = new URL("../../shared/data/reddit_outbound_urls.txt.gz", import.meta.url);

describe.runIf(existsSync(REDDIT))("merges", () => {
	it.each([
		["w3lib@1", 148885],
		["crawlee@1", 148843],
	] as const)("%s leaves as many of 150,000 real lines as the library", (profile, left) => {
		const list = gunzipSync(readFileSync(REDDIT)).toString("latin1").split("\n", 150000).join("\n");
		const { lines } = crawlNormalizerOn("wasm-simd", { profile }).keyLines(Buffer.from(list, "latin1"));
		expect(new Set(Buffer.from(lines.subarray(0, -1)).toString("latin1").split("\n")).size).toBe(left);
	});
});

describeCrawlEngines("emulations", (engine) => {
	const keyOf = (options: CrawlOptions, input: string) => {
		const key = crawlNormalizerOn(engine, options).tryKey(input);
		return key instanceof UriError ? [key.code, key.component, key.offset] : key;
	};

	describe("w3lib@1", () => {
		it.each([
			["sorts by decoded name, then value", "http://h/?b=2&b=1&%61=1", "http://h/?a=1&b=1&b=2"],
			["gives every piece a =", "http://h/?a&&b=", "http://h/?a=&b="],
			["keeps a default port", "HTTP://H:080/", "http://h:80/"],
			["splits parameters off the last segment", "http://h/a;b/c;d%41", "http://h/a;b/c;d%41"],
			["drops an empty parameter", "http://h/a;", "http://h/a"],
			["takes \\ for / in special URLs", "http://h\\a\\..\\b?\\", "http://h/b?%5C="],
			["keeps a relative reference", "a/../b?#f", "a/../b"],
			["drops the brackets of an IPvFuture without a colon", "http://[v1.a]:1/", "http://v1.a:1/"],
			["writes an IPv4-mapped address in hex", "http://[::FFFF:1.2.3.4%25A]/", "http://[::ffff:102:304%25a]/"],
			["quotes credentials again", "http://u%41;:%3a@h", "http://uA%3B:%3A@h/"],
		])("%s", (_, input, key) => {
			expect(keyOf({ profile: "w3lib@1" }, input)).toBe(key);
		});

		it("rejects what the library raises an error for, with component and offset", () => {
			const options = { profile: "w3lib@1" } as const;
			expect(keyOf(options, "http://h:65536/")).toEqual(["invalid-port", "port", 9]);
			expect(keyOf(options, "http://[::1/")).toEqual(["invalid-host", "host", 7]);
			expect(keyOf(options, "http://a\uff0fb/")).toEqual(["invalid-host", "host", 8]);
			expect(keyOf(options, "\t ht\ttp:\\\\[v.]")).toEqual(["invalid-host", "host", 11]);
			expect(keyOf(options, "x://a\\\u0391\u0301/")).toEqual(["profile-cannot", "host", 5]);
			expect(keyOf(options, "http://h/\ud800")).toEqual(["ill-formed-string", undefined, 9]);
		});

		it("keeps octets that are not UTF-8 apart", () => {
			const octets = Uint8Array.of(...Buffer.from("http://h/"), 0xc3, 0xc0, 0x0a);
			const { lines } = crawlNormalizerOn(engine, { profile: "w3lib@1" }).keyLines(octets);
			expect(Buffer.from(lines).toString()).toBe("http://h/%C3%C0\n");
		});
	});

	describe("crawlee@1", () => {
		it.each([
			["drops credentials, default port, fragment, a final / and utm_ parameters", "HTTP://u:p@H:80/a/?utm_x=1#f", "http://h/a"],
			["sorts by UTF-16", "http://h/?\uffff=1&\u{10000}=2&a", "http://h?a=&%F0%90%80%80=2&%EF%BF%BF=1"],
			["keeps the order of equal names", "http://h/?b=2&a&b=1", "http://h?a=&b=2&b=1"],
			["decodes with U+FFFD", "http://h/?%C3%C0=%+", "http://h?%EF%BF%BD%EF%BF%BD=%25+"],
			["writes // after every scheme", "mailto:a@b/", "mailto://a@b"],
			["takes the path after a separator", "x:/.//b", "x:////b"],
			["lowers the case of an opaque host", "x://A%C3/", "x://a%c3"],
			["trims white space of ECMAScript", "\ufeff\u00a0\v http://h/\u3000", "http://h"],
			["leaves what is no URL as it came", " /a b ", " /a b "],
			["leaves a lone surrogate of what is no URL", "\ud800", "\ud800"],
		])("%s", (_, input, key) => {
			expect(keyOf({ profile: "crawlee@1" }, input)).toBe(key);
		});

		it("keeps the fragment on request, under another identity", () => {
			const normalizer = crawlNormalizerOn(engine, { profile: "crawlee@1", fragment: "keep" });
			expect(normalizer.key("http://h/#a b")).toBe("http://h#a%20b");
			expect(normalizer.settings.identity).toBe("crawlee@1 fragment=keep");
			expect(() => crawlNormalizerOn(engine, { profile: "w3lib@1", fragment: "keep" })).toThrow(/fragment/);
		});

		it("refuses a host beyond ASCII where the host of the kernel answers no questions", () => {
			expect(keyOf({ profile: "crawlee@1", idna: false }, "http://\u00fc/")).toEqual(["profile-cannot", "host", 7]);
		});
	});

	it("does not resolve, and is not strict", () => {
		const normalizer = crawlNormalizerOn(engine, { profile: "w3lib@1" });
		expect((normalizer.tryResolve("a", "http://h/") as UriError).code).toBe("profile-cannot");
		expect(() => crawlNormalizerOn(engine, { profile: "w3lib@1", strict: true })).toThrow(/strict/);
	});
});
