/**
 * Others that normalize references, and what each of them computes: they do not compute the same, and none computes what
 * urlsieve does. Before anything is timed, each has to give what is written here.
 */
import fastUri from "fast-uri";
import normalizeUrl from "normalize-url";
import uriJs from "uri-js";
import { URL as WhatwgUrl } from "whatwg-url";
import type { Corpus } from "./corpus";
import type { Task } from "./measure";
import { type Load, loaderFrom } from "./peer-folder";

/** Something that turns one reference into another. */
export interface Peer {
	readonly name: string;
	/** In what it differs from the normal form of RFC 3986, in a few words. */
	readonly differs: string;
	/** Says whether it takes microseconds for each. */
	readonly isSlow: boolean;
	/** Throws, or answers undefined, for what it does not take. */
	normalize(reference: string): string | undefined;
	/** References and what the peer makes of them. */
	readonly claims: readonly (readonly [string, string | undefined])[];
}

const PROBE = "HTTP://Example.com:80/%7euser/a/../b?q=%2f#f";

export const URL_HREF: Peer = {
	name: "new URL().href",
	differs: "WHATWG URL: triplets stay as they are, absolute references only",
	isSlow: false,
	normalize: (reference) => new URL(reference).href,
	claims: [[PROBE, "http://example.com/%7euser/b?q=%2f#f"]],
};

const INSTALLED: readonly Peer[] = [
	URL_HREF,
	{
		name: "URL.canParse",
		differs: "says only whether it is a WHATWG URL: no normal form",
		isSlow: false,
		normalize: (reference) => (URL.canParse(reference) ? reference : undefined),
		claims: [
			[PROBE, PROBE],
			["/relative", undefined],
		],
	},
	{
		name: "fast-uri",
		differs: "RFC 3986, but a lone % stays, and // behind a dot-segment becomes %2F",
		isSlow: true,
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
		isSlow: true,
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
		isSlow: true,
		normalize: (reference) => normalizeUrl(reference),
		claims: [["http://www.h.com/%5Ba/?b=2&a=1", "http://h.com/[a?a=1&b=2"]],
	},
	{
		name: "whatwg-url",
		differs: "WHATWG URL in JavaScript",
		isSlow: true,
		normalize: (reference) => new WhatwgUrl(reference).href,
		claims: [[PROBE, "http://example.com/%7euser/b?q=%2f#f"]],
	},
];

/** Peers of the folder `bench/peers`, by the package that they come from. */
const OPTIONAL: readonly (readonly [string, (load: Load) => Peer])[] = [
	[
		"@apify/utilities",
		(load) => {
			const { normalizeUrl: normalize } = load("@apify/utilities") as { normalizeUrl(url: string): string | undefined };
			return {
				name: "Crawlee (@apify/utilities)",
				differs: "drops fragment, user, slash at the end, utm_ parameters; sorts the query; triplets of the path stay",
				isSlow: true,
				normalize: (reference) => normalize(reference) ?? undefined,
				claims: [
					[PROBE, "http://example.com/%7euser/b?q=%2F"],
					["http://u:p@h.com/a/?utm_source=x&b=2&a=1", "http://h.com/a?a=1&b=2"],
				],
			};
		},
	],
	[
		"ufo",
		(load) => {
			const { normalizeURL } = load("ufo") as { normalizeURL(url: string): string };
			return {
				name: "ufo normalizeURL",
				differs: "decodes and encodes anew; host, port and dot-segments stay as they are",
				isSlow: true,
				normalize: (reference) => normalizeURL(reference),
				claims: [[PROBE, "http://Example.com:80/~user/a/../b?q=%2F#f"]],
			};
		},
	],
];

/** The peers that are there, and the packages of those that are not. Throws unless every peer computes what it is said to. */
export function findPeers(folder: string): { peers: readonly Peer[]; missing: readonly string[] } {
	const load = loaderFrom(folder);
	const found = OPTIONAL.filter(([name]) => load.has(name));
	const peers = [...INSTALLED, ...found.map(([, make]) => make(load))];
	for (const peer of peers) checkClaims(peer);
	return { peers, missing: OPTIONAL.map(([name]) => name).filter((name) => !load.has(name)) };
}

function checkClaims({ name, normalize, claims }: Peer): void {
	for (const [reference, claimed] of claims) {
		const made = normalize(reference);
		if (made !== claimed) throw new Error(`${name} makes ${made} of ${reference}, not ${claimed}.`);
	}
}

/** A peer, one string after the other. What it does not take is left out. */
export function peerTask(corpus: Corpus, { name, differs, normalize }: Peer): Task {
	return {
		name,
		count: corpus.lines.length,
		note: differs,
		run() {
			let units = 0;
			for (const line of corpus.lines) {
				try {
					units += normalize(line)?.length ?? 0;
				} catch {
					++units;
				}
			}
			return units;
		},
	};
}
