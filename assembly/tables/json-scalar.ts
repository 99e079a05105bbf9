/** Scalars of JSON, RFC 8259 §3 and §6: numbers, true, false and null. Each function returns the end of its scalar, or 0. */
import { Octet } from "../octets/char";
import { load8 } from "../octets/memory";

const TRUE = "true";
const FALSE = "false";
const NULL = "null";

/** The end of the word that begins at `start`. */
export function wordEnd(start: i32, end: i32): i32 {
	const octet = load8(start);
	if (octet == Octet.LOWER_T) return endOf(TRUE, start, end);
	if (octet == Octet.LOWER_F) return endOf(FALSE, start, end);
	return endOf(NULL, start, end);
}

function endOf(word: string, start: i32, end: i32): i32 {
	if (end - start < word.length) return 0;
	for (let at = 0; at < word.length; ++at) if (load8(start + at) != word.charCodeAt(at)) return 0;
	return start + word.length;
}

/** The end of the number that begins at `start`: [ "-" ] int [ frac ] [ exp ]. */
export function numberEnd(start: i32, end: i32): i32 {
	const first = load8(start) == Octet.HYPHEN ? start + 1 : start;
	let at = digitsEnd(first, end);
	if (at == first || (load8(first) == Octet.DIGIT_0 && at - first > 1)) return 0;
	if (at < end && load8(at) == Octet.DOT) {
		const fraction = at + 1;
		at = digitsEnd(fraction, end);
		if (at == fraction) return 0;
	}
	if (at < end && (load8(at) | Octet.CASE_BIT) == Octet.LOWER_E) {
		const sign = load8(++at);
		if (sign == Octet.PLUS || sign == Octet.HYPHEN) ++at;
		const exponent = at;
		at = digitsEnd(exponent, end);
		if (at == exponent) return 0;
	}
	return at;
}

function digitsEnd(start: i32, end: i32): i32 {
	let at = start;
	while (at < end && load8(at) >= Octet.DIGIT_0 && load8(at) <= Octet.DIGIT_9) ++at;
	return at;
}
