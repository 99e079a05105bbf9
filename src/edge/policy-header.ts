/** What of a policy of `urlsieve/crawl` a header can say. */
import type { Parameter, Policy } from "../crawl/policy/policy";
import { headerOf, type Rule } from "./rule";

/** What `headerOfPolicy` returns. */
export interface PolicyHeader {
	/** The field to send. Absent if there is nothing that it could say. */
	readonly field?: string;
	/** What caches merge by the field and the policy keeps apart: `spellings` of octets, `a` and `a=`, empty pairs. */
	readonly wider: readonly ("spellings" | "empty-values" | "empty-pairs")[];
	/** The members of the policy that no field can say, as JSON Pointers. URLs that they merge have keys of their own in caches. */
	readonly lost: readonly string[];
}

/**
 * Returns the field No-Vary-Search for a policy. It says exact names of `query.remove` and `query.only`, `query.drop`, and `sort: "name"`.
 * Requires: `urlsieve/crawl` takes the policy. Throws TypeError for what is no object.
 *
 * @example
 * ```ts
 * const { field, lost } = headerOfPolicy({ key: { www: "drop", query: { remove: ["ref", { name: "utm_", match: "prefix" }], sort: "name" } } });
 * field; // 'key-order, params=("ref")'
 * lost; // ["/key/www", "/key/query/remove/1"]
 * ```
 */
export function headerOfPolicy(policy: Policy): PolicyHeader {
	if (typeof policy !== "object" || policy === null) throw new TypeError("A policy must be an object.");
	return translated(policy);
}

function translated({ base, key = {}, sites = [] }: Policy): PolicyHeader {
	const { query = {}, fragment, textDirective, emptyQuery, ...others } = key;
	const { drop, only, remove = [], keep = [], emptyValue, emptyPairs, sort, ...rest } = query;
	const removed = remove.map(exactName).filter((name) => name !== undefined && !keep.includes(name)) as string[];
	const kept = only && [...only.filter((name) => !removed.includes(name)), ...keep];
	const rule: Rule = {
		keyOrder: sort === "name",
		...(drop || kept ? { except: drop ? [] : (kept ?? []) } : { params: removed }),
	};
	const field = headerOf(rule);
	const implied = field === undefined ? { emptyQuery } : {};
	const ofQuery = {
		...rest,
		keep,
		sort: sort === "name" ? "keep" : sort,
		...(field === undefined && { emptyValue, emptyPairs }),
	};
	const lost = [
		...(base === "crawl@1" ? ["/base"] : []),
		...lostOf("/key/", { ...others, ...implied }),
		...(drop ? [] : remove.flatMap((entry, at) => (exactName(entry) === undefined ? [`/key/query/remove/${at}`] : []))),
		...(drop ? [] : lostOf("/key/query/", ofQuery)),
		...(sites.length > 0 ? ["/sites"] : []),
	];
	const wider = [
		"spellings" as const,
		...(emptyValue === "fold" ? [] : ["empty-values" as const]),
		...(emptyPairs === "drop" ? [] : ["empty-pairs" as const]),
	];
	return { ...(field !== undefined && { field }), wider: field === undefined || drop ? [] : wider, lost };
}

/** The name of an entry that no condition limits. */
function exactName(entry: Parameter): string | undefined {
	if (typeof entry === "string") return entry;
	const { name, match = "exact", ...conditions } = entry;
	return match === "exact" && Object.values(conditions).every((value) => value === undefined || value === false)
		? name
		: undefined;
}

/** The members that change something. */
function lostOf(pointer: string, members: { readonly [name: string]: unknown }): string[] {
	const changes = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== undefined && value !== "keep");
	return Object.keys(members).flatMap((name) => (changes(members[name]) ? [pointer + name] : []));
}
