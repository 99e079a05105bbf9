/**
 * The rewrites that may act on a key, in their order: those of every host, of its host, and of its sites.
 *
 * A list has most of them in a hash table, by a segment of the path that they name in full: "/" and the first, or "*" and the last. So a key
 * meets few of many rewrites:
 *
 * ```
 *   /web/:time/*          "/web"     found by the first segment of  /web/2020/http://a.example/
 *   /:section/:id/amp     "*amp"     found by the last one of       /news/12/amp
 *   /:id                             one of the others
 * ```
 */

import { Policy } from "../../layout/crawl-addresses";
import { Octet } from "../../octets/char";
import { load8, load32, store32 } from "../../octets/memory";
import { find } from "../../octets/span";
import { lowered } from "../decoded";
import { bucketOf, hashOctet, Table } from "../hash";
import { Header, header, More, policy, program, RewriteList } from "../program";
import { hostValue } from "../scope";
import { cursorsAt, cursorsEnd } from "./room";

/** After the number of the last rewrite. */
export const NO_REWRITE: i32 = 0x7fffffff;
/** Octets of the cursors of a list, and of a cursor. */
const LIST_CURSORS: i32 = 24;
const CURSOR: i32 = 8;

/** Finds the rewrites for the host [host, hostEnd) and the path [path, pathEnd). */
export function beginCandidates(host: i32, hostEnd: i32, path: i32, pathEnd: i32): void {
	const hosts = header(More.REWRITE_HOSTS);
	const sites = header(More.REWRITE_SITES);
	setList(0, 0, path, pathEnd);
	setList(1, hosts == 0 ? 0 : hostValue(hosts, host, hostEnd), path, pathEnd);
	setList(2, sites == 0 ? 0 : load32(program() + sites + (configNumber() << 2)), path, pathEnd);
}

/** The next rewrite; NO_REWRITE after the last. */
export function nextCandidate(): i32 {
	let least = NO_REWRITE;
	for (let cursor = cursorsAt(); cursor < cursorsEnd(); cursor += CURSOR) {
		const at = load32(cursor);
		if (at < load32(cursor + 4) && load32(at) < least) least = load32(at);
	}
	for (let cursor = cursorsAt(); cursor < cursorsEnd(); cursor += CURSOR) {
		const at = load32(cursor);
		if (at < load32(cursor + 4) && load32(at) == least) store32(cursor, at + 4);
	}
	return least;
}

function configNumber(): i32 {
	// Requires: Config.SIZE is 16.
	return (policy(Policy.CONFIG) - program() - header(Header.CONFIGS)) >> 4;
}

/** Sets the cursors of a list. The list 0 is about every host: where another is meant, it is none. */
function setList(place: i32, number: i32, path: i32, pathEnd: i32): void {
	const cursors = cursorsAt() + place * LIST_CURSORS;
	const list = program() + header(More.REWRITE_LISTS) + number * RewriteList.SIZE;
	const isNone = place > 0 && number == 0;
	const segments = isNone ? 0 : load32(list + RewriteList.SEGMENTS);
	const others = program() + (isNone ? 0 : load32(list + RewriteList.OTHERS));
	setCursor(cursors, others, isNone ? 0 : load32(list + RewriteList.OTHER_COUNT));
	if (segments == 0) {
		setCursor(cursors + CURSOR, 0, 0);
		setCursor(cursors + 2 * CURSOR, 0, 0);
	} else {
		const first = path + 1;
		setBucket(cursors + CURSOR, program() + segments, Octet.SLASH, first, find(first, pathEnd, Octet.SLASH));
		setBucket(cursors + 2 * CURSOR, program() + segments, Octet.ASTERISK, lastSegment(path, pathEnd), pathEnd);
	}
}

function setCursor(cursor: i32, start: i32, count: i32): void {
	store32(cursor, start);
	store32(cursor + 4, start + (count << 2));
}

/** Has a cursor read the bucket of a kind and a segment. Others than those of the segment may be in it. */
function setBucket(cursor: i32, table: i32, kind: i32, start: i32, end: i32): void {
	let hash = hashOctet(load32(table + Table.SEED), kind);
	for (let at = start; at < end; ++at) hash = hashOctet(hash, lowered(load8(at)));
	const bucket = bucketOf(table, hash);
	const rows = table + Table.SIZE + (load32(table + Table.COUNT) << 2);
	setCursor(cursor, rows + (load32(bucket) << 2), load32(bucket + 4) - load32(bucket));
}

function lastSegment(path: i32, pathEnd: i32): i32 {
	let at = pathEnd;
	while (at > path && load8(at - 1) != Octet.SLASH) --at;
	return at;
}
