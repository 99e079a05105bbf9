/** The lists that the rules of a query name, in their order. */
import type { Policy } from "../schema/policy";
import type { KeyRules, QueryRules } from "../schema/registry";

export function namedLists({ lists = [] }: QueryRules = {}): readonly string[] {
	return "only" in lists ? lists.only : lists;
}

/** The rules of a key for all hosts, then those of each site. */
export function keysOf({ key, sites }: Policy): KeyRules[] {
	return [key ?? {}, ...(sites ?? []).map((site) => site.key)];
}

/** The lists that a policy names, on all hosts and on some. */
export function listsNamedBy(policy: Policy): ReadonlySet<string> {
	return new Set(keysOf(policy).flatMap(({ query }) => namedLists(query)));
}
