/** Finds the components of a reference in any edition: RFC 3986 App. B, which is the same in earlier editions. */
import { Octet } from "../../assembly/octets/char";
import type { EditionRow } from "../editions/edition-row";
import type { Component } from "../errors";

/** UTF-16 indices. */
export interface Span {
	readonly start: number;
	readonly end: number;
}

/** The components that are present. Scheme and port are not checked yet. */
export type Spans = { readonly [component in Component]?: Span } & { readonly path: Span };

/** Splits a reference. The edition's prefix, if present, is in no component. */
export function split(reference: string, row: EditionRow): Spans {
	const start = prefixLength(reference, row);
	const schemeEnd = indexOfAny(reference, ":/?#", start);
	const scheme = reference[schemeEnd] === ":" ? { start, end: schemeEnd } : undefined;
	const rest = scheme === undefined ? start : schemeEnd + 1;
	const hasAuthority = reference.startsWith("//", rest);
	const pathStart = hasAuthority ? indexOfAny(reference, row.authorityEnds, rest + 2) : rest;
	const pathEnd = indexOfAny(reference, "?#", pathStart);
	const queryEnd = reference[pathEnd] === "?" ? indexOfAny(reference, "#", pathEnd) : pathEnd;
	return {
		...(scheme && { scheme }),
		...(hasAuthority && splitAuthority(reference, { start: rest + 2, end: pathStart })),
		path: { start: pathStart, end: pathEnd },
		...(queryEnd > pathEnd && { query: { start: pathEnd + 1, end: queryEnd } }),
		...(queryEnd < reference.length && { fragment: { start: queryEnd + 1, end: reference.length } }),
	};
}

/** authority = [ userinfo "@" ] host [ ":" port ], §3.2: the userinfo ends at the last "@", the port starts after the last ":". */
function splitAuthority(reference: string, authority: Span): Omit<Spans, "path"> {
	const text = reference.slice(authority.start, authority.end);
	const at = text.lastIndexOf("@");
	const hostStart = at + 1;
	const hostEnd = text[hostStart] === "[" ? literalEnd(text, hostStart) : nameEnd(text, hostStart);
	const span = (start: number, end: number) => ({ start: authority.start + start, end: authority.start + end });
	return {
		authority,
		...(at >= 0 && { userinfo: span(0, at) }),
		host: span(hostStart, hostEnd),
		...(text[hostEnd] === ":" && { port: span(hostEnd + 1, text.length) }),
	};
}

/** The index after the first "]", or the end of the text. */
function literalEnd(text: string, start: number): number {
	const bracket = text.indexOf("]", start);
	return bracket < 0 ? text.length : bracket + 1;
}

function nameEnd(text: string, start: number): number {
	const colon = text.lastIndexOf(":");
	return colon < start ? text.length : colon;
}

function prefixLength(reference: string, { prefix }: EditionRow): number {
	if (prefix === undefined) return 0;
	return reference.slice(0, prefix.length).toUpperCase() === prefix.toUpperCase() ? prefix.length : 0;
}

/** The first index, at or after `start`, of one of the `characters`, or the end of the text. */
function indexOfAny(text: string, characters: string, start: number): number {
	let at = start;
	while (at < text.length && (text.charCodeAt(at) >= Octet.BEYOND_ASCII || !characters.includes(text.charAt(at)))) ++at;
	return at;
}
