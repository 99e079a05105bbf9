/**
 * The characters of RFC 3986 (Appendix A), written down once. The kernels make class bits of them (classes.ts); the grammars of
 * the editions build their character classes from them (src/editions/). Every kernel holds every constant of this file.
 *
 * Each constant holds only what its rule adds to the rule before it. *_NON_ALNUM leaves out letters and digits.
 */

/** ALPHA = %x41-5A / %x61-7A, DIGIT = %x30-39                                          RFC 5234 App. B.1 */
export const UPPER_ALPHA: string = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
export const LOWER_ALPHA: string = "abcdefghijklmnopqrstuvwxyz";
export const DIGIT: string = "0123456789";

/**
 * scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ), §3.1: the non-alphanumerics allowed after the first character. "-" is last,
 * where a class of a regular expression takes it literally.
 */
export const SCHEME_NON_ALNUM: string = "+.-";

/** unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~", §2.3 */
export const UNRESERVED_NON_ALNUM: string = "-._~";

/**
 * sub-delims = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "=", §2.2: a reg-name allows them and unreserved.
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
