/** From the members of a policy's `key` to what the kernel reads: bits of rules, groups of entries. */
import { KeyRule } from "../../../assembly/policy/key-rules";
import { Role } from "../../../assembly/policy/program";
import { SESSION_NAMES } from "../lists/sessions";
import { TRACKING } from "../lists/tracking";
import { type FilterRule, groupsOfFilter, type UrlTest } from "../schema/filter";
import type { FetchRules, KeyRules, Parameter, ParameterList, QueryRules } from "../schema/policy";
import { namedLists } from "./named-lists";

/** A group of entries: the array that they come from, what becomes of their pieces, and what is exempt. */
export interface EntryGroup {
	readonly entries: readonly Parameter[] | typeof SESSION_NAMES | readonly FilterRule[];
	readonly role: Role;
	/** What explanations call it. */
	readonly step: Origin["step"];
	/** The list that it is of. */
	readonly list?: string;
	/** Hosts, and URLs. */
	readonly exempt?: readonly string[];
	readonly exceptions?: readonly UrlTest[];
}

/** What an entry of a program was made from: the kind of its step, its list, and its name there. */
export interface Origin {
	readonly step: "keep" | "only" | "remove" | "session-query" | "list";
	/** Undefined unless the step is `list`. */
	readonly list?: string;
	/** The name as the policy or list has it; `L12` for a line of `removeparam`; `PROVIDER/RULE` for ClearURLs. */
	readonly entry: string;
}

/** `key` with the members of a site's put over it. */
export function overridden(key: KeyRules, site: KeyRules): KeyRules {
	if (site.query === undefined) return { ...key, ...site };
	return { ...key, ...site, query: { ...key.query, ...site.query } };
}

/** The rules of a key as bits. The key runs the fragment rules by the stronger of what `fetch` and `key` say. */
export function keyRules(key: KeyRules, fetch: FetchRules): number {
	const query = key.query ?? {};
	const bits = [
		[key.scheme === "https", KeyRule.SCHEME_FOLD],
		[key.userinfo === "drop", KeyRule.USERINFO_DROP],
		[key.hostDot === "drop", KeyRule.HOST_DOT],
		[key.www === "drop", KeyRule.HOST_WWW],
		[key.sessions === "sessions@1", KeyRule.SESSION_PATH],
		[key.slashes === "collapse", KeyRule.SLASHES],
		[(key.index?.length ?? 0) > 0, KeyRule.INDEX],
		[key.trailingSlash === "drop", KeyRule.TRAILING_SLASH],
		[query.drop === true, KeyRule.QUERY_DROP],
		[query.emptyValue === "fold", KeyRule.EMPTY_VALUE],
		[query.emptyPairs === "drop", KeyRule.EMPTY_PAIRS],
		[query.duplicates === "drop-equal", KeyRule.DUPLICATES],
		[query.sort === "name", KeyRule.SORT_NAME],
		[query.sort === "name-value", KeyRule.SORT_NAME_VALUE],
		[key.emptyQuery === "drop", KeyRule.EMPTY_QUERY],
	] as const;
	return bits.reduce((rules, [isOn, rule]) => rules | (isOn ? rule : 0), fragmentRules(key) | fragmentRules(fetch));
}

/** The fragment rules as bits. Where both are set, FRAGMENT_DROP decides. */
export function fragmentRules({ fragment, textDirective }: FetchRules): number {
	const rule = fragment === "drop" ? KeyRule.FRAGMENT_DROP : fragment === "spa" ? KeyRule.FRAGMENT_SPA : 0;
	return rule | (textDirective === "drop" ? KeyRule.TEXT_DIRECTIVE : 0);
}

/** The groups of a key, in the order in which they decide about a piece. */
export function groupsOf(key: KeyRules, lists: readonly ParameterList[]): EntryGroup[] {
	const query: QueryRules = key.query ?? {};
	const groups: EntryGroup[] = [];
	if (query.keep !== undefined) groups.push({ entries: query.keep, role: Role.KEEP, step: "keep" });
	if (query.only !== undefined) groups.push({ entries: query.only, role: Role.ONLY, step: "only" });
	if (query.remove !== undefined) groups.push({ entries: query.remove, role: Role.REMOVE, step: "remove" });
	if (key.sessions === "sessions@1") groups.push({ entries: SESSION_NAMES, role: Role.SESSION, step: "session-query" });
	for (const name of new Set(namedLists(query))) {
		const list = name === TRACKING.name ? TRACKING : lists.find((candidate) => candidate.name === name);
		if (list !== undefined) groups.push(...groupsOfList(list));
	}
	return groups;
}

function groupsOfList({ name, params, exempt, filter = [] }: ParameterList): EntryGroup[] {
	const common = { role: Role.REMOVE, step: "list", list: name } as const;
	const filters = groupsOfFilter(filter).map(({ rules, exceptions }) => ({ ...common, entries: rules, exempt, exceptions }));
	return [...(params.length > 0 ? [{ ...common, entries: params, exempt }] : []), ...filters];
}
