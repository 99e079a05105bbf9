/** Splits references into spans for rendering: RFC 3986 §7.6. */
import { type Component, UriError } from "../errors";
import { requireString } from "../input";
import { tryParse, type Uri } from "../uri/uri";

/** The kind of a span: a component, a delimiter between components, or all of a text that does not parse. */
export type SpanKind = Exclude<Component, "authority"> | "delimiter" | "invalid";

/** A part of a reference, never empty. */
export interface Span {
	readonly kind: SpanKind;
	readonly text: string;
	/** UTF-16 index of its first character in the reference. */
	readonly start: number;
	/** UTF-16 index after its last character. */
	readonly end: number;
	/** Whether it is a password, which must not be rendered as clear text (§3.2.1, §7.5). */
	readonly secret: boolean;
}

type Piece = readonly [kind: SpanKind, text: string, secret?: boolean];

/**
 * Splits a reference into spans for rendering. The spans are in order and cover the reference completely. RFC 3986 §7.6 advises to
 * render the userinfo distinctly. A userinfo with a password gives two spans: the password, after the first ":" (§3.2.1), is secret.
 * A reference that does not parse gives one span of kind `"invalid"`.
 *
 * Throws OptionError `invalid-input` only.
 *
 * @example
 * ```ts
 * const spans = visualize("ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm");
 * spans.map(({ kind }) => kind); // ["scheme", "delimiter", "delimiter", "userinfo", "delimiter", "host", "path"]
 * spans[3]?.text; // "cnn.example.com&story=breaking_news"
 * visualize("//me:word@h").find(({ secret }) => secret)?.text; // "word"
 * ```
 */
export function visualize(reference: string): Span[] {
	requireString(reference, "reference");
	const uri = tryParse(reference);
	const pieces: Piece[] = uri instanceof UriError ? [["invalid", reference]] : piecesOf(uri);
	let start = 0;
	const spans = pieces.map(([kind, text, secret = false]) => {
		const span = { kind, text, start, end: start + text.length, secret };
		start = span.end;
		return span;
	});
	return spans.filter(({ text }) => text !== "");
}

/** The components and delimiters in the order of §5.3. */
function piecesOf({ scheme, userinfo, host, port, path, query, fragment }: Uri): Piece[] {
	const pieces: Piece[] = [];
	if (scheme !== undefined) pieces.push(["scheme", scheme], ["delimiter", ":"]);
	if (host !== undefined) pieces.push(["delimiter", "//"], ...userinfoPieces(userinfo), ["host", host]);
	if (port !== undefined) pieces.push(["delimiter", ":"], ["port", port]);
	pieces.push(["path", path]);
	if (query !== undefined) pieces.push(["delimiter", "?"], ["query", query]);
	if (fragment !== undefined) pieces.push(["delimiter", "#"], ["fragment", fragment]);
	return pieces;
}

/** The userinfo, split after its first ":" (§3.2.1), and the "@". */
function userinfoPieces(userinfo: string | undefined): Piece[] {
	if (userinfo === undefined) return [];
	const userEnd = userinfo.indexOf(":") + 1 || userinfo.length;
	return [
		["userinfo", userinfo.slice(0, userEnd)],
		["userinfo", userinfo.slice(userEnd), true],
		["delimiter", "@"],
	];
}
