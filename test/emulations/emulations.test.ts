/** Profiles that copy a library: rows made by the libraries, in a folder beside the repository; faults, hostile input, identities. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import type { CrawlNormalizer, CrawlOptions, ProfileId } from "urlsieve/crawl";
import { expressionLines, expressions, hashes, UriError } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";
import { ENGINE } from "../support/engines";
import { everyNth, rowsOn, sizeOn } from "../support/extent";

const VECTORS = new URL("../../../shared/vectors/crawl/", import.meta.url);
const isThere = existsSync(VECTORS);
if (!isThere) console.log(`No vectors at ${VECTORS.pathname}: the rows of emulated profiles are left out.`);

interface Row {
	readonly input?: string;
	readonly input_base64?: string;
	readonly options?: { readonly fragment?: "keep"; readonly hosts?: "v4" | "v5" };
	/** A row of SHA-256, not of a URL. */
	readonly function?: string;
	readonly bits?: number;
	readonly expressions?: readonly string[];
	readonly sha256?: readonly string[];
	readonly unordered?: boolean;
	readonly expected?: string;
	readonly error?: string | true;
	readonly host?: "idna";
}

/** Rows of each profile: all, and those whose host is beyond ASCII with how many of these are answered by `profile-cannot`. */
const PROFILES = [
	{ profile: "surt@1", rows: 20278, idna: 1452, cannot: 0 },
	{ profile: "w3lib@1", rows: 20278, idna: 1452, cannot: 9 },
	{ profile: "safe-browsing@1", rows: 16399, idna: 0, cannot: 0 },
	{ profile: "crawlee@1", rows: 22123, idna: 1705, cannot: 0 },
] as const;

/** One in this many rows is taken where they are thinned. */
const SHARE = 8;

/** None without the folder: suites that are skipped are described all the same. */
function rowsOf(profile: ProfileId): Row[] {
	if (!isThere) return [];
	const text = gunzipSync(readFileSync(new URL(`${profile.slice(0, -2)}.jsonl.gz`, VECTORS))).toString();
	return text
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
}

/** The normal form of a row, which is its key where there is one, or its error's code after "error ". */
function answer(normalizer: CrawlNormalizer, { input, input_base64 }: Row): string {
	const isUrl = normalizer.settings.profile === "safe-browsing@1";
	if (input !== undefined) {
		const key = isUrl ? normalizer.tryNormalize(input) : normalizer.tryKey(input);
		return key instanceof UriError ? `error ${key.code}` : key;
	}
	const { lines, rejects } = (isUrl ? normalizer.normalizeLines : normalizer.keyLines).call(
		normalizer,
		Buffer.from(input_base64 ?? "", "base64"),
	);
	return rejects[0] === undefined ? Buffer.from(lines.subarray(0, -1)).toString() : `error ${rejects[0].code}`;
}

function isRight({ expected, error, expressions }: Row, result: string): boolean {
	// A row about nothing but expressions.
	if (expected === undefined && expressions !== undefined) return !result.startsWith("error ");
	return error === undefined ? result === expected : result.startsWith("error ");
}

/** Whether the running `URL` writes another host than the row has: its tables of Unicode are of another version. */
function hasOtherHost({ input, expected }: Row): boolean {
	return URL.canParse(input ?? "") && !expected?.includes(`//${new URL(input ?? "").host.toLowerCase()}`);
}

describe.runIf(isThere).each(PROFILES)("$profile", ({ profile, rows: count, idna, cannot }) => {
	const rows = rowsOf(profile);
	const [ascii, international] = [rows.filter(({ host }) => host !== "idna"), rows.filter(({ host }) => host === "idna")];

	describeCrawlEngines("rows", (engine) => {
		const normalizers = new Map<string | undefined, CrawlNormalizer>();
		const resultsOf = (some: readonly Row[]) =>
			some.map((row) => {
				const fragment = row.options?.fragment;
				const normalizer = normalizers.get(fragment) ?? crawlNormalizerOn(engine, { profile, fragment });
				normalizers.set(fragment, normalizer);
				return { row, result: answer(normalizer, row) };
			});

		it(`agrees with the ${count - idna} rows whose host does not depend on tables of Unicode`, () => {
			const results = resultsOf(rowsOn(engine, ascii, SHARE));
			expect(ascii.length).toBe(count - idna);
			expect(results.filter(({ row, result }) => row.function === undefined && !isRight(row, result)).slice(0, 10)).toEqual([]);
		});

		it(`has no other key for ${idna} hosts beyond ASCII than the library, on the same tables of Unicode`, () => {
			const beyond = resultsOf(international);
			const answered = beyond.filter(({ result }) => result !== "error profile-cannot");
			expect(beyond.length).toBe(idna);
			expect(beyond.length - answered.length).toBe(cannot);
			expect(answered.filter(({ row, result }) => !isRight(row, result) && !hasOtherHost(row)).slice(0, 10)).toEqual([]);
		});
	});
});

/** Rows of safe-browsing.jsonl.gz with expressions, some with digests. */
const EXPRESSION_ROWS = 14148;
const HASH_ROWS = 1433;

/** The part of the Public Suffix List that the rows need. */
const SUFFIXES = { registrableDomain: (host: string) => /[^.]+\.(?:com|co\.uk)$/.exec(host)?.[0] };

describe.runIf(isThere)("expressions", () => {
	const rows = rowsOf("safe-browsing@1").filter((row) => row.expressions !== undefined);

	describeCrawlEngines("rows", (engine) => {
		it(`agrees with the ${EXPRESSION_ROWS} rows, in order`, () => {
			const wrong = rowsOn(engine, rows, SHARE).filter(({ input = "", options, expressions: expected = [], unordered }) => {
				const found = expressions(input, { engine, hosts: options?.hosts, publicSuffix: SUFFIXES });
				return unordered ? found.toSorted().join() !== expected.toSorted().join() : found.join() !== expected.join();
			});
			expect(rows.length).toBe(EXPRESSION_ROWS);
			expect(wrong.slice(0, 10)).toEqual([]);
		});

		it(`agrees with the digests of all ${HASH_ROWS} rows that have some`, () => {
			const hashed = rows.filter(({ sha256 }) => sha256 !== undefined);
			const wrong = hashed.filter(({ input = "", options, sha256 = [] }) => {
				const found = hashes(input, { engine, hosts: options?.hosts, publicSuffix: SUFFIXES });
				const texts = found.map((octets) => Buffer.from(octets).toString("hex"));
				return texts.toSorted().join() !== sha256.toSorted().join();
			});
			expect(hashed.length).toBe(HASH_ROWS);
			expect(wrong.slice(0, 10)).toEqual([]);
		});
	});
});

const REDDIT = new URL("../../../shared/data/reddit_outbound_urls.txt.gz", import.meta.url);

describe.runIf(existsSync(REDDIT))("merges", () => {
	const LEFT = [
		["surt@1", 148680],
		["w3lib@1", 148885],
		["crawlee@1", 148843],
	] as const;
	it.each(everyNth(LEFT, 6))("%s leaves as many of 150,000 real lines as the library", (profile, left) => {
		const list = gunzipSync(readFileSync(REDDIT)).toString("latin1").split("\n", 150000).join("\n");
		const { lines } = crawlNormalizerOn(ENGINE, { profile }).keyLines(Buffer.from(list, "latin1"));
		expect(new Set(Buffer.from(lines.subarray(0, -1)).toString("latin1").split("\n")).size).toBe(left);
	});
});

describeCrawlEngines("emulations", (engine) => {
	const keyOf = (options: CrawlOptions, input: string) => {
		const key = crawlNormalizerOn(engine, options).tryKey(input);
		return key instanceof UriError ? [key.code, key.component, key.offset] : key;
	};

	describe("surt-java@1", () => {
		it.each([
			["reverses labels and lowers case", "HTTP://www2.Archive.org:80/Goo/?B&a=1#c", "org,archive)/goo?a=1&b"],
			["writes - for nothing", "", "-"],
			["leaves names of ARC and WARC headers alone", "warcinfo:a B.warc", "warcinfo:a B.warc"],
			["reverses the name after dns:", "dns:www.Archive.org", "org,Archive,www)"],
			["puts http:// before what has no known scheme", " archive.org\t/a", "org,archive)/a"],
			["does not know gopher", "gopher://h/a", "gopher)/h/a"],
			["cuts slashes before a host of http", "http:////h/a", "h)/a"],
			["removes line ends of Unicode", "http://h/a\u2028b\u0085c", "h)/abc"],
			["cuts all www and digits off", "http://www.www2.a.example/", "example,a)/"],
			["decodes what is UTF-8 until nothing changes", "http://h/%25C3%A9%2541", "h)/%c3%a9a"],
			["leaves triplets that are no UTF-8", "http://h/%E9%C3?%FF=%E2%82", "h)/%e9%c3?%ff=%e2%82"],
			["escapes a lone %", "http://h/100%", "h)/100%25"],
			["does not escape DEL", "http://h/a\x7f", "h)/a\x7f"],
			["ends credentials at the first @", "http://u:p@b@h/", "b@h)/"],
			["keeps ports that are no default", "ftp://h:0021/", "h:21)/"],
			["takes 0 for the default of schemes without one", "ftp://h:0/", "h)/"],
			["keeps 0 of http, and negative ports", "http://h:0/", "h:0)/"],
			["takes -1 for no port", "http://h:-1/", "h)/"],
			["keeps other negative ports", "http://h:-5/", "h:-5)/"],
			["takes the brackets of IPv6 away", "http://[::1]:81/", "::1:81)/"],
			["reads one number modulo 2^32", "http://4311744513/", "1,0,0,1)/"],
			["does not read a number beyond a long", "http://9223372036854775808/", "9223372036854775808)/"],
			["reads four octal numbers", "http://010.01.0.007/", "7,0,1,8)/"],
			["reads four decimal numbers with zeros before them", "http://1.02.003.04/", "4,3,2,1)/"],
			["leaves fewer, and greater ones", "http://1.2.256.4/", "4,256,2,1)/"],
			["removes excess dots", "http://..a...b.example./", "example,b,a)/"],
			["removes the last dot before a line end", "http://a.%0D%0A/", "a%0d%0a)/"],
			["sorts the query, without sessions", `http://h/?b&a&sid=${"1".repeat(32)}`, "h)/?&a&b"],
			["cuts sessions of ASP.NET, then a final slash", `http://h/a/(S(${"1".repeat(24)}))/b.aspx/`, "h)/a/b.aspx"],
			["maps hosts by IDNA 2003", "http://fa\u00df.\u03b2\u03cc\u03bb\u03bf\u03c2/", "xn--nxasmq6b,fass)/"],
			["escapes a host that Java refuses, in lower case", "http://\u00c9..x/", "x,%c3%a9)/"],
			["escapes one with what is unassigned in Unicode 3.2", "http://\u{1f600}.x/", "x,%f0%9f%98%80)/"],
		])("%s", (_, input, key) => {
			expect(keyOf({ profile: "surt-java@1" }, input)).toBe(key);
		});

		it("rejects what the library raises an error for, with component and offset", () => {
			const options = { profile: "surt-java@1" } as const;
			expect(keyOf(options, " a b\t:x/")).toEqual(["invalid-port", "port", 6]);
			expect(keyOf(options, "http://///h:2147483648/")).toEqual(["invalid-port", "port", 12]);
			expect(keyOf(options, "http://h:+/")).toEqual(["invalid-port", "port", 10]);
			expect(keyOf(options, "ftp:///a")).toEqual(["empty-host", "host", 6]);
			expect(keyOf(options, "http://./")).toEqual(["empty-host", "host", 7]);
			expect(keyOf(options, "http://u@[::1]:80/")).toEqual(["invalid-port", "port", 11]);
			expect(keyOf(options, "dns:")).toEqual(["empty-host", "host", 4]);
			expect(keyOf(options, "http://h/\udfff")).toEqual(["ill-formed-string", undefined, 9]);
		});

		it("refuses what it cannot copy", () => {
			const options = { profile: "surt-java@1" } as const;
			expect(keyOf(options, "http://h:\uff18/")).toEqual(["profile-cannot", "port", 9]);
			expect(keyOf(options, "http://h:-05/")).toEqual(["profile-cannot", "port", 9]);
			expect(keyOf(options, " dns:h")).toEqual(["profile-cannot", undefined, 0]);
			const { rejects } = crawlNormalizerOn(engine, options).keyLines(Uint8Array.of(0x61, 0xff));
			expect(rejects).toMatchObject([{ code: "profile-cannot", offset: 1 }]);
		});
	});

	describe("variants of surt@1", () => {
		const URLS = [
			"https://www2.Archive.org:8443/Goo/",
			"ftp://www.1.2.3.4",
			"HTTP://u@www.b.example/?b&a=1",
			"mailto:a@www.b",
			"http://[::1]/",
			"",
		];
		it.each<[ProfileId, readonly string[]]>([
			["surt-www@1", ["org,archive,www2:8443)/goo", "4,3,2,1,www)/", "example,b,www)/?a=1&b", "mailto:a@www.b", "::1)/", "-"]],
			[
				"surt-scheme@1",
				[
					"https://(org,archive:8443)/goo",
					"ftp://(4,3,2,1)/",
					"HTTP://(example,b)/?a=1&b",
					"mailto:a@www.b",
					"http://(::1)/",
					"-",
				],
			],
			["surt-comma@1", ["org,archive:8443,)/goo", "4,3,2,1,)/", "example,b,)/?a=1&b", "mailto:a@www.b", "::1,)/", "-"]],
			[
				"surt-scheme-comma@1",
				[
					"https://(org,archive:8443,)/goo",
					"ftp://(4,3,2,1,)/",
					"HTTP://(example,b,)/?a=1&b",
					"mailto:a@www.b",
					"http://(::1,)/",
					"-",
				],
			],
		])("%s writes what the option says, one by one and as lines", (profile, keys) => {
			expect(URLS.map((url) => keyOf({ profile }, url))).toEqual(keys);
			const clean = ["https://www.a.example/b?c=d", "http://b.example/", "https://c.example/x/"];
			const { lines } = crawlNormalizerOn(engine, { profile }).keyLines(Buffer.from(clean.map((url) => `${url}\n`).join("")));
			expect(Buffer.from(lines).toString().trim().split("\n")).toEqual(clean.map((url) => keyOf({ profile }, url)));
		});
	});

	describe("surt@1", () => {
		it.each([
			["reverses labels and lowers case", "HTTP://www2.Archive.org:80/Goo/?B&a=1#c", "org,archive)/goo?a=1&b"],
			["writes - for nothing", "", "-"],
			["leaves filedesc alone", "filedesc:a B.arc", "filedesc:a B.arc"],
			["puts http:// before what has no scheme", " archive.org\t/a", "org,archive)/a"],
			["keeps the last of several schemes", "https://http://h:81/", "h:81)/"],
			["takes the first segment for a missing host", "http:/H/b", "h)/b"],
			["but not for HTTP:", "HTTP:/h/b", "HTTP:/h/b"],
			["keeps other schemes where there is no host", "Mailto:A@b?C=%41", "Mailto:a@b?c=a"],
			["unescapes until nothing changes", "http://h/%2525%2541", "h)/%25a"],
			["cuts www and digits off", "http://www1355544.com/", "com)/"],
			["leaves one www", "http://www.www.a/", "a,www)/"],
			["keeps .. at the root, and pops an empty segment", "http://h/../a//../b/./c/", "h)/../a/b/c"],
			["reads one number modulo 2^32", "http://4311744513/", "1,0,0,1)/"],
			["reads octal numbers", "http://010.1/", "1,0,0,8)/"],
			["leaves what inet_aton refuses", "http://08.1/", "1,08)/"],
			["drops port 0", "http://h:00/", "h)/"],
			["cuts a session's tail out of another name", "http://h/?xsid=0123456789abcdef0123456789ABCDEF&a", "h)/?xa"],
			["cuts the last session only", `http://h/?sid=${"1".repeat(32)}&sid=${"2".repeat(32)}`, `h)/?&sid=${"1".repeat(32)}`],
			["cuts cfid and cftoken", "http://h/?a&CFID=1&CFTOKEN=2&b", "h)/?a&b"],
			["cuts ASPSESSIONID", "http://h/?ASPSESSIONIDABCDEFGH=ABCDEFGHIJKLMNOPQRSTUVWX", "h)/"],
			["cuts sessions of ASP.NET", `http://h/a/(S(${"1".repeat(24)}))/b.aspx`, "h)/a/b.aspx"],
			["sorts a piece without = first", "http://h/?a=&a&a!=1&&", "h)/?&&a&a=&a!=1"],
			["maps hosts by IDNA 2003", "http://fa\u00df.\u03b2\u03cc\u03bb\u03bf\u03c2/", "xn--nxasmq6b,fass)/"],
			["maps letters that become a letter and a mark", "http://\u05d0\ufb1d\u05d0/", "xn--cdb9cb8a)/"],
			["escapes a host that the codec refuses", "http://\u00e9..x/", "x,%c3%a9)/"],
			["escapes one that ends with such a letter", "http://\ufb1d/", "%ef%ac%9d)/"],
		])("%s", (_, input, key) => {
			expect(keyOf({ profile: "surt@1" }, input)).toBe(key);
		});

		it("rejects what the library raises an error for, with component and offset", () => {
			const options = { profile: "surt@1" } as const;
			expect(keyOf(options, " a b\t:x/")).toEqual(["invalid-port", "port", 6]);
			expect(keyOf(options, "http://https://h:65536/")).toEqual(["invalid-port", "port", 17]);
			expect(keyOf(options, `http://${"9".repeat(4301)}/`)).toEqual(["invalid-domain", "host", 7]);
			expect(keyOf(options, " ")).toEqual(["empty-host", "host", 0]);
			expect(keyOf(options, "http://h/\udfff")).toEqual(["ill-formed-string", undefined, 9]);
			expect(keyOf(options, "http://\u0378/")).toEqual(["profile-cannot", "host", 7]);
		});
	});

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
			["maps hosts by IDNA 2003", "http://Fa\u00df.\u03b2\u03cc\u03bb\u03bf\u03c2/", "http://fass.xn--nxasmq6b/"],
			["keeps a host that the codec refuses", "http://\u00c9..X/", "http://\u00e9..x/"],
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
			["leaves text that is not a URL unchanged", " /a b ", " /a b "],
			["leaves a lone surrogate in text that is not a URL", "\ud800", "\ud800"],
		])("%s", (_, input, key) => {
			expect(keyOf({ profile: "crawlee@1" }, input)).toBe(key);
		});
	});

	describe("safe-browsing@1", () => {
		it.each([
			["unescapes until nothing changes, then splits", "http://h/%25%32%35%3Fa", "http://h/%25?a"],
			["writes http for no scheme, and drops port, credentials and fragment", "u:p@H:81/a#b".slice(4), "http://h/a"],
			["takes digits after a colon for a port", "h:80/a", "http://h/a"],
			["loses one port of two", "http://h:1:2/", "http://h:1/"],
			["keeps an empty query", "http://h?", "http://h/?"],
			["removes dots, dot-segments and runs of /", "http://..h...i../a//b/./c/../?a//b/..", "http://h.i/a/b/?a//b/.."],
			["reads IPv4 in any form", "http://0x7f.0377.65535/", "http://127.255.255.255/"],
			["leaves what is out of range", "http://256.1.1.1/", "http://256.1.1.1/"],
			["writes IPv6 in one form", "http://[2001:DB8:0::1]/", "http://[2001:db8::1]/"],
			["writes mapped and translated addresses as IPv4", "http://[::ffff:1.2.3.4]/", "http://1.2.3.4/"],
			["and so RFC 6052", "http://[64:ff9b::102:304]/", "http://1.2.3.4/"],
			["asks the platform about other hosts", "http://\u00fc.example/", "http://xn--tda.example/"],
			["escapes what is left", "http://h/\u00fc %01", "http://h/%C3%BC%20%01"],
		])("%s", (_, input, url) => {
			expect(crawlNormalizerOn(engine, { profile: "safe-browsing@1" }).tryNormalize(input)).toEqual(url);
		});

		it("rejects other schemes without //, and empty hosts", () => {
			const options = { profile: "safe-browsing@1" } as const;
			expect(keyOf(options, "mailto:a@b")).toEqual(["invalid-scheme", "scheme", 0]);
			expect(keyOf(options, " http://:80/")).toEqual(["empty-host", "host", 0]);
			expect(keyOf(options, "")).toEqual(["empty-host", "host", 0]);
			expect(keyOf({ ...options, idna: false }, "\u00fc/")).toEqual(["profile-cannot", "host", 0]);
		});

		it("lists no expression twice, and only the host of an address", () => {
			expect(expressions("http://1.2.3.4/a/", { engine })).toEqual(["1.2.3.4/a/", "1.2.3.4/"]);
			expect(expressions("http://[::1]/", { engine })).toEqual(["[::1]/"]);
			expect(expressions("http://b.c/", { engine })).toEqual(["b.c/"]);
			expect(expressions("http://a.b.c.d.e.f/1/2/3/4/5/?q", { engine }).length).toBe(30);
		});

		it("takes hosts of v5 from the registrable domain up", () => {
			const options = { engine, hosts: "v5", publicSuffix: SUFFIXES } as const;
			expect(expressions("http://\u00fc.co.uk/", options)).toEqual(["xn--tda.co.uk/"]);
			expect(expressions("http://a.\u00fc.co.uk/", options)).toEqual(["a.xn--tda.co.uk/", "xn--tda.co.uk/"]);
			expect(expressions("http://a.test/", options)).toEqual(["a.test/"]);
			expect(() => expressions("http://h/", { hosts: "v5" })).toThrow(/publicSuffix/);
			expect(() => expressions("http://h/", { hosts: "v6" as "v5" })).toThrow(/hosts/);
		});

		it("escapes quotes and backslashes in arrays", () => {
			expect(expressions('http://h/"\\', { engine })).toEqual(['h/"\\', "h/"]);
		});

		it("writes one array a line, and handles rejected lines by the option", () => {
			const octets = Buffer.from("http://b.c/\n\nmailto:a\r\nh\xff\n", "latin1");
			const lines = (invalid: "keep" | "drop" | "blank") => Buffer.from(expressionLines(octets, { engine, invalid }).lines);
			expect(lines("keep").toString("latin1")).toBe('["b.c/"]\n\nmailto:a\n["h%FF/"]\n');
			expect(lines("drop").toString()).toBe('["b.c/"]\n["h%FF/"]\n');
			expect(lines("blank").toString()).toBe('["b.c/"]\n\n\n["h%FF/"]\n');
			expect(() => expressionLines(octets, { engine, invalid: "fail" })).toThrow(/^Line 2: /);
		});

		it("hashes as node:crypto does, whole or in part", () => {
			const url = `http://a.b.c/${"x".repeat(200)}/${"y".repeat(55)}?z`;
			const expected = expressions(url, { engine }).map((text) => createHash("sha256").update(text).digest());
			expect(hashes(url, { engine }).map((octets) => Buffer.from(octets))).toEqual(expected);
			for (let bits = 32; bits <= 256; bits += 8) {
				expect(hashes(url, { engine, bits }).map((octets) => Buffer.from(octets))).toEqual(
					expected.map((octets) => octets.subarray(0, bits / 8)),
				);
			}
			for (const bits of [0, 31, 33, 264, Number.NaN]) expect(() => hashes(url, { bits })).toThrow(/bits/);
		});

		it("refuses expressions of a URL of more than 1 MiB", () => {
			const url = `http://h/${"a".repeat(1 << 20)}`;
			expect(() => expressions(url, { engine })).toThrow(expect.objectContaining({ code: "too-long", offset: 1 << 20 }));
			expect(expressionLines(Buffer.from(url), { engine }).rejects).toEqual([
				{ line: 1, code: "too-long", component: undefined, offset: 1 << 20 },
			]);
			expect(expressions(`http://${"a.".repeat(1000)}/${'"/'.repeat(500000)}`, { engine }).length).toBe(25);
		});
	});

	describe("bad input", () => {
		const PROFILES_OF_URLS = ["surt@1", "surt-java@1", "w3lib@1", "safe-browsing@1", "crawlee@1"] as const;

		it.each(rowsOn(engine, PROFILES_OF_URLS, 2))("%s takes anything without a trap, a hang or a loss", (profile) => {
			const normalizer = crawlNormalizerOn(engine, { profile });
			const times = (long: number) => sizeOn(engine, long, long / 5);
			const depth = "25".repeat(times(10_000));
			const inputs = [
				`http://h/%${depth}41`,
				`http://h/?%${depth}`,
				`http://%${depth}41/`,
				`http://${".".repeat(times(1_000_000))}/`,
				`http://${"a.".repeat(times(500_000))}/`,
				`http://h/${"/..".repeat(times(300_000))}`,
				`http://h/?${"&".repeat(times(500_000))}`,
				`http://h/?${"b&a=1&".repeat(times(50_000))}`,
				`http://h/?${"cfid=".repeat(times(100_000))}`,
				`http://h/${"(".repeat(times(500_000))}`,
				"http://4294967296/",
				`http://${"9".repeat(4000)}/`,
				`http://h:${"9".repeat(times(100_000))}/`,
				"",
				"filedesc",
				"%",
				"http://[",
			];
			const text = Buffer.from(`${inputs.join("\n")}\n`);
			const { lines, count, rejects } = normalizer.keyLines(text);
			expect(count).toBe(inputs.length);
			expect(Buffer.from(lines).toString("latin1").split("\n").length).toBe(inputs.length + 1);
			expect(rejects.every(({ code }) => /^(?:invalid-(?:domain|port|host|ip-literal)|empty-host)$/.test(code))).toBe(true);
			for (const input of inputs.slice(10)) normalizer.tryKey(input);
		});

		it.each(PROFILES_OF_URLS)("%s takes any octets, and rejects lone surrogates or replaces them", (profile) => {
			const normalizer = crawlNormalizerOn(engine, { profile });
			fc.assert(
				fc.property(fc.uint8Array({ maxLength: 64 }), (octets) => {
					const line = octets.map((octet) => (octet === 0x0a || octet === 0x0d ? 0x2f : octet));
					const url = Buffer.concat([Buffer.from("http://h/"), line, Buffer.from("\n")]);
					expect(normalizer.keyLines(url).count).toBe(1);
					expect(normalizer.keyLines(line).rejects.length).toBeLessThan(2);
				}),
			);
			const key = normalizer.tryKey("http://h/\ud800");
			if (profile === "crawlee@1") expect(key).toBe("http://h/%EF%BF%BD");
			else expect(key).toMatchObject({ code: "ill-formed-string", offset: 9 });
		});
	});

	it("does not resolve, and is not strict", () => {
		const normalizer = crawlNormalizerOn(engine, { profile: "w3lib@1" });
		expect((normalizer.tryResolve("a", "http://h/") as UriError).code).toBe("profile-cannot");
		expect(() => crawlNormalizerOn(engine, { profile: "w3lib@1", strict: true })).toThrow(/strict/);
	});
});
