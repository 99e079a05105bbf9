/**
 * The rules of the BNF that are sets of characters, and how to read and write text by them: RFC 1738 §5.
 *
 * ```
 *   unreserved = alpha | digit | safe | extra          safe = "$" | "-" | "_" | "." | "+"
 *   uchar      = unreserved | escape                   extra = "!" | "*" | "'" | "(" | ")" | ","
 *   xchar      = unreserved | reserved | escape        reserved = ";" | "/" | "?" | ":" | "@" | "&" | "="
 *   escape     = "%" hex hex
 * ```
 *
 * Choice: "~" is unreserved (RFC 3986 §2.3), since it occurs in normal forms.
 */
import { RESERVED_1994, UNRESERVED_1994 } from "../editions/editions";
import { type Component, UriError } from "../errors";
import { HEX_PAIR } from "../grammar/patterns";
import { percentDecode, percentEncode } from "./octets";
import { type Part, partError } from "./source";

/** A rule: its name, the characters that violate it, and those to percent-encode when writing. */
export interface Rule {
	readonly name: string;
	readonly outside: RegExp;
	readonly unwritten: RegExp;
}

/** Octets that a value cannot contain although the grammar allows them, as triplets and as characters. */
export interface Forbidden {
	readonly triplets: RegExp;
	readonly characters: RegExp;
	readonly names: string;
}

/** Characters for a class of a regular expression, in which "-" would make a range. */
const UNRESERVED = `${UNRESERVED_1994}~`.replace("-", "\\-");
const NO_TRIPLET = new RegExp(`%(?!${HEX_PAIR})`);

/** These end a line of a protocol, so that the text after them would be another command (RFC 1738 §6). */
export const LINE_ENDS: Forbidden = {
	triplets: /%0[0ad]/i,
	characters: /[\0\n\r]/,
	names: "CR, LF or NUL",
};

/** NUL ends strings in many programs. */
export const NUL: Forbidden = { triplets: /%00/, characters: /\0/, names: "NUL" };

/**
 * Creates the rule `name`: uchar and the reserved characters in `reads`. Writing leaves those in `writes` unencoded. For a path, `writes`
 * must not contain "?", at which the query begins in RFC 3986.
 */
export function rule(name: string, reads: string, writes = reads): Rule {
	return {
		name,
		outside: new RegExp(`[^${UNRESERVED}${reads}%]`),
		unwritten: new RegExp(`[^${UNRESERVED}${writes}]+`, "g"),
	};
}

export const SEARCH = rule("search", ";:@&=/?");
export const XCHAR = rule("schemepart", RESERVED_1994);
const FRAGMENT = rule("fragmentid", RESERVED_1994);

/** Returns the text of a part, not decoded. Throws UriError if it violates the rule. */
export function readEncoded(part: Part, { name, outside }: Rule): string {
	const at = part.text.search(outside);
	if (at >= 0) throw part.fault(name, "This character is not allowed here without percent-encoding.", at);
	const triplet = part.text.search(NO_TRIPLET);
	if (triplet < 0) return part.text;
	const place = { component: part.componentAt(triplet), offset: part.start + triplet, input: part.source.input };
	throw new UriError("invalid-percent-encoding", '"%" is not followed by two hex digits.', { ...place, rule: "escape" });
}

/** Returns the text of a part, decoded. Throws UriError if it violates the rule or contains a forbidden octet. */
export function readDecoded(part: Part, rule: Rule, forbidden?: Forbidden): string {
	const encoded = readEncoded(part, rule);
	if (forbidden !== undefined) forbid(part, rule.name, forbidden);
	return percentDecode(encoded);
}

/** Throws UriError if a part contains one of the octets, percent-encoded. */
function forbid(part: Part, name: string, { triplets, names }: Forbidden): void {
	const at = part.text.search(triplets);
	if (at >= 0) throw part.fault(name, `This part cannot contain ${names}, not even percent-encoded.`, at);
}

/** Splits a part at slashes and decodes the segments. Throws UriError as `readDecoded` does. */
export function readSegments(part: Part, rule: Rule, forbidden?: Forbidden): string[] {
	readEncoded(part, rule);
	if (forbidden !== undefined) forbid(part, rule.name, forbidden);
	return part.text.split("/").map(percentDecode);
}

/** Percent-encodes a decoded value. Throws UriError if it contains a forbidden octet. */
export function writeDecoded(value: string, rule: Rule, component: Component, { characters, names }: Forbidden): string {
	const at = value.search(characters);
	if (at >= 0) throw partError(rule.name, component, `This part cannot contain ${names}.`, value, at);
	return writeAny(value, rule);
}

/** Percent-encodes a decoded value of any octets. */
export function writeAny(value: string, { unwritten }: Rule): string {
	return value.replace(unwritten, percentEncode);
}

/** Percent-encodes disallowed characters of a value, but not its triplets. Throws UriError for a "%" outside a triplet. */
export function writeEncoded(value: string, { unwritten }: Rule, component: Component): string {
	const at = value.search(NO_TRIPLET);
	if (at < 0) return value.replace(unwritten, (run) => run.replace(/[^%]+/g, percentEncode));
	const message = '"%" is not followed by two hex digits.';
	throw new UriError("invalid-percent-encoding", message, { component, offset: at, input: value, rule: "escape" });
}

export function readFragment(part: Part | undefined): string | undefined {
	return part === undefined ? undefined : readEncoded(part, FRAGMENT);
}

/** Writes "#" and the fragment, which is not part of the URL: RFC 1738 §2.2, appendix. */
export function writeFragment(fragment: string | undefined): string {
	return fragment === undefined ? "" : `#${writeEncoded(fragment, FRAGMENT, "fragment")}`;
}
