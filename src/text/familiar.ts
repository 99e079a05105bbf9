/** Decides which words of running text are schemes if no delimiter says so. */
import { matchEnd } from "./scan";

/** "//" and the start of a host, userinfo or path: RFC 3986 §3. */
const AUTHORITY = /\/{2,3}[a-z0-9%_@[\u00a1-\uffff]/iy;
/** The start of an addr-spec, up to the first character of its domain. */
const ADDRESS = /[^\s:@<>"]{1,256}@[a-z0-9[\u00a1-\uffff]/iy;
const NUMBER = /\+?[0-9]/y;

/**
 * The schemes recognized without "//", with the start of their syntax. No pattern reads more than one character beyond the next
 * ":", so time is linear even if a scheme is repeated.
 */
const BEGINS: ReadonlyMap<string, RegExp> = new Map([
	["file", /\/[a-z0-9%_.~\u00a1-\uffff]/iy], //                            RFC 8089 §2
	["mailto", new RegExp(`\\?[a-z]|${ADDRESS.source}`, "iy")], //           RFC 6068 §2
	["news", /\*|[^\s:.@<>"]{1,256}[.@][a-z0-9]/iy], //                      RFC 5538 §2
	["mid", ADDRESS], //                                                     RFC 2392 §2
	["cid", ADDRESS], //                                                     RFC 2392 §2
	["sip", ADDRESS], //                                                     RFC 3261 §19.1.1
	["sips", ADDRESS], //                                                    RFC 3261 §19.1.1
	["xmpp", ADDRESS], //                                                    RFC 5122 §2.2
	["acct", ADDRESS], //                                                    RFC 7565 §7
	["im", ADDRESS], //                                                      RFC 3860 App. A
	["pres", ADDRESS], //                                                    RFC 3859 App. A
	["tel", NUMBER], //                                                      RFC 3966 §3
	["sms", NUMBER], //                                                      RFC 5724 §2.2
	["geo", /-?[0-9]/y], //                                                  RFC 5870 §3.3
	["urn", /[a-z0-9][a-z0-9-]{1,31}:[a-z0-9%_]/iy], //                      RFC 8141 §2
	["did", /[a-z0-9]{1,32}:[a-z0-9%_]/y], //                                W3C DID Core §3.1
	["tag", /[a-z0-9.@_-]{1,256},[0-9]/iy], //                               RFC 4151 §2.1
	["data", /[a-z0-9!#$&_.+-]{1,127}\/[a-z0-9]|[;,][a-z0-9%]/iy], //        RFC 2397 §3
	["info", /[a-z0-9.-]{1,64}\/[a-z0-9]/iy], //                             RFC 4452 §3
	["about", /[a-z]/iy], //                                                 RFC 6694 §2.1
]);

/**
 * The least end of a reference without delimiters whose scheme and ":" are [start, afterColon), or -1 if that is only a word before a
 * colon.
 */
export function leastEnd(text: string, start: number, afterColon: number): number {
	if (afterColon - start <= 2) return -1;
	const end = matchEnd(AUTHORITY, text, afterColon);
	if (end >= 0) return end;
	const begin = BEGINS.get(text.slice(start, afterColon - 1).toLowerCase());
	return begin === undefined ? -1 : matchEnd(begin, text, afterColon);
}
