/**
 * Q6 query-sort, and the order that Q5 needs: a stable sort of pieces.
 *
 * `name`: by decoded name, octet by octet. `name-value`: then by decoded value, then by raw octets (`a` before `a=`).
 */

import { Policy } from "../layout/crawl-addresses";
import { mergeSort } from "./merge-sort";
import { Radix, sortByNames } from "./name-radix";
import { compare, Order } from "./piece-order";
import { pieceAt } from "./pieces";
import { policy } from "./program";

/** Sorts the first `count` pieces. Requires: those to be sorted by name are in the order of the query. */
export function sortPieces(order: i32, count: i32): void {
	if (isSorted(order, count)) return;
	const pieces = policy(Policy.PIECES);
	const end = pieces + (count << 2);
	if (order <= Order.NAME_VALUE && count >= Radix.MIN_PIECES) sortByNames(order, pieces, end);
	else mergeSort(order, pieces, end, end);
}

/** Whether the first `count` pieces are in order. */
export function isSorted(order: i32, count: i32): bool {
	for (let index = 1; index < count; ++index) if (compare(order, pieceAt(index - 1), pieceAt(index)) > 0) return false;
	return true;
}
