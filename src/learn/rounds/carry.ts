/**
 * Rules of an earlier run. A crawler that obeys a rule never fetches both variants of a page again, so that the next crawl has no
 * trials for it. Such a rule stays, with its old evidence.
 *
 * ```
 *   trials in its scope, in this run        its fate
 *   fewer than the support                  stays, except at sites that contradict it
 *   the support, from enough sites to judge is judged only by them, as any other candidate
 * ```
 *
 * A rule of hosts is a rule for each of them. A rule that acts everywhere is judged if nine domains have trials, and one of a domain
 * if two hosts have: fewer could not adopt it, however much they agree.
 */

import { labelsOf } from "../corpus/previous";
import type { RuleEvidence } from "../row-batch";
import type { Candidate } from "../rules/candidates";
import { isAgainst, LEAST_TRIALS, pooled, type Tally, together, trialsIn } from "../rules/judgement";
import type { Extent } from "../rules/reach";
import { type Carried, isCarriedEverywhere, type Rule, type Rules } from "../rules/rules";
import { LEAST_HOSTS, LEAST_VOTERS, votesOf } from "../rules/scopes";
import { trialsOfRules } from "./backward";
import { type Lesson, talliesOf } from "./rounds";

/** Lets the rules of an earlier run act again, but for those that this run can judge. */
export function carryOver(lesson: Lesson, rules: Rules, previous: readonly RuleEvidence[]): void {
	if (previous.length === 0) return;
	const known = knownOf(lesson);
	for (const evidence of previous) adoptAgain(lesson, rules, known, evidence);
	const cells = trialsOfRules(lesson, rules, "learned");
	for (const rule of [...rules.byCandidate.values()]) {
		const tallies = talliesOf(lesson, rule.candidate, cells.of(rule.candidate.id));
		if (isCarriedEverywhere(rule)) judgeEverywhere(lesson, rules, rule, tallies);
		const bySite = new Map(tallies.map((tally) => [tally.site, tally]));
		for (const carried of new Set(rule.carried.values())) {
			const acting = [...carried.sites].flatMap((site) => bySite.get(site) ?? []).sort((a, b) => a.site - b.site);
			judgeHosts(lesson, rules, rule, carried, known, acting);
		}
		if (!isCarriedEverywhere(rule) && rule.carried.size === 0) rules.drop(rule);
	}
}

/** The numbers of sites and features. */
interface Known {
	readonly sites: ReadonlyMap<string, number>;
	readonly features: ReadonlyMap<string, number>;
}

function knownOf({ web }: Lesson): Known {
	return {
		sites: new Map(web.siteNames.map((host, site) => [host, site])),
		features: new Map(web.features.map(({ label }, feature) => [label, feature])),
	};
}

function adoptAgain(lesson: Lesson, rules: Rules, known: Known, evidence: RuleEvidence): void {
	const features = labelsOf(evidence).map((label) => known.features.get(label) as number);
	const [first] = features;
	const isBundle = features.length > 1;
	const candidate = isBundle ? lesson.candidates.bundle(features.sort((a, b) => a - b)) : lesson.candidates.list[first as number];
	const rule = rules.of(candidate as Candidate);
	const { hosts, exceptHosts = [] } = evidence;
	if (hosts === undefined) {
		rules.adoptEverywhere(rule, sitesUnder(lesson, known, exceptHosts, []));
		rule.carriedEverywhere = evidence;
		return;
	}
	// If some of its exceptions are unknown, it acts at no host below.
	const isKnown = evidence.exceptHostsLeftOut === undefined;
	const sites = isKnown
		? sitesUnder(lesson, known, hosts, exceptHosts)
		: new Set(hosts.map((host) => known.sites.get(host) as number));
	const carried: Carried = { evidence, sites };
	for (const site of sites) {
		rules.adoptAt(rule, site);
		rule.carried.set(site, carried);
	}
}

/** The sites at or below `hosts` that are not at or below one of `others` that is nearer. */
function sitesUnder({ web, below }: Lesson, { sites }: Known, hosts: readonly string[], others: readonly string[]): Set<number> {
	const named = new Map([...hosts.map((host) => [host, true] as const), ...others.map((host) => [host, false] as const)]);
	const isUnder = (site: number) => {
		let host = web.siteNames[site] as string;
		while (!named.has(host)) host = host.slice(host.indexOf(".") + 1);
		return named.get(host) === true;
	};
	const found = new Set<number>();
	for (const host of hosts) {
		const top = sites.get(host) as number;
		for (const site of [top, ...(below.get(top) ?? [])]) if (isUnder(site)) found.add(site);
	}
	return found;
}

function judgeEverywhere(lesson: Lesson, rules: Rules, rule: Rule, tallies: readonly Tally[]): void {
	const acting = tallies.filter(({ site }) => rules.acts(rule, site));
	if (canJudgeAll(lesson, acting)) rules.endEverywhere(rule);
	else for (const tally of acting) if (isAgainst(tally, lesson.levels.precision)) rules.except(rule, tally.site);
}

/** Whether there are enough trials, of enough domains, for a rule of all hosts. */
function canJudgeAll(lesson: Lesson, acting: readonly Tally[]): boolean {
	return votesOf(lesson, acting).size >= LEAST_VOTERS && trialsIn(pooled(acting, lesson.voters)) >= lesson.levels.support;
}

/** `acting`: the trials of its sites, in their order. */
function judgeHosts(
	lesson: Lesson,
	rules: Rules,
	rule: Rule,
	{ evidence, sites }: Carried,
	known: Known,
	acting: readonly Tally[],
): void {
	const { precision, support } = lesson.levels;
	for (const tally of acting) if (isAgainst(tally, precision)) rules.except(rule, tally.site);
	const others = acting.filter(({ site }) => sites.has(site));
	if (evidence.scope === "domain") {
		const judging = others.filter((tally) => trialsIn(tally) >= LEAST_TRIALS);
		const isJudged = judging.length >= LEAST_HOSTS && trialsIn(together(others)) >= support;
		if (isJudged) for (const site of [...sites]) rules.except(rule, site);
		return;
	}
	if (evidence.scope === "everywhere" && canJudgeAll(lesson, others)) {
		for (const { site } of others) rules.except(rule, site);
		return;
	}
	const listed = new Set(evidence.hosts?.map((host) => known.sites.get(host)));
	for (const tally of others) {
		if (trialsIn(tally) < support || !listed.has(tally.site)) continue;
		const below = lesson.below.get(tally.site) ?? [];
		for (const site of [tally.site, ...below.filter((each) => !listed.has(each))]) rules.except(rule, site);
	}
}

/** Returns the extents of the rules that stay, but for sites at which those adopted `anew` act as well. */
export function carriedExtents(
	{ candidate, exceptions, tallies, carried, carriedEverywhere }: Rule,
	anew: readonly Extent[] = [],
): Extent[] {
	const common = { candidate, domains: new Set<string>() };
	const isAnew = (site: number) => anew.some((extent) => extent.sites.has(site) !== (extent.reach === "everywhere"));
	const extents = [...new Set(carried.values())].flatMap(({ evidence, sites }): Extent[] => {
		const { scope, reach } = evidence;
		const left = new Set([...sites].filter((site) => !isAnew(site)));
		if (left.size === 0) return [];
		return [{ ...common, scope, reach, sites: left, tallies: scope === "everywhere" ? tallies : [], previous: evidence }];
	});
	if (carriedEverywhere === undefined) return extents;
	const { scope, reach } = carriedEverywhere;
	return [{ ...common, scope, reach, sites: exceptions, tallies, previous: carriedEverywhere }, ...extents];
}
