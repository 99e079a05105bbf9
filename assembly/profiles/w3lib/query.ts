/** `w3lib@1`, the query: names and values decoded, sorted by name, then by value, and quoted again (`_parse_qsl`, `_urlencode`). */
import { Octet } from "../../octets/char";
import { Class } from "../../octets/classes";
import { store8 } from "../../octets/memory";
import { KeyRule } from "../../policy/key-rules";
import { Order } from "../../policy/piece-order";
import { nameEnd, pieceAt, pieceEnd } from "../../policy/pieces";
import { sortPieces } from "../../policy/query-sort";
import { listQuery } from "../emulation/pieces";
import { writeFormText } from "../emulation/quote";

/** Writes "?" and the query [start, end), or nothing when no piece is left. Every piece gets a "=". Returns the new end. */
export function writeQuery(start: i32, end: i32, scratch: i32, to: i32): i32 {
	const count = listQuery(start, end, scratch, KeyRule.EMPTY_PAIRS);
	sortPieces(Order.NAME_VALUE, count);
	for (let index = 0; index < count; ++index) {
		store8(to++, index == 0 ? Octet.QUESTION_MARK : Octet.AMPERSAND);
		const piece = pieceAt(index);
		const name = nameEnd(piece);
		to = writeFormText(piece, name, Class.UNRESERVED, to);
		store8(to++, Octet.EQUALS);
		const valueEnd = pieceEnd(piece);
		if (name < valueEnd) to = writeFormText(name + 1, valueEnd, Class.UNRESERVED, to);
	}
	return to;
}
