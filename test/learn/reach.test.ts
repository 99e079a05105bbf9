/** In which scope a rule is adopted, and where it is written to act. Numbers in titles are sections of the specification of `learn`. */
import { describe, expect, it } from "vitest";
import type { Tally } from "../../src/learn/judgement";
import { type Extent, extentOf } from "../../src/learn/reach";
import type { Reach } from "../../src/learn/row-batch";
import type { Rule } from "../../src/learn/rules";
import { domainScopes, everywhereScope } from "../../src/learn/scopes";

type Trials = readonly [agree: number, disagree: number];

const LEVELS = { support: 20, bound: 0.8, precision: 0.98 };
const FOR: Trials = [20, 0];
const AGAINST: Trials = [5, 15];
const times = (count: number, trials: Trials): Trials[] => new Array<Trials>(count).fill(trials);

function talliesOf(trials: readonly Trials[]): Tally[] {
	return trials.map(([agree, disagree], site) => ({ site, agree, disagree, proven: 0, noise: 0, provenNoise: 0 }));
}

/** Votes of sites, each of a domain of its own unless `voters` says otherwise. */
function votesOf(trials: readonly Trials[], voters: readonly string[] = trials.map((_, site) => `s${site}.com`)) {
	const sitesOf = new Map<string, number[]>();
	for (const [site, voter] of voters.entries()) sitesOf.set(voter, [...(sitesOf.get(voter) ?? []), site]);
	return { levels: LEVELS, domains: voters, sitesOf, voters, isOff: () => false };
}

describe("3.7: a rule is adopted everywhere", () => {
	it.each<[string, Trials[], number[] | undefined]>([
		["by nine domains of nine", times(9, FOR), []],
		["not by eight of eight", times(8, FOR), undefined],
		["with 3 of 30 against, which are exceptions", [...times(27, FOR), ...times(3, AGAINST)], [27, 28, 29]],
		["not with 3 of 29", [...times(26, FOR), ...times(3, AGAINST)], undefined],
		["not if sites with fewer than five trials contradict it together", [...times(9, FOR), ...times(12, [0, 4])], undefined],
		["unless they are few", [...times(9, FOR), [0, 4]], []],
		["not by one site of many trials: each counts as 20", [...times(8, FOR), [10_000, 0], ...times(20, [0, 1])], undefined],
	])("%s", (_, trials, exceptions) => {
		expect(everywhereScope(votesOf(trials), talliesOf(trials))).toEqual(exceptions);
	});

	it("not because a domain of a hundred hosts outvotes nine others together", () => {
		const doubtful: Trials = [18, 2];
		const trials = [...times(9, doubtful), ...times(100, FOR)];
		const voters = trials.map((_each, site) => (site < 9 ? `s${site}.com` : "shells.com"));
		expect(everywhereScope(votesOf(trials), talliesOf(trials))).toEqual([]);
		expect(everywhereScope(votesOf(trials, voters), talliesOf(trials))).toBeUndefined();
	});

	it("not by a hundred hosts of one domain", () => {
		const trials = times(100, FOR);
		expect(everywhereScope(votesOf(trials, new Array<string>(100).fill("a.com")), talliesOf(trials))).toBeUndefined();
	});

	it.each<[string, Trials[], number[] | undefined]>([
		["if more hosts of each are for it than against it", [FOR, FOR, AGAINST], [2, 5, 8, 11, 14, 17, 20, 23, 26]],
		["not if as many are", [FOR, AGAINST], undefined],
	])("by nine domains %s", (_, hosts, exceptions) => {
		const trials = times(9, FOR).flatMap(() => hosts);
		const voters = trials.map((_each, site) => `${Math.floor(site / hosts.length)}.com`);
		expect(everywhereScope(votesOf(trials, voters), talliesOf(trials))).toEqual(exceptions);
	});

	it.each<[string, Trials[], number[] | undefined]>([
		["of two hosts", times(2, FOR), [0, 1]],
		["that are too few alone", times(2, [10, 0]), [0, 1]],
		["not of one", times(1, FOR), undefined],
		["not of two, one of which has fewer than five trials", [FOR, [4, 0]], undefined],
		["not if one of a hundred is against it (Choice 3)", [...times(99, FOR), AGAINST], undefined],
		["not if one of a hundred has a single trial, which is contrary (Choice 3)", [...times(99, FOR), [0, 1]], undefined],
		["not if one of a hundred has as many contrary trials as others (Choice 3)", [...times(99, FOR), [2, 2]], undefined],
	])("or at a domain %s", (_, trials, sites) => {
		const votes = votesOf(trials, new Array<string>(trials.length).fill("a.com"));
		const expected = sites === undefined ? [] : [{ domain: "a.com", sites }];
		expect(domainScopes(votes, talliesOf(trials), () => false)).toEqual(expected);
	});

	it.each<[string, Trials[], number[] | undefined]>([
		["not of hosts that are too few alone", times(5, [9, 0]), undefined],
		["of hosts with one that is enough alone", [FOR, ...times(4, [9, 0])], [0, 1, 2, 3, 4]],
		["not if that one is against it", [AGAINST, ...times(9, [9, 0])], undefined],
	])("or at a domain %s, if its trials are wide (Choice 2)", (_, trials, sites) => {
		const votes = votesOf(trials, new Array<string>(trials.length).fill("a.com"));
		const asked: number[][] = [];
		const isWide = (members: readonly Tally[]) => asked.push(members.map(({ site }) => site)) > 0;
		expect(domainScopes(votes, talliesOf(trials), isWide)).toEqual(sites === undefined ? [] : [{ domain: "a.com", sites }]);
		const isContrary = trials.some(([agree, disagree]) => disagree >= agree);
		expect(asked).toEqual(sites === undefined && !isContrary ? [[...trials.keys()]] : []);
	});
});

describe("3.14: a rule that was adopted everywhere is written", () => {
	interface Case {
		readonly reach?: Reach;
		readonly exceptions?: readonly number[];
		readonly voters?: readonly string[];
	}

	function write(trials: readonly Trials[], { reach = "everywhere", exceptions = [], voters }: Case = {}): [Reach, number[]] {
		const rule = { isEverywhere: true, exceptions: new Set(exceptions), tallies: talliesOf(trials), carried: new Map() };
		const settings = { levels: LEVELS, reach, voters: votesOf(trials, voters).voters, isOff: false };
		const extent: Extent = extentOf({ ...rule, domains: new Set(), sites: new Set() } as unknown as Rule, settings);
		return [extent.reach, [...extent.sites]];
	}
	const first = (count: number) => Array.from({ length: count }, (_, site) => site);

	it.each<[string, Trials[], Case, Reach, number[]]>([
		["without hosts by sixteen domains of sixteen", times(16, FOR), {}, "everywhere", []],
		["with hosts by fifteen of fifteen", times(15, FOR), {}, "crawl", first(15)],
		["without hosts if 1 of 100 is against it", [...times(99, FOR), AGAINST], { exceptions: [99] }, "everywhere", [99]],
		["with hosts if 1 of 99 is", [...times(98, FOR), AGAINST], { exceptions: [98] }, "crawl", first(98)],
		["with exceptions of few trials, more of them contrary", [...times(16, FOR), [1, 2], [2, 2]], {}, "everywhere", [16]],
		[
			"at the sites that are for it, and at those of few trials",
			[...times(9, FOR), [1, 1], [0, 0], [1, 2], [0, 1]],
			{},
			"crawl",
			first(10),
		],
		["at no exception", [...times(9, FOR), [4, 0]], { exceptions: [2, 9] }, "crawl", [0, 1, 3, 4, 5, 6, 7, 8]],
		["so if reach is crawl", [...times(16, FOR), [1, 1]], { reach: "crawl" }, "crawl", first(17)],
		["at the sites for it alone if reach is host", [...times(16, FOR), [1, 1]], { reach: "host" }, "host", first(16)],
		[
			"by domains: seventeen hosts of two",
			times(17, FOR),
			{ voters: times(17, FOR).map((_, site) => `${site % 2}.com`) },
			"crawl",
			first(17),
		],
	])("%s", (_, trials, settings, reach, sites) => {
		expect(write(trials, settings)).toEqual([reach, sites]);
	});

	it("with hosts if one host of a domain in two is against it", () => {
		const trials = [...times(32, FOR), AGAINST];
		const voters = trials.map((_, site) => `${site % 16}.com`);
		expect(write(trials.slice(0, 32), { voters: voters.slice(0, 32) })[0]).toBe("everywhere");
		expect(write(trials, { voters, exceptions: [32] })[0]).toBe("crawl");
	});
});
