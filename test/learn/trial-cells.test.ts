/** Trials of shards made by hand, whose hashes and order are known: what a ledger has of them, and where the kernel stops. */
import { describe, expect, it } from "vitest";
import { Task, Trial } from "../../assembly/learn/trial-layout";
import { Cells } from "../../src/learn/cells";
import { KeyTable } from "../../src/learn/key-table";
import { LearnMemory } from "../../src/learn/learn-kernel";
import { Ledger } from "../../src/learn/ledger";
import { RuleTrials } from "../../src/learn/rule-trials";
import { Rules } from "../../src/learn/rules";
import type { Shard } from "../../src/learn/shard";
import { ShardMaker, ShardMemory } from "../../src/learn/shard-memory";
import { SiteLists } from "../../src/learn/site-lists";
import { TrialMemory } from "../../src/learn/trial-memory";
import { Trials } from "../../src/learn/trials";
import { Votes } from "../../src/learn/votes";
import { COLUMNS, type Fetch, fillTable, type Hash } from "../support/learn-records";

const FEATURES = 10;
const SITES = 3;
/** Parameters. */
const [A, REF, SESS] = [6, 7, 8];
const upTo = (count: number) => Uint32Array.from({ length: count }, (_, number) => number);
const columns = new Int8Array(SITES);

let fetched = 0;
/** A fetch of one page of a site: each parameter with the hash of its value. */
function fetchOf(site: number, parts: readonly (readonly [feature: number, hash: Hash])[], digest: Hash): Fetch {
	return { site, skeleton: [1 + site, 1], id: [++fetched, 1], digest, parts: parts.map(([name, hash]) => [2 * name, hash]) };
}

describe.each(["wasm", "js"] as const)("the %s engine", (engine) => {
	const memory = new LearnMemory(engine);
	const settings = { candidates: FEATURES, share: "all", weighs: false, memory } as const;

	/** The place of each key is the number of its fetch, from 1. */
	function shardOf(fetches: readonly Fetch[]): Shard {
		const room = new ShardMemory(memory);
		const table = new KeyTable(COLUMNS, memory);
		fillTable(table, fetches);
		new ShardMaker(memory, { sites: upTo(SITES), features: upTo(FEATURES) }).make(room, table);
		return room.shard;
	}

	/** What the ledger of some shards has. */
	function cellsOf(shards: readonly Shard[], trials: Pick<Trials, "run">): Cells {
		const votes = new Votes({ memory, octets: 1 << 20, folder: "/nonexistent" });
		const ledger = new Ledger(memory, votes);
		for (const shard of shards) trials.run(shard, columns, ledger);
		const words = ledger.words();
		votes.close();
		return new Cells([words], FEATURES, SITES);
	}

	const single = () => {
		const bundles = Array.from({ length: SITES }, () => []);
		return new Trials(new Uint8Array(FEATURES).fill(1), settings, new Rules(), bundles);
	};

	/** Trials of rules, each of which erases one parameter at one site. */
	function ruleTrials(...acting: readonly (readonly [site: number, feature: number])[]): RuleTrials {
		const rules = new Rules();
		for (const [site, id] of acting) rules.adoptAt(rules.of({ id, label: `param:${id}`, features: [id] }), site);
		return new RuleTrials(FEATURES, SITES, settings, rules);
	}

	it.each<[string, Hash]>([
		["low", [2, 5]],
		["high", [1, 6]],
	])("takes digests for different that differ in the %s word alone", (_, other) => {
		expect(memory.kernel.engine).toBe(engine);
		const shard = shardOf([fetchOf(0, [], [1, 5]), fetchOf(0, [[REF, [3, 3]]], other)]);
		expect(cellsOf([shard], single()).at(REF, 0)).toMatchObject({ agreements: 0, disagree: 1 });
	});

	it("names two URLs that disagree in a shard after one in which all agree", () => {
		const fetches = (digest: Hash) => [fetchOf(0, [], [1, 5]), fetchOf(0, [[REF, [3, 3]]], digest)];
		const cells = cellsOf([shardOf(fetches([1, 5])), shardOf([fetchOf(1, [], [1, 1]), ...fetches([2, 5])])], single());
		expect(cells.at(REF, 0)).toMatchObject({ agreements: 1, disagree: 1, example: [1, 2], contrary: [2, 3] });
	});

	it("shows a URL without the parameter of a rule first, if there is one", () => {
		const of = (value: Hash, ...refs: readonly Hash[]) => [[A, value], ...refs.map((ref) => [REF, ref] as const)] as const;
		// The keys with REF come before the one without: their hashes are smaller.
		const [one, other] = [
			[1, 0xffffffff],
			[1, 0xfffffffe],
		] as const;
		const parts = [of([1, 10]), of([1, 100]), of([1, 100], one), of([1, 100], other)];
		const shard = shardOf(parts.map((each) => fetchOf(0, each, [1, 5])));
		expect(cellsOf([shard], ruleTrials([0, REF])).at(REF, 0)?.example).toEqual([2, 4]);
	});

	it("makes no trial of a rule under the rules of the site before", () => {
		const fetches = [1, 2].flatMap((value) =>
			[0, 1].map(
				(site): Fetch => fetchOf(site, [[REF, [value, 9]], ...(site === 1 ? [[SESS, [value, 3]] as const] : [])], [1, 5]),
			),
		);
		const cells = cellsOf([shardOf(fetches)], ruleTrials([0, REF], [1, SESS]));
		expect([cells.at(REF, 0)?.agreements, cells.at(SESS, 1)]).toEqual([1, undefined]);
	});

	it.each([
		["cells", Trial.CELL_ROOM, 1],
		["votes", Trial.VOTE_ROOM, 0],
	] as const)("stops before a site whose %s may have no room", (_, word, more) => {
		const shard = shardOf([0, 1].flatMap((site) => [fetchOf(site, [], [1, 5]), fetchOf(site, [[REF, [3, 3]]], [1 + more, 5])]));
		const room = new TrialMemory(FEATURES, settings);
		room.octets(Trial.SINGLE).fill(1);
		room.area(Trial.BUNDLES, 4);
		room.load(shard);
		const { start, end } = room.writeTasks(shard, new SiteLists(memory, SITES, new Rules()), columns);
		const { tryTasks } = memory.kernel.call;
		// Each site has one part, which may be in two cells and two votes.
		room.set(word, 2);
		expect([end - start, tryTasks(room.address, start, end) - start]).toEqual([2 * Task.SIZE, Task.SIZE]);
		room.set(word, 3);
		expect(tryTasks(room.address, start + Task.SIZE, end)).toBe(end);
	});
});
