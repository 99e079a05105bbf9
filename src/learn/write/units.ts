/** Units: the parts of rules that can be written one without the other, with the savings of each. */
import { carriedExtents } from "../rounds/carry";
import { type Findings, inOrder, type Lesson, talliesOf } from "../rounds/rounds";
import type { LearnOptions, Reach } from "../row-batch";
import { passes, type Tally, trialsIn } from "../rules/judgement";
import { type Extent, extentOf } from "../rules/reach";
import { isCarriedEverywhere, type Rule } from "../rules/rules";
import type { Cells } from "../trials/cells";
import type { Unit } from "./limits";

/** The units of all rules that were found, in octet order. `all`: the trials of each rule under all the others. */
export function unitsOf({ lesson, rules, cells }: Findings, all: Cells, options: LearnOptions, fetches: number): Unit[] {
	const settings = {
		levels: lesson.levels,
		reach: options.reach as Reach,
		voters: lesson.voters,
		isOff: lesson.isOff("reach"),
	};
	return inOrder([...rules.byCandidate.values()].map(({ candidate }) => candidate)).flatMap((candidate) => {
		const rule = rules.byCandidate.get(candidate.id) as Rule;
		const found = moreOf(rule.tallies, talliesOf(lesson, candidate, cells.of(candidate.id)));
		rule.tallies = moreOf(found, talliesOf(lesson, candidate, all.of(candidate.id)));
		const anew = isCarriedEverywhere(rule) ? [] : split(lesson, rule, extentOf(rule, settings));
		return [...carriedExtents(rule, anew), ...anew].map((extent) => ({ extent, saved: savedBy(extent, all, fetches) }));
	});
}

/** A unit for each domain, and for each other host, with those below it that do not pass by themselves. */
function split({ sitesOf, below, levels }: Lesson, rule: Rule, extent: Extent): Extent[] {
	if (extent.scope === "everywhere") return [extent];
	const others = new Set(extent.sites);
	const bySite = new Map(extent.tallies.map((tally) => [tally.site, tally]));
	const talliesAt = (sites: Iterable<number>) => Array.from(sites, (site) => bySite.get(site) ?? []).flat();
	const domains = [...rule.domains].sort().flatMap((domain): Extent[] => {
		const sites = new Set((sitesOf.get(domain) ?? []).filter((site) => others.delete(site)));
		const isWhole = extent.domains.has(domain);
		if (!isWhole && sites.size === 0) return [];
		return [{ ...extent, scope: "domain", sites, domains: new Set(isWhole ? [domain] : []), tallies: talliesAt(sites) }];
	});
	const isAlone = (site: number) => passes(bySite.get(site) ?? NO_TRIALS, levels);
	const hosts = groupsOf(
		[...others].sort((a, b) => a - b),
		below,
		isAlone,
	).map((group): Extent => {
		return { ...extent, scope: "host", sites: new Set(group), domains: new Set(), tallies: talliesAt(group) };
	});
	return [...domains, ...hosts];
}

const NO_TRIALS: Tally = { site: -1, agree: 0, disagree: 0, proven: 0, noise: 0, crawlNoise: 0, provenNoise: 0 };

/** Each site that passes by itself with those below it that do not, and the others one by one. */
function groupsOf(sites: readonly number[], below: Lesson["below"], isAlone: (site: number) => boolean): number[][] {
	const left = new Set(sites);
	// A site of fewer hosts is nearer to those below it.
	const above = sites.filter((site) => below.has(site) && isAlone(site));
	above.sort((a, b) => (below.get(a) as number[]).length - (below.get(b) as number[]).length || a - b);
	const taken = new Map<number, number[]>();
	for (const site of above) {
		const members = (below.get(site) as number[]).filter((each) => left.has(each) && !isAlone(each) && left.delete(each));
		taken.set(site, members);
	}
	return sites.filter((site) => left.has(site)).map((site) => [site, ...(taken.get(site) ?? [])]);
}

/** The fetches that a rule saves: those of this crawl or, if it has obeyed the rule, of the earlier one. */
function savedBy({ candidate, sites, reach, previous }: Extent, all: Cells, fetches: number): number {
	let listed = 0;
	for (const site of sites) listed += all.at(candidate.id, site)?.saved ?? 0;
	let saved = reach === "everywhere" ? -listed : listed;
	if (reach === "everywhere") for (const cell of all.of(candidate.id)) saved += cell.saved;
	return Math.max(saved, ((previous?.savedPer1000 ?? 0) * fetches) / 1000);
}

/** The tally of each site with more trials: those that a session identifier hid in the rounds show only under all rules. */
function moreOf(a: readonly Tally[], b: readonly Tally[]): Tally[] {
	const bySite = new Map(a.map((tally) => [tally.site, tally]));
	for (const tally of b) {
		const other = bySite.get(tally.site);
		if (other === undefined || trialsIn(other) < trialsIn(tally)) bySite.set(tally.site, tally);
	}
	return [...bySite.values()].sort((x, y) => x.site - y.site);
}
