/** The oracle against the examples of RFC 3986 itself: what all else is compared with has to be right first. */
import { expect, it } from "vitest";
import { isUriReference, oracleNormalize, oracleResolve } from "./oracle";

const BASE = "http://a/b/c/d;p?q";

it.each([
	["g:h", "g:h"],
	["g", "http://a/b/c/g"],
	["./g", "http://a/b/c/g"],
	["g/", "http://a/b/c/g/"],
	["/g", "http://a/g"],
	["//g", "http://g"],
	["?y", "http://a/b/c/d;p?y"],
	["g?y", "http://a/b/c/g?y"],
	["#s", "http://a/b/c/d;p?q#s"],
	["g#s", "http://a/b/c/g#s"],
	["g?y#s", "http://a/b/c/g?y#s"],
	[";x", "http://a/b/c/;x"],
	["g;x", "http://a/b/c/g;x"],
	["g;x?y#s", "http://a/b/c/g;x?y#s"],
	["", "http://a/b/c/d;p?q"],
	[".", "http://a/b/c/"],
	["./", "http://a/b/c/"],
	["..", "http://a/b/"],
	["../", "http://a/b/"],
	["../g", "http://a/b/g"],
	["../..", "http://a/"],
	["../../", "http://a/"],
	["../../g", "http://a/g"],
])("§5.4.1: %j is %s", (reference, target) => {
	expect(oracleResolve(reference, BASE)).toBe(target);
});

it.each([
	["../../../g", "http://a/g"],
	["../../../../g", "http://a/g"],
	["/./g", "http://a/g"],
	["/../g", "http://a/g"],
	["g.", "http://a/b/c/g."],
	[".g", "http://a/b/c/.g"],
	["g..", "http://a/b/c/g.."],
	["..g", "http://a/b/c/..g"],
	["./../g", "http://a/b/g"],
	["./g/.", "http://a/b/c/g/"],
	["g/./h", "http://a/b/c/g/h"],
	["g/../h", "http://a/b/c/h"],
	["g;x=1/./y", "http://a/b/c/g;x=1/y"],
	["g;x=1/../y", "http://a/b/c/y"],
	["g?y/./x", "http://a/b/c/g?y/./x"],
	["g?y/../x", "http://a/b/c/g?y/../x"],
	["g#s/./x", "http://a/b/c/g#s/./x"],
	["g#s/../x", "http://a/b/c/g#s/../x"],
	["http:g", "http:g"],
])("§5.4.2: %j is %s", (reference, target) => {
	expect(oracleResolve(reference, BASE)).toBe(target);
});

it.each([
	"ftp://ftp.is.co.za/rfc/rfc1808.txt",
	"http://www.ietf.org/rfc/rfc2396.txt",
	"ldap://[2001:db8::7]/c=GB?objectClass?one",
	"mailto:John.Doe@example.com",
	"news:comp.infosystems.www.servers.unix",
	"tel:+1-816-555-1212",
	"telnet://192.0.2.16:80/",
	"urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
])("§1.1.2: %s is a URI", (uri) => {
	expect(isUriReference(uri)).toBe(true);
	expect(isUriReference(`${uri} `)).toBe(false);
});

it("§6.2.2: the two URIs of the example are one", () => {
	const form = (text: string) => Buffer.from(oracleNormalize(new TextEncoder().encode(text)) as Uint8Array).toString();
	expect(form("eXAMPLE://a/./b/../b/%63/%7bfoo%7d")).toBe("example://a/b/c/%7Bfoo%7D");
	expect(form("example://a/b/c/%7Bfoo%7D")).toBe("example://a/b/c/%7Bfoo%7D");
	expect(["http://example.com", "http://example.com/", "http://example.com:/", "http://example.com:80/"].map(form)).toEqual(
		Array(4).fill("http://example.com/"),
	);
});
