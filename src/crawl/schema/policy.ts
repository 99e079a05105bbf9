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
	 * The normal form that rules act on; the default is `rfc3986`. With a profile, the rules of it, and the members of the policy override
	 * them, one by one; in `query`, too.
	 */
	readonly base?: "rfc3986" | "whatwg" | "crawl@1" | "share@1";
	/** White space that goes from both ends of a reference: that of the URL Standard, the default, or also that of Unicode. */
	readonly trim?: "url" | "unicode";
	readonly fetch?: FetchRules;
	readonly key?: KeyRules;
	/** Other rules for some hosts. For each member, the last match wins. */
	readonly sites?: readonly Site[];
	/** Other URLs for some URLs, which keys become after all rules. The first that matches and can act, acts. */
	readonly rewrite?: readonly Rewrite[];
	/** Conditions that must hold under the policy. They change no key, and are not part of the identity. */
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
	/** May be left out beside `rewrite`. */
	readonly key?: SiteRules;
	/** They come after those of the policy. */
	readonly rewrite?: readonly Rewrite[];
}

export interface PathSite {
	readonly hosts: OneOrMore<string>;
	/** Patterns of paths: a beginning, in which `*` is any run and a final `$` the end. */
	readonly paths?: OneOrMore<string>;
	readonly exceptPaths?: OneOrMore<string>;
	readonly key: PathRules;
}

/** One URL pattern to another URL, or to the URL inside. */
export type Rewrite = RewriteTo | RewriteInside;

interface RewritePattern {
	/** Its name in explanations. The default is `from`. */
	readonly name?: string;
	/**
	 * A URL Pattern of scheme, host and path: `https://` for both schemes, `:name` for a segment or label, one `*` in the host and one in the
	 * path, `{…}?` for what may be absent. One that begins with `/` is about every host, or those of the site.
	 */
	readonly from: string;
}

export interface RewriteTo extends RewritePattern {
	/** A path, or a URL if scheme and host change, with groups of `from`; its query comes before that of the URL. */
	readonly to: string;
	readonly unwrap?: undefined;
}

export interface RewriteInside extends RewritePattern {
	/** The URL that is the value of a parameter, or the rest of the path from `*` on. */
	readonly unwrap: { readonly query: string; readonly path?: undefined } | { readonly path: "*"; readonly query?: undefined };
	readonly to?: undefined;
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

const CRAWL_KEY = {
	hostDot: "drop",
	sessions: "sessions@1",
	query: { emptyPairs: "drop", lists: ["tracking@1"], sort: "name" },
	emptyQuery: "drop",
	textDirective: "drop",
	fragment: "spa",
} as const satisfies KeyRules;

/** The policy of `crawl@1`. */
export const CRAWL_POLICY = {
	base: "whatwg",
	fetch: { fragment: "spa", textDirective: "drop" },
	key: CRAWL_KEY,
} as const satisfies Policy;

/** Profiles that a policy may be based on. */
export type BaseProfile = Exclude<NonNullable<Policy["base"]>, "rfc3986" | "whatwg">;

/** The policy of `share@1`: `crawl@1`, whose fetch form leaves out the parameters of `tracking@1`. */
export const SHARE_POLICY = {
	base: "whatwg",
	fetch: { fragment: "spa", textDirective: "drop", query: { lists: ["tracking@1"] } },
	key: CRAWL_KEY,
} as const satisfies Policy;

/** The profiles whose rules are a policy's, so that another policy may be based on them. */
export const BASE_POLICIES: { readonly [id in BaseProfile]: Policy } = { "crawl@1": CRAWL_POLICY, "share@1": SHARE_POLICY };

/** Whether a base is a profile. */
export function isProfile(base: Policy["base"]): base is BaseProfile {
	return base !== undefined && Object.hasOwn(BASE_POLICIES, base);
}
