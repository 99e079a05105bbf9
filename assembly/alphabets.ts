/**
 * The characters of RFC 3986 (Appendix A), written down once: the kernel makes bits of them (classes.ts), the editions of
 * the standard build their classes from them (src/editions.ts).
 */

/** ALPHA = %x41-5A / %x61-7A, DIGIT = %x30-39                                          RFC 5234 App. B.1 */
export const UPPER_ALPHA: string = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
export const LOWER_ALPHA: string = "abcdefghijklmnopqrstuvwxyz";
export const DIGIT: string = "0123456789";

/** scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ), §3.1: what is no letter and no digit of its later characters. */
export const SCHEME_BESIDE_ALNUM: string = "+-.";

/** unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~", §2.3: what is no letter and no digit. */
export const UNRESERVED_BESIDE_ALNUM: string = "-._~";

/**
 * sub-delims = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "=", §2.2: what a reg-name has that is not unreserved.
 *
 * reg-name = *( unreserved / pct-encoded / sub-delims ), §3.2.2
 */
export const SUB_DELIMS: string = "!$&'()*+,;=";

/** userinfo = *( unreserved / pct-encoded / sub-delims / ":" ), §3.2.1: what a reg-name does not have. */
export const USERINFO_BESIDE_REG_NAME: string = ":";

/** pchar = unreserved / pct-encoded / sub-delims / ":" / "@", and "/" between them, §3.3: what a userinfo does not have. */
export const PATH_BESIDE_USERINFO: string = "@/";

/** query = *( pchar / "/" / "?" ), fragment the same, §3.4, §3.5: what a path does not have. */
export const QUERY_BESIDE_PATH: string = "?";

/**
 * unreserved = alpha | digit | mark, mark = "$" | "-" | "_" | "." | "!" | "~" | "*" | "'" | "(" | ")" | ",": what is no letter
 * and no digit.
 * draft-fielding-url-syntax-05 §2.3
 */
export const UNRESERVED_1997_BESIDE_ALNUM: string = "$-_.!~*'(),";

/** What may be decoded "without fear of creating a conflict", and is no letter and no digit: draft-fielding-uri-rfc2396bis-01 §2.3. */
export const DECODED_2003_BESIDE_ALNUM: string = "_~";
