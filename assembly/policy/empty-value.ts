/** Q1 empty-value: `a=` → `a`, if that "=" is the only one. URL Standard §5.1 reads both as an empty value. Q1b values: no value at all. */
import { Policy } from "../layout/crawl-addresses";
import { Octet } from "../octets/char";
import { load8 } from "../octets/memory";
import { find } from "../octets/span";
import { KeyRule } from "./key-rules";
import { nameEnd, pieceEnd } from "./pieces";
import { policy } from "./program";

/** The end of a piece once its value, or an empty one, is dropped. */
export function foldedEnd(piece: i32): i32 {
	const rules = policy(Policy.RULES);
	if ((rules & KeyRule.VALUES) != 0) return nameEnd(piece);
	const end = pieceEnd(piece);
	if ((rules & KeyRule.EMPTY_VALUE) == 0 || end == piece || load8(end - 1) != Octet.EQUALS) return end;
	return find(piece, end, Octet.EQUALS) == end - 1 ? end - 1 : end;
}
