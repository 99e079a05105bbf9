/**
 * The percent-encode sets (URL Standard §1.3), and the code points that hosts forbid (§3.2).
 *
 * The kernel looks for runs of octets that stay, so each class below is the complement of a set within printable US-ASCII.
 * They use the free bits of the table of classes.ts, and the bits of editions that this kernel does not implement.
 */
import { Octet } from "../octets/char";
import { add, Class, define, is, layDownRow } from "../octets/classes";
import { copy, load8, store32 } from "../octets/memory";
import { span } from "../octets/span";
import { encoded } from "../reference/percent";

export const enum Keep {
	/** CLEAN without what rules of keys look for: "?", ";" and "(". */
	CLEAN_KEY = 17,
	/** Clean: kept in the path, query and fragment of a special URL alike, and by RFC 3986. */
	CLEAN = 18,
	/** Octets that Safe Browsing and surt do not escape: printable US-ASCII except space, "#" and "%". */
	UNESCAPED = 19,
	/** The complement of the application/x-www-form-urlencoded percent-encode set. */
	FORM = 20,
	/** Everything printable: the complement of the C0 control percent-encode set. */
	PRINTABLE = 22,
	FRAGMENT = 23,
	QUERY = 24,
	SPECIAL_QUERY = 25,
	PATH = 26,
	USERINFO = 27,
	/** Not a forbidden host code point. */
	HOST = 28,
	/** Not a forbidden domain code point. */
	DOMAIN = 29,
	/** Ends of an authority or a segment of a special URL: "/", "\", "?", "#". */
	SPECIAL_END = 30,
}

const PRINTABLE_NON_ALNUM: string = " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

/** Fills in the classes. Requires: the classes of classes.ts. */
export function initializeSets(): void {
	define(Keep.PRINTABLE, Class.ALNUM, PRINTABLE_NON_ALNUM);
	// Each set is that of the second name and these code points.
	keepBut(Keep.FRAGMENT, Keep.PRINTABLE, ' "<>`');
	keepBut(Keep.QUERY, Keep.PRINTABLE, ' "#<>');
	keepBut(Keep.SPECIAL_QUERY, Keep.QUERY, "'");
	keepBut(Keep.PATH, Keep.QUERY, "?^`{}");
	keepBut(Keep.USERINFO, Keep.PATH, "/:;=@[\\]|");
	keepBut(Keep.HOST, Keep.PRINTABLE, " #/:<>?@[\\]^|");
	keepBut(Keep.DOMAIN, Keep.HOST, "%");
	define(Keep.SPECIAL_END, Class.AUTHORITY_END, "\\");
	keepBut(Keep.CLEAN, Class.QUERY, "'");
	keepBut(Keep.CLEAN_KEY, Keep.CLEAN, "?;(");
	keepBut(Keep.UNESCAPED, Keep.PRINTABLE, " #%");
	define(Keep.FORM, Class.ALNUM, "*-._");
	for (let set: i32 = Keep.CLEAN_KEY; set <= Keep.SPECIAL_END; ++set) layDownRow(set);
}

/** Lets the class `set` be `base` without the octets of `text`. */
function keepBut(set: i32, base: i32, text: string): void {
	for (let i = 0; i < PRINTABLE_NON_ALNUM.length; ++i) {
		const octet = PRINTABLE_NON_ALNUM.charCodeAt(i);
		if (is(octet, base) && !contains(text, octet)) add(octet, set);
	}
	define(set, Class.ALNUM, "");
}

function contains(text: string, octet: i32): bool {
	for (let i = 0; i < text.length; ++i) if (text.charCodeAt(i) == octet) return true;
	return false;
}

/** Writes [start, end) to `to`, all but the class `kept` percent-encoded (§1.3: UTF-8 percent-encode). Returns the new end. */
export function writePercentEncoded(start: i32, end: i32, to: i32, kept: i32): i32 {
	let at = start;
	while (true) {
		const stop = span(at, end, kept);
		if (at < stop) to = copy(at, stop, to);
		if (stop == end) return to;
		at = stop + 1;
		store32(to, encoded(load8(stop)));
		to += 3;
	}
}

/** Whether `octet` is printable US-ASCII: 0x20 to 0x7E. */
export function isPrintable(octet: i32): bool {
	return octet >= Octet.SPACE && octet < 0x7f;
}
