/** The backward pass: each rule once more, alone, under all the others. */
import { BACKWARD_TAIL, isAgainst, pooled, type Tally, tailOf, together, trialsIn } from "./judgement";
import { type CellsOf, type Lesson, talliesOf } from "./rounds";
import type { Rule, Rules } from "./rules";
import { type Cell, trialsOf } from "./trials";

/** The trials of each rule where it acts: keys that differ by this rule alone. */
export function trialsOfRules(lesson: Lesson, rules: Rules, takes: (key: number) => boolean): CellsOf {
	const { web, isOff } = lesson;
	const cells: CellsOf = new Map();
	const mask = new Uint8Array(web.features.length);
	for (const [site, { column }] of web.choices.entries()) {
		if (column === undefined) continue;
		for (const rule of rules.at(site)) {
			rules.mask(site, mask, rule);
			const { id, features } = rule.candidate;
			const isSingle = features.length === 1;
			const single = (feature: number) => (isSingle && feature === id ? rule.candidate : undefined);
			const bundles = isSingle ? [] : [rule.candidate];
			const cell = trialsOf({ web, site, mask, takes, single, bundles, weighs: !isOff("weights") }).get(id);
			if (cell === undefined) continue;
			const bySite = cells.get(id) ?? new Map<number, Cell>();
			cells.set(id, bySite.set(site, cell));
		}
	}
	return cells;
}

/** Ends rules where they are contradicted. Returns those that are gone. */
export function prune(lesson: Lesson, rules: Rules, cells: CellsOf): Rule[] {
	const { precision } = lesson.levels;
	const gone: Rule[] = [];
	for (const rule of [...rules.byCandidate.values()]) {
		const tallies = talliesOf(lesson, rule.candidate, (cells.get(rule.candidate.id) ?? new Map<number, Cell>()).values());
		for (const tally of tallies) {
			if (rules.acts(rule, tally.site) && isAgainst(tally, precision, BACKWARD_TAIL)) rules.except(rule, tally.site);
		}
		const others = tallies.filter(({ site }) => rules.acts(rule, site));
		const isEmpty = !rule.isEverywhere && rule.sites.size === 0;
		if (!isEmpty && !fails(rule, others, precision)) continue;
		rules.drop(rule);
		gone.push(rule);
	}
	return gone;
}

function fails({ isEverywhere }: Rule, tallies: readonly Tally[], precision: number): boolean {
	const sum = isEverywhere ? pooled(tallies) : together(tallies);
	return trialsIn(sum) > 0 && tailOf(sum, precision) < BACKWARD_TAIL;
}
