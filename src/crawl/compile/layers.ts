/** Sites that are about some paths: their rules are put over those of the hosts once the path is known. */

import { Layer } from "../../../assembly/policy/more";
import { Role } from "../../../assembly/policy/program";
import { overridden, sentRules, statedRules } from "../policy/key-options";
import type { PlainFetchRules, PlainKeyRules, PlainQueryRules, PlainSite } from "../schema/plain";
import { bitsOf, KEY_RULES, QUERY } from "../schema/registry";

/** A site's rules, less those that a later site for the same hosts overrides. */
export interface PathLayer {
	readonly site: PlainSite;
	readonly key: PlainKeyRules;
}

/** The rules of a host's sites: those for all of its paths as one key, the others one by one. */
export function layersOf(
	key: PlainKeyRules,
	sites: readonly PlainSite[],
): { readonly key: PlainKeyRules; readonly layers: PathLayer[] } {
	const hostSites = sites.filter((site) => !isAboutPaths(site));
	const rules = hostSites.reduce((rules: PlainKeyRules, site) => overridden(rules, site.key), key);
	if (hostSites.length === sites.length) return { key: rules, layers: [] };
	const layers = sites.flatMap((site, index) => {
		if (!isAboutPaths(site)) return [];
		const later = sites.slice(index + 1).filter((other) => !isAboutPaths(other));
		return [{ site, key: later.reduce((rest: PlainKeyRules, other) => without(rest, other.key), site.key) }];
	});
	return { key: rules, layers };
}

export function isAboutPaths({ paths, exceptPaths }: PlainSite): boolean {
	return paths !== undefined || exceptPaths !== undefined;
}

/** The members of a key that another does not have. */
function without(key: PlainKeyRules, { query: other = {}, ...others }: PlainKeyRules): PlainKeyRules {
	const { query, ...members } = key;
	const left = (from: object, taken: object) =>
		Object.fromEntries(Object.entries(from).filter(([name]) => !Object.hasOwn(taken, name)));
	return { ...left(members, others), ...(query && { query: left(query, other) as PlainQueryRules }) };
}

/** The rules that a key decides on, and those of them that are in force. Those of `fetch` are in force in any case. */
export function layerRules(key: PlainKeyRules, fetch: PlainFetchRules): { readonly mask: number; readonly rules: number } {
	const stated = ({ member }: { readonly member: string | readonly string[] }) =>
		typeof member === "string" &&
		(member.startsWith(QUERY) ? Object.hasOwn(key.query ?? {}, member.slice(QUERY.length)) : Object.hasOwn(key, member));
	const mask = KEY_RULES.filter((row) => !row.byPiece && stated(row)).reduce((bits, row) => bits | bitsOf(row), 0);
	return { mask, rules: (statedRules(key) | sentRules(fetch)) & mask };
}

/** A bit for each role whose groups a key replaces. */
export function replacedRoles({ query = {} }: PlainKeyRules): number {
	const roles = { keep: Role.KEEP, only: Role.ONLY, remove: Role.REMOVE, lists: Role.LIST } as const;
	return Object.entries(roles).reduce((bits, [member, role]) => bits | (Object.hasOwn(query, member) ? 1 << role : 0), 0);
}

/** The words of a layer. */
export function layerWords(fields: readonly (readonly [Layer, number])[]): number[] {
	const words = new Array<number>(Layer.SIZE >> 2).fill(0);
	for (const [field, word] of fields) words[field >> 2] = word;
	return words;
}
