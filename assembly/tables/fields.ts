/** Writes values as fields of CSV and as strings of JSON. */
import { Octet } from "../octets/char";
import { copy, load8, store8 } from "../octets/memory";
import { find } from "../octets/span";
import { Table } from "./layout";
import { findStringStop } from "./marks";
import { table } from "./table";

/** Writes a field of CSV, in quotes if necessary (RFC 4180 §2.6); fields of CDX have none. Returns the end. */
export function writeField(isQuoted: bool, start: i32, end: i32, to: i32): i32 {
	if (table(Table.IS_CDX) != 0) return copy(start, end, to);
	const hasQuote = find(start, end, Octet.QUOTATION_MARK) != end;
	if (!isQuoted && !hasQuote && !hasDelimiter(start, end)) return copy(start, end, to);
	store8(to++, Octet.QUOTATION_MARK);
	for (let at = start; at < end; ++at) {
		const octet = load8(at);
		store8(to++, octet);
		if (octet == Octet.QUOTATION_MARK) store8(to++, octet);
	}
	store8(to, Octet.QUOTATION_MARK);
	return to + 1;
}

function hasDelimiter(start: i32, end: i32): bool {
	return find(start, end, table(Table.DELIMITER)) != end || find(start, end, Octet.CR) != end;
}

/** Writes a string of JSON. Returns the end. */
export function writeString(start: i32, end: i32, to: i32): i32 {
	store8(to++, Octet.QUOTATION_MARK);
	let at = start;
	while (true) {
		const stop = findStringStop(at, end);
		to = copy(at, stop, to);
		if (stop == end) break;
		to = writeEscape(load8(stop), to);
		at = stop + 1;
	}
	store8(to, Octet.QUOTATION_MARK);
	return to + 1;
}

/** Writes the escape of an octet: `\"`, `\\`, or `\u00XX` for a control character (RFC 8259 §7). Returns the end. */
function writeEscape(octet: i32, to: i32): i32 {
	store8(to, Octet.BACKSLASH);
	if (octet >= Octet.SPACE) {
		store8(to + 1, octet);
		return to + 2;
	}
	store8(to + 1, Octet.LOWER_U);
	store8(to + 2, Octet.DIGIT_0);
	store8(to + 3, Octet.DIGIT_0);
	store8(to + 4, Octet.DIGIT_0 + (octet >> 4));
	const low = octet & 15;
	store8(to + 5, low < 10 ? Octet.DIGIT_0 + low : Octet.LOWER_A + low - 10);
	return to + 6;
}
