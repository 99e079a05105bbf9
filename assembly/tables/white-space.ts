/** White space of values. A value of only white space is none: its row is empty. */
import { Octet } from "../octets/char";

export function isSpace(octet: i32): bool {
	return octet == Octet.SPACE || octet == Octet.TAB || octet == Octet.CR || octet == Octet.LF;
}
