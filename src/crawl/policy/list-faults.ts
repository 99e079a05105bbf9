/** Faults of the lists that a policy names: one name with different options. */
import type { Fault } from "../schema/check-schema";
import type { PlainListUse, PlainPolicy, PlainQueryRules } from "../schema/plain";
import { listName, usedLists } from "./named-lists";

export function listFaults({ fetch, key, sites = [] }: PlainPolicy): Fault[] {
	return [
		...faultsIn(fetch?.query, "/fetch/query/lists"),
		...faultsIn(key?.query, "/key/query/lists"),
		...sites.flatMap((site, index) => faultsIn(site.key.query, `/sites/${index}/key/query/lists`)),
	];
}

const NONE: readonly Fault[] = [];

function faultsIn(query: PlainQueryRules | undefined, place: string): readonly Fault[] {
	if (query?.lists === undefined) return NONE;
	const isOnly = "only" in query.lists;
	const uses = usedLists(query);
	return uses.flatMap((use, index) => contradiction(use, uses.slice(0, index), `${place}${isOnly ? "/only" : ""}/${index}`));
}

/** The fault of a list that is named before with other options. */
function contradiction(use: PlainListUse, before: readonly PlainListUse[], path: string): Fault[] {
	const other = before.find((earlier) => listName(earlier) === listName(use));
	if (other === undefined || JSON.stringify(other) === JSON.stringify(use)) return [];
	return [{ path, message: `${path} names the list "${listName(use)}" again, with other options; name it once` }];
}
