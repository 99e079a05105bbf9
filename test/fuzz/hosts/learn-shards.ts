/** Shards as text, to be compared. */
import type { Shard } from "../../../src/learn/shard";

/** All that a shard says. */
export function shardText(shard: Shard): string {
	const { sites, siteStarts, skeletonLo, skeletonHi, partStarts, partNames, partLo, partHi, columns, held } = shard;
	const places = Array.from({ length: shard.keys }, (_, key) => shard.placeOf(key));
	const ofKeys = [sites, siteStarts, skeletonLo, skeletonHi, partStarts, partNames, partLo, partHi, held, places];
	const entries = columns.flatMap(({ entryStarts, entryLo, entryHi, entryCounts }) => [
		entryStarts,
		entryLo,
		entryHi,
		entryCounts,
	]);
	return [...ofKeys, ...entries].map((numbers) => numbers.join()).join("\n");
}
