/** Policies: which URL a crawler fetches, and which URLs count as the same page. */
import type { FilterRules } from "./filter";

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
}

/** Rules for the URL that is fetched. They can only leave out what is never sent. */
export interface FetchRules {
	readonly fragment?: "keep" | "drop" | "spa";
	readonly textDirective?: "keep" | "drop";
}

/** The rules of a key. */
export interface KeyRules extends FetchRules {
	readonly scheme?: "keep" | "https";
	readonly userinfo?: "keep" | "drop";
	readonly hostDot?: "keep" | "drop";
	readonly www?: "keep" | "drop";
	readonly sessions?: "keep" | "sessions@1";
	readonly slashes?: "keep" | "collapse";
	readonly index?: readonly (string | { readonly name: string })[];
	readonly trailingSlash?: "keep" | "drop";
	readonly query?: QueryRules;
	readonly emptyQuery?: "keep" | "drop";
}

/** The rules of a key's query. */
export interface QueryRules {
	readonly drop?: boolean;
	readonly emptyValue?: "keep" | "fold";
	readonly emptyPairs?: "keep" | "drop";
	/** The only names to keep. */
	readonly only?: readonly Parameter[];
	/** Names to remove. */
	readonly remove?: readonly Parameter[];
	/** Names to keep, even if another rule removes them. */
	readonly keep?: readonly Parameter[];
	/**
	 * Names of lists: `tracking@1`, and those given as the option `lists`. On `crawl@1` they join its `tracking@1`, behind it, unless
	 * they are given as `only`.
	 */
	readonly lists?: readonly string[] | { readonly only: readonly string[] };
	readonly duplicates?: "keep" | "drop-equal";
	readonly sort?: "keep" | "name" | "name-value";
}

/** A parameter's name, which has no star, or a name with conditions, in which a star is a star. */
export type Parameter =
	| string
	| {
			readonly name: string;
			readonly match?: "exact" | "prefix";
			readonly ignoreCase?: boolean;
			/** Applies only to these hosts and those below them. */
			readonly hosts?: readonly string[];
			readonly exceptHosts?: readonly string[];
			/** Does not apply if host and path contain one of these texts. */
			readonly exceptPath?: readonly string[];
	  };

/** A list of parameters that a policy names in `query.lists`. */
export interface ParameterList {
	readonly name: string;
	readonly params: readonly Parameter[];
	/** Hosts from which the list removes nothing. */
	readonly exempt: readonly string[];
	/** The rules of a filter list, as `readList` has read them. */
	readonly filter?: FilterRules;
}

/** The name in an entry. */
export function nameOf(entry: string | { readonly name: string }): string {
	return typeof entry === "string" ? entry : entry.name;
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
