/** Blind digests: whether two skeletons of a site share one by chance (2.2). */
import { describe, expect, it } from "vitest";
import { BearingCounter, BearingRooms } from "../../src/learn/bearing";

/** A site whose skeletons bear these digests, one key for each skeleton. */
function siteOf(digests: readonly (readonly number[])[]) {
	const all = digests.flat();
	const entryStarts = new Uint32Array(digests.length + 1);
	for (const [key, { length }] of digests.entries()) entryStarts[key + 1] = (entryStarts[key] as number) + length;
	return {
		skeletons: { skeletonLo: Uint32Array.from(digests.keys()), skeletonHi: new Uint32Array(digests.length) },
		entries: {
			entryStarts,
			entryLo: Uint32Array.from(all),
			entryHi: Uint32Array.from(all, (digest) => Math.imul(digest, 0x9e3779b1) >>> 0),
			entryCounts: new Uint32Array(all.length).fill(1),
		},
		keys: digests.length,
	};
}

/** Whether a second pass is needed, and whether the digests are blind. */
function judged(digests: readonly (readonly number[])[], rooms = new BearingRooms()): { undecided: boolean; blind: boolean } {
	const { skeletons, entries, keys } = siteOf(digests);
	const counter = new BearingCounter(rooms);
	// Two shards: the second one begins with the next skeleton.
	const half = keys >> 1;
	counter.add(skeletons, entries, 0, half);
	counter.add(skeletons, entries, half, keys);
	const undecided = counter.isUndecided;
	if (undecided) {
		counter.addAgain(skeletons, entries, 0, half);
		counter.addAgain(skeletons, entries, half, keys);
	}
	return { undecided, blind: counter.isBlind };
}

/** Skeletons of which so many share a digest, and the others have one each. */
const sharing = (skeletons: number, shared: number) =>
	Array.from({ length: skeletons }, (_, index) => [index < shared ? 7 : 1000 + index * 37]);

describe("the digests of a site", () => {
	it.each<[string, number, number, boolean]>([
		["not below 20 skeletons", 19, 19, false],
		["of 20, if all share one", 20, 20, true],
		["of 60 that are kept, if 34 share one", 60, 34, true],
		["not of 60, if 33 do", 60, 33, false],
	])("are blind %s", (_, skeletons, shared, blind) => {
		expect(judged(sharing(skeletons, shared))).toEqual({ undecided: false, blind });
	});

	it("are counted by some of their bits beyond 64, which decides if they are many", () => {
		expect(judged(sharing(2000, 1))).toEqual({ undecided: false, blind: false });
	});

	it.each([
		[200, 110, true],
		[200, 109, false],
		[4096, 2244, true],
		[4096, 2243, false],
	])("are kept in a second pass if bits do not decide: of %d skeletons, %d share one", (skeletons, shared, blind) => {
		expect(judged(sharing(skeletons, shared))).toEqual({ undecided: true, blind });
	});

	it("are counted from zero, whatever the room has held", () => {
		const rooms = new BearingRooms();
		rooms.take(64);
		judged(sharing(70, 1), rooms);
		// The first skeleton has more digests than are kept: counting begins at once.
		const first = Array.from({ length: 70 }, (_, index) => 1e6 + index * 37);
		expect(judged([first, ...sharing(2000, 1)], rooms)).toEqual({ undecided: false, blind: false });
	});

	it("are asked of the first 4,096 skeletons alone", () => {
		expect(judged([...sharing(4096, 4096), ...sharing(9000, 1)]).blind).toBe(true);
		expect(judged([...sharing(4096, 1), ...sharing(9000, 9000)]).blind).toBe(false);
	});

	it("count once for a skeleton, though it has more than 64 of them", () => {
		const many = Array.from({ length: 100 }, (_, digest) => digest);
		// Each of 30 skeletons bears the same 100 digests: each digest alone would be blind.
		expect(judged(Array.from({ length: 30 }, () => [...many, ...many])).blind).toBe(true);
		// No two of 30 skeletons share one, though each bears each of its own twice.
		const own = (index: number) => many.map((digest) => 1000 * (index + 1) + digest);
		expect(judged(Array.from({ length: 30 }, (_, index) => [...own(index), ...own(index)])).blind).toBe(false);
	});
});
