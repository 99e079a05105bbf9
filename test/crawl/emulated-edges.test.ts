/** Edges of the profiles that copy a library, at which one octet decides. */

import type { ProfileId } from "urlsieve/crawl";
import { expect, it } from "vitest";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";

/** White space of ECMAScript, the characters beside each, and those that differ from it in one octet of UTF-8. */
const CHARACTERS = [
	...new Set(
		[0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0xa0, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff].flatMap(
			(code) => [-0x1000, -0x40, -1, 0, 1, 0x40, 0x1000].map((distance) => code + distance),
		),
	),
]
	.filter((code) => code > 0x20 || String.fromCharCode(code).trim() === "")
	.filter((code) => code >= 0 && code <= 0xffff && (code < 0xd800 || code > 0xdfff))
	.map((code) => String.fromCharCode(code));

/** References that end before what a rule looks for. The one before each leaves that in memory. */
const ENDS: readonly (readonly [profile: ProfileId, before: string, reference: string, key: string])[] = [
	["surt@1", "http:///////a", "http:///", "http:/"],
	["surt@1", "http://http://", "http:/", "http:/"],
];

/** Hosts that are nearly IPv6 addresses in brackets, which stay. */
const HOSTS = ["[::1x", "x::1]", "[]", "[", "x[::1]", "[::1]x"];

/** The identifiers of sessions. */
const ASP = "4hqa0555fwsecu455xqckv45";
const SESSION = "0123456789abcdef".repeat(2);

const LONG_LABEL = "abcdefghijklmnopqrstuvwxyz".repeat(10);

/** Keys at the first or the last octet that a rule looks at. */
const KEYS: readonly (readonly [rule: string, profile: ProfileId, reference: string, key: string])[] = [
	["keeps the last of two prefixes, even if nothing follows", "surt@1", "http://https://", "https:"],
	["keeps the last of two equal prefixes, even if nothing follows", "surt@1", "http://http://", "http:"],
	["keeps the first word of an ARC file, even if nothing follows", "surt@1", "filedesc", "filedesc"],
	["asks about the host after many prefixes", "surt@1", `${"http://".repeat(200)}b\u00fccher/`, "xn--bcher-kva)/"],
	["reads an address before a line feed", "surt@1", "http://1.2.3.4%0A/", "4,3,2,1)/"],
	["keeps www and digits that are the whole host, and drops the dot after them", "surt@1", "http://www1./(", "www1)/("],
	["drops the shortest session", "surt@1", "http://h/?cfid=1&cftoken=1", "h)/"],
	["keeps a session without its token", "surt@1", "http://h/?cfid=1&cftoken=&x", "h)/?cfid=1&cftoken=&x"],
	["keeps a session without its identifier", "surt@1", "http://h/?cfid=&cftoken=12", "h)/?cfid=&cftoken=12"],
	["reads a number of 4300 digits", "surt@1", `http://${"0".repeat(4299)}1/`, "1,0,0,0)/"],
	["escapes a long host", "surt@1", `http://%20${LONG_LABEL}/`, `%20${LONG_LABEL})/`],
	["sorts names by their code units", "crawlee@1", "http://h/?a%3D=1&a0=2", "http://h?a0=2&a%3D=1"],
	["keeps the www of a name that DNS is asked for", "surt@1", "dns://www.a.b/c", "b,a,www)/c"],
	["keeps the brackets of a future version with a colon", "w3lib@1", "http://[v1.a:b]/", "http://[v1.a:b]/"],
	["drops two sessions", "surt@1", `http://h/?a&jsessionid=${SESSION}&phpsessid=${SESSION}&x`, "h)/?a&x"],
	["takes a session for a whole segment", "surt@1", `http://h/a(${ASP})/x.aspx`, `h)/a(${ASP})/x.aspx`],
	["takes a session in both parentheses", "surt@1", `http://h/(/x${ASP})/y.aspx`, `h)/(/x${ASP})/y.aspx`],
	["keeps a session before a suffix without a name", "surt@1", `http://h/(${ASP})/.aspx`, `h)/(${ASP})/.aspx`],
	["takes no letter for the parenthesis of a session", "surt@1", `http://h/(ab${ASP}))/x.aspx`, `h)/(ab${ASP}))/x.aspx`],
	["takes no empty parentheses for a session", "surt@1", "http://h/()/x.aspx", "h)/()/x.aspx"],
	["trims TABs and spaces in any order", "surt@1", "\t http://h/a \t", "h)/a"],
	["unescapes again what begins a host", "surt@1", "http://%2541/", "a)/"],
	["unescapes again what begins a host", "safe-browsing@1", "http://%2541%25252541b/", "aab/"],
	["takes digits before ? for a port, even without a scheme", "safe-browsing@1", "h:80?q", "h/?q"],
	["needs no tables for U+00C0 to U+00FF before a backslash", "w3lib@1", "foo://\u00ff\u00c0\\b/", "foo://xn--\\b-iia7j/"],
];

describeCrawlEngines("edges", (engine) => {
	it.each(KEYS)("%s: %s", (_, profile, reference, key) => {
		expect(crawlNormalizerOn(engine, { profile }).key(reference)).toBe(key);
	});

	it.each(ENDS)("%s: after %s, %s ends where it ends", (profile, before, reference, key) => {
		const normalizer = crawlNormalizerOn(engine, { profile });
		normalizer.key(before);
		expect(normalizer.key(reference)).toBe(key);
	});

	it("surt@1 needs no A-labels where octets that are not UTF-8 leave a host in US-ASCII", () => {
		const normalizer = crawlNormalizerOn(engine, { profile: "surt@1", idna: false });
		expect(normalizer.key("http://a%FFb/")).toBe("ab)/");
		expect(normalizer.tryKey("http://a%C3%A9b/")).toMatchObject({ code: "profile-cannot" });
	});

	it("w3lib@1 rejects a future version without the address, and an empty zone", () => {
		const normalizer = crawlNormalizerOn(engine, { profile: "w3lib@1" });
		expect(normalizer.key("http://[v1.a]/")).toBe("http://v1.a/");
		for (const host of ["[v1.]", "[v1g.a]", "[::1%]"]) {
			expect(normalizer.tryKey(`http://${host}/`)).toMatchObject({ code: "invalid-host" });
		}
	});

	it("crawlee@1 trims what String.prototype.trim does", () => {
		const normalizer = crawlNormalizerOn(engine, { profile: "crawlee@1" });
		expect(CHARACTERS.length).toBeGreaterThan(60);
		for (const character of CHARACTERS) {
			const isSpace = character.trim() === "";
			const code = character.charCodeAt(0).toString(16);
			for (const text of [`${character}http://H/a`, `http://H/a${character}`]) {
				expect([code, normalizer.key(text) === "http://h/a"]).toEqual([code, isSpace]);
			}
		}
	});

	it("crawlee@1 trims white space of ASCII and beyond in any order", () => {
		const normalizer = crawlNormalizerOn(engine, { profile: "crawlee@1" });
		const spaces = CHARACTERS.filter((character) => character.trim() === "");
		for (const space of spaces) {
			for (const around of [`${space}\u00a0`, `\ufeff${space}\u3000`]) {
				expect(normalizer.key(`${around}http://H/a${[...around].reverse().join("")}`)).toBe("http://h/a");
			}
		}
		const kept = "\u0008\u00a0http://H/a";
		expect([kept.trim(), normalizer.key(kept)]).toEqual([kept, kept]);
	});

	it("safe-browsing@1 writes the answer about a host as it is given", () => {
		const normalizer = crawlNormalizerOn(engine, { profile: "safe-browsing@1", idna: () => "x y.b" });
		expect(normalizer.normalize("http://b\u00fccher/")).toBe("http://x y.b/");
	});

	it("safe-browsing@1 reads an IPv6 address in both brackets alone", () => {
		const normalizer = crawlNormalizerOn(engine, { profile: "safe-browsing@1" });
		for (const host of HOSTS) expect(normalizer.normalize(`http://${host}/`)).toBe(`http://${host}/`);
		expect(normalizer.normalize("http://[0:0:0:0:0:0:0:1]/")).toBe("http://[::1]/");
	});

	it("safe-browsing@1 writes addresses of two prefixes as IPv4, and none that differs from a prefix in one group", () => {
		const normalizer = crawlNormalizerOn(engine, { profile: "safe-browsing@1" });
		for (const prefix of ["0:0:0:0:0:ffff", "64:ff9b:0:0:0:0"]) {
			expect(normalizer.normalize(`http://[${prefix}:102:304]/`)).toBe("http://1.2.3.4/");
			// 64:ff9b:1::/48 is among them: RFC 8215.
			for (const [place, group] of prefix.split(":").entries()) {
				for (const other of group === "0" ? ["1"] : ["0", "65", "fffe"]) {
					const { href } = new URL(`http://[${prefix.split(":").with(place, other).join(":")}:102:304]/`);
					expect(normalizer.normalize(href)).toBe(href);
				}
			}
		}
	});
});
