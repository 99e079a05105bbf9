/** The lists that the rules of a query name, in their order. */
import { itemsIn, type PlainKeyRules, type PlainPolicy } from "../schema/plain";
import type { Policy } from "../schema/policy";
import type { QueryRules } from "../schema/registry";

export function namedLists({ lists = [] }: Pick<QueryRules, "lists"> = {}): readonly string[] {
	return itemsIn(typeof lists === "object" && "only" in lists ? lists.only : lists);
}

/** The rules of a key for all hosts, then those of each site. */
export function keysOf({ key, sites }: PlainPolicy): PlainKeyRules[] {
	return [key ?? {}, ...(sites ?? []).map((site) => site.key)];
}

/** The lists that a policy names: for the key on all hosts and on some, then for the URL to fetch. */
export function listsNamedBy({ fetch, key, sites = [] }: Policy | PlainPolicy): ReadonlySet<string> {
	return new Set([key?.query, ...sites.map((site) => site.key?.query), fetch?.query].flatMap((query) => namedLists(query)));
}
