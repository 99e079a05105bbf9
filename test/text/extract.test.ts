/** `extract`: the examples of the documents, and the rules of docs/reference/text.md. */

import type { Edition } from "urlsieve";
import { type ExtractedReference, extract } from "urlsieve/text";
import { describe, expect, it } from "vitest";

const texts = (text: string, edition?: Edition) => extract(text, { edition }).map((found) => found.text);
const first = (text: string) => extract(text)[0] as ExtractedReference;

describe("examples of the documents that test/documents does not have", () => {
	it.each<[string, string, string[]]>([
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
	it.each<[string, string]>([
		["<g:h> <DAV:> <foo:bar\n  baz>", "g:h DAV: foo:barbaz"],
		["<Note: this> <TODO: that is\nto do>", ""],
		["<mailto:John.Doe@ example.com>", "mailto:John.Doe@example.com"],
		["<12:30> <../a> <//h/p> <joe@example.com> <URL:rfc1738.txt> <>", ""],
		['<a href="http://x/">http://y/</a>', "http://x/ http://y/"],
		["<a href='http://x/' title='a'><a href=http://y/>", "http://x/ http://y/"],
		["if a < b then http://x/ else c > d", "http://x/"],
		["<see http://x/ or http://y/>", "http://x/ http://y/"],
		["<http://x/ and no end", "http://x/"],
		["<http://x/<http://y/>", "http://x/ http://y/"],
		['"see http://x/." and "http://y/."', "http://x/ http://y/."],
		['"http://x/\n"', "http://x/"],
		['{"href":"http://x/{id}","at":"12:30","word":"foo:bar"}', "http://x/{id} foo:bar"],
		['"g://h"', "g://h"],
		['"C:/dir" "C:\\dir" "std::vector" "https:" "Note: this"', ""],
		['"http://h:port/" <http://[::/>', ""],
		["<http://h/\u0007> <http://h/\u202eb>", "http://h/ http://h/"],
	])("%j", (text, expected) => {
		expect(texts(text).join(" ")).toBe(expected);
	});
});

describe("bare", () => {
	it.each<[string, string, string]>([
		[
			"a word before a colon is not a scheme",
			"Note: this, Note:this, 12:30, C:\\dir, C:/dir, C://dir, std::vector, a:b, localhost:80/",
			"",
		],
		["a scheme without a rest is not a reference", "http: http:// http://... mailto: urn: tel: news:", ""],
		[
			"accepts words that fit their scheme",
			"mailto:?to=a@b.c news:* cid:a@b geo:-1,2 did:example:1 tag:a@b.c,2005:d data:,a about:blank file:/etc info:ddc/22",
			"mailto:?to=a@b.c news:* cid:a@b geo:-1,2 did:example:1 tag:a@b.c,2005:d data:,a about:blank file:/etc info:ddc/22",
		],
		[
			"ignores words that do not fit their scheme",
			"mailto:me news:today cid:x geo:here urn:x did:it tag:me data:x about:1 file:x info:x tel:me sip:x",
			"",
		],
		["accepts any scheme before //", "git+ssh://h/r x-a.b-c://h file:///etc/motd", "git+ssh://h/r x-a.b-c://h file:///etc/motd"],
		["ignores the case of a scheme", "HTTP://h MailTo:a@b", "HTTP://h MailTo:a@b"],
		[
			"excludes closing punctuation",
			"(http://a/). http://b/, http://c/?! http://d/... http://e/?x;",
			"http://a/ http://b/ http://c/ http://d/ http://e/?x",
		],
		["includes balanced brackets", "(see http://a/b_(c)_[d]). http://[::1]:80/", "http://a/b_(c)_[d] http://[::1]:80/"],
		[
			"ends at an unbalanced closing bracket",
			"[a](http://a/),[b](http://b/)-\\url{http://c/{d}}e",
			"http://a/ http://b/ http://c/{d}",
		],
		[
			"includes an apostrophe unless one precedes the reference",
			"http://a/b'c ['http://a/','http://b/']",
			"http://a/b'c http://a/ http://b/",
		],
		[
			"ends at characters that no edition allows",
			"http://a/|http://b/`http://c/\\n^http://d/<http://e/",
			"http://a/ http://b/ http://c/ http://d/ http://e/",
		],
		[
			"ends at punctuation beyond US-ASCII, not at letters",
			"“http://a/ä”，访问http://例え.jp/引き割り。«http://b/»",
			"http://a/ä http://例え.jp/引き割り http://b/",
		],
		["ends at a lone surrogate or a replacement character", "http://a/\ud800b http://b/\ufffdc", "http://a/ http://b/"],
		[
			"may follow a word and a colon or sign",
			"see:http://a/ url=http://b/ -http://c/ 1.http://d/ _http://e/_",
			"http://a/ http://b/ http://c/ http://d/ http://e/_",
		],
		["ignores what does not parse", "http://h:port/ http://[::/ http://ok/", "http://ok/"],
	])("%s", (_rule, text, expected) => {
		expect(texts(text).join(" ")).toBe(expected);
	});
});
