/** Controls and trials of the sites of a shard, on digests and keys that are made by hand: no URL has hashes that share a word. */
import { tmpdir } from "node:os";
import type { Engine } from "urlsieve";
import { describe, expect, it, vi } from "vitest";
import { HIGH_SEED, LOW_SEED } from "../../assembly/learn/hash";
import { Feature } from "../../assembly/learn/layout";
import { SiteDigests } from "../../assembly/learn/shard-layout";
import { Candidates } from "../../src/learn/candidates";
import { Cells } from "../../src/learn/cells";
import { SiteControls } from "../../src/learn/controls";
import { Features } from "../../src/learn/features";
import { KeyTable } from "../../src/learn/key-table";
import { LearnMemory } from "../../src/learn/learn-kernel";
import { cellsOfPass } from "../../src/learn/ledger";
import { CurrentControls, noiseOf } from "../../src/learn/noise";
import { RuleTrials } from "../../src/learn/rule-trials";
import { Rules } from "../../src/learn/rules";
import { nameOf } from "../../src/learn/shard";
import { ShardMaker, ShardMemory } from "../../src/learn/shard-memory";
import { Trials } from "../../src/learn/trials";
import type { Web } from "../../src/learn/web";
import { COLUMNS, type Fetch, fillTable, type Hash } from "../support/learn-records";

const features = new Features();
const [P, Q] = ["p", "q"].map((name) => {
	features.add("param", new TextEncoder().encode(name));
	return features.names.length - 1;
}) as [number, number];
const SITES = 3;
let ids = 0;

/** A fetch of a page of a site with some parameters. */
function fetchOf(site: number, page: number, digest: Hash, parts: readonly (readonly [feature: number, value: number])[]): Fetch {
	const named = parts.map(([feature, value]): [number, Hash] => [nameOf(feature), [value, value]]);
	return { site, skeleton: [100 * (site + 1) + page, 9], id: [++ids, ids], digest, parts: named };
}

/** The cells and controls of fetches, at sites where a rule erases some features. */
function tried(
	engine: Engine,
	fetches: readonly Fetch[],
	erased: readonly number[] = [],
	isOfRules = false,
	memory = new LearnMemory(engine),
) {
	const room = new ShardMemory(memory);
	const table = new KeyTable(COLUMNS, memory);
	fillTable(table, fetches);
	const identity = (count: number) => Uint32Array.from({ length: count }, (_, number) => number);
	new ShardMaker(memory, { sites: identity(SITES), features: identity(features.names.length) }).make(room, table);
	const choices = Array.from({ length: SITES }, () => ({ column: 0 }));
	const web = { memory, choices, votes: { memory, octets: 1 << 16, folder: tmpdir() } } as unknown as Web;
	const candidates = new Candidates(features.names);
	const rules = new Rules();
	for (const feature of erased) rules.adoptEverywhere(rules.of(candidates.list[feature] as (typeof candidates.list)[number]), []);
	const controls = new CurrentControls(web);
	const words = cellsOfPass(web, (ledger) => {
		const settings = { candidates: candidates.list.length, share: "all", weighs: true, memory } as const;
		if (isOfRules)
			return new RuleTrials(features.names.length, SITES, settings, rules).run(room.shard, new Int8Array(SITES), ledger);
		const bundles = choices.map(() => []);
		const trials = new Trials(new Uint8Array(features.names.length).fill(1), settings, rules, bundles);
		trials.run(room.shard, new Int8Array(SITES), ledger, controls);
	});
	return { web, shard: room.shard, controls, cells: new Cells([words], candidates.list.length, SITES) };
}

describe.each(["wasm", "js"] as const)("the %s engine", (engine) => {
	it("counts the controls of each site: those of current keys are those of base keys, if no rule acts", () => {
		const [a, b, c]: Hash[] = [
			[1, 1],
			[2, 1],
			[1, 2],
		];
		const pages: Hash[][] = [[a], [a, a], [a, b], [a, a, a], [a, a, b], [a, b, c], [a, c], [a, a, b, b]] as Hash[][];
		const fetches = [1, 2, 5].map((times, site) =>
			pages.flatMap((digests, page) =>
				page % times === 0 ? digests.map((digest) => fetchOf(site, page, digest, [[P, page + 1]])) : [],
			),
		);
		const { web, shard, controls } = tried(engine, fetches.flat());
		const base = new SiteControls(SITES);
		const counts = shard.digestsBySite(0);
		for (const [index, site] of shard.sites.entries()) base.addFrom(site, counts, (index * SiteDigests.SIZE) >> 2);
		expect(base.at(0)).toEqual({ keys: 7, changed: 5, repeated: 3, proven: 2 });
		expect(controls.noise()).toEqual(noiseOf(web, (site) => base.at(site)));
	});

	describe("a current key whose digests share a word", () => {
		it.each<[string, Hash, Hash, number]>([
			["the low one", [7, 1], [7, 2], 0],
			["the high one", [1, 7], [2, 7], 0],
			["both", [7, 7], [7, 7], 1],
		])("%s is stable only if they are equal", (_, first, second, votes) => {
			const { cells } = tried(
				engine,
				[
					fetchOf(0, 0, first, [[P, 1]]),
					fetchOf(0, 0, second, [[P, 2]]),
					fetchOf(0, 0, first, [
						[P, 3],
						[Q, 1],
					]),
				],
				[P],
			);
			expect(cells.at(Q, 0)).toMatchObject({ votes, disagree: 0, saved: 1 });
		});
	});

	it.each<[string, readonly Hash[]]>([
		["a page that stays", [[1, 1]]],
		// Proven twice, so that a contrary key is sought.
		["a page that changes", [1, 1, 2, 2].map((word): Hash => [word, word])],
	])("does not merge a key with itself, if its part has the hash 0: %s", (_, digests) => {
		const { cells } = tried(engine, [
			...digests.map((digest) => fetchOf(0, 0, digest, [[P, 0]])),
			fetchOf(0, 0, [3, 3], [[Q, 1]]),
		]);
		expect(cells.at(P, 0)).toBeUndefined();
		expect(cells.at(Q, 0)).toMatchObject({ saved: 1 });
	});

	it("takes a page for fetched twice only if two of its variants have a digest in the column", () => {
		const [without, ...others] = [
			[0, 0],
			[1, 1],
			[2, 2],
		].map((digest, value) => fetchOf(0, 0, digest as unknown as Hash, [[P, value + 1]]));
		const isRepeated = (fetches: readonly Fetch[]) => tried(engine, fetches).shard.digestsBySite(0)[SiteDigests.IS_REPEATED >> 2];
		expect([isRepeated([without as Fetch, others[0] as Fetch]), isRepeated(others)]).toEqual([0, 1]);
	});

	it("makes trials of each site by itself, even if the skeletons of two have one hash", () => {
		const skeleton: Hash = [5, 9];
		const fetches = [0, 1].flatMap((site) =>
			[1, 2].map((value) => ({ ...fetchOf(site, 0, [1, 1], [[P, value + 2 * site]]), skeleton })),
		);
		const { cells } = tried(engine, fetches);
		expect([0, 1].map((site) => cells.at(P, site)?.saved)).toEqual([1, 1]);
	});

	it("takes a value that is empty for none, where a rule erases such values", () => {
		const empty = [nameOf(P, true), [6, 6]] as const;
		const [first, second] = [1, 2].map((value) =>
			fetchOf(
				0,
				0,
				[1, 1],
				[
					[P, 3],
					[Q, value],
				],
			),
		) as [Fetch, Fetch];
		const { cells } = tried(engine, [{ ...first, parts: [...first.parts, empty] }, second], [Feature.EMPTY_VALUE]);
		expect(cells.at(Q, 0)).toMatchObject({ votes: 1, saved: 1 });
	});

	it.each<[string, Hash[]]>([
		[
			"low",
			[
				[0, 1],
				[0, 2],
			],
		],
		[
			"high",
			[
				[1, 0],
				[2, 0],
			],
		],
	])("makes a trial of parts whose hashes have 0 for the %s word", (_, hashes) => {
		const fetches = hashes.map((hash) => ({ ...fetchOf(0, 0, [1, 1], []), parts: [[nameOf(P), hash] as const] }));
		expect(tried(engine, fetches).cells.at(P, 0)).toMatchObject({ votes: 1, saved: 1 });
	});

	it("gives one trial a weight of 20 at most, however many pages differ", () => {
		const digests = Array.from({ length: 60 }, (_, key): Hash => [1 + (key >> 1), 1]);
		const { cells } = tried(
			engine,
			digests.map((digest, key) => fetchOf(0, 0, digest, [[P, key + 1]])),
		);
		expect(cells.at(P, 0)).toMatchObject({ disagree: 20, proven: 20 });
	});

	it("has room for a page whose number of keys is a power of two", () => {
		const wordOf = (number: number) => Math.imul((number + 1) ** 3, 0x9e3779b1) >>> 0;
		const parts = (key: number) =>
			[
				[P, wordOf(key & 63)],
				[Q, wordOf(64 + (key >> 6))],
			] as const;
		const { cells } = tried(
			engine,
			Array.from({ length: 128 }, (_, key) => fetchOf(0, 0, [1, 1], parts(key))),
		);
		expect([P, Q].map((feature) => cells.at(feature, 0)?.saved)).toEqual([128 - 2, 128 - 64]);
	});

	it("takes cells away once for sites whose cells have room together", () => {
		const fetches = [0, 1, 2].flatMap((site) => [1, 2].map((value) => fetchOf(site, 0, [1, 1], [[P, value]])));
		const memory = new LearnMemory(engine);
		const calls = vi.spyOn(memory.kernel.call, "tryTasks");
		tried(engine, fetches, [], false, memory);
		expect(calls).toHaveBeenCalledOnce();
	});

	it.each<[string, readonly Hash[]]>([
		["a page that stays", [[1, 1]]],
		["a page that changes", [1, 1, 2, 2].map((word): Hash => [word, word])],
	])("does not merge a key with itself, if two candidates leave the same hash of it: %s", (_, digests) => {
		const chosen = (feature: number): Hash => [Math.imul(feature, LOW_SEED) >>> 0, Math.imul(feature, HIGH_SEED) >>> 0];
		const parts = [P, Q].map((feature): [number, Hash] => [nameOf(feature), chosen(feature)]);
		const { cells } = tried(engine, [
			...digests.map((digest) => ({ ...fetchOf(0, 0, digest, []), parts })),
			fetchOf(0, 0, [3, 3], []),
		]);
		expect([cells.at(P, 0), cells.at(Q, 0)]).toEqual([undefined, undefined]);
	});

	it("makes a trial of a rule at each full key of a page that has several keys", () => {
		const [a, b]: Hash[] = [
			[1, 1],
			[2, 2],
		] as const;
		const keys = [1, 2, 2, 3, 3].map((value, index) =>
			fetchOf(0, 0, value === 3 ? (b as Hash) : (a as Hash), [
				[P, index + 1],
				[Q, value],
			]),
		);
		const { cells } = tried(engine, keys, [P], true);
		expect(cells.at(P, 0)).toMatchObject({ votes: 2, disagree: 0, saved: 2 });
	});
});
