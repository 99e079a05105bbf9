/** Faults of the lists that a policy names: one name with different options, and what no site with paths can have. */
import type { Fault } from "../schema/check-schema";
import type { PlainListUse, PlainPolicy, PlainQueryRules } from "../schema/plain";
import { listName, usedLists } from "./named-lists";

/** Members of a list that change more than the query. */
const OF_KEYS = ["raw", "redirections"] as const;

export function listFaults({ fetch, key, sites = [] }: PlainPolicy): Fault[] {
	return [
		...faultsIn(fetch?.query, "/fetch/query/lists"),
		...faultsIn(key?.query, "/key/query/lists"),
		...sites.flatMap(({ paths, exceptPaths, key }, index) =>
			faultsIn(key.query, `/sites/${index}/key/query/lists`, paths !== undefined || exceptPaths !== undefined),
		),
	];
}

function faultsIn(query: PlainQueryRules | undefined, place: string, hasPaths = false): Fault[] {
	const isOnly = query?.lists !== undefined && "only" in query.lists;
	const uses = usedLists(query);
	return uses.flatMap((use, index) => {
		const path = `${place}${isOnly ? "/only" : ""}/${index}`;
		return [...(hasPaths ? ofPaths(use, path) : []), ...contradiction(use, uses.slice(0, index), path)];
	});
}

/** Keys are rewritten by hosts, whose sites have all rewrites. */
function ofPaths(use: PlainListUse, path: string): Fault[] {
	if (typeof use === "string") return [];
	return OF_KEYS.filter((member) => use[member]).map((member) => ({
		path: `${path}/${member}`,
		message: `${path}/${member} stands in /key and in sites without paths; leave it out here`,
	}));
}

/** The fault of a list that is named before with other options. */
function contradiction(use: PlainListUse, before: readonly PlainListUse[], path: string): Fault[] {
	const other = before.find((earlier) => listName(earlier) === listName(use));
	if (other === undefined || JSON.stringify(other) === JSON.stringify(use)) return [];
	return [{ path, message: `${path} names the list "${listName(use)}" again, with other options; name it once` }];
}
