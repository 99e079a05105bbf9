/** Policies in their one form: what is written as a string or with `true` is a list, or a word. */
import type { OneOrMore, Parameter, ParameterEntry, PathParameter } from "./parameter";
import type { ParameterList, Policy, Rewrite } from "./policy";
import type { FetchRules, IndexName, KeyRules, ListUse, QueryRules } from "./registry";

/** The value of `pathParams` that stands for all. */
export const ALL_PARAMETERS = "drop";

const ENTRY_LISTS = ["values", "hosts", "exceptHosts", "paths", "exceptPaths", "exceptPath"] as const;

type EntryList = (typeof ENTRY_LISTS)[number];

export type PlainEntry = Omit<ParameterEntry, EntryList> & { readonly [Member in EntryList]?: readonly string[] };
export type PlainParameter = string | PlainEntry;

/** A list by its name or, where a policy takes more of it than its rules, with the options that say so. */
export type PlainListUse = string | ListUse;

export interface PlainQueryRules extends Omit<QueryRules, "drop" | "only" | "remove" | "keep" | "lists"> {
	readonly drop?: "keep" | "drop";
	readonly only?: readonly PlainParameter[];
	readonly remove?: readonly PlainParameter[];
	readonly keep?: readonly PlainParameter[];
	readonly lists?: readonly PlainListUse[] | { readonly only: readonly PlainListUse[] };
}

export interface PlainKeyRules extends Omit<KeyRules, "hostLabels" | "pathParams" | "index" | "query"> {
	readonly hostLabels?: readonly string[];
	readonly pathParams?: "drop" | readonly PlainParameter[];
	readonly index?: readonly IndexName[];
	readonly query?: PlainQueryRules;
}

export interface PlainSite {
	readonly hosts: readonly string[];
	readonly paths?: readonly string[];
	readonly exceptPaths?: readonly string[];
	readonly key: PlainKeyRules;
	readonly rewrite?: readonly Rewrite[];
}

type PlainFetchQuery = Pick<PlainQueryRules, "remove" | "keep" | "lists">;

export interface PlainFetchRules extends Omit<FetchRules, "query" | "rewrite"> {
	readonly query?: PlainFetchQuery;
	readonly rewrite?: readonly string[];
}

export interface PlainPolicy extends Omit<Policy, "fetch" | "key" | "sites"> {
	readonly fetch?: PlainFetchRules;
	readonly key?: PlainKeyRules;
	readonly sites?: readonly PlainSite[];
}

export interface PlainList extends Omit<ParameterList, "params" | "exempt"> {
	readonly params: readonly PlainParameter[];
	readonly exempt: readonly string[];
}

/** The one form of a policy that was checked. */
export function plainPolicy({ fetch, key, sites, ...policy }: Policy): PlainPolicy {
	return {
		...policy,
		...(fetch !== undefined && { fetch: plainFetch(fetch) }),
		...(key !== undefined && { key: plainKey(key) }),
		...(sites !== undefined && {
			sites: sites.map((site) => ({ ...withLists(site, ["hosts", "paths", "exceptPaths"]), key: plainKey(site.key ?? {}) })),
		}),
	} as unknown as PlainPolicy;
}

/** The one form of a list that was checked. */
export function plainList<List extends ParameterList>(list: List): List & PlainList {
	return { ...list, params: entriesIn(list.params), exempt: itemsIn(list.exempt) };
}

function plainFetch(fetch: FetchRules): PlainFetchRules {
	return {
		...withLists(fetch, ["rewrite"]),
		...(fetch.query !== undefined && { query: plainQuery(fetch.query) }),
	} as PlainFetchRules;
}

function plainKey({ pathParams, query, ...key }: KeyRules): PlainKeyRules {
	return {
		...withLists(key, ["hostLabels", "index"]),
		...(pathParams !== undefined && { pathParams: pathParams === ALL_PARAMETERS ? pathParams : entriesIn(pathParams) }),
		...(query !== undefined && { query: plainQuery(query) }),
	} as PlainKeyRules;
}

function plainQuery({ drop, lists, ...query }: QueryRules): PlainQueryRules {
	const entries = (["only", "remove", "keep"] as const).flatMap((member) => {
		const value = query[member];
		return value === undefined ? [] : [[member, entriesIn(value)] as const];
	});
	return {
		...query,
		...(drop !== undefined && { drop: typeof drop === "string" ? drop : drop ? "drop" : "keep" }),
		...Object.fromEntries(entries),
		...(lists !== undefined && { lists: isOnly(lists) ? { only: usesIn(lists.only) } : usesIn(lists) }),
	} as PlainQueryRules;
}

function isOnly(lists: NonNullable<QueryRules["lists"]>): lists is { readonly only: OneOrMore<string | ListUse> } {
	return typeof lists === "object" && !Array.isArray(lists);
}

/** Lists without what is the default: one that has no more is its name. */
function usesIn(lists: OneOrMore<string | ListUse>): readonly PlainListUse[] {
	return itemsIn(lists).map((list) => {
		if (typeof list === "string") return list;
		const { name, raw, redirections, referral } = list;
		if (!raw && !redirections && referral !== "drop") return name;
		return { name, ...(raw && { raw }), ...(redirections && { redirections }), ...(referral === "drop" && { referral }) };
	});
}

function entriesIn(entries: OneOrMore<Parameter | PathParameter>): readonly PlainParameter[] {
	return itemsIn(entries).map((entry) => (typeof entry === "string" ? entry : (withLists(entry, ENTRY_LISTS) as PlainEntry)));
}

/** The list that a value is, or the list of it. */
export function itemsIn<Item>(value: OneOrMore<Item>): readonly (Item | string)[] {
	return typeof value === "string" ? [value] : value;
}

/** An object with lists for these members, where it has them. */
function withLists(value: object, members: readonly string[]): object {
	const changed = Object.entries(value).flatMap(([name, item]) =>
		typeof item === "string" && members.includes(name) ? [[name, [item]] as const] : [],
	);
	return { ...value, ...Object.fromEntries(changed) };
}
