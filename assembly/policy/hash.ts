/**
 * The hash tables of a program: entries by their names, and the hosts of a scope.
 *
 * ```
 *   count   buckets, a power of two                         i32 each
 *   seed
 *   starts  count + 1 numbers of rows: bucket b has the rows [start b, start b + 1)
 * ```
 *
 * No bucket has more than MAX_NAMES different names: the compiler looks for a seed under which that is so. A lookup is therefore
 * short, whoever chose the names in the table and the name that is looked up. The hosts of a scope are all different, and check.ts
 * counts them. A name can have many entries; a lookup reads each at most once, and all of them apply to that name.
 */
import { load32 } from "../octets/memory";

export const enum Table {
	COUNT = 0,
	SEED = 4,
	STARTS = 8,
	/** Size of a table of `count` buckets: SIZE + 4 × count. */
	SIZE = 12,
}

/** Different names in a bucket, at most. Of 10,000 random tables of 100,000 names, one needs a second seed. */
export const MAX_NAMES: i32 = 8;

/**
 * Adds an octet, as Jenkins's one-at-a-time hash does. The first hash is the seed. Sums and shifts in both directions are not linear:
 * names with equal hashes under one seed have different ones under others.
 */
export function hashOctet(hash: i32, octet: i32): i32 {
	const sum = (hash + octet) | 0;
	const product = (sum + (sum << 10)) | 0;
	return product ^ (product >>> 6);
}

/** The address of the start of the bucket of a hash; that of its end follows. */
export function bucketOf(table: i32, hash: i32): i32 {
	return table + Table.STARTS + ((hash & (load32(table + Table.COUNT) - 1)) << 2);
}
