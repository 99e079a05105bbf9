/** Converts the members of a policy's `key` for the kernel: bits of rules, groups of entries. */
import { Role } from "../../../assembly/policy/program";
import { SESSION_NAMES } from "../lists/sessions";
import { TRACKING } from "../lists/tracking";
import { type FilterRule, groupsOfFilter, type UrlTest } from "../schema/filter";
import {
	ALL_PARAMETERS,
	type PlainFetchRules,
	type PlainKeyRules,
	type PlainList,
	type PlainListUse,
	type PlainParameter,
	type PlainQueryRules,
} from "../schema/plain";
import { type FragmentRules, KEY_RULES, QUERY } from "../schema/registry";
import { listName, usedLists } from "./named-lists";

/** A group of entries: the array that they come from, the fate of their pieces, and exemptions. */
export interface EntryGroup {
	readonly entries: readonly PlainParameter[] | typeof SESSION_NAMES | readonly FilterRule[];
	readonly role: Role;
	/** Its name in explanations. */
	readonly step: Origin["step"];
	/** The list that it is of. */
	readonly list?: string;
	/** Hosts, and URLs. */
	readonly exempt?: readonly string[];
	readonly exceptions?: readonly UrlTest[];
}

/** The source of an entry of a program: the kind of its step, its list, and its name there. */
export interface Origin {
	readonly step: "keep" | "only" | "remove" | "session-query" | "list" | "path-params";
	/** Undefined unless the step is `list`. */
	readonly list?: string;
	/** The name as the policy or list has it; `L12` for a line of `removeparam`; `PROVIDER/RULE` for ClearURLs. */
	readonly entry: string;
}

/** `key` with the members of a site's put over it. */
export function overridden<Rules extends PlainKeyRules | PlainFetchRules>(key: Rules, site: Rules): Rules {
	if (site.query === undefined) return { ...key, ...site };
	return { ...key, ...site, query: { ...key.query, ...site.query } };
}

/** The rules of a key as bits. The key runs the fragment rules by the stronger of `fetch` and `key`. */
export function keyRules(key: PlainKeyRules, fetch: FragmentRules): number {
	return statedRules(key) | sentRules(fetch);
}

/** The rules of the URL to fetch as bits: those of its fragment. */
export function sentRules({ fragment, textDirective }: FragmentRules): number {
	return statedRules({ ...(fragment && { fragment }), ...(textDirective && { textDirective }) });
}

type BitsByMember = ReadonlyMap<string, { readonly [value: string]: number }>;

/** The bits of the values of each member of a key, and of its query. */
const KEY_BITS = bitsByMember((member) => (member.startsWith(QUERY) ? undefined : member));
const QUERY_BITS = bitsByMember((member) => (member.startsWith(QUERY) ? member.slice(QUERY.length) : undefined));

function bitsByMember(nameOf: (member: string) => string | undefined): BitsByMember {
	const rows = KEY_RULES.flatMap(({ member, values, byPiece }) => {
		const name = byPiece || typeof member !== "string" ? undefined : nameOf(member);
		return name === undefined ? [] : [[name, values] as const];
	});
	return new Map(rows);
}

/** The rules that members state, as bits. Where both of the fragment are set, FRAGMENT_DROP decides. */
export function statedRules(key: PlainKeyRules): number {
	return bitsIn(key, KEY_BITS) | (key.query === undefined ? 0 : bitsIn(key.query, QUERY_BITS));
}

/** Asks for the members that are there: most keys have few. */
function bitsIn(members: object, bitsOf: BitsByMember): number {
	let bits = 0;
	for (const [name, value] of Object.entries(members)) bits |= bitsOf.get(name)?.[wordOf(name, value)] ?? 0;
	return bits;
}

/** The value of a member as rows name it. */
function wordOf(name: string, value: unknown): string {
	if (typeof value === "object") return Object.keys(value as object).length > 0 ? "a list" : "keep";
	return name === "pathParams" && value === ALL_PARAMETERS ? "a list" : String(value);
}

/** The groups of a key, in the order in which they decide about a piece. */
export function groupsOf(key: PlainKeyRules, lists: readonly PlainList[]): EntryGroup[] {
	const query: PlainQueryRules = key.query ?? {};
	const groups: EntryGroup[] = [];
	if (query.keep !== undefined) groups.push({ entries: query.keep, role: Role.KEEP, step: "keep" });
	if (query.only !== undefined) groups.push({ entries: query.only, role: Role.ONLY, step: "only" });
	if (query.remove !== undefined) groups.push({ entries: query.remove, role: Role.REMOVE, step: "remove" });
	if (key.sessions === "sessions@1") groups.push({ entries: SESSION_NAMES, role: Role.SESSION, step: "session-query" });
	return groups.concat(groupsOfLists(query, lists));
}

/** The groups of the URL to fetch. */
export function fetchGroupsOf({ query }: PlainFetchRules, lists: readonly PlainList[]): EntryGroup[] {
	if (query === undefined) return [];
	return groupsOf(
		{ query: { ...(query.keep && { keep: query.keep }), ...(query.remove && { remove: query.remove }) } },
		[],
	).concat(groupsOfLists(query, lists));
}

function groupsOfLists(query: Pick<PlainQueryRules, "lists">, lists: readonly PlainList[]): readonly EntryGroup[] {
	if (query.lists === undefined) return [];
	const known = GROUPS.get(query.lists)?.get(lists);
	if (known !== undefined) return known;
	const groups = groupsOfUses(query, lists);
	const byLists = GROUPS.get(query.lists) ?? new WeakMap();
	GROUPS.set(query.lists, byLists.set(lists, groups));
	return groups;
}

/** The results of `groupsOfLists` by members and lists: most sites have those of the base. */
const GROUPS = new WeakMap<object, WeakMap<readonly PlainList[], readonly EntryGroup[]>>();

function groupsOfUses(query: Pick<PlainQueryRules, "lists">, lists: readonly PlainList[]): EntryGroup[] {
	const uses = new Map(usedLists(query).map((use) => [listName(use), use]));
	return [...uses].flatMap(([name, use]) => {
		const list = name === TRACKING.name ? TRACKING : lists.find((candidate) => candidate.name === name);
		return list === undefined ? [] : groupsOfList(list, use);
	});
}

function groupsOfList({ name, params, exempt, filter = [] }: PlainList, use: PlainListUse): EntryGroup[] {
	const takesReferrals = typeof use === "object" && use.referral === "drop";
	const common = { role: Role.REMOVE, step: "list", list: name } as const;
	const filters = groupsOfFilter(filter).map(({ rules: own, withReferrals = own, exceptions }) => {
		const rules = takesReferrals ? withReferrals : own;
		const role = rules.some(({ provider }) => provider !== undefined) ? Role.PROVIDERS : Role.FILTER;
		return { ...common, role, entries: rules, exempt, exceptions };
	});
	return [...(params.length > 0 ? [{ ...common, entries: params, exempt }] : []), ...filters];
}
