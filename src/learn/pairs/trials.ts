/** Trials of two pages each, and what they say of a rule. */
import type { Lesson } from "../rounds/rounds";
import { BACKWARD_TAIL, isAgainst, LEAST_TRIALS, passes, type Tally, tailUnderNoise, trialsIn } from "../rules/judgement";
import type { Page } from "./pages";

/** The max votes of a rule that are counted. Further trials change nothing. */
const MAX_VOTES = 1024;

/** The places of two pages. */
export type Places = readonly [a: number, b: number];

/** The members of pages that a trial compares. */
export type Fetched = Pick<Page, "content" | "fetches" | "place">;

/** The trials of a rule. Two pages with the same content agree: one vote for each content. */
export class PairTrials {
	readonly #contents = new Set<number>();
	disagree = 0;
	proven = 0;
	readonly held = { agree: 0, disagree: 0 };
	/** Pairs of pages, which the rule merges. */
	saved = 0;
	example: Places | undefined;
	contrary: Places | undefined;

	get agree(): number {
		return this.#contents.size;
	}

	/** Adds two pages. Pages that change are no evidence. */
	compare(a: Fetched, b: Fetched, isHeld: boolean): void {
		++this.saved;
		if (a.content === 0 || b.content === 0 || this.agree >= MAX_VOTES) return;
		const isSame = a.content === b.content;
		if (isHeld) {
			if (isSame) ++this.held.agree;
			else ++this.held.disagree;
		} else if (isSame) {
			this.#contents.add(a.content);
			this.example ??= [a.place, b.place];
			return;
		} else {
			++this.disagree;
			if (a.fetches > 1 || b.fetches > 1) ++this.proven;
		}
		if (!isSame) this.contrary ??= [a.place, b.place];
	}
}

/** The trials of a rule as numbers. `sites`: one, or two whose pages are compared. */
export function tallyOf({ noise }: Lesson, trials: PairTrials, sites: readonly number[]): Tally {
	const most = (shares: Float64Array) => Math.max(...sites.map((site) => shares[site] as number));
	return {
		site: sites[0] as number,
		agree: trials.agree,
		disagree: trials.disagree,
		proven: trials.proven,
		noise: most(noise.bySite),
		crawlNoise: most(noise.crawlBySite),
		provenNoise: most(noise.provenBySite),
	};
}

/** The verdict of trials on a rule: it holds, it does not, or they show too little. */
export type Verdict = "holds" | "refused" | "open";

/** Judges a rule. Pages kept apart must not contradict it. */
export function verdictOf({ levels }: Lesson, tally: Tally, { held }: PairTrials): Verdict {
	if (passes(tally, levels) && !isEnded(levels.precision, { ...tally, ...held, proven: 0 })) return "holds";
	return trialsIn(tally) >= levels.support || isAgainst(tally, levels.precision) ? "refused" : "open";
}

function isEnded(precision: number, held: Tally): boolean {
	if (isAgainst(held, precision)) return true;
	return trialsIn(held) >= LEAST_TRIALS && tailUnderNoise(held, precision) < BACKWARD_TAIL;
}
