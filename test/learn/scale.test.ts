/** What `learn` finds does not depend on its memory, and what does not fit goes to disk. */
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LearnLimit } from "../../assembly/learn/layout";
import { createNormalizer } from "../../src/crawl/index";
import { learn } from "../../src/learn/index";
import { Intake } from "../../src/learn/intake";
import { LearnMemory } from "../../src/learn/learn-kernel";
import { Partitions } from "../../src/learn/partitions";
import { UrlStore } from "../../src/learn/url-store";
import { Votes } from "../../src/learn/votes";
import { sortWeb } from "../../src/learn/web";
import { wordsByPartition } from "../support/learn-records";
import { LearnWeb } from "../support/learn-web";
import { batchesOf } from "../support/row-batches";

const temp = mkdtempSync(join(tmpdir(), "learn-scale-"));
const missing = join(temp, "missing");

/** Numbers from 0 to 2^32 - 1, the same in every run. */
function numbers(count: number, seed: number): Uint32Array {
	let state = seed;
	return Uint32Array.from({ length: count }, () => {
		state = (Math.imul(state, 0x41c64e6d) + 12345) >>> 0;
		return (state ^ (state >>> 11)) >>> 0;
	});
}

describe("memory", () => {
	const web = new LearnWeb({ seed: 3, hosts: 30, dynamic: 0.3 }, 6000);
	const rows = web.rows(6000);
	const spilling = { memory: 1 << 16, temp };

	it("does not change what is learned, nor do the order of rows and the size of batches", async () => {
		const all = JSON.stringify(await learn(batchesOf(rows)));
		expect(JSON.stringify(await learn(batchesOf(rows), spilling)) === all).toBe(true);
		expect(JSON.stringify(await learn(batchesOf([...rows].reverse(), 333), spilling)) === all).toBe(true);
		expect(readdirSync(temp)).toEqual([]);
	});

	it("nor does the engine", async () => {
		const [wasm, js] = await Promise.all(
			(["wasm", "js"] as const).map((engine) => learn(batchesOf(rows.slice(0, 3000)), { engine })),
		);
		expect(js).toEqual(wasm);
		expect(wasm?.evidence.rules.length).toBeGreaterThan(0);
	});

	it("is exceeded by these rows: without a directory for the rest the run fails", async () => {
		await expect(learn(batchesOf(rows), { ...spilling, temp: missing })).rejects.toThrow(/cannot write .*missing/);
		await expect(learn(batchesOf(rows), { temp: missing })).resolves.toBeDefined();
	});

	it("is freed when a run is ended", async () => {
		const signal = AbortSignal.abort(new Error("enough"));
		await expect(learn(batchesOf(rows), { ...spilling, signal })).rejects.toThrow("enough");
		expect(readdirSync(temp)).toEqual([]);
	});
});

it.each([
	["in one part", 1 << 30, 3000],
	["in parts if there is little", 1 << 16, 300],
])("keys are in memory %s", (_, memory, most) => {
	const crawl = createNormalizer({ profile: "crawl@1", invalid: "blank" });
	const intake = new Intake(crawl, { isSorted: true, memory, temp, engine: "js" });
	const rows = Array.from({ length: 3000 }, (_, page) => ({ url: `https://a.com/${page}`, digests: [`${page}`] }));
	for (const batch of batchesOf(rows)) intake.add(batch);
	const web = sortWeb(intake, { holdout: 0, isOff: () => false, onPartition: () => {} });
	const keys: number[] = [];
	web.forEach((shard) => {
		keys.push(shard.keys);
	});
	expect(keys.reduce((sum, count) => sum + count, 0)).toBe(3000);
	expect(keys.length === 1).toBe(most === 3000);
	expect(Math.max(...keys)).toBeLessThanOrEqual(most);
	intake.close();
});

describe.each([
	["in memory", 1 << 30],
	["on disk", 1 << 12],
])("partitions %s", (_, octets) => {
	const memory = new LearnMemory("wasm");
	const lists = Array.from({ length: 5 }, (_, partition) => numbers(9000 * partition, partition));
	const partitions = new Partitions(lists.length, { memory, octets, folder: temp });
	/** Adds all lists, 100 words at a time, each after a word with its partition and length. */
	const addAll = () => {
		for (let at = 0; at < 36_000; at += 100) {
			for (const [partition, list] of lists.entries()) {
				if (at >= list.length) continue;
				const { start } = partitions.space(404);
				memory.words(start, 101).set([(partition << LearnLimit.LENGTH_BITS) | 400, ...list.subarray(at, at + 100)]);
				partitions.advance(start + 404);
			}
		}
	};
	const expectAll = (expected: (list: Uint32Array) => number[]) => {
		for (const [partition, words] of wordsByPartition(partitions).entries())
			expect([...words]).toEqual(expected(lists[partition] as Uint32Array));
	};

	it("return what was written, also after they were read", () => {
		addAll();
		expect(partitions.isSpilled).toBe(octets < 1 << 20);
		expectAll((list) => [...list]);
		addAll();
		expectAll((list) => [...list, ...list]);
	});

	it("are read from any word on", () => {
		const words = new Uint32Array(500);
		partitions.copyTo(3, words, 26_800);
		expect([...words]).toEqual([...(lists[3] as Uint32Array).subarray(26_800), ...(lists[3] as Uint32Array).subarray(0, 300)]);
	});

	it("are replaced by something longer or shorter, in the blocks that they have", () => {
		const before = partitions.spilled;
		for (const [partition, length] of [
			[4, 40_000],
			[2, 50_000],
			[3, 0],
			[0, 30_000],
		] as const) {
			const words = numbers(length, 77);
			partitions.put(partition, words);
			expect([...(wordsByPartition(partitions)[partition] as Uint32Array)]).toEqual([...words]);
		}
		expect(partitions.spilled).toBeLessThanOrEqual(before + 65536);
		const list = [...(lists[1] as Uint32Array)];
		expect([...(wordsByPartition(partitions)[1] as Uint32Array)]).toEqual([...list, ...list]);
		partitions.close();
	});
});

it.each([1 << 30, 0])("URLs are found by number in memory of %d bytes", (memory) => {
	const urls = Array.from({ length: 30_000 }, (_, number) => `https://example.com/${"x".repeat(number % 90)}/${number * number}`);
	const store = new UrlStore(new LearnMemory("wasm"), memory, temp);
	const encoder = new TextEncoder();
	// All are shorter than 128 octets, so that each length is one octet.
	for (let at = 0; at < urls.length; at += 700) {
		const batch = urls.slice(at, at + 700).map((url) => encoder.encode(`${String.fromCharCode(url.length)}${url}`));
		store.add(Buffer.concat(batch));
	}
	expect(urls.map((_, number) => store.text(number))).toEqual(urls);
	expect([...store.first(100)]).toEqual(urls.slice(0, 100));
	store.close();
});

it.each([1 << 30, 0])("URLs longer than a block are found among others in memory of %d bytes", (memory) => {
	const store = new UrlStore(new LearnMemory("js"), memory, temp);
	/** The octets of a URL after its length: seven bits an octet, the lowest first. */
	const octetsOf = (url: string) => {
		const length: number[] = [];
		let rest = url.length;
		for (; rest > 0x7f; rest >>>= 7) length.push((rest & 0x7f) | 0x80);
		return Buffer.concat([Buffer.from(length), Buffer.of(rest), Buffer.from(url, "latin1")]);
	};
	// No two of them have much in common, so that blocks stay long.
	const noise = Buffer.from(numbers(100_000, 9).buffer).toString("base64");
	const urls = [0, 1, 2, 3].flatMap((part) => [
		...Array.from({ length: 900 }, (_, index) => noise.slice(100 * (900 * part + index), 100 * (900 * part + index + 1))),
		noise.slice(part, 100_000 * (part + 1)),
	]);
	for (const url of urls) store.add(octetsOf(url));
	expect(urls.findIndex((url, number) => store.text(number) !== url)).toBe(-1);
	store.close();
});

describe("votes", () => {
	const low = numbers(20_000, 5);
	const memory = new LearnMemory("wasm");
	const votesOf = (most?: number) => new Votes({ memory, octets: 1 << 12, folder: temp }, most);
	/** The votes of a cell after those of others. */
	function countOf(indexes: Iterable<number>, most?: number): number {
		const votes = votesOf(most);
		for (let cell = 0; cell < 70; ++cell) votes.addOne(cell, cell, 1);
		for (const index of indexes) votes.addOne(70, low[index] as number, (index * 0x9e3779b1) >>> 0);
		const counts = votes.counts(71);
		votes.close();
		expect([...counts.subarray(0, 70)]).toEqual(new Array(70).fill(1));
		return counts[70] as number;
	}
	const first = (count: number) => Array.from({ length: count }, (_, index) => index);

	it("are counted exactly up to 256, repeated ones once", () => {
		for (const count of [0, 1, 2, 63, 64, 65, 255, 256]) {
			const indexes = first(count);
			expect(countOf([...indexes, ...indexes, ...indexes])).toBe(count);
		}
	});

	it("are as many beyond as put the 256th smallest hash where it is", () => {
		const votes = votesOf();
		for (let index = 999; index > 0; --index) {
			const hash = Math.floor((index * 2 ** 53) / 1000);
			votes.addOne(0, hash % 2 ** 32, Math.floor(hash / 2 ** 32));
		}
		// 255 hashes are below 0.256 of the range.
		expect([...votes.counts(1)]).toEqual([Math.round(255 / 0.256)]);
		votes.close();
	});

	it("are estimated beyond, the same in any order, and however often they are thinned", () => {
		const all = first(20_000);
		const count = countOf(all);
		expect(countOf([...all].reverse())).toBe(count);
		expect(countOf(all, 100)).toBe(count);
		expect(countOf([...all].reverse(), 5000)).toBe(count);
		expect(Math.abs(count / all.length - 1)).toBeLessThan(0.2);
		expect(countOf(first(257), 100)).toBe(countOf(first(257)));
		expect(readdirSync(temp)).toEqual([]);
	});
});
