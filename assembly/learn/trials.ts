/**
 * Trials: keys of one site that a candidate would merge, and whether their pages agree.
 *
 * ```
 *   current keys of a skeleton      erased form      group               verdict
 *   /x?a=1&ref=b   {D1}             /x?a=1       \
 *   /x?a=1&ref=c   {D1}             /x?a=1        >  D1 D1 D1            agrees: one vote for D1
 *   /x?a=1         {D1}             has it        /
 *   /x?a=2&ref=b   {D2}             /x?a=2       \
 *   /x?a=2         {D3, D4}         has it        >  D2, volatile        nothing
 * ```
 *
 * A current key is the sum of the parts that no rule erases so far. A key with several digests is volatile and no evidence.
 */
import { load8, load32, store32 } from "../octets/memory";
import { at, featureOf, findCurrent, isErased, ownerOf, skeletonEnd } from "./current";
import { HIGH_SEED, LOW_SEED } from "./hash";
import { beginIndex, findNumber, numberOf } from "./index-table";
import { beginGroup, extendGroup, judge } from "./judge";
import { multiply } from "./lanes";
import { Index } from "./layout";
import { Current, Group, Trial } from "./trial-layout";

/** No feature, or no bundle. */
const NEITHER: i32 = -1;

/** Makes the cells of a site, whose keys are [start, end). */
export function trySkeletons(trial: i32, start: i32, end: i32): void {
	for (let first = start; first < end; ) {
		const next = skeletonEnd(trial, first, end);
		if (next - first > 1) trySkeleton(trial, first, next);
		first = next;
	}
}

function trySkeleton(trial: i32, first: i32, end: i32): void {
	const count = findCurrent(trial, first, end, false);
	if (count < 2) return;
	const forms = load32(trial + Trial.FORMS);
	// Each part is a candidate by itself, and in a bundle.
	beginIndex(forms, (at(trial, Trial.PART_STARTS, end) - at(trial, Trial.PART_STARTS, first)) << 1);
	store32(trial + Trial.MEMBER_COUNT, 0);
	for (let number = 0; number < count; ++number) addCandidates(trial, number);
	const groups = load32(trial + Trial.GROUPS);
	const groupsEnd = groups + load32(forms + Index.COUNT) * Group.SIZE;
	for (let group = groups; group < groupsEnd; group += Group.SIZE) {
		if (load32(group + Group.COUNT) > 1) judge(trial, group, first);
	}
}

function addCandidates(trial: i32, number: i32): void {
	const key = load32(load32(trial + Trial.CURRENT_KEYS) + number * Current.SIZE + Current.FIRST);
	const start = at(trial, Trial.PART_STARTS, key);
	const end = at(trial, Trial.PART_STARTS, key + 1);
	for (let part = start; part < end; ++part) {
		if (isErased(trial, part)) continue;
		const feature = featureOf(trial, part);
		const isOwned = ownerOf(trial, part) >= 0;
		// A feature has several parts if it has owners: the first of them stands for all.
		const isSingle = load8(load32(trial + Trial.SINGLE) + feature) == 1;
		if (isSingle && !(isOwned && hasEarlier(trial, start, part, feature, NEITHER))) {
			addErased(trial, number, start, end, feature, feature, NEITHER);
		}
		const bundle = load8(load32(trial + Trial.BUNDLE_OF) + feature);
		if (bundle == 0 || isOwned || hasEarlier(trial, start, part, NEITHER, bundle)) continue;
		addErased(trial, number, start, end, at(trial, Trial.BUNDLES, bundle - 1), NEITHER, bundle);
	}
}

/** Whether a part from `start` to `part` has the feature, or one of the bundle. */
function hasEarlier(trial: i32, start: i32, part: i32, feature: i32, bundle: i32): bool {
	for (let earlier = start; earlier < part; ++earlier) {
		if (isOf(trial, featureOf(trial, earlier), feature, bundle) && !isErased(trial, earlier)) return true;
	}
	return false;
}

function isOf(trial: i32, feature: i32, single: i32, bundle: i32): bool {
	return feature == single || load8(load32(trial + Trial.BUNDLE_OF) + feature) == bundle;
}

/** Adds a current key to the group of its erased form. A key that has that form already belongs to it. */
function addErased(trial: i32, number: i32, start: i32, end: i32, id: i32, single: i32, bundle: i32): void {
	const current = load32(trial + Trial.CURRENT);
	const hash = load32(current + Index.HASHES) + (number << 3);
	let low = load32(hash);
	let high = load32(hash + 4);
	for (let part = start; part < end; ++part) {
		if (!goes(trial, part, single, bundle) || isErased(trial, part)) continue;
		low = (low - at(trial, Trial.PART_LOW, part)) | 0;
		high = (high - at(trial, Trial.PART_HIGH, part)) | 0;
	}
	// Hashes of parts may add up to 0: the authors of URLs choose the values.
	if (low == load32(hash) && high == load32(hash + 4)) return;
	const forms = load32(trial + Trial.FORMS);
	const known = load32(forms + Index.COUNT);
	const form = numberOf(forms, (low + multiply(id + 1, LOW_SEED)) | 0, (high + multiply(id + 1, HIGH_SEED)) | 0);
	const group = load32(trial + Trial.GROUPS) + form * Group.SIZE;
	if (form == known) {
		const bare = findNumber(current, low, high);
		beginGroup(trial, group, id, bare >= 0 ? bare : number);
		if (bare < 0) return;
	} else if (load32(group + Group.CANDIDATE) != id) {
		// With chosen values, erasing either of two candidates can leave the same hash: the group would hold the key twice.
		return;
	}
	extendGroup(trial, group, number);
}

/** Whether a part goes with a feature or a bundle: it is of it, or the value of a parameter of it. */
function goes(trial: i32, part: i32, single: i32, bundle: i32): bool {
	if (isOf(trial, featureOf(trial, part), single, bundle)) return true;
	const owner = ownerOf(trial, part);
	return owner >= 0 && isOf(trial, owner, single, bundle);
}
