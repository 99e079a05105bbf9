/** The rules of filter lists, whatever their format. */
import type { Regex } from "../regex/regex";

/** The place of a rule in its list: a line, or a JSON Pointer. */
export interface ListPlace {
	readonly line: number;
	readonly path: string;
	readonly text: string;
}

/** The test for the pieces of a query that a rule is about. */
export type PieceTest =
	/** Pieces with a name: its octets, in lower case where case is ignored. */
	| {
			readonly kind: "name";
			readonly name: readonly number[];
			/** Other names. */
			readonly others?: readonly (readonly number[])[];
			readonly ignoreCase: boolean;
			readonly isNegated: boolean;
			/** The name as the query has it, in octets: no other spelling of it counts. */
			readonly raw?: readonly number[];
	  }
	/** Pieces in which an expression finds a match: it sees the piece, decoded. */
	| { readonly kind: "regex"; readonly regex: Regex; readonly isNegated: boolean }
	| { readonly kind: "any" };

/** The URLs to which a rule or an exception applies: those that pass all tests. Without tests, all URLs. */
export interface UrlTest {
	/** A host, in lower case: that host and all below. */
	readonly host?: string;
	/** Names of hosts as the list has them, as in scopes of policies. */
	readonly hosts?: readonly string[];
	readonly exceptHosts?: readonly string[];
	/** Hosts besides `hosts`, and besides `exceptHosts`, as patterns of URLs. */
	readonly hostPattern?: Regex;
	readonly exceptPattern?: Regex;
	/** Texts with one of which the host begins at one of its labels, after labels of letters, digits and hyphens, and the path goes on. */
	readonly hostTexts?: readonly string[];
	/** Patterns of paths: a prefix, in which "*" is any run. */
	readonly paths?: readonly string[];
	/** Searched for in the text of assembly/policy/url-text.ts. */
	readonly pattern?: Regex;
	/** The place of an exception in its list, for explanations. */
	readonly source?: ListPlace;
	/** An exception that cannot be taken as it stands: it has no tests, and the list's reports name it. */
	readonly isReported?: true;
}

/** A rule that removes pieces of queries. */
export interface FilterRule {
	/** Its name in explanations: `L12` for a line, `PROVIDER/RULE` for ClearURLs. */
	readonly entry: string;
	readonly piece: PieceTest;
	readonly url: UrlTest;
	/** URLs that it does not apply to: rules with the same exceptions share the array. */
	readonly exceptions: readonly UrlTest[];
	/** The exceptions of its group do not apply to it. */
	readonly isImportant?: boolean;
	/** The ordinal of its provider in the list, from 1. The first provider that removes a piece ends the turn of its list. */
	readonly provider?: number;
	/** It is about referral marketing, which only some uses of the list take. */
	readonly isReferral?: boolean;
}

/** A rule that edits a key: the URL inside takes its place, or what the expression finds goes. */
export interface FilterRewrite {
	/** Its name in explanations: `PROVIDER/EXPRESSION`. */
	readonly entry: string;
	readonly kind: "redirections" | "raw";
	/** With its first group. */
	readonly regex: Regex;
	readonly url: UrlTest;
	readonly exceptions: readonly UrlTest[];
}

/** Rules of a list, and URLs to which none of them applies but important ones. */
export interface FilterGroup {
	readonly rules: readonly FilterRule[];
	readonly exceptions: readonly UrlTest[];
	/** The rules and those of referral marketing, in their order: only the format of ClearURLs has them. */
	readonly withReferrals?: readonly FilterRule[];
	/** In the order in which they are asked. */
	readonly rewrites?: readonly FilterRewrite[];
}

/** The rules of a list, opaque to callers: `readList` creates them, the policy compiler reads them. */
export interface FilterRules extends Iterable<object> {}

/** The groups of a list. */
export function groupsOfFilter(rules: FilterRules): readonly FilterGroup[] {
	return rules as readonly FilterGroup[];
}

/** A host name that is compared octet for octet: no `www.`, nothing that could be read as an address. */
export function isPlainHost(host: string): boolean {
	return /^(?!www\.)(?:[a-z0-9_-]+\.)*(?![0-9]+$|0x[0-9a-f]*$)[a-z0-9_-]+$/.test(host);
}
