/** The lists that the rules of a query name, in their order. */
import { itemsIn, type PlainKeyRules, type PlainListUse, type PlainPolicy } from "../schema/plain";
import type { Policy } from "../schema/policy";
import type { QueryRules } from "../schema/registry";

export function namedLists({ lists = [] }: Pick<QueryRules, "lists"> = {}): readonly string[] {
	return usedLists({ lists }).map(listName);
}

/** The lists with what is taken of each. */
export function usedLists({ lists = [] }: Pick<QueryRules, "lists"> = {}): readonly PlainListUse[] {
	return itemsIn(typeof lists === "object" && "only" in lists ? lists.only : lists);
}

export function listName(list: PlainListUse): string {
	return typeof list === "string" ? list : list.name;
}

/** The rules of a key for all hosts, then those of each site. */
export function keysOf({ key, sites }: PlainPolicy): PlainKeyRules[] {
	return [key ?? {}, ...(sites ?? []).map((site) => site.key)];
}

/** The lists that a policy names: for the key on all hosts and on some, then for the URL to fetch. */
export function listsNamedBy(policy: Policy | PlainPolicy): ReadonlySet<string> {
	const naming = queriesOf(policy).filter((query) => query?.lists !== undefined);
	return new Set(naming.flatMap((query) => namedLists(query)));
}

/** The sentence for lists that a policy names and nobody brings, one at least. */
export function notGiven(names: readonly string[]): string {
	const shown = names.map((name) => `"${name}"`).join(", ");
	return names.length === 1
		? `The policy names the list ${shown}, which is not given`
		: `The policy names the lists ${shown}, which are not given`;
}

/** The rules of queries: those of the key on all hosts and on some, then those of the URL to fetch. */
export function queriesOf({ fetch, key, sites = [] }: Policy | PlainPolicy): (Pick<QueryRules, "lists"> | undefined)[] {
	return [key?.query, ...sites.map((site) => site.key?.query), fetch?.query];
}
