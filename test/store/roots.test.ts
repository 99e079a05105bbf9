/** Headers and roots of a store: which of two roots counts, and what of a root is refused, and where. */
import "../../src/engine/wasm-engine";
import { UriError } from "urlsieve";
import { describe, expect, it } from "vitest";
import { CoreKeys } from "../../src/keys/core-keys";
import type { Keys } from "../../src/keys/keys";
import { resolveOptions } from "../../src/options";
import {
	alignRun,
	BLOCK,
	expectRules,
	FIRST_RUN,
	formatOf,
	type Header,
	headerOctets,
	MAX_IDENTITY,
	nextGeneration,
	type Root,
	readHeader,
	readRoot,
	rootOctets,
	rootOffset,
} from "../../src/store/format";
import type { RunInfo } from "../../src/store/run";
import { Checks } from "../../src/store/store-kernel";
import { MemoryPlace, written } from "./storage";

const checks = new Checks("js");
const SEED = 9;
const SIZE = FIRST_RUN + 8192;

/** A run of one page with the fewest octets that its one key may take: a bitmap of 17 bits, the key, three words and the directory. */
const RUN: RunInfo = { offset: FIRST_RUN, size: 31, count: 1, bucketBits: 4, groupBits: 4, rest: 12, check: 7 };

const fileOf = (octets: Uint8Array) => new MemoryPlace(octets).open()!;

/** A file with these roots, each in its slot. */
function fileWith(...roots: Partial<Root>[]): Uint8Array<ArrayBuffer> {
	let octets = new Uint8Array(SIZE);
	for (const root of roots) {
		const all = { generation: 1, logStart: FIRST_RUN, runs: [], ...root };
		octets = written(octets, rootOctets(all, SEED, checks), rootOffset(all.generation));
	}
	return octets;
}

const readFrom = (octets: Uint8Array) => readRoot(fileOf(octets), SEED, checks);

/** What is read of a root with this run: its number of runs, or the message of the error. */
function withRun(change: Partial<RunInfo>, ...others: RunInfo[]): number | string {
	try {
		return readFrom(fileWith({ runs: [{ ...RUN, ...change }, ...others] })).runs.length;
	} catch (error) {
		if (!(error instanceof UriError)) throw error;
		expect([error.code, error.message.includes(`(at byte ${error.offset})`)]).toEqual(["invalid-store", true]);
		return error.message;
	}
}

const AT_RUNS = 8192 + 32;
const IMPOSSIBLE = `The store is damaged: the layout of a run is impossible (at byte ${AT_RUNS}).`;
const OUTSIDE = `The store is damaged: a run is outside the file, or overlaps another (at byte ${AT_RUNS}).`;

describe("the newest root", () => {
	it("is read with its runs", () => {
		const other = { ...RUN, offset: FIRST_RUN + 4096, count: 2, size: 50, check: 2 ** 32 - 1 };
		const root = { generation: 3, logStart: SIZE, runs: [RUN, other] };
		expect(readFrom(fileWith(root))).toEqual({ ...root, isOtherTorn: false });
	});

	it("is less than 2^31 generations ahead of the other one", () => {
		const newest = (a: number, b: number) => readFrom(fileWith({ generation: a }, { generation: b }));
		expect(newest(4, 5)).toMatchObject({ generation: 5, isOtherTorn: false });
		expect(newest(6, 5).generation).toBe(6);
		expect(newest(0xffffffff, 0).generation).toBe(0);
		expect(newest(2 ** 31, 1).generation).toBe(2 ** 31);
		expect(newest(0, 2 ** 31 - 1).generation).toBe(2 ** 31 - 1);
		expect(newest(0, 2 ** 31 + 1).generation).toBe(0);
	});

	it("is the valid one, and tells whether the other one is torn or not there", () => {
		expect(readFrom(fileWith({ generation: 2 }))).toMatchObject({ generation: 2, isOtherTorn: false });
		const both = fileWith({ generation: 4 }, { generation: 5 });
		for (const [at, generation] of [
			[rootOffset(4) + 100, 5],
			[rootOffset(5) + 4092, 4],
			[rootOffset(5), 4],
		] as const) {
			const torn = both.slice();
			torn[at] = (torn[at] as number) ^ 1;
			expect(readFrom(torn)).toMatchObject({ generation, isOtherTorn: true });
		}
		const one = fileWith({ generation: 4 });
		one[rootOffset(5) + BLOCK - 1] = 1;
		expect(readFrom(one).isOtherTorn).toBe(true);
	});

	it("is missing if neither is valid", () => {
		const message = "The store is damaged: it has no valid root (at byte 4096).";
		expect(() => readFrom(new Uint8Array(SIZE))).toThrow(message);
		expect(() => readFrom(fileWith({}).subarray(0, 2 * BLOCK))).toThrow(message);
	});

	it("is followed by the next generation, in the other slot", () => {
		expect([nextGeneration(0), nextGeneration(0xffffffff)]).toEqual([1, 0]);
		expect([0, 1, 2, 3].map(rootOffset)).toEqual([4096, 8192, 4096, 8192]);
	});
});

describe("a log", () => {
	it("begins after the roots, and at most at the end of the file", () => {
		for (const logStart of [FIRST_RUN, SIZE]) expect(readFrom(fileWith({ logStart })).logStart).toBe(logStart);
		for (const logStart of [FIRST_RUN - 1, SIZE + 1]) {
			const message = "The store is damaged: its log begins outside the file (at byte 8200).";
			expect(() => readFrom(fileWith({ logStart }))).toThrow(message);
		}
	});
});

describe("a run that a root names", () => {
	it("has as many octets as its keys and pages take, and at most eight more for each page", () => {
		// A bit for each bucket and key, twelve octets of the key, eight of the page, eight of the directory: 30 and an eighth.
		expect([30, 31, 38, 39].map((size) => withRun({ size }))).toEqual([IMPOSSIBLE, 1, 1, IMPOSSIBLE]);
		// Two pages take an entry and eight octets more, and may be rounded by eight octets each.
		const pages = { groupBits: 3 };
		expect([42, 43, 58, 59].map((size) => withRun({ size, ...pages }))).toEqual([IMPOSSIBLE, 1, 1, IMPOSSIBLE]);
	});

	it("has keys, and buckets and pages within their bounds", () => {
		expect(withRun({ count: 0, size: 20 })).toBe(IMPOSSIBLE);
		expect(withRun({ count: 2 ** 31, size: 2 ** 35 })).toBe(IMPOSSIBLE);
		expect([3, 4].map((bucketBits) => withRun({ bucketBits, groupBits: bucketBits }))).toEqual([IMPOSSIBLE, 1]);
		expect(withRun({ groupBits: 5 })).toBe(IMPOSSIBLE);
		// 2^16 bits are 8192 octets, and ten of the key, eight of the page, eight of the directory.
		const large = { bucketBits: 16, groupBits: 16, rest: 10, size: 8219, offset: FIRST_RUN };
		const room = (run: Partial<RunInfo>) =>
			readFrom(written(fileWith({ runs: [{ ...RUN, ...run }] }), new Uint8Array(1), 2 ** 20)).runs.length;
		expect(room(large)).toBe(1);
		expect(() => room({ ...large, bucketBits: 17, groupBits: 17, size: 16_411 })).toThrow(IMPOSSIBLE);
		expect(() => room({ ...large, bucketBits: 29, groupBits: 16, size: 2 ** 26 + 2 ** 17 })).toThrow(IMPOSSIBLE);
	});

	it("is behind the roots, in the file, and overlaps no other", () => {
		expect(withRun({ offset: FIRST_RUN - 1 })).toBe(OUTSIDE);
		expect([SIZE - 31, SIZE - 30].map((offset) => withRun({ offset }))).toEqual([1, OUTSIDE]);
		const second = { ...RUN, offset: FIRST_RUN + 100 };
		expect([69, 70].map((after) => withRun({ offset: FIRST_RUN + after }, second))).toEqual([2, OUTSIDE]);
		expect([130, 131].map((after) => withRun({ offset: FIRST_RUN + after }, second))).toEqual([OUTSIDE, 2]);
	});

	it("is one of sixty at most", () => {
		const runs = (count: number) => Array.from({ length: count }, (_, index) => ({ ...RUN, offset: FIRST_RUN + 40 * index }));
		expect(readFrom(fileWith({ runs: runs(60) })).runs).toHaveLength(60);
		const message = "The store is damaged: it has 61 runs, more than 60 (at byte 8208).";
		expect(() => readFrom(fileWith({ runs: runs(61) }))).toThrow(message);
	});

	it("begins at a multiple of 4096", () => {
		expect([0, 1, 4096, 4097].map(alignRun)).toEqual([0, 4096, 4096, 8192]);
	});
});

describe("a header", () => {
	const KEY = Uint8Array.from({ length: 16 }, (_, index) => 200 + index);
	const CRAWL: Header = { key: KEY, seed: 2 ** 32 - 1, coreWord: undefined, identity: "crawl@1" };
	const core = (options: object) => new CoreKeys(resolveOptions(options)) as Keys;
	const reread = (header: Header) => readHeader(fileOf(headerOctets(header, checks)), checks);

	it("is read as it was written", () => {
		expect(reread(CRAWL)).toEqual(CRAWL);
		const { coreWord, identity } = core({ level: "syntax" });
		expect(reread({ key: KEY, seed: 0, coreWord, identity })).toEqual({ key: KEY, seed: 0, coreWord, identity });
		const longest = { ...CRAWL, identity: "~".repeat(MAX_IDENTITY) };
		expect(reread(longest)).toEqual(longest);
		expect(reread({ ...CRAWL, name: "acme@1" })).toEqual({ ...CRAWL, name: "acme@1" });
		for (const name of ["x".repeat(256), "é"]) expect(reread({ ...CRAWL, name })).toEqual(CRAWL);
	});

	it.each([0, 11, 12, BLOCK - 1])("is cut off at octet %d", (size) => {
		const message =
			size < 12 ? "This is not a store of urlsieve (at byte 0)." : `The store is damaged: it is truncated (at byte ${size}).`;
		expect(() => readHeader(fileOf(headerOctets(CRAWL, checks).subarray(0, size)), checks)).toThrow(message);
	});

	it("has a right check", () => {
		const octets = headerOctets(CRAWL, checks);
		octets[40] = 0;
		const message = "The store is damaged: the check of the header is wrong (at byte 4092).";
		expect(() => readHeader(fileOf(octets), checks)).toThrow(message);
	});

	it("tells its format by twelve octets", () => {
		const octets = headerOctets(CRAWL, checks);
		expect(formatOf(octets.subarray(0, 12))).toBe(3);
		expect(formatOf(written(new Uint8Array(20), octets, 5).subarray(5))).toBe(3);
		expect(formatOf(octets.subarray(0, 11))).toBeUndefined();
		expect(formatOf(octets.with(7, 0x66).subarray(0, 12))).toBeUndefined();
	});

	it("agrees with the rules that its keys were made with, and no others", () => {
		const [scheme, syntax] = [core({}), core({ level: "syntax" })] as [Keys, Keys];
		const crawl = { coreWord: undefined, identity: "crawl@1" } as Keys;
		const headerOf = ({ coreWord, identity }: Keys) => ({ ...CRAWL, coreWord, identity });
		for (const keys of [scheme, syntax, crawl]) expect(() => expectRules(headerOf(keys), keys)).not.toThrow();
		const other = expect.objectContaining({ code: "invalid-store", offset: 20 });
		expect(() => expectRules(headerOf(syntax), scheme)).toThrow(other);
		expect(() => expectRules(headerOf(syntax), scheme)).toThrow(
			/^The store was made with other options: .*syntax.* \(at byte 20\)\.$/,
		);
		const former = { ...crawl, identity: "crawl@2", otherIdentities: ["crawl@1"] };
		expect(() => expectRules(headerOf(crawl), former)).not.toThrow();
		const mismatch = expect.objectContaining({ code: "profile-mismatch" });
		for (const [a, b] of [
			[scheme, crawl],
			[crawl, scheme],
			[crawl, { ...crawl, identity: "crawl@2" }],
		] as [Keys, Keys][])
			expect(() => expectRules(headerOf(a), b)).toThrow(mismatch);
	});
});
