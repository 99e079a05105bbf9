/** The lists that the rules of a query name, in their order. */
import type { QueryRules } from "./policy";

export function namedLists({ lists = [] }: QueryRules = {}): readonly string[] {
	return "only" in lists ? lists.only : lists;
}
