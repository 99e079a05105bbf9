/** The backward pass: each rule once more, under all others. Numbers in titles are sections of the specification of `learn`. */
import { tmpdir } from "node:os";
import { type LearnOptions, learn } from "urlsieve/learn";
import { describe, expect, it } from "vitest";
import { Cell } from "../../assembly/learn/trial-layout";
import { prune } from "../../src/learn/backward";
import { type Candidate, Candidates } from "../../src/learn/candidates";
import { CELL_WORDS, Cells, emptyCells } from "../../src/learn/cells";
import { Features } from "../../src/learn/features";
import { LearnMemory } from "../../src/learn/learn-kernel";
import type { Lesson } from "../../src/learn/rounds";
import { type Rule, Rules } from "../../src/learn/rules";
import { batchesOf, type TestRow } from "../support/row-batches";

const features = new Features();
for (const name of ["p", "q"]) features.add("param", new TextEncoder().encode(name));
const [P, Q] = [features.names.length - 2, features.names.length - 1];
const SITES = 6;

type Trials = readonly [agree: number, disagree: number, proven?: number];

/**
 * What is left of a rule whose trials are these, by site: the sites at which it acts. `noise`: the share of pages that change.
 * `provenNoise`: that of pages that seem proven to differ from themselves.
 */
function left(
	trials: readonly Trials[],
	adopt: (rules: Rules, candidates: Candidates) => Rule,
	noise = 0,
	provenNoise = 0,
): number[] {
	const candidates = new Candidates(features.names);
	const rules = new Rules();
	const rule = adopt(rules, candidates);
	const choices = Array.from({ length: SITES }, () => ({ column: 0 }));
	const memory = new LearnMemory("wasm");
	const lesson = {
		web: {
			choices,
			siteNames: choices.map((_, site) => `s${site}.com`),
			features: features.names,
			redirects: new Map(),
			memory,
			votes: { memory, octets: 1 << 16, folder: tmpdir() },
			forEach: () => {},
		},
		candidates,
		levels: { support: 20, bound: 0.8, precision: 0.98 },
		noise: {
			bySite: new Float64Array(SITES).fill(noise),
			provenBySite: new Float64Array(SITES).fill(provenNoise),
			keys: 0,
			changed: 0,
		},
		isOff: () => false,
	} as unknown as Lesson;
	const words = emptyCells(rule.candidate.id, trials.keys());
	for (const [site, [agree, disagree, proven = 0]] of trials.entries()) {
		words[CELL_WORDS * site + (Cell.VOTES >> 2)] = agree;
		words[CELL_WORDS * site + (Cell.DISAGREE >> 2)] = disagree;
		words[CELL_WORDS * site + (Cell.PROVEN >> 2)] = proven;
	}
	prune(lesson, rules, "learned", new Cells([words], candidates.list.length, SITES));
	const isLeft = rules.byCandidate.get(rule.candidate.id) === rule;
	return isLeft ? [...choices.keys()].filter((site) => rules.acts(rule, site)) : [];
}

const everywhere = (rules: Rules, candidates: Candidates): Rule => {
	const rule = rules.of(candidates.list[P] as Candidate);
	rules.adoptEverywhere(rule, []);
	return rule;
};

const atHosts = (rules: Rules, candidates: Candidates): Rule => {
	const rule = rules.of(candidates.list[P] as Candidate);
	for (let site = 0; site < SITES; ++site) rules.adoptAt(rule, site);
	return rule;
};

describe("3.9: each rule is tested under all others", () => {
	it("by keys that differ by it alone: what a session identifier has hidden", async () => {
		const sites = Array.from({ length: 20 }, (_, index) => `s${index}.com`);
		const page = (host: string, number: number, query: string, content: string): TestRow => ({
			url: `https://${host}/${number}?${query}`,
			digests: [`${host} ${number} ${content}`],
		});
		let session = 0;
		const pages = Array.from({ length: 80 }, (_, number) => number);
		const rows = [
			...sites.flatMap((host) => pages.flatMap((number) => ["ref=1", "ref=2"].map((query) => page(host, number, query, "")))),
			// Here, `ref` matters, and no two URLs differ by it alone.
			...pages.flatMap((number) => ["1", "2", "1", "2"].map((ref) => page("x.com", number, `ref=${ref}&sess=${++session}`, ref))),
		];
		const exceptionsOf = async (options: LearnOptions) =>
			(await learn(batchesOf(rows), { reach: "everywhere", ...options })).evidence.rules.find(({ rule }) => rule === "param:ref")
				?.exceptHosts;
		expect(await exceptionsOf({})).toEqual(["x.com"]);
		expect(await exceptionsOf({ without: ["backward"] })).toBeUndefined();
	});

	it.each<[string, Trials, boolean]>([
		["95 of 100, a tail of 0.051, and stays", [95, 5], true],
		["94 of 100, a tail of 0.016, and ends", [94, 6], false],
	])("a rule of a host has %s", (_, trials, stays) => {
		expect(left([trials], atHosts).includes(0)).toBe(stays);
	});

	it.each<[string, Trials, boolean]>([
		["94 of 100, a tail of 0.016: none", [94, 6], true],
		["93 of 100, a tail of 0.004: one", [93, 7], false],
	])("a site of a rule that acts everywhere has %s is an exception", (_, trials, acts) => {
		const others: Trials[] = Array.from({ length: SITES - 1 }, () => [400, 0]);
		expect(left([trials, ...others], everywhere)).toEqual(acts ? [0, 1, 2, 3, 4, 5] : [1, 2, 3, 4, 5]);
	});

	it.each<[string, Trials[], number]>([
		["of 95 of 100", [...Array.from({ length: 5 }, (): Trials => [19, 1])], SITES],
		["of 94 of 100, none of whose sites contradicts it", [[18, 2], ...Array.from({ length: 4 }, (): Trials => [19, 1])], 0],
	])("a rule that acts everywhere, by trials %s, acts at this many sites", (_, trials, sites) => {
		expect(left(trials, everywhere).length).toBe(sites);
	});

	it.each<[string, number, number]>([
		["ends if 6 of 90 are proven contrary", 0, 0],
		["stays if as many of the sites' own pages seem so (Choice 1)", 0.067, SITES],
		["ends if 1 % of them do (Choice 1)", 0.01, 0],
	])("a rule that acts everywhere %s", (_, provenNoise, sites) => {
		const trials = Array.from({ length: SITES }, (): Trials => [14, 1, 1]);
		expect(left(trials, everywhere, 0.05, provenNoise).length).toBe(sites);
	});

	it.each<[string, number, boolean]>([
		["ends if 6 of 103 are proven contrary", 0, false],
		["stays if as many of its own pages seem so (Choice 1)", 0.06, true],
	])("a rule of a host %s", (_, provenNoise, stays) => {
		expect(left([[97, 6, 6]], atHosts, 0.05, provenNoise).includes(0)).toBe(stays);
	});

	it("a bundle is excepted as a whole", () => {
		let singles: Rule[] = [];
		const sites = left([[50, 50], ...Array.from({ length: SITES - 1 }, (): Trials => [400, 0])], (rules, candidates) => {
			const rule = rules.of(candidates.bundle([P, Q]));
			rules.adoptEverywhere(rule, []);
			singles = [P, Q].flatMap((feature) => rules.byCandidate.get(feature) ?? []);
			return rule;
		});
		expect(sites).toEqual([1, 2, 3, 4, 5]);
		expect(singles).toEqual([]);
	});
});
