/** Key identities: two keys may be compared only when they were made under the same one. */

import { encoder } from "../../utf8";
import { sha256 } from "../digest";
import { TRACKING } from "../lists/tracking";
import { namedLists } from "./named-lists";
import type { ParameterList, Policy } from "./policy";
import { orderedSites } from "./site-order";

type Site = NonNullable<Policy["sites"]>[number];

/** A list with its identity, where it has one. */
type IdentifiedList = ParameterList & { readonly identity?: string };

/**
 * The identity of a policy, a line of ASCII: `policy:` and the SHA-256 of its contents, serialized by RFC 8785. Its name does
 * not matter, nor do members that change nothing, nor the order of sites that share no host.
 * `order`: the sites, in the order that counts.
 */
export function policyIdentity(
	{ base, fetch, key, sites = [] }: Policy,
	lists: readonly IdentifiedList[],
	order: readonly Site[] = orderedSites(sites, canonical),
): string {
	const named = new Set([key, ...sites.map((site) => site.key)].flatMap((rules) => namedLists(rules?.query)));
	const identities = [...named].map((name) => identityOf(name, lists));
	const parts = {
		base: base ?? "rfc3986",
		...pruned({ fetch, key }),
		...(order.length > 0 && { sites: order }),
		...(identities.length > 0 && { lists: identities }),
	};
	return `policy:${digestOf(parts)}`;
}

function identityOf(name: string, lists: readonly IdentifiedList[]): string {
	if (name === TRACKING.name) return name;
	const list = lists.find((candidate) => candidate.name === name);
	return list?.identity ?? `${name} ${listDigest(list)}`;
}

/** The SHA-256 of what a list says. */
export function listDigest(list: ParameterList | undefined): string {
	return digestOf({ params: list?.params, exempt: list?.exempt });
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
