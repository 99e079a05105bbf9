/** The layout of the keys of a run: see assembly/store/layout.ts. */
import { Key } from "../../assembly/store/layout";

export interface Geometry {
	/** Keys are in 2^bucketBits buckets. */
	readonly bucketBits: number;
	/** A page has 2^groupBits buckets. */
	readonly groupBits: number;
	/** Octets of a key in a page. */
	readonly rest: number;
}

export const MIN_BUCKET_BITS = 4;
export const MAX_BUCKET_BITS = 28;
/** Max log2 of the buckets of a page. */
export const MAX_GROUP_BITS = 16;
/** Max keys of a bucket, on average, unless there are too many for any number of buckets. */
export const MAX_LOAD = 16;
/** A page has half to all of these octets, on average. */
export const PAGE_SIZE = 5000;
/** Octets of a page other than bitmap and keys, with its entry in the directory and the cost of rounding. */
export const PAGE_OVERHEAD = 16;

/** The layout in which `count` keys take the fewest octets. */
export function geometryFor(count: number): Geometry {
	const choices = Array.from({ length: MAX_BUCKET_BITS - MIN_BUCKET_BITS + 1 }, (_, index) => MIN_BUCKET_BITS + index).filter(
		(bucketBits) => bucketBits === MAX_BUCKET_BITS || count <= MAX_LOAD * 2 ** bucketBits,
	);
	const bucketBits = choices.reduce((best, next) => (sizeWith(next, count) < sizeWith(best, count) ? next : best));
	return { bucketBits, groupBits: groupBitsFor(bucketBits, count), rest: restOf(bucketBits) };
}

/** Octets of a key without those that its bucket implies. */
export function restOf(bucketBits: number): number {
	return Key.SIZE - (bucketBits >> 3);
}

export function pagesOf({ bucketBits, groupBits }: Pick<Geometry, "bucketBits" | "groupBits">): number {
	return 2 ** (bucketBits - groupBits);
}

/** Max octets of a run, directory included. */
export function maxRunSize(geometry: Geometry, count: number): number {
	return Math.ceil(sizeWith(geometry.bucketBits, count)) + (pagesOf(geometry) + 1) * PAGE_OVERHEAD;
}

/** Octets of bitmaps and keys. */
function sizeWith(bucketBits: number, count: number): number {
	return (2 ** bucketBits + count) / 8 + count * restOf(bucketBits);
}

function groupBitsFor(bucketBits: number, count: number): number {
	const size = sizeWith(bucketBits, count);
	let groupBits = 0;
	while (groupBits < bucketBits && (size / 2 ** bucketBits) * 2 ** (groupBits + 1) <= PAGE_SIZE) ++groupBits;
	return groupBits;
}
