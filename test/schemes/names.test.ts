/** Schemes without a host (mailto, news, mid, cid, reserved and experimental ones) and nntp: RFC 1738 §3.5 to §3.7, §4. */

import { formatScheme, type MailtoRecord, type NntpRecord, parseScheme, type SchemeRecord } from "urlsieve/schemes";
import { describe, expect, it } from "vitest";
import { parts, readFault, recordOf, roundTrip, writeFault } from "./rows";

describe("mailto (RFC 1738 §3.5, RFC 6068 §2)", () => {
	const RECORD: MailtoRecord = { scheme: "mailto", address: "user@host.dom" };

	it("has a decoded addr-spec", () => {
		expect(parts("mailto:user@host.dom")).toEqual(RECORD);
		expect(parts("mailto:%22a%20b%22@host.dom")).toEqual({ ...RECORD, address: '"a b"@host.dom' });
	});

	it("encodes '%', which is common in gateways", () => {
		expect(parts("mailto:user%25host@gateway.dom")).toEqual({ ...RECORD, address: "user%host@gateway.dom" });
		expect(roundTrip({ ...RECORD, address: "user%41@gateway.dom" })).toBe("mailto:user%2541@gateway.dom");
		expect(readFault("mailto:user%host@gateway.dom")).toBe("invalid-percent-encoding escape path 11");
	});

	it("requires an address: encoded822addr", () => {
		const fault = "invalid-scheme-part encoded822addr path";
		for (const uri of ["mailto:", "mailto:user", "mailto:@host.dom", "mailto:user@", "mailto:a@b,", "mailto:a%2Cb@c"]) {
			expect([uri, readFault(uri)]).toEqual([uri, `${fault} 7`]);
		}
		for (const address of ["", "user", "a@b,c", "a@b,"]) expect(writeFault({ ...RECORD, address })).toBe(`${fault} 0`);
		expect(readFault("mailto:a b@c")).toBe(`${fault} 8`);
		expect(readFault("mailto://host.dom")).toBe("invalid-host mailtourl host 9");
		expect(readFault("mailto:a%0D%0ABcc@c")).toBe(`${fault} 8`);
		expect(writeFault({ ...RECORD, address: "a@b\r\nDATA" })).toBe(`${fault} 3`);
	});

	it("has decoded header fields in order after a '?'", () => {
		const uri = "mailto:a@b.dom,c@d.dom?subject=x%20y&body=1%0D%0A2&cc=";
		const headers = [
			{ name: "subject", value: "x y" },
			{ name: "body", value: "1\r\n2" },
			{ name: "cc", value: "" },
		];
		expect(parts(uri)).toEqual({ scheme: "mailto", address: "a@b.dom,c@d.dom", headers });
		expect(roundTrip({ scheme: "mailto", address: "a@b.dom,c@d.dom", headers })).toBe(uri);
		expect(parts("mailto:?to=a@b.dom")).toEqual({ scheme: "mailto", address: "", headers: [{ name: "to", value: "a@b.dom" }] });
	});

	it("encodes '&', '=', '?', '/' and '#' in header fields and commas in a quoted local part (RFC 6068 §2)", () => {
		const headers = [{ name: "a=b", value: "c&d=e?f/g#h+i%" }];
		expect(roundTrip({ ...RECORD, headers })).toBe("mailto:user@host.dom?a%3Db=c%26d%3De%3Ff%2Fg%23h+i%25");
		expect(roundTrip({ ...RECORD, address: '"a,\\"b"@c,d@e' })).toBe("mailto:%22a%2C%5C%22b%22@c,d@e");
	});

	it.each([
		["mailto:a@b?subject=x%0D%0ABcc:%20y@z", "invalid-scheme-part hfvalue query 20"],
		["mailto:a@b?x%0A=y", "invalid-scheme-part hfname query 12"],
		["mailto:a@b?body=%00", "invalid-scheme-part hfvalue query 16"],
	])("allows line ends only in the body field (RFC 6068 §5): %s", (uri, fault) => expect(readFault(uri)).toBe(fault));

	it("allows line ends only in the body field (RFC 6068 §5), when writing", () => {
		const headers = (name: string, value: string) => writeFault({ ...RECORD, headers: [{ name, value }] });
		expect(headers("Subject", "a\r\nBcc: b")).toBe("invalid-scheme-part hfvalue query 1");
		expect(headers("a\n", "")).toBe("invalid-scheme-part hfname query 1");
		expect(headers("Body", "a\r\nb")).toBe("none");
	});

	it.each([
		["mailto:a@b?", "invalid-scheme-part hfield query 11"],
		["mailto:a@b?x", "invalid-scheme-part hfield query 11"],
		["mailto:a@b?x=y&", "invalid-scheme-part hfield query 15"],
		["mailto:a@b?x=y=z", "invalid-scheme-part hfvalue query 14"],
	])("reports hfield, hfields and hfvalue: %s", (uri, fault) => expect(readFault(uri)).toBe(fault));

	it("reports hfield, hfields and hfvalue, when writing", () => {
		expect(writeFault({ ...RECORD, headers: [] })).toBe("invalid-scheme-part hfields query 0");
	});
});

describe("news (RFC 1738 §3.6)", () => {
	it("is '*', a newsgroup, or a message-id, which contains '@'", () => {
		expect(parts("news:*")).toEqual({ scheme: "news", newsgroup: "*" });
		expect(parts("news:comp.infosystems.www.misc")).toEqual({ scheme: "news", newsgroup: "comp.infosystems.www.misc" });
		expect(parts("news:1994.Dec.1/a?b%3C@host.dom")).toEqual({ scheme: "news", messageId: "1994.Dec.1/a?b<@host.dom" });
		expect(roundTrip({ scheme: "news", newsgroup: "*" })).toBe("news:*");
		expect(roundTrip({ scheme: "news", newsgroup: "comp.lang.c++" })).toBe("news:comp.lang.c++");
		expect(roundTrip({ scheme: "news", messageId: "a@b c?#%@host.dom" })).toBe("news:a%40b%20c%3F%23%25@host.dom");
	});

	it.each([
		["news:", "invalid-scheme-part group path 5"],
		["news:1a", "invalid-scheme-part group path 5"],
		["news:a.b%20c", "invalid-scheme-part group path 8"],
		["news:**", "invalid-scheme-part group path 5"],
		["news:a%40b", "invalid-scheme-part group path 6"],
		["news:a?b", "invalid-scheme-part group path 6"],
		["news:@host.dom", "invalid-scheme-part article path 5"],
		["news:a@b@host.dom", "invalid-scheme-part article path 6"],
		["news:a%0D%0Ab@host.dom", "invalid-scheme-part article path 6"],
		["news:a@host_.dom", "invalid-scheme-part host path 11"],
		["news://host.dom/a", "invalid-host newsurl host 7"],
	])("reports group, article and host: %s", (uri, fault) => expect(readFault(uri)).toBe(fault));

	it("refuses to write white space in a newsgroup, or not exactly one of newsgroup and message-id", () => {
		expect(writeFault({ scheme: "news", newsgroup: "a b" })).toBe("invalid-scheme-part group path 0");
		expect(writeFault({ scheme: "news", newsgroup: "a/b" })).toBe("invalid-scheme-part group path 0");
		expect(writeFault({ scheme: "news", newsgroup: "" })).toBe("invalid-scheme-part group path 0");
		expect(writeFault({ scheme: "news", messageId: "a" })).toBe("invalid-scheme-part article path 0");
		expect(writeFault({ scheme: "news", messageId: "a\r\nQUIT@b" })).toBe("invalid-scheme-part article path 1");
		expect(writeFault({ scheme: "news", messageId: "<a@b>" })).toBe("invalid-host host host 0");
		const wrong = [{ scheme: "news" }, { scheme: "news", newsgroup: "a", messageId: "b@c" }] as unknown as SchemeRecord[];
		for (const record of wrong) expect(writeFault(record)).toBe("invalid-scheme-part grouppart path 0");
	});
});

describe("nntp (RFC 1738 §3.7)", () => {
	const RECORD: NntpRecord = { scheme: "nntp", host: "host.dom", port: 119, newsgroup: "comp.lang.c" };

	it("has port 119 by default, a newsgroup and an article number", () => {
		expect(parts("nntp://host.dom/comp.lang.c/123")).toEqual({ ...RECORD, article: 123 });
		expect(parts("nntp://host.dom:99/comp.lang.c")).toEqual({ ...RECORD, port: 99 });
		expect(roundTrip({ ...RECORD, article: 0 })).toBe("nntp://host.dom/comp.lang.c/0");
		expect(formatScheme(parseScheme("nntp://host.dom/comp.lang.c/007"))).toBe("nntp://host.dom/comp.lang.c/007");
	});

	it.each([
		["nntp://host.dom", "invalid-scheme-part nntpurl path 15"],
		["nntp:a", "invalid-scheme-part nntpurl path 5"],
		["nntp://host.dom/", "invalid-scheme-part group path 16"],
		["nntp://host.dom/*", "invalid-scheme-part group path 16"],
		["nntp://host.dom/a/", "invalid-scheme-part digits path 18"],
		["nntp://host.dom/a/1x", "invalid-scheme-part digits path 19"],
		["nntp://host.dom/a/1/2", "invalid-scheme-part digits path 19"],
		["nntp://host.dom/a/99999999999999999999", "invalid-scheme-part digits path 18"],
		["nntp://u@host.dom/a", "invalid-userinfo nntpurl userinfo 7"],
	])("reports group, digits and nntpurl: %s", (uri, fault) => expect(readFault(uri)).toBe(fault));

	it("refuses to write white space in a newsgroup, or an article that is not a whole number", () => {
		expect(writeFault({ ...RECORD, newsgroup: "a\r\nQUIT" })).toBe("invalid-scheme-part group path 0");
		for (const article of [-1, 1.5, Number.NaN, 1e21]) {
			expect(writeFault({ ...RECORD, article })).toBe("invalid-scheme-part digits path 0");
		}
	});
});

describe("mid, cid (draft of March 1994; RFC 2392 §2)", () => {
	it("has a message-id and optionally the content-id of a part", () => {
		expect(parts("mid:960830.1639@XIson.com/partA.960830.1639@XIson.com")).toEqual({
			scheme: "mid",
			messageId: "960830.1639@XIson.com",
			contentId: "partA.960830.1639@XIson.com",
		});
		expect(parts("cid:foo4%25foo1@bar.net")).toEqual({ scheme: "cid", contentId: "foo4%foo1@bar.net" });
		expect(roundTrip({ scheme: "mid", messageId: "a/b%@c", contentId: "d@e" })).toBe("mid:a%2Fb%25@c/d@e");
		expect(roundTrip({ scheme: "cid", contentId: "a?/b@c" })).toBe("cid:a%3F%2Fb@c");
	});

	it.each([
		["mid:a", "invalid-scheme-part addr-spec path 4"],
		["mid:a@b/c", "invalid-scheme-part content-identifier path 8"],
		["mid:a@b?c", "invalid-scheme-part addr-spec path 7"],
		["cid:a@b/c@d", "invalid-scheme-part content-identifier path 7"],
		["cid://a@b", "invalid-host cidaddress host 8"],
		["cid:a%0A@b", "invalid-scheme-part content-identifier path 5"],
	])("reports addr-spec and content-identifier: %s", (uri, fault) => expect(readFault(uri)).toBe(fault));

	it("reports addr-spec and content-identifier, when writing", () => {
		expect(writeFault({ scheme: "cid", contentId: "a" })).toBe("invalid-scheme-part content-identifier path 0");
		expect(writeFault({ scheme: "mid", messageId: "a\n@b" })).toBe("invalid-scheme-part addr-spec path 1");
	});
});

describe("names without a syntax of their own (RFC 1738 §4)", () => {
	it("accepts the reserved names nfs, mailserver and z39.50", () => {
		expect(parts("nfs://server.dom/d/e?f#g")).toEqual({ scheme: "nfs", schemePart: "//server.dom/d/e?f", fragment: "g" });
		expect(parts("mailserver:x/y")).toEqual({ scheme: "mailserver", schemePart: "x/y" });
		expect(parts("Z39.50://u:p@host.dom:210/db")).toEqual({ scheme: "z39.50", schemePart: "//u:p@host.dom:210/db" });
	});

	it("accepts names that start with 'x-' as experimental", () => {
		expect(parts("x-foo:bar%2Fbaz")).toEqual({ scheme: "x-foo", schemePart: "bar%2Fbaz" });
		expect(parts("X-Foo://h/")).toEqual({ scheme: "x-foo", schemePart: "//h/" });
		expect(roundTrip({ scheme: "x-foo", schemePart: "a/b?c" })).toBe("x-foo:a/b?c");
		expect(formatScheme({ scheme: "x-foo", schemePart: "a#b c" })).toBe("x-foo:a%23b%20c");
	});

	it("checks the characters of schemepart and a well-formed authority", () => {
		expect(readFault("x-foo:a b")).toBe("invalid-scheme-part schemepart path 7");
		expect(readFault("x-foo:%")).toBe("invalid-percent-encoding escape path 6");
		expect(writeFault({ scheme: "x-foo", schemePart: "//h:x/" })).toBe("invalid-port port port 10");
		expect(writeFault({ scheme: "nfs", schemePart: "%" })).toBe("invalid-percent-encoding escape path 0");
		expect(recordOf("nfs", "nfs:").schemePart).toBe("");
	});
});
