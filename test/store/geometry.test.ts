/** How keys are laid out in a run: the number of buckets and of pages. */
import { describe, expect, it } from "vitest";
import {
	geometryFor,
	MAX_BUCKET_BITS,
	MIN_BUCKET_BITS,
	maxRunSize,
	PAGE_OVERHEAD,
	PAGE_SIZE,
	pagesOf,
	restOf,
} from "../../src/store/geometry";

/** Octets of the bitmap and the keys of a run, by definition: a bit for each bucket and for each key, and what a bucket does not imply. */
const sizeOf = (bucketBits: number, count: number) => (2 ** bucketBits + count) / 8 + count * (12 - Math.floor(bucketBits / 8));

const COUNTS = [1, 2, 100, 255, 256, 257, 1000, 4096, 65_536, 1_048_576, 2 ** 24, 2 ** 28, 2 ** 31 - 1];

describe("the layout of a run", () => {
	it.each([
		[1, { bucketBits: 4, groupBits: 4, rest: 12 }],
		[256, { bucketBits: 8, groupBits: 8, rest: 11 }],
		// Two pages of 5,000 octets on average, the most that there may be.
		[896, { bucketBits: 8, groupBits: 7, rest: 11 }],
		[2000, { bucketBits: 8, groupBits: 5, rest: 11 }],
		[65_536, { bucketBits: 16, groupBits: 8, rest: 10 }],
		[2 ** 31 - 1, { bucketBits: 27, groupBits: 5, rest: 9 }],
	])("of %d keys", (count, geometry) => {
		expect(geometryFor(count)).toEqual(geometry);
	});

	it.each(COUNTS)("takes as few octets as any with at most sixteen keys in a bucket: %d keys", (count) => {
		const { bucketBits, groupBits, rest } = geometryFor(count);
		expect(count <= 16 * 2 ** bucketBits || bucketBits === MAX_BUCKET_BITS).toBe(true);
		for (let other = MIN_BUCKET_BITS; other <= MAX_BUCKET_BITS; ++other) {
			const isAllowed = other === MAX_BUCKET_BITS || count <= 16 * 2 ** other;
			if (isAllowed) expect(sizeOf(bucketBits, count)).toBeLessThanOrEqual(sizeOf(other, count));
		}
		expect(rest).toBe(12 - Math.floor(bucketBits / 8));
		expect(groupBits).toBeLessThanOrEqual(bucketBits);
	});

	it.each(COUNTS)("has pages that are half full to full, unless one page has all: %d keys", (count) => {
		const geometry = geometryFor(count);
		const page = sizeOf(geometry.bucketBits, count) / pagesOf(geometry);
		expect(page).toBeLessThanOrEqual(PAGE_SIZE);
		if (pagesOf(geometry) > 1) expect(2 * page).toBeGreaterThan(PAGE_SIZE);
	});

	it("is of the fewest buckets of those that take as many octets", () => {
		expect(geometryFor(0)).toEqual({ bucketBits: 4, groupBits: 4, rest: 12 });
	});
});

describe("the parts of a run", () => {
	it("are pages of two to the groupBits buckets", () => {
		expect([pagesOf({ bucketBits: 4, groupBits: 4 }), pagesOf({ bucketBits: 16, groupBits: 8 })]).toEqual([1, 256]);
	});

	it("are keys without the octets that the bucket implies", () => {
		expect([4, 7, 8, 15, 16, 23, 24, 28].map(restOf)).toEqual([12, 12, 11, 11, 10, 10, 9, 9]);
	});

	it("take at most their bitmap and keys, rounded up, and sixteen octets for each page and the end", () => {
		expect(maxRunSize({ bucketBits: 4, groupBits: 4, rest: 12 }, 1)).toBe(15 + 2 * PAGE_OVERHEAD);
		expect(maxRunSize({ bucketBits: 8, groupBits: 6, rest: 11 }, 2000)).toBe(22_282 + 5 * PAGE_OVERHEAD);
	});
});
