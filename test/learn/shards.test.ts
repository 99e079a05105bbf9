/** Shards: the keys of records in order, with parts and digests, and back from the disk as they were. */
import { describe, expect, it } from "vitest";
import { Packed, ShardMap } from "../../assembly/learn/shard-layout";
import { KeyTable } from "../../src/learn/key-table";
import { LearnMemory } from "../../src/learn/learn-kernel";
import type { Shard } from "../../src/learn/shard";
import { ShardMaker, ShardMemory } from "../../src/learn/shard-memory";
import { COLUMNS, type Fetch, fillTable, type Hash, hashOf } from "../support/learn-records";

/** Numbers below `limit`, the same in every run. */
function random(seed: number): (limit: number) => number {
	let state = seed;
	return (limit) => {
		state = (Math.imul(state, 0x41c64e6d) + 12345) >>> 0;
		return Math.floor(((state >>> 8) / 2 ** 24) * limit);
	};
}

/** Fetches whose hashes often share a word, so that no word alone decides the order. */
function fetchesOf(count: number): Fetch[] {
	const below = random(5);
	const hash = (): Hash => [below(2) ? below(3) : below(2 ** 32), below(2) ? 7 : below(2 ** 32)];
	const skeletons = Array.from({ length: 40 }, (_, number) => ({ site: number % 5, skeleton: hash() }));
	return Array.from({ length: count }, () => ({
		...(skeletons[below(skeletons.length)] as { site: number; skeleton: Hash }),
		id: [below(2 ** 32), below(2 ** 32)],
		digest: [1 + below(3), below(2)],
		parts: Array.from({ length: below(4) }, (_, part) => [2 * (5 + part) + (part === 2 ? 1 : 0), hash()] as const),
		...(below(4) === 0 && { rest: [1 + below(9), below(9)] as Hash }),
	}));
}

/** What a shard says of each key, as text. */
function keysOf(shard: Shard): string[] {
	const { sites, siteStarts, skeletonLo, skeletonHi, partStarts, partNames, partLo, partHi, columns, held } = shard;
	return Array.from({ length: shard.keys }, (_, key) => {
		const site = sites[siteStarts.findLastIndex((start) => start <= key)];
		const span = (starts: Uint32Array) =>
			Array.from({ length: (starts[key + 1] as number) - (starts[key] as number) }, (_, at) => (starts[key] as number) + at);
		const parts = span(partStarts).map((part) => [partNames[part], partLo[part], partHi[part]].join());
		const entries = columns.map(({ entryStarts, entryLo, entryHi, entryCounts }) =>
			span(entryStarts).map((entry) => [entryLo[entry], entryHi[entry], entryCounts[entry]].join()),
		);
		return JSON.stringify([site, skeletonLo[key], skeletonHi[key], parts, entries, shard.placeOf(key), held[key]]);
	});
}

/** The keys, parts and entries of the largest skeleton, and the parts of the largest site. */
const sizesOf = (shard: Shard) =>
	shard.words(ShardMap.MOST_KEYS, ShardMap.MOST_PARTS, ShardMap.MOST_ENTRIES, ShardMap.MOST_SITE_PARTS);

/** What `keysOf` says, from fetches, in the plainest way. */
function expectedOf(fetches: readonly Fetch[], ranks: Uint32Array): string[] {
	const keys = new Map<string, { fetch: Fetch; places: [Hash, number][]; digests: Hash[] }>();
	for (const [place, fetch] of fetches.entries()) {
		const key = keys.get(hashOf(fetch).join()) ?? { fetch, places: [], digests: [] };
		key.places.push([fetch.id, place + 1]);
		key.digests.push(fetch.digest);
		keys.set(hashOf(fetch).join(), key);
	}
	const numbers = ({ fetch }: { fetch: Fetch }) => {
		const [low, high] = hashOf(fetch);
		return [ranks[fetch.site] as number, fetch.skeleton[1], fetch.skeleton[0], high, low];
	};
	const compare = (a: readonly number[], b: readonly number[]) =>
		a.map((word, at) => word - (b[at] as number)).find((by) => by) ?? 0;
	return [...keys.values()]
		.sort((a, b) => compare(numbers(a), numbers(b)))
		.map(({ fetch, places, digests }) => {
			const parts = fetch.parts.map(([name, hash]) => [name, ...hash].join());
			const different = [...new Map(digests.map((digest) => [digest.join(), digest])).values()];
			const entries = different
				.sort(([aLow, aHigh], [bLow, bHigh]) => aHigh - bHigh || aLow - bLow)
				.map((digest) => [...digest, digests.filter((other) => other.join() === digest.join()).length].join());
			const [[, place] = []] = [...places].sort(([[aLow, aHigh]], [[bLow, bHigh]]) => aHigh - bHigh || aLow - bLow);
			return JSON.stringify([ranks[fetch.site], fetch.skeleton[0], fetch.skeleton[1], parts, [entries, []], place, 0]);
		});
}

describe.each(["wasm", "js"] as const)("the %s engine", (engine) => {
	const memory = new LearnMemory(engine);
	const ranks = { sites: Uint32Array.of(3, 1, 4, 0, 2), features: Uint32Array.from({ length: 20 }, (_, feature) => feature) };
	const room = new ShardMemory(memory);
	const maker = new ShardMaker(memory, ranks);

	function make(fetches: readonly Fetch[]): Uint32Array {
		const table = new KeyTable(COLUMNS, memory);
		fillTable(table, fetches);
		return maker.make(room, table);
	}

	it("sorts keys by site, skeleton and hash, even if words are equal", () => {
		expect(memory.kernel.engine).toBe(engine);
		const fetches = fetchesOf(2000);
		const bySite = make(fetches);
		expect(keysOf(room.shard)).toEqual(expectedOf(fetches, ranks.sites));
		// Two skeletons may have a key in common: it is of the site that came first.
		const siteOf = new Map<string, number>();
		for (const fetch of fetches) if (!siteOf.has(hashOf(fetch).join())) siteOf.set(hashOf(fetch).join(), fetch.site);
		const sites = fetches.map((fetch) => ranks.sites[siteOf.get(hashOf(fetch).join()) as number]);
		expect([...bySite]).toEqual([0, 1, 2, 3, 4].map((rank) => sites.filter((site) => site === rank).length));
	});

	it("sorts keys of one skeleton whose hashes differ in the low word alone", () => {
		const [fetch] = fetchesOf(1) as [Fetch];
		const key = (skeleton: Hash, rest: Hash): Fetch => ({ ...fetch, skeleton, parts: [], rest });
		const fetches = [key([5, 1], [0, 0]), key([5, 2], [9, 5]), key([5, 2], [3, 5])];
		make(fetches);
		expect(keysOf(room.shard)).toEqual(expectedOf(fetches, ranks.sites));
	});

	it("reads what it has written, hashes and marks of keys included", () => {
		const hashes = () => [ShardMap.LOW, ShardMap.HIGH].map((word) => [...memory.words(room.shard.word(word), room.shard.keys)]);
		make(fetchesOf(500));
		for (let key = 0; key < room.shard.keys; key += 3) room.shard.held[key] = 1;
		const before = keysOf(room.shard);
		const sizes = sizesOf(room.shard);
		const written = hashes();
		const words = room.pack().slice();
		make(fetchesOf(3));
		room.roomFor(words.length).set(words);
		expect(room.unpack(words.length)).toBeTruthy();
		expect(keysOf(room.shard)).toEqual(before);
		expect(sizesOf(room.shard)).toEqual(sizes);
		expect(hashes()).toEqual(written);
		expect(before.some((key) => key.endsWith(",1]"))).toBe(true);
	});

	it("reads two sites back as two, even if all their skeletons have one hash", () => {
		const [fetch] = fetchesOf(1) as [Fetch];
		const fetches = Array.from({ length: 6 }, (_, key): Fetch => ({ ...fetch, site: key % 2, rest: [1 + key, 1] }));
		make(fetches);
		const words = room.pack().slice();
		make(fetchesOf(3));
		room.roomFor(words.length).set(words);
		expect(room.unpack(words.length)).toBeTruthy();
		expect(keysOf(room.shard)).toEqual(expectedOf(fetches, ranks.sites));
	});

	it("keeps the 64 smallest digests of a page that always changes", () => {
		const [fetch] = fetchesOf(1) as [Fetch];
		const digests = Array.from({ length: 200 }, (_, index) => ((index * 77) % 200) + 1);
		make(digests.map((low) => ({ ...fetch, digest: [low, 0] })));
		expect([...(room.shard.columns[0]?.entryLo ?? [])]).toEqual(Array.from({ length: 64 }, (_, index) => index + 1));
	});

	it("measures the largest skeleton and the largest site", () => {
		const site = (number: number, keys: number): Fetch[] =>
			Array.from({ length: keys }, (_, key) => ({
				...(fetchesOf(1)[0] as Fetch),
				...{ site: number, skeleton: [2, 7], id: [number, key], parts: [[2 * 19, [1 + number, 1 + key]]] },
			}));
		make(site(1, 1));
		expect(sizesOf(room.shard)).toEqual([1, 1, 1, 1]);
		make([...site(1, 3), ...site(2, 2).map((fetch): Fetch => ({ ...fetch, skeleton: [3, 7] }))]);
		expect(sizesOf(room.shard)).toEqual([3, 3, 3, 3]);
	});

	it.each([
		["lacks a key", Packed.KEYS, 1],
		["lacks a part", Packed.PARTS, 1],
		["has a key too many", Packed.KEYS, -1],
		["has a part too many", Packed.PARTS, -1],
	])("refuses a shard that %s", (_, word, more) => {
		make(fetchesOf(40));
		const words = room.pack().slice();
		words[word >> 2] = (words[word >> 2] as number) + more;
		room.roomFor(words.length).set(words);
		expect(room.unpack(words.length)).toBeFalsy();
	});

	it("writes nothing beyond its room for a shard with more keys than it says", () => {
		make(
			Array.from({ length: 1000 }, (_, key): Fetch => {
				const [fetch] = fetchesOf(1) as [Fetch];
				return { ...fetch, id: [key, 1], digest: [0, 0], parts: [], rest: [1 + key, 1] };
			}),
		);
		const words = room.pack().slice();
		words[Packed.KEYS >> 2] = 1;
		const own = new LearnMemory(engine);
		const other = new ShardMemory(own);
		other.roomFor(words.length).set(words);
		expect(other.unpack(words.length)).toBeFalsy();
		const { start } = own.take(4096);
		own.octets(start, 4096).fill(7);
		expect(other.unpack(words.length)).toBeFalsy();
		expect(own.octets(start, 4096)).toEqual(new Uint8Array(4096).fill(7));
	});

	it("refuses a shard that is damaged, wherever", () => {
		make(fetchesOf(40));
		const words = room.pack().slice();
		const refused = Array.from({ length: 300 }, (_, change) => {
			const damaged = words.slice();
			const octets = new Uint8Array(damaged.buffer, 4 * 10);
			octets[(change * 37) % octets.length] = change % 2 ? 0xff : 0;
			room.roomFor(damaged.length).set(damaged);
			return !room.unpack(damaged.length);
		});
		expect(refused).toContain(true);
	});
});
