/** References in running text: RFC 3986 App. C, draft-fielding-url-syntax-05 App. E, RFC 1738 appendix. */
import type { Edition } from "../editions/editions";
import { checkNames, choose, requireString } from "../input";
import { type Attempt, takeBare } from "./bare";
import { takeDelimited } from "./delimited";
import type { ExtractedReference } from "./extracted";

/** What `extract` can be asked for. */
export interface ExtractOptions {
	/** `"1994"` takes what follows the prefix `URL:` for a reference in bare text too. The default is `"2005"`. */
	edition?: Edition | undefined;
}

/** Whether an edition has the prefix `URL:` outside delimiters as well (RFC 1738 appendix). */
const TAKES_BARE_PREFIX: { readonly [edition in Edition]: boolean } = {
	"1994": true,
	"1997": false,
	"2003": false,
	"2005": false,
};

const QUOTE = 0x22;
const COLON = 0x3a;
const ANGLE = 0x3c;

/**
 * Finds the references with a scheme in running text, in order: RFC 3986 App. C. Never throws for a text; time is linear in it.
 *
 * - In `<…>`, white space and line breaks are ignored. Whatever parses and has a scheme is taken; with blanks that are not at the
 *   end of a line, only what would be taken bare. The prefix `URL:` is no part of it, and makes any scheme welcome.
 * - In `"…"`, whatever parses, has no white space, and has `//` behind its scheme, or a scheme of at least two characters with something
 *   other than ":" behind it: not `"C:/dir"`, `"std::vector"`, `"https:"`.
 * - Bare, a scheme of at least two characters is taken with `//` and the begin of an authority or path behind it. Without `//`, only
 *   the schemes mailto, news, mid, cid, sip, sips, xmpp, acct, im, pres, tel, sms, geo, urn, did, tag, data, info, about and
 *   file, each before what its own syntax begins with: not `Note: this`, `12:30`, `C:\dir`, `std::vector`.
 *
 * A bare reference ends at white space, at one of ``< > " \ ^ ` |``, at a control, at punctuation beyond US-ASCII, at a closing bracket that
 * does not open in it, and at `'` when it stands behind one. Of its end, ``. , : ; ! ? '`` and opening brackets are no part.
 *
 * Throws UriError `invalid-option` for an edition that there is not.
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
	const takesPrefix = choose("edition", options.edition ?? "2005", TAKES_BARE_PREFIX);
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

/** The next place where a delimiter opens or a scheme may end. */
function nextMark(text: string, start: number): number {
	for (let at = start; at < text.length; ++at) {
		const unit = text.charCodeAt(at);
		if (unit === COLON || unit === ANGLE || unit === QUOTE) return at;
	}
	return text.length;
}
