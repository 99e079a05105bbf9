/**
 * The peers that urlsieve is compared with. Each computes something different, and none the normal form of urlsieve. `claims`
 * document what a peer computes, and are checked before anything is timed.
 */
import fastUri from "fast-uri";
import normalizeUrl from "normalize-url";
import uriJs from "uri-js";
import { URL as WhatwgUrl } from "whatwg-url";
import type { Corpus } from "../lists/corpus";
import type { Task } from "../measure/measure";
import { type Load, loaderFrom } from "./peer-folder";

/** Another implementation that normalizes references. */
export interface Peer {
	readonly name: string;
	/** How its result differs from the normal form of RFC 3986, briefly. */
	readonly differs: string;
	/** Whether a reference takes microseconds, so that a sample of the list is enough. */
	readonly isSlow: boolean;
	/** Throws, or returns undefined, for a reference that it rejects. */
	normalize(reference: string): string | undefined;
	/** References with the peer's results. */
	readonly claims: readonly (readonly [string, string | undefined])[];
}

export const PROBE = "HTTP://Example.com:80/%7euser/a/../b?q=%2f#f";

export const URL_HREF: Peer = {
	name: "new URL().href",
	differs: "WHATWG URL: keeps triplets; absolute references only",
	isSlow: false,
	normalize: (reference) => new URL(reference).href,
	claims: [[PROBE, "http://example.com/%7euser/b?q=%2f#f"]],
};

const INSTALLED: readonly Peer[] = [
	URL_HREF,
	{
		name: "URL.canParse",
		differs: "only tests whether it is a WHATWG URL; no normal form",
		isSlow: false,
		normalize: (reference) => (URL.canParse(reference) ? reference : undefined),
		claims: [
			[PROBE, PROBE],
			["/relative", undefined],
		],
	},
	{
		name: "fast-uri",
		differs: "RFC 3986, but keeps a lone % and turns // after a dot-segment into %2F",
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
		differs: "RFC 3986, but keeps a lone % and turns // after a dot-segment into %2F",
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
		differs: "sorts the query; drops www. and final slashes; decodes reserved octets",
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

/** Peers in `bench/peers`, by package name. */
const OPTIONAL: readonly (readonly [string, (load: Load) => Peer])[] = [
	[
		"@apify/utilities",
		(load) => {
			const { normalizeUrl: normalize } = load("@apify/utilities") as { normalizeUrl(url: string): string | undefined };
			return {
				name: "Crawlee (@apify/utilities)",
				differs: "drops fragment, user, final slash, utm_ parameters; sorts the query; keeps triplets of the path",
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
				differs: "decodes and re-encodes; keeps host, port and dot-segments",
				isSlow: true,
				normalize: (reference) => normalizeURL(reference),
				claims: [[PROBE, "http://Example.com:80/~user/a/../b?q=%2F#f"]],
			};
		},
	],
];

/** Returns the installed peers and the names of missing packages. Throws if a peer violates its claims. */
export function findPeers(folder: string): { peers: readonly Peer[]; missing: readonly string[] } {
	const load = loaderFrom(folder);
	const found = OPTIONAL.filter(([name]) => load.has(name));
	const peers = [...INSTALLED, ...found.map(([, make]) => make(load))];
	for (const peer of peers) checkClaims(peer);
	return { peers, missing: OPTIONAL.map(([name]) => name).filter((name) => !load.has(name)) };
}

function checkClaims({ name, normalize, claims }: Peer): void {
	for (const [reference, claimed] of claims) {
		const actual = normalize(reference);
		if (actual !== claimed) throw new Error(`${name} normalizes ${reference} to ${actual}, not ${claimed}.`);
	}
}

/** Normalizes the lines one by one with a peer. Rejected lines count, but add nothing. */
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
