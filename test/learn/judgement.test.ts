/** Judgement of trials at its bounds, sums of trials, noise of sites, and rules with where each acts. */
import { describe, expect, it } from "vitest";
import type { Candidate } from "../../src/learn/candidates";
import { isAgainst, isFor, passes, pooled, type Tally, tailUnderNoise, together, trialsIn } from "../../src/learn/judgement";
import { evenNoise, noiseOf } from "../../src/learn/noise";
import type { RuleEvidence } from "../../src/learn/row-batch";
import { isCarriedAt, isCarriedEverywhere, Rules } from "../../src/learn/rules";
import type { Web } from "../../src/learn/web";

const LEVELS = { support: 20, bound: 0.8, precision: 0.98 };

function tally(agree: number, disagree: number, more: Partial<Tally> = {}): Tally {
	return { site: 0, agree, disagree, proven: 0, noise: 0, provenNoise: 0, ...more };
}

describe("a site", () => {
	it.each<[Tally, boolean, boolean]>([
		[tally(4, 0), false, false],
		[tally(5, 0), true, false],
		[tally(0, 5), false, true],
		[tally(0, 4), false, false],
		[tally(3, 3), false, true],
		[tally(17, 1), true, false],
		[tally(17, 2), true, false],
		[tally(17, 3), false, true],
		[tally(17, 3, { noise: 0.1 }), true, false],
		[tally(20, 4, { proven: 4 }), false, true],
		[tally(20, 4, { proven: 4, provenNoise: 0.1, noise: 0.1 }), true, false],
	])("with %j is for a rule: %s, against it: %s", (trials, isInFavour, isContrary) => {
		expect([isFor(trials, 0.98), isAgainst(trials, 0.98)]).toEqual([isInFavour, isContrary]);
	});

	it("has trials that agree and that disagree", () => {
		expect([trialsIn(tally(3, 4)), trialsIn(tally(0, 0))]).toEqual([7, 0]);
		expect(tailUnderNoise(tally(0, 0), 0.98)).toBe(1);
		expect(tailUnderNoise(tally(9, 1), 0.98)).toBeCloseTo(1 - 0.98 ** 10, 12);
		expect(tailUnderNoise(tally(9, 1, { proven: 1 }), 0.98)).toBeCloseTo(1 - 0.98 ** 10, 12);
		expect(tailUnderNoise(tally(9, 1, { noise: 0.5 }), 0.98)).toBeCloseTo(1 - 0.49 ** 10, 12);
		expect(tailUnderNoise(tally(9, 0, { proven: 1, provenNoise: 0.5 }), 0.98)).toBeCloseTo(1 - 0.5 ** 10, 12);
	});
});

describe("a rule", () => {
	it.each<[Tally, boolean]>([
		[tally(20, 0), true],
		[tally(19, 0), false],
		[tally(20, 1), false],
		[tally(23, 1), false],
		[tally(24, 1), true],
		[tally(20, 2), false],
		[tally(40, 3), false],
		[tally(40, 2), true],
		[tally(24, 4, { noise: 0.2 }), true],
		[tally(24, 4), false],
		[tally(100, 0, { proven: 2 }), true],
		[tally(100, 0, { proven: 4 }), false],
	])("passes by %j: %s", (trials, expected) => {
		expect(passes(trials, LEVELS)).toBe(expected);
	});

	it("passes by as many trials as its support", () => {
		expect([2, 3].map((support) => passes(tally(3, 0), { support, bound: 0.4, precision: 0.98 }))).toEqual([true, true]);
		expect(passes(tally(3, 0), { support: 4, bound: 0.4, precision: 0.98 })).toBe(false);
	});
});

describe("trials of several sites", () => {
	const sites = [
		tally(90, 10, { proven: 10, noise: 0.1, provenNoise: 0.2 }),
		tally(10, 0, { proven: 1, noise: 0.4, provenNoise: 0.5 }),
	];

	it("add up, with noise by their trials", () => {
		const sum = together(sites);
		expect(sum).toMatchObject({ site: -1, agree: 100, disagree: 10, proven: 11 });
		expect(sum.noise).toBeCloseTo((100 * 0.1 + 10 * 0.4) / 110, 12);
		expect(sum.provenNoise).toBeCloseTo((100 * 0.2 + 10 * 0.5) / 110, 12);
	});

	it("count as 20 each at most where they are pooled", () => {
		const sum = pooled(sites);
		expect(sum).toMatchObject({ site: -1, agree: 28, disagree: 2, proven: 3 });
		expect(sum.noise).toBeCloseTo((20 * 0.1 + 10 * 0.4) / 30, 12);
		expect(pooled([tally(20, 0)])).toMatchObject({ agree: 20, disagree: 0 });
		expect(pooled([tally(21, 0)])).toMatchObject({ agree: 20, disagree: 0 });
	});

	it("are none without sites", () => {
		const none = { site: -1, agree: 0, disagree: 0, proven: 0, noise: 0, provenNoise: 0 };
		expect([together([]), pooled([])]).toEqual([none, none]);
	});
});

describe("noise", () => {
	const controls = (keys: number, changed: number, repeated = 0, proven = 0) => ({ keys, changed, repeated, proven });
	const choice = (column: number | undefined, own: object) => ({ column, controls: own });

	it("of a site is shrunk to that of all sites with its column, by twenty controls", () => {
		const choices = [
			choice(0, controls(100, 10, 50, 5)),
			choice(0, controls(0, 0)),
			choice(1, controls(10, 10, 10, 10)),
			choice(undefined, controls(5, 1)),
		];
		const { bySite, provenBySite, keys, changed } = noiseOf({ choices } as unknown as Web);
		const expected = [(10 + 20 * 0.1) / 120, 0.1, 1, (1 + 20 * 0.2) / 25];
		for (const [site, noise] of expected.entries()) expect(bySite[site]).toBeCloseTo(noise, 12);
		for (const [site, noise] of [(5 + 20 * 0.1) / 70, 0.1, 1, 0].entries()) expect(provenBySite[site]).toBeCloseTo(noise, 12);
		expect([keys, changed]).toEqual([115, 21]);
		const own = noiseOf({ choices } as unknown as Web, () => controls(1, 1));
		expect([own.keys, own.changed]).toEqual([4, 4]);
	});

	it("may be the same for all sites", () => {
		const { bySite, provenBySite, keys, changed } = evenNoise({ choices: [{}, {}] } as unknown as Web, 0.25);
		expect([[...bySite], [...provenBySite], keys, changed]).toEqual([[0.25, 0.25], [0, 0], 0, 0]);
	});
});

describe("rules", () => {
	const candidate = (id: number, features: number[] = [id]): Candidate => ({ id, label: `c${id}`, features });
	const sitesOf = (isChanged: (site: number) => boolean) => [0, 1, 2].filter(isChanged);

	it("act everywhere but at exceptions, or at sites", () => {
		const rules = new Rules();
		const [a, b] = [rules.of(candidate(1)), rules.of(candidate(2))];
		expect(rules.of(candidate(1))).toBe(a);
		rules.adoptEverywhere(a, [1]);
		rules.adoptAt(b, 1);
		expect([0, 1].map((site) => rules.acts(a, site))).toEqual([true, false]);
		expect([0, 1].map((site) => rules.acts(b, site))).toEqual([false, true]);
		expect([rules.erases(1, 0), rules.erases(1, 1), rules.erases(9, 0)]).toEqual([true, false, false]);
		expect([rules.at(0), rules.at(1), rules.sharedAt(1), rules.ownAt(1), rules.ownAt(0)]).toEqual([[a], [b], [], [b], []]);
		rules.adoptAt(a, 1);
		expect([rules.acts(a, 1), a.sites.size, a.exceptions.size]).toEqual([true, 0, 0]);
		rules.except(a, 2);
		rules.except(b, 1);
		expect([rules.acts(a, 2), rules.acts(b, 1), rules.ownAt(1)]).toEqual([false, false, []]);
		rules.endEverywhere(a);
		expect([a.isEverywhere, a.exceptions.size, rules.acts(a, 0), rules.at(0)]).toEqual([false, 0, false, []]);
	});

	it("tell which sites have changed, all at first", () => {
		const rules = new Rules();
		expect(sitesOf(rules.takeChanged())).toEqual([0, 1, 2]);
		expect(sitesOf(rules.takeChanged())).toEqual([]);
		const rule = rules.of(candidate(1));
		rules.adoptAt(rule, 1);
		expect(sitesOf(rules.takeChanged())).toEqual([1]);
		rules.except(rule, 2);
		expect(sitesOf(rules.takeChanged())).toEqual([2]);
		rules.drop(rule);
		expect(sitesOf(rules.takeChanged())).toEqual([1]);
		rules.adoptEverywhere(rules.of(candidate(2)), []);
		expect(sitesOf(rules.takeChanged())).toEqual([0, 1, 2]);
		rules.endEverywhere(rules.of(candidate(2)));
		expect(sitesOf(rules.takeChanged())).toEqual([0, 1, 2]);
	});

	it("end, but for what an earlier run has learned of them", () => {
		const rules = new Rules();
		const [whole, part, gone] = [rules.of(candidate(1)), rules.of(candidate(2)), rules.of(candidate(3))];
		rules.adoptEverywhere(whole, [2]);
		whole.carriedEverywhere = {} as RuleEvidence;
		for (const site of [0, 1]) rules.adoptAt(part, site);
		part.carried.set(1, { evidence: {} as RuleEvidence, sites: new Set([1]) });
		part.domains.add("a.com");
		rules.adoptEverywhere(gone, []);
		expect([isCarriedEverywhere(whole), isCarriedEverywhere(part)]).toEqual([true, false]);
		expect([0, 2].map((site) => isCarriedAt(whole, site))).toEqual([true, false]);
		expect([0, 1].map((site) => isCarriedAt(part, site))).toEqual([false, true]);
		for (const rule of [whole, part, gone]) rules.drop(rule);
		expect([...rules.byCandidate.keys()]).toEqual([1, 2]);
		expect([whole.isEverywhere, [...part.sites], part.domains.size, gone.isEverywhere]).toEqual([true, [1], 0, false]);
		const carried = part.carried.get(1);
		rules.except(part, 1);
		expect([part.carried.size, carried?.sites.size, part.sites.size]).toEqual([0, 0, 0]);
		rules.dropCarried(whole);
		expect([...rules.byCandidate.keys()]).toEqual([2]);
	});

	it("have the features that they erase as a mask", () => {
		const rules = new Rules();
		const bundle = rules.of(candidate(7, [1, 2]));
		rules.adoptAt(bundle, 0);
		rules.adoptEverywhere(rules.of(candidate(3)), []);
		const mask = (site: number, without?: typeof bundle) => [...rules.mask(site, new Uint8Array(5).fill(9), without)];
		expect([mask(0), mask(1), mask(0, bundle)]).toEqual([
			[0, 1, 1, 1, 0],
			[0, 0, 0, 1, 0],
			[0, 0, 0, 1, 0],
		]);
	});

	it("of single parameters end where a bundle erases them everywhere", () => {
		const rules = new Rules();
		const at = (id: number, features: number[], isEverywhere: boolean) => {
			const rule = rules.of(candidate(id, features));
			if (isEverywhere) rules.adoptEverywhere(rule, []);
			else rules.adoptAt(rule, 0);
		};
		at(1, [1], true);
		at(2, [2], false);
		at(3, [3], true);
		at(7, [1, 2], true);
		at(8, [3, 4], false);
		rules.dropSubsumed();
		expect([...rules.byCandidate.keys()]).toEqual([2, 3, 7, 8]);
	});
});
