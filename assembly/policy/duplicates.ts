/** Q5 duplicates: drops each piece whose octets equal those of an earlier one. */
import { compare, Order } from "./piece-order";
import { pieceAt, setPiece } from "./pieces";
import { sortPieces } from "./query-sort";

/** Drops them from the first `count` pieces, which keep the order of the query. Returns the number left. */
export function dropDuplicates(count: i32): i32 {
	// A stable sort leaves the first of equal pieces first.
	sortPieces(Order.RAW, count);
	let left = 0;
	for (let index = 0; index < count; ++index) {
		const isNew = left == 0 || compare(Order.RAW, pieceAt(left - 1), pieceAt(index)) != 0;
		if (isNew) setPiece(left++, pieceAt(index));
	}
	sortPieces(Order.PLACE, left);
	return left;
}
