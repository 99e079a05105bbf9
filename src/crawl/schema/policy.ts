/** Policies: which URL a crawler fetches, and which URLs count as the same page. */
import type { FilterRules } from "./filter";
import type { OneOrMore, Parameter } from "./parameter";
import type { FetchRules, KeyRules, PathRules, SiteRules } from "./registry";

/** A policy as JSON: docs/reference/profiles.md. An absent member changes nothing. */
export interface Policy {
	readonly $schema?: string;
	/** `NAME@N`: a name for messages. */
	readonly policy?: string;
	/**
	 * The normal form that rules act on; the default is `rfc3986`. With `crawl@1`, the rules of that profile, and the members of the
	 * policy override them, one by one; in `query`, too.
	 */
	readonly base?: "rfc3986" | "whatwg" | "crawl@1";
	/** White space that goes from both ends of a reference: that of the URL Standard, the default, or also that of Unicode. */
	readonly trim?: "url" | "unicode";
	readonly fetch?: FetchRules;
	readonly key?: KeyRules;
	/** Other rules for some hosts. For each member, the last match wins. */
	readonly sites?: readonly Site[];
	/** What must hold under the policy. It changes no key, and is not part of the identity. */
	readonly tests?: PolicyTests;
}

/** The tests of a policy: `testPolicy` runs them. */
export interface PolicyTests {
	/** Groups of references, each of which has one key. */
	readonly same?: readonly (readonly string[])[];
	/** Groups of references of which no two have one key. */
	readonly different?: readonly (readonly string[])[];
	/** References, and the key of each. */
	readonly key?: { readonly [reference: string]: string };
	/** References, and the URL to fetch for each. */
	readonly fetch?: { readonly [reference: string]: string };
}

/** Other rules for some hosts, or for some of their paths. */
export type Site = HostSite | PathSite;

export interface HostSite {
	/** `example.com` and all below, `=example.com` itself, `*.example.com` those below. */
	readonly hosts: OneOrMore<string>;
	readonly paths?: undefined;
	readonly exceptPaths?: undefined;
	readonly key: SiteRules;
}

export interface PathSite {
	readonly hosts: OneOrMore<string>;
	/** Patterns of paths: a beginning, in which `*` is any run and a final `$` the end. */
	readonly paths?: OneOrMore<string>;
	readonly exceptPaths?: OneOrMore<string>;
	readonly key: PathRules;
}

/** A list of parameters that a policy names in `query.lists`. */
export interface ParameterList {
	readonly name: string;
	readonly params: readonly Parameter[];
	/** Hosts from which the list removes nothing. */
	readonly exempt: readonly string[];
	/** The rules of a filter list, as `readList` has read them. */
	readonly filter?: FilterRules;
}

/** The policy of `crawl@1`. */
export const CRAWL_POLICY = {
	base: "whatwg",
	fetch: { fragment: "spa", textDirective: "drop" },
	key: {
		hostDot: "drop",
		sessions: "sessions@1",
		query: { emptyPairs: "drop", lists: ["tracking@1"], sort: "name" },
		emptyQuery: "drop",
		textDirective: "drop",
		fragment: "spa",
	},
} as const satisfies Policy;
