/** The rule of scheme ftp: RFC 1738 §3.2.2. */
import { Octet } from "../../octets/char";
import { load8, store8 } from "../../octets/memory";
import { matches } from "../../octets/text";

const enum TypePart {
	/** Octets of ";type=" and the typecode. */
	LENGTH = 7,
}

/** Lower-cases the typecode of a path that ends in ";type=" and A, I or D, in place. */
export function normalizeFtpPath(start: i32, end: i32): void {
	if (end - start < TypePart.LENGTH || !matches(end - TypePart.LENGTH, end - 1, ";type=")) return;
	const typecode = load8(end - 1) | Octet.CASE_BIT;
	if (typecode == Octet.LOWER_A || typecode == Octet.LOWER_I || typecode == Octet.LOWER_D) store8(end - 1, typecode);
}
