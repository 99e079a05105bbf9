/** Sentences of the drafts of 1997 and 2003 about one reference, or two that may be equivalent. */

import { compare, createNormalizer, equivalent, normalize, parse, tryParse } from "urlsieve";
import { describe, expect, it } from "vitest";

describe("draft-fielding-uri-rfc2396bis-01", () => {
	it('§2.3: "may unescape sequences in the ranges of ALPHA, DIGIT, underscore, or tilde without fear of creating a conflict"', () => {
		expect(normalize("x:/%41%5A%61%7A%30%39%5F%7E")).toBe("x:/AZaz09_~");
	});

	it('§2.4.1: "An escaped octet is encoded as a character triplet, consisting of the percent character followed by two hexadecimal digits"', () => {
		const strict = createNormalizer({ strict: true });
		for (const text of ["%", "%4", "%4g", "%%41"]) expect(strict.isNormalized(`x:${text}`)).toBe(false);
	});

	it('§2.4.2: "Because the percent character always has the reserved purpose of being the escape indicator, it must be escaped as %25"', () => {
		expect(equivalent("x:%25", "x:%")).toBe(true);
		expect(equivalent("x:%2541", "x:A")).toBe(false);
	});

	it('§2.4.3: "Data corresponding to excluded characters must be escaped in order to be properly represented within a URI"', () => {
		expect(normalize('x:/<>"{}|\\^` \u007f')).toBe("x:/%3C%3E%22%7B%7D%7C%5C%5E%60%20%7F");
	});

	it('§3: "each of which, except <scheme>, may be absent from a particular URI"', () => {
		expect({ ...parse("x:") }).toMatchObject({ scheme: "x", authority: undefined, path: "", query: undefined });
	});

	it('§3.1: "programs interpreting a URI should treat upper case letters as equivalent to lower case in scheme names"', () => {
		expect(equivalent("HTTP://h/", "http://h/")).toBe(true);
	});

	it.each(["/p", "?q", ""])(
		'§3.2: the authority "is terminated by the next slash, question-mark, or by the end of the URI": %s',
		(rest) => {
			expect(parse(`x://u@h:1${rest}`).authority).toBe("u@h:1");
		},
	);

	it('§3.2.2: "distinguished by enclosing the IPv6 literal within square-brackets"', () => {
		expect(parse("http://[::1]:80/")).toMatchObject({ host: "[::1]", port: "80" });
		expect(tryParse("http://[::1/")).toMatchObject({ code: "invalid-ip-literal" });
	});

	it('§3.2.2: "If no explicit port number is given, the default port number, as defined by the URI scheme, is assumed"', () => {
		expect(equivalent("http://h/", "http://h:80/")).toBe(true);
		expect(equivalent("https://h/", "https://h:80/")).toBe(false);
	});

	it('§4.3: "In other words, the authority component wins"', () => {
		expect(parse("//a//b")).toMatchObject({ authority: "a", path: "//b" });
		expect(parse("x:////b")).toMatchObject({ authority: "", path: "//b" });
	});

	it('§6.2.2.1: "the scheme and hostname are case insensitive and therefore can be normalized to lowercase"', () => {
		expect(normalize("HTTP://WWW.Example.COM/Path")).toBe("http://www.example.com/Path");
	});

	it('§6.2.2.2: "Such sequences are always equivalent": %3a and %3A, in every component', () => {
		expect(compare("x://u%3a@h%3a/p%3a?q%3a#f%3a", "x://u%3A@h%3A/p%3A?q%3A#f%3A")).toBe("syntax");
	});

	it('§6.2.3: "a URI with an explicit :port, where the port is the default for the scheme, is equivalent to one where the port is elided"', () => {
		const ports = { http: 80, https: 443, ftp: 21, telnet: 23, gopher: 70, ldap: 389 };
		for (const [scheme, port] of Object.entries(ports)) expect(equivalent(`${scheme}://h:${port}/`, `${scheme}://h/`)).toBe(true);
	});

	it("§6.3: the normal form follows the good practice: lower-case scheme and host, no needless escapes, upper-case digits, no dots", () => {
		expect(normalize("HTTP://EXAMPLE.com/%7Ea/./b/../c%3a%C3%A9")).toBe("http://example.com/~a/c%3A%C3%A9");
	});

	it('§7.2: escaped delimiters of a protocol "are not unescaped before transmission"', () => {
		expect(normalize("gopher://h/0%0D%0AHELO")).toBe("gopher://h/0%0D%0AHELO");
	});
});

describe("draft-fielding-url-syntax-05", () => {
	it('§2.2: "a character is reserved if the semantics of the URL changes if the character is replaced with its escaped encoding"', () => {
		for (const reserved of [";", "/", "?", ":", "@", "&", "=", "+"]) {
			const escaped = `%${reserved.charCodeAt(0).toString(16)}`;
			expect(equivalent(`http://h/a${reserved}b`, `http://h/a${escaped}b`)).toBe(false);
		}
	});

	it('§2.4.2: "careful not to escape or unescape the same string more than once"', () => {
		expect(normalize(normalize("http://h/%257e"))).toBe("http://h/%257e");
	});

	it('§4.1: "An absolute URL contains the name of the scheme being used followed by a colon"', () => {
		expect(parse("news:a.b:c")).toMatchObject({ scheme: "news", path: "a.b:c" });
	});

	it('§4.3.1: "there is no way to specify a password without specifying a user name"', () => {
		expect(parse("ftp://:p@h/").userinfo).toBe(":p");
		expect(equivalent("ftp://:p@h/", "ftp://p@h/")).toBe(false);
	});

	it('§4.3.1, App. F.3: "systems are expected to handle the case where the : separator is supplied without a port"', () => {
		expect(parse("http://h:/").port).toBe("");
		expect(equivalent("http://h:/", "http://h/")).toBe(true);
	});

	it('§4.3.2: "The parameters are not significant to the parsing of relative references": they are part of their segment', () => {
		expect(parse("http://h/a;x=1/b;y?q").path).toBe("/a;x=1/b;y");
	});

	it('§4.4: "A reference is parsed as if it is a generic-URL, even though it might be considered opaque by later processes"', () => {
		expect(parse("mailto:a@b?c#d")).toMatchObject({ path: "a@b", query: "c", fragment: "d" });
	});

	it('§4.4: "In other words, the site component wins"', () => {
		expect(parse("//a/b")).toMatchObject({ authority: "a", path: "/b" });
	});

	it('§6: "the rules for equivalence and definition of a normal form, if any, are scheme dependent"', () => {
		expect(equivalent("x://h:80/", "x://h/")).toBe(false);
		expect(equivalent("http://h:80/", "http://h/")).toBe(true);
	});
});
