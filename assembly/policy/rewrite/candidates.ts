/**
 * The rewrites that may act on a key, in their order: those of every host, of its host, and of its sites.
 *
 * A list has most of them in hash tables, by a segment of the path that they name in full, the first or the last. So a key meets few of many
 * rewrites:
 *
 * ```
 *   /web/:time/*          "web"     found by the first segment of  /web/2020/http://a.example/
 *   /:section/:id/amp     "amp"     found by the last one of       /news/12/amp
 *   /:id                            one of the others
 * ```
 */

import { Policy } from "../../layout/crawl-addresses";
import { Rewriting } from "../../layout/crawl-state";
import { Octet } from "../../octets/char";
import { load8, load32, store32 } from "../../octets/memory";
import { find } from "../../octets/span";
import { mayHold } from "../conditions";
import { lowered } from "../decoded";
import { bucketOf, hashOctet, Table } from "../hash";
import { More } from "../more";
import { Header, hasRounds, header, policy, program } from "../program";
import { Rewrite, RewriteList } from "./layout";
import { isListed } from "./listed";
import { cursorsAt, rewriting, setRewriting } from "./room";

/** After the number of the last rewrite. */
export const NO_REWRITE: i32 = 0x7fffffff;
/** Octets of a cursor. */
const CURSOR: i32 = 8;

/**
 * Finds the rewrites for the path [path, pathEnd) of a host whose list has the number `ofHost`; 0: it has none.
 *
 * Requires: `beginKeyText`, if the program has rules of lists.
 */
export function beginCandidates(ofHost: i32, path: i32, pathEnd: i32): void {
	let end = cursorsAt();
	if (ofHost != 0) end = addList(ofHost, path, pathEnd, end);
	if (hasAnyHost()) end = addList(0, path, pathEnd, end);
	const sites = header(More.REWRITE_SITES);
	const ofSites = sites == 0 ? 0 : load32(program() + sites + (configNumber() << 2));
	if (ofSites != 0) end = addList(ofSites, path, pathEnd, end);
	setRewriting(Rewriting.CURSORS_END, end);
}

/** Whether some rewrites are about every host. */
export function hasAnyHost(): bool {
	return rewriting(Rewriting.HAS_ANY_HOST) != 0;
}

export function rewriteAt(number: i32): i32 {
	return program() + header(More.REWRITES) + number * Rewrite.SIZE;
}

/** The next rewrite; NO_REWRITE after the last. */
export function nextCandidate(): i32 {
	const end = rewriting(Rewriting.CURSORS_END);
	if (end == cursorsAt() + CURSOR) return takeNext(cursorsAt());
	let least = NO_REWRITE;
	for (let cursor = cursorsAt(); cursor < end; cursor += CURSOR) {
		const at = load32(cursor);
		if (at < load32(cursor + 4) && load32(at) < least) least = load32(at);
	}
	for (let cursor = cursorsAt(); cursor < end; cursor += CURSOR) {
		const at = load32(cursor);
		if (at < load32(cursor + 4) && load32(at) == least) store32(cursor, skipOthers(at + 4, load32(cursor + 4)));
	}
	return least;
}

/** The next rewrite of the only cursor. */
function takeNext(cursor: i32): i32 {
	const at = load32(cursor);
	if (at == load32(cursor + 4)) return NO_REWRITE;
	store32(cursor, skipOthers(at + 4, load32(cursor + 4)));
	return load32(at);
}

function configNumber(): i32 {
	// The fast path, which has no sites, asks before any configuration is chosen.
	if (header(Header.SITES) == 0) return 0;
	// Requires: Config.SIZE is 16.
	return (policy(Policy.CONFIG) - program() - header(Header.CONFIGS)) >> 4;
}

/** Adds cursors for a list. Returns their new end. */
function addList(number: i32, path: i32, pathEnd: i32, to: i32): i32 {
	const list = program() + header(More.REWRITE_LISTS) + number * RewriteList.SIZE;
	const byFirst = load32(list + RewriteList.BY_FIRST);
	const byLast = load32(list + RewriteList.BY_LAST);
	to = addCursor(program() + load32(list + RewriteList.OTHERS), load32(list + RewriteList.OTHER_COUNT), to);
	if (byFirst != 0) to = addBucket(program() + byFirst, path + 1, find(path + 1, pathEnd, Octet.SLASH), to);
	return byLast == 0 ? to : addBucket(program() + byLast, lastSegment(path, pathEnd), pathEnd, to);
}

function addCursor(start: i32, count: i32, to: i32): i32 {
	if (count == 0) return to;
	const end = start + (count << 2);
	store32(to, skipOthers(start, end));
	store32(to + 4, end);
	return to + CURSOR;
}

/** Skips rules of lists that are about other hosts. Most keys meet none. */
function skipOthers(start: i32, end: i32): i32 {
	if (!hasRounds()) return start;
	let at = start;
	while (at < end && !mayMeet(rewriteAt(load32(at)))) at += 4;
	return at;
}

/** Whether a rewrite may be about the host at hand. */
function mayMeet(rewrite: i32): bool {
	const condition = load32(rewrite + Rewrite.CONDITION);
	// Fast path only: the condition is asked in full when the rule is tried.
	return !isListed(rewrite) || condition == 0 || mayHold(condition - 1);
}

/** Adds a cursor for the bucket of a segment. Others than those of the segment may be in it. */
function addBucket(table: i32, start: i32, end: i32, to: i32): i32 {
	let hash = load32(table + Table.SEED);
	for (let at = start; at < end; ++at) hash = hashOctet(hash, lowered(load8(at)));
	const bucket = bucketOf(table, hash);
	const rows = table + Table.SIZE + (load32(table + Table.COUNT) << 2);
	return addCursor(rows + (load32(bucket) << 2), load32(bucket + 4) - load32(bucket), to);
}

function lastSegment(path: i32, pathEnd: i32): i32 {
	let at = pathEnd;
	while (at > path && load8(at - 1) != Octet.SLASH) --at;
	return at;
}
