/** Where the components of a reference stand, in any edition: RFC 3986 App. B, the same in the editions before it. */
import { Octet } from "../../assembly/char";
import type { EditionRow } from "../editions/edition-row";
import type { Component } from "../errors";

/** UTF-16 indices. */
export interface Span {
	readonly start: number;
	readonly end: number;
}

/** The components that are there. What is in the scheme's or the port's place may turn out to be none. */
export type Spans = { readonly [component in Component]?: Span } & { readonly path: Span };

/** Splits a reference. A prefix that the edition knows is in no component. */
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

/** authority = [ userinfo "@" ] host [ ":" port ], §3.2: the userinfo ends at the last "@", the port is behind the last ":". */
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

/** Behind the first "]"; the end of the text when there is none. */
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

/** The first index from `start` on of one of the `characters`; the end when there is none. */
function indexOfAny(text: string, characters: string, start: number): number {
	let at = start;
	while (at < text.length && (text.charCodeAt(at) >= Octet.BEYOND_ASCII || !characters.includes(text.charAt(at)))) ++at;
	return at;
}
