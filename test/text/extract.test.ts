/** `extract`: the examples of the documents, and the rules of docs/reference/text.md. */

import type { Edition } from "urlsieve";
import { type ExtractedReference, extract } from "urlsieve/text";
import { describe, expect, it } from "vitest";

const texts = (text: string, edition?: Edition) => extract(text, { edition }).map((found) => found.text);
const first = (text: string) => extract(text)[0] as ExtractedReference;

describe("examples of the documents", () => {
	const LISTED = ["http://example.com/", "http://example.com/", "http://example.com/"];

	it.each<[string, string, string[]]>([
		[
			"RFC 3986 App. C, the delimiters",
			'usually within double-quotes "http://example.com/", angle brackets <http://example.com/>, or just using whitespace:\n\n   http://example.com/\n\nThese delimiters do not form part of the URI.',
			LISTED,
		],
		[
			"RFC 3986 App. C, the text",
			'Yes, Jim, I found it under "http://www.w3.org/Addressing/",\n   but you can probably pick it up from <ftp://foo.example.\n   com/rfc/>.  Note the warning in <http://www.ics.uci.edu/pub/\n   ietf/uri/historical.html#WARNING>.',
			[
				"http://www.w3.org/Addressing/",
				"ftp://foo.example.com/rfc/",
				"http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING",
			],
		],
		[
			"2396bis-01 App. E, the text",
			'Yes, Jim, I found it under "http://www.w3.org/Addressing/",\n   but you can probably pick it up from <ftp://ds.internic.\n   net/rfc/>.  Note the warning in <http://www.ics.uci.edu/pub/\n   ietf/uri/historical.html#WARNING>.',
			[
				"http://www.w3.org/Addressing/",
				"ftp://ds.internic.net/rfc/",
				"http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING",
			],
		],
		[
			"draft-fielding-url-syntax-05 App. E, the ways of delimiting",
			'usually within double-quotes "http://test.com/", angle brackets <http://test.com/>, or just using whitespace\n\n     http://test.com/\n\nThese wrappers do not form part of the URL.',
			["http://test.com/", "http://test.com/", "http://test.com/"],
		],
		[
			"draft-fielding-url-syntax-05 App. E, the text",
			'Yes, Jim, I found it under "http://www.w3.org/pub/WWW/",\n   but you can probably pick it up from <ftp://ds.internic.\n   net/rfc/>.  Note the warning in <http://ds.internic.net/\n   instructions/overview.html#WARNING>.',
			["http://www.w3.org/pub/WWW/", "ftp://ds.internic.net/rfc/", "http://ds.internic.net/instructions/overview.html#WARNING"],
		],
		[
			"RFC 1738 appendix, the text",
			"Yes, Jim, I found it under <URL:ftp://info.cern.ch/pub/www/doc;\n      type=d> but you can probably pick it up from <URL:ftp://ds.in\n      ternic.net/rfc>.  Note the warning in <URL:http://ds.internic.\n      net/instructions/overview.html#WARNING>.",
			[
				"ftp://info.cern.ch/pub/www/doc;type=d",
				"ftp://ds.internic.net/rfc",
				"http://ds.internic.net/instructions/overview.html#WARNING",
			],
		],
		[
			"RFC 1738 appendix, the text in Chinese, without white space around the delimiters",
			"我发现它在<URL:ftp://info.cern.ch/pub/www/doc;type=d>上,但是你可\n能能够从<URL:ftp://ds.internic.net/rfc>那儿获得它。",
			["ftp://info.cern.ch/pub/www/doc;type=d", "ftp://ds.internic.net/rfc"],
		],
		[
			"RFC 1738 [2], a path broken before its slash",
			"<URL:ftp://boombox.micro.umn.edu/pub/gopher/gopher_protocol\n       /Gopher+/Gopher+.txt>",
			["ftp://boombox.micro.umn.edu/pub/gopher/gopher_protocol/Gopher+/Gopher+.txt"],
		],
		[
			"RFC 1738 §3.1 and §3.6, in angle brackets with the prefix",
			"<URL:ftp://@host.com/> <\u00a0\nURL:ftp://host.com/>, <URL:ftp://foo:@host.com/>, <URL:news:*>",
			["ftp://@host.com/", "ftp://host.com/", "ftp://foo:@host.com/", "news:*"],
		],
		[
			"draft of March 1994, the example and a reference with blanks",
			"found it under <ftp://ftp.w3.org/pub/www/doc> but\nsee also <gopher://gopher.micro.umn.edu/00/Information\nAbout Gopher/About Gopher>",
			["ftp://ftp.w3.org/pub/www/doc", "gopher://gopher.micro.umn.edu/00/InformationAboutGopher/AboutGopher"],
		],
	])("%s", (_title, text, expected) => {
		for (const edition of ["1994", "1997", "2003", "2005"] as const) expect(texts(text, edition)).toEqual(expected);
	});

	it("RFC 1738 §1: edition 1994 accepts the prefix in bare text", () => {
		const text = "URL:http://www.acl.lanl.gov/URI/archive/uri-archive.index.html。URL:x-local:thing.";
		const archive = "http://www.acl.lanl.gov/URI/archive/uri-archive.index.html";
		expect(texts(text, "1994")).toEqual([archive, "x-local:thing"]);
		for (const edition of ["1997", "2003", "2005"] as const) expect(texts(text, edition)).toEqual([archive]);
	});

	it("RFC 3986 §1.1.2: the example URIs, one bare URI per line", () => {
		const examples = [
			"ftp://ftp.is.co.za/rfc/rfc1808.txt",
			"http://www.ietf.org/rfc/rfc2396.txt",
			"ldap://[2001:db8::7]/c=GB?objectClass?one",
			"mailto:John.Doe@example.com",
			"news:comp.infosystems.www.servers.unix",
			"tel:+1-816-555-1212",
			"telnet://192.0.2.16:80/",
			"urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
		];
		expect(texts(examples.join("\n"))).toEqual(examples);
	});
});

describe("places", () => {
	it("exclude delimiters, outer white space and the prefix, in UTF-16 units", () => {
		expect(extract("😀 < URL: http://a/\n b >!")).toEqual([
			{ text: "http://a/b", start: 10, end: 22, delimiter: "angle", doubtful: false },
		]);
		expect(extract('😀"url:x-a:b" mailto:a@b.')).toEqual([
			{ text: "x-a:b", start: 7, end: 12, delimiter: "quotes", doubtful: false },
			{ text: "mailto:a@b", start: 14, end: 24, delimiter: "none", doubtful: false },
		]);
	});
});

describe("a hyphen at a line end is kept and makes the reference doubtful (App. C)", () => {
	it.each<[string, string, boolean]>([
		["<http://a/b-\n  c>", "http://a/b-c", true],
		["<http://a/b- \r\n\tc>", "http://a/b-c", true],
		["<http://a/b\n-c>", "http://a/b-c", false],
		["<http://a/b- c>", "http://a/b-c", false],
		["<http://a/b-c\n/d>", "http://a/b-c/d", false],
		["http://a/b-\nc", "http://a/b-", true],
		["http://a/b- \nc", "http://a/b-", true],
		["http://a/b- c\n", "http://a/b-", false],
		["http://a/b-", "http://a/b-", false],
		['"http://a/b-"\n', "http://a/b-", false],
	])("%j", (text, reference, doubtful) => {
		expect([first(text).text, first(text).doubtful]).toEqual([reference, doubtful]);
	});
});

describe("inside delimiters", () => {
	it.each<[string, string[]]>([
		["<g:h> <DAV:> <foo:bar\n  baz>", ["g:h", "DAV:", "foo:barbaz"]],
		["<Note: this> <TODO: that is\nto do>", []],
		["<mailto:John.Doe@ example.com>", ["mailto:John.Doe@example.com"]],
		["<12:30> <../a> <//h/p> <joe@example.com> <URL:rfc1738.txt> <>", []],
		['<a href="http://x/">http://y/</a>', ["http://x/", "http://y/"]],
		["<a href='http://x/' title='a'><a href=http://y/>", ["http://x/", "http://y/"]],
		["if a < b then http://x/ else c > d", ["http://x/"]],
		["<see http://x/ or http://y/>", ["http://x/", "http://y/"]],
		["<http://x/ and no end", ["http://x/"]],
		["<http://x/<http://y/>", ["http://x/", "http://y/"]],
		['"see http://x/." and "http://y/."', ["http://x/", "http://y/."]],
		['"http://x/\n"', ["http://x/"]],
		['{"href":"http://x/{id}","at":"12:30","word":"foo:bar"}', ["http://x/{id}", "foo:bar"]],
		['"g://h"', ["g://h"]],
		['"C:/dir" "C:\\dir" "std::vector" "https:" "Note: this"', []],
		['"http://h:port/" <http://[::/>', []],
		["<http://h/\u0007> <http://h/\u202eb>", ["http://h/", "http://h/"]],
	])("%j", (text, expected) => {
		expect(texts(text)).toEqual(expected);
	});
});

describe("bare", () => {
	it.each<[string, string, string[]]>([
		[
			"a word before a colon is not a scheme",
			"Note: this, Note:this, 12:30, C:\\dir, C:/dir, C://dir, std::vector, a:b, localhost:80/",
			[],
		],
		["a scheme alone is not a reference", "http: http:// http://... mailto: urn: tel: news:", []],
		[
			"accepts words that fit their scheme",
			"mailto:?to=a@b.c news:* cid:a@b geo:-1,2 did:example:1 tag:a@b.c,2005:d data:,a about:blank file:/etc info:ddc/22",
			[
				"mailto:?to=a@b.c",
				"news:*",
				"cid:a@b",
				"geo:-1,2",
				"did:example:1",
				"tag:a@b.c,2005:d",
				"data:,a",
				"about:blank",
				"file:/etc",
				"info:ddc/22",
			],
		],
		[
			"ignores words that do not fit their scheme",
			"mailto:me news:today cid:x geo:here urn:x did:it tag:me data:x about:1 file:x info:x tel:me sip:x",
			[],
		],
		[
			"accepts any scheme before //",
			"git+ssh://h/r x-a.b-c://h file:///etc/motd",
			["git+ssh://h/r", "x-a.b-c://h", "file:///etc/motd"],
		],
		["ignores the case of a scheme", "HTTP://h MailTo:a@b", ["HTTP://h", "MailTo:a@b"]],
		[
			"excludes closing punctuation",
			"(http://a/). http://b/, http://c/?! http://d/... http://e/?x;",
			["http://a/", "http://b/", "http://c/", "http://d/", "http://e/?x"],
		],
		["includes balanced brackets", "(see http://a/b_(c)_[d]). http://[::1]:80/", ["http://a/b_(c)_[d]", "http://[::1]:80/"]],
		[
			"ends at an unbalanced closing bracket",
			"[a](http://a/),[b](http://b/)-\\url{http://c/{d}}e",
			["http://a/", "http://b/", "http://c/{d}"],
		],
		[
			"includes an apostrophe unless one precedes the reference",
			"http://a/b'c ['http://a/','http://b/']",
			["http://a/b'c", "http://a/", "http://b/"],
		],
		[
			"ends at characters that no edition allows",
			"http://a/|http://b/`http://c/\\n^http://d/<http://e/",
			["http://a/", "http://b/", "http://c/", "http://d/", "http://e/"],
		],
		[
			"ends at punctuation beyond US-ASCII, not at letters",
			"“http://a/ä”，访问http://例え.jp/引き割り。«http://b/»",
			["http://a/ä", "http://例え.jp/引き割り", "http://b/"],
		],
		["ends at a lone surrogate or a replacement character", "http://a/\ud800b http://b/\ufffdc", ["http://a/", "http://b/"]],
		[
			"may follow a word and a colon or sign",
			"see:http://a/ url=http://b/ -http://c/ 1.http://d/ _http://e/_",
			["http://a/", "http://b/", "http://c/", "http://d/", "http://e/_"],
		],
		["ignores what does not parse", "http://h:port/ http://[::/ http://ok/", ["http://ok/"]],
	])("%s", (_rule, text, expected) => {
		expect(texts(text)).toEqual(expected);
	});
});
