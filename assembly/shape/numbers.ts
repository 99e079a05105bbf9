/** Numbers in words: `p123`, `300x250`. */

import { ShapeClass, State } from "../layout/shapes";
import { Octet } from "../octets/char";
import { load8 } from "../octets/memory";
import { digitsEnd, isDigitAt } from "./kinds";
import { get, put } from "./writer";

/** Digits of the shortest number that is replaced in any word. */
const MIN_NUMBER: i32 = 3;

/** Writes the numbers in the word [start, end), the run that was read last. Digits of triplets are none. */
export function writeNumbers(start: i32, end: i32): void {
	const least = isNumbered(start, end) ? 1 : MIN_NUMBER;
	if (least == MIN_NUMBER && get(State.HAS_NUMBER) == 0) return;
	for (let at = start; at < end; ) {
		const last = digitsEnd(at, end);
		if (last - at >= least) put(ShapeClass.INT, at, last);
		at = last > at ? last : load8(at) == Octet.PERCENT ? at + 3 : at + 1;
	}
}

/** Whether a word is `p`, `pg`, `page` or `id`, in any case, and a number. */
function isNumbered(start: i32, end: i32): bool {
	const letter = lowerAt(start);
	if (letter != Octet.LOWER_P && letter != Octet.LOWER_I) return false;
	let at = start;
	while (at < end && at < start + 5 && !isDigitAt(at, end)) ++at;
	if (digitsEnd(at, end) != end) return false;
	if (at == start + 1) return lowerAt(start) == Octet.LOWER_P;
	if (at == start + 2) return isPair(start, Octet.LOWER_P, Octet.LOWER_G) || isPair(start, Octet.LOWER_I, Octet.LOWER_D);
	return at == start + 4 && isPair(start, Octet.LOWER_P, Octet.LOWER_A) && isPair(start + 2, Octet.LOWER_G, Octet.LOWER_E);
}

function isPair(at: i32, first: i32, second: i32): bool {
	return lowerAt(at) == first && lowerAt(at + 1) == second;
}

function lowerAt(at: i32): i32 {
	return load8(at) | Octet.CASE_BIT;
}
