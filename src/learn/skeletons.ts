/** Walks the keys of a shard, and what rules leave of each. */
import type { HashIndex } from "./hash-index";
import type { Shard } from "./shard";

/** Calls `run` with the keys of each skeleton of a site that has `least` or more. `index`: the place of the site in the shard. */
export function forEachSkeleton(shard: Shard, index: number, least: number, run: (first: number, end: number) => void): void {
	const { skeletonLo, skeletonHi } = shard;
	const end = shard.siteStarts[index + 1] as number;
	for (let key = shard.siteStarts[index] as number; key < end; ) {
		const first = key;
		while (key < end && skeletonLo[key] === skeletonLo[first] && skeletonHi[key] === skeletonHi[first]) ++key;
		if (key >= first + least) run(first, key);
	}
}

/** The number of what rules leave of a key. */
export function currentOf(shard: Shard, key: number, mask: Uint8Array, index: HashIndex): number {
	let lo = shard.lo[key] as number;
	let hi = shard.hi[key] as number;
	const end = shard.partStarts[key + 1] as number;
	for (let part = shard.partStarts[key] as number; part < end; ++part) {
		if (!isErased(shard, part, mask)) continue;
		lo = (lo - (shard.partLo[part] as number)) >>> 0;
		hi = (hi - (shard.partHi[part] as number)) >>> 0;
	}
	return index.add(lo, hi);
}

/** Whether rules erase a part: its feature, or the parameter that it is the value of. */
export function isErased({ partFeatures, partOwners }: Shard, part: number, mask: Uint8Array): boolean {
	const owner = partOwners[part] as number;
	return mask[partFeatures[part] as number] === 1 || (owner > 0 && mask[owner - 1] === 1);
}

/** Which keys take part: those that rules are learned from, those held out, or all. */
export type Share = "learned" | "held" | "all";

export function isOf(share: Share, { held }: Shard, key: number): boolean {
	return share === "all" || held[key] === (share === "held" ? 1 : 0);
}
