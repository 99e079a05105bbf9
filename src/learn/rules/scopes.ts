/** Scopes wider than a host: where many sites support a rule, it also acts at those that have too few trials to say. */

import type { Guard } from "../row-batch";
import { isAgainst, isContrary, isFor, LEAST_TRIALS, type Levels, passes, pooled, type Tally, trialsIn } from "./judgement";
import { wilsonLower } from "./statistics";

/** The least lower bound of the share of domains for a rule: nine of nine. */
const LEAST_SHARE = 0.7;
export const LEAST_VOTERS = 9;
const MAX_AGAINST = 0.1;
export const LEAST_HOSTS = 2;

interface Votes {
	readonly levels: Levels;
	readonly domains: readonly (string | undefined)[];
	/** The sites of each domain. */
	readonly sitesOf: ReadonlyMap<string, readonly number[]>;
	/** The voter of a site: its registrable domain, or its last two labels. */
	readonly voters: readonly string[];
	readonly isOff: (guard: Guard) => boolean;
}

/** The exceptions of a rule that holds everywhere, or undefined if it does not. */
export function everywhereScope(votes: Votes, tallies: readonly Tally[]): number[] | undefined {
	const { levels, isOff } = votes;
	const against = tallies.filter((tally) => isAgainst(tally, levels.precision));
	const ballot = votesOf(votes, tallies);
	const inFavour = [...ballot.values()].filter((vote) => vote).length;
	const isElected = wilsonLower(inFavour, ballot.size) >= LEAST_SHARE && ballot.size - inFavour <= MAX_AGAINST * ballot.size;
	if (!isElected && !isOff("hosts")) return undefined;
	const others = tallies.filter((tally) => !isAgainst(tally, levels.precision));
	return passes(pooled(others, votes.voters), levels) ? against.map(({ site }) => site) : undefined;
}

/**
 * For each domain that judges, whether more of its hosts are for the rule than against it. Hosts have no votes of their own: anyone can
 * have a thousand.
 */
export function votesOf({ levels, voters }: Pick<Votes, "levels" | "voters">, tallies: readonly Tally[]): Map<string, boolean> {
	const balance = new Map<string, number>();
	for (const tally of tallies) {
		if (trialsIn(tally) < LEAST_TRIALS) continue;
		const voter = voters[tally.site] as string;
		balance.set(voter, (balance.get(voter) ?? 0) + (isFor(tally, levels.precision) ? 1 : -1));
	}
	return new Map(Array.from(balance, ([voter, hosts]) => [voter, hosts > 0]));
}

/**
 * Registrable domains at which a rule holds, with the sites of the crawl that it then acts at. `isWide`: whether its trials at these
 * sites merge many keys each.
 *
 * Choice 3: hosts vouch for each other only while none contradicts the rule. A host with few trials would be outvoted by its
 * neighbours, and some of them can be anyone's.
 *
 * Choice 2: a rule whose trials are wide needs a host that supports it by itself. Five apps of a domain, each with nine shells for all its
 * URLs, have 45 votes that `id` makes no difference. An honest rule merges the few variants of a page.
 */
export function domainScopes(
	votes: Votes,
	tallies: readonly Tally[],
	isWide: (members: readonly Tally[]) => boolean,
): { domain: string; sites: number[] }[] {
	const { levels, domains, sitesOf } = votes;
	return [...byDomain(domains, tallies)].flatMap(([domain, members]) => {
		if (members.some((tally) => isContrary(tally, levels.precision))) return [];
		if (members.filter((tally) => isFor(tally, levels.precision)).length < LEAST_HOSTS) return [];
		if (!passes(pooled(members), levels)) return [];
		if (!members.some((tally) => passes(tally, levels)) && isWide(members)) return [];
		return [{ domain, sites: [...(sitesOf.get(domain) ?? [])] }];
	});
}

/** Whether more domains contradict a rule than may contradict one that holds everywhere. */
export function isDisputed(votes: Pick<Votes, "levels" | "voters">, tallies: readonly Tally[]): boolean {
	const ballot = [...votesOf(votes, tallies).values()];
	return ballot.filter((vote) => !vote).length > MAX_AGAINST * ballot.length;
}

function byDomain(domains: readonly (string | undefined)[], tallies: readonly Tally[]): Map<string, Tally[]> {
	const groups = new Map<string, Tally[]>();
	for (const tally of tallies) {
		const domain = domains[tally.site];
		if (domain === undefined || trialsIn(tally) < 1) continue;
		const group = groups.get(domain);
		if (group === undefined) groups.set(domain, [tally]);
		else group.push(tally);
	}
	return groups;
}
