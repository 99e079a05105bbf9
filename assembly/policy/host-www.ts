/**
 * H4 host-www: drops leading `www.` labels as long as two or more labels remain that are not an IPv4 address. A final dot is not
 * counted as a label.
 *
 * Choice: no Public Suffix List, so `www.co.uk` is `co.uk`.
 */
import { Octet } from "../octets/char";
import { load8 } from "../octets/memory";
import { find } from "../octets/span";
import { matches } from "../octets/text";
import { endsInNumber } from "../whatwg/ipv4";
import { withoutFinalDot } from "./host-dot";

/** Returns where the host [start, end) starts without its leading `www.` labels. */
export function skipWww(start: i32, end: i32): i32 {
	const last = withoutFinalDot(start, end);
	let at = start;
	while (last - at > 4 && matches(at, at + 4, "www.") && hasTwoLabels(at + 4, last) && !endsInNumber(at + 4, last)) at += 4;
	return at;
}

export function hasTwoLabels(start: i32, end: i32): bool {
	const dot = find(start, end, Octet.DOT);
	return dot > start && dot + 1 < end && load8(dot + 1) != Octet.DOT;
}
