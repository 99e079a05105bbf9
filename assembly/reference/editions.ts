/**
 * Characters that the other kernels do not need, as alphabets.ts has the rest: of editions before RFC 3986, which only the core can
 * decode, and of the grammars. *_NON_ALNUM leaves out letters and digits.
 */
import { Class, define } from "../octets/classes";

/**
 * unreserved = alpha | digit | mark, mark = "$" | "-" | "_" | "." | "!" | "~" | "*" | "'" | "(" | ")" | ","
 * draft-fielding-url-syntax-05 §2.3
 */
export const UNRESERVED_1997_NON_ALNUM: string = "$-_.!~*'(),";

/** Characters that may be decoded "without fear of creating a conflict": draft-fielding-uri-rfc2396bis-01 §2.3. */
export const DECODED_2003_NON_ALNUM: string = "_~";

/** HEXDIG in either case, §2.1. */
export const HEXDIG: string = "0123456789ABCDEFabcdef";

/** Fills in the classes of these editions. */
export function initializeEditions(): void {
	define(Class.DECODED_1994, Class.ALNUM, "");
	define(Class.DECODED_2003, Class.ALNUM, DECODED_2003_NON_ALNUM);
	define(Class.DECODED_1997, Class.ALNUM, UNRESERVED_1997_NON_ALNUM);
}
