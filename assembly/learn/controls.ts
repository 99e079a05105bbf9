/** Controls: current keys fetched at least twice, and how many of them changed. */
import { clear, load32, store32 } from "../octets/memory";
import { findCurrent, skeletonEnd } from "./current";
import { beginIndex } from "./index-table";
import { add, countDigests, entriesOf } from "./judge";
import { Index } from "./layout";
import { ColumnMap, ShardMap, SiteDigests } from "./shard-layout";
import { Controls, Current, Trial } from "./trial-layout";

/** Counts the controls of a site, whose keys are [start, end), at `to`. */
export function countControls(trial: i32, start: i32, end: i32, to: i32): void {
	clear(to, to + Controls.SIZE);
	for (let first = start; first < end; ) {
		const next = skeletonEnd(trial, first, end);
		const count = findCurrent(trial, first, next, true);
		const keys = load32(trial + Trial.CURRENT_KEYS);
		for (let current = keys; current < keys + count * Current.SIZE; current += Current.SIZE) countKey(trial, current, first, to);
		first = next;
	}
}

function countKey(trial: i32, current: i32, first: i32, controls: i32): void {
	const index = load32(trial + Trial.DIGESTS);
	beginIndex(index, entriesOf(trial, current, first));
	countDigests(trial, current, first);
	const digests = load32(index + Index.COUNT);
	const counts = load32(trial + Trial.COUNTS);
	addControl(counts, digests, controls);
}

/** Adds a key. The `digests` words at `counts` are the numbers of fetches with each of its digests. */
function addControl(counts: i32, digests: i32, controls: i32): void {
	let fetches = 0;
	let most = 0;
	for (let digest = 0; digest < digests; ++digest) {
		const count = load32(counts + (digest << 2));
		fetches += count;
		if (count > most) most = count;
	}
	if (fetches > 1) add(controls + Controls.KEYS, 1);
	if (digests > 1) add(controls + Controls.CHANGED, 1);
	if (fetches > 2 && most > 1) add(controls + Controls.REPEATED, 1);
	if (most > 1 && digests > 1) add(controls + Controls.PROVEN, 1);
}

/** Counts the digests of a column of a shard: `SiteDigests` for each site, at `to`. */
export function countDigestsOf(shard: i32, column: i32, to: i32): void {
	const map = load32(shard + ShardMap.COLUMNS) + column * ColumnMap.SIZE;
	const starts = load32(shard + ShardMap.SITE_STARTS);
	const end = starts + (load32(shard + ShardMap.SITE_COUNT) << 2);
	let out = to;
	for (let site = starts; site < end; site += 4) {
		clear(out, out + SiteDigests.SIZE);
		countSite(shard, map, load32(site), load32(site + 4), out);
		out += SiteDigests.SIZE;
	}
}

function countSite(shard: i32, map: i32, first: i32, end: i32, out: i32): void {
	const starts = load32(map + ColumnMap.ENTRY_STARTS);
	const counts = load32(map + ColumnMap.ENTRY_COUNTS);
	let last = -1;
	for (let key = first; key < end; ++key) {
		const entry = load32(starts + (key << 2));
		const digests = load32(starts + ((key + 1) << 2)) - entry;
		if (digests == 0) continue;
		const isRepeated = digests > 1 || load32(counts + (entry << 2)) > 1;
		if (isRepeated) addControl(counts + (entry << 2), digests, out + SiteDigests.CONTROLS);
		if (isRepeated || (last >= 0 && hasSameSkeleton(shard, last, key))) store32(out + SiteDigests.IS_REPEATED, 1);
		last = key;
	}
}

function hasSameSkeleton(shard: i32, key: i32, other: i32): bool {
	const low = load32(shard + ShardMap.SKELETON_LOW);
	const high = load32(shard + ShardMap.SKELETON_HIGH);
	if (load32(low + (key << 2)) != load32(low + (other << 2))) return false;
	return load32(high + (key << 2)) == load32(high + (other << 2));
}
