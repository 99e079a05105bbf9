/**
 * Chooses the names that can be candidates: not all, since a crawl can have millions.
 *
 * ```
 *   a.com   id 9,000   ref 4,200   page 300   n17 1   n99 1   n4 1   …      the 1,024 that most keys of the site have
 *   b.com   id 12      v 3                                                  all of them
 *   all     id 9,012   ref 4,200   page 300   v 3   n17 1   …               of these, the 65,536 that most keys have
 * ```
 *
 * Counts are exact, and hashes decide between equal ones, so that the order of rows makes no difference. No rule erases the others.
 */
import { ShardLimit } from "../../../assembly/learn/shard-layout";
import { type FeatureName, type Features, STRUCTURE } from "./features";
import { MAX_COUNT, type NameCounts } from "./name-counts";

/** Names of a site that can be candidates, and of all sites together. */
const MAX_OF_SITE = 1024;
const MAX_OF_ALL = 64 * MAX_OF_SITE;
/** Hashes that decide between equal counts are below. */
const HASH_RANGE = 2 ** 21;

/** The rank of features that are no candidates. */
export const NO_RANK: number = ShardLimit.NO_RANK >>> 0;

export interface NameChoice {
	/** The features that can be candidates, in order: those of the structure, then names in octet order. */
	readonly features: readonly FeatureName[];
	/** The place of each feature there, or `NO_RANK`. */
	readonly ranks: Uint32Array;
	/** The number of names that cannot. */
	readonly leftOut: number;
}

/** The features of a crawl, their hashes, and those that an earlier run names: they are chosen whatever they count. */
export interface KnownNames {
	readonly features: Features;
	readonly required: ReadonlySet<number>;
	/** The first word of the hash of a name. */
	hashOf(feature: number): number;
}

/** Chooses names by their counts. `sites`: the number of sites. */
export function chooseNames(counts: NameCounts, sites: number, known: KnownNames): NameChoice {
	const totals = new Float64Array(known.features.length);
	const seen = new Uint8Array(known.features.length);
	counts.forEachSite(sites, (features, keys) => {
		for (const feature of features) seen[feature] = 1;
		for (const at of mostOf(features, keys, MAX_OF_SITE, known)) {
			const feature = features[at] as number;
			totals[feature] = (totals[feature] as number) + (keys[at] as number);
		}
	});
	const counted = Uint32Array.from(totals.keys()).filter((feature) => (totals[feature] as number) > 0);
	const places = mostOf(
		counted,
		counted.map((feature) => Math.min(MAX_COUNT, totals[feature] as number)),
		MAX_OF_ALL,
		known,
	);
	const chosen = new Set([...known.required, ...Array.from(places, (at) => counted[at] as number)]);
	for (const feature of chosen) seen[feature] = 0;
	return { ...ranked(chosen, known), leftOut: seen.reduce((sum, isLeft) => sum + isLeft, 0) };
}

/** The places of the features with the largest counts: `most` of them, or all if there are fewer. */
function mostOf(features: Uint32Array, counts: Uint32Array, most: number, { hashOf }: KnownNames): Uint32Array {
	const places = Uint32Array.from(features.keys());
	if (features.length <= most) return places;
	const orders = Float64Array.from(
		features,
		(feature, at) => (MAX_COUNT - (counts[at] as number)) * HASH_RANGE + (hashOf(feature) % HASH_RANGE),
	);
	const last = orders.slice().sort()[most - 1] as number;
	return places.filter((at) => (orders[at] as number) <= last);
}

function ranked(chosen: Iterable<number>, { features, hashOf }: KnownNames): Pick<NameChoice, "features" | "ranks"> {
	const named = Array.from(chosen, (feature) => ({ feature, name: features.at(feature) }));
	const octets = new Map(named.map((each) => [each, Buffer.from(each.name.label)]));
	// Names that are not UTF-8 have the same label.
	named.sort((a, b) => Buffer.compare(octets.get(a) as Buffer, octets.get(b) as Buffer) || hashOf(a.feature) - hashOf(b.feature));
	const ranks = new Uint32Array(features.length).fill(NO_RANK);
	for (const feature of STRUCTURE.keys()) ranks[feature] = feature;
	for (const [place, { feature }] of named.entries()) ranks[feature] = STRUCTURE.length + place;
	return { features: [...Array.from(STRUCTURE, (_, feature) => features.at(feature)), ...named.map(({ name }) => name)], ranks };
}
