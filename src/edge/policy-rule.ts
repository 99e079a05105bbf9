/** Rules of one's own from a policy of `urlsieve/crawl`. */
import { TRACKING } from "../crawl/lists/tracking";
import { namedLists } from "../crawl/policy/named-lists";
import { nameOf } from "../crawl/schema/parameter";
import { itemsIn, type PlainParameter, type PlainQueryRules } from "../crawl/schema/plain";
import { CRAWL_POLICY, isProfile, type Policy } from "../crawl/schema/policy";
import type { QueryRules } from "../crawl/schema/registry";
import { suggestion } from "../nearest";
import { isPlain } from "./checked-options";
import { MAX_FIELD, MAX_NAMES } from "./dictionary";
import { markChecked, nameFault } from "./own-rule";
import { checkMembers } from "./policy-members";
import { frozen, identityOf, type Rule, sorted } from "./rule";

/** URLs that caches merge by the field and the policy keeps apart. */
export type Wider = "spellings" | "empty-values" | "empty-pairs" | "exempt-hosts";

/** A policy as a rule. */
export interface Translation {
	readonly rule: Rule;
	/** The members that no field can say, or not in full, as JSON Pointers. */
	readonly lost: readonly string[];
	/** Those of them that a rule of one's own has. */
	readonly ruled: readonly string[];
	readonly wider: readonly Wider[];
}

/**
 * Returns a rule of one's own for a policy: names and prefixes of `query.remove`, `query.only`, `query.keep`, `query.drop`, the list
 * `tracking@1`, and `sort: "name"`. Of the list, these are the names without a condition. Unlike `headerOfPolicy`, it takes nothing else:
 * throws TypeError for a policy with a member that no rule has, or without one that does.
 *
 * @example
 * ```ts
 * const rule = ruleOfPolicy({ key: { query: { lists: ["tracking@1"], remove: [{ name: "promo_", match: "prefix" }] } } });
 * urlByRule("https://e.com/p?gclid=1&promo_x=2&id=3", rule); // "https://e.com/p?id=3"
 * ```
 */
export function ruleOfPolicy(policy: Policy): Rule {
	const { rule, lost, ruled } = translate(policy);
	const unruled = lost.filter((pointer) => !ruled.includes(pointer));
	if (unruled.length > 0) {
		const near = namedLists(policy.key?.query).map((name) => (name === TRACKING.name ? "" : suggestion(name, [TRACKING.name])));
		throw new TypeError(
			`No rule of a cache has these members of the policy: ${unruled.join(", ")}${near.join("")}; leave them out.`,
		);
	}
	if (identityOf(rule) === undefined) throw new TypeError(faultOfSilent(rule));
	const { only = [], remove = [], keep = [] } = listed(policy.key?.query ?? {});
	for (const entry of [...only, ...remove, ...keep]) if (typeof entry === "string" && !entry.includes("*")) checkName(entry);
	return markChecked(rule);
}

/** Throws TypeError for a name that URLs hardly have. In an object, a name is taken as it is. */
function checkName(name: string): void {
	const fault = nameFault(name);
	if (fault !== undefined) throw new TypeError(`An entry of the policy names no parameter: ${fault}.`);
}

function faultOfSilent(rule: Rule): string {
	const isLong = "params" in rule && rule.params.length > 0;
	return isLong
		? `The policy has more than ${MAX_NAMES} names, or more than ${MAX_FIELD} bytes of them.`
		: "The policy ignores no parameter and no order.";
}

/** Translates a policy. Throws TypeError for anything but a policy, and for names that do not match what people mean by them. */
export function translate(policy: Policy): Translation {
	checkPolicy(policy);
	const { key = {}, sites = [] } = policy;
	const { query: written = {}, fragment, textDirective, emptyQuery, ...others } = key;
	const own = listed(written);
	const isBased = isProfile(policy.base);
	const query: PlainQueryRules = isBased ? { ...CRAWL_POLICY.key.query, ...own, lists: joinedLists(own) } : own;
	const { rule, lost, ruled } = ofQuery(query);
	const isSilent = identityOf(rule) === undefined;
	return {
		rule,
		ruled,
		lost: [
			...(isBased ? ["/base"] : []),
			...(policy.fetch?.query === undefined ? [] : ["/fetch/query"]),
			...lostOf("/key/", { ...others, ...(isSilent && { emptyQuery }) }),
			...lost,
			...(isSilent ? lostOf("/key/query/", { emptyValue: own.emptyValue, emptyPairs: own.emptyPairs }) : []),
			...(sites.length > 0 ? ["/sites"] : []),
		],
		wider: query.drop === "drop" ? [] : widerOf(query),
	};
}

/** The lists of a policy on a profile: its own, behind those of the profile unless they are the only ones. */
function joinedLists(own: PlainQueryRules): readonly string[] {
	const isOnly = own.lists !== undefined && "only" in own.lists;
	return isOnly ? namedLists(own) : [...new Set([...namedLists(CRAWL_POLICY.key.query), ...namedLists(own)])];
}

function checkPolicy(policy: Policy): void {
	if (typeof policy !== "object" || policy === null || Array.isArray(policy)) throw new TypeError("A policy must be an object.");
	checkMembers("policy", policy);
	const { key = {} } = policy;
	const { query = {} } = isPlain(key) ? key : {};
	if (!isPlain(key) || !isPlain(query)) throw new TypeError("The members key and key.query of a policy must be objects.");
	checkMembers("policy's key", key);
	checkMembers("policy's query", query);
	if (![query.only, query.remove, query.keep, namedLists(query)].every(isList))
		throw new TypeError("The members only, remove, keep and lists of a policy must be arrays.");
	const { only = [], remove = [], keep = [] } = listed(query);
	for (const entry of [...only, ...remove, ...keep]) checkEntry(entry);
}

/** The query rules with lists for what a string is short for. Their entries stay as they are. */
function listed({ drop, ...query }: QueryRules): PlainQueryRules {
	const lists = (["only", "remove", "keep"] as const).flatMap((name) => {
		const entries = query[name];
		return entries === undefined ? [] : [[name, itemsIn(entries)]];
	});
	return { ...query, ...Object.fromEntries(lists), ...(drop && drop !== "keep" && { drop: "drop" }) };
}

function isList(value: unknown): boolean {
	return value === undefined || typeof value === "string" || Array.isArray(value);
}

/** A policy has names decoded: unlike in a field, `=` and `&` are characters here. A string with `*` is a glob. */
function checkEntry(entry: PlainParameter): void {
	if (typeof entry === "string") return;
	if (typeof entry?.name !== "string") throw new TypeError("An entry of a policy must be a name, or an object with a name.");
	checkMembers("policy's entry", entry);
}

function ofQuery(query: PlainQueryRules): Omit<Translation, "wider"> {
	const { drop, only, remove = [], keep = [], lists: _, emptyValue, emptyPairs, sort, ...rest } = query;
	const keyOrder = sort === "name";
	if (drop === "drop") return { rule: frozen({ keyOrder, except: [] }), lost: [], ruled: [] };
	const entries = remove.map((entry, at) => ({ ...exactEntry(entry), pointer: `/key/query/remove/${at}` }));
	const named = namedLists(query).map((name, at) => ({ name, pointer: `/key/query/lists/${at}` }));
	const tracking = named.filter(({ name }) => name === TRACKING.name);
	const all = [...entries, ...(tracking.length > 0 ? TRACKING.params.map(exactEntry) : [])];
	const namesOf = (match: "exact" | "prefix") => all.flatMap((entry) => (entry.match === match ? [entry.name] : []));
	const prefixes = namesOf("prefix");
	if (prefixes.includes("")) throw new TypeError("An empty prefix is that of every name; query.drop ignores all.");
	const stays = [...(only ?? []), ...keep];
	// Without a name that has conditions, a rule would merge what that keeps apart.
	const kept = only && stays.every((entry) => exactEntry(entry).match === "exact") ? stays.map(nameOf) : undefined;
	const removed = namesOf("exact").filter((name) => !stays.some(mayKeep(name)));
	const rule: Rule = kept
		? { keyOrder, except: sorted(kept) }
		: { keyOrder, params: sorted(removed), ...(prefixes.length > 0 && { prefixes }) };
	const isLeft = (entry: PlainParameter) =>
		exactEntry(entry).match === "exact" && !prefixes.some((prefix) => nameOf(entry).startsWith(prefix));
	const lost = entries.filter(({ match }) => match !== "exact");
	return {
		rule: frozen(rule),
		lost: [
			...[...lost, ...named].map(({ pointer }) => pointer),
			...lostOf("/key/query/", { ...rest, ...(kept === undefined && { only }), keep, sort: keyOrder ? "keep" : sort }),
		],
		ruled: [
			...[...lost.filter(({ match }) => match === "prefix"), ...tracking].map(({ pointer }) => pointer),
			...(kept !== undefined || keep.every(isLeft) ? ["/key/query/keep"] : []),
		],
	};
}

/** Whether an entry may keep a parameter of this name. */
function mayKeep(name: string): (entry: PlainParameter) => boolean {
	return (entry) => {
		if (typeof entry === "string") return entry === name || entry.includes("*");
		const [own, other] = entry.ignoreCase ? [entry.name.toLowerCase(), name.toLowerCase()] : [entry.name, name];
		if (entry.match === "suffix") return other.endsWith(own);
		return entry.match === "prefix" ? other.startsWith(own) : other === own;
	};
}

/** An entry with how it matches, which is undefined if a condition limits it, or no rule can say it. */
function exactEntry(entry: PlainParameter): { readonly name: string; readonly match: "exact" | "prefix" | undefined } {
	if (typeof entry === "string") return globEntry(entry);
	const { name, match = "exact", ...conditions } = entry;
	const isFree = Object.values(conditions).every((value) => value === undefined || value === false);
	return { name, match: isFree && match !== "suffix" ? match : undefined };
}

function globEntry(glob: string): { readonly name: string; readonly match: "exact" | "prefix" | undefined } {
	const star = glob.indexOf("*");
	if (star < 0) return { name: glob, match: "exact" };
	return { name: glob.slice(0, star), match: star === glob.length - 1 ? "prefix" : undefined };
}

/** The members that change something. */
function lostOf(pointer: string, members: { readonly [name: string]: unknown }): string[] {
	const changes = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== undefined && value !== "keep");
	return Object.keys(members).flatMap((name) => (changes(members[name]) ? [pointer + name] : []));
}

function widerOf(query: PlainQueryRules): Wider[] {
	const { emptyValue, emptyPairs } = query;
	return [
		"spellings",
		...(emptyValue === "fold" ? [] : ["empty-values" as const]),
		...(emptyPairs === "drop" ? [] : ["empty-pairs" as const]),
		...(namedLists(query).includes(TRACKING.name) ? ["exempt-hosts" as const] : []),
	];
}
