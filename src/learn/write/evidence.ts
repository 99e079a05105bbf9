/** Evidence: the reasons for each rule, its contradictions, and the refused rules. */

import { labelOf } from "../corpus/pair-writing";
import type { Web } from "../corpus/web";
import type { PairRule } from "../pairs/pair-rules";
import type { Places as PagePlaces } from "../pairs/trials";
import type { Against, Evidence, RuleEvidence, UrlPair } from "../row-batch";
import type { Candidate } from "../rules/candidates";
import { isFor, type Levels, pooled, type Tally, together } from "../rules/judgement";
import type { Extent } from "../rules/reach";
import type { Cell, Cells } from "../trials/cells";

/** Max examples of a rule, and max contrary sites that are named with a pair. */
const MAX_EXAMPLES = 3;
/** Max hosts below those of a rule that are named. */
const MAX_BELOW = 1000;

/** The sources of evidence. */
export interface EvidenceSource {
	readonly web: Web;
	/** Fetches that count. */
	readonly fetches: number;
	/** A URL as it came, by the place that a trial names. */
	readonly urlOf: (place: number) => string;
	readonly levels: Levels;
	/** Sites below each site. */
	readonly below: ReadonlyMap<number, readonly number[]>;
	/** The sites of each registrable domain. */
	readonly sitesOf: ReadonlyMap<string, readonly number[]>;
	/** Trials at the end of the rounds, of the backward pass, and of keys held out. */
	readonly cells: Cells;
	/** The candidates that had trials in the rounds. */
	readonly tried: ReadonlySet<number>;
	readonly backward: Cells;
	readonly heldOut: Cells;
}

/** The evidence of a rule. */
export function evidenceOf(source: EvidenceSource, extent: Extent, saved: number, isLeftOut: boolean): RuleEvidence {
	if (extent.previous !== undefined) return carriedEvidence(source, extent, extent.previous, isLeftOut);
	const { web, fetches, levels } = source;
	const { candidate, scope, reach, sites, tallies } = extent;
	const acting = tallies.filter(({ site }) => sites.has(site) !== (reach === "everywhere"));
	const { agree, disagree, proven, noise } = together(acting);
	const cells = cellsAt(source.cells, candidate, acting);
	const held = cellsAt(source.heldOut, candidate, acting);
	return {
		...nameOf(source, candidate),
		scope,
		reach,
		...placesOf(source, extent),
		age: 0,
		hostsFor: acting.filter((tally) => isFor(tally, levels.precision)).length,
		votes: agree,
		disagree,
		proven,
		expected: rounded(1 - levels.precision * (1 - noise)),
		redirects: redirectsOf(web, candidate, acting),
		against: againstOf(source, candidate, contrarySites(extent), tallies),
		savedPer1000: rounded((1000 * saved) / Math.max(1, fetches)),
		examples: pairsOf(
			source,
			cells.flatMap(({ example }) => (example ? [example] : [])),
		),
		...(isLeftOut && { leftOut: true as const }),
		...(held.length > 0 && {
			heldOut: {
				agree: held.reduce((sum, { votes }) => sum + votes, 0),
				disagree: held.reduce((sum, cell) => sum + cell.disagree, 0),
			},
		}),
	};
}

/** The evidence of an earlier run, one run older, with the contradictions that this one has found. */
function carriedEvidence(source: EvidenceSource, extent: Extent, previous: RuleEvidence, isLeftOut: boolean): RuleEvidence {
	const { leftOut: _, hosts: __, exceptHosts: ___, hostsBelow: ____, exceptHostsLeftOut: _____, ...kept } = previous;
	const known = new Set(previous.against.map(({ host }) => host));
	const against = againstOf(source, extent.candidate, contrarySites(extent), extent.tallies);
	return {
		...kept,
		...placesOf(source, extent),
		age: previous.age + 1,
		against: [...previous.against, ...against.filter(({ host, disagree }) => !known.has(host) && disagree > 0)],
		...(isLeftOut && { leftOut: true as const }),
	};
}

function nameOf({ web }: EvidenceSource, { label, features }: Candidate): Pick<RuleEvidence, "rule" | "names"> {
	const names = features.map((feature) => web.features[feature]?.name as string);
	return { rule: label, ...(names.length > 1 && { names }) };
}

/** Sites at which a rule does not act though it might: those that it is an exception for, and those with contrary trials. */
function contrarySites({ reach, sites, tallies, scope }: Extent): ReadonlySet<number> {
	if (reach === "everywhere") return sites;
	if (scope !== "everywhere") return new Set();
	return new Set(tallies.filter((tally) => tally.disagree > 0 && !sites.has(tally.site)).map(({ site }) => site));
}

type Places = Pick<RuleEvidence, "hosts" | "hostsBelow" | "exceptHosts" | "exceptHostsLeftOut">;

/** Returns the places where a rule is written to act, in the form of lists. */
function placesOf({ web, below, sitesOf }: EvidenceSource, { reach, sites, domains, previous }: Extent): Places {
	const listed = hostsOf(web, sites, domains);
	const acting = new Set(listed);
	if (reach === "everywhere") return listed.length > 0 ? { exceptHosts: listed } : {};
	const hosts = previous?.hosts === undefined ? listed : previous.hosts.filter((host) => acting.has(host));
	const under = [...[...sites].map((site) => below.get(site)), ...[...domains].map((domain) => sitesOf.get(domain))];
	const covered = under.flatMap((members) => members ?? []).filter((site) => !sites.has(site));
	const others = [...new Set([...covered].sort((a, b) => a - b).map((site) => web.siteNames[site] as string))];
	const highest = highestOf(hosts, new Set(others));
	return {
		hosts: highest,
		...(highest.length < hosts.length && { hostsBelow: hosts.length - highest.length }),
		...(others.length > 0 && { exceptHosts: others.slice(0, MAX_BELOW) }),
		...(others.length > MAX_BELOW && { exceptHostsLeftOut: others.length - MAX_BELOW }),
	};
}

/** The hosts that are not below another one, or below one of `others` that is nearer. */
function highestOf(hosts: readonly string[], others: ReadonlySet<string>): string[] {
	const all = new Set(hosts);
	return hosts.filter((host) => {
		for (let dot = host.indexOf("."); dot >= 0; dot = host.indexOf(".", dot + 1)) {
			const above = host.slice(dot + 1);
			if (others.has(above)) return true;
			if (all.has(above)) return false;
		}
		return true;
	});
}

/** A candidate that was not adopted anywhere. */
export function refusalOf(source: EvidenceSource, candidate: Candidate, tallies: readonly Tally[]): RuleEvidence {
	const { web, fetches, levels } = source;
	const cells = [...source.cells.of(candidate.id)];
	const { agree, disagree, proven, noise } = pooled(tallies);
	const saved = cells.reduce((sum, cell) => sum + cell.saved, 0);
	return {
		...nameOf(source, candidate),
		scope: "everywhere",
		reach: "everywhere",
		age: 0,
		hostsFor: tallies.filter((tally) => isFor(tally, levels.precision)).length,
		votes: agree,
		disagree,
		proven,
		expected: rounded(1 - levels.precision * (1 - noise)),
		redirects: redirectsOf(web, candidate, tallies),
		against: againstOf(
			source,
			candidate,
			new Set(tallies.filter((tally) => tally.disagree > 0).map(({ site }) => site)),
			tallies,
		),
		savedPer1000: rounded((1000 * saved) / Math.max(1, fetches)),
		examples: pairsOf(
			source,
			cells.flatMap(({ example }) => (example ? [example] : [])),
		),
	};
}

/** The evidence of a rule of hosts or of a value. */
export function pairEvidence(
	{ urlOf, fetches, levels }: EvidenceSource,
	rule: PairRule,
	isLeftOut: boolean,
	isRefused = false,
): RuleEvidence {
	const { writing, tally, trials, saved, previous } = rule;
	const leftOut = isLeftOut && { leftOut: true as const };
	if (previous !== undefined || tally === undefined || trials === undefined) {
		const { leftOut: _, ...kept } = previous as RuleEvidence;
		return { ...kept, age: kept.age + 1, ...leftOut };
	}
	const { agree, disagree, proven, noise } = tally;
	const pairAt = (places: PagePlaces | undefined): UrlPair[] =>
		places === undefined ? [] : [[urlOf(places[0]), urlOf(places[1])]];
	const isLabel = writing.kind === "hostLabel";
	const [pair] = pairAt(trials.contrary);
	const isHeld = trials.held.agree + trials.held.disagree > 0;
	return {
		rule: labelOf(writing),
		scope: isLabel ? "everywhere" : "host",
		reach: isLabel ? "everywhere" : "host",
		...(!isLabel && { hosts: [writing.host] }),
		age: 0,
		hostsFor: isRefused ? 0 : 1,
		votes: agree,
		disagree,
		proven,
		expected: rounded(1 - levels.precision * (1 - noise)),
		redirects: 0,
		against: isRefused && !isLabel ? [{ host: writing.host, agree, disagree, ...(pair && { pair }) }] : [],
		savedPer1000: rounded((1000 * saved) / Math.max(1, fetches)),
		examples: pairAt(trials.example),
		...leftOut,
		...(isHeld && !isRefused && { heldOut: { ...trials.held } }),
	};
}

function againstOf(source: EvidenceSource, { id }: Candidate, sites: ReadonlySet<number>, tallies: readonly Tally[]): Against[] {
	const { web, cells, backward, heldOut } = source;
	const bySite = new Map(tallies.map((tally) => [tally.site, tally]));
	return [...sites]
		.sort((a, b) => a - b)
		.map((site) => {
			const tally = bySite.get(site);
			const found = [cells, backward, heldOut].map((all) => all.at(id, site)).find((cell) => cell?.contrary !== undefined);
			const [pair] = pairsOf(source, found?.contrary ? [found.contrary] : []);
			const counts = { agree: tally?.agree ?? found?.votes ?? 0, disagree: tally?.disagree ?? found?.disagree ?? 0 };
			return { host: web.siteNames[site] as string, ...counts, ...(pair && { pair }) };
		});
}

function cellsAt(cells: Cells, { id }: Candidate, tallies: readonly Tally[]): Cell[] {
	return tallies.flatMap(({ site }) => cells.at(id, site) ?? []);
}

function redirectsOf(web: Web, { id }: Candidate, tallies: readonly Tally[]): number {
	const bySite = web.redirects.get(id);
	return tallies.reduce((sum, { site }) => sum + (bySite?.get(site) ?? 0), 0);
}

function hostsOf({ siteNames }: Web, sites: ReadonlySet<number>, domains: ReadonlySet<string>): string[] {
	return [...new Set([...domains, ...[...sites].sort((a, b) => a - b).map((site) => siteNames[site] as string)])];
}

function pairsOf({ urlOf }: EvidenceSource, keys: readonly (readonly [number, number])[]): UrlPair[] {
	return keys.slice(0, MAX_EXAMPLES).map(([a, b]) => [urlOf(a), urlOf(b)] as const);
}

/** Four significant digits, so that evidence does not depend on the last bit. */
export function rounded(value: number): number {
	return Number(value.toPrecision(4));
}

/** Returns the names and pages that the limits of memory left out, if there are any. */
export function limitsOf({ web: { namesLeftOut, sampled }, urlOf }: EvidenceSource): Pick<Evidence, "namesLeftOut" | "sampled"> {
	return {
		...(namesLeftOut > 0 && { namesLeftOut }),
		...(sampled.length > 0 && { sampled: sampled.map(({ place, rows, kept }) => ({ url: urlOf(place), rows, kept })) }),
	};
}

/** Sites that use another digest than the first, or none. */
export function judgedSites({ siteNames, choices }: Web): Evidence["sites"] {
	return choices.flatMap(({ column, cause, fetches }, site) =>
		cause === undefined || fetches === 0
			? []
			: [{ host: siteNames[site] as string, column: column ?? null, cause, rows: fetches }],
	);
}
