/** Sentences of RFC 3986 about one reference, or two that may be equivalent. A title has the section and the (shortened) sentence. */

import { compare, createNormalizer, equivalent, normalize, parse, recompose, tryParse } from "urlsieve";
import { describe, expect, it } from "vitest";

const syntax = createNormalizer({ level: "syntax" });
const strict = createNormalizer({ level: "syntax", strict: true });

const triplet = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
const code = (error: unknown) => error !== null && typeof error === "object" && "code" in error && error.code;

describe("RFC 3986 §2, characters", () => {
	it('§2.1: "The uppercase hexadecimal digits A through F are equivalent to the lowercase digits a through f"', () => {
		expect(compare("x:%c3%a9", "x:%C3%A9")).toBe("syntax");
	});

	it('§2.1: "URI producers and normalizers should use uppercase hexadecimal digits for all percent-encodings"', () => {
		expect(syntax.normalize("x://u%3a@h%2f/%2f?%2f#%2f")).toBe("x://u%3A@h%2F/%2F?%2F#%2F");
	});

	it.each([...":/?#@!$&'()*+,;="])('§2.2: with or without the encoding of reserved %s, URIs "are not equivalent"', (reserved) => {
		expect(compare(`http://h/a${triplet(reserved)}b`, `http://h/a${reserved}b`)).toBe(undefined);
	});

	it('§2.3: URIs with or without the encoding of an unreserved character "are equivalent"', () => {
		const unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
		for (const character of unreserved) expect(compare(`x:a${triplet(character)}`, `x:a${character}`)).toBe("syntax");
	});

	it('§2.3: "when found in a URI, should be decoded to their corresponding unreserved characters by URI normalizers"', () => {
		expect(syntax.normalize("x://%75@%68/%70?%71#%66")).toBe("x://u@h/p?q#f");
	});

	it('§2.4: components "must be parsed and separated before the percent-encoded octets within those components can be safely decoded"', () => {
		expect(parse("x:a%3Fb%23c")).toMatchObject({ path: "a%3Fb%23c", query: undefined, fragment: undefined });
		expect(normalize("x:a%3fb%23c")).toBe("x:a%3Fb%23c");
	});

	it('§2.4: "it must be percent-encoded as %25 for that octet to be used as data within a URI"', () => {
		expect(normalize("x:100%")).toBe("x:100%25");
		expect(code(strict.tryNormalize("x:100%"))).toBe("invalid-percent-encoding");
	});

	it('§2.4: "Implementations must not percent-encode or decode the same string more than once"', () => {
		expect(normalize("x:%2541")).toBe("x:%2541");
		expect(normalize("x:%25")).toBe("x:%25");
	});

	it('§2.5: "should first be encoded as octets according to the UTF-8 character encoding", then percent-encoded', () => {
		expect(syntax.normalize("x:/À?ア#é")).toBe("x:/%C3%80?%E3%82%A2#%C3%A9");
	});
});

describe("RFC 3986 §3, components", () => {
	it('§3: "The scheme and path components are required, though the path may be empty"', () => {
		expect(parse("x:").path).toBe("");
		expect(parse("x://h").path).toBe("");
		expect(parse("").path).toBe("");
	});

	it('§3: "When authority is not present, the path cannot begin with two slash characters"', () => {
		expect(syntax.normalize("x:/a/..//b")).toBe("x:/.//b");
		expect(syntax.normalize("x:/.//b")).toBe("x:/.//b");
	});

	it('§3.1: "Scheme names consist of a sequence of characters beginning with a letter"', () => {
		for (const scheme of ["1x", "+x", "x_y", ""]) expect(code(tryParse(`${scheme}:y`))).toBe("invalid-scheme");
		expect(parse("a1+-.:y").scheme).toBe("a1+-.");
	});

	it('§3.1: "An implementation should accept uppercase letters as equivalent to lowercase in scheme names"', () => {
		expect(parse("HTTP://h/").scheme).toBe("HTTP");
		expect(compare("HTTP://h/", "http://h/")).toBe("syntax");
	});

	it('§3.1: "the canonical form is lowercase"', () => {
		expect(syntax.normalize("X-Y.1:Z")).toBe("x-y.1:Z");
	});

	it.each(["/p", "?q", "#f", ""])(
		'§3.2: the authority "is terminated by the next slash, question mark, or number sign, or by the end": %s',
		(rest) => {
			expect(parse(`x://u@h:1${rest}`).authority).toBe("u@h:1");
		},
	);

	it('§3.2: "normalizers should omit the : delimiter that separates host from port if the port component is empty"', () => {
		expect(syntax.normalize("x://h:/")).toBe("x://h/");
	});

	it('§3.2.1: "The user information, if present, is followed by a commercial at-sign that delimits it from the host"', () => {
		expect(parse("x://u:p@h:1/")).toMatchObject({ userinfo: "u:p", host: "h", port: "1" });
		expect(parse("x://h:1/@")).toMatchObject({ userinfo: undefined, host: "h", port: "1" });
	});

	it('§3.2.2: "This is the only place where square bracket characters are allowed in the URI syntax"', () => {
		expect(parse("x://[2001:db8::7]:80/")).toMatchObject({ host: "[2001:db8::7]", port: "80" });
		for (const reference of ["x://h/[", "x:?]", "x:#[]"]) expect(strict.isNormalized(reference)).toBe(false);
		expect(code(tryParse("x://[g]/"))).toBe("invalid-ip-literal");
	});

	it.each(["::", "::1", "1::", "1:2:3:4:5:6:7:8", "1::8", "::1.2.3.4", "1:2:3:4:5:6:1.2.3.4", "v1F.a:b"])(
		"§3.2.2: [%s] is an IP-literal",
		(literal) => expect(parse(`x://[${literal}]`).host).toBe(`[${literal}]`),
	);

	it.each([
		":",
		":::",
		"1::2::3",
		"1:2:3:4:5:6:7",
		"1:2:3:4:5:6:7:8:9",
		"12345::",
		"::1.2.3.256",
		"::1.2.3",
		"v.a",
		"v1.",
		"1.2.3.4",
	])("§3.2.2: [%s] is none", (literal) => expect(code(tryParse(`x://[${literal}]`))).toBe("invalid-ip-literal"));

	it('§3.2.2: "only the dotted-decimal form of four octets is allowed": other forms are registered names and are kept (§7.4)', () => {
		for (const host of ["0x7f.1", "2130706433", "127.1", "0177.0.0.1"])
			expect(normalize(`http://${host}/`)).toBe(`http://${host}/`);
	});

	it('§3.2.2: "normalizers should use lowercase for registered names and hexadecimal addresses", uppercase "for percent-encodings"', () => {
		expect(syntax.normalize("x://EXAMPLE.Com%c3%89/")).toBe("x://example.com%C3%89/");
		expect(syntax.normalize("x://[2001:DB8::A]/")).toBe("x://[2001:db8::a]/");
	});

	it('§3.2.2: non-ASCII characters of a registered name "must first be encoded according to UTF-8"', () => {
		expect(normalize("x://ü/")).toBe("x://%C3%BC/");
	});

	it('§3.2.2: an internationalized domain name "must be transformed to the IDNA encoding prior to name lookup"', () => {
		expect(normalize("http://b%C3%BCcher.example/")).toBe("http://xn--bcher-kva.example/");
	});

	it('§3.2.3: the port is "in decimal following the host"', () => {
		for (const port of ["8a", "-1", "+1", "%31"]) expect(code(tryParse(`x://h:${port}/`))).toBe("invalid-port");
	});

	it('§3.2.3: "should omit the port component and its : delimiter if port is empty or the scheme\'s default"', () => {
		expect(normalize("http://h:80/")).toBe("http://h/");
		expect(normalize("http://h:/")).toBe("http://h/");
		expect(normalize("http://h:443/")).toBe("http://h:443/");
	});

	it('§3.3: the path "is terminated by the first question mark or number sign, or by the end"', () => {
		expect(parse("x:a/b?c").path).toBe("a/b");
		expect(parse("x:a/b#c").path).toBe("a/b");
		expect(parse("x:a/b").path).toBe("a/b");
	});

	it('§3.3: dot-segments "are intended for use at the beginning of a relative-path reference", where they are kept', () => {
		for (const reference of ["../g", "./g", "../../g/", ".", ".."]) expect(normalize(reference)).toBe(reference);
	});

	it('§3.3: "Aside from dot-segments in hierarchical paths, a path segment is considered opaque by the generic syntax"', () => {
		for (const path of ["/a;b=c,d", "/...", "/.a/a./..a/a..", "/a//b", "//"])
			expect(normalize(`x://h${path}`)).toBe(`x://h${path}`);
	});

	it('§3.4: the query begins at "the first question mark" and ends at "a number sign or the end"', () => {
		expect(parse("x:p?a?b/c#d?e")).toMatchObject({ path: "p", query: "a?b/c", fragment: "d?e" });
	});

	it('§3.4, §3.5: slash and question mark "may represent data within" the query and the fragment', () => {
		expect(strict.isNormalized("x:p?a/../b?c#d/../e?f")).toBe(true);
	});

	it('§3.5: a fragment is "indicated by the presence of a number sign and terminated by the end of the URI"', () => {
		expect(parse("#a/b?c")).toMatchObject({ path: "", query: undefined, fragment: "a/b?c" });
		expect(code(strict.tryNormalize("#a#b"))).toBe("invalid-character");
	});
});

describe("RFC 3986 §4 and §5, references", () => {
	it('§4.1: "If the URI-reference\'s prefix does not match the syntax of a scheme followed by its colon separator", it is relative', () => {
		for (const reference of ["a/b:c", "?a:b", "#a:b", "//a:1/", ""]) expect(parse(reference).scheme).toBe(undefined);
	});

	it("§4.2: two slashes begin a network-path reference, one an absolute-path reference, none a relative-path reference", () => {
		expect(parse("//h/p")).toMatchObject({ authority: "h", path: "/p" });
		expect(parse("/h/p")).toMatchObject({ authority: undefined, path: "/h/p" });
		expect(parse("h/p")).toMatchObject({ authority: undefined, path: "h/p" });
	});

	it('§4.2: a first segment with a colon "must be preceded by a dot-segment (e.g., ./this:that)", which is therefore kept', () => {
		expect(normalize("./this:that")).toBe("./this:that");
		expect(equivalent("./this:that", "this:that")).toBe(false);
	});

	it('§4.5: "a URI suffix has the same syntax as a relative-path reference"', () => {
		expect(parse("www.w3.org/Addressing/")).toMatchObject({ scheme: undefined, authority: undefined });
		expect(normalize("www.w3.org/Addressing/")).toBe("www.w3.org/Addressing/");
	});

	it('§5.3: "careful to preserve the distinction between a component that is undefined and a component that is empty"', () => {
		const references = ["x:", "x:?", "x:#", "x:?#", "x://", "x:///", "x://@", "x://:", "x://@:", "//?#"];
		for (const reference of references) expect(recompose(parse(reference))).toBe(reference);
		expect(recompose({ scheme: "x", authority: "", path: "", query: "", fragment: "" })).toBe("x://?#");
		expect(recompose({ path: "" })).toBe("");
	});
});

describe("RFC 3986 §6, normalization and comparison", () => {
	it('§6.1: comparison is "strictly avoiding false positives"', () => {
		for (const other of [
			"http://h/a/",
			"http://h/a?",
			"http://h/a#",
			"http://h:8080/a",
			"http://@h/a",
			"https://h/a",
			"http://h./a",
		]) {
			expect(compare("http://h/a", other)).toBe(undefined);
		}
	});

	it('§6.2.1: "If two URIs, when considered as character strings, are identical, then it is safe to conclude that they are equivalent"', () => {
		expect(compare("http://h/%7e", "http://h/%7e")).toBe("string");
	});

	it('§6.2.2.1: "The other generic syntax components are assumed to be case-sensitive"', () => {
		for (const other of ["http://U@h/p?q#f", "http://u@h/P?q#f", "http://u@h/p?Q#f", "http://u@h/p?q#F"]) {
			expect(compare("http://u@h/p?q#f", other)).toBe(undefined);
		}
	});

	it('§6.2.2.2: "These URIs should be normalized by decoding any percent-encoded octet that corresponds to an unreserved character"', () => {
		expect(syntax.normalize("http://h/%7Esmith/%2D%2e%5F%7e%30%41%61")).toBe("http://h/~smith/-._~0Aa");
	});

	it('§6.2.2.3: "URI normalizers should remove dot-segments by applying the remove_dot_segments algorithm to the path"', () => {
		expect(syntax.normalize("x://h/a/./b/../c/%2E%2e/d/.")).toBe("x://h/a/d/");
		expect(syntax.normalize("x://h/../../a/..")).toBe("x://h/");
	});

	it('§6.2.3: with an authority and an empty path "should be normalized to a path of /", if the scheme says so', () => {
		expect(normalize("http://h")).toBe("http://h/");
		expect(normalize("http://h?q")).toBe("http://h/?q");
		expect(normalize("x://h")).toBe("x://h");
	});

	it('§6.2.3: "Normalization should not remove delimiters when their associated component is empty" unless the scheme allows it', () => {
		for (const uri of ["http://h/?", "http://h/#", "http://h/?#", "http://@h/"]) expect(normalize(uri)).toBe(uri);
	});

	it('§6.2.3: an empty authority or host may be "considered equivalent to localhost", as in file URIs', () => {
		expect(normalize("file://localhost/a")).toBe("file:///a");
	});
});

describe("RFC 3986 §7 and App. C", () => {
	it('§7.2: percent-encoded delimiters of a protocol "must not be decoded before transmission across that protocol"', () => {
		for (const uri of ["telnet://h/%0D%0A", "http://h/%00", "http://h/%09%20%7F"]) expect(normalize(uri)).toBe(uri);
	});

	it('App. C: "software that accepts user-typed URI should attempt to recognize and strip both delimiters and embedded whitespace"', () => {
		expect(normalize(" http://h/long/\r\n\tpath ")).toBe("http://h/long/path");
		expect(strict.isNormalized("http://h/long/\npath")).toBe(false);
	});
});
