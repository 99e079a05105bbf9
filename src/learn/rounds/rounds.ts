/** Rounds: trials of all candidates under the rules so far, then the rules that they support. */

import type { Web } from "../corpus/web";
import type { Guard } from "../row-batch";
import type { Candidate, Candidates } from "../rules/candidates";
import { isContrary, type Levels, passes, type Tally, together, trialsIn } from "../rules/judgement";
import type { Rule, Rules } from "../rules/rules";
import { domainScopes, everywhereScope } from "../rules/scopes";
import { type Cell, Cells, emptyCells } from "../trials/cells";
import { cellsOfPass } from "../trials/ledger";
import { CurrentControls, evenNoise, type Noise } from "../trials/noise";
import { Trials } from "../trials/trials";

const MAX_ROUNDS = 5;
/** Redirects that count at one site. */
const MAX_REDIRECTS = 20;
/** Max keys saved for each trial that agrees. Beyond it, trials are wide. */
const MAX_WIDTH = 2;

/** The least number of controls from which noise is taken. */
const LEAST_CONTROLS = 200;
const MAX_NOISE = 0.15;
/** Trials of a cell that seems to be of a true rule: their least number, the least share that agrees, the largest that is proven. */
const PLAUSIBLE = { trials: 20, agreement: 0.8, proven: 0.02 } as const;

/** The input of rounds. */
export interface Lesson {
	readonly web: Web;
	readonly candidates: Candidates;
	readonly levels: Levels;
	readonly noise: Noise;
	/** The registrable domain of each site, if they are known. */
	readonly domains: readonly (string | undefined)[];
	/** The sites of each domain. */
	readonly sitesOf: ReadonlyMap<string, readonly number[]>;
	/** The voter of each site: its registrable domain, or its last two labels. */
	readonly voters: readonly string[];
	readonly isOff: (guard: Guard) => boolean;
	/** Sites below each site, for those that have any. */
	readonly below: ReadonlyMap<number, readonly number[]>;
	readonly onRound: (round: number) => void;
}

/** The results of rounds. */
export interface Findings {
	readonly rules: Rules;
	/** Trials that led to a rule in an earlier round are included. */
	readonly cells: Cells;
	/** The candidates that had trials in any round. */
	readonly tried: ReadonlySet<number>;
	/** The lesson with the noise of the last round. */
	readonly lesson: Lesson;
}

/** Adopts rules, besides the given ones, until no more are found. */
export function learnRules(start: Lesson, rules: Rules): Findings {
	let lesson = start;
	const { web, isOff } = start;
	let cells = new Cells([], 0, 0);
	const tried = new Set<number>();
	const controls = start.noise.keys >= LEAST_CONTROLS || isOff("noise") ? undefined : new CurrentControls(web);
	const rounds = isOff("rounds") ? 1 : MAX_ROUNDS;
	for (let round = 1; round <= rounds; ++round) {
		lesson.onRound(round);
		const isChanged = rules.takeChanged();
		controls?.begin(isChanged);
		cells = runTrials(lesson, { rules, cells, isChanged, controls });
		for (const candidate of cells.candidates()) tried.add(candidate);
		if (controls !== undefined) lesson = { ...lesson, noise: noiseNow(lesson, controls.noise(lesson.voters), cells) };
		if (!adopt(lesson, rules, cells)) break;
	}
	rules.dropSubsumed();
	return { rules, cells, tried, lesson };
}

/** The noise if few base keys were fetched twice: that of current keys, or the disagreement under rules that seem to hold. */
function noiseNow({ web, voters }: Lesson, current: Noise, cells: Cells): Noise {
	if (current.keys >= LEAST_CONTROLS) return current;
	const shares = new Map<string, number[]>();
	for (const cell of cells.all()) {
		const voter = voters[cell.site] as string;
		const known = shares.get(voter);
		if (known === undefined) shares.set(voter, plausibleNoise(cell));
		else known.push(...plausibleNoise(cell));
	}
	// A domain counts once, however many hosts it has.
	const medians = [...shares.values()].flatMap((own) => (own.length > 0 ? medianOf(own) : []));
	const noise = evenNoise(web, Math.min(MAX_NOISE, medianOf(medians)));
	return { ...noise, keys: current.keys, changed: current.changed };
}

function medianOf(numbers: readonly number[]): number {
	return [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;
}

/** The unproven disagreement of a cell that seems to be of a true rule. */
function plausibleNoise({ votes, disagree, proven }: Cell): number[] {
	const trials = votes + disagree;
	const isPlausible = trials >= PLAUSIBLE.trials && votes >= PLAUSIBLE.agreement * trials;
	return isPlausible && proven <= PLAUSIBLE.proven * trials ? [(disagree - proven) / trials] : [];
}

/** The state of a round, besides the lesson. */
interface Round {
	readonly rules: Rules;
	/** The trials so far. */
	readonly cells: Cells;
	/** Whether a site has other rules than in the round before. */
	readonly isChanged: (site: number) => boolean;
	/** Counts controls in the same pass, if they are needed. */
	readonly controls: CurrentControls | undefined;
}

/** The trials so far. Those of candidates that no rule erases yet are made anew where rules have changed. */
function runTrials(lesson: Lesson, round: Round): Cells {
	const { rules, cells, isChanged } = round;
	const kept = cells.filter((candidate, site) => !isChanged(site) || rules.erases(candidate, site));
	const found = findCells(lesson, round);
	const redirected = Array.from(lesson.web.redirects, ([feature, sites]) => emptyCells(feature, sites.keys()));
	return new Cells([...redirected, kept, found], lesson.candidates.list.length, lesson.web.siteNames.length);
}

/** The trials of candidates that no rule erases yet, at sites whose rules have changed. */
function findCells({ web, candidates, isOff }: Lesson, { rules, isChanged, controls }: Round): Uint32Array {
	const mask = new Uint8Array(web.features.length);
	const single = Uint8Array.from(web.features, (_, feature) => (candidates.isWritable(feature) ? 1 : 0));
	const bundles = web.choices.map((_, site) => {
		if (isOff("bundles") || !isChanged(site)) return [];
		const names = web.namesOf(site);
		// Most sites of a wide crawl have no names that could stand together.
		return names.counts.size < 2 ? [] : candidates.bundlesOf(names, rules.mask(site, mask));
	});
	const settings = {
		candidates: candidates.list.length,
		share: "learned",
		weighs: !isOff("weights"),
		memory: web.memory,
	} as const;
	const columns = Int8Array.from(web.choices, ({ column = -1 }, site) => (isChanged(site) ? column : -1));
	return cellsOfPass(web, (ledger) => {
		const trials = new Trials(single, settings, rules, bundles);
		web.forEach((shard) => {
			trials.run(shard, columns, ledger, controls);
		});
	});
}

/** Trials as numbers, in octet order of sites. */
export function talliesOf(lesson: Lesson, candidate: Candidate, cells: Iterable<Cell>): Tally[] {
	const { web, noise, isOff } = lesson;
	const redirects = web.redirects.get(candidate.id);
	return Array.from(cells, ({ site, votes, agreements, disagree, proven }) => ({
		site,
		agree: (isOff("vote") ? agreements : votes) + Math.min(MAX_REDIRECTS, redirects?.get(site) ?? 0),
		disagree,
		proven,
		noise: noise.bySite[site] as number,
		crawlNoise: noise.crawlBySite[site] as number,
		provenNoise: noise.provenBySite[site] as number,
	}))
		.filter((tally) => trialsIn(tally) > 0)
		.sort((a, b) => a.site - b.site);
}

/** Adopts all candidates that pass, each in its widest scope. Returns whether there were any. */
function adopt(lesson: Lesson, rules: Rules, cells: Cells): boolean {
	let adopted = false;
	for (const candidate of inOrder(Array.from(cells.candidates(), (id) => lesson.candidates.list[id] as Candidate))) {
		const tallies = talliesOf(lesson, candidate, cells.of(candidate.id));
		const isWide = (members: readonly Tally[]) => isWideAt(cells, candidate, members);
		if (adoptCandidate(lesson, rules, candidate, tallies, isWide)) adopted = true;
	}
	return adopted;
}

export function inOrder(candidates: readonly Candidate[]): Candidate[] {
	const octets = new Map(candidates.map((candidate) => [candidate, Buffer.from(candidate.label)]));
	return [...candidates].sort((a, b) => Buffer.compare(octets.get(a) as Buffer, octets.get(b) as Buffer));
}

/** Whether the trials of a candidate at sites are wide, as those of shells are: more than three keys for each trial that agrees. */
function isWideAt(cells: Cells, { id }: Candidate, members: readonly Tally[]): boolean {
	const ofMembers = members.flatMap(({ site }) => cells.at(id, site) ?? []);
	const saved = ofMembers.reduce((sum, cell) => sum + cell.saved, 0);
	return saved > MAX_WIDTH * ofMembers.reduce((sum, cell) => sum + cell.agreements, 0);
}

function adoptCandidate(
	lesson: Lesson,
	rules: Rules,
	candidate: Candidate,
	tallies: readonly Tally[],
	isWide: (members: readonly Tally[]) => boolean,
): boolean {
	const known = rules.byCandidate.get(candidate.id);
	if (known?.isEverywhere !== true) {
		const everywhere = everywhereScope(lesson, tallies);
		if (everywhere !== undefined) {
			const rule = rules.of(candidate);
			rules.adoptEverywhere(rule, everywhere);
			rule.tallies = tallies;
			return true;
		}
	}
	const before = known === undefined ? 0 : countOf(known);
	for (const { domain, sites } of domainScopes(lesson, tallies, isWide)) {
		const rule = rules.of(candidate);
		if (rule.isEverywhere || rule.domains.has(domain)) continue;
		rule.tallies = tallies;
		rule.domains.add(domain);
		for (const site of sites) rules.adoptAt(rule, site);
	}
	for (const site of hostScopes(lesson, tallies)) {
		const rule = rules.of(candidate);
		if (rules.acts(rule, site)) continue;
		rule.tallies = tallies;
		rules.adoptAt(rule, site);
	}
	const rule = rules.byCandidate.get(candidate.id);
	return rule !== undefined && countOf(rule) !== before;
}

function countOf({ sites, exceptions, isEverywhere }: Rule): number {
	return isEverywhere ? -exceptions.size - 1 : sites.size;
}

/** The sites that pass by themselves, and those below them if all pass together and none of them contradicts the rule. */
function hostScopes({ levels, below }: Lesson, tallies: readonly Tally[]): number[] {
	const bySite = new Map(tallies.map((tally) => [tally.site, tally]));
	return tallies
		.filter((tally) => passes(tally, levels))
		.flatMap((tally) => {
			const others = below.get(tally.site) ?? [];
			const tried = others.flatMap((site) => bySite.get(site) ?? []);
			const isShared = !tried.some((each) => isContrary(each, levels.precision)) && passes(together([tally, ...tried]), levels);
			return isShared ? [tally.site, ...others] : [tally.site];
		});
}
