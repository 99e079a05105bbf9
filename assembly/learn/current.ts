/** Current keys: keys of a skeleton without the parts that rules erase, and whether the pages of each are one. */
import { load8, load32, store32 } from "../octets/memory";
import { beginIndex, numberOf } from "./index-table";
import { Feature, Index } from "./layout";
import { Current, Share, Trial } from "./trial-layout";

/** A word of an array of the shard. */
export function at(trial: i32, array: i32, index: i32): i32 {
	return load32(load32(trial + array) + (index << 2));
}

/** The end of the skeleton that begins with key `first`; at most `end`. */
export function skeletonEnd(trial: i32, first: i32, end: i32): i32 {
	const low = at(trial, Trial.SKELETON_LOW, first);
	const high = at(trial, Trial.SKELETON_HIGH, first);
	let key = first + 1;
	while (key < end && at(trial, Trial.SKELETON_LOW, key) == low && at(trial, Trial.SKELETON_HIGH, key) == high) ++key;
	return key;
}

/** Makes the current keys of keys [first, end): of those that have entries and take part, or of all. Returns their number. */
export function findCurrent(trial: i32, first: i32, end: i32, isAll: bool): i32 {
	const index = load32(trial + Trial.CURRENT);
	beginIndex(index, end - first);
	for (let key = first; key < end; ++key) if (isAll || takesPart(trial, key)) addCurrent(trial, first, key);
	return load32(index + Index.COUNT);
}

function takesPart(trial: i32, key: i32): bool {
	if (at(trial, Trial.ENTRY_STARTS, key) == at(trial, Trial.ENTRY_STARTS, key + 1)) return false;
	const share = load32(trial + Trial.SHARE);
	return share == Share.ALL || load8(load32(trial + Trial.HELD) + key) == share;
}

/** Adds a key, which has entries, to the current keys of its skeleton. */
export function addCurrent(trial: i32, first: i32, key: i32): void {
	const index = load32(trial + Trial.CURRENT);
	const known = load32(index + Index.COUNT);
	const number = addHashOf(trial, key, index);
	const current = load32(trial + Trial.CURRENT_KEYS) + number * Current.SIZE;
	const entry = at(trial, Trial.ENTRY_STARTS, key);
	const isStable = at(trial, Trial.ENTRY_STARTS, key + 1) - entry == 1;
	const next = load32(trial + Trial.NEXT_KEYS);
	store32(next + ((key - first) << 2), 0);
	if (number == known) {
		store32(current + Current.FIRST, key);
		store32(current + Current.HASH, at(trial, Trial.ENTRY_LOW, entry));
		store32(current + Current.HASH + 4, at(trial, Trial.ENTRY_HIGH, entry));
		store32(current + Current.IS_STABLE, isStable ? 1 : 0);
	} else {
		store32(next + ((load32(current + Current.LAST) - first) << 2), key + 1);
		if (!isStable || !isDigest(trial, current, entry)) store32(current + Current.IS_STABLE, 0);
	}
	store32(current + Current.LAST, key);
}

function isDigest(trial: i32, current: i32, entry: i32): bool {
	const low = at(trial, Trial.ENTRY_LOW, entry);
	return load32(current + Current.HASH) == low && load32(current + Current.HASH + 4) == at(trial, Trial.ENTRY_HIGH, entry);
}

/** The number of the current key of a key. */
function addHashOf(trial: i32, key: i32, index: i32): i32 {
	let low = at(trial, Trial.LOW, key);
	let high = at(trial, Trial.HIGH, key);
	const end = at(trial, Trial.PART_STARTS, key + 1);
	for (let part = at(trial, Trial.PART_STARTS, key); part < end; ++part) {
		if (!isErased(trial, part)) continue;
		low = (low - at(trial, Trial.PART_LOW, part)) | 0;
		high = (high - at(trial, Trial.PART_HIGH, part)) | 0;
	}
	return numberOf(index, low, high);
}

/** Whether rules erase a part: its feature, or the parameter that it is the value of. */
export function isErased(trial: i32, part: i32): bool {
	const mask = load32(trial + Trial.MASK);
	const name = at(trial, Trial.PART_NAMES, part);
	return load8(mask + (name >>> 1)) == 1 || ((name & 1) != 0 && load8(mask + Feature.EMPTY_VALUE) == 1);
}

/** The feature of a part. */
export function featureOf(trial: i32, part: i32): i32 {
	const name = at(trial, Trial.PART_NAMES, part);
	return (name & 1) != 0 ? Feature.EMPTY_VALUE : name >>> 1;
}

/** The parameter that a part is the value of, or -1. */
export function ownerOf(trial: i32, part: i32): i32 {
	const name = at(trial, Trial.PART_NAMES, part);
	return (name & 1) != 0 ? name >>> 1 : -1;
}

/** The next key with the same current key, or -1. */
export function keyAfter(trial: i32, first: i32, key: i32): i32 {
	return load32(load32(trial + Trial.NEXT_KEYS) + ((key - first) << 2)) - 1;
}
