/**
 * Rules of lists that edit the key: redirections of ClearURLs, and its raw rules.
 *
 * ```
 *   https://out.example/?url=http%3A%2F%2Fa.example   a redirection finds its first group, which is decoded until it is a URL
 *   https://shop.example/dp/1/ref=sr_1?id=2           a raw rule finds what goes; all that it finds is in path and query
 *                            \_______/
 * ```
 *
 * Their providers and exceptions see the key as patterns of lists see it: without userinfo, final dot and fragment.
 */
import { ABSENT, Component } from "../../layout/addresses";
import { Policy } from "../../layout/crawl-addresses";
import { Lists, Rewriting } from "../../layout/crawl-state";
import { Octet } from "../../octets/char";
import { clear, copy, load8, load32, store8 } from "../../octets/memory";
import { matchesInAnyCase } from "../../octets/text";
import { tripletValue } from "../../reference/percent";
import { endOf, isPresent, startOf } from "../../reference/record";
import { beginText, holds } from "../conditions";
import { forgetHost } from "../host-bits";
import { withoutFinalDot } from "../host-dot";
import { skipWww } from "../host-www";
import { setLists } from "../list-state";
import { isPrivateHost } from "../private-host";
import { setPolicy } from "../program";
import { Rewrite, RewriteFlag } from "./layout";
import { searchPattern } from "./pattern";
import { areaAt, MAX_RESULT, matchAt, rewriting, slotsAt } from "./room";
import { writeUtf8 } from "./unwrap";

/** Limits that keep the work of a rule linear: the matches that it acts on, and the times that it decodes. */
const MAX_MATCHES: i32 = 64;
const MAX_DECODINGS: i32 = 8;
const HTTP: i32 = 7;
const HTTPS: i32 = 8;

export function isListed(rewrite: i32): bool {
	return (load32(rewrite + Rewrite.FLAGS) & (RewriteFlag.UNWRAPS_GROUP | RewriteFlag.CUTS)) != 0;
}

/** Has conditions see the recorded key, until the next reference. */
export function beginKeyText(): void {
	const host = startOf(Component.HOST);
	const hostEnd = withoutFinalDot(host, endOf(Component.HOST));
	setPolicy(Policy.KEY, rewriting(Rewriting.KEY));
	setPolicy(Policy.HOST_START, skipWww(host, hostEnd));
	setPolicy(Policy.HOST_END, hostEnd);
	setPolicy(Policy.WRITTEN_HOST, host);
	setPolicy(Policy.WRITTEN_HOST_END, hostEnd);
	setPolicy(Policy.PORT, endOf(Component.HOST));
	setPolicy(Policy.PATH_START, startOf(Component.PATH));
	setPolicy(Policy.PATH_END, endOf(Component.PATH));
	setLists(Lists.KEY_QUERY_END, textEnd());
	forgetHost();
	beginText();
}

/** Whether the provider of a rule matches the key, and no exception does. Requires: `beginKeyText`. */
export function mayEdit(rewrite: i32): bool {
	const condition = load32(rewrite + Rewrite.CONDITION);
	const exception = load32(rewrite + Rewrite.EXCEPTION);
	return (condition == 0 || holds(condition - 1)) && !isPrivateHost() && (exception == 0 || !holds(exception - 1));
}

/** The end of path and query of the recorded key. */
function textEnd(): i32 {
	return isPresent(Component.QUERY) ? endOf(Component.QUERY) : endOf(Component.PATH);
}

/** Writes the URL that is the first group, decoded, to `to`. Returns its end; 0: there is none. */
export function writeGroup(rewrite: i32, to: i32): i32 {
	const key = rewriting(Rewriting.KEY);
	clear(slotsAt(), matchAt());
	if (!searchPattern(load32(rewrite + Rewrite.PATH), key, key, rewriting(Rewriting.KEY_END))) return 0;
	const start = load32(slotsAt() + 8);
	const end = load32(slotsAt() + 12);
	if (start == 0 || end - start > MAX_RESULT) return 0;
	const text = areaAt();
	let last = copy(start, end, text);
	for (let count: i32 = 0; !beginsAsUrl(text, last); ++count) {
		const decoded = decode(text, last);
		if (decoded == last || count == MAX_DECODINGS) return 0;
		last = decoded;
	}
	return writeUtf8(text, last, to);
}

function beginsAsUrl(start: i32, end: i32): bool {
	if (end - start >= HTTP && matchesInAnyCase(start, start + HTTP, "http://")) return true;
	return end - start >= HTTPS && matchesInAnyCase(start, start + HTTPS, "https://");
}

/** Decodes the triplets of a text once, in place. Returns its new end. */
function decode(start: i32, end: i32): i32 {
	let to = start;
	for (let at = start; at < end; ) {
		const value = load8(at) == Octet.PERCENT ? tripletValue(at, end) : ABSENT;
		store8(to++, value == ABSENT ? load8(at) : value);
		at += value == ABSENT ? 1 : 3;
	}
	return to;
}

/** Writes the key without what a raw rule finds to `to`. Returns its end; 0: it finds nothing, or something else than path and query. */
export function writeCut(rewrite: i32, to: i32): i32 {
	const key = rewriting(Rewriting.KEY);
	const keyEnd = rewriting(Rewriting.KEY_END);
	const path = startOf(Component.PATH);
	const end = textEnd();
	if (keyEnd - key > MAX_RESULT) return 0;
	let at = key;
	let written = to;
	let matches: i32 = 0;
	for (let from = key; from <= end; ++matches) {
		clear(slotsAt(), matchAt());
		if (!searchPattern(load32(rewrite + Rewrite.PATH), from, key, end)) break;
		const start = load32(slotsAt());
		const matchEnd = load32(slotsAt() + 4);
		const isEmpty = matchEnd == start;
		if (matches == MAX_MATCHES || (!isEmpty && start < path)) return 0;
		written = copy(at, start, written);
		at = matchEnd;
		from = isEmpty ? matchEnd + 1 : matchEnd;
	}
	if (written + end - at == to + end - key) return 0;
	const last = copy(at, end, written);
	const first = to + (path - key);
	// The octets after the host must not become a part of it.
	const isApart = first == last || load8(first) == Octet.SLASH || load8(first) == Octet.QUESTION_MARK;
	return isApart ? copy(end, keyEnd, last) : 0;
}
