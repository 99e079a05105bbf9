/** Rules that are matched in text, as sources of regular expressions: RFC 3986 App. A. */
import { DIGIT, LOWER_ALPHA, SCHEME_NON_ALNUM } from "../../assembly/octets/alphabets";
import { HEXDIG } from "../../assembly/reference/editions";

/**
 * scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ), §3.1: its first character, any of the others, and all of it. In lower case:
 * the flag "i" adds the rest.
 */
export const SCHEME_START = `[${LOWER_ALPHA}]`;
export const SCHEME_CHARACTER = `[${LOWER_ALPHA}${DIGIT}${SCHEME_NON_ALNUM}]`;
export const SCHEME = `${SCHEME_START}${SCHEME_CHARACTER}*`;

/** HEXDIG HEXDIG, and pct-encoded = "%" HEXDIG HEXDIG, §2.1. */
export const HEX_PAIR = `[${HEXDIG}]{2}`;
export const TRIPLET = `%${HEX_PAIR}`;
