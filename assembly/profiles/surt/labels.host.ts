/** Leaf, typed-array side: the labels of a host, from last to first. The contract is in labels.ts, the Wasm side. */
import { Octet } from "../../octets/char";
import { copy, load8, store8 } from "../../octets/memory";

export function writeLabels(start: i32, end: i32, to: i32): i32 {
	let labelEnd = end;
	for (let at = end - 1; at >= start; --at) {
		if (load8(at) !== Octet.DOT) continue;
		to = copy(at + 1, labelEnd, to);
		store8(to++, Octet.COMMA);
		labelEnd = at;
	}
	return copy(start, labelEnd, to);
}
