/**
 * The characters of RFC 3986 (Appendix A) and of earlier editions, written down once. The kernel makes class bits of them
 * (classes.ts); the grammars of the editions build their character classes from them (src/editions/).
 *
 * Each constant holds only what its rule adds to the rule before it. *_NON_ALNUM leaves out letters and digits.
 */

/** ALPHA = %x41-5A / %x61-7A, DIGIT = %x30-39                                          RFC 5234 App. B.1 */
export const UPPER_ALPHA: string = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
export const LOWER_ALPHA: string = "abcdefghijklmnopqrstuvwxyz";
export const DIGIT: string = "0123456789";

/** HEXDIG in either case, §2.1. */
export const HEXDIG: string = "0123456789ABCDEFabcdef";

/**
 * scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ), §3.1: the non-alphanumerics allowed after the first character. "-" is last,
 * where a class of a regular expression takes it literally.
 */
export const SCHEME_NON_ALNUM: string = "+.-";

/** unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~", §2.3 */
export const UNRESERVED_NON_ALNUM: string = "-._~";

/**
 * sub-delims = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "=", §2.2: what a reg-name allows besides unreserved.
 *
 * reg-name = *( unreserved / pct-encoded / sub-delims ), §3.2.2
 */
export const SUB_DELIMS: string = "!$&'()*+,;=";

/** userinfo = *( unreserved / pct-encoded / sub-delims / ":" ), §3.2.1: what it allows in addition to a reg-name. */
export const USERINFO_EXTRA: string = ":";

/** pchar = unreserved / pct-encoded / sub-delims / ":" / "@", with "/" between segments, §3.3: in addition to a userinfo. */
export const PATH_EXTRA: string = "@/";

/** query = *( pchar / "/" / "?" ), §3.4, and fragment, §3.5: in addition to a path. */
export const QUERY_EXTRA: string = "?";

/**
 * unreserved = alpha | digit | mark, mark = "$" | "-" | "_" | "." | "!" | "~" | "*" | "'" | "(" | ")" | ","
 * draft-fielding-url-syntax-05 §2.3
 */
export const UNRESERVED_1997_NON_ALNUM: string = "$-_.!~*'(),";

/** What may be decoded "without fear of creating a conflict": draft-fielding-uri-rfc2396bis-01 §2.3. */
export const DECODED_2003_NON_ALNUM: string = "_~";
