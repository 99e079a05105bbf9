/** Hosts that only need lower case. */
import { Octet } from "../octets/char";
import { load8 } from "../octets/memory";

/**
 * Whether the host [start, end) has a last label that does not begin with a digit, so that it does not end in a number (URL
 * Standard §3.5). Conservative: a final dot counts as an empty label.
 */
export function isName(start: i32, end: i32): bool {
	let label = end;
	while (label > start && load8(label - 1) != Octet.DOT) --label;
	return label < end && (load8(label) < Octet.DIGIT_0 || load8(label) > Octet.DIGIT_9);
}
