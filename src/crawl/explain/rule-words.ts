/** Describes the rules of a policy in sentences, so that its author can check them. */
import { EntryFlag } from "../../../assembly/policy/program";
import { agreeing, counted } from "../../counted";
import { SESSION_NAMES } from "../lists/sessions";
import { TRACKING } from "../lists/tracking";
import { sentRules } from "../policy/key-options";
import { listName, usedLists } from "../policy/named-lists";
import {
	ALL_PARAMETERS,
	type PlainEntry,
	type PlainFetchRules,
	type PlainKeyRules,
	type PlainList,
	type PlainListUse,
	type PlainParameter,
} from "../schema/plain";
import type { Rewrite } from "../schema/policy";
import { bitsOf, type IndexName, KEY_RULES, type RuleRow, SESSION_QUERY, sentenceOf } from "../schema/registry";
import { isAddress } from "../schema/remedies";
import { isKept } from "./inert";

/** Describes a rule of a key in one or more sentences. `rules` are those of the key, as bits. */
export function wordsOf(rule: RuleRow, rules: number, key: PlainKeyRules, lists: readonly PlainList[]): string[] {
	if (rule.id === "host-labels")
		return [`leading labels ${quoted(key.hostLabels ?? [])} of the host go, while two labels are left`];
	if (rule.id === "host-alias") return aliasWords(key.hostAlias ?? {});
	if (rule.id === "path-params") return pathParameterWords(key.pathParams ?? []);
	if (rule.id === "index") return [`a last segment of the path goes if it is ${(key.index ?? []).map(indexWords).join(", ")}`];
	if (rule.id === "param") return parameterWords(key, lists);
	const names = rule.id === SESSION_QUERY ? `: ${SESSION_NAMES.map(sessionWords).join(", ")}` : "";
	return [sentenceOf(rule, rules) + names];
}

/** Describes the rules of `fetch`, in the order in which they run. */
export function fetchWords(fetch: PlainFetchRules, lists: readonly PlainList[]): string[] {
	const rules = sentRules(fetch);
	const { query, rewrite = [] } = fetch;
	const ofQuery = query === undefined ? [] : parameterWords({ query }, lists);
	return [
		...ofQuery.map((words) => `in the query, ${words}`),
		...KEY_RULES.filter((rule) => (bitsOf(rule) & rules) !== 0).map((rule) => sentenceOf(rule, rules)),
		...(rewrite.length > 0
			? [`the URL follows the rewrites ${[...new Set(rewrite)].join(", ")}, up to the first other one`]
			: []),
	];
}

/** Describes the hosts that a name in a scope covers: crawl.md 5.5. */
export function hostWords(name: string): string {
	if (isAddress(name)) return name;
	if (name.startsWith("=")) return `${name.slice(1)} alone`;
	if (name.startsWith("*.")) return `all hosts below ${name.slice(2)}`;
	return /^www\./i.test(name) ? `${name} and ${name.slice(4)} alone` : `${name} and all hosts below it`;
}

function sessionWords([name, flags]: (typeof SESSION_NAMES)[number]): string {
	if ((flags & EntryFlag.EIGHT_LETTERS) !== 0) return `${name} and eight letters`;
	return (flags & EntryFlag.PAIR) !== 0 ? `${name} if cfid and cftoken are both there` : name;
}

/** In the order in which they decide about a parameter. */
function parameterWords({ query = {} }: PlainKeyRules, lists: readonly PlainList[]): string[] {
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
		...[...new Map(usedLists(query).map((use) => [listName(use), use]))].flatMap(([name, use]) => {
			const list = name === TRACKING.name ? TRACKING : lists.find((candidate) => candidate.name === name);
			return list === undefined ? [] : [...listWords(list), ...useWords(use)];
		}),
	];
}

/** Describes what is taken of a list besides its rules. */
function useWords(use: PlainListUse): string[] {
	if (typeof use === "string") return [];
	const start = `by the list ${use.name}, `;
	return [
		...(use.referral === "drop" ? [`${start}what its referralMarketing names goes`] : []),
		...(use.redirections ? [`${start}the URL inside becomes the key, as its redirections say`] : []),
		...(use.raw ? [`${start}what its rawRules find goes from path and query`] : []),
	];
}

function listWords(list: PlainList & { readonly rules?: number }): string[] {
	const { name, params, exempt, filter, rules = 0 } = list;
	const start = `by the list ${name}, `;
	return [
		...(filter === undefined
			? []
			: [`${start}what its ${counted(rules, "rule")} ${agreeing(rules, "name")} goes: the file says which`]),
		...entryWords(params, start),
		...(exempt.length > 0 ? [`${start}nothing goes on ${exempt.map(hostWords).join(", ")}`] : []),
	];
}

/** The max number of aliases or rewrites that get a sentence each. */
const MAX_WORDS = 20;

function aliasWords(aliases: NonNullable<PlainKeyRules["hostAlias"]>): string[] {
	const words = Object.entries(aliases).map(([name, target]) => {
		if (!name.startsWith("*.")) return `${name} becomes ${target}`;
		return `${name.slice(2)} becomes ${target.slice(2)}, and so do all hosts below it, with their labels`;
	});
	return words.length > MAX_WORDS
		? [...words.slice(0, MAX_WORDS), `${words.length - MAX_WORDS} more hosts become others`]
		: words;
}

/** Describes rewrites, in the order in which they are asked. */
export function rewriteWords(rewrites: readonly Rewrite[]): string[] {
	const words = rewrites.map(({ name, from, to, unwrap }) => {
		const start = name === undefined ? "" : `${name}: `;
		if (to !== undefined) return `${start}${from} becomes ${to}`;
		return `${start}${from} becomes the URL in ${unwrap.query === undefined ? "the rest of its path" : `its parameter ${JSON.stringify(unwrap.query)}`}`;
	});
	return words.length > MAX_WORDS ? [...words.slice(0, MAX_WORDS), `${words.length - MAX_WORDS} more rewrites`] : words;
}

function pathParameterWords(entries: NonNullable<PlainKeyRules["pathParams"]>): string[] {
	if (entries === ALL_PARAMETERS) return ["all parameters of segments of the path go"];
	return entryWords(entries, "in segments of the path, ");
}

function indexWords(name: IndexName): string {
	if (typeof name === "string") return JSON.stringify(name);
	return JSON.stringify(name.name) + (name.ignoreCase ? " in any case" : name.name.includes("*") ? " with a star" : "");
}

/** Plain names in one sentence, then entries with conditions, a sentence each. */
function entryWords(entries: readonly PlainParameter[], start: string): string[] {
	const plain = entries.filter((entry) => typeof entry === "string");
	const others = entries.filter((entry) => typeof entry !== "string");
	return [
		...(plain.length > 0 ? [`${start}${quoted(plain)} goes`] : []),
		...others.map((entry) => `${start}${conditions(entry, " goes")}`),
	];
}

/** Entries in one sentence. */
function listed(entries: readonly PlainParameter[]): string {
	return entries.map((entry) => (typeof entry === "string" ? JSON.stringify(entry) : `(${conditions(entry, "")})`)).join(", ");
}

const MATCHES = { exact: "", prefix: "every name that begins with ", suffix: "every name that ends with " } as const;

/** `verb` follows the name. */
function conditions({ name, match, ignoreCase, values, ...places }: PlainEntry, verb: string): string {
	const { hosts, exceptHosts, paths, exceptPaths, exceptPath } = places;
	return [
		`${MATCHES[match ?? "exact"]}${JSON.stringify(name)}${verb}`,
		...(ignoreCase ? ["whatever its case"] : []),
		...(values?.length ? [`with the value ${values.map((value) => JSON.stringify(value)).join(" or ")}`] : []),
		...(hosts?.length ? [`only on ${hosts.map(hostWords).join(", ")}`] : []),
		...(exceptHosts?.length ? [`not on ${exceptHosts.map(hostWords).join(", ")}`] : []),
		...(paths?.length ? [`only where the path is like ${quoted(paths)}`] : []),
		...(exceptPaths?.length ? [`not where the path is like ${quoted(exceptPaths)}`] : []),
		...(exceptPath?.length ? [`not where host and path contain ${quoted(exceptPath)}`] : []),
	].join("; ");
}

/** As JSON strings, so that white space and control characters can be seen. */
function quoted(names: readonly string[]): string {
	return names.map((name) => JSON.stringify(name)).join(", ");
}
