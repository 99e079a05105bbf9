/** A stable bottom-up merge sort of pieces. */

import { load32, store32 } from "../octets/memory";
import { compare } from "./piece-order";

/** Sorts the addresses of pieces in [start, end). Requires: the same amount of room at `spare`. */
export function mergeSort(order: i32, start: i32, end: i32, spare: i32): void {
	const size = end - start;
	for (let run: i32 = 4; run < size; run <<= 1) {
		for (let left: i32 = start; left + run < end; left += run << 1) {
			const rest = end - left - run;
			mergeRuns(order, left, left + run, left + run + (rest < run ? rest : run), spare);
		}
	}
}

/** Merges the sorted runs [start, middle) and [middle, end). Runs already in order, as numbered names mostly are, stay. */
function mergeRuns(order: i32, start: i32, middle: i32, end: i32, spare: i32): void {
	if (compare(order, load32(middle - 4), load32(middle)) <= 0) return;
	// Move the left run out of the way.
	for (let at = start; at < middle; at += 4) store32(spare + at - start, load32(at));
	let left = spare;
	const leftEnd = spare + middle - start;
	let right = middle;
	let to = start;
	while (left < leftEnd) {
		const takesLeft = right == end || compare(order, load32(left), load32(right)) <= 0;
		store32(to, load32(takesLeft ? left : right));
		to += 4;
		if (takesLeft) left += 4;
		else right += 4;
	}
}
