/** Strings that test batches: those in which strings and lines differ, and plain ones. */
import { UriError } from "urlsieve";

/** Strings in which lines and strings differ, or that have no normal form, each with the reason. */
export const ODD: readonly [name: string, string][] = [
	["an LF inside", "http://a/b\nc"],
	["an LF at the end", "http://a/b\n"],
	["an LF at the start", "\nhttp://a/b"],
	["a CR at the end", "http://a/b\r"],
	["two CRs at the end", "http://a/b\r\r"],
	["a CR LF at the end", "HTTP://a/b\r\n"],
	["a CR inside", "http://a/b\rc"],
	["a byte order mark", "\ufeffhttp://a/b"],
	["a lone high surrogate", "http://a/\ud800"],
	["a lone low surrogate", "http://a/\udc00b"],
	["U+FFFD itself", "http://a/\ufffd"],
	["a pair of surrogates", "http://a/\u{10000}"],
	["a host for A-labels", "http://ex\u00e4mple.com"],
	["a host without A-labels", "http://xn--\u00e4.\u00e4"],
	["nothing", ""],
	["white space", " \t "],
	["no scheme", "1:x"],
	["an open bracket", "http://["],
	["more than a window", `http://a/${"%7e".repeat(4000)}`],
	["more than a batch", `HTTP://a/${"b".repeat(50_000)}`],
];
export const ODD_STRINGS = ODD.map(([, text]) => text);
/** Strings in normal form. */
export const PLAIN = Array.from({ length: 20 }, (_, index) => `http://example.com/${index}`);

/** What can be compared of a result. */
export function shown(result: unknown): unknown {
	return result instanceof UriError ? { ...result, message: result.message } : result;
}
