/** Keys that are in no run yet: tables in memory, the log, and the memory that both take. */
import "../../src/engine/wasm-engine";
import { UriError } from "urlsieve";
import { describe, expect, it } from "vitest";
import { StoreLimit } from "../../assembly/store/layout";
import { KeyTable, MAX_IN_TABLE } from "../../src/store/key-table";
import { keysOf, MAX_TABLES, PendingKeys } from "../../src/store/pending-keys";
import type { StoreFile } from "../../src/store/store-file";
import { StoreMemory } from "../../src/store/store-kernel";
import { fingerprints } from "./fingerprints";

/** The keys of fingerprints: their first twelve octets. */
const keysFrom = (from: number, count: number) => {
	const all = fingerprints(from, count);
	return Buffer.concat(Array.from({ length: count }, (_, index) => all.subarray(16 * index, 16 * index + 12)));
};

/** A file that takes what is logged. */
function logging() {
	const logged: number[] = [];
	const file = { appendLog: (keys: Uint8Array) => logged.push(keys.length / 12) } as unknown as StoreFile;
	return { logged, file };
}

describe("a table of keys", () => {
	it("has nothing before it has a key, and takes no memory", () => {
		const table = new KeyTable("js");
		expect([table.count, table.keys(0, 0), table.has(fingerprints(0, 1))]).toEqual([0, new Uint8Array(0), false]);
		const marks = Uint8Array.of(0, 1);
		table.mark(fingerprints(0, 2), marks);
		expect([...marks]).toEqual([0, 1]);
	});

	it("has each key once, in the order in which they came", () => {
		const table = new KeyTable("js");
		const added = [0, 1, 0, 2, 2].map((number) => table.add(fingerprints(number, 1)));
		expect(added).toEqual([true, true, false, true, false]);
		expect([table.count, Buffer.from(table.keys(0, 3))]).toEqual([3, keysFrom(0, 3)]);
		expect(Buffer.from(table.keys(1, 2))).toEqual(keysFrom(1, 1));
		expect([0, 2, 3].map((number) => table.has(fingerprints(number, 1)))).toEqual([true, true, false]);
	});

	it.each([4095, 4096, 4097, 8193])("takes and marks %d keys at once", (count) => {
		const table = new KeyTable("js");
		table.addKeys(keysFrom(0, count));
		expect([table.count, keysFrom(0, count).equals(table.keys(0, count))]).toEqual([count, true]);
		const marks = new Uint8Array(count + 2);
		table.mark(fingerprints(1, count + 2), marks);
		expect([marks.indexOf(0), ...marks.subarray(count - 2)]).toEqual([count - 1, 1, 0, 0, 0]);
	});

	it("leaves the marks of other keys as they are", () => {
		const table = new KeyTable("js");
		table.prepare();
		table.add(fingerprints(5, 1));
		const marks = Uint8Array.of(0, 1, 0);
		table.mark(fingerprints(4, 3), marks);
		expect([...marks]).toEqual([0, 1, 0]);
		const others = Uint8Array.of(1, 0, 0);
		table.mark(fingerprints(4, 3), others);
		expect([...others]).toEqual([1, 1, 0]);
	});

	it("of several gives all keys, one table after the other", () => {
		const [first, second, third] = [0, 1, 2].map(() => new KeyTable("js")) as [KeyTable, KeyTable, KeyTable];
		first.addKeys(keysFrom(0, 2));
		third.addKeys(keysFrom(2, 1));
		expect(Buffer.from(keysOf([first, second, third]))).toEqual(keysFrom(0, 3));
		expect(keysOf([])).toEqual(new Uint8Array(0));
	});
});

describe("pending keys", () => {
	it("are logged once each", () => {
		const { logged, file } = logging();
		const pending = new PendingKeys("js");
		expect([pending.count, pending.unlogged, pending.tables.length, pending.frozen]).toEqual([0, 0, 1, []]);
		pending.last.addKeys(keysFrom(0, 3));
		expect(pending.unlogged).toBe(3);
		pending.writeLog(file);
		expect([pending.unlogged, pending.count]).toEqual([0, 3]);
		pending.last.addKeys(keysFrom(3, 2));
		expect(pending.unlogged).toBe(2);
		pending.writeLog(file);
		expect(logged).toEqual([3, 2]);
		pending.last.addKeys(keysFrom(5, 1));
		pending.markLogged();
		expect(pending.unlogged).toBe(0);
	});

	it("are logged before others go to a new table, of which a log may fill eight", () => {
		const { logged, file } = logging();
		const pending = new PendingKeys("js");
		pending.freeze(file);
		expect([pending.tables.length, logged]).toEqual([1, []]);
		for (let table = 1; table < MAX_TABLES; ++table) {
			pending.last.addKeys(keysFrom(table, 1));
			pending.freeze(file);
			expect([pending.tables.length, pending.frozen.length, pending.last.count, pending.unlogged]).toEqual([
				table + 1,
				table,
				0,
				0,
			]);
		}
		// The last table is empty, and needs no other one.
		pending.freeze(file);
		pending.last.addKeys(keysFrom(9, 1));
		const message = "Keys are added faster than they are merged; await flush() now and then.";
		expect(() => pending.freeze(file)).toThrow(new UriError("set-full", message));
		expect(() => pending.freeze(file)).toThrow(expect.objectContaining({ code: "set-full" }));
		expect([MAX_TABLES, logged, pending.count]).toEqual([8, new Array(7).fill(1), 8]);
	});

	it("of a log fill tables of 1,048,576 keys, at most eight", () => {
		const { file } = logging();
		const pending = new PendingKeys("wasm");
		const words = new Uint32Array(3 * MAX_IN_TABLE);
		for (let index = 0; index < words.length; ++index) words[index] = Math.imul(index, 0x9e3779b1);
		const keys = new Uint8Array(words.buffer);
		expect([pending.hasRoomFor(MAX_IN_TABLE), pending.hasRoomFor(MAX_IN_TABLE + 1)]).toEqual([true, false]);
		expect([pending.replay(keys.subarray(12)), pending.tables.length, pending.hasRoomFor(1)]).toEqual([true, 1, true]);
		expect([pending.replay(keys.subarray(0, 12)), pending.tables.length, pending.hasRoomFor(1)]).toEqual([true, 1, false]);
		expect([pending.replay(keysFrom(0, 1)), pending.tables.length, pending.last.count]).toEqual([true, 2, 1]);
		expect(pending.frozen[0]?.count).toBe(MAX_IN_TABLE);
		for (let table = 2; table < MAX_TABLES; ++table) {
			pending.freeze(file);
			pending.last.addKeys(keysFrom(table, 1));
		}
		expect([pending.replay(keys.subarray(12)), pending.tables.length, pending.hasRoomFor(0)]).toEqual([true, MAX_TABLES, true]);
		expect([pending.replay(keysFrom(9, 1)), pending.count]).toEqual([false, 2 * MAX_IN_TABLE + MAX_TABLES - 2]);
	});

	it("go with the tables whose keys are in a run", () => {
		const { file } = logging();
		const pending = new PendingKeys("js");
		pending.last.addKeys(keysFrom(0, 2));
		pending.freeze(file);
		pending.last.addKeys(keysFrom(2, 1));
		pending.writeLog(file);
		pending.last.addKeys(keysFrom(3, 1));
		pending.drop(pending.frozen);
		expect([pending.count, pending.tables.length, pending.unlogged]).toEqual([2, 1, 1]);
		pending.drop(pending.tables);
		expect([pending.count, pending.tables.length, pending.unlogged]).toEqual([0, 1, 0]);
		pending.last.addKeys(keysFrom(4, 1));
		expect(pending.unlogged).toBe(1);
	});
});

describe("the memory of the store kernel", () => {
	it("gives areas of zeros, at multiples of 64 octets, one after the other", () => {
		const memory = new StoreMemory("js");
		const [first, second, third] = [memory.take(1), memory.take(64), memory.take(0)] as [number, number, number];
		expect([first % 64, second - first, third - second]).toEqual([0, 64, 64]);
		expect(memory.area(first, 128).every((octet) => octet === 0)).toBe(true);
		memory.setWord(second, -2);
		expect([memory.word(second), ...memory.area(second, 5)]).toEqual([-2, 254, 255, 255, 255, 0]);
	});

	it("takes areas again that were given back", () => {
		const memory = new StoreMemory("js");
		memory.take(100);
		const area = memory.take(100);
		memory.giveBack(area);
		expect(memory.take(5)).toBe(area);
	});

	it("has room for what is expected, and for the margin of the kernel", () => {
		const memory = new StoreMemory("js");
		const area = memory.take(2_000_000);
		expect(memory.kernel.octets.length).toBeGreaterThanOrEqual(area + 2_000_000 + StoreLimit.MARGIN);
		// The last octet of the memory: its margin takes more.
		const left = memory.kernel.octets.length - memory.take(0) - 1;
		const last = memory.take(left) + left;
		expect(memory.kernel.octets.length).toBeGreaterThanOrEqual(last + StoreLimit.MARGIN);
		memory.expect(5_000_000);
		expect(memory.kernel.octets.length).toBeGreaterThanOrEqual(area + 7_000_000);
	});

	it("is full where addresses would be negative", () => {
		const memory = new StoreMemory("js");
		const full = new UriError("set-full", "The set is full: memory cannot be allocated.");
		expect(() => memory.take(2 ** 31)).toThrow(full);
		expect(() => new StoreMemory("js").expect(2 ** 31)).toThrow(full);
		expect(() => new StoreMemory("js").expect(2 ** 31)).toThrow(expect.objectContaining({ code: "set-full" }));
	});
});
