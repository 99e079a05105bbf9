/** Decides where rules are written to act: on sites that nobody has seen, on those of the crawl, or where they are proven. */

import type { Evidence, Reach, RuleEvidence } from "../row-batch";
import {
	isAgainst,
	isClear,
	isContrary,
	isFor,
	isRefuted,
	LEAST_TRIALS,
	type Levels,
	passes,
	type Tally,
	trialsIn,
} from "./judgement";
import { isCarriedAt, type Rule } from "./rules";
import { isDisputed } from "./scopes";
import { wilsonLower } from "./statistics";

/** The least lower bound of the share of domains for a rule: sixteen of sixteen. */
const LEAST_SHARE = 0.8;
const MAX_AGAINST = 0.01;
/** The least number of trials, none contrary, of a host that its domain vouches for, if the rule is disputed. */
const LEAST_VOUCHED = 3;

/**
 * Returns the reach of rules, which by default is that of the rows.
 *
 * Choice 4: if every site that could contradict a rule is absent from a crawl, its votes do not show it, however
 * many they are. A wider reach of an earlier run is continued.
 */
export function reachOf(reach: Reach | undefined, previous: Evidence | undefined): Reach {
	return reach ?? (previous?.rules.some((rule) => rule.reach === "everywhere") ? "everywhere" : "crawl");
}

/** The places where a rule is written to act. */
export interface Extent {
	readonly candidate: Rule["candidate"];
	readonly scope: RuleEvidence["scope"];
	readonly reach: Reach;
	/** Sites of the crawl at which it acts or, with reach `everywhere`, does not. */
	readonly sites: ReadonlySet<number>;
	/** Domains at which it acts. */
	readonly domains: ReadonlySet<string>;
	readonly tallies: readonly Tally[];
	/** The evidence of an earlier run that it has, if this one cannot judge it. */
	readonly previous?: RuleEvidence | undefined;
}

/** The settings that decide reach. */
export interface ReachSettings {
	readonly levels: Levels;
	readonly reach: Reach;
	/** The registrable domain of each site, or its last two labels. */
	readonly voters: readonly string[];
	/** Whether every rule that holds everywhere is written so. */
	readonly isOff: boolean;
}

/** Decides where a rule is written to act, as far as this run has adopted it. */
export function extentOf(rule: Rule, settings: ReachSettings): Extent {
	const { candidate, tallies } = rule;
	const { precision } = settings.levels;
	const scope = rule.isEverywhere ? "everywhere" : rule.domains.size > 0 ? "domain" : "host";
	const common = { candidate, scope, tallies } as const;
	if (!rule.isEverywhere) {
		return { ...common, reach: "host", ...placesOf(rule, settings) };
	}
	const kept = { ...common, domains: new Set<string>() };
	if (settings.isOff) return { ...kept, reach: "everywhere", sites: rule.exceptions };
	if (settings.reach === "everywhere" && holdsForStrangers(rule, settings)) {
		const doubtful = tallies.filter((tally) => trialsIn(tally) < LEAST_TRIALS && tally.disagree > tally.agree);
		return { ...kept, reach: "everywhere", sites: new Set([...rule.exceptions, ...doubtful.map(({ site }) => site)]) };
	}
	const acting = tallies.filter(({ site }) => !rule.exceptions.has(site));
	const isCrawl = settings.reach !== "host";
	const holds = (tally: Tally) => trialsIn(tally) >= LEAST_TRIALS && !isRefuted(tally, precision);
	const sites = acting.filter((tally) => holds(tally) || (isCrawl && leans(tally)));
	return { ...kept, reach: isCrawl ? "crawl" : "host", sites: new Set(sites.map(({ site }) => site)) };
}

/**
 * The hosts and domains of a rule that does not hold everywhere. Where the second look has found a host of a domain contrary, only those
 * that pass by themselves are left of it: Choice 3 in scopes.ts.
 *
 * Choice 5: unless reach is everywhere, a host that does not pass by itself needs trials of its own to act as those above or beside it.
 *
 * Choice 6: a rule that more than a tenth of the domains contradict is disputed. `lang` may matter on a tenth of the pages of a host, and
 * agree in 50 trials of 55 there. Such a rule acts only at hosts whose trials refute that, or that have some and no contrary one in a
 * domain that is for it.
 */
function placesOf(rule: Rule, { levels, voters, reach }: ReachSettings): Pick<Extent, "sites" | "domains"> {
	const { tallies } = rule;
	const contrary = tallies.filter((tally) => isContrary(tally, levels.precision));
	const divided = new Set(contrary.map(({ site }) => voters[site] as string).filter((domain) => rule.domains.has(domain)));
	const bySite = new Map(tallies.map((tally) => [tally.site, tally]));
	const isOfDispute = isDisputed({ levels, voters }, tallies);
	const isVouched = (tally: Tally) => {
		if (isOfDispute) return tally.disagree === 0 && tally.agree >= LEAST_VOUCHED;
		return isFor(tally, levels.precision) || leans(tally);
	};
	const acts = (site: number) => {
		const tally = bySite.get(site);
		const isDivided = divided.has(voters[site] as string);
		if (tally === undefined) return reach === "everywhere" && !isDivided && !isOfDispute;
		if (passes(tally, levels) && (!isOfDispute || isClear(tally))) return true;
		return !isDivided && (isVouched(tally) || (reach === "everywhere" && !isOfDispute));
	};
	const isWhole = reach === "everywhere" && !isOfDispute;
	return {
		sites: new Set([...rule.sites].filter((site) => !isCarriedAt(rule, site) && acts(site))),
		domains: new Set(isWhole ? [...rule.domains].filter((domain) => !divided.has(domain)) : []),
	};
}

/** Too few trials to be for a rule, but some, and no more against it. */
function leans(tally: Tally): boolean {
	return trialsIn(tally) < LEAST_TRIALS && tally.agree >= 1 && tally.disagree <= tally.agree;
}

/** Whether domains vote for a rule on sites that nobody has seen. */
function holdsForStrangers({ tallies, exceptions }: Rule, { levels, voters }: ReachSettings): boolean {
	const votes = new Map<string, boolean>();
	for (const tally of tallies) {
		if (trialsIn(tally) < LEAST_TRIALS) continue;
		const voter = voters[tally.site] as string;
		const isContrary = exceptions.has(tally.site) || isAgainst(tally, levels.precision);
		votes.set(voter, (votes.get(voter) ?? true) && !isContrary);
	}
	return isElected([...votes.values()].filter((vote) => vote).length, votes.size);
}

/** Whether enough of the domains that vote agree to decide on sites that nobody has seen. */
export function isElected(inFavour: number, of: number): boolean {
	return wilsonLower(inFavour, of) >= LEAST_SHARE && of - inFavour <= MAX_AGAINST * of;
}
