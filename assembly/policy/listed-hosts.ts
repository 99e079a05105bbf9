/**
 * The fast path under policies with aliases of hosts, or rewrites: hosts that are in none of their tables have their keys as without them.
 *
 * A rewrite whose result is its own key needs no rules either. So most rounds (rewrite/rounds.ts) end here:
 *
 * ```
 *   K0 ─ rewrite ─▶ text, clean and kept by the rules: K1 ─ rewrite ─▶ … ─▶ K, which no rewrite matches
 * ```
 *
 * Requires: `hasLocalRules`, so that no site decides on anything.
 */
import { ABSENT, Component, Limit, NEEDS_SLOW_PATH } from "../layout/addresses";
import { CrawlAddress, Policy, Web } from "../layout/crawl-addresses";
import { Rewriting } from "../layout/crawl-state";
import { Octet } from "../octets/char";
import { Class } from "../octets/classes";
import { copy, load8, load32, move, store8 } from "../octets/memory";
import { find, spanUntil } from "../octets/span";
import { indexSpecials } from "../octets/specials";
import { record } from "../reference/record";
import { isClean } from "../whatwg/clean";
import { Keep } from "../whatwg/percent-encode-sets";
import { rewriteHost } from "./host-alias";
import { mayBeListed, rewritesOf } from "./host-filter";
import { keptEnd, keyRules } from "./kept";
import { KeyRule } from "./key-rules";
import { Header, hasFetchRewrites, header, MAX_SCOPE, policy } from "./program";
import { hasAnyHost, NO_REWRITE, rewriteAt } from "./rewrite/candidates";
import { firstMatch, isPlain } from "./rewrite/match";
import { writeResult } from "./rewrite/result";
import { areaAt, keyAt, MAX_ROUNDS, rewriting, setRewriting, textAt } from "./rewrite/room";

/** The window that a line is in relies on as much room, for both forms: an alias may be longer than the line. */
const ROOM_TO_GROW: i32 = 2 * (Limit.GROWTH * Limit.WINDOW + MAX_SCOPE) + Limit.SLACK;
/** Octets of "http://". */
const HTTP: i32 = 7;

/** Whether the program has aliases or rewrites. */
export function hasListedHosts(): bool {
	return rewriting(Rewriting.FILTER) != 0;
}

/**
 * As `keptEnd`. `isFound` then says whether the filter finds the host. The loop over lines asks both in one call, because a second call would
 * cost more than the lookup.
 */
export function keptAndFound(line: i32, entry: i32): i32 {
	const kept = keptEnd(line, entry);
	setRewriting(Rewriting.IS_FOUND, kept != 0 && mayBeListed(load32(CrawlAddress.WEB + Web.CLEAN_HOST_END)) ? 1 : 0);
	return kept;
}

export function isFound(): bool {
	return rewriting(Rewriting.IS_FOUND) != 0;
}

/** The next step for a clean reference that would be its own key. */
export const enum Listed {
	/** It is its own key. */
	NOTHING = 0,
	/** Its host has an alias. */
	ALIAS = 1,
	/** A rewrite acts. */
	REWRITE = 2,
	/** The slow path decides. */
	SLOW = 3,
}

/**
 * The change that the host of the clean reference [start, end) makes, as a `Listed`. Requires: `isClean` has read the reference.
 * HOST_FROM has the alias, KEY the key after rewrites. `room`: octets for the key and all that is written after it.
 */
export function listed(start: i32, end: i32, room: i32): i32 {
	if (!hasListedHosts()) return Listed.NOTHING;
	const hostEnd = load32(CrawlAddress.WEB + Web.CLEAN_HOST_END);
	if (!mayBeListed(hostEnd)) return Listed.NOTHING;
	const host = hostStart(start);
	if (findAlias(host, hostEnd)) {
		const isAlone = rewriting(Rewriting.ROOM) == 0 && policy(Policy.IS_UNSTABLE) == 0 && room >= ROOM_TO_GROW;
		return isAlone && !asksHost(hostEnd, end) ? Listed.ALIAS : Listed.SLOW;
	}
	if (rewriting(Rewriting.ROOM) == 0) return Listed.NOTHING;
	const number = matchOf(start, host, hostEnd, end);
	if (number == NO_REWRITE) return Listed.NOTHING;
	return room >= ROOM_TO_GROW && findLastKey(number) ? Listed.REWRITE : Listed.SLOW;
}

/** Writes the key after rewrites. Requires: `listed` has found it. */
export function writeRewritten(to: i32): i32 {
	return copy(rewriting(Rewriting.KEY), rewriting(Rewriting.KEY_END), to);
}

/** Writes the clean reference [start, end) with the host that its own is an alias of. Requires: `listed` has found it. */
export function writeAlias(start: i32, end: i32, to: i32): i32 {
	const host = copy(start, hostStart(start), to);
	return copy(load32(CrawlAddress.WEB + Web.CLEAN_HOST_END), end, copy(policy(Policy.HOST_FROM), policy(Policy.HOST_TO), host));
}

/**
 * The key [start, end) with the host that its host is an alias of, and after rewrites, in place. Returns its end, or NEEDS_SLOW_PATH. WEB has
 * its host. Requires: `hasListedHosts`.
 */
export function withListedHost(start: i32, end: i32, limit: i32): i32 {
	const hostEnd = load32(CrawlAddress.WEB + Web.HOST_END);
	if (!mayBeListed(hostEnd)) return end;
	const host = load32(CrawlAddress.WEB + Web.HOST);
	if (!findAlias(host, hostEnd)) return rewritten(start, host, hostEnd, end, limit);
	// The slow path counts circles.
	if (policy(Policy.IS_UNSTABLE) != 0 || limit - end < ROOM_TO_GROW || header(Header.CONDITION_COUNT) != 0)
		return NEEDS_SLOW_PATH;
	const from = policy(Policy.HOST_FROM);
	const to = policy(Policy.HOST_TO);
	const written = move(hostEnd, end, host + to - from);
	move(from, to, host);
	return rewritten(start, host, host + to - from, written, limit);
}

/** Whether conditions may decide about the query of [hostEnd, end). They see the alias, not the host that it is of. */
function asksHost(hostEnd: i32, end: i32): bool {
	return header(Header.CONDITION_COUNT) != 0 && find(hostEnd, end, Octet.QUESTION_MARK) < end;
}

function hostStart(start: i32): i32 {
	return start + HTTP + (load8(start + 4) == Octet.COLON ? 0 : 1);
}

/** Whether a host has an alias, or a circle of them. */
function findAlias(host: i32, hostEnd: i32): bool {
	if ((keyRules() & KeyRule.HOST_ALIAS) == 0) return false;
	rewriteHost(KeyRule.HOST_ALIAS, host, hostEnd);
	return policy(Policy.HOST_FROM) != host || policy(Policy.IS_UNSTABLE) != 0;
}

/** The key [start, end) after rewrites, in place. Returns its end, or NEEDS_SLOW_PATH. */
function rewritten(start: i32, host: i32, hostEnd: i32, end: i32, limit: i32): i32 {
	if (rewriting(Rewriting.ROOM) == 0) return end;
	const number = matchOf(start, host, hostEnd, end);
	if (number == NO_REWRITE) return end;
	return limit - end >= ROOM_TO_GROW && findLastKey(number) ? writeRewritten(start) : NEEDS_SLOW_PATH;
}

function setKey(start: i32, end: i32): void {
	setRewriting(Rewriting.KEY, start);
	setRewriting(Rewriting.KEY_END, end);
}

/** Records the key [start, end), and returns the number of the first rewrite that matches it, or may do so; or NO_REWRITE. */
function matchOf(start: i32, host: i32, hostEnd: i32, end: i32): i32 {
	const ofHost = rewritesOf(host, hostEnd);
	if (ofHost == 0 && !hasAnyHost()) return NO_REWRITE;
	recordKey(start, host, hostEnd, end);
	return firstMatch(ofHost);
}

/** Records the key [start, end), which has neither userinfo nor port. */
function recordKey(start: i32, host: i32, hostEnd: i32, end: i32): void {
	setKey(start, end);
	record(Component.SCHEME, start, host - 3);
	record(Component.HOST, host, hostEnd);
	record(Component.PORT, ABSENT, ABSENT);
	const pathEnd = spanUntil(hostEnd, end, Class.PATH_END);
	record(Component.PATH, hostEnd, pathEnd);
	const hasQuery = pathEnd < end && load8(pathEnd) == Octet.QUESTION_MARK;
	const queryEnd = hasQuery ? find(pathEnd, end, Octet.HASH) : pathEnd;
	record(Component.QUERY, hasQuery ? pathEnd + 1 : ABSENT, hasQuery ? queryEnd : ABSENT);
	record(Component.FRAGMENT, queryEnd < end ? queryEnd + 1 : ABSENT, queryEnd < end ? end : ABSENT);
}

/**
 * Has KEY be the last key, if rewrites lead from the recorded one to it by results that are their own keys, and are not much longer. The first
 * is of the rewrite with this number. Returns whether they do.
 */
function findLastKey(number: i32): bool {
	// The fetch form follows in the slow path.
	if (hasFetchRewrites()) return false;
	const most = rewriting(Rewriting.KEY_END) - rewriting(Rewriting.KEY) + MAX_SCOPE;
	for (let round: i32 = 0; round < MAX_ROUNDS; ++round) {
		if (!isPlain(rewriteAt(number))) return false;
		const text = rewriting(Rewriting.KEY) == textAt() ? keyAt() : textAt();
		const end = writeResult(rewriteAt(number), text);
		if (end == 0 || end - text > most || !isKept(text, end)) return false;
		const host = hostStart(text);
		const hostEnd = load32(CrawlAddress.WEB + Web.CLEAN_HOST_END);
		setKey(text, end);
		// Fast path only: neither an alias nor a rewrite is about the host.
		if (!mayBeListed(hostEnd)) return true;
		if (findAlias(host, hostEnd)) return false;
		number = matchOf(text, host, hostEnd, end);
		if (number == NO_REWRITE) return true;
	}
	return false;
}

/** Whether the text [start, end) is clean, and its own key. */
function isKept(start: i32, end: i32): bool {
	store8(end, Octet.LF);
	const entry = areaAt();
	indexSpecials(Keep.CLEAN_KEY, start, end + 1, entry);
	if (!isClean(start, load32(entry))) return false;
	const last = keptEnd(start, entry);
	return last != 0 && load32(last) == end;
}
