/** The tables that only some programs have: assembly/policy/program.ts draws them at `More`. */
import { Alias, More, MoreFlag } from "../../../assembly/policy/more";
import { encoder } from "../../utf8";
import { keysOf } from "../policy/named-lists";
import type { PlainEntry, PlainKeyRules, PlainList, PlainParameter, PlainPolicy, PlainQueryRules } from "../schema/plain";
import { writeTexts } from "./globs";
import { hashTable } from "./hash-table";
import { lowered, type ProgramOctets } from "./program-octets";
import { leastOf, parentsOf, type ScopeName, scopeWords } from "./scope-names";

const BELOW = "*.";

/** Whether a program needs more than every release could say. */
export function needsMore(policy: PlainPolicy, lists: readonly PlainList[]): boolean {
	const { trim, fetch, sites = [] } = policy;
	const hasPaths = sites.some(({ paths, exceptPaths }) => paths !== undefined || exceptPaths !== undefined);
	const hasRewrites = [policy, ...sites].some(({ rewrite = [] }) => rewrite.length > 0);
	return (
		trim === "unicode" ||
		fetch?.query !== undefined ||
		hasPaths ||
		hasRewrites ||
		keysOf(policy).some(isMore) ||
		lists.some(isMoreList)
	);
}

function isMoreList({ params, filter }: PlainList): boolean {
	return filter !== undefined || params.some(hasMore);
}

function isMore({ www, hostLabels, hostAlias, pathParams, index, query }: PlainKeyRules): boolean {
	return (
		www === "drop-numbered" ||
		hasItems(hostLabels) ||
		hasItems(pathParams) ||
		(hostAlias !== undefined && Object.keys(hostAlias).length > 0) ||
		index?.some((name) => (typeof name === "string" ? name.includes("*") : name.ignoreCase === true)) ||
		(query !== undefined && isMoreQuery(query))
	);
}

function hasItems(items: { readonly length: number } | undefined): boolean {
	return items !== undefined && items.length > 0;
}

function isMoreQuery({ only, remove, keep }: PlainQueryRules): boolean {
	return [only, remove, keep].some((entries) => entries?.some(hasMore));
}

function hasMore(entry: PlainParameter): entry is PlainEntry {
	if (typeof entry === "string") return false;
	return entry.values !== undefined || entry.paths !== undefined || entry.exceptPaths !== undefined;
}

/** Writes the labels and aliases of a policy. Returns the fields of the header. `host`: the form of a side of an alias, without `*.` */
export function writeHosts(
	{ trim, key = {} }: PlainPolicy,
	flags: number,
	out: ProgramOctets,
	forms: { label(label: string): string; alias(host: string): string },
): [More, number][] {
	const labels = (key.hostLabels ?? []).map((label) => forms.label(label));
	return [
		[More.FLAGS, (trim === "unicode" ? MoreFlag.TRIM_UNICODE : 0) | flags],
		[More.HOST_LABELS, labels.length === 0 ? 0 : writeTexts(labels, out)],
		...writeAliases(Object.entries(key.hostAlias ?? {}), out, (host) => forms.alias(host)),
	];
}

function writeAliases(
	aliases: readonly (readonly [name: string, target: string])[],
	out: ProgramOctets,
	form: (host: string) => string,
): [More, number][] {
	if (aliases.length === 0) return [];
	const rows = aliases.map(([name, target]) => {
		const isBelow = name.startsWith(BELOW);
		const [from, to] = [name, target].map((host) => form(isBelow ? host.slice(BELOW.length) : host)) as [string, string];
		return { from, to, isBelow };
	});
	// The least number decides: exact names first, then the longest.
	rows.sort((a, b) => Number(a.isBelow) - Number(b.isBelow) || b.from.length - a.from.length);
	const names = rows.map(({ from, isBelow }, index) => ({ host: from, isExact: !isBelow, value: index + 1 }) satisfies Named);
	const [exact, below] = [new Set<string>(), new Set<string>()];
	for (const { from, isBelow } of rows) (isBelow ? below : exact).add(from);
	const isNamed = (host: string) => exact.has(host) || [host, ...parentsOf(host)].some((name) => below.has(name));
	const words = rows.flatMap(({ from, to, isBelow }) => {
		const [text, alias] = [encoder.encode(to), [] as number[]];
		alias[Alias.TARGET >> 2] = out.text(text);
		alias[Alias.LENGTH >> 2] = text.length;
		alias[Alias.REPLACED >> 2] = from.length;
		alias[Alias.IS_LAST >> 2] = Number(!isBelow && !isNamed(to));
		return alias;
	});
	return [
		[More.ALIASES, out.words(scopeWords(names, leastOf, out))],
		[More.ALIAS_COUNT, rows.length],
		[More.ALIAS_ROWS, out.words(words)],
	];
}

type Named = ScopeName & { readonly value: number };

/** Writes the values of an entry. Returns the offset of their table; 0 for all values. */
export function writeValues(values: readonly string[] | undefined, out: ProgramOctets): number {
	if (values === undefined) return 0;
	const texts = [...new Set(values)].map((value) => encoder.encode(value));
	const [table, order] = hashTable(texts.map((text) => lowered(text)));
	const rows = order.map((index) => texts[index] as Uint8Array).flatMap((text) => [out.text(text), text.length]);
	return out.words([...table, ...rows]);
}
