/** Key identities: two keys may be compared only when they were made under the same one. */

import { encoder } from "../../utf8";
import { sha256 } from "../digest";
import { TRACKING } from "../lists/tracking";
import { type PlainKeyRules, type PlainPolicy, type PlainSite, plainList } from "../schema/plain";
import type { ParameterList, Rewrite } from "../schema/policy";
import { listsNamedBy } from "./named-lists";
import { orderedSites } from "./site-order";

/** Hexadecimal digits that distinguish the versions of a list. */
const LIST_DIGEST = 16;

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
		sites: orderedSites(sites.map(withoutRepeats), canonical),
	} as PlainPolicy;
	return identityAsWritten(once, lists);
}

/** The identities that earlier versions gave to the same keys: when repeats counted, and when the order of sites did. */
export function formerIdentities(written: PlainPolicy, lists: readonly IdentifiedList[]): string[] {
	const policy = withSwitches(written);
	const { sites = [] } = policy;
	const ordered = { ...policy, sites: orderedSites(sites, canonical) };
	return [identityAsWritten(ordered, lists), identityAsWritten(policy, lists)];
}

function identityAsWritten(policy: PlainPolicy, lists: readonly IdentifiedList[]): string {
	const identities = [...listsNamedBy(policy)].map((name) => identityOf(name, lists));
	return `policy:${digestOf({ ...contentsOf(policy), ...(identities.length > 0 && { lists: identities }) })}`;
}

function contentsOf({ base, trim, fetch, key, sites = [], rewrite = [] }: PlainPolicy): object {
	// No key depends on the rewrites that the URL to fetch follows.
	const { rewrite: _, ...sent } = fetch ?? {};
	return {
		base: base ?? "rfc3986",
		...(trim === "unicode" && { trim }),
		...pruned({ fetch: sent, key }),
		...(sites.length > 0 && { sites: sites.map(withoutRewriteNames) }),
		...(rewrite.length > 0 && { rewrite: rewrite.map(withoutName) }),
	};
}

/** The names of rewrites change no key. */
function withoutRewriteNames({ rewrite = [], ...site }: PlainSite): object {
	return { ...site, ...(rewrite.length > 0 && { rewrite: rewrite.map(withoutName) }) };
}

function withoutName({ name: _, ...rewrite }: Rewrite): object {
	return rewrite;
}

/** The policy with `query.drop` true or false, as identities have had it from the first. */
function withSwitches({ key, sites, ...policy }: PlainPolicy): PlainPolicy {
	const switched = sites?.map((site) => ({ ...site, key: withSwitch(site.key) }));
	return { ...policy, ...(key && { key: withSwitch(key) }), ...(switched && { sites: switched }) };
}

function withSwitch(key: PlainKeyRules): PlainKeyRules {
	if (key.query?.drop === undefined) return key;
	return { ...key, query: { ...key.query, drop: key.query.drop === "drop" } as object };
}

/**
 * The meaning of a policy in words: a digest without the order of entries, then `NAME=DIGEST` for each list. Policies that mean the same
 * make the same keys, and what differs between two can be named.
 */
export function meaningOf(written: PlainPolicy, lists: readonly IdentifiedList[]): string {
	const policy = withSwitches(written);
	const { sites = [] } = policy;
	const sorted = {
		...policy,
		fetch: inOrder(policy.fetch),
		key: inOrder(policy.key),
		sites: orderedSites(sites.map(inOrder), canonical),
	} as PlainPolicy;
	const digests = [...listsNamedBy(policy)].map(
		(name) => `${name}=${digestOf({ list: identityOf(name, lists) }).slice(0, LIST_DIGEST)}`,
	);
	return [digestOf(contentsOf(sorted)), ...digests].join(" ");
}

/** A value whose arrays have each item once. The order of none of them matters but that of lists and rewrites. */
function withoutRepeats<Value>(value: Value): Value {
	return withArrays(value, (items) => [...new Map(items.map((item) => [canonical(item), item])).values()]);
}

function inOrder<Value>(value: Value): Value {
	return withArrays(withoutRepeats(value), (items, name) =>
		name === "lists" || name === "rewrite" ? items : [...items].sort((a, b) => (canonical(a) < canonical(b) ? -1 : 1)),
	);
}

function withArrays<Value>(
	value: Value,
	change: (items: readonly unknown[], name: string) => readonly unknown[],
	name = "",
): Value {
	if (Array.isArray(value))
		return change(
			value.map((item) => withArrays(item, change)),
			name,
		) as Value;
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withArrays(member, change, name)])) as Value;
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
		const isObject = typeof member === "object" && member !== null && !Array.isArray(member);
		return [name, isObject ? pruned(member) : member] as const;
	});
	return Object.fromEntries(members.filter(([, member]) => !changesNothing(member)));
}

function changesNothing(member: unknown): boolean {
	if (member === undefined || member === "keep" || member === false) return true;
	return typeof member === "object" && member !== null && Object.keys(member).length === 0;
}

/** JSON by RFC 8785: members sorted by UTF-16 code units, no white space. Requires: no numbers. */
function canonical(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
	if (typeof value !== "object" || value === null) return JSON.stringify(value);
	const members = Object.entries(value).filter(([, member]) => member !== undefined);
	const sorted = members.sort(([a], [b]) => (a < b ? -1 : 1));
	return `{${sorted.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join()}}`;
}
