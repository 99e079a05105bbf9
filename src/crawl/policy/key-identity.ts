/** Key identities: two keys may be compared only when they were made under the same one. */

import { encoder } from "../../utf8";
import { sha256 } from "../digest";
import { TRACKING } from "../lists/tracking";
import { type PlainKeyRules, type PlainPolicy, type PlainSite, plainList } from "../schema/plain";
import type { ParameterList, Rewrite } from "../schema/policy";
import { listsNamedBy } from "./named-lists";
import { siteOrder } from "./site-order";

/** Hexadecimal digits that distinguish the versions of a list. */
const LIST_DIGEST = 16;
/** The same of the values of a member, of which one store has some twenty. */
const MEMBER_DIGEST = 8;

/** A list with its identity, where it has one. */
type IdentifiedList = ParameterList & { readonly identity?: string };

/**
 * The identity of a policy, a line of ASCII: `policy:` and the SHA-256 of its contents, serialized by RFC 8785. Its name does not
 * matter, nor do members that change nothing, entries that are given twice, and the order of sites that share no host.
 */
export function policyIdentity(written: PlainPolicy, lists: readonly IdentifiedList[]): string {
	const policy = withSwitches(written);
	const { sites = [] } = policy;
	const once = {
		...policy,
		fetch: withoutRepeats(policy.fetch),
		key: withoutRepeats(policy.key),
		...inFirstOrder(sites.map(withoutRepeats)),
	} as OrderedPolicy;
	return identityAsWritten(once, lists);
}

/** A policy whose sites are in their first order, with the JSON of each. */
interface OrderedPolicy extends PlainPolicy {
	readonly texts?: readonly string[];
}

function inFirstOrder(sites: readonly PlainSite[]): Pick<OrderedPolicy, "sites" | "texts"> {
	const texts = sites.map(canonical);
	const order = siteOrder(sites, texts);
	return {
		sites: order.map((index) => sites[index] as PlainSite),
		texts: order.map((index) => texts[index] as string),
	};
}

/** The identities that earlier versions gave to the same keys: when repeats counted, and when the order of sites did. */
export function formerIdentities(written: PlainPolicy, lists: readonly IdentifiedList[]): string[] {
	const policy = withSwitches(written);
	const { sites = [] } = policy;
	const ordered = { ...policy, ...inFirstOrder(sites) };
	return [identityAsWritten(ordered, lists), identityAsWritten(policy, lists)];
}

function identityAsWritten(policy: OrderedPolicy, lists: readonly IdentifiedList[]): string {
	const identities = [...listsNamedBy(policy)].map((name) => identityOf(name, lists));
	return `policy:${digestOf({ ...contentsOf(policy), ...(identities.length > 0 && { lists: identities }) })}`;
}

function contentsOf({ base, trim, fetch, key, sites = [], texts = [], rewrite = [] }: OrderedPolicy): object {
	// No key depends on the rewrites that the URL to fetch follows.
	const { rewrite: _, ...sent } = fetch ?? {};
	return {
		base: base ?? "rfc3986",
		...(trim === "unicode" && { trim }),
		...pruned({ fetch: sent, key }),
		...(sites.length > 0 && { sites: sites.map((site, index) => contentsOfSite(site, texts[index])) }),
		...(rewrite.length > 0 && { rewrite: rewrite.map(withoutName) }),
	};
}

/** A value as JSON, if that is known. */
class Json {
	constructor(readonly text: string) {}
}

/** The names of rewrites change no key. */
function contentsOfSite(site: PlainSite, text: string | undefined): object {
	if (site.rewrite === undefined) return text === undefined ? site : new Json(text);
	const { rewrite, ...others } = site;
	return { ...others, ...(rewrite.length > 0 && { rewrite: rewrite.map(withoutName) }) };
}

function withoutName({ name: _, ...rewrite }: Rewrite): object {
	return rewrite;
}

/** The policy with `query.drop` true or false, as identities have had it from the first. */
function withSwitches({ key, sites, ...policy }: PlainPolicy): PlainPolicy {
	return { ...policy, ...(key && { key: withSwitch(key) }), ...(sites && { sites: sites.map(withSwitchOfSite) }) };
}

function withSwitchOfSite(site: PlainSite): PlainSite {
	const key = withSwitch(site.key);
	return key === site.key ? site : { ...site, key };
}

function withSwitch(key: PlainKeyRules): PlainKeyRules {
	if (key.query?.drop === undefined) return key;
	return { ...key, query: { ...key.query, drop: key.query.drop === "drop" } as object };
}

/**
 * The meaning of a policy in words: a digest without the order of entries, then `NAME=DIGEST` for each list. Policies that mean the same
 * make the same keys, and what differs between two can be named.
 */
export function meaningOf(policy: PlainPolicy, lists: readonly IdentifiedList[]): string {
	const digests = [...listsNamedBy(withSwitches(policy))].map(
		(name) => `${name}=${digestOf({ list: identityOf(name, lists) }).slice(0, LIST_DIGEST)}`,
	);
	return [digestOf(contentsInOrder(policy)), ...digests].join(" ");
}

/** The members of a policy in words, `PLACE=DIGEST`, so that those that differ between two can be named. */
export function memberDigests(policy: PlainPolicy): string[] {
	return membersIn(contentsInOrder(policy), "").map(
		([place, member]) => `${place}=${digestOf({ member }).slice(0, MEMBER_DIGEST)}`,
	);
}

/** The objects whose members are named one by one. */
const NAMED_PLACES = ["", "/fetch", "/fetch/query", "/key", "/key/query"];

function membersIn(value: unknown, place: string): [place: string, member: unknown][] {
	if (!isObject(value) || !NAMED_PLACES.includes(place)) return [[place, value]];
	return Object.entries(value).flatMap(([name, member]) => membersIn(member, `${place}/${name}`));
}

function contentsInOrder(written: PlainPolicy): object {
	const policy = withSwitches(written);
	const { sites = [] } = policy;
	return contentsOf({
		...policy,
		fetch: inOrder(policy.fetch),
		key: inOrder(policy.key),
		...inFirstOrder(sites.map(inOrder)),
	} as OrderedPolicy);
}

/** A value whose arrays have each item once. The order of none of them matters but that of lists and rewrites. */
function withoutRepeats<Value>(value: Value): Value {
	return withArrays(value, (items) => {
		if (items.length < 2) return items;
		const byText = new Map(items.map((item) => [canonical(item), item]));
		return byText.size === items.length ? items : [...byText.values()];
	});
}

function inOrder<Value>(value: Value): Value {
	return withArrays(withoutRepeats(value), (items, name) =>
		name === "lists" || name === "rewrite" ? items : [...items].sort((a, b) => (canonical(a) < canonical(b) ? -1 : 1)),
	);
}

type ChangeItems = (items: readonly unknown[], name: string) => readonly unknown[];

/** A value with other items in its arrays. It is copied as far as they change, since most sites are as they were. */
function withArrays<Value>(value: Value, change: ChangeItems, name = ""): Value {
	if (typeof value !== "object" || value === null) return value;
	if (Array.isArray(value)) {
		const items = value.some(isObject) ? value.map((item) => withArrays(item, change)) : value;
		return change(items, name) as Value;
	}
	const changed = Object.entries(value).flatMap(([name, member]) => {
		const other = withArrays(member, change, name);
		return other === member ? [] : [[name, other] as const];
	});
	return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) };
}

function isObject(value: unknown): value is object {
	return typeof value === "object" && value !== null;
}

function identityOf(name: string, lists: readonly IdentifiedList[]): string {
	if (name === TRACKING.name) return name;
	const list = lists.find((candidate) => candidate.name === name);
	return list?.identity ?? `${name} ${listDigest(list)}`;
}

/** The SHA-256 of the content of a list. */
export function listDigest(list: ParameterList | undefined): string {
	const { params, exempt } = list === undefined ? {} : plainList(list);
	return digestOf({ params, exempt });
}

function digestOf(value: object): string {
	return sha256(encoder.encode(canonical(value)));
}

/** A value without members that say "keep" or false, and without empty ones. */
function pruned(value: object): object {
	const members = Object.entries(value).map(([name, member]) => {
		return [name, isObject(member) && !Array.isArray(member) ? pruned(member) : member] as const;
	});
	return Object.fromEntries(members.filter(([, member]) => !changesNothing(member)));
}

function changesNothing(member: unknown): boolean {
	if (member === undefined || member === "keep" || member === false) return true;
	return isObject(member) && Object.keys(member).length === 0;
}

/** JSON by RFC 8785: members sorted by UTF-16 code units, no white space. Requires: no numbers. */
function canonical(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
	if (!isObject(value)) return JSON.stringify(value);
	if (value instanceof Json) return value.text;
	const names = Object.keys(value);
	if (names.length > 1) names.sort();
	let members = "";
	for (const name of names) {
		const member = (value as { readonly [name: string]: unknown })[name];
		if (member !== undefined) members += `${members === "" ? "" : ","}${JSON.stringify(name)}:${canonical(member)}`;
	}
	return `{${members}}`;
}
