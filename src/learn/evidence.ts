/** Evidence: why each rule was adopted, where it is contradicted, and what was refused. */
import type { Candidate } from "./candidates";
import type { Cell } from "./cells";
import { isFor, type Levels, pooled, type Tally, together } from "./judgement";
import type { Extent } from "./reach";
import type { CellsOf } from "./rounds";
import type { Against, Evidence, RuleEvidence, UrlPair } from "./row-batch";
import type { Web } from "./web";

/** Examples of a rule, and contrary sites that are named with a pair, at most. */
const MAX_EXAMPLES = 3;

/** What evidence is made of. */
export interface EvidenceSource {
	readonly web: Web;
	/** Fetches that count. */
	readonly fetches: number;
	/** A URL as it came, of what a trial names. */
	readonly urlOf: (key: number) => string;
	readonly levels: Levels;
	/** Trials of the rounds, of the backward pass, and of keys held out. */
	readonly cells: CellsOf;
	readonly backward: CellsOf;
	readonly heldOut: CellsOf;
}

/** The evidence of a rule. */
export function evidenceOf(source: EvidenceSource, extent: Extent, saved: number, isLeftOut: boolean): RuleEvidence {
	const { web, fetches, levels } = source;
	const { candidate, scope, reach, sites, domains, tallies } = extent;
	const acting = tallies.filter(({ site }) => sites.has(site) !== (reach === "everywhere"));
	const { agree, disagree, proven, noise } = together(acting);
	const cells = source.cells.get(candidate.id) ?? new Map<number, Cell>();
	const held = cellsAt(source.heldOut, candidate, acting);
	return {
		rule: candidate.label,
		scope,
		reach,
		...(reach !== "everywhere" && { hosts: hostsOf(web, sites, domains) }),
		hostsFor: acting.filter((tally) => isFor(tally, levels.precision)).length,
		votes: agree,
		disagree,
		proven,
		expected: rounded(1 - levels.precision * (1 - noise)),
		redirects: redirectsOf(web, candidate, acting),
		against: reach === "everywhere" ? againstOf(source, candidate, sites, tallies) : [],
		savedPer1000: rounded((1000 * saved) / Math.max(1, fetches)),
		examples: pairsOf(
			source,
			[...cells.values()].flatMap(({ example }) => (example ? [example] : [])),
		),
		...(isLeftOut && { leftOut: true as const }),
		...(held.length > 0 && {
			heldOut: {
				agree: held.reduce((sum, { votes }) => sum + votes.size, 0),
				disagree: held.reduce((sum, cell) => sum + cell.disagree, 0),
			},
		}),
	};
}

/** A candidate that was not adopted anywhere. */
export function refusalOf(source: EvidenceSource, candidate: Candidate, tallies: readonly Tally[]): RuleEvidence {
	const { web, fetches, levels } = source;
	const cells = [...(source.cells.get(candidate.id)?.values() ?? [])];
	const { agree, disagree, proven, noise } = pooled(tallies);
	const saved = cells.reduce((sum, cell) => sum + cell.saved, 0);
	return {
		rule: candidate.label,
		scope: "everywhere",
		reach: "everywhere",
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

function againstOf(source: EvidenceSource, { id }: Candidate, sites: ReadonlySet<number>, tallies: readonly Tally[]): Against[] {
	const { web, cells, backward, heldOut } = source;
	return [...sites]
		.sort((a, b) => a - b)
		.map((site) => {
			const tally = tallies.find((candidate) => candidate.site === site);
			const found = [cells, backward, heldOut].map((all) => all.get(id)?.get(site)).find((cell) => cell?.contrary !== undefined);
			const [pair] = pairsOf(source, found?.contrary ? [found.contrary] : []);
			const counts = { agree: tally?.agree ?? found?.votes.size ?? 0, disagree: tally?.disagree ?? found?.disagree ?? 0 };
			return { host: web.siteNames[site] as string, ...counts, ...(pair && { pair }) };
		});
}

function cellsAt(cells: CellsOf, { id }: Candidate, tallies: readonly Tally[]): Cell[] {
	const bySite = cells.get(id);
	return tallies.flatMap(({ site }) => bySite?.get(site) ?? []);
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

/** Three significant places, so that evidence does not depend on the last bit. */
export function rounded(value: number): number {
	return Number(value.toPrecision(4));
}

/** Sites that use another digest than the first, or none. */
export function sitesOf({ siteNames, choices }: Web): Evidence["sites"] {
	return choices.flatMap(({ column, cause, fetches }, site) =>
		cause === undefined ? [] : [{ host: siteNames[site] as string, column: column ?? null, cause, rows: fetches }],
	);
}
