/** Tests of a rule: of its trials on one site, and on many together. */
import { binomialAtLeast, binomialAtMost, wilsonLower } from "./statistics";

/** Levels of the tests. */
export interface Levels {
	readonly support: number;
	readonly bound: number;
	readonly precision: number;
}

/** Trials of a rule: those that agree, disagree, and disagree with pages that do not change by themselves. */
export interface Tally {
	readonly site: number;
	readonly agree: number;
	readonly disagree: number;
	readonly proven: number;
	readonly noise: number;
	/** The noise of the whole crawl. */
	readonly crawlNoise: number;
	/** The share of pages, fetched three times or more, that seem proven to differ from themselves. */
	readonly provenNoise: number;
}

/** The share of proven disagreement that a true rule has at most, unless a site's own pages have more. */
const MAX_PROVEN = 0.02;
/** A site has this many trials to be for or against a rule. */
export const LEAST_TRIALS = 5;
/** In a test of several, a site counts as this many trials at most, and so does a domain. */
const MAX_TRIALS = 20;
/** Tails below which a rule fails, and a site is against it. */
const RULE_TAIL = 0.2;
const SITE_TAIL = 0.01;
/** A disputed rule needs trials at a host that refute, at this level of significance, that it matters on this share of the pages. */
const DISPUTED_SHARE = 0.1;
const DISPUTED_TAIL = 0.05;
/** The tail of a rule when it is tested once more. */
export const BACKWARD_TAIL = 0.04;

export function trialsIn({ agree, disagree }: Tally): number {
	return agree + disagree;
}

/** Whether trials support a rule. */
export function passes(tally: Tally, { support, bound, precision }: Levels): boolean {
	const trials = trialsIn(tally);
	if (trials < support || wilsonLower(tally.agree, trials) < bound * (1 - tally.noise)) return false;
	return tailOf(tally, precision) >= RULE_TAIL;
}

/** The probability that a true rule has no more agreeing trials, or that it has no fewer proven ones: the smaller of both. */
function tailOf(tally: Tally, precision: number, mostProven = MAX_PROVEN): number {
	const agreement = binomialAtMost(tally.agree, trialsIn(tally), precision * (1 - tally.noise));
	return Math.min(agreement, binomialAtLeast(tally.proven, tally.agree + tally.proven, mostProven));
}

/**
 * The same for a rule that acts already, or for a single site.
 *
 * Choice 1: proven disagreement must exceed that of the sites' own pages, and 0.02 only where they have less. One answer in a hundred
 * that is a "too many requests" proves every tenth group of ten keys contrary, so that a fixed 0.02 makes exceptions of large sites,
 * and ends rules whose groups are large: those of session identifiers.
 */
export function tailUnderNoise(tally: Tally, precision: number): number {
	return tailOf(tally, precision, Math.max(MAX_PROVEN, tally.provenNoise));
}

/** Whether a site with enough trials contradicts a rule. */
export function isAgainst(tally: Tally, precision: number): boolean {
	if (trialsIn(tally) < LEAST_TRIALS) return false;
	return tally.disagree > tally.agree || tailUnderNoise(tally, precision) < SITE_TAIL;
}

/**
 * Whether a site contradicts a rule that acts there because other sites are for it. Its noise is at least that of the crawl: where few
 * pages were fetched twice, by luck none of them may have changed.
 */
export function isRefuted(tally: Tally, precision: number): boolean {
	return isAgainst({ ...tally, noise: Math.max(tally.noise, tally.crawlNoise) }, precision);
}

/**
 * Whether trials refute that the part a rule erases matters on a tenth of the pages. Their noise is at most that of the crawl: it must not
 * explain contrary ones.
 */
export function isClear({ agree, disagree, noise, crawlNoise }: Tally): boolean {
	const contrary = 1 - (1 - DISPUTED_SHARE) * (1 - Math.min(noise, crawlNoise));
	return binomialAtMost(disagree, agree + disagree, contrary) <= DISPUTED_TAIL;
}

/** Whether a site does not support a rule, however few its trials are. */
export function isContrary(tally: Tally, precision: number): boolean {
	return tally.disagree >= tally.agree || isAgainst(tally, precision);
}

export function isFor(tally: Tally, precision: number): boolean {
	return trialsIn(tally) >= LEAST_TRIALS && !isAgainst(tally, precision);
}

/**
 * The trials of several sites together, none of which counts as more than 20. With `voters`, no domain does: anyone can have a thousand
 * hosts. Requires: sites in order.
 */
export function pooled(tallies: readonly Tally[], voters?: readonly string[]): Tally {
	const weightOf = (trials: number) => Math.min(1, MAX_TRIALS / trials);
	const trialsOf = new Map<string | undefined, number>();
	for (const tally of voters === undefined ? [] : tallies) {
		const voter = voters?.[tally.site];
		trialsOf.set(voter, (trialsOf.get(voter) ?? 0) + Math.min(MAX_TRIALS, trialsIn(tally)));
	}
	const shareOf = ({ site }: Tally) => weightOf(trialsOf.get(voters?.[site]) ?? MAX_TRIALS);
	return summed(tallies.map((tally) => [tally, weightOf(trialsIn(tally)) * shareOf(tally)] as const));
}

/** The trials of several sites together. Requires: sites in order. */
export function together(tallies: readonly Tally[]): Tally {
	return summed(tallies.map((tally) => [tally, 1] as const));
}

function summed(tallies: readonly (readonly [Tally, number])[]): Tally {
	const sum = { agree: 0, trials: 0, proven: 0, noise: 0, crawlNoise: 0, provenNoise: 0 };
	for (const [tally, weight] of tallies) {
		const trials = weight * trialsIn(tally);
		sum.agree += weight * tally.agree;
		sum.trials += trials;
		sum.proven += weight * tally.proven;
		sum.noise += trials * tally.noise;
		sum.crawlNoise += trials * tally.crawlNoise;
		sum.provenNoise += trials * tally.provenNoise;
	}
	const agree = Math.round(sum.agree);
	const disagree = Math.max(0, Math.round(sum.trials) - agree);
	const trials = Math.max(1, sum.trials);
	const shares = { noise: sum.noise / trials, crawlNoise: sum.crawlNoise / trials, provenNoise: sum.provenNoise / trials };
	return { site: -1, agree, disagree, proven: Math.round(sum.proven), ...shares };
}
