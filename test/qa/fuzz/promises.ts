/** Promises for one line and its forms, checked only by their texts. Texts are Latin-1 strings, one char per octet. */
import { isUriReference } from "../../oracle/normalize";
import { deviation } from "../../support/platform-url";

/** Schemes with rules that change data: docs/reference/normal-form.md. */
const OWN_RULES = /^(?:mailto|tel|urn|data|file|gopher|ftp):/i;
const DOT_SEGMENT = /(?:^|\/)(?:\.|%2e){1,2}(?:$|\/)/i;
const INNER_WHITE_SPACE = /[\t\r\n]/;
const ASCII = /^[\0-\x7f]*$/;
const HEX = [..."0123456789abcdefABCDEF"];
/** The octet of each triplet. */
const OCTETS: ReadonlyMap<string, string> = new Map(
	HEX.flatMap((high) => HEX.map((low) => [`%${high}${low}`, String.fromCharCode(Number.parseInt(high + low, 16))])),
);
const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** A reference as the rule white-space leaves it: without space around it, and TAB and CR within. */
function withoutWhiteSpace(text: string): string {
	let [start, end] = [0, text.length];
	while (start < end && text.charCodeAt(start) <= 0x20) ++start;
	while (start < end && text.charCodeAt(end - 1) <= 0x20) --end;
	const inner = text.slice(start, end);
	return INNER_WHITE_SPACE.test(inner) ? inner.replace(/[\t\r\n]/g, "") : inner;
}

/** The octets that a text stands for: triplets decoded, once. */
function dataOf(text: string): string {
	return text.includes("%") ? text.replace(/%[0-9A-Fa-f]{2}/g, (triplet) => OCTETS.get(triplet) as string) : text;
}

/** Scheme with its colon, authority, path, query, fragment: RFC 3986 App. B. */
function split(text: string): (string | undefined)[] {
	return (/^([^:/?#]+:)?(\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(text) ?? []).slice(1);
}

/** P2: whether a normal form is a URI-reference by Appendix A. */
export function isValid(normal: string): boolean {
	return isUriReference(normal);
}

/**
 * P9 of `rfc3986@1`: whether path, query and fragment have the octets of the input's, in a reference whose path has no dot-segment
 * and whose scheme has no rule of its own.
 */
export function keepsOctets(input: string, normal: string): boolean {
	const text = withoutWhiteSpace(input);
	if (text === normal) return true;
	if (OWN_RULES.test(text)) return true;
	const [, authority, path = "", query, fragment] = split(text);
	const [, , normalPath = "", normalQuery, normalFragment] = split(normal);
	if (!isSame(query, normalQuery) || !isSame(fragment, normalFragment)) return false;
	if (DOT_SEGMENT.test(path)) return true;
	return isSame(path, normalPath) || (authority !== undefined && path === "" && normalPath === "/");
}

/** P9 of the fetch form of `crawl@1`: it has the query of the input, octet for octet, triplets decoded. */
export function keepsQuery(input: string, fetch: string): boolean {
	const text = withoutWhiteSpace(input);
	if (!/^https?:/i.test(text)) return true;
	const [, , , query] = split(text);
	const [, , , fetchQuery] = split(fetch);
	return isSame(query, fetchQuery);
}

function isSame(a: string | undefined, b: string | undefined): boolean {
	return a === b || (a !== undefined && b !== undefined && dataOf(a) === dataOf(b));
}

/** Whether `whatwg@1` and the platform's `URL` agree about a line, or differ for a known reason; `normal` is undefined for an error. */
export function agreesWithPlatform(input: string, normal: string | undefined): boolean {
	const isAscii = ASCII.test(input);
	const text = isAscii ? input : textOf(input);
	if (normal === undefined && isAscii && !URL.canParse(text)) return true;
	return deviation(text, undefined, normal ?? "error") !== "unexplained";
}

/** The Unicode text of a line, as decoders of UTF-8 have it. */
function textOf(latin: string): string {
	return DECODER.decode(Buffer.from(latin, "latin1"));
}
