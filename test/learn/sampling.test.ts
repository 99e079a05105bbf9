/** What is looked at of crawls with more names, or more fetches of a page, than memory holds: the same whatever the order of rows. */
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { Scan, Scanned } from "../../assembly/learn/thin-layout";
import { createNormalizer } from "../../src/crawl/index";
import type { Engine } from "../../src/engine/kernel";
import { Features } from "../../src/learn/features";
import { Intake } from "../../src/learn/intake";
import { KeyTable } from "../../src/learn/key-table";
import { LearnMemory } from "../../src/learn/learn-kernel";
import { chooseNames } from "../../src/learn/name-choice";
import { NameCounts } from "../../src/learn/name-counts";
import { Sampler } from "../../src/learn/sampling";
import { ShardMaker, ShardMemory } from "../../src/learn/shard-memory";
import { Smallest } from "../../src/learn/smallest";
import { type Hash, recordsOf } from "../support/learn-records";
import { batchesOf, type TestRow } from "../support/row-batches";

const CRAWL = createNormalizer({ profile: "crawl@1", invalid: "blank" });

/** The pages of rows of which a sample was taken, and the hashes of all keys after that. */
function sampled(rows: readonly TestRow[], most: number, { engine = "wasm" as Engine, memory = 1 << 24 } = {}) {
	const intake = new Intake(CRAWL, { isSorted: true, memory, temp: tmpdir(), engine });
	for (const batch of batchesOf(rows, 777)) intake.add(batch);
	const { partitions, memory: kernel, reader } = intake;
	const sampler = new Sampler(partitions, kernel, reader, most);
	const identity = (length: number) => Uint32Array.from({ length }, (_, number) => number);
	const maker = new ShardMaker(kernel, { sites: identity(intake.siteNames.length), features: identity(reader.features.length) });
	const [table, room] = [new KeyTable(1, kernel), new ShardMemory(kernel)];
	const pages = [];
	const keys: string[] = [];
	const urls: string[] = [];
	for (let partition = 0; partition < partitions.count; ++partition) {
		pages.push(...sampler.thin(partition).map(({ place, ...counts }) => ({ ...counts, url: intake.urls.text(place) })));
		const length = partitions.sizeOf(partition);
		if (length === 0) continue;
		partitions.copyTo(partition, table.roomFor(length));
		table.fill([length]);
		maker.make(room, table);
		for (let key = 0; key < room.shard.keys; ++key) urls.push(intake.urls.text(room.shard.placeOf(key)));
		keys.push(`${room.shard.partLo.join()} ${room.shard.columns[0]?.entryLo.join()}`);
	}
	intake.close();
	return { pages, keys, urls: urls.sort() };
}

const row = (url: string, digest = url, time = ""): TestRow => ({ url: `https://a.com/${url}`, digests: [digest], time });
/** Each of 300 searches in three variants, beside pages with few fetches. */
const VARIANTS = Array.from({ length: 300 }, (_, q) =>
	["", "&ref=1", "&ref=2"].map((rest) => row(`search?q=${q}${rest}`)),
).flat();
const OTHERS = Array.from({ length: 200 }, (_, index) => row(`page/${index}?ref=${index}`));

describe.each(["wasm", "js"] as const)("a page with too many fetches, in the %s engine", (engine) => {
	it("is looked at by the values of the parameter that has most, each with all its variants", () => {
		const { pages, urls } = sampled([...OTHERS, ...VARIANTS, row("search")], 100, { engine });
		const [page] = pages;
		expect(pages).toEqual([{ url: expect.stringMatching(/^https:\/\/a\.com\/search/), rows: 901, kept: expect.any(Number) }]);
		expect(page?.kept).toBeGreaterThan(50);
		expect(page?.kept).toBeLessThanOrEqual(100);
		const searches = urls.filter((url) => url.includes("/search"));
		expect(searches).toHaveLength(page?.kept as number);
		expect(searches).toContain("https://a.com/search");
		// One has no parameter, and the others are three of each value.
		expect(searches.length % 3).toBe(1);
		expect(urls.filter((url) => url.includes("/page"))).toHaveLength(200);
	});
});

describe("the sample of a page", () => {
	it("depends neither on the order of rows nor on memory nor on rows that are given twice", () => {
		const rows = [...OTHERS, ...VARIANTS].map((each, index) => ({ ...each, time: `${index}` }));
		const expected = sampled(rows, 100);
		const shuffled = [...rows].sort((a, b) => (a.url.length % 7) - (b.url.length % 7) || (a.time < b.time ? 1 : -1));
		for (const memory of [1 << 24, 0]) {
			const { urls, pages } = sampled(shuffled, 100, { memory });
			expect([urls, pages]).toEqual([expected.urls, expected.pages]);
		}
		expect(sampled([...rows, ...rows], 100).urls).toEqual(expected.urls);
	});

	it("is of keys where each has a parameter of its own, and of times where all are of one key", () => {
		const names = Array.from({ length: 500 }, (_, index) => row(`?n${index}=1`));
		const times = Array.from({ length: 500 }, (_, index) => row("again", `content ${index}`, `${index}`));
		const { pages } = sampled([...names, ...times], 100);
		expect(pages.map(({ rows }) => rows)).toEqual([500, 500]);
		for (const { kept } of pages) {
			expect(kept).toBeGreaterThan(80);
			expect(kept).toBeLessThanOrEqual(100);
		}
	});

	it("is of each fetch once where a partition is read in several pieces", () => {
		const count = 12_000;
		const times = Array.from({ length: count }, (_, index) => row("again", `content ${index}`, `${index}`));
		expect(sampled(times, 100, { engine: "js" }).pages.map(({ rows }) => rows)).toEqual([count]);
	});

	it("is the whole page if it has no more fetches", () => {
		const { pages, urls } = sampled(VARIANTS, 900);
		expect([pages, urls.length]).toEqual([[], 900]);
		// Rows without times are one fetch of their URL, whichever place they have in a batch.
		expect(sampled(new Array(50).fill(row("again")), 1).pages).toEqual([]);
	});
});

it.each(["wasm", "js"] as const)("a page is told from another one by both words of its hash, in the %s engine", (engine) => {
	const memory = new LearnMemory(engine);
	const skeletons: Hash[] = [
		[1, 2],
		[1, 3],
		[3, 2],
	];
	const records = recordsOf(skeletons.map((skeleton, id) => ({ site: 0, skeleton, id: [id, id], digest: [1, 1], parts: [] })));
	const [scan, from, out] = [Scan.SIZE, records.length, skeletons.length * Scanned.SIZE].map(
		(octets) => memory.take(octets).start,
	) as [number, number, number];
	memory.octets(scan, Scan.SIZE).fill(0);
	memory.kernel.octets.set(records, from);
	memory.words(scan + Scan.ASKED, 2).set([1, 2]);
	memory.setWord(scan + Scan.OUT, out);
	memory.kernel.call.scanRecords(scan, from, from + records.length);
	expect(memory.word(scan + Scan.OUT)).toBe(out + Scanned.SIZE);
	expect([...memory.words(out + Scanned.SKELETON, 2)]).toEqual([1, 2]);
});

it("the smallest of many numbers are found in any order", () => {
	const numbers = Array.from({ length: 3000 }, (_, index) => (index * 7919) % 1009);
	for (const all of [numbers, [...numbers].reverse(), [...numbers].sort((a, b) => a - b)]) {
		const smallest = new Smallest(20);
		for (const number of all) smallest.add(number);
		expect([...smallest.values()]).toEqual(Array.from({ length: 20 }, (_, index) => index));
	}
	const few = new Smallest(20);
	for (const number of [3, 1, 3]) few.add(number);
	expect([...few.values()]).toEqual([1, 3]);
});

describe("names that can be candidates", () => {
	/** Names of sites, each with the number of its keys, and which of them are chosen. */
	function chosen(pairs: readonly (readonly [site: number, name: string, keys: number])[], required: readonly string[] = []) {
		const features = new Features();
		const numbers = new Map<string, number>();
		const numberOf = (name: string) => {
			const known = numbers.get(name);
			if (known !== undefined) return known;
			features.add("param", Buffer.from(name));
			numbers.set(name, features.length - 1);
			return features.length - 1;
		};
		const counts = new NameCounts();
		for (const [site, name, keys] of pairs) counts.add(site, numberOf(name), keys);
		const hashes = new Map<number, number>();
		for (const [name, number] of numbers) hashes.set(number, createHash("md5").update(name).digest().readUInt32LE());
		for (const name of required) numberOf(name);
		const choice = chooseNames(counts, 200, {
			features,
			required: new Set(required.map(numberOf)),
			hashOf: (number) => hashes.get(number) ?? 0,
		});
		return { names: choice.features.slice(5).map(({ name }) => name as string), leftOut: choice.leftOut };
	}

	const rare = (site: number, count: number) =>
		Array.from({ length: count }, (_, index) => [site, `n${site}x${index}`, 1] as const);

	it("are all of a site with 1,024, and the most frequent of one with more", () => {
		expect(chosen(rare(0, 1024))).toMatchObject({ leftOut: 0 });
		const { names, leftOut } = chosen([...rare(0, 3000), [0, "ref", 2], [1, "id", 1]]);
		expect(leftOut).toBe(3001 - 1024);
		expect(names).toEqual(expect.arrayContaining(["ref", "id"]));
		expect(names).toHaveLength(1025);
	});

	it("are the most frequent 65,536 of all sites", () => {
		const pairs = Array.from({ length: 70 }, (_, site) => [...rare(site, 1000), [site, "ref", 1] as const]).flat();
		const { names, leftOut } = chosen(pairs);
		expect([names.length, leftOut]).toEqual([65_536, 70_001 - 65_536]);
		expect(names).toContain("ref");
	});

	it("do not depend on the order in which they come, and are in octet order", () => {
		const pairs = [...rare(3, 3000), ...rare(4, 500), [3, "ref", 9] as const];
		const expected = chosen(pairs);
		expect(chosen([...pairs].reverse())).toEqual(expected);
		const halves = pairs.flatMap(([site, name, keys]) =>
			(keys === 9 ? [4, 5] : [keys]).map((part) => [site, name, part] as const),
		);
		expect(chosen(halves)).toEqual(expected);
		expect(expected.names).toEqual([...expected.names].sort());
	});

	it("are those of an earlier run in any case", () => {
		expect(chosen(rare(0, 3000), ["old"]).names).toContain("old");
	});
});

it("lists pages with too many fetches in the order of their hashes, whatever the order of rows", () => {
	const pages = Array.from({ length: 200 }, (_, page) => [0, 1, 2].map((fetch) => row(`${page}?v=${fetch}`)));
	const listed = (rows: readonly TestRow[]) => sampled(rows, 2).pages.map(({ url }) => url.replace(/\?.*/, ""));
	const inOrder = listed(pages.flat());
	expect(new Set(inOrder).size).toBeGreaterThan(50);
	expect(listed([...pages].reverse().flat())).toEqual(inOrder);
});
