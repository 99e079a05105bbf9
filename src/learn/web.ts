/**
 * What was read, in an order that does not depend on the order of rows: sites and features by octets, keys by site, skeleton and
 * hash. All keys that a rule can merge are next to each other.
 *
 * ```
 *   site       a.com ------------------------------- | b.com ---
 *   skeleton   a.com/x ------------- | a.com/y ----- | b.com/ --
 *   key        /x?a=1   /x?a=2   /x  | /y?b    /y/   | /
 *   parts      a        a            | b       slash |
 *   entries    D1 x 2   D1       D2  | D3 D4   D3    | D5          a digest and how often it was fetched
 * ```
 */
import { chooseColumns, type DigestChoice, type FetchedDigests } from "./choose-column";
import { type FeatureName, STRUCTURE } from "./features";
import { compareLanes } from "./hash";
import type { Intake } from "./intake";
import { entriesOf, type KeyEntries } from "./key-entries";

export interface Web extends Parts, KeyEntries {
	readonly siteNames: readonly string[];
	/** The first key of each site, and the number of keys. */
	readonly siteStarts: Uint32Array;
	readonly skeletonLo: Uint32Array;
	readonly skeletonHi: Uint32Array;
	readonly lo: Uint32Array;
	readonly hi: Uint32Array;
	/** The number of each key when it was read. */
	readonly order: Uint32Array;
	readonly features: readonly FeatureName[];
	readonly choices: readonly DigestChoice[];
	/** Votes of redirects: feature, then site, then the number of skeletons. */
	readonly redirects: ReadonlyMap<number, ReadonlyMap<number, number>>;
}

/** Parts of keys, by the numbers of features in octet order. */
interface Parts {
	/** The first part of each key, and the number of parts. */
	readonly partStarts: Uint32Array;
	readonly partFeatures: Uint32Array;
	/** One more than the owner; 0 for none. */
	readonly partOwners: Uint32Array;
	readonly partLo: Uint32Array;
	readonly partHi: Uint32Array;
}

/** Puts what was read in order. `guards` are those that are off. */
export function sortWeb(intake: Intake, isOff: (guard: "unstable" | "blind") => boolean): Web {
	const siteRanks = ranksOf(intake.siteNames);
	const featureRanks = featureRanksOf(intake.features.names);
	const order = keyOrder(intake, siteRanks);
	const siteNames = inRank(intake.siteNames, siteRanks);
	const skeletonLo = order.map((key) => intake.skeletonLo.array[key] as number);
	const skeletonHi = order.map((key) => intake.skeletonHi.array[key] as number);
	const siteStarts = startsOf(order, siteNames.length, (key) => siteRanks[intake.keySites.array[key] as number] as number);
	const fetched = fetchesOf(intake, order);
	const choices = chooseColumns({ siteStarts, skeletonLo, skeletonHi, fetched }, isOff);
	return {
		siteNames,
		siteStarts,
		order,
		skeletonLo,
		skeletonHi,
		lo: order.map((key) => intake.keys.lo.array[key] as number),
		hi: order.map((key) => intake.keys.hi.array[key] as number),
		...partsOf(intake, order, featureRanks),
		features: inRank(intake.features.names, featureRanks),
		...entriesOf(fetched, siteStarts, choices),
		choices,
		redirects: redirectsOf(intake, siteRanks, featureRanks),
	};
}

/** The place of each text in octet order. */
function ranksOf(texts: readonly string[]): Uint32Array {
	const octets = texts.map((text) => Buffer.from(text));
	const sorted = Uint32Array.from(texts.keys()).sort((a, b) => Buffer.compare(octets[a] as Buffer, octets[b] as Buffer));
	const ranks = new Uint32Array(texts.length);
	for (const [rank, number] of sorted.entries()) ranks[number] = rank;
	return ranks;
}

/** Features of the structure keep their numbers. */
function featureRanksOf(names: readonly FeatureName[]): Uint32Array {
	const ranks = ranksOf(names.slice(STRUCTURE.length).map(({ label }) => label));
	return Uint32Array.from([...STRUCTURE.keys(), ...ranks.map((rank) => rank + STRUCTURE.length)]);
}

function inRank<T>(values: readonly T[], ranks: Uint32Array): T[] {
	const sorted = [...values];
	for (const [number, rank] of ranks.entries()) sorted[rank] = values[number] as T;
	return sorted;
}

function keyOrder({ keys, keySites, skeletonLo, skeletonHi }: Intake, siteRanks: Uint32Array): Uint32Array {
	const [sites, sLo, sHi] = [keySites.words().map((site) => siteRanks[site] as number), skeletonLo.array, skeletonHi.array];
	const at = (words: Uint32Array, key: number) => words[key] as number;
	return Uint32Array.from({ length: keys.size }, (_, key) => key).sort(
		(a, b) =>
			at(sites, a) - at(sites, b) ||
			compareLanes(at(sLo, a), at(sHi, a), at(sLo, b), at(sHi, b)) ||
			compareLanes(at(keys.lo.array, a), at(keys.hi.array, a), at(keys.lo.array, b), at(keys.hi.array, b)),
	);
}

/** Where each group of `order` begins, and the end of the last. */
function startsOf(order: Uint32Array, count: number, groupOf: (key: number) => number): Uint32Array {
	const starts = new Uint32Array(count + 1);
	for (const key of order) increment(starts, groupOf(key) + 1);
	for (let group = 0; group < count; ++group) increment(starts, group + 1, starts[group]);
	return starts;
}

/** Returns what was there before. */
function increment(words: Uint32Array, at: number, by = 1): number {
	const before = words[at] as number;
	words[at] = before + by;
	return before;
}

function partsOf(intake: Intake, order: Uint32Array, ranks: Uint32Array): Parts {
	const ends = intake.partEnds.array;
	const total = intake.partFeatures.length;
	const parts: Parts = {
		partStarts: new Uint32Array(order.length + 1),
		partFeatures: new Uint32Array(total),
		partOwners: new Uint32Array(total),
		partLo: new Uint32Array(total),
		partHi: new Uint32Array(total),
	};
	let to = 0;
	for (const [place, key] of order.entries()) {
		for (let part = key > 0 ? (ends[key - 1] as number) : 0; part < (ends[key] as number); ++part, ++to) {
			const owner = intake.partOwners.array[part] as number;
			parts.partFeatures[to] = ranks[intake.partFeatures.array[part] as number] as number;
			parts.partOwners[to] = owner > 0 ? (ranks[owner - 1] as number) + 1 : 0;
			parts.partLo[to] = intake.partLo.array[part] as number;
			parts.partHi[to] = intake.partHi.array[part] as number;
		}
		parts.partStarts[place + 1] = to;
	}
	return parts;
}

/** The digests of all fetches, by key. */
function fetchesOf({ fetchKeys, digests }: Intake, order: Uint32Array): FetchedDigests {
	const places = new Uint32Array(order.length);
	for (const [place, key] of order.entries()) places[key] = place;
	const placeOf = (key: number) => places[key] as number;
	const starts = startsOf(fetchKeys.words(), order.length, placeOf);
	const next = starts.slice();
	const targets = fetchKeys.words().map((key) => increment(next, placeOf(key)));
	const moved = (words: Uint32Array) => {
		const out = new Uint32Array(targets.length);
		for (const [fetch, target] of targets.entries()) out[target] = words[fetch] as number;
		return out;
	};
	return { starts, columns: digests.map(({ lo, hi }) => ({ lo: moved(lo.words()), hi: moved(hi.words()) })) };
}

function redirectsOf({ redirects }: Intake, siteRanks: Uint32Array, featureRanks: Uint32Array): Web["redirects"] {
	return new Map(
		Array.from(redirects.votes, ([feature, sites]) => [
			featureRanks[feature] as number,
			new Map(Array.from(sites, ([site, { size }]) => [siteRanks[site] as number, size])),
		]),
	);
}
