/** The tables of learn: words, numbers, names, features and candidates. */
import { describe, expect, it } from "vitest";
import { Candidates } from "../../src/learn/candidates";
import { type FeatureName, Features } from "../../src/learn/features";
import { chooseNames, NO_RANK } from "../../src/learn/name-choice";
import { MAX_COUNT, NameCounts } from "../../src/learn/name-counts";
import { pairOf } from "../../src/learn/site-names";
import { Smallest } from "../../src/learn/smallest";
import { keepDifferent, sortNumbers } from "../../src/learn/sort-numbers";
import { Words } from "../../src/learn/words";

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("words", () => {
	it.each([0, 1, 255, 256, 257, 600])("%i of them stay in order, pushed or appended", (count) => {
		const [pushed, appended] = [new Words(), new Words()];
		for (const word of upTo(count)) pushed.push(word);
		appended.append(Uint32Array.from(upTo(Math.min(count, 3))));
		appended.append(Uint32Array.from(upTo(count).slice(3)));
		for (const words of [pushed, appended]) {
			expect([words.length, [...words.words()]]).toEqual([count, upTo(count)]);
		}
	});
});

describe("numbers", () => {
	it.each([0, 1, 2, 63, 64, 65, 66, 500])("%i of them are sorted in place, and none around them", (count) => {
		const numbers = Float64Array.from([9, ...upTo(count).map((index) => (index * 7919) % 101), -1]);
		const sorted = numbers.slice(1, -1).sort();
		sortNumbers(numbers, 1, count + 1);
		expect([...numbers]).toEqual([9, ...sorted, -1]);
	});

	it("that are equal are kept once", () => {
		const numbers = Float64Array.of(1, 1, 1, 2, 3, 3, 4);
		expect(keepDifferent(numbers, 1, 6)).toBe(4);
		expect([...numbers.subarray(0, 4)]).toEqual([1, 1, 2, 3]);
		expect(keepDifferent(numbers, 2, 2)).toBe(2);
	});

	it.each([1, 2, 5])("the %i smallest different ones are kept, in whatever order they come", (most) => {
		const all = upTo(200).map((index) => (index * 37) % 50);
		for (const order of [all, [...all].reverse(), [...all].sort((a, b) => a - b)]) {
			const smallest = new Smallest(most);
			for (const number of order) smallest.add(number);
			expect([...smallest.values()]).toEqual(upTo(most));
			expect([...smallest.values()]).toEqual(upTo(most));
		}
	});

	it("fewer than are kept are all there", () => {
		const smallest = new Smallest(4);
		for (const number of [5, 3, 5]) smallest.add(number);
		expect([...smallest.values()]).toEqual([3, 5]);
		smallest.add(1);
		expect([...smallest.values()]).toEqual([1, 3, 5]);
	});
});

describe("counts of names", () => {
	const countsOf = (counts: NameCounts, sites: number) => {
		const found: [number, [number, number][]][] = [];
		counts.forEachSite(sites, (features, keys, site) => {
			const pairs = Array.from(features, (feature, at): [number, number] => [feature, keys[at] as number]);
			found.push([site, pairs.sort(([a], [b]) => a - b)]);
		});
		return found;
	};

	it("add up by site and name, and sites without names are left out", () => {
		const counts = new NameCounts();
		for (const [site, feature, keys] of [
			[2, 5, 1],
			[0, 5, 2],
			[2, 6, 3],
			[2, 5, 4],
			[0, 0, 1],
		] as const) {
			counts.add(site, feature, keys);
		}
		const both: [number, [number, number][]][] = [
			[
				0,
				[
					[0, 1],
					[5, 2],
				],
			],
			[
				2,
				[
					[5, 5],
					[6, 3],
				],
			],
		];
		expect(countsOf(counts, 4)).toEqual(both);
		expect(countsOf(new NameCounts(), 3)).toEqual([]);
	});

	it.each([511, 512, 513, 5000])("%i of them have room", (count) => {
		const counts = new NameCounts();
		for (const round of [1, 2]) for (const name of upTo(count)) counts.add(name % 7, name, round);
		const found = countsOf(counts, 7);
		expect(found.flatMap(([, pairs]) => pairs)).toHaveLength(count);
		for (const [site, pairs] of found) for (const [name, keys] of pairs) expect([name % 7, keys]).toEqual([site, 3]);
	});

	it("stop at 2^32 - 1", () => {
		const counts = new NameCounts();
		counts.add(0, 1, MAX_COUNT - 1);
		counts.add(0, 1, 5);
		expect(countsOf(counts, 1)).toEqual([[0, [[1, 4_294_967_295]]]]);
	});
});

/** Features of parameters n0, n1, … and their counts at sites. */
function namesOf(count: number): Features {
	const features = new Features();
	for (const name of upTo(count)) features.add("param", new TextEncoder().encode(`n${name}`));
	return features;
}

describe("the choice of names", () => {
	const first = new Features().length;

	it("is all of them, in octet order behind the structure", () => {
		const features = new Features();
		for (const name of ["b", "a", "é", "B"]) features.add("param", new TextEncoder().encode(name));
		features.add("index", new TextEncoder().encode("index.php"));
		const counts = new NameCounts();
		for (const name of upTo(5)) counts.add(0, first + name, 1);
		const choice = chooseNames(counts, 1, { features, required: new Set(), hashOf: (feature) => feature });
		const labels = ["scheme", "www", "slashes", "trailingSlash", "emptyValue"];
		expect(choice.features.map(({ label }) => label)).toEqual([
			...labels,
			"index:index.php",
			"param:B",
			"param:a",
			"param:b",
			"param:é",
		]);
		expect([...choice.ranks]).toEqual([0, 1, 2, 3, 4, first + 3, first + 2, first + 4, first + 1, first]);
		expect(choice.leftOut).toBe(0);
	});

	it("is at a site the 1,024 that most keys have, hashes deciding between equal ones, and what is required", () => {
		const features = namesOf(1026);
		const counts = new NameCounts();
		for (const name of upTo(1026)) counts.add(0, first + name, name < 1023 ? 2 : 1);
		const hashOf = (feature: number) => (feature === first + 1024 ? 0 : 7);
		const choice = chooseNames(counts, 1, { features, required: new Set(), hashOf });
		expect(choice.features).toHaveLength(first + 1024);
		expect([1023, 1024, 1025].map((name) => choice.ranks[first + name] === NO_RANK)).toEqual([true, false, true]);
		expect(choice.leftOut).toBe(2);
		const all = chooseNames(counts, 1, { features, required: new Set([first + 1025]), hashOf });
		expect([all.ranks[first + 1025] === NO_RANK, all.leftOut]).toEqual([false, 1]);
	});

	it("is of all sites together", () => {
		const features = namesOf(2000);
		const counts = new NameCounts();
		for (const name of upTo(2000)) counts.add(name % 2, first + name, 1);
		const choice = chooseNames(counts, 2, { features, required: new Set(), hashOf: () => 0 });
		expect([choice.features.length, choice.leftOut]).toEqual([first + 2000, 0]);
	});
});

it("features have the names that policies have", () => {
	const features = new Features();
	const octets = [
		[0x61],
		[0x25, 0x43, 0x33, 0x25, 0x41, 0x39],
		[0x25, 0x46, 0x46],
		[0x2b, 0x25, 0x32, 0x42],
		[],
		[0x25, 0x63, 0x33],
	];
	for (const name of octets) features.add("param", Uint8Array.from(name));
	features.add("index", Uint8Array.from([0x61]));
	features.add("param", new Uint8Array(10_000).fill(0x62));
	const names = features.names.slice(5).map(({ kind, name, label }) => [kind, name, label]);
	expect(names).toEqual([
		["param", "a", "param:a"],
		["param", "é", "param:é"],
		["param", undefined, "param:"],
		["param", " +", "param: +"],
		["param", "", "param:"],
		["param", "%c3", "param:%c3"],
		["index", "a", "index:a"],
		["param", "b".repeat(10_000), `param:${"b".repeat(10_000)}`],
	]);
	expect(upTo(13).filter((feature) => features.isIndex(feature))).toEqual([11]);
	expect([features.length, features.at(4)]).toEqual([13, { kind: "structure", name: "emptyValue", label: "emptyValue" }]);
});

describe("candidates", () => {
	const names = ["a", "b", "c", "", undefined].map(
		(name): FeatureName => ({ kind: "param", name, label: `param:${name ?? ""}` }),
	);

	it("are single features, and bundles behind them, each once", () => {
		const candidates = new Candidates(names);
		expect(upTo(5).map((feature) => candidates.isWritable(feature))).toEqual([true, true, true, false, false]);
		const bundle = candidates.bundle([0, 2]);
		expect(bundle).toEqual({ id: 5, label: "params:a+c", features: [0, 2] });
		expect(candidates.bundle([0, 2])).toBe(bundle);
		expect(candidates.bundle([0, 1]).id).toBe(6);
		expect(candidates.list.map(({ id, features }) => [id, features.length])).toEqual(
			[0, 1, 2, 3, 4, 5, 6].map((id) => [id, id < 5 ? 1 : 2]),
		);
	});

	const bundlesOf = (counts: [number, number][], pairs: [number, number, number][], erased: number[] = [], count = 20) => {
		const features = upTo(count).map((name): FeatureName => ({ kind: "param", name: `n${name}`, label: `param:n${name}` }));
		const mask = Uint8Array.from(features, (_, feature) => (erased.includes(feature) ? 1 : 0));
		const byPair = new Map(pairs.map(([a, b, keys]) => [pairOf(a, b), keys]));
		return new Candidates(features).bundlesOf({ counts: new Map(counts), pairs: byPair }, mask).map((bundle) => bundle.features);
	};

	it("stand together if nine of ten keys that have one of two have both", () => {
		expect(
			bundlesOf(
				[
					[1, 100],
					[2, 90],
				],
				[[2, 1, 90]],
			),
		).toEqual([[1, 2]]);
		expect(
			bundlesOf(
				[
					[1, 100],
					[2, 90],
				],
				[[1, 2, 89]],
			),
		).toEqual([]);
		expect(
			bundlesOf(
				[
					[1, 100],
					[2, 100],
				],
				[],
			),
		).toEqual([]);
		expect(
			bundlesOf(
				[
					[1, 100],
					[2, 100],
				],
				[[1, 2, 100]],
				[2],
			),
		).toEqual([]);
	});

	it("stand together with all others of a bundle, which has eight names at most", () => {
		const all = upTo(10).flatMap((a) => upTo(a).map((b): [number, number, number] => [a, b, 50]));
		expect(
			bundlesOf(
				upTo(10).map((name) => [name, 50]),
				all,
			),
		).toEqual([upTo(8), [8, 9]]);
		const chain: [number, number, number][] = [
			[0, 1, 50],
			[1, 2, 50],
			[2, 3, 50],
		];
		expect(
			bundlesOf(
				upTo(4).map((name) => [name, 50]),
				chain,
			),
		).toEqual([
			[0, 1],
			[2, 3],
		]);
	});
});
