/** Tomcat 10.1: http11/Http11InputBuffer and catalina/connector/CoyoteAdapter, parsePathParameters, convertURI and normalize. */
import { decode, fromUtf8, hasBadTriplet, mergeSlashes, removeDots, trimEnd, triplet } from "./octets";
import { isPlainHost, type Read, split } from "./reading";

/** Characters that org.apache.tomcat.util.http.parser.HttpParser rejects in a target. */
const INVALID = /[^!$-;=?-Z_a-z~]/;

export const tomcat: Read = (target) => {
	const ended = trimEnd(target, "\t");
	const parts = INVALID.test(ended) ? undefined : split(ended, false);
	if (parts === undefined) return 400;
	const { scheme = "http", authority, query } = parts;
	const host = authority?.slice(authority.lastIndexOf("@") + 1);
	if (!/^https?$/.test(scheme) || !isPlainHost(host)) return 400;
	const stripped = (parts.path || "/").replace(/;[^/]*/g, "");
	if (/%(?:2f|5c|00)/i.test(stripped) || hasBadTriplet(stripped)) return 400;
	const merged = mergeSlashes(decode(stripped));
	const removed = removeDots(merged, false);
	if (removed === undefined || fromUtf8(removed.replace(/[%\x80-\xff]/g, triplet)) === undefined) return 400;
	// A slash that only ends a dot segment goes with it.
	const path = /\/\.\.?$/.test(merged) && removed !== "/" ? removed.slice(0, -1) : removed;
	return { host, path, query, sends: target };
};
