/** Describes the rules of a policy in sentences, so that its author can check them. */
import { EntryFlag } from "../../../assembly/policy/program";
import { counted } from "../../counted";
import { SESSION_NAMES } from "../lists/sessions";
import { TRACKING } from "../lists/tracking";
import { statedRules } from "../policy/key-options";
import { namedLists } from "../policy/named-lists";
import { nameOf, type Parameter } from "../schema/parameter";
import type { ParameterList } from "../schema/policy";
import { bitsOf, type FetchRules, KEY_RULES, type KeyRules, type RuleRow, SESSION_QUERY, sentenceOf } from "../schema/registry";
import { isAddress } from "../schema/remedies";
import { isKept } from "./inert";

/** A parameter with conditions. */
type Entry = Exclude<Parameter, string>;

/** Describes a rule of a key in one or more sentences. `rules` are those of the key, as bits. */
export function wordsOf(rule: RuleRow, rules: number, key: KeyRules, lists: readonly ParameterList[]): string[] {
	if (rule.id === "index") return [`a last segment of the path goes if it is ${quoted((key.index ?? []).map(nameOf))}`];
	if (rule.id === "param") return parameterWords(key, lists);
	const names = rule.id === SESSION_QUERY ? `: ${SESSION_NAMES.map(sessionWords).join(", ")}` : "";
	return [sentenceOf(rule, rules) + names];
}

/** Describes the rules of `fetch`, in the order in which they run. */
export function fetchWords(fetch: FetchRules): string[] {
	const rules = statedRules(fetch);
	return KEY_RULES.filter((rule) => (bitsOf(rule) & rules) !== 0).map((rule) => sentenceOf(rule, rules));
}

/** Describes the hosts that a name in a scope covers: crawl.md 5.5. */
export function hostWords(name: string): string {
	if (isAddress(name)) return name;
	return /^www\./i.test(name) ? `${name} and ${name.slice(4)} alone` : `${name} and all hosts below it`;
}

function sessionWords([name, flags]: (typeof SESSION_NAMES)[number]): string {
	if ((flags & EntryFlag.EIGHT_LETTERS) !== 0) return `${name} and eight letters`;
	return (flags & EntryFlag.PAIR) !== 0 ? `${name} if cfid and cftoken are both there` : name;
}

/** In the order in which they decide about a parameter. */
function parameterWords({ query = {} }: KeyRules, lists: readonly ParameterList[]): string[] {
	const { keep = [], only, remove = [] } = query;
	const kept = keep.length > 0 ? [`${listed(keep)} stays, whatever else removes it`] : [];
	// Nothing else decides: the names of `only` stay, too.
	if (only !== undefined) return [...kept, `all other parameters go${only.length > 0 ? ` but ${listed(only)}` : ""}`];
	return [
		...kept,
		...entryWords(
			remove.filter((entry) => !isKept(entry, keep)),
			"",
		),
		...[...new Set(namedLists(query))].flatMap((name) => {
			const list = name === TRACKING.name ? TRACKING : lists.find((candidate) => candidate.name === name);
			return list === undefined ? [] : listWords(list);
		}),
	];
}

function listWords(list: ParameterList & { readonly rules?: number }): string[] {
	const { name, params, exempt, filter, rules = 0 } = list;
	const start = `by the list ${name}, `;
	return [
		...(filter === undefined ? [] : [`${start}what its ${counted(rules, "rule")} name goes: the file says which`]),
		...entryWords(params, start),
		...(exempt.length > 0 ? [`${start}nothing goes on ${exempt.map(hostWords).join(", ")}`] : []),
	];
}

/** Plain names in one sentence, then entries with conditions, a sentence each. */
function entryWords(entries: readonly Parameter[], start: string): string[] {
	const plain = entries.filter((entry) => typeof entry === "string");
	const others = entries.filter((entry) => typeof entry !== "string");
	return [
		...(plain.length > 0 ? [`${start}${quoted(plain)} goes`] : []),
		...others.map((entry) => `${start}${conditions(entry, " goes")}`),
	];
}

/** Entries in one sentence. */
function listed(entries: readonly Parameter[]): string {
	return entries.map((entry) => (typeof entry === "string" ? JSON.stringify(entry) : `(${conditions(entry, "")})`)).join(", ");
}

/** `verb` follows the name. */
function conditions({ name, match, ignoreCase, hosts, exceptHosts, exceptPath }: Entry, verb: string): string {
	return [
		`${match === "prefix" ? "every name that begins with " : ""}${JSON.stringify(name)}${verb}`,
		...(ignoreCase ? ["whatever its case"] : []),
		...(hosts?.length ? [`only on ${hosts.map(hostWords).join(", ")}`] : []),
		...(exceptHosts?.length ? [`not on ${exceptHosts.map(hostWords).join(", ")}`] : []),
		...(exceptPath?.length ? [`not where host and path contain ${quoted(exceptPath)}`] : []),
	].join("; ");
}

/** As JSON strings, so that white space and control characters can be seen. */
function quoted(names: readonly string[]): string {
	return names.map((name) => JSON.stringify(name)).join(", ");
}
