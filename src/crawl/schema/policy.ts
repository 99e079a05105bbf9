/** Policies: which URL a crawler fetches, and which URLs count as the same page. */
import type { FilterRules } from "./filter";
import type { Parameter } from "./parameter";
import type { FetchRules, KeyRules } from "./registry";

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
	readonly fetch?: FetchRules;
	readonly key?: KeyRules;
	/** Other rules for some hosts. For each member, the last match wins. */
	readonly sites?: readonly { readonly hosts: readonly string[]; readonly key: KeyRules }[];
	/** What must hold under the policy. It changes no key, and is no part of the identity. */
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
export const CRAWL_POLICY: Policy = {
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
};
