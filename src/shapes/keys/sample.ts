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
	const kept = (strata.length > SAMPLE_SIZE ? ofLeastHash(keys, strata) : strata).flatMap((stratum) => cut(keys, stratum, k));
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

/** The `k` rows of least hash. Where there are as many, the greatest hash tells how many there were: (k − 1) / hash, of hashes below 1. */
function cut(keys: ShapedKeys, stratum: number[], k: number): Kept[] {
	if (stratum.length < k) return stratum.map((row) => ({ row, weight: 1 }));
	const rows = stratum.sort((a, b) => keys.compare(a, b)).slice(0, k);
	const weight = Math.max(1, (k - 1) / keys.shareOf(rows[k - 1] as number) / k);
	return rows.map((row) => ({ row, weight }));
}

/** At `k` = 1: the strata of least hash. */
function ofLeastHash(keys: ShapedKeys, strata: readonly number[][]): number[][] {
	const hashes = Float64Array.from(strata, ([row]) => keys.hashText(nameOf(keys, row as number)));
	const greatest = hashes.toSorted()[SAMPLE_SIZE - 1] as number;
	return strata.filter((_, stratum) => (hashes[stratum] as number) <= greatest);
}

/** The name of the stratum of a row, whose hash is fixed. */
function nameOf(keys: ShapedKeys, row: number): string {
	return `${keys.lengthOf(row)} ${keys.lengthOf(row) === 0 ? "" : keys.tokenOf(row, 0)}`;
}
