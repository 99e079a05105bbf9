/** Every rule of docs/normal-form.md, under every engine. */
import { describe, expect, it } from "vitest";
import type { NormalizeOptions } from "../src/index";
import { describeEngines, normalizerOn, outcome } from "./engines";

/** Rule → what goes in → what comes out, at level `syntax`. Where both are the same, the rule must not touch it. */
const SYNTAX_RULES: { readonly [rule: string]: readonly (readonly [string, string])[] } = {
	"removes white space around a reference, and TAB, CR and LF within (App. C)": [
		["  http://example.com/ ", "http://example.com/"],
		["\u0000\u001fhttp://example.com/\u0000", "http://example.com/"],
		["ht\ttp://exam\r\nple.com/a\nb", "http://example.com/ab"],
		["http://example.com/%4\n1", "http://example.com/A"],
		["\n", ""],
		["", ""],
	],
	"percent-encodes what is not allowed where it stands (§2.1)": [
		["http://example.com/a b", "http://example.com/a%20b"],
		['http://example.com/"<>\\^`{|}', "http://example.com/%22%3C%3E%5C%5E%60%7B%7C%7D"],
		["http://example.com/[a]?[b]#[c]", "http://example.com/%5Ba%5D?%5Bb%5D#%5Bc%5D"],
		["http://example.com/é?é#é", "http://example.com/%C3%A9?%C3%A9#%C3%A9"],
		["x://h/\u0001\u007f", "x://h/%01%7F"],
		["http://example.com/#a#b", "http://example.com/#a%23b"],
		["http://a@b@example.com/", "http://a%40b@example.com/"],
		["http://u[ser@example.com/", "http://u%5Bser@example.com/"],
		["http://exa mple.com/", "http://exa%20mple.com/"],
		["http://exa[mple.com/", "http://exa%5Bmple.com/"],
	],
	"puts the scheme into lower case (§3.1, §6.2.2.1)": [
		["HTTP://example.com/", "http://example.com/"],
		["X-Y.Z+1:Path", "x-y.z+1:Path"],
	],
	"puts the host into lower case, triplets aside (§3.2.2, §6.2.2.1)": [
		["x://EXAMPLE.Com/Path", "x://example.com/Path"],
		["x://A%c3%89B/", "x://a%C3%89b/"],
		["x://User@HOST/", "x://User@host/"],
		["//HOST", "//host"],
		["x://[2001:DB8::A]/", "x://[2001:db8::a]/"],
	],
	"puts hex digits of triplets into upper case, in every component (§2.1, §6.2.2.1)": [
		["x://u%3a@h%2f/p%2f?q%2f#f%2f", "x://u%3A@h%2F/p%2F?q%2F#f%2F"],
	],
	"decodes triplets of unreserved octets once, in every component, and no others (§2.3, §6.2.2.2)": [
		["x://%75%7E@%68%2D/%70?%71#%66", "x://u~@h-/p?q#f"],
		["x://h/%41%5a%61%7a%30%39%2d%2e%5f%7e", "x://h/AZaz09-._~"],
		["x://h/%2541%252F", "x://h/%2541%252F"],
		[
			"x://h/%21%24%26%27%28%29%2A%2B%2C%3B%3D%3A%40%2F%3F%23%5B%5D",
			"x://h/%21%24%26%27%28%29%2A%2B%2C%3B%3D%3A%40%2F%3F%23%5B%5D",
		],
		["x://h/%C3%C0", "x://h/%C3%C0"],
		["x://%48%4F/", "x://ho/"],
	],
	"removes dot-segments, those that were percent-encoded as well (§5.2.4, §6.2.2.3)": [
		["http://h/a/b/c/./../../g", "http://h/a/g"],
		["http://h/..", "http://h/"],
		["http://h/../../a", "http://h/a"],
		["http://h/a/.", "http://h/a/"],
		["http://h/a/..", "http://h/"],
		["http://h/a/./", "http://h/a/"],
		["http://h/a/b/../", "http://h/a/"],
		["http://h/a//../b", "http://h/a/b"],
		["http://h/.a/..b/...", "http://h/.a/..b/..."],
		["http://h/%2e/%2E%2e/a", "http://h/a"],
		["/a/../b", "/b"],
		["//h/a/../b", "//h/b"],
		["http://h/?a/../b#c/../d", "http://h/?a/../b#c/../d"],
	],
	"drops the colon before an empty port (§3.2.3)": [
		["x://h:/", "x://h/"],
		["x://h:", "x://h"],
		["x://[::1]:/", "x://[::1]/"],
		["//u@h:?q", "//u@h?q"],
	],
	"leaves alone what no rule names": [
		["http://User:Pass@h/", "http://User:Pass@h/"],
		["http://h/PATH", "http://h/PATH"],
		["http://h/?b=2&a=1&", "http://h/?b=2&a=1&"],
		["http://h/a+b", "http://h/a+b"],
		["http://h/?", "http://h/?"],
		["http://h/#", "http://h/#"],
		["http://h/?#", "http://h/?#"],
		["http://h//a//", "http://h//a//"],
		["http://h./", "http://h./"],
		["http://h:0080/", "http://h:0080/"],
		["http://h", "http://h"],
		["x://@h/", "x://@h/"],
		["x:", "x:"],
		["?", "?"],
		["#", "#"],
		["a/b", "a/b"],
	],
};

/** The same at level `scheme`. */
const SCHEME_RULES: typeof SYNTAX_RULES = {
	"writes IPv6 addresses as RFC 5952 recommends, for every scheme": [
		["x://[2001:0DB8:0:0:0:0:0:1]/", "x://[2001:db8::1]/"],
		["//[1:0:0:2:0:0:0:3]", "//[1:0:0:2::3]"],
		["x://[1:0:0:2:3:0:0:4]/", "x://[1::2:3:0:0:4]/"],
		["x://[1:0:2:3:4:5:6:7]/", "x://[1:0:2:3:4:5:6:7]/"],
		["x://[1::2:3:4:5:6:7]/", "x://[1:0:2:3:4:5:6:7]/"],
		["x://[0:0:0:0:0:0:0:0]/", "x://[::]/"],
		["x://[::1:0:0]/", "x://[::1:0:0]/"],
		["x://[1:2:3:4:5:6:7::]/", "x://[1:2:3:4:5:6:7:0]/"],
		["x://[::FFFF:7f00:1]/", "x://[::ffff:127.0.0.1]/"],
		["x://[::ffff:192.0.2.33]/", "x://[::ffff:192.0.2.33]/"],
		["x://[::192.0.2.33]/", "x://[::c000:221]/"],
		["x://[64:ff9b::192.0.2.33]/", "x://[64:ff9b::c000:221]/"],
		["x://[1:2:3:4:5:6:255.0.10.9]/", "x://[1:2:3:4:5:6:ff00:a09]/"],
	],
	"writes the name of a DNS host as A-labels (RFC 5891, UTS #46)": [
		["http://bücher.example/", "http://xn--bcher-kva.example/"],
		["http://B%C3%BCCHER.example/", "http://xn--bcher-kva.example/"],
		["http://faß.de/", "http://xn--fa-hia.de/"],
		["http://納豆.example/", "http://xn--99zt52a.example/"],
		["ldap://ü.example/", "ldap://xn--tda.example/"],
		["x://ü.example/", "x://%C3%BC.example/"],
		["//ü.example/", "//%C3%BC.example/"],
		["http://XN--BCHER-KVA.example/", "http://xn--bcher-kva.example/"],
	],
	"drops leading zeros of the port of a DNS host (§3.2.3)": [
		["http://h:08080/", "http://h:8080/"],
		["http://h:0/", "http://h:0/"],
		["http://h:000/", "http://h:0/"],
		["x://h:080/", "x://h:080/"],
		["http://h:123456789012345678901234567890/", "http://h:123456789012345678901234567890/"],
	],
	"drops the default port (§6.2.3)": [
		["http://h:80/", "http://h/"],
		["https://h:443/", "https://h/"],
		["http://h:443/", "http://h:443/"],
		["http://h:0080/", "http://h/"],
		["http://h:8000/", "http://h:8000/"],
		["http://u@[::1]:80/", "http://u@[::1]/"],
		["ws://h:80/", "ws://h/"],
		["wss://h:443/", "wss://h/"],
		["ftp://h:21/", "ftp://h/"],
		["gopher://h:70/", "gopher://h/"],
		["telnet://h:23/", "telnet://h/"],
		["tn3270://h:23/", "tn3270://h/"],
		["nntp://h:119/g", "nntp://h/g"],
		["wais://h:210/d", "wais://h/d"],
		["prospero://h:1525/n", "prospero://h/n"],
		["ldap://h:389/", "ldap://h/"],
		["ldaps://h:636/", "ldaps://h/"],
		["imap://h:143/", "imap://h/"],
		["pop://h:110/", "pop://h/"],
		["nfs://h:2049/", "nfs://h/"],
		["dict://h:2628/", "dict://h/"],
		["rtsp://h:554/", "rtsp://h/"],
		["rtsps://h:322/", "rtsps://h/"],
		["coap://h:5683/", "coap://h/"],
		["coaps://h:5684/", "coaps://h/"],
		["x://h:80/", "x://h:80/"],
		["sip:h:5060", "sip:h:5060"],
	],
	"writes / for the empty path behind an authority, where the scheme says so (§6.2.3)": [
		["http://h", "http://h/"],
		["https://h?q", "https://h/?q"],
		["ws://h#f", "ws://h/#f"],
		["wss://h", "wss://h/"],
		["ftp://h", "ftp://h/"],
		["gopher://h", "gopher://h/"],
		["telnet://h", "telnet://h/"],
		["tn3270://h", "tn3270://h/"],
		["coap://h", "coap://h/"],
		["nntp://h", "nntp://h"],
		["ldap://h", "ldap://h"],
		["x://h", "x://h"],
		["//h", "//h"],
		["http:", "http:"],
	],
	"ftp: puts the typecode into lower case (RFC 1738 §3.2.2)": [
		["ftp://h/a;type=A", "ftp://h/a;type=a"],
		["ftp://h/a;type=I#f", "ftp://h/a;type=i#f"],
		["ftp://h/;type=d", "ftp://h/;type=d"],
		["ftp://h/a;type=X", "ftp://h/a;type=X"],
		["ftp://h/a;TYPE=A", "ftp://h/a;TYPE=A"],
		["ftp://h/a;type=A/b", "ftp://h/a;type=A/b"],
		["http://h/a;type=A", "http://h/a;type=A"],
		["ftp://h/%2Fetc//motd", "ftp://h/%2Fetc//motd"],
	],
	"gopher: leaves out the default type (RFC 4266 §2.1)": [
		["gopher://h/1", "gopher://h/"],
		["gopher://h/%31", "gopher://h/"],
		["gopher://h/1#f", "gopher://h/#f"],
		["gopher://h/1?q", "gopher://h/1?q"],
		["gopher://h/11", "gopher://h/11"],
		["gopher://h/1/a%09b", "gopher://h/1/a%09b"],
	],
	"file: knows localhost and the empty authority (RFC 8089 §2)": [
		["file://localhost/p", "file:///p"],
		["file://LOCALHOST:/p", "file:///p"],
		["file:/p", "file:///p"],
		["file:///p", "file:///p"],
		["file:a/../b", "file:///b"],
		["file:/a/..//b", "file:////b"],
		["file:p", "file:p"],
		["file://u@localhost/p", "file://u@localhost/p"],
		["file://localhost:80/p", "file://localhost:80/p"],
		["file://host/p", "file://host/p"],
	],
	"mailto: header names, domains, addresses of to fields (RFC 6068 §2)": [
		["mailto:User@EXAMPLE.com", "mailto:User@example.com"],
		["mailto:A@B,C@D", "mailto:A@b,C@d"],
		["mailto:%22A@B%22@C", "mailto:%22A@B%22@c"],
		["mailto:a@b?Subject=X&CC=Y@Z", "mailto:a@b?subject=X&cc=Y@Z"],
		["mailto:a@b/../c", "mailto:a@b/../c"],
		["mailto://A@B/C@D", "mailto://A@b/C@D"],
	],
	"urn: NID, UUID, no decoding (RFC 8141 §3.1, RFC 9562 §4)": [
		["URN:ISBN:0451450523", "urn:isbn:0451450523"],
		["urn:Example:A%2c%41", "urn:example:A%2C%41"],
		["urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6?+R#F", "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6?+R#F"],
		["urn:UUID:F81D4FAE", "urn:uuid:F81D4FAE"],
		["urn:A:b", "urn:A:b"],
		["urn:-AB:c", "urn:-AB:c"],
		["urn:noNID", "urn:noNID"],
		["urn:ex:a/../b", "urn:ex:a/../b"],
	],
	"data: media type and ;base64 (RFC 2397 §3)": [
		["data:TEXT/Plain;Charset=UTF-8;BASE64,Ab+/", "data:text/plain;Charset=UTF-8;base64,Ab+/"],
		["data:;BASE64,AB", "data:;base64,AB"],
		["data:A;B,C", "data:A;B,C"],
		["data:TEXT/PLAIN", "data:TEXT/PLAIN"],
		["data:,A/../B", "data:,A/../B"],
		["data:T/P;xBASE64,A", "data:t/p;xBASE64,A"],
	],
	"nothing beyond level syntax for all other schemes": [
		["x-exp://H:0080", "x-exp://h:0080"],
		["afs:/A/../b", "afs:/b"],
		["z39.50://H:210", "z39.50://h:210"],
		["news:Comp.Infosystems", "news:Comp.Infosystems"],
		["mid:A@B/c", "mid:A@B/c"],
		["tag:A,2000:b/../c", "tag:A,2000:b/../c"],
	],
};

/** What RFC 3986 does not allow, and where the first fault is: the same in every engine. */
const FAULTS: readonly (readonly [string, NormalizeOptions, string])[] = [
	["1a:b", {}, "invalid-scheme scheme 0"],
	["a b:c", {}, "invalid-scheme scheme 1"],
	["é:c", {}, "invalid-scheme scheme 0"],
	[":", {}, "invalid-scheme scheme 0"],
	["http://[::1", {}, "invalid-ip-literal host 7"],
	["http://[::1]x/", {}, "invalid-ip-literal host 12"],
	["http://[1:2]/", {}, "invalid-ip-literal host 8"],
	["http://[]/", {}, "invalid-ip-literal host 8"],
	["http://[::1.2.3.256]/", {}, "invalid-ip-literal host 8"],
	["http://[::01.2.3.4]/", {}, "invalid-ip-literal host 8"],
	["http://[1:2:3:4:5:6:7:8:9]/", {}, "invalid-ip-literal host 8"],
	["http://[::1::]/", {}, "invalid-ip-literal host 8"],
	["http://[12345::]/", {}, "invalid-ip-literal host 8"],
	["http://[v1]/", {}, "invalid-ip-literal host 8"],
	["http://[fe80::1%25]/", {}, "invalid-ip-literal host 15"],
	["http://[fe80::1%ab]/", {}, "invalid-ip-literal host 15"],
	["http://h:8a/", {}, "invalid-port port 10"],
	["http://h:é/", {}, "invalid-port port 9"],
	["é\t http://h:8a/", {}, "invalid-scheme scheme 0"],
	["\t http:\n//h:\r8a/", {}, "invalid-port port 14"],
	["http:///p", {}, "empty-host host 7"],
	["https://u@:443", {}, "empty-host host 10"],
	["http://h/\ud800", {}, "ill-formed-string - 9"],
	["http://h/😀\udc00", {}, "ill-formed-string - 11"],
	["http://h/a b", { strict: true }, "invalid-character path 10"],
	[" http://h/", { strict: true }, "invalid-scheme scheme 0"],
	[" /", { strict: true }, "invalid-character path 0"],
	["http://h/?a\tb", { strict: true }, "invalid-character query 11"],
	["http://h/#é", { strict: true }, "invalid-character fragment 10"],
	["http://h/#a#", { strict: true }, "invalid-character fragment 11"],
	["http://h/%4", { strict: true }, "invalid-percent-encoding path 9"],
	["http://h/%zz", { strict: true }, "invalid-percent-encoding path 9"],
	["http://a@b@h/", { strict: true }, "invalid-userinfo userinfo 8"],
	["http://h|/", { strict: true }, "invalid-host host 8"],
	["http://[fe80::1%eth0]/", { strict: true }, "invalid-percent-encoding host 15"],
];

describeEngines("rules", (engine) => {
	const syntax = normalizerOn(engine, { level: "syntax" });
	const scheme = normalizerOn(engine, { level: "scheme" });

	describe("level syntax", () => {
		it.each(Object.entries(SYNTAX_RULES))("%s", (_rule, rows) => {
			for (const [input, normal] of rows) expect([input, outcome(syntax, input)]).toEqual([input, normal]);
		});
	});

	describe("level scheme", () => {
		it.each(Object.entries(SCHEME_RULES))("%s", (_rule, rows) => {
			for (const [input, normal] of rows) expect([input, outcome(scheme, input)]).toEqual([input, normal]);
		});
	});

	it.each(FAULTS)("finds the fault of %j under %j", (input, options, fault) => {
		expect(outcome(normalizerOn(engine, options), input)).toBe(fault);
	});

	it("finds no empty host at level syntax, where http has no rule of its own", () => {
		expect(outcome(syntax, "http:///p")).toBe("http:///p");
	});

	it("changes nothing at level string, and looks at nothing unless strict", () => {
		const string = normalizerOn(engine, { level: "string" });
		for (const text of ["HTTP://H:80", " a b ", "1a:b", "http://[", "é"]) expect(outcome(string, text)).toBe(text);
		const strict = normalizerOn(engine, { level: "string", strict: true });
		expect(outcome(strict, "HTTP://H:80")).toBe("HTTP://H:80");
		expect(outcome(strict, "http://h/a b")).toBe("invalid-character path 10");
	});

	it("takes 16,777,216 octets and no more", () => {
		const most = `http://h/${"a".repeat(16777216 - 9)}`;
		expect(scheme.normalize(most)).toBe(most);
		expect(outcome(scheme, `${most}a`)).toBe("too-long - 16777216");
		expect(outcome(scheme, `http://h/${"é".repeat(8388608)}`)).toBe("too-long - 8388612");
	});
});
