/** The oracle agrees with the examples of RFC 3986. Other tests trust it only because this one passes. */
import { expect, it } from "vitest";
import { rowsOf } from "../documents/documents";
import { isUriReference, oracleNormalize, oracleResolve } from "./normalize";

const EXAMPLES = rowsOf("resolve").filter(
	([, { edition, row }]) => edition === "2005" && row.section.startsWith("5.4.") && row.options?.strict !== false,
);

it("is checked by the 42 rows of §5.4", () => expect(EXAMPLES.length).toBe(42));

it.each(EXAMPLES)("%s", (_title, { row: { reference, base, expected } }) => {
	expect(oracleResolve(reference, base)).toBe(expected);
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

it("§6.2.2, §6.2.3: the URIs of the examples have one normal form", () => {
	const form = (text: string) => Buffer.from(oracleNormalize(new TextEncoder().encode(text)) as Uint8Array).toString();
	expect(form("eXAMPLE://a/./b/../b/%63/%7bfoo%7d")).toBe("example://a/b/c/%7Bfoo%7D");
	expect(form("example://a/b/c/%7Bfoo%7D")).toBe("example://a/b/c/%7Bfoo%7D");
	expect(["http://example.com", "http://example.com/", "http://example.com:/", "http://example.com:80/"].map(form)).toEqual(
		Array(4).fill("http://example.com/"),
	);
});

it("RFC 8141 §3.1: a triplet of a URN is never decoded, and the zone of an address is no exception", () => {
	const form = (text: string) => Buffer.from(oracleNormalize(new TextEncoder().encode(text)) as Uint8Array).toString();
	expect(form("URN://[::%%4f]/%4f")).toBe("urn://[::%25%4F]/%4F");
	expect(form("HTTP://[::%%4f]/%4f")).toBe("http://[::%25o]/O");
});
