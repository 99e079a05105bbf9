/** Hostile text: `validate`, `inspect`, `extract`, `extractMarkup` and `parseScheme` take steps in proportion to its length. */
import "../support/steps";
import { UriError, validate } from "urlsieve";
import { formatScheme, parseScheme } from "urlsieve/schemes";
import { extract, extractMarkup, inspect } from "urlsieve/text";
import { describe, it } from "vitest";
import { expectLinear } from "../support/steps";

/** A text that repeats its middle part. */
type Repeated = [what: string, before: string, piece: string, after?: string];

describe("validate", () => {
	const PIECES = ["%", "[", "@", ":", "a.", "-.", "/", "?", "\ud800", "\u{1f600}", "::", "a@", "1.", "%4"];
	const STARTS = ["", "x://", "x://[", "http://"];
	const EDITIONS = ["1994", "1997", "2003", "2005"] as const;

	// A function that grows faster after one start, or in one edition, outgrows the sum of all.
	it.each(PIECES)("of many %j after any start", (piece) => {
		expectLinear((size) => {
			for (const before of STARTS) for (const edition of EDITIONS) validate(before + piece.repeat(size), { edition });
		}, 1000);
	});
});

describe("extractMarkup", () => {
	const PIECES = [
		"</",
		"<!--",
		"<![CDATA[",
		"<![",
		"<?",
		"&a",
		"<script>",
		"<a ",
		"<a b",
		'<a b="',
		"<a b = ",
		"<a / ",
		"<a href='&amp;",
	];

	it.each(PIECES)("of many %j", (piece) => {
		expectLinear((size) => extractMarkup(piece.repeat(size)));
	});
});

describe("inspect", () => {
	it.each<Repeated>([
		["dots", "http://", "."],
		["labels in two scripts", "http://", "а1.b"],
		["A-labels", "http://", "xn--a-b."],
		["letters of one A-label", "http://xn--", "a"],
		["triplets encoded twice", "http://h/", "%2525"],
		["dot-segments", "http://h/", "/%2e%2e"],
		["triplets in a host", "http://", "%D0%B0"],
		["stray percent signs in a host", "http://", "%."],
		["names in a userinfo", "http://", "a1.@", "h/"],
		["broken names in a userinfo", "http://", "%@", "h/"],
		["labels of a userinfo", "http://", "a.", "@h/"],
		["digits", "http://", "0"],
		["decimal parts of a host", "http://", "1."],
		["letters of a host", "http://", "é"],
		["letters in both directions", "http://", "אa"],
		["digits of a port", "http://h:", "1"],
		["backslashes", "http:", "\\"],
		["slashes", "", "/"],
		["encoded delimiters", "?", "%0D"],
	])("of many %s", (_what, before, piece, after = "") => {
		expectLinear((size) => inspect(before + piece.repeat(size) + after));
	});
});

describe("extract", () => {
	it.each([
		..."<\"(:'[{->&\\",
		...'http:// <URL: URL: a: http://a) http://a/( http://a/.... http://h:x/ <http://h:x/> <http://h:x/ "http://a'.split(" "),
		..."mailto: mailto:a urn:a: data: tag:a, news:a \ud800 <\ud800:".split(" "),
		"<a: ",
		"<a:-\n",
	])("of many %j", (piece) => expectLinear((size) => extract(piece.repeat(size), { edition: "1994" })));
});

/** Parses and formats, or finds a fault: either is work. */
function roundTrip(uri: string): void {
	try {
		formatScheme(parseScheme(uri));
	} catch (error) {
		if (!(error instanceof UriError)) throw error;
	}
}

describe("parseScheme and formatScheme", () => {
	it.each<Repeated>([
		["letters as triplets", "ftp://h/", "%41"],
		["octets that are not UTF-8", "ftp://h/", "%FFa"],
		["characters", "ftp://h/", "%C3%A9"],
		["slashes as triplets", "ftp://h/", "%2F"],
		["empty segments", "ftp://h/", "/"],
		["typecodes", "ftp://h/", ";type=a"],
		["colons of a login", "ftp://", "a:", "@h/"],
		["at signs of a login", "ftp://", "a@", "h/"],
		["labels", "http://", "a.", "a/"],
		["hyphens", "http://a", "-", "/"],
		["digits of a port", "http://h:", "0", "80/"],
		["percent signs", "http://h/", "%"],
		["addresses", "mailto:", "a@b,", "a@b"],
		["quotes", "mailto:", '%22%5C"', "a@b"],
		["header fields", "mailto:a@b?", "x=y&", "x=y"],
		["equals signs of a header field", "mailto:a@b?", "x="],
		["at signs of a message-id", "news:", "a@", "b"],
		["dots of a newsgroup", "news:a", ".", "!"],
		["digits of an article", "nntp://h/a/", "9", "x"],
		["fields of a path", "wais://h/d/t/", "1=a;"],
		["digits of a field", "wais://h/d/t/", "1", ";"],
		["fields of a link", "prospero://h/", ";a=b"],
		["versions", "prospero://h/", "%00", "1"],
		["digits of a version", "prospero://h/%00", "1", "!"],
		["tabs", "gopher://h/0s", "%09"],
		["attributes", "gopher://h/0s%09%09!", "a%20", "a"],
		["views", "gopher://h/0s%09%09", "+%091%0D%0A+-1%0D%0A"],
		["values of a form", "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0A", "a%0D%0A", ".%0D%0A"],
	])("of many %s", (_what, before, piece, after = "") => {
		expectLinear((size) => roundTrip(before + piece.repeat(size) + after));
	});
});
