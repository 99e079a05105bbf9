/**
 * The sample of a site: strata by number of segments and first token, each with its `k` keys of least hash. `k` begins with SAMPLE_SIZE and
 * halves while a site has more than SAMPLE_SIZE keys. It is a function of the set of keys: that of a sample and other keys, with the `k` of
 * the sample, is that of all keys.
 *
 * ```
 *   2 segments, users    h1 h2 h3 │ h4 h5 h6 …       k = 3
 *   1 segment, about     h7 │
 * ```
 */
import { MAX_KEY } from "./key-log";
import type { ShapedKeys } from "./shaped-keys";

/** Max keys of a site. */
export const SAMPLE_SIZE = 16384;

/** Number of hashes of `hashText`. */
const HASHES = 2 ** 53;

/** Keys that were kept. */
export interface Sample {
	/** See above. */
	readonly k: number;
	readonly rows: readonly number[];
	/** How many keys of the set each row stands for. Undefined: itself only. */
	readonly weights?: readonly number[];
}

/** A row, and how many keys of the set it stands for. */
interface Kept {
	readonly row: number;
	readonly weight: number;
}

/** Samples the rows of a site, which is itself a sample with the `k` before. */
export function sampleOf(keys: ShapedKeys, rows: readonly number[], before = SAMPLE_SIZE): Sample {
	if (rows.length <= SAMPLE_SIZE && before === SAMPLE_SIZE) return { k: before, rows };
	const strata = strataOf(keys, rows);
	let k = before;
	while (k > 1 && sizeAt(k, strata) > SAMPLE_SIZE) k /= 2;
	const { least, weight } = ofLeastHash(keys, strata);
	const kept = least.flatMap((stratum) => cut(keys, stratum, k, weight));
	// Sums of weights depend on their order.
	kept.sort((a, b) => keys.compare(a.row, b.row));
	return { k, rows: kept.map(({ row }) => row), weights: kept.map(({ weight }) => weight) };
}

function strataOf(keys: ShapedKeys, rows: readonly number[]): number[][] {
	const strata = new Map<number, number[]>();
	for (const row of rows) {
		const length = keys.lengthOf(row);
		const name = length === 0 ? -1 : (keys.tokens[keys.tokenStarts[row] as number] as number) * MAX_KEY + length;
		const stratum = strata.get(name);
		if (stratum === undefined) strata.set(name, [row]);
		else stratum.push(row);
	}
	return [...strata.values()];
}

/** Keys that are left if each stratum keeps at most `k`. */
function sizeAt(k: number, strata: readonly number[][]): number {
	return strata.reduce((sum, { length }) => sum + Math.min(length, k), 0);
}

/** The `k` rows of least hash. Where there are as many, the greatest hash shows how many there were. `strata`: the weight of the stratum. */
function cut(keys: ShapedKeys, stratum: number[], k: number, strata: number): Kept[] {
	if (stratum.length < k) return stratum.map((row) => ({ row, weight: strata }));
	const rows = stratum.sort((a, b) => keys.compare(a, b)).slice(0, k);
	const weight = strata * Math.max(1, estimate(k, keys.shareOf(rows[k - 1] as number)) / k);
	return rows.map((row) => ({ row, weight }));
}

/** The number of hashes of which the `count` least end with this one, as a share of all. */
function estimate(count: number, greatest: number): number {
	return (count - 1) / greatest;
}

/** All strata, or those of least hash where there are too many, and how many of the set each of them stands for. */
function ofLeastHash(keys: ShapedKeys, strata: readonly number[][]): { least: readonly number[][]; weight: number } {
	if (strata.length < SAMPLE_SIZE) return { least: strata, weight: 1 };
	const hashes = Float64Array.from(strata, ([row]) => keys.hashText(nameOf(keys, row as number)));
	const greatest = hashes.toSorted()[SAMPLE_SIZE - 1] as number;
	const least = strata.filter((_, stratum) => (hashes[stratum] as number) <= greatest);
	return { least, weight: Math.max(1, estimate(SAMPLE_SIZE, greatest / HASHES) / SAMPLE_SIZE) };
}

/** The name of the stratum of a row, whose hash is fixed. */
function nameOf(keys: ShapedKeys, row: number): string {
	return `${keys.lengthOf(row)} ${keys.lengthOf(row) === 0 ? "" : keys.tokenOf(row, 0)}`;
}
