/** The log of a store: what its records are, and where it ends. */
import "../../src/engine/wasm-engine";
import { describe, expect, it } from "vitest";
import { GAP, gapRecord, HEADER, logRecords, MAX_KEYS, readLog } from "../../src/store/log";
import { readExactly } from "../../src/store/storage";
import { Checks } from "../../src/store/store-kernel";
import { MemoryPlace, written } from "./storage";

const checks = new Checks("js");
const SEED = 77;
const KEY = 12;

const keysOf = (count: number) => Uint8Array.from({ length: count * KEY }, (_, index) => index * 7 + 1);

/** A record with a right check, whatever is in it. */
function recordOf(magic: string, count: number, position: number, keys: Uint8Array): Uint8Array {
	const octets = Buffer.alloc(HEADER + keys.length + 4);
	octets.write(magic, 0, "latin1");
	octets.writeUInt32LE(count, 4);
	octets.writeBigUInt64LE(BigInt(position), 8);
	octets.set(keys, HEADER);
	octets.writeUInt32LE(checks.of(octets.subarray(0, -4), SEED), HEADER + keys.length);
	return octets;
}

/** What is read of a log that begins at `start` of a file. */
function read(octets: Uint8Array, start = 0, limit?: number) {
	const storage = new MemoryPlace(octets).open()!;
	const keys: number[][] = [];
	const end = readLog({ storage, start, seed: SEED, checks }, (some) => keys.push([...some]), limit);
	return { keys, end };
}

const gap = (position: number, room: number) => gapRecord(position, room, SEED, checks);

describe("records of the log", () => {
	it("have their number of keys, their offset, the keys and a check", () => {
		const [record, ...others] = logRecords(keysOf(2), 5, SEED, checks);
		expect(record).toEqual(new Uint8Array(recordOf("urll", 2, 5, keysOf(2))));
		expect(others).toEqual([]);
		expect([...logRecords(new Uint8Array(0), 5, SEED, checks)]).toEqual([]);
	});

	it("have up to 32,768 keys each", () => {
		for (const [count, sizes] of [
			[MAX_KEYS, [MAX_KEYS]],
			[MAX_KEYS + 1, [MAX_KEYS, 1]],
			[2 * MAX_KEYS, [MAX_KEYS, MAX_KEYS]],
		] as const) {
			const records = [...logRecords(keysOf(count), 100, SEED, checks)];
			expect(records.map(({ length }) => (length - 20) / KEY)).toEqual(sizes);
			const { keys, end } = read(written(new Uint8Array(100), Buffer.concat(records), 100), 100);
			expect(keys.map(({ length }) => length / KEY)).toEqual(sizes);
			expect(end).toBe(100 + 20 * sizes.length + KEY * count);
		}
		expect(MAX_KEYS).toBe(32_768);
	});
});

describe("reading the log", () => {
	const FIRST = recordOf("urll", 1, 0, keysOf(1));
	const SECOND = recordOf("urll", 2, 32, keysOf(2));
	const BOTH = Buffer.concat([FIRST, SECOND]);

	it("passes on the keys of each record, and tells where the last one ends", () => {
		expect(read(BOTH)).toEqual({ keys: [[...keysOf(1)], [...keysOf(2)]], end: 76 });
		expect(read(new Uint8Array(0))).toEqual({ keys: [], end: 0 });
		expect(read(BOTH, 32)).toEqual({ keys: [[...keysOf(2)]], end: 76 });
	});

	it("ends before a record at the limit", () => {
		expect(read(BOTH, 0, 0)).toEqual({ keys: [], end: 0 });
		expect(read(BOTH, 0, 1).end).toBe(32);
		expect(read(BOTH, 0, 32).end).toBe(32);
		expect(read(BOTH, 0, 33).end).toBe(76);
	});

	it.each([
		["of another offset", recordOf("urll", 1, 31, keysOf(1))],
		["of another kind", recordOf("urlx", 1, 32, keysOf(1))],
		["without a key", recordOf("urll", 0, 32, new Uint8Array(0))],
		["of too many keys", recordOf("urll", MAX_KEYS + 1, 32, keysOf(MAX_KEYS + 1))],
		["of more keys than it has", recordOf("urll", 2, 32, keysOf(1))],
		["with a wrong check", SECOND.map((octet, index) => (index === 20 ? octet ^ 1 : octet))],
		["without its last octet", SECOND.subarray(0, -1)],
		["that is cut within its first fields", SECOND.subarray(0, HEADER - 1)],
	])("ends before a record %s", (_, record) => {
		expect(read(Buffer.concat([FIRST, record, SECOND]))).toEqual({ keys: [[...keysOf(1)]], end: 32 });
		expect(read(Buffer.concat([FIRST, record]))).toEqual({ keys: [[...keysOf(1)]], end: 32 });
	});

	it("takes records of as many keys as there may be", () => {
		expect(read(recordOf("urll", MAX_KEYS, 0, keysOf(MAX_KEYS))).end).toBe(HEADER + MAX_KEYS * KEY + 4);
	});
});

describe("a gap", () => {
	it("has its offset, its room and a check", () => {
		const octets = Buffer.from(gap(7, 1000));
		expect([octets.length, GAP, octets.toString("latin1", 0, 4), octets.readUInt32LE(4)]).toEqual([28, 28, "urlg", 0]);
		expect([octets.readBigUInt64LE(8), octets.readBigUInt64LE(16)]).toEqual([7n, 1000n]);
		expect(octets.readUInt32LE(24)).toBe(checks.of(octets.subarray(0, 24), SEED));
	});

	it("is passed over with its room, as long as that ends within the file", () => {
		const after = recordOf("urll", 1, GAP + 10, keysOf(1));
		const file = Buffer.concat([gap(0, 10), Buffer.alloc(10), after]);
		expect(read(file)).toEqual({ keys: [[...keysOf(1)]], end: file.length });
		expect(read(file.subarray(0, GAP + 10)).end).toBe(GAP + 10);
		expect(read(file.subarray(0, GAP + 9)).end).toBe(0);
		expect(read(file.subarray(0, GAP - 1)).end).toBe(0);
		const damaged = file.map((octet, index) => (index === 16 ? octet ^ 1 : octet));
		expect(read(damaged).end).toBe(0);
	});
});

describe("reading exactly some octets", () => {
	it("returns them, or nothing if the file ends before", () => {
		const storage = new MemoryPlace(Uint8Array.of(1, 2, 3)).open()!;
		expect(readExactly(storage, 1, 2)).toEqual(Uint8Array.of(2, 3));
		expect(readExactly(storage, 3, 0)).toEqual(new Uint8Array(0));
		expect(readExactly(storage, 2, 2)).toBeUndefined();
	});
});
