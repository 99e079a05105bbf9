/** `expandSuffix`, `visualize`, and colours on a terminal. */

import { expandSuffix, visualize } from "urlsieve/text";
import { describe, expect, it } from "vitest";

describe("expandSuffix infers the scheme from the host (RFC 3986 §4.5, 2396bis-01 App. F)", () => {
	it.each([
		["www.w3.org/Addressing/", "http://www.w3.org/Addressing/"],
		["WWW.w3.org", "http://WWW.w3.org"],
		["www.w3.org:80/a?b#c", "http://www.w3.org:80/a?b#c"],
		["ftp.is.co.za/rfc/rfc1808.txt", "ftp://ftp.is.co.za/rfc/rfc1808.txt"],
		["ftp.is.co.za", "ftp://ftp.is.co.za"],
	])("%s", (reference, expanded) => {
		expect(expandSuffix(reference)).toBe(expanded);
	});

	it.each([
		"",
		"www.",
		"www./a",
		"www..a",
		"www",
		"wwww.w3.org",
		"w3.org",
		"a/www.w3.org",
		" www.w3.org",
		"//www.w3.org",
		"http://www.w3.org",
		"www.w3.org:http",
		"www.\ud800",
		"mailto:www.w3.org",
	])("returns %j unchanged", (reference) => {
		expect(expandSuffix(reference)).toBe(reference);
	});
});

/** The spans as "kind text", with "!" after secret ones. */
const shown = (reference: string) => visualize(reference).map(({ kind, text, secret }) => `${kind} ${text}${secret ? " !" : ""}`);

describe("visualize", () => {
	it("separates the userinfo from the host that it imitates (§7.6)", () => {
		expect(shown("ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm")).toEqual([
			"scheme ftp",
			"delimiter :",
			"delimiter //",
			"userinfo cnn.example.com&story=breaking_news",
			"delimiter @",
			"host 10.0.0.1",
			"path /top_story.htm",
		]);
	});

	it.each([
		["//u:p@h", ["delimiter //", "userinfo u:", "userinfo p !", "delimiter @", "host h"]],
		["//u:p:q@h", ["delimiter //", "userinfo u:", "userinfo p:q !", "delimiter @", "host h"]],
		["//:p@h", ["delimiter //", "userinfo :", "userinfo p !", "delimiter @", "host h"]],
		["//u:@h", ["delimiter //", "userinfo u:", "delimiter @", "host h"]],
		["//u@h", ["delimiter //", "userinfo u", "delimiter @", "host h"]],
		["//@h", ["delimiter //", "delimiter @", "host h"]],
	])("marks the userinfo after its first colon as secret (§3.2.1): %s", (reference, expected) => {
		expect(shown(reference)).toEqual(expected);
	});

	it.each([
		[
			"foo://example.com:8042/over/there?name=ferret#nose",
			"scheme foo,delimiter :,delimiter //,host example.com,delimiter :,port 8042,path /over/there,delimiter ?,query name=ferret,delimiter #,fragment nose",
		],
		["urn:example:animal:ferret:nose", "scheme urn,delimiter :,path example:animal:ferret:nose"],
		["http://[::1]:/?#", "scheme http,delimiter :,delimiter //,host [::1],delimiter :,path /,delimiter ?,delimiter #"],
		["../a", "path ../a"],
		["", ""],
		["1:2", "invalid 1:2"],
		["http://h:p/", "invalid http://h:p/"],
	])("splits %j by §3, or not at all if it does not parse", (reference, expected) => {
		expect(shown(reference).join()).toBe(expected);
	});
});
