/** How the memory of a run in passes is divided, and which way a run takes at each limit. */
import { describe, expect, it } from "vitest";
import { expectedNewLines, LEAST_MEMORY, planFor } from "../../src/dedupe/passes/plan";
import { type RouteFacts, routeOf } from "../../src/dedupe/route";
import { SHORT } from "./route-facts";

const MIB = 2 ** 20;
const planned = (task: Partial<Parameters<typeof planFor>[0]>, memory = 64 * MIB) =>
	planFor({ size: 0, isOriginal: false, ...task }, memory, "/tmp/x");

describe("a plan", () => {
	it("gives half of the memory to the map, and a quarter each to streams and to the table", () => {
		expect(planned({})).toEqual({
			memory: 64 * MIB,
			bits: 9,
			mapSize: 32 * MIB,
			tableSize: 16 * MIB,
			auditSize: 0,
			reportSize: 0,
			classSize: 0,
			folder: "/tmp/x",
			tempOctets: 0,
			isOriginal: false,
			threads: 1,
		});
		expect(planned({ threads: 3, isOriginal: true }, 64 * MIB + 3)).toMatchObject({
			mapSize: 32 * MIB + 1,
			tableSize: Math.floor((16 * MIB) / 3),
			isOriginal: true,
			threads: 3,
		});
	});

	it("divides a quarter of it among the log, the report and classes", () => {
		const sizes = ({ mapSize, auditSize, reportSize, classSize }: ReturnType<typeof planFor>) =>
			[mapSize, auditSize, reportSize, classSize].map((octets) => octets / MIB);
		expect(sizes(planned({ isAudited: true }))).toEqual([16, 16, 0, 0]);
		expect(sizes(planned({ isReported: true }))).toEqual([16, 0, 16, 0]);
		expect(sizes(planned({ isByClass: true }))).toEqual([16, 0, 0, 16]);
		expect(sizes(planned({ isAudited: true, isByClass: true }))).toEqual([16, 8, 0, 8]);
		expect(planned({ isAudited: true, isReported: true, isByClass: true }, 64 * MIB).reportSize).toBe(Math.floor((16 * MIB) / 3));
	});

	it("has partitions whose tables fit the cache, between 2^6 and 2^10", () => {
		const bits = (lines: number, memory = 1024 * MIB) => planned({ size: lines * 48 }, memory).bits;
		expect([1, 64 * 45_056, 64 * 45_056 + 1].map((lines) => bits(lines))).toEqual([6, 6, 7]);
		expect([2 ** 10 * 45_056, 2 ** 12 * 45_056].map((lines) => bits(lines))).toEqual([10, 10]);
		// Lines that are known count, too, and the size of a pipe is taken for 1 GiB.
		expect(planned({ size: 48 * 64 * 45_056, known: 1 }, 1024 * MIB).bits).toBe(7);
		expect(planned({}, 1024 * MIB).bits).toBe(9);
		// A block of each of them fits the quarter for streams, that of each thread.
		const most = Math.log2(LEAST_MEMORY / 4 / 8192);
		expect(Number.isInteger(most)).toBe(true);
		const least = planned({ size: 2 ** 40 }, LEAST_MEMORY).bits;
		expect(planned({ size: 2 ** 40, threads: 2 }, LEAST_MEMORY).bits).toBe(least - 1);
		expect(planned({ size: 2 ** 40, threads: 2 }, 2 * LEAST_MEMORY).bits).toBe(least);
	});

	it("says how many octets of temporary files a run takes, if it knows its size", () => {
		// A record of 16 octets for each line of 48.
		expect(planned({ size: 4800 }).tempOctets).toBe(1600);
		expect(planned({ size: 2400, known: 50 }).tempOctets).toBe(1600);
		expect([47, 48, 49].map((size) => planned({ size }).tempOctets)).toEqual([16, 16, 17]);
		expect(planned({ known: 50 }).tempOctets).toBe(0);
	});
});

describe("the number of new lines to expect", () => {
	it("is one for each 96 octets, as far as a set of 20 octets each fits the memory", () => {
		expect([0, 95, 96, 960].map((size) => expectedNewLines(size, MIB))).toEqual([0, 0, 1, 10]);
		expect(expectedNewLines(2 ** 40, 2000)).toBe(100);
		expect(expectedNewLines(2 ** 40, 2019)).toBe(100);
	});
});

describe("a run", () => {
	const way = (facts: Partial<RouteFacts>) => routeOf({ ...SHORT, limit: 64 * MIB, ...facts });

	it("goes in passes from 16 MiB on", () => {
		expect([16 * MIB - 1, 16 * MIB].map((size) => way({ size, text: size }))).toEqual(["memory", "passes"]);
	});

	it("goes in passes if half of the octets of its text exceed the memory", () => {
		const compressed = (text: number) => way({ isPlain: false, isSeen: true, text });
		expect([128 * MIB, 128 * MIB + 2].map(compressed)).toEqual(["memory", "passes"]);
	});

	it("streams from 64 MiB of memory on", () => {
		const piped = (limit: number) => way({ isBounded: true, isPlain: false, limit });
		expect([64 * MIB - 1, 64 * MIB].map(piped)).toEqual(["passes", "stream"]);
	});
});
