/** Neighbours of what is found in text: addresses, words before a colon, suffix references, and where references end. */

import { expandSuffix, extract, inspect } from "urlsieve/text";
import { expect, it } from "vitest";
import { beginsWithHost } from "../../src/text/bare-host";
import { dottedDecimal, inetAton } from "../../src/text/inspect/ipv4";

it.each<[string, string | undefined]>([
	["1.2.3.4", "1.2.3.4"],
	["1.2.3", "1.2.0.3"],
	["1.2", "1.0.0.2"],
	["1", "0.0.0.1"],
	["255.255.255.255", "255.255.255.255"],
	["1.2.3.255", "1.2.3.255"],
	["1.2.3.256", undefined],
	["1.2.65535", "1.2.255.255"],
	["1.2.65536", undefined],
	["1.16777215", "1.255.255.255"],
	["1.16777216", undefined],
	["4294967295", "255.255.255.255"],
	["4294967296", undefined],
	["255.1.2.3", "255.1.2.3"],
	["256.1.2.3", undefined],
	["1.256.3", undefined],
	["1.2.3.4.0", undefined],
	["1.2.3.4.5", undefined],
	["0x7F.0377.08", undefined],
	["0x7F.0377.07", "127.255.0.7"],
	["0xg", undefined],
	["0x", undefined],
	["00", "0.0.0.0"],
	["1.", undefined],
	["", undefined],
	["a", undefined],
])("reads the IPv4 address %j as C libraries do: %s", (text, expected) => {
	const value = inetAton(text);
	expect(value === undefined ? undefined : dottedDecimal(value)).toBe(expected);
});

it("finds nothing in an IPvFuture literal, whatever was read before it", () => {
	for (const before of ["x://[::1]", "x://[fe80::1]", "x://[::ffff:10.0.0.1]"]) {
		expect(inspect(before)).toHaveLength(1);
		expect(inspect("x://[v1.a]")).toEqual([]);
	}
});

it.each<[string, string[]]>([
	["x://[fe7f::1]", []],
	["x://[fe80::1]", ["link-local-host"]],
	["x://[febf::1]", ["link-local-host"]],
	["x://[fec0::1]", ["private-host"]],
	["x://[feff::1]", ["private-host"]],
	["x://[ff00::1]", []],
	["x://[fbff::1]", []],
	["x://[fc00::1]", ["private-host"]],
	["x://[fdff::1]", ["private-host"]],
	["x://[::2]", []],
	["x://[::]", ["loopback-host"]],
	["x://[64:ff9b::7f00:1]", ["loopback-host"]],
	["x://[64:ff9b:1::7f00:1]", []],
	["x://[2002:a00:1::]", ["private-host"]],
	["x://[2003:a00:1::]", []],
	["x://[::10.0.0.1]", ["private-host"]],
	["x://[fd00:ec2::254]", ["metadata-host"]],
	["x://126.255.255.255", []],
	["x://127.0.0.0", ["loopback-host"]],
	["x://127.255.255.255", ["loopback-host"]],
	["x://128.0.0.0", []],
	["x://9.255.255.255", []],
	["x://10.255.255.255", ["private-host"]],
	["x://11.0.0.0", []],
	["x://172.15.255.255", []],
	["x://172.16.0.0", ["private-host"]],
	["x://172.31.255.255", ["private-host"]],
	["x://172.32.0.0", []],
	["x://192.167.255.255", []],
	["x://192.168.0.0", ["private-host"]],
	["x://192.169.0.0", []],
	["x://100.63.255.255", []],
	["x://100.64.0.0", ["private-host"]],
	["x://100.127.255.255", ["private-host"]],
	["x://100.128.0.0", []],
	["x://169.253.255.255", []],
	["x://169.254.0.1", ["link-local-host"]],
	["x://169.255.0.0", []],
	...["169.254.169.254", "169.254.170.2", "169.254.170.23", "168.63.129.16", "100.100.100.200"].map(
		(address): [string, string[]] => [`x://${address}`, ["metadata-host"]],
	),
	...["metadata.google.internal", "metadata.goog", "[fd00:ec2::23]", "[fd20:ce::254]"].map((host): [string, string[]] => [
		`x://${host}`,
		["metadata-host"],
	]),
	["x://a.localhost", ["loopback-host"]],
	["x://alocalhost", []],
	["x://localhost.a", []],
	["http://h:1023/", ["port-below-1024"]],
	["http://h:1024/", []],
	["http://h:80/", []],
	["http://h:0/", ["port-below-1024"]],
	["unknown://h:1/", []],
])("of the host or port of %s finds %j", (reference, codes) => {
	expect(inspect(reference).map(({ code }) => code)).toEqual(codes);
});

it.each([
	["www.a", "http://www.a"],
	["WWW.a", "http://WWW.a"],
	["a.www.b", "a.www.b"],
	["xwww.a", "xwww.a"],
	["www..a", "www..a"],
	["www./a", "www./a"],
	["www.?a", "www.?a"],
	["www.#a", "www.#a"],
	["www.:1", "www.:1"],
	["www.a:b", "www.a:b"],
	["ftp.a", "ftp://ftp.a"],
	["a.ftp.b", "a.ftp.b"],
	["ftp.", "ftp."],
])("completes the suffix reference %s to %s", (reference, expected) => {
	expect(expandSuffix(reference)).toBe(expected);
});

it.each<[string, [string, boolean][]]>([
	["http://a.b/c\nd", [["http://a.b/c", false]]],
	["http://a.b/c-\nd", [["http://a.b/c-", true]]],
	["http://a.b/c- \t\nd", [["http://a.b/c-", true]]],
	["http://a.b/c- d", [["http://a.b/c-", false]]],
	["http://a.b/c-", [["http://a.b/c-", false]]],
	["http://a.b/c-.\nd", [["http://a.b/c-", false]]],
	["<http://a.b/c\nd>", [["http://a.b/cd", false]]],
	["<http://a.b/c-\nd>", [["http://a.b/c-d", true]]],
	["<http://a.b/c- d>", [["http://a.b/c-d", false]]],
	["(http://a.b/(c))", [["http://a.b/(c)", false]]],
	["http://a.b/c)d", [["http://a.b/c", false]]],
	["[http://a.b/[c]]", [["http://a.b/[c]", false]]],
	["'http://a.b/c'd", [["http://a.b/c", false]]],
	["http://a.b/c'd", [["http://a.b/c'd", false]]],
	["http://a.b/c,.;:!?'([{", [["http://a.b/c", false]]],
	["http://a.b/c\u3002d", [["http://a.b/c", false]]],
	["http://a.b/é", [["http://a.b/é", false]]],
	["http://a.b/c`d", [["http://a.b/c", false]]],
	["xhttp://a.b", [["xhttp://a.b", false]]],
	["1http://a.b", [["http://a.b", false]]],
	["URL:http://a.b", [["http://a.b", false]]],
	["c:d c://d ab://c", [["ab://c", false]]],
	['"http://a.b/c d"', [["http://a.b/c", false]]],
	['"C:/dir" "std::vector" "ab:c" "https:"', [["ab:c", false]]],
])("extracts from %j: %j", (text, expected) => {
	expect(extract(text).map((found) => [found.text, found.doubtful])).toEqual(expected);
});

it.each<[string, boolean]>([
	["mailto:a@b", true],
	["mailto:@b", false],
	["mailto:?a", true],
	["mailto:a@", false],
	["mailto:a", false],
	["news:*", true],
	["news:a.b", true],
	["news:a", false],
	["news:a@b", true],
	["mid:a@b", true],
	["cid:a@b", true],
	["sip:a@b", true],
	["sips:a@b", true],
	["xmpp:a@b", true],
	["acct:a@b", true],
	["im:a@b", true],
	["pres:a@b", true],
	["tel:+1", true],
	["tel:1", true],
	["tel:a", false],
	["sms:+1", true],
	["sms:a", false],
	["geo:-1,2", true],
	["geo:1,2", true],
	["geo:+1", false],
	["urn:ab:c", true],
	["urn:a:c", false],
	["urn:-b:c", false],
	["urn:ab:", false],
	["did:a:b", true],
	["did:A:b", false],
	["did:a", false],
	["tag:a,1", true],
	["tag:a", false],
	["tag:,1", false],
	["data:a/b", true],
	["data:,a", true],
	["data:;a", true],
	["data:a", false],
	["info:a/b", true],
	["info:a", false],
	["about:a", true],
	["about:1", false],
	["file:/a", true],
	["file:a", false],
	["other:a", false],
	["other://a", true],
	["other:///a", true],
	["other:////a", false],
	["other:/a", false],
])("recognizes %s without delimiters: %s", (text, isFound) => {
	expect(extract(`(${text} x`).map((found) => [found.text, found.start])).toEqual(isFound ? [[text, 1]] : []);
});

it.each<[string, boolean]>([
	["a.com", true],
	["a.com.", true],
	["a.com/b", true],
	["a.com?b", true],
	["a.com#b", true],
	["a.com:80", true],
	["a.com:80/b", true],
	["a.com:123456", false],
	["a.com:", false],
	["a.com\r\n", true],
	["a.com b", false],
	["a", false],
	["a.1", false],
	["1.a", true],
	["-a.com", false],
	["a-.com", false],
	["a-b.com", true],
	["a..com", false],
	["index.html", false],
	["index.htm", false],
	["index.html.com", true],
	["a.htmlx", true],
	["a.php", false],
	["a.asp", false],
	["a.aspx", false],
	["a.jsp", false],
	["a.css", false],
	["a.js", false],
	["a.png", false],
	["a.jpg", false],
	["a.jpeg", false],
	["a.gif", false],
	["a.svg", false],
	["a.pdf", false],
	["a.txt", false],
	["a.xml", false],
	["A.PDF", false],
	["\xc3\xa9.com", true],
	["a.\xc3\xa9", true],
	[`${"a".repeat(63)}.com`, true],
	[`${"a".repeat(64)}.com`, false],
	[`a.${"b".repeat(63)}`, true],
	[`a.${"b".repeat(64)}`, false],
	[`${"a.".repeat(126)}b`, true],
	[`${"a.".repeat(126)}b.`, true],
	[`${"a.".repeat(126)}bc.`, false],
])("says whether %j begins with a host: %s", (reference, expected) => {
	expect(beginsWithHost(reference)).toBe(expected);
});

it("looks at the labels of hosts of at most 765 characters", () => {
	const found = (length: number) => inspect(`http://p\u0430ypal.${"a".repeat(length - 7)}/`).map(({ code }) => code);
	for (const length of [20, 765]) expect(found(length)).toContain("mixed-script-label");
	expect(found(766)).not.toContain("mixed-script-label");
});

it("finds what is in a fragment after a query where it is", () => {
	const at = (reference: string) => inspect(reference).map(({ component, offset }) => [component, reference.slice(offset)]);
	for (const before of ["http://a/?q=12#", "http://a/?#", "http://a/#", "?q#", "#"]) {
		expect(at(`${before}%2541`)).toEqual([["fragment", "%2541"]]);
	}
});
