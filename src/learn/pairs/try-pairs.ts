/** Trials of hosts and of values, under the rules that the rounds have adopted: two passes over the keys. */
import { encoder } from "../../utf8";
import { Feature } from "../corpus/features";
import type { KeyReader } from "../corpus/key-reader";
import { type PairWriting, writingOf } from "../corpus/pair-writing";
import type { Lesson } from "../rounds/rounds";
import type { RuleEvidence } from "../row-batch";
import type { Rules } from "../rules/rules";
import { HostTrials, siteOfHost } from "./hosts";
import { hashNumber, PageReader } from "./pages";
import { ValueTrials } from "./values";

/** The input: what the rounds have found. */
export interface PairSource {
	readonly lesson: Lesson;
	readonly rules: Rules;
	readonly reader: KeyReader;
	readonly holdout: number;
	/** Whether rules may act on hosts that nobody has seen. */
	readonly isEverywhere: boolean;
	/** Such rules of an earlier run. */
	readonly previous: readonly RuleEvidence[];
	readonly fetches: number;
	/** The key of the URL at a place. */
	readonly keyAt: (place: number) => string;
}

/** The trials of a run. */
export interface PairsTried extends PairSource {
	readonly hosts: HostTrials;
	readonly values: ValueTrials;
	/** Sites by name, and the rules of an earlier run by what they write. */
	readonly sites: ReadonlyMap<string, number>;
	readonly earlier: readonly EarlierPair[];
}

/** A rule of an earlier run. */
interface EarlierPair {
	readonly evidence: RuleEvidence;
	readonly writing: PairWriting;
	/** Fetches that it saved. */
	readonly saved: number;
}

/** Makes the trials of hosts and of values. */
export function tryPairs(source: PairSource): PairsTried {
	const { web } = source.lesson;
	const pages = new PageReader(web, source.rules);
	const tried = { ...source, ...roomsOf(source, pages.rootOf(source.reader)) };
	const { hosts, values } = tried;
	pages.read(
		() => true,
		(site, all, shard) => {
			values.count(site, all, shard);
			hosts.count(site, all);
		},
	);
	for (const { writing } of tried.earlier) requireEarlier(tried, writing);
	hosts.choosePairs();
	requireLabels(tried);
	hosts.closeGroups();
	pages.read(
		(site) => values.isHopeful(site) || hosts.isTried(site),
		(site, all, shard) => {
			if (values.isHopeful(site)) values.takePages(site, all, shard);
			hosts.addPages(site, all);
		},
	);
	hosts.judge();
	return tried;
}

function roomsOf({ lesson, holdout, previous, fetches }: PairSource, root: number): Omit<PairsTried, keyof PairSource> {
	const { web, candidates, levels } = lesson;
	const isParameter = (feature: number) => web.features[feature]?.kind === "param" && candidates.isWritable(feature);
	const isNamed = Uint8Array.from(web.features, (_, feature) => (isParameter(feature) ? 1 : 0));
	const columnOf = (host: number) => web.choices[siteOfHost(host)]?.column;
	const isComparable = (a: number, b: number) => columnOf(a) === columnOf(b);
	return {
		values: new ValueTrials(isNamed, levels.support),
		hosts: new HostTrials({ hosts: 2 * web.siteNames.length, keys: web.keys, holdout, root, isComparable }),
		sites: new Map(web.siteNames.map((host, site) => [host, site])),
		earlier: previous.map((evidence) => ({
			evidence,
			writing: writingOf(evidence) as PairWriting,
			saved: (evidence.savedPer1000 * fetches) / 1000,
		})),
	};
}

/** Makes trials of a rule of an earlier run. */
function requireEarlier({ hosts, values, sites, reader }: PairsTried, writing: PairWriting): void {
	if (writing.kind === "hostLabel") return;
	if (writing.kind === "hostAlias") {
		hosts.requireEarlier(hostNamed(sites, writing.host), hostNamed(sites, writing.target));
		return;
	}
	const key = reader.read(encoder.encode(`https://${writing.host}/?${writing.piece}`));
	for (const [feature, [lo, hi]] of key?.parts ?? []) {
		if (feature >= Feature.NAMED) values.require(sites.get(writing.host) as number, hashNumber(lo, hi));
	}
}

/** Makes trials of all hosts with a first label that seems to make no difference at some host. */
function requireLabels({ hosts, sites, lesson: { web } }: PairsTried): void {
	const labels = new Set(hosts.all.flatMap((pair) => [...labelsOf(web.siteNames, pair)]));
	if (labels.size === 0) return;
	for (const [host, site] of sites) {
		const dot = host.indexOf(".");
		const above = sites.get(host.slice(dot + 1));
		if (above === undefined || !labels.has(host.slice(0, dot))) continue;
		for (const www of [0, 1]) hosts.require(2 * site, 2 * above + www);
	}
}

/** The first label of one host of a pair, if the other host is what is below it. */
export function labelsOf(siteNames: readonly string[], { a, b }: { readonly a: number; readonly b: number }): Set<string> {
	const names = [a, b].map((host) => siteNames[siteOfHost(host)] as string);
	const labels = names.map((name) => name.slice(0, name.indexOf(".")));
	return new Set(labels.filter((label, at) => names[at] === `${label}.${names[1 - at]}`));
}

/** The number of a host that is known as a site. */
export function hostNamed(sites: ReadonlyMap<string, number>, host: string): number {
	const bare = host.startsWith("www.") ? sites.get(host.slice(4)) : undefined;
	return bare === undefined ? 2 * (sites.get(host) as number) : 2 * bare + 1;
}
