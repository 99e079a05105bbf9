/** Purpose and source of each profile. Only people read them, so they stand apart from what programs load. */
import type { ProfileId } from "../profiles";

export interface About {
	/** Its purpose, in one line. */
	readonly about: string;
	/** The specification or the program that says what it answers. */
	readonly source: string;
}

export const ABOUT: { readonly [id in ProfileId]: About } = {
	"rfc3986@1": { about: "what RFC 3986 calls equivalent, and no more", source: "RFC 3986 §6.2.3" },
	"whatwg@1": {
		about: "what browsers write alike: new URL(x).href",
		source: "WHATWG URL Standard, commit 6ae84860 of 2026-07-02",
	},
	"crawl@1": {
		about: "the same page for a crawler: sessions, tracking and the order of parameters aside",
		source: "docs/reference/profiles.md",
	},
	"share@1": {
		about: "links without tracking: crawl@1, whose URL to fetch loses the parameters of tracking@1",
		source: "docs/reference/profiles.md",
	},
	"surt@1": { about: "the SURT of web archives, faults included", source: "surt 0.3.1 for Python, surt.surt(url)" },
	"surt-www@1": { about: "surt@1 with the labels www of hosts", source: "surt 0.3.1, surt.surt(url, host_massage=False)" },
	"surt-scheme@1": { about: "surt@1 with the scheme", source: "surt 0.3.1, surt.surt(url, with_scheme=True)" },
	"surt-comma@1": { about: "surt@1 with a comma after the host", source: "surt 0.3.1, surt.surt(url, trailing_comma=True)" },
	"surt-scheme-comma@1": {
		about: "surt@1 with the scheme and a comma after the host, as in SURT prefixes",
		source: "surt 0.3.1, surt.surt(url, with_scheme=True, trailing_comma=True)",
	},
	"surt-java@1": {
		about: "the key of Common Crawl's indexes, faults included",
		source: "webarchive-commons 1.3.0 for Java, WaybackURLKeyMaker",
	},
	"safe-browsing@1": {
		about: "what Safe Browsing looks up under the same expression",
		source: "Safe Browsing v4 and v5, URLs and Hashing",
	},
	"crawlee@1": { about: "the uniqueKey of Crawlee, faults included", source: "@apify/utilities 2.35.11, normalizeUrl" },
	"w3lib@1": { about: "canonicalize_url of Scrapy's w3lib, faults included", source: "w3lib 2.5.0, canonicalize_url" },
};
