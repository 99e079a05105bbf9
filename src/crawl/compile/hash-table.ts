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
	const isFull = (bucket: readonly number[]) =>
		bucket.length > MAX_NAMES && new Set(bucket.map((index) => Array.from(names[index] ?? []).join())).size > MAX_NAMES;
	for (let seed = 0; seed < SEEDS; ++seed) {
		const buckets = Array.from({ length: count }, (): number[] => []);
		for (const [index, name] of names.entries()) buckets[hashOf(name, seed) & (count - 1)]?.push(index);
		if (buckets.some(isFull)) continue;
		let end = 0;
		return [[count, seed, end, ...buckets.map(({ length }) => (end += length))], buckets.flat()];
	}
	throw new ListError("list-too-large", "Too many names have equal hashes.");
}

function hashOf(name: ArrayLike<number>, seed: number): number {
	let hash = seed;
	for (let at = 0; at < name.length; ++at) hash = hashOctet(hash, name[at] as number);
	return hash;
}
