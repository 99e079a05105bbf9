/** What is written of rules: their evidence, where lists and policies say that they act, what each saves, and which are tested. */
import { describe, expect, it } from "vitest";
import { Cell as Word } from "../../assembly/learn/trial-layout";
import { createNormalizer } from "../../src/crawl/index";
import { CRAWL_POLICY } from "../../src/crawl/policy/policy";
import { Candidates } from "../../src/learn/candidates";
import { Cells, emptyCells } from "../../src/learn/cells";
import { compose, HostTree } from "../../src/learn/compose";
import { type EvidenceSource, evidenceOf, judgedSites, refusalOf, rounded } from "../../src/learn/evidence";
import { type FeatureName, Features } from "../../src/learn/features";
import type { Tally } from "../../src/learn/judgement";
import type { Unit } from "../../src/learn/limits";
import { probesOf } from "../../src/learn/probes";
import type { Extent } from "../../src/learn/reach";
import type { RuleEvidence, UrlPair } from "../../src/learn/row-batch";
import type { Web } from "../../src/learn/web";

const FEATURES: FeatureName[] = [
	...new Features().names,
	...["ref", "sid"].map((name): FeatureName => ({ kind: "param", name, label: `param:${name}` })),
];
const REF = 5;
const SITES = ["a.com", "b.com", "c.com", "x.a.com"];
const candidates = new Candidates(FEATURES);
const BUNDLE = candidates.bundle([5, 6]);

function cellOf(
	site: number,
	counts: Partial<Record<"votes" | "agreements" | "disagree" | "saved", number>>,
	pairs: { contrary?: [number, number]; example?: [number, number] } = {},
) {
	const words = emptyCells(REF, [site]);
	const put = (word: number, value = 0) => {
		words[word >> 2] = value;
	};
	put(Word.VOTES, counts.votes);
	put(Word.AGREEMENTS, counts.agreements);
	put(Word.DISAGREE, counts.disagree);
	put(Word.SAVED, counts.saved);
	for (const [word, pair] of [
		[Word.CONTRARY, pairs.contrary],
		[Word.EXAMPLE, pairs.example],
	] as const) {
		put(word, pair?.[0]);
		put(word + 4, pair?.[1]);
	}
	return words;
}
const cellsOf = (...lists: Uint32Array[]) => new Cells(lists, candidates.list.length, SITES.length);

const tally = (site: number, agree: number, disagree = 0, more: Partial<Tally> = {}): Tally => {
	return { site, agree, disagree, proven: 0, noise: 0, provenNoise: 0, ...more };
};

function sourceOf(more: Partial<EvidenceSource> = {}): EvidenceSource {
	const web = {
		siteNames: SITES,
		features: FEATURES,
		redirects: new Map([
			[
				REF,
				new Map([
					[0, 7],
					[1, 2],
				]),
			],
		]),
	} as unknown as Web;
	const levels = { support: 20, bound: 0.8, precision: 0.98 };
	const cells = cellsOf();
	const tables = {
		cells,
		backward: cells,
		heldOut: cells,
		below: new Map([[0, [3]]]),
		sitesOf: new Map([["d.com", [1, 2]]]),
		tried: new Set<number>(),
	};
	return { web, fetches: 1000, urlOf: (place) => `u${place}`, levels, ...tables, ...more };
}

function extentOf(more: Partial<Extent> = {}): Extent {
	const candidate = candidates.list[REF] as Extent["candidate"];
	return { candidate, scope: "host", reach: "host", sites: new Set([0]), domains: new Set(), tallies: [tally(0, 30)], ...more };
}

describe("the evidence of a rule", () => {
	it("counts the trials of the sites at which it acts", () => {
		const cells = cellsOf(
			cellOf(0, { votes: 30, agreements: 40 }, { example: [1, 2] }),
			cellOf(1, { votes: 5 }, { example: [3, 4] }),
		);
		const tallies = [tally(0, 30, 1, { proven: 1, noise: 0.1 }), tally(1, 9, 3), tally(2, 4)];
		const heldOut = cellsOf(cellOf(0, { votes: 6, disagree: 2 }));
		expect(evidenceOf(sourceOf({ cells, heldOut }), extentOf({ tallies }), 12, false)).toEqual({
			rule: "param:ref",
			scope: "host",
			reach: "host",
			hosts: ["a.com"],
			exceptHosts: ["x.a.com"],
			age: 0,
			hostsFor: 1,
			votes: 30,
			disagree: 1,
			proven: 1,
			expected: 0.118,
			redirects: 7,
			against: [],
			savedPer1000: 12,
			examples: [["u1", "u2"]],
			heldOut: { agree: 6, disagree: 2 },
		});
	});

	it("of one that acts everywhere counts all others, and names its exceptions with pairs that differ", () => {
		const backward = cellsOf(cellOf(1, { disagree: 9 }, { contrary: [8, 9] }));
		const tallies = [tally(0, 30), tally(1, 1, 9), tally(2, 4)];
		const extent = extentOf({ scope: "everywhere", reach: "everywhere", sites: new Set([1]), tallies });
		expect(evidenceOf(sourceOf({ backward }), extent, 0.123456, true)).toMatchObject({
			exceptHosts: ["b.com"],
			hostsFor: 1,
			votes: 34,
			disagree: 0,
			expected: 0.02,
			redirects: 7,
			against: [{ host: "b.com", agree: 1, disagree: 9, pair: ["u8", "u9"] }],
			savedPer1000: 0.1235,
			leftOut: true,
		});
		const none = evidenceOf(
			sourceOf(),
			extentOf({ scope: "everywhere", reach: "everywhere", sites: new Set(), tallies }),
			0,
			false,
		);
		expect(none).not.toHaveProperty("exceptHosts");
		expect(none).not.toHaveProperty("hosts");
	});

	it("of one for the sites of a crawl names those that contradict it", () => {
		const tallies = [tally(0, 30), tally(1, 1, 9), tally(2, 4)];
		const evidence = evidenceOf(sourceOf(), extentOf({ scope: "everywhere", reach: "crawl", tallies }), 0, false);
		expect(evidence).toMatchObject({ against: [{ host: "b.com", agree: 1, disagree: 9 }], hosts: ["a.com"] });
		expect(evidence.against[0]).not.toHaveProperty("pair");
		const ofDomain = evidenceOf(
			sourceOf(),
			extentOf({ scope: "domain", sites: new Set([1]), domains: new Set(["d.com"]), tallies }),
			0,
			false,
		);
		expect(ofDomain).toMatchObject({ hosts: ["d.com", "b.com"], exceptHosts: ["c.com"], against: [] });
	});

	it("has three examples at most, and the names of a bundle", () => {
		const cells = cellsOf(...[0, 1, 2, 3].map((site) => cellOf(site, {}, { example: [site, site + 10] })));
		const all = extentOf({ sites: new Set([0, 1, 2, 3]), tallies: [0, 1, 2, 3].map((site) => tally(site, 9)) });
		expect(evidenceOf(sourceOf({ cells }), all, 0, false).examples).toEqual([
			["u0", "u10"],
			["u1", "u11"],
			["u2", "u12"],
		]);
		expect(evidenceOf(sourceOf(), extentOf(), 0, false)).not.toHaveProperty("names");
		expect(evidenceOf(sourceOf(), extentOf({ candidate: BUNDLE }), 0, false)).toMatchObject({
			rule: "params:ref+sid",
			names: ["ref", "sid"],
		});
	});

	it("of an earlier run is one run older, with what is new against it", () => {
		const previous = {
			rule: "param:ref",
			scope: "everywhere",
			reach: "everywhere",
			age: 3,
			votes: 99,
			against: [{ host: "b.com", agree: 0, disagree: 5 }],
			exceptHosts: ["old.com"],
			leftOut: true,
		} as unknown as RuleEvidence;
		const tallies = [tally(1, 0, 6), tally(2, 1, 7), tally(0, 9)];
		const extent = extentOf({ scope: "everywhere", reach: "everywhere", sites: new Set([1, 2, 0]), tallies, previous });
		expect(evidenceOf(sourceOf(), extent, 0, false)).toEqual({
			rule: "param:ref",
			scope: "everywhere",
			reach: "everywhere",
			age: 4,
			votes: 99,
			exceptHosts: ["a.com", "b.com", "c.com"],
			against: [
				{ host: "b.com", agree: 0, disagree: 5 },
				{ host: "c.com", agree: 1, disagree: 7 },
			],
		});
		const ofHosts = { ...previous, reach: "host", hosts: ["c.com", "gone.com", "a.com"] } as unknown as RuleEvidence;
		const kept = evidenceOf(sourceOf(), extentOf({ sites: new Set([0, 2]), tallies: [], previous: ofHosts }), 0, true);
		expect(kept).toMatchObject({ hosts: ["c.com", "a.com"], exceptHosts: ["x.a.com"], leftOut: true });
	});

	it("that was refused counts all trials, each site as 20 at most", () => {
		const cells = cellsOf(cellOf(0, { saved: 3 }, { example: [1, 2] }), cellOf(1, { saved: 4 }, { contrary: [5, 6] }));
		const tallies = [tally(0, 100), tally(1, 2, 8)];
		expect(refusalOf(sourceOf({ cells }), candidates.list[REF] as Extent["candidate"], tallies)).toEqual({
			rule: "param:ref",
			scope: "everywhere",
			reach: "everywhere",
			age: 0,
			hostsFor: 1,
			votes: 22,
			disagree: 8,
			proven: 0,
			expected: 0.02,
			redirects: 9,
			against: [{ host: "b.com", agree: 2, disagree: 8, pair: ["u5", "u6"] }],
			savedPer1000: 7,
			examples: [["u1", "u2"]],
		});
	});

	it("has four significant digits", () => {
		expect([0, 1 / 3, 123456, 0.00012345].map(rounded)).toEqual([0, 0.3333, 123500, 0.0001234]);
	});
});

it("names sites that use another digest than the first, if they have fetches", () => {
	const choices = [
		{ column: 0, cause: undefined, fetches: 5 },
		{ column: 1, cause: "blind", fetches: 6 },
		{ column: undefined, cause: "absent", fetches: 7 },
		{ column: undefined, cause: "absent", fetches: 0 },
	];
	expect(judgedSites({ siteNames: SITES, choices } as unknown as Web)).toEqual([
		{ host: "b.com", column: 1, cause: "blind", rows: 6 },
		{ host: "c.com", column: null, cause: "absent", rows: 7 },
	]);
});

it.each([
	["scheme", "http://a.com/p", "https://a.com/p"],
	["www", "http://www.a.com/p", "http://a.com/p"],
	["slashes", "http://a.com//p", "http://a.com/p"],
	["trailingSlash", "http://a.com/p/", "http://a.com/p"],
	["emptyValue", "http://a.com/p?q=", "http://a.com/p?q"],
])("writes %s as members that act, and that keep what they erase elsewhere", (name, url, key) => {
	const candidate = candidates.list[FEATURES.findIndex((feature) => feature.name === name)] as Extent["candidate"];
	const keyOf = (extent: Extent) => {
		const { policy, params } = compose({ base: "whatwg" }, [extent], new HostTree(SITES, [extent]), FEATURES);
		return createNormalizer({ policy, lists: [{ name: "learned", params, exempt: [] }] }).key(url);
	};
	expect(keyOf(extentOf({ candidate }))).toBe(key);
	expect(keyOf(extentOf({ candidate, sites: new Set([1]) }))).toBe(url);
	expect(keyOf(extentOf({ candidate, reach: "everywhere", sites: new Set() }))).toBe(key);
	expect(keyOf(extentOf({ candidate, reach: "everywhere", sites: new Set([0]) }))).toBe(url);
});

describe("probes", () => {
	const urls = ["http://a.com/1?ref=1", "http://a.com/2", "http://b.com/1?ref=2", "http://b.com/2", "http://a.com/\u0001"];
	const shard = { sites: Uint32Array.of(0, 1), siteStarts: Uint32Array.of(0, 2, 4), placeOf: (key: number) => key };
	const web = {
		siteNames: SITES.slice(0, 2),
		features: FEATURES,
		forEach: (run: (each: unknown) => void) => run(shard),
	} as unknown as Web;
	const extents = [extentOf({ reach: "everywhere", sites: new Set() })];
	const { policy, params } = compose(CRAWL_POLICY, extents, new HostTree(SITES, extents), FEATURES);
	const learned = createNormalizer({ policy, lists: [{ name: "learned", params, exempt: [] }] });
	const source = { web, urlOf: (place: number) => urls[place] as string, learned, support: 3 };
	const unit = (age: number | undefined, more: Partial<Extent> = {}): Unit => {
		const examples: UrlPair[] = [["http://a.com/9", "http://a.com/9?ref=x"]];
		const previous = age === undefined ? undefined : ({ age, examples } as unknown as RuleEvidence);
		return { extent: extentOf({ reach: "everywhere", sites: new Set(), previous, ...more }), saved: 0 };
	};
	const ALL: UrlPair[] = [
		["http://a.com/1?ref=1", "http://a.com/1"],
		["http://b.com/1?ref=2", "http://b.com/1"],
		["http://a.com/2", "http://a.com/2?ref=x"],
		["http://b.com/2", "http://b.com/2?ref=x"],
	];

	it("are pairs of each site in turn, as many as judge a rule, and as are asked for", () => {
		const pairsOf = (count: number, units = [unit(1)]) => probesOf(source, units, count).map(({ pair }) => pair);
		expect(pairsOf(9)).toEqual(ALL.slice(0, 3));
		expect(pairsOf(2)).toEqual(ALL.slice(0, 2));
		expect([pairsOf(0), pairsOf(9, []), pairsOf(9, [unit(undefined)])]).toEqual([[], [], []]);
		expect(probesOf({ ...source, support: 9 }, [unit(1)], 9).map(({ pair }) => pair)).toEqual(ALL);
		expect(pairsOf(9, [unit(1, { sites: new Set([0]) })])).toEqual([ALL[1], ALL[3]]);
		expect(pairsOf(9, [unit(1, { reach: "host", sites: new Set([0]) })])).toEqual([ALL[0], ALL[2]]);
	});

	it("are none whose pages have different keys", () => {
		const other = createNormalizer({ profile: "crawl@1" });
		expect(probesOf({ ...source, learned: other }, [unit(1)], 9)).toEqual([]);
	});

	it("are for the oldest rules first, then in octet order", () => {
		const named = (label: string, age: number) => unit(age, { candidate: { id: REF, label, features: [REF] } });
		const rulesOf = (...units: Unit[]) => [...new Set(probesOf({ ...source, support: 1 }, units, 9).map(({ rule }) => rule))];
		expect(rulesOf(named("b", 1), named("c", 2), named("a", 1))).toEqual(["c", "a", "b"]);
	});
});
