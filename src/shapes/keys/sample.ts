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
import type { ShapedKeys } from "./shaped-keys";

/** Max keys of a site. */
export const SAMPLE_SIZE = 16384;
const HIGH = 2 ** 32;

/** The keys of a stratum, and how many keys of the set each of them stands for. */
interface Stratum {
	readonly rows: readonly number[];
	readonly weight: number;
}

/** A sample. `k`: see above. */
export interface Sample {
	readonly k: number;
	readonly strata: readonly Stratum[];
}

/** Samples the rows of a site, which is itself a sample with this `k`. */
export function sampleOf(keys: ShapedKeys, rows: readonly number[], before = SAMPLE_SIZE): Sample {
	if (rows.length <= SAMPLE_SIZE && before === SAMPLE_SIZE) return { k: before, strata: [{ rows, weight: 1 }] };
	const strata = strataOf(keys, rows);
	const sizes = Array.from(strata.values(), ({ length }) => length);
	let k = before;
	while (k > 1 && sizes.reduce((sum, size) => sum + Math.min(size, k), 0) > SAMPLE_SIZE) k /= 2;
	const kept = strata.size > SAMPLE_SIZE ? strataOfLeastHash(keys, strata) : [...strata.values()];
	return { k, strata: kept.map((stratum) => cut(keys, stratum, k)) };
}

/** All rows of a sample. */
export function rowsOf({ strata }: Sample): number[] {
	return strata.flatMap(({ rows }) => rows);
}

function strataOf(keys: ShapedKeys, rows: readonly number[]): Map<string, number[]> {
	const strata = new Map<string, number[]>();
	for (const row of rows) {
		const name = `${keys.lengthOf(row)} ${keys.lengthOf(row) === 0 ? "" : keys.tokens[keys.tokenStarts[row] as number]}`;
		const stratum = strata.get(name);
		if (stratum === undefined) strata.set(name, [row]);
		else stratum.push(row);
	}
	return strata;
}

/** The `k` rows of least hash. The greatest of `k` hashes tells how many there were: see docs/internals/shapes.md. */
function cut(keys: ShapedKeys, stratum: number[], k: number): Stratum {
	if (stratum.length < k) return { rows: stratum, weight: 1 };
	const rows = stratum.sort((a, b) => keys.compare(a, b)).slice(0, k);
	const last = rows[k - 1] as number;
	const share = ((keys.high[last] as number) + (keys.low[last] as number) / HIGH) / HIGH;
	return { rows, weight: Math.max(1, (k - 1) / share / k) };
}

/** At `k` = 1: the strata of least hash. Those of equal names are one. */
function strataOfLeastHash(keys: ShapedKeys, strata: ReadonlyMap<string, number[]>): number[][] {
	const hashed = Array.from(strata.values(), (rows) => ({ rows, hash: keys.hashText(nameOf(keys, rows[0] as number)) }));
	return hashed
		.sort((a, b) => (a.hash < b.hash ? -1 : 1))
		.slice(0, SAMPLE_SIZE)
		.map(({ rows }) => rows);
}

/** The name of the stratum of a row, whose hash is fixed. */
function nameOf(keys: ShapedKeys, row: number): string {
	return `${keys.lengthOf(row)} ${keys.lengthOf(row) === 0 ? "" : keys.tokenOf(row, 0)}`;
}
