/** Chooses the keys that are held out: rules are tested on them, and not learned from them. */
import { Hash } from "../../../assembly/learn/layout";
import type { FeatureName } from "./features";
import type { LearnMemory } from "./learn-kernel";
import { featureIn, nameOf, type Shard } from "./shard";
import { forEachSkeleton, type Skeletons } from "./skeletons";

/** A skeleton with more keys, and with more than this share of its site's, is split by the values of a parameter. */
const LARGE = 200;
const LARGE_SHARE = 0.05;
const SEED = 41;

/** The parts of a shard that are read. */
type Views = Skeletons & Pick<Shard, "held" | "partStarts" | "partNames" | "partLo" | "partHi">;

/** Marks keys that are held out. */
export class HoldOut {
	readonly #limit: number;
	readonly #features: readonly FeatureName[];
	/** Keys of each site. */
	readonly #siteKeys: Float64Array;
	readonly #memory: LearnMemory;
	/** The address of two hashes, and of theirs. */
	readonly #hashes: number;

	constructor(share: number, features: readonly FeatureName[], siteKeys: Float64Array, memory: LearnMemory) {
		this.#memory = memory;
		this.#hashes = this.#memory.take(3 * Hash.SIZE).start;
		this.#limit = share * 2 ** 32;
		this.#features = features;
		this.#siteKeys = siteKeys;
	}

	/** Marks those of a shard in `held`. */
	mark(shard: Shard): void {
		const { sites, siteStarts, skeletonLo, skeletonHi, held, partStarts, partNames, partLo, partHi } = shard;
		const views = { siteStarts, skeletonLo, skeletonHi, held, partStarts, partNames, partLo, partHi };
		for (let index = 0; index < sites.length; ++index) {
			const keys = this.#siteKeys[sites[index] as number] as number;
			forEachSkeleton(views, index, 1, (first, end) => this.#markSkeleton(views, first, end, keys));
		}
	}

	#markSkeleton(shard: Views, first: number, end: number, keys: number): void {
		const { held, partLo, partHi } = shard;
		const lo = shard.skeletonLo[first] as number;
		const hi = shard.skeletonHi[first] as number;
		const isLarge = end - first > LARGE && end - first > LARGE_SHARE * keys;
		const feature = isLarge ? this.#mostVaried(shard, first, end) : -1;
		if (feature < 0) return void held.fill(this.#isHeld(lo, hi, 0, 0), first, end);
		for (let key = first; key < end; ++key) {
			const part = partOf(shard, key, feature);
			held[key] = this.#isHeld(lo, hi, part < 0 ? 0 : (partLo[part] as number), part < 0 ? 0 : (partHi[part] as number));
		}
	}

	#isHeld(lo: number, hi: number, valueLo: number, valueHi: number): 0 | 1 {
		const { words, call } = this.#memory.kernel;
		const [first, end] = [this.#hashes, this.#hashes + 2 * Hash.SIZE];
		words[first >> 2] = lo;
		words[(first >> 2) + 1] = hi;
		words[(first >> 2) + 2] = valueLo;
		words[(first >> 2) + 3] = valueHi;
		call.hashOf(first, end, SEED, end);
		return (words[end >> 2] as number) >>> 0 < this.#limit ? 1 : 0;
	}

	/** The parameter with most values in these keys; the first in octet order, if there are several. -1 without parameters. */
	#mostVaried(shard: Views, first: number, end: number): number {
		const values = new Map<number, Set<number>>();
		for (let part = shard.partStarts[first] as number; part < (shard.partStarts[end] as number); ++part) {
			const feature = featureIn(shard.partNames[part] as number);
			if (this.#features[feature]?.kind !== "param") continue;
			const seen = values.get(feature) ?? new Set();
			values.set(feature, seen.add(shard.partLo[part] as number));
		}
		let most = -1;
		for (const [feature, { size }] of values) {
			const best = values.get(most)?.size ?? 0;
			if (size > best || (size === best && feature < most)) most = feature;
		}
		return most;
	}
}

function partOf(shard: Views, key: number, feature: number): number {
	for (let part = shard.partStarts[key] as number; part < (shard.partStarts[key + 1] as number); ++part) {
		if (shard.partNames[part] === nameOf(feature)) return part;
	}
	return -1;
}
