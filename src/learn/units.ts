/** Units: the parts of rules that can be written one without the other, with what each saves. */
import { carriedExtents } from "./carry";
import type { Cells } from "./cells";
import { type Tally, trialsIn } from "./judgement";
import type { Unit } from "./limits";
import { type Extent, extentOf } from "./reach";
import { inOrder, type Lesson, talliesOf } from "./rounds";
import type { LearnOptions, Reach } from "./row-batch";
import { isCarriedEverywhere, type Rule, type Rules } from "./rules";

/** The units of all rules, in octet order. `all`: the trials of each rule under all the others. */
export function unitsOf(lesson: Lesson, rules: Rules, all: Cells, options: LearnOptions, fetches: number): Unit[] {
	const settings = {
		levels: lesson.levels,
		reach: options.reach as Reach,
		voters: lesson.voters,
		isOff: lesson.isOff("reach"),
	};
	return inOrder([...rules.byCandidate.values()].map(({ candidate }) => candidate)).flatMap((candidate) => {
		const rule = rules.byCandidate.get(candidate.id) as Rule;
		rule.tallies = moreOf(rule.tallies, talliesOf(lesson, candidate, all.of(candidate.id)));
		const anew = isCarriedEverywhere(rule) ? [] : split(lesson, extentOf(rule, settings));
		return [...carriedExtents(rule), ...anew].map((extent) => ({ extent, saved: savedBy(extent, all, fetches) }));
	});
}

/** A unit for each domain, and for each other host. */
function split({ sitesOf }: Lesson, extent: Extent): Extent[] {
	if (extent.scope === "everywhere") return [extent];
	const others = new Set(extent.sites);
	const bySite = new Map(extent.tallies.map((tally) => [tally.site, tally]));
	const talliesAt = (sites: Iterable<number>) => Array.from(sites, (site) => bySite.get(site) ?? []).flat();
	const domains = [...extent.domains].sort().map((domain): Extent => {
		const sites = new Set((sitesOf.get(domain) ?? []).filter((site) => others.delete(site)));
		return { ...extent, scope: "domain", sites, domains: new Set([domain]), tallies: talliesAt(sites) };
	});
	const hosts = [...others]
		.sort((a, b) => a - b)
		.map((site): Extent => {
			return { ...extent, scope: "host", sites: new Set([site]), domains: new Set(), tallies: talliesAt([site]) };
		});
	return [...domains, ...hosts];
}

/** The fetches that a rule saves: those of this crawl or, if it has obeyed the rule, of the earlier one. */
function savedBy({ candidate, sites, reach, previous }: Extent, all: Cells, fetches: number): number {
	let listed = 0;
	for (const site of sites) listed += all.at(candidate.id, site)?.saved ?? 0;
	let saved = reach === "everywhere" ? -listed : listed;
	if (reach === "everywhere") for (const cell of all.of(candidate.id)) saved += cell.saved;
	return Math.max(saved, ((previous?.savedPer1000 ?? 0) * fetches) / 1000);
}

/** Of each site, the tally with more trials: what a session identifier hid in the rounds shows only under all rules. */
function moreOf(a: readonly Tally[], b: readonly Tally[]): Tally[] {
	const bySite = new Map(a.map((tally) => [tally.site, tally]));
	for (const tally of b) {
		const other = bySite.get(tally.site);
		if (other === undefined || trialsIn(other) < trialsIn(tally)) bySite.set(tally.site, tally);
	}
	return [...bySite.values()].sort((x, y) => x.site - y.site);
}
