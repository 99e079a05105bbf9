/** Policies in their one form: what is written as a string or with `true` is a list, or a word. */
import type { OneOrMore, Parameter, ParameterEntry, PathParameter } from "./parameter";
import type { ParameterList, Policy, Rewrite, Site } from "./policy";
import type { FetchRules, IndexName, KeyRules, ListUse, QueryRules } from "./registry";

/** The value of `pathParams` that stands for all. */
export const ALL_PARAMETERS = "drop";

const ENTRY_LISTS = ["values", "hosts", "exceptHosts", "paths", "exceptPaths", "exceptPath"] as const;

const ENTRIES = ["only", "remove", "keep"] as const;

/** A copy of an object, before it has its one form. */
type Copy = { [member: string]: unknown };

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

/** The one form of a policy that was checked: a copy, but for texts and lists of texts. */
export function plainPolicy({ fetch, key, sites, ...policy }: Policy): PlainPolicy {
	return {
		...policy,
		...(fetch !== undefined && { fetch: plainFetch(fetch) }),
		...(key !== undefined && { key: plainKey(key) }),
		...(sites !== undefined && { sites: sites.map(plainSite) }),
	} as unknown as PlainPolicy;
}

function plainSite(site: Site): PlainSite {
	const plain = withLists(site, ["hosts", "paths", "exceptPaths"]);
	plain.key = plainKey(site.key ?? {});
	return plain as unknown as PlainSite;
}

/** The one form of a list that was checked. */
export function plainList<List extends ParameterList>(list: List): List & PlainList {
	return { ...list, params: entriesIn(list.params), exempt: itemsIn(list.exempt) };
}

function plainFetch(fetch: FetchRules): PlainFetchRules {
	const plain = withLists(fetch, ["rewrite"]);
	if (fetch.query !== undefined) plain.query = plainQuery(fetch.query);
	return plain as PlainFetchRules;
}

function plainKey(key: KeyRules): PlainKeyRules {
	const { pathParams, query } = key;
	const plain = withLists(key, ["hostLabels", "index"]);
	if (pathParams !== undefined && pathParams !== ALL_PARAMETERS) plain.pathParams = entriesIn(pathParams);
	if (query !== undefined) plain.query = plainQuery(query);
	return plain as PlainKeyRules;
}

function plainQuery(query: QueryRules): PlainQueryRules {
	const plain: Copy = { ...query };
	const { drop, lists } = query;
	if (typeof drop === "boolean") plain.drop = drop ? "drop" : "keep";
	for (const member of ENTRIES) if (query[member] !== undefined) plain[member] = entriesIn(query[member]);
	if (lists !== undefined) plain.lists = isOnly(lists) ? { only: usesIn(lists.only) } : usesIn(lists);
	return plain as PlainQueryRules;
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

/** A copy of an object, with lists for these members, where it has them. */
function withLists(value: object, members: readonly string[]): Copy {
	const copy: Copy = { ...value };
	for (const name of members) {
		const item = copy[name];
		if (typeof item === "string") copy[name] = [item];
	}
	return copy;
}
