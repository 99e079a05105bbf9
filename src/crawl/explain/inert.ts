/** Members of a key that other members leave nothing to do. */
import { KeyRule } from "../../../assembly/policy/key-rules";
import { namedLists, usedLists } from "../policy/named-lists";
import { nameOf } from "../schema/parameter";
import type { PlainFetchRules, PlainKeyRules, PlainParameter, PlainQueryRules } from "../schema/plain";
import { bitsOf, KEY_RULES, QUERY, type RuleRow, SESSION_QUERY } from "../schema/registry";

/** The bits of the rules that have nothing to do. */
export function inertRules({ query = {} }: PlainKeyRules): number {
	if (query.drop === "drop") return KEY_RULES.filter(isOfQuery).reduce((bits, rule) => bits | bitsOf(rule), 0);
	return query.only === undefined ? 0 : KeyRule.SESSION_QUERY;
}

/** Whether a rule acts on the query that `query.drop` drops. */
function isOfQuery({ id, member }: RuleRow): boolean {
	const isMember = [member].flat().some((name) => name.startsWith(QUERY));
	return id !== "query-drop" && (isMember || id === SESSION_QUERY || id === "empty-query");
}

/** The members without effect, and why: a sentence for each reason. */
export function inertWords(key: PlainKeyRules, fetch: PlainFetchRules): string[] {
	const { query = {} } = key;
	const ofQuery =
		query.drop === "drop" ? droppedWords(key, query) : query.only === undefined ? keptWords(key, query) : onlyWords(key, query);
	return [...ofQuery, ...fragmentWords(key, fetch)];
}

function droppedWords(key: PlainKeyRules, { drop: _, ...query }: PlainQueryRules): string[] {
	const names = Object.entries(query).flatMap(([name, value]) => (acts(value) ? [`query.${name}`] : []));
	return withReason([...names, ...(key.emptyQuery === "drop" ? ["emptyQuery"] : [])], "query.drop drops the whole query");
}

function onlyWords({ sessions }: PlainKeyRules, query: PlainQueryRules): string[] {
	const names = [
		...(query.remove?.length ? ["query.remove"] : []),
		...(sessions === "sessions@1" ? ["sessions in the query"] : []),
		...(namedLists(query).length > 0 ? ["query.lists"] : []),
	];
	return withReason(names, "query.only and query.keep name all parameters that stay");
}

function keptWords({ sessions }: PlainKeyRules, query: PlainQueryRules): string[] {
	const { keep = [], remove = [] } = query;
	const removesNone = remove.length === 0 && namedLists(query).length === 0 && sessions !== "sessions@1";
	if (keep.length > 0 && removesNone) return withReason(["query.keep"], "nothing removes parameters");
	const kept = remove.filter((entry) => isKept(entry, keep));
	return withReason(
		kept.map((entry) => `${JSON.stringify(nameOf(entry))} in query.remove`),
		"query.keep names it",
	);
}

/** Whether one of the entries that stay names all that an entry names. */
export function isKept(entry: PlainParameter, keep: readonly PlainParameter[]): boolean {
	return keep.some((other) => covers(other, entry));
}

/** Whether an entry without other conditions names all that another one names. */
function covers(entry: PlainParameter, other: PlainParameter): boolean {
	const { name, match = "exact", ignoreCase = false, ...conditions } = asObject(entry);
	const { name: otherName, match: otherMatch, ignoreCase: ignoresCase = false } = asObject(other);
	if (Object.keys(conditions).length > 0 || (ignoresCase && !ignoreCase) || (match === "exact" && otherMatch === "prefix"))
		return false;
	const [own, named] = [name, otherName].map((text) => (ignoreCase ? text.toLowerCase() : text)) as [string, string];
	return match === "prefix" ? named.startsWith(own) : named === own;
}

function asObject(entry: PlainParameter): Exclude<PlainParameter, string> {
	return typeof entry === "string" ? { name: entry } : entry;
}

const STRENGTH = { keep: 0, spa: 1, drop: 2 } as const;

/** No key has what the URL to fetch loses. */
export function fragmentWords(key: PlainKeyRules, fetch: PlainFetchRules): string[] {
	return (["fragment", "textDirective"] as const).flatMap((member) => {
		const [own, sent = "keep"] = [key[member], fetch[member]];
		if (own === undefined || STRENGTH[own] >= STRENGTH[sent]) return [];
		return [`${member} "${own}": fetch.${member} is "${sent}", also for keys; write "fetch": { "${member}": "${own}" }`];
	});
}

/** The same of a site with paths, whose rules edit no key. */
export function inertWordsOfPaths({ query }: PlainKeyRules): string[] {
	return usedLists(query).flatMap((use) => {
		if (typeof use === "string") return [];
		const names = (["raw", "redirections"] as const).filter((name) => use[name]);
		return withReason(
			names.map((name) => `"${name}" of the list ${use.name}`),
			"keys are edited for all paths; write it in key, or in a site without paths",
		);
	});
}

function acts(value: unknown): boolean {
	return value !== "keep" && value !== false && !(Array.isArray(value) && value.length === 0);
}

function withReason(names: readonly string[], reason: string): string[] {
	return names.length === 0 ? [] : [`${names.join(", ")}: ${reason}`];
}
