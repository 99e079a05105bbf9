/** Controls: current keys fetched twice or more, and those of them whose page changed. */
import { clear, load32 } from "../octets/memory";
import { findCurrent, skeletonEnd } from "./current";
import { beginIndex } from "./index-table";
import { add, countDigests, entriesOf } from "./judge";
import { Index } from "./layout";
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
