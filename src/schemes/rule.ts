/**
 * The rules of the BNF that are sets of characters: RFC 1738 §5.
 *
 * ```
 *   unreserved = alpha | digit | safe | extra          safe = "$" | "-" | "_" | "." | "+"
 *   uchar      = unreserved | escape                   extra = "!" | "*" | "'" | "(" | ")" | ","
 *   xchar      = unreserved | reserved | escape        reserved = ";" | "/" | "?" | ":" | "@" | "&" | "="
 *   escape     = "%" hex hex
 * ```
 *
 * Choice: "~" is unreserved (RFC 3986 §2.3), for the normal form of a URI has it.
 */
import { type Component, UriError } from "../errors";
import { percentDecode, percentEncode } from "./octets";
import { type Part, partError } from "./source";

/** A rule: its name, what does not belong to it, and what is percent-encoded when a value is written by it. */
export interface Rule {
	readonly name: string;
	readonly outside: RegExp;
	readonly unwritten: RegExp;
}

/** Octets that a value cannot have though the grammar has them, as triplets and as characters. */
export interface Forbidden {
	readonly triplets: RegExp;
	readonly characters: RegExp;
	readonly names: string;
}

const UNRESERVED = "A-Za-z0-9$\\-_.+!*'(),~";
const RESERVED = ";/?:@&=";
const NO_TRIPLET = /%(?![0-9A-Fa-f]{2})/;

/** RFC 1738 §6: a line of a protocol ends at them, and what follows would be another command. */
export const LINE_ENDS: Forbidden = {
	triplets: /%0[0ad]/i,
	characters: /[\0\n\r]/,
	names: "CR, LF or NUL",
};

/** A NUL ends a string in many programs. */
export const NUL: Forbidden = { triplets: /%00/, characters: /\0/, names: "NUL" };

/**
 * The rule `name`: uchar, and of the reserved characters those that `reads` has. When written, those that `writes` has stay; a "?"
 * does not belong there in a path, where RFC 3986 lets the query begin at it.
 */
export function rule(name: string, reads: string, writes = reads): Rule {
	return {
		name,
		outside: new RegExp(`[^${UNRESERVED}${reads}%]`),
		unwritten: new RegExp(`[^${UNRESERVED}${writes}]+`, "g"),
	};
}

export const SEARCH = rule("search", ";:@&=/?");
export const XCHAR = rule("schemepart", RESERVED);
const FRAGMENT = rule("fragmentid", RESERVED);

/** The text of a part, as it stands. Throws UriError when the rule does not hold. */
export function readEncoded(part: Part, { name, outside }: Rule): string {
	const at = part.text.search(outside);
	if (at >= 0) throw part.fault(name, "This character is not allowed here without percent-encoding.", at);
	const triplet = part.text.search(NO_TRIPLET);
	if (triplet < 0) return part.text;
	const place = { component: part.componentAt(triplet), offset: part.start + triplet, input: part.source.input };
	throw new UriError("invalid-percent-encoding", '"%" is not followed by two hex digits.', { ...place, rule: "escape" });
}

/** The text of a part, decoded. Throws UriError when the rule does not hold. */
export function readDecoded(part: Part, rule: Rule, forbidden?: Forbidden): string {
	const encoded = readEncoded(part, rule);
	if (forbidden !== undefined) forbid(part, rule.name, forbidden);
	return percentDecode(encoded);
}

/** Throws UriError when a part has one of the octets, percent-encoded. */
function forbid(part: Part, name: string, { triplets, names }: Forbidden): void {
	const at = part.text.search(triplets);
	if (at >= 0) throw part.fault(name, `This part cannot have ${names}, not even percent-encoded.`, at);
}

/** The segments of a part between slashes, decoded. */
export function readSegments(part: Part, rule: Rule, forbidden?: Forbidden): string[] {
	readEncoded(part, rule);
	if (forbidden !== undefined) forbid(part, rule.name, forbidden);
	return part.text.split("/").map(percentDecode);
}

/** Encodes a decoded value. Throws UriError when it has an octet that it cannot have. */
export function writeDecoded(value: string, rule: Rule, component: Component, forbidden?: Forbidden): string {
	const at = forbidden === undefined ? -1 : value.search(forbidden.characters);
	if (at >= 0) throw partError(rule.name, component, `This part cannot have ${forbidden?.names}.`, value, at);
	return value.replace(rule.unwritten, percentEncode);
}

/** Encodes what the rule does not have of a value that is percent-encoded already. Throws UriError for a "%" that begins no triplet. */
export function writeEncoded(value: string, { unwritten }: Rule, component: Component): string {
	const at = value.search(NO_TRIPLET);
	if (at < 0) return value.replace(unwritten, (run) => run.replace(/[^%]+/g, percentEncode));
	const message = '"%" is not followed by two hex digits.';
	throw new UriError("invalid-percent-encoding", message, { component, offset: at, input: value, rule: "escape" });
}

export function readFragment(part: Part | undefined): string | undefined {
	return part === undefined ? undefined : readEncoded(part, FRAGMENT);
}

/** The fragment with its "#", which is no part of the URL: RFC 1738 §2.2, appendix. */
export function writeFragment(fragment: string | undefined): string {
	return fragment === undefined ? "" : `#${writeEncoded(fragment, FRAGMENT, "fragment")}`;
}
