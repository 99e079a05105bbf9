/** whatwg@1 state by state: one rule a title, each of the URL Standard. */

import { UriError } from "urlsieve/crawl";
import { expect, it } from "vitest";
import { Address, Limit } from "../../assembly/layout/addresses";
import { Flag } from "../../assembly/layout/options";
import { Status } from "../../assembly/layout/status";
import { crawlKernels } from "../../src/crawl/crawl-kernel";
import { align } from "../../src/engine/workspace";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";
import { sizeOn } from "../support/extent";

const NORMALIZED: readonly (readonly [rule: string, input: string, expected: string])[] = [
	["trims C0 controls and spaces", "\u0000 http://h/ \u001f", "http://h/"],
	["keeps a no-break space at the end", "http://h/\u00a0", "http://h/%C2%A0"],
	["removes TAB, LF and CR anywhere", "ht\ntp:/\t/h/a\rb", "http://h/ab"],
	["replaces a lone surrogate by U+FFFD", "http://h/\ud800", "http://h/%EF%BF%BD"],
	["lower-cases scheme and domain", "HTTP://EXAMPLE.com/A", "http://example.com/A"],
	["ignores missing and extra slashes of a special URL", "http:\\/\\/h", "http://h/"],
	["reads \\ as / in special URLs", "http://h\\a\\..\\b?\\#\\", "http://h/b?\\#\\"],
	["keeps \\ in other URLs", "foo://h/a\\b", "foo://h/a\\b"],
	["ends credentials at the last @", "http://a:b@c:d@h/", "http://a:b%40c%3Ad@h/"],
	["drops an empty password, and empty credentials", "http://u:@h/", "http://u@h/"],
	["drops empty credentials", "http://:@h/", "http://h/"],
	["keeps a password without a username", "http://:p@h/", "http://:p@h/"],
	["drops the default port", "https://h:443/", "https://h/"],
	["drops leading zeros of a port", "http://h:0008080/", "http://h:8080/"],
	["keeps port 0", "http://h:00/", "http://h:0/"],
	["drops an empty port", "foo://h:/", "foo://h/"],
	["reads one to four numbers as an IPv4 address", "http://0x7f.1/", "http://127.0.0.1/"],
	["reads octal numbers", "http://017700000001/", "http://127.0.0.1/"],
	["reads an empty hexadecimal number as 0", "http://1.0x/", "http://1.0.0.0/"],
	["allows one final dot behind an address", "http://1.2.3.4./", "http://1.2.3.4/"],
	["takes the greatest address", "http://4294967295/", "http://255.255.255.255/"],
	["takes the greatest number after one", "http://1.16777215/", "http://1.255.255.255/"],
	["takes the greatest number after two", "http://1.2.65535/", "http://1.2.255.255/"],
	["takes the greatest four numbers", "http://255.255.255.255/", "http://255.255.255.255/"],
	["leaves a name that ends in no number", "http://1.2.3.a/", "http://1.2.3.a/"],
	["percent-decodes a domain", "http://%68%2E/", "http://h./"],
	["lower-cases an ASCII domain and does nothing else", "http://XN--A.xn--/", "http://xn--a.xn--/"],
	["asks the platform about other domains", "http://B\u00fccher.example/", "http://xn--bcher-kva.example/"],
	["reads what the platform returns as an IPv4 address", "http://\uff11\uff10/", "http://0.0.0.10/"],
	["allows < where a combining mark makes another character of it", "http://<\u0338/", "http://xn--gdh/"],
	["compresses the first longest run of zero groups", "http://[1:0:0:2:0:0:3:4]/", "http://[1::2:0:0:3:4]/"],
	["writes an IPv4-mapped address in hexadecimal", "http://[::FFFF:1.2.3.4]/", "http://[::ffff:102:304]/"],
	["percent-encodes an opaque host", "foo://h\u00e9%\u0001/", "foo://h%C3%A9%%01/"],
	["allows an empty opaque host", "foo:///p", "foo:///p"],
	["removes dot-segments, %2e included", "http://h/a/%2E%2e/b/./c/..", "http://h/b/"],
	["keeps empty segments", "http://h//a//../b", "http://h//a/b"],
	["keeps triplets as they are", "http://h/%7e%2f%zz%4", "http://h/%7e%2f%zz%4"],
	["percent-encodes a path", 'http://h/ "<>`{}^|[]', "http://h/%20%22%3C%3E%60%7B%7D%5E|[]"],
	["percent-encodes the query of a special URL", "http://h/? '\"<>`^", "http://h/?%20%27%22%3C%3E`^"],
	["keeps ' in the query of other URLs", "foo://h/?'", "foo://h/?'"],
	["percent-encodes a fragment", "http://h/# \"<>`#'{", "http://h/#%20%22%3C%3E%60#'{"],
	["keeps an empty query and an empty fragment", "http://h?#", "http://h/?#"],
	["keeps the empty path of other URLs", "foo://h", "foo://h"],
	["keeps spaces in an opaque path, the last before ? encoded", "foo:a  b  ?q", "foo:a  b %20?q"],
	["separates a path that begins with // from a host", "foo:/..//a", "foo:/.//a"],
	["gives every file URL a host", "file:a/b", "file:///a/b"],
	["drops the host localhost of a file URL", "file://LOCALHOST/a", "file:///a"],
	["writes a drive letter with :", "file:///C|/a", "file:///C:/a"],
	["reads | as : in the first segment alone", "file:///a/C|/b", "file:///a/C|/b"],
	["takes a drive letter for a path where a host might be", "file://C|/a", "file:///C:/a"],
	["never removes a drive letter", "file:///C:/../../a", "file:///C:/a"],
	["knows no drive letters in other schemes", "http://h/C|/../a", "http://h/a"],
];

const RESOLVED: readonly (readonly [rule: string, input: string, base: string, expected: string])[] = [
	["keeps path and query of the base for an empty reference", "", "http://h/a/b?q#f", "http://h/a/b?q"],
	["keeps them for a fragment", "#g", "http://h/a/b?q#f", "http://h/a/b?q#g"],
	["keeps the path for a query", "?r", "http://h/a/b?q#f", "http://h/a/b?r"],
	["replaces the last segment", "../c", "http://u:p@h:8/a/b/?q", "http://u:p@h:8/a/c"],
	["keeps the host for an absolute path", "\\c", "http://h/a/b", "http://h/c"],
	["keeps the scheme for an authority", "/\\i/c", "https://h/a", "https://i/c"],
	["reads http:c as relative to a base of http", "http:c", "http://h/a/b", "http://h/a/c"],
	["reads https:c as a host under a base of http", "https:c", "http://h/a/b", "https://c/"],
	["takes a fragment against an opaque path", "#g", "mailto:a@b#f", "mailto:a@b#g"],
	["keeps the drive letter of the base", "/c", "file:///C:/a/b", "file:///C:/c"],
	["replaces the drive letter of the base", "D|/c", "file:///C:/a/b", "file:///D:/c"],
	["keeps the host of a file base", "c", "file://host/a/b", "file://host/a/c"],
	["drops the /. of a base", "c", "foo:/.//a/b", "foo:/.//a/c"],
	["ignores the base for a reference with a scheme", "foo:c", "http://h/", "foo:c"],
];

const REJECTED: readonly (readonly [rule: string, input: string, code: string, component: string | undefined, offset: number])[] =
	[
		["a relative reference", "//h/a", "relative-reference", "scheme", 0],
		["a port beyond 65535", "http://h:65536/", "invalid-port", "port", 9],
		["a port that is no number", "http://h:8a/", "invalid-port", "port", 10],
		["an IPv6 address that is none", "http://[::1/", "invalid-ip-literal", "host", 7],
		["a missing host", "http:///?q", "empty-host", "host", 8],
		["credentials without a host", "foo://u@/", "empty-host", "host", 8],
		["a port without a host", "foo://:8/", "empty-host", "host", 6],
		["a forbidden domain code point", "http://a%00b/", "invalid-domain", "host", 7],
		["an IPv4 address out of range", "http://4294967296/", "invalid-domain", "host", 7],
		["an IPv4 address whose second and last number is out of range", "http://1.16777216/", "invalid-domain", "host", 7],
		["an IPv4 address whose third and last number is out of range", "http://1.2.65536/", "invalid-domain", "host", 7],
		["an IPv4 address whose fourth number is out of range", "http://1.2.3.256/", "invalid-domain", "host", 7],
		["an IPv4 address whose first number of two is out of range", "http://256.1/", "invalid-domain", "host", 7],
		["an IPv4 address of five numbers", "http://1.2.3.4.5/", "invalid-domain", "host", 7],
		["an IPv4 address with an empty part", "http://1..2/", "invalid-domain", "host", 7],
		["octets of a domain that are not UTF-8", "http://%C3%C0/", "invalid-domain", "host", 7],
		["a domain that the platform rejects", "http://\u00ad/", "invalid-domain", "host", 7],
		["a forbidden host code point", "foo://a b/", "invalid-host", "host", 7],
		["a fault behind white space, at its place", " \tht\ntp://h:x/", "invalid-port", "port", 12],
		["a fault behind a lone surrogate, at its place", "http://\ud800@h:x/", "invalid-port", "port", 11],
	];

describeCrawlEngines("whatwg@1", (engine) => {
	const normalizer = crawlNormalizerOn(engine, { profile: "whatwg@1" });
	const strict = crawlNormalizerOn(engine, { profile: "whatwg@1", strict: true });

	it.each(NORMALIZED)("%s", (_rule, input, expected) => {
		expect(normalizer.normalize(input)).toBe(expected);
		expect(normalizer.isNormalized(expected)).toBe(true);
	});

	it.each(RESOLVED)("with a base, %s", (_rule, input, base, expected) => {
		expect(normalizer.resolve(input, base)).toBe(expected);
	});

	it.each(REJECTED)("rejects %s", (_rule, input, code, component, offset) => {
		expect(normalizer.tryNormalize(input)).toMatchObject({ code, component, offset, input });
	});

	it("throws what tryNormalize returns", () => {
		expect(() => normalizer.normalize("//h")).toThrow(UriError);
		expect(() => normalizer.resolve("a", "b")).toThrow("The base is not a valid absolute URL");
	});

	it("rejects a relative reference against an opaque path, and a base that is no URL", () => {
		expect(normalizer.tryResolve("a", "mailto:b")).toMatchObject({ code: "relative-reference" });
		expect(normalizer.tryResolve("http://h/", "//b")).toMatchObject({ code: "base-not-absolute", input: "//b" });
	});

	it("refuses a base without a scheme that a host hands to the kernel", () => {
		const kernel = crawlKernels.create(engine);
		const start = align(kernel.call.heapBase());
		kernel.reserve(start + 256);
		const statusOf = (base: string) => {
			kernel.octets.set(Buffer.from(base), start);
			return kernel.call.setBase(0, start, start + base.length);
		};
		expect(["//h/a", "a/b", "", "http://h/a"].map(statusOf)).toEqual([...Array(3).fill(-Status.BASE_NOT_ABSOLUTE), Status.OK]);
	});

	it("refuses an empty reference against an opaque path, whatever follows it in memory", () => {
		const kernel = crawlKernels.create(engine);
		const base = align(kernel.call.heapBase());
		const start = base + 256;
		const output = start + 256;
		kernel.reserve(output + 4096);
		kernel.octets.set(Buffer.from("mailto:a"), base);
		kernel.octets.set(Buffer.from("#g"), start);
		expect(kernel.call.setBase(0, base, base + "mailto:a".length)).toBe(Status.OK);
		expect(kernel.call.both(Flag.RESOLVE, start, start, output)).toBe(-Status.RELATIVE_REFERENCE);
		expect(kernel.call.both(Flag.RESOLVE, start, start + "#g".length, output)).toBeGreaterThan(output);
	});

	it("keeps one base apart from the next", () => {
		expect(normalizer.resolve("c", "http://h/a/")).toBe("http://h/a/c");
		expect(normalizer.tryResolve("c", "http://[")).toMatchObject({ code: "base-not-absolute" });
		expect(normalizer.resolve("c", "http://h/a/")).toBe("http://h/a/c");
		expect(normalizer.resolve("c", "http://i/a/")).toBe("http://i/a/c");
	});

	it("replaces ill-formed octets of lines as decoders of UTF-8 do", () => {
		const leads = [0x80, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xef, 0xf0, 0xf1, 0xf4, 0xf5];
		const seconds = [0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0];
		const paths = leads.flatMap((lead) => seconds.map((second) => Uint8Array.of(lead, second, 0x80, 0x80, 0x78)));
		const lines = Buffer.concat(paths.flatMap((path) => [Buffer.from("http://h/"), path, Buffer.from("\n")]));
		const expected = paths.map((path) => new URL(`http://h/${new TextDecoder().decode(path)}`).href);
		expect(Buffer.from(normalizer.normalizeLines(lines).lines).toString().split("\n").slice(0, -1)).toEqual(expected);
	});

	it("rejects a lone surrogate when strict", () => {
		expect(strict.tryNormalize("http://h/\ud800")).toMatchObject({ code: "ill-formed-string", offset: 9 });
	});

	it("rejects a host beyond ASCII as profile-cannot when idna is false, and asks nobody", () => {
		const without = crawlNormalizerOn(engine, { profile: "whatwg@1", idna: false });
		expect(without.tryNormalize("http://\u00e9/")).toMatchObject({ code: "profile-cannot", component: "host" });
		expect(without.normalize("http://XN--A/")).toBe("http://xn--a/");
	});

	it("checks what an idna function returns", () => {
		const by = (answer: string | undefined) =>
			crawlNormalizerOn(engine, { profile: "whatwg@1", idna: () => answer }).tryNormalize("http://\u00e9/");
		expect(by("A.b")).toBe("http://a.b/");
		expect(by("0x10")).toBe("http://0.0.0.16/");
		for (const answer of ["", undefined, "a/b", "a b", "\u00e9", "1.2.3.4.5"]) {
			expect(by(answer)).toMatchObject({ code: "invalid-domain" });
		}
	});

	it("takes a host whose A-labels have up to 16,384 octets", () => {
		const host = `b\u00fccher.${"a".repeat(60)}.${"b.".repeat(8153)}com`;
		expect(normalizer.normalize(`http://${host}/`)).toBe(new URL(`http://${host}/`).href);
		expect(normalizer.normalize(`http://${host}/`)).toHaveLength("http:///".length + 16_384);
		expect(normalizer.tryNormalize(`http://${host}a/`)).toMatchObject({ code: "invalid-domain", component: "host" });
		const long = "a".repeat(100_000);
		expect(normalizer.normalize(`http://${long}/`)).toBe(`http://${long}/`);
	});

	it("takes up to 16,777,216 octets, all of which are encoded", () => {
		const characters = (sizeOn(engine, 16_777_216, 2_097_152) - 10) / 2;
		expect(normalizer.normalize(`http://h/${"\u00e9".repeat(characters)}`)).toHaveLength(9 + 6 * characters);
	});

	it("takes 16,777,216 octets, and no more", () => {
		const longest = `http://h/${"a".repeat(16777216 - 9)}`;
		expect(normalizer.normalize(longest) === longest).toBe(true);
		expect(normalizer.tryNormalize(`${longest}a`)).toMatchObject({ code: "too-long" });
		const kernel = crawlKernels.create(engine);
		const start = kernel.call.heapBase();
		expect(kernel.call.normalize(0, start, start + Limit.REFERENCE + 1, start)).toBe(-Status.TOO_LONG);
		expect(kernel.words[Address.FAILURE_AT >> 2]).toBe(start + Limit.REFERENCE);
	});

	it.each(["/../", "%2e", ".", "@", ":", "[", "\ud800", "\u0338", "\\", "C|/", "\t"])(
		"normalizes up to 200,000 times %j in linear time",
		(piece) => {
			const count = sizeOn(engine, 200_000, 25_000);
			for (const start of ["http://h/", "http://", "file:///", "foo:", ""]) {
				expect(() => normalizer.tryNormalize(start + piece.repeat(count))).not.toThrow();
			}
		},
	);
});
