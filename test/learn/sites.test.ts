/** Controls and trials of the sites of a shard, on digests and keys that are made by hand: no URL has hashes that share a word. */
import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { SiteDigests } from "../../assembly/learn/shard-layout";
import type { Engine } from "../../src/engine/kernel";
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
function tried(engine: Engine, fetches: readonly Fetch[], erased: readonly number[] = [], isOfRules = false) {
	const memory = new LearnMemory(engine);
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
