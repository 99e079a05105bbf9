/** Walks the keys of a shard. */
import type { Shard } from "./shard";

/** The keys of a shard, by site and skeleton. */
export type Skeletons = Pick<Shard, "siteStarts" | "skeletonLo" | "skeletonHi">;

/** Calls `run` with the keys of each skeleton of a site that has `least` or more. `index`: the place of the site in the shard. */
export function forEachSkeleton(shard: Skeletons, index: number, least: number, run: (first: number, end: number) => void): void {
	const { skeletonLo, skeletonHi } = shard;
	const end = shard.siteStarts[index + 1] as number;
	for (let key = shard.siteStarts[index] as number; key < end; ) {
		const first = key;
		while (key < end && skeletonLo[key] === skeletonLo[first] && skeletonHi[key] === skeletonHi[first]) ++key;
		if (key >= first + least) run(first, key);
	}
}

/** The keys that take part: those that rules are learned from, those held out, or all. */
export type Share = "learned" | "held" | "all";
