/**
 * The backward pass: each rule once more, under all the others. Later rules can show what an earlier one hid: under a session
 * identifier in every URL, no two keys differ only by `ref`.
 */

import type { Share } from "../corpus/skeletons";
import {
	BACKWARD_TAIL,
	isAgainst,
	isRefuted,
	LEAST_TRIALS,
	pooled,
	type Tally,
	tailUnderNoise,
	together,
	trialsIn,
} from "../rules/judgement";
import { isCarriedAt, isCarriedEverywhere, type Rule, type Rules } from "../rules/rules";
import { Cells } from "../trials/cells";
import { cellsOfPass } from "../trials/ledger";
import { RuleTrials } from "../trials/rule-trials";
import { type Lesson, talliesOf } from "./rounds";

/** The trials of each rule where it acts: keys that only this rule merges. */
export function trialsOfRules(lesson: Lesson, rules: Rules, share: Share): Cells {
	return triedAgain(lesson, rules, new Set(lesson.web.choices.keys()), share, new Cells([], 0, 0));
}

/** The cells with the trials of the rules at some sites made anew. */
function triedAgain(
	{ web, candidates, isOff }: Lesson,
	rules: Rules,
	sites: ReadonlySet<number>,
	share: Share,
	cells: Cells,
): Cells {
	const settings = { candidates: candidates.list.length, share, weighs: !isOff("weights"), memory: web.memory };
	const columns = Int8Array.from(web.choices, ({ column = -1 }, site) => (sites.has(site) ? column : -1));
	const found = cellsOfPass(web, (ledger) => {
		const trials = new RuleTrials(web.features.length, web.choices.length, settings, rules);
		web.forEach((shard) => {
			trials.run(shard, columns, ledger);
		});
	});
	const kept = cells.filter((candidate, site) => !sites.has(site) || !rules.erases(candidate, site));
	return new Cells([kept, found], candidates.list.length, web.siteNames.length);
}

/**
 * Ends rules where they are contradicted, and rules that fail as a whole. `tested`: the trials of all rules, which stay as they are.
 * Returns those of the rules that are left, and the contrary ones of those that are not.
 */
export function prune(lesson: Lesson, rules: Rules, share: Share, tested = trialsOfRules(lesson, rules, share)): Cells {
	let cells = tested;
	// One false rule merges different pages, and then all others seem false, too: after the worst, the others are tried again.
	for (let sites = new Set(lesson.web.choices.keys()); sites.size > 0; ) {
		const contrary = new Set<number>();
		for (const site of sites) {
			const worst = worstAt(lesson, rules, site, cells);
			if (worst === undefined) continue;
			rules.except(worst, site);
			contrary.add(site);
		}
		sites = contrary;
		if (sites.size > 0) cells = triedAgain(lesson, rules, sites, share, cells);
	}
	for (const rule of [...rules.byCandidate.values()]) {
		const tallies = talliesOf(lesson, rule.candidate, cells.of(rule.candidate.id)).filter(({ site }) => rules.acts(rule, site));
		const isEmpty = !rule.isEverywhere && rule.sites.size === 0;
		if (isEmpty || failsAnew(lesson, rule, tallies)) rules.drop(rule);
		if (isCarriedEverywhere(rule) && isContradicted(lesson, rule, tallies)) rules.dropCarried(rule);
	}
	return cells;
}

/** Whether a rule fails as far as this run has adopted it. */
function failsAnew(lesson: Lesson, rule: Rule, tallies: readonly Tally[]): boolean {
	if (isCarriedEverywhere(rule)) return false;
	const anew = tallies.filter(({ site }) => !isCarriedAt(rule, site));
	return fails(lesson, rule, anew);
}

/** Whether the trials, at least the support, speak against a rule of an earlier run that acts everywhere. */
function isContradicted(lesson: Lesson, rule: Rule, tallies: readonly Tally[]): boolean {
	return trialsIn(pooled(tallies, lesson.voters)) >= lesson.levels.support && fails(lesson, rule, tallies);
}

/** Returns the rule with the largest share of disagreement among those that a site contradicts. */
function worstAt(lesson: Lesson, rules: Rules, site: number, cells: Cells): Rule | undefined {
	let worst: Rule | undefined;
	let most = -1;
	for (const rule of rules.at(site)) {
		const cell = cells.at(rule.candidate.id, site);
		const [tally] = cell === undefined ? [] : talliesOf(lesson, rule.candidate, [cell]);
		if (tally === undefined || !isContrary(rule, tally, lesson.levels.precision)) continue;
		const share = tally.disagree / trialsIn(tally);
		if (share <= most) continue;
		worst = rule;
		most = share;
	}
	return worst;
}

/** A rule of hosts is one rule for each of them: it ends where the rule would fail. */
function isContrary(rule: Rule, tally: Tally, precision: number): boolean {
	const isOfHost =
		!rule.isEverywhere && rule.domains.size === 0 && !isCarriedAt(rule, tally.site) && trialsIn(tally) >= LEAST_TRIALS;
	const isEnded = rule.isEverywhere ? isRefuted : isAgainst;
	return isEnded(tally, precision) || (isOfHost && tailUnderNoise(tally, precision) < BACKWARD_TAIL);
}

function fails({ voters, levels }: Lesson, { isEverywhere }: Rule, tallies: readonly Tally[]): boolean {
	const sum = isEverywhere ? pooled(tallies, voters) : together(tallies);
	return trialsIn(sum) > 0 && tailUnderNoise(sum, levels.precision) < BACKWARD_TAIL;
}
