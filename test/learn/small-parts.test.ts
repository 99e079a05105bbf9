/** Redirects, samples, names of sites and pages held out, each by its own class. */
import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { Feature, Hash } from "../../assembly/learn/layout";
import { createNormalizer } from "../../src/crawl/index";
import { Features } from "../../src/learn/features";
import { HoldOut } from "../../src/learn/holdout";
import { type KeyParts, KeyReader } from "../../src/learn/key-reader";
import { LearnMemory } from "../../src/learn/learn-kernel";
import { Redirects } from "../../src/learn/redirects";
import { nameOf, type Shard } from "../../src/learn/shard";
import { NameCounter, pairOf } from "../../src/learn/site-names";

const octets = (text: string) => new TextEncoder().encode(text);

it("takes a redirect by the key of its target, which parameters that the profile removes are no part of", () => {
	const memory = new LearnMemory("js");
	const reader = new KeyReader(memory, true);
	const crawl = createNormalizer({ profile: "crawl@1" });
	const redirects = new Redirects(crawl, reader, { memory, octets: 1 << 20, folder: tmpdir() });
	const source = reader.read(octets("https://a.com/p")) as KeyParts;
	const add = (reference: string) => redirects.add(source, 3, "https://a.com/p?utm_source=x", reference);
	expect(["/p/?utm_source=y", "http://[", "/q/", "/p?utm_source=z"].map(add)).toEqual([true, false, false, false]);
	expect(redirects.counts()).toEqual(new Map([[Feature.TRAILING_SLASH, new Map([[3, 1]])]]));
	for (const key of ["", "a", "mailto:a@b.com", "https:", "//a.com/p/"])
		expect(redirects.addKey(source, 3, octets(key))).toBe(false);
	redirects.close();
});

/** A counter of sites that each have 30 keys with each of some names. */
function counterOf(names: readonly string[], sites: number) {
	const features = new Features();
	for (const name of names) features.add("param", octets(name));
	const numbers = names.map((_, index) => features.names.length - names.length + index);
	const counter = new NameCounter(sites, { features, required: new Set(), hashOf: (feature) => feature });
	for (let site = 0; site < sites; ++site) for (const number of numbers) counter.add(site, number, 30);
	return { counter, choice: counter.endNames() };
}

it("has bundles of parameters that have a name, and not of the one that has none", () => {
	const { counter, choice } = counterOf(["", "a", "b"], 1);
	const names = [...counter.of(0).counts.keys()].map((rank) => choice.features[rank]?.name);
	expect(names).toEqual(["a", "b"]);
	expect(counterOf(["", "a"], 1).counter.of(0).counts.size).toBe(0);
});

it("counts the pairs of each of many sites", () => {
	const SITES = 400;
	const { counter, choice } = counterOf(["a", "b"], SITES);
	const ranks = ["a", "b"].map((name) => choice.features.findIndex((feature) => feature.name === name));
	const upTo = (count: number, step = 1) => Uint32Array.from({ length: count }, (_, index) => step * index);
	const shard = {
		sites: upTo(SITES),
		siteStarts: upTo(SITES + 1),
		partStarts: upTo(SITES + 1, 2),
		partNames: Uint32Array.from({ length: 2 * SITES }, (_, part) => nameOf(ranks[part % 2] as number)),
	};
	counter.addPairs(shard as unknown as Shard);
	counter.addPairs(shard as unknown as Shard);
	const [a, b] = ranks as [number, number];
	const expected = { counts: new Map(ranks.map((rank) => [rank, 30])), pairs: new Map([[pairOf(a, b), 2]]) };
	for (const site of shard.sites) expect(counter.of(site)).toEqual(expected);
});

it("holds a page out if its hash is below the share, and not if they are equal", () => {
	const memory = new LearnMemory("js");
	const { start } = memory.take(3 * Hash.SIZE);
	memory.words(start, 4).set([7, 8, 0, 0]);
	memory.kernel.call.hashOf(start, start + 2 * Hash.SIZE, 41, start + 2 * Hash.SIZE);
	const hash = memory.word(start + 2 * Hash.SIZE) >>> 0;
	const held = new Uint8Array(1);
	const one = Uint32Array.of(0, 1);
	const keys = { skeletonLo: Uint32Array.of(7), skeletonHi: Uint32Array.of(8), held };
	const parts = {
		partStarts: Uint32Array.of(0, 0),
		partNames: new Uint32Array(0),
		partLo: new Uint32Array(0),
		partHi: new Uint32Array(0),
	};
	const shard = { sites: Uint32Array.of(0), siteStarts: one, ...keys, ...parts } as unknown as Shard;
	const marks = [-1, 0, 1].map((more) => {
		new HoldOut((hash + more) / 2 ** 32, [], Float64Array.of(1), memory).mark(shard);
		return held[0];
	});
	expect(marks).toEqual([0, 0, 1]);
});
