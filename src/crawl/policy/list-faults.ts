/** Faults of the lists that a policy names: one name with different options. */
import type { Fault } from "../schema/check-schema";
import type { PlainListUse, PlainPolicy, PlainQueryRules } from "../schema/plain";
import { listName, usedLists } from "./named-lists";

/** Members of a list that change more than the query. */
const OF_KEYS = ["raw", "redirections"] as const;

export function listFaults({ fetch, key, sites = [] }: PlainPolicy): Fault[] {
	return [
		...faultsIn(fetch?.query, "/fetch/query/lists"),
		...faultsIn(key?.query, "/key/query/lists"),
		...sites.flatMap((site, index) => faultsIn(site.key.query, `/sites/${index}/key/query/lists`)),
	];
}

function faultsIn(query: PlainQueryRules | undefined, place: string): Fault[] {
	const isOnly = query?.lists !== undefined && "only" in query.lists;
	const uses = usedLists(query);
	return uses.flatMap((use, index) => {
		const path = `${place}${isOnly ? "/only" : ""}/${index}`;
		return [...unsupported(use, path), ...contradiction(use, uses.slice(0, index), path)];
	});
}

function unsupported(use: PlainListUse, path: string): Fault[] {
	if (typeof use === "string") return [];
	return OF_KEYS.filter((member) => use[member]).map((member) => ({
		path: `${path}/${member}`,
		message: `${path}/${member} is not supported yet; leave it out, or write false`,
	}));
}

/** The fault of a list that is named before with other options. */
function contradiction(use: PlainListUse, before: readonly PlainListUse[], path: string): Fault[] {
	const other = before.find((earlier) => listName(earlier) === listName(use));
	if (other === undefined || JSON.stringify(other) === JSON.stringify(use)) return [];
	return [{ path, message: `${path} names the list "${listName(use)}" again, with other options; name it once` }];
}
