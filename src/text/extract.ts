/** Extracts references from running text: RFC 3986 App. C, draft-fielding-url-syntax-05 App. E, RFC 1738 appendix. */
import { type Edition, editionRow } from "../editions/editions";
import { checkNames, requireString } from "../input";
import { type Attempt, takeBare } from "./bare";
import { takeDelimited } from "./delimited";
import type { ExtractedReference } from "./extracted";

/** Options of `extract`. */
export interface ExtractOptions {
	/** `"1994"` also recognizes the prefix `URL:` without delimiters. The default is `"2005"`. */
	edition?: Edition | undefined;
}

const QUOTE = 0x22;
const COLON = 0x3a;
const ANGLE = 0x3c;

/**
 * Finds references with a scheme in running text (RFC 3986 App. C) and returns them in order, in linear time.
 *
 * - In `<…>`, white space and line breaks are ignored. The content is a reference if it parses and has a scheme. If it contains
 *   blanks within a line, it must also be recognizable without delimiters. The prefix `URL:` is removed, and any scheme may follow it.
 * - In `"…"`, the content is a reference if it parses, has no white space, and has either `//` after the scheme, or a scheme of at
 *   least two characters followed by something other than ":". That excludes `"C:/dir"`, `"std::vector"` and `"https:"`.
 * - Without delimiters, a reference needs a scheme of at least two characters, `//`, and the start of an authority or path. Without
 *   `//`, only mailto, news, mid, cid, sip, sips, xmpp, acct, im, pres, tel, sms, geo, urn, did, tag, data, info, about and file are
 *   recognized, each before text that fits its syntax. That excludes `Note: this`, `12:30`, `C:\dir` and `std::vector`.
 *
 * A reference without delimiters ends at white space, at one of ``< > " \ ^ ` |``, at a control, at punctuation beyond US-ASCII, at a
 * closing bracket that it did not open, and at `'` if it follows one. Trailing ``. , : ; ! ? '`` and opening brackets are not part of it.
 *
 * Throws OptionError `invalid-option` or `invalid-input`.
 *
 * @example
 * ```ts
 * const [first, second] = extract('Under "http://www.w3.org/Addressing/", or <ftp://foo.example.\n  com/rfc/>.');
 * first?.text; // "http://www.w3.org/Addressing/"
 * first?.delimiter; // "quotes"
 * second?.text; // "ftp://foo.example.com/rfc/"
 * second?.doubtful; // false
 * extract("(see http://example.com/a_(b)).")[0]; // { text: "http://example.com/a_(b)", start: 5, end: 29, delimiter: "none", doubtful: false }
 * extract("Note: at 12:30, std::vector, C:\\dir"); // []
 * ```
 */
export function extract(text: string, options: ExtractOptions = {}): ExtractedReference[] {
	requireString(text, "text");
	checkNames(options, "edition");
	// RFC 1738, appendix. Later editions have the prefix only between delimiters.
	const takesPrefix = editionRow(options.edition).prefix !== undefined;
	const found: ExtractedReference[] = [];
	for (let at = nextMark(text, 0); at < text.length; ) {
		const { reference, next } = takeAt(text, at, takesPrefix);
		if (reference !== undefined) found.push(reference);
		at = nextMark(text, next);
	}
	return found;
}

function takeAt(text: string, at: number, takesPrefix: boolean): Attempt {
	if (text.charCodeAt(at) === COLON) return takeBare(text, at, takesPrefix);
	const reference = takeDelimited(text, at + 1, text.charCodeAt(at) === ANGLE ? "angle" : "quotes");
	return { reference, next: (reference?.end ?? at) + 1 };
}

/** The next index at which a delimiter may open or a scheme may end. */
function nextMark(text: string, start: number): number {
	for (let at = start; at < text.length; ++at) {
		const unit = text.charCodeAt(at);
		if (unit === COLON || unit === ANGLE || unit === QUOTE) return at;
	}
	return text.length;
}
