/** The names of the parts of a shard, by their places in octet order. */
import { load32, store32 } from "../octets/memory";
import { ShardLimit, ShardMap } from "./shard-layout";
import { measure } from "./shards";

/**
 * Turns the numbers of features into ranks, one word a feature. Parts whose feature or owner has no rank become a part of the rest,
 * which no rule erases.
 */
export function nameParts(shard: i32, ranks: i32): void {
	const keys = load32(shard + ShardMap.KEY_COUNT);
	const starts = load32(shard + ShardMap.PART_STARTS);
	let part = 0;
	let to = 0;
	for (let key = 1; key <= keys; ++key) {
		for (const end = load32(starts + (key << 2)); part < end; ++part) if (moveNamed(shard, ranks, part << 2, to << 2)) ++to;
		store32(starts + (key << 2), to);
	}
	if (to == part) return;
	store32(shard + ShardMap.PART_COUNT, to);
	measure(shard);
}

/** Moves a part from one offset to another, under its rank. Returns false, and moves nothing, if it has no rank. */
function moveNamed(shard: i32, ranks: i32, from: i32, to: i32): bool {
	const names = load32(shard + ShardMap.PART_NAMES);
	const low = load32(shard + ShardMap.PART_LOW);
	const high = load32(shard + ShardMap.PART_HIGH);
	const name = load32(names + from);
	const rank = load32(ranks + ((name >>> 1) << 2));
	if (rank == ShardLimit.NO_RANK) return false;
	store32(names + to, (rank << 1) | (name & 1));
	store32(low + to, load32(low + from));
	store32(high + to, load32(high + from));
	return true;
}
