/** The rule of the scheme ftp: RFC 1738 §3.2.2. */
import { Octet } from "../char";
import { load8, store8 } from "../memory";
import { matches } from "../text";

/** Writes the typecode of a path that ends in ";type=" A, I or D in lower case, in place. */
export function normalizeFtpPath(start: i32, end: i32): void {
	if (end - start < 7 || !matches(end - 7, end - 1, ";type=")) return;
	const typecode = load8(end - 1) | Octet.CASE_BIT;
	if (typecode == Octet.LOWER_A || typecode == Octet.LOWER_I || typecode == Octet.LOWER_D) store8(end - 1, typecode);
}
