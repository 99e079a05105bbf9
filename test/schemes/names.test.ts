/** Schemes without a host (mailto, news, mid, cid, reserved and experimental ones) and nntp: RFC 1738 §3.5 to §3.7, §4. */

import { formatScheme, type MailtoRecord, type NntpRecord, parseScheme } from "urlsieve/schemes";
import { describe, expect, it } from "vitest";
import { parts, roundTrip, writeFault } from "./rows";

describe("mailto (RFC 1738 §3.5, RFC 6068 §2)", () => {
	const RECORD: MailtoRecord = { scheme: "mailto", address: "user@host.dom" };

	it("has a decoded addr-spec", () => {
		expect(parts("mailto:user@host.dom")).toEqual(RECORD);
		expect(parts("mailto:%22a%20b%22@host.dom")).toEqual({ ...RECORD, address: '"a b"@host.dom' });
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
});

describe("nntp (RFC 1738 §3.7)", () => {
	const RECORD: NntpRecord = { scheme: "nntp", host: "host.dom", port: 119, newsgroup: "comp.lang.c" };

	it("has port 119 by default, a newsgroup and an article number", () => {
		expect(parts("nntp://host.dom/comp.lang.c/123")).toEqual({ ...RECORD, article: 123 });
		expect(parts("nntp://host.dom:99/comp.lang.c")).toEqual({ ...RECORD, port: 99 });
		expect(roundTrip({ ...RECORD, article: 0 })).toBe("nntp://host.dom/comp.lang.c/0");
		expect(formatScheme(parseScheme("nntp://host.dom/comp.lang.c/007"))).toBe("nntp://host.dom/comp.lang.c/007");
	});

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
});
