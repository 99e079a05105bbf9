/**
 * Others that normalize references, and what each of them computes: they do not compute the same, and none computes what
 * urlsieve does. Before anything is timed, each has to give what is written here.
 */
import fastUri from "fast-uri";
import normalizeUrl from "normalize-url";
import uriJs from "uri-js";
import { URL as WhatwgUrl } from "whatwg-url";

/** Something that turns one reference into another. */
export interface Peer {
	readonly name: string;
	/** In what it differs from the normal form of RFC 3986, in a few words. */
	readonly differs: string;
	/** Throws, or answers undefined, for what it does not take. */
	normalize(reference: string): string | undefined;
	/** References and what the peer makes of them. */
	readonly claims: readonly (readonly [string, string])[];
}

const PROBE = "HTTP://Example.com:80/%7euser/a/../b?q=%2f#f";

export const PEERS: readonly Peer[] = [
	{
		name: "new URL().href",
		differs: "WHATWG URL: triplets stay as they are, absolute references only",
		normalize: (reference) => new URL(reference).href,
		claims: [[PROBE, "http://example.com/%7euser/b?q=%2f#f"]],
	},
	{
		name: "fast-uri",
		differs: "RFC 3986, but a lone % stays, and // behind a dot-segment becomes %2F",
		normalize: (reference) => fastUri.normalize(reference),
		claims: [
			[PROBE, "http://example.com/~user/b?q=%2F#f"],
			["m:/a/..//b", "m:/%2Fb"],
			["http://h/100%", "http://h/100%"],
		],
	},
	{
		name: "uri-js",
		differs: "RFC 3986, but a lone % stays, and // behind a dot-segment becomes %2F",
		normalize: (reference) => uriJs.normalize(reference),
		claims: [
			[PROBE, "http://example.com/~user/b?q=%2F#f"],
			["m:/a/..//b", "m:/%2Fb"],
			["http://h/100%", "http://h/100%"],
		],
	},
	{
		name: "normalize-url",
		differs: "sorts the query; drops www. and slashes at the end; decodes reserved octets",
		normalize: (reference) => normalizeUrl(reference),
		claims: [["http://www.h.com/%5Ba/?b=2&a=1", "http://h.com/[a?a=1&b=2"]],
	},
	{
		name: "whatwg-url",
		differs: "WHATWG URL in JavaScript",
		normalize: (reference) => new WhatwgUrl(reference).href,
		claims: [[PROBE, "http://example.com/%7euser/b?q=%2f#f"]],
	},
];

/** Throws unless every peer computes what it is said to. */
export function checkClaims(): void {
	for (const { name, normalize, claims } of PEERS) {
		for (const [reference, claimed] of claims) {
			const made = normalize(reference);
			if (made !== claimed) throw new Error(`${name} makes ${made} of ${reference}, not ${claimed}.`);
		}
	}
}
