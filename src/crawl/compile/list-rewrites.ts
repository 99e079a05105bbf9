/** The rules of lists that edit keys, as far as a policy takes them: assembly/policy/rewrite/listed.ts runs them. */
import { usedLists } from "../policy/named-lists";
import { type FilterRewrite, groupsOfFilter } from "../schema/filter";
import type { PlainList, PlainPolicy, PlainQueryRules } from "../schema/plain";

/** A rule of a list that edits keys. */
export interface ListRewrite extends FilterRewrite {
	readonly list: string;
}

/** The rules that the lists of a query have, by what the query says of them: those of the key, then those of each site. */
export function listRewrites(
	{ key, sites = [] }: PlainPolicy,
	lists: readonly PlainList[],
): ReadonlyMap<string, readonly ListRewrite[]> {
	const queries = [key?.query, ...sites.map((site) => site.key.query)];
	const byUses = new Map(queries.map((query) => [usesId(query), query]));
	return new Map(Array.from(byUses, ([id, query]) => [id, rewritesOf(query, lists)]));
}

/** Identifies what a query says of its lists. */
export function usesId(query: Pick<PlainQueryRules, "lists"> | undefined): string {
	return query?.lists === undefined ? NO_LISTS : JSON.stringify(usedLists(query));
}

const NO_LISTS = JSON.stringify([]);

/** The name of a rule in explanations. */
export function listRewriteLabel({ kind, list, entry }: ListRewrite): string {
	return `${kind === "raw" ? "rewrite" : "unwrap"}:${list}:${entry}`;
}

function rewritesOf(query: Pick<PlainQueryRules, "lists"> | undefined, lists: readonly PlainList[]): ListRewrite[] {
	return usedLists(query).flatMap((use) => {
		if (typeof use === "string") return [];
		const { filter = [] } = lists.find(({ name }) => name === use.name) ?? {};
		return groupsOfFilter(filter).flatMap(({ rewrites = [] }) =>
			rewrites.flatMap((rewrite) => (use[rewrite.kind] ? [{ ...rewrite, list: use.name }] : [])),
		);
	});
}
