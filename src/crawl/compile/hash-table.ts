/** Hash tables of programs, at most half full. The layout is drawn in assembly/policy/hash.ts. */
import { hashOctet, MAX_NAMES } from "../../../assembly/policy/hash";
import { ListError } from "../lists/list-error";

const SEEDS = 16;

/**
 * Returns a table of names, without its rows, and the index of the name of each row. Takes linear time. Throws ListError
 * `list-too-large` if a bucket has too many names under every seed: then they were chosen to that end.
 */
export function hashTable(names: readonly ArrayLike<number>[]): [table: readonly number[], order: readonly number[]] {
	// Without names, the logarithm is -Infinity, which shifts by 0.
	const count = 4 << Math.log2(names.length);
	for (let seed = 0; seed < SEEDS; ++seed) {
		const buckets = names.map((name) => hashOf(name, seed) & (count - 1));
		const starts = startsOf(buckets, count);
		const order = orderedBy(buckets, starts);
		if (!hasFullBucket(starts, order, names)) return [[count, seed, ...starts], order];
	}
	throw new ListError("list-too-large", "Too many names have equal hashes.");
}

/** The start of each bucket among the rows, then the end of the last one. */
function startsOf(buckets: readonly number[], count: number): Uint32Array {
	const starts = new Uint32Array(count + 1);
	for (const bucket of buckets) starts[bucket + 1] = (starts[bucket + 1] as number) + 1;
	for (let bucket = 0; bucket < count; ++bucket) {
		starts[bucket + 1] = (starts[bucket] as number) + (starts[bucket + 1] as number);
	}
	return starts;
}

/** The indices of names by their buckets: a counting sort. */
function orderedBy(buckets: readonly number[], starts: Uint32Array): number[] {
	const ends = starts.slice();
	const order = new Array<number>(buckets.length);
	for (let index = 0; index < buckets.length; ++index) {
		const bucket = buckets[index] as number;
		const at = ends[bucket] as number;
		order[at] = index;
		ends[bucket] = at + 1;
	}
	return order;
}

function hasFullBucket(starts: Uint32Array, order: readonly number[], names: readonly ArrayLike<number>[]): boolean {
	const isFull = (bucket: readonly number[]) =>
		new Set(bucket.map((index) => Array.from(names[index] ?? []).join())).size > MAX_NAMES;
	return starts.some((start, bucket) => {
		const end = starts[bucket + 1] ?? start;
		return end - start > MAX_NAMES && isFull(order.slice(start, end));
	});
}

function hashOf(name: ArrayLike<number>, seed: number): number {
	let hash = seed;
	for (let at = 0; at < name.length; ++at) hash = hashOctet(hash, name[at] as number);
	return hash;
}
