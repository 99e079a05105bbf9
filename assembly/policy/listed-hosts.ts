/**
 * The fast path under policies with aliases of hosts, or rewrites: hosts that are in none of their tables have their keys as without them.
 *
 * Requires: `hasLocalRules`, so that no site decides on anything.
 */
import { ABSENT, Component, Limit, NEEDS_SLOW_PATH } from "../layout/addresses";
import { CrawlAddress, Policy, Web } from "../layout/crawl-addresses";
import { Rewriting } from "../layout/crawl-state";
import { Octet } from "../octets/char";
import { Class } from "../octets/classes";
import { copy, load8, load32, move } from "../octets/memory";
import { find, spanUntil } from "../octets/span";
import { record } from "../reference/record";
import { rewriteHost } from "./host-alias";
import { mayBeListed } from "./host-filter";
import { keyRules } from "./kept";
import { KeyRule } from "./key-rules";
import { Header, header, MAX_SCOPE, policy } from "./program";
import { isMatched } from "./rewrite/match";
import { rewriting } from "./rewrite/room";

/** The window that a line is in relies on as much room, for both forms: an alias may be longer than the line. */
const ROOM_TO_GROW: i32 = 2 * (Limit.GROWTH * Limit.WINDOW + MAX_SCOPE) + Limit.SLACK;
/** Octets of "http://". */
const HTTP: i32 = 7;

/** Whether the program has aliases or rewrites. */
export function hasListedHosts(): bool {
	return rewriting(Rewriting.FILTER) != 0;
}

/** What to do with a clean reference that would be its own key. */
export const enum Listed {
	/** It is its own key. */
	NOTHING = 0,
	/** Its host has an alias. */
	ALIAS = 1,
	/** The slow path decides. */
	SLOW = 2,
}

/**
 * What the host of the clean reference [start, end) that `isClean` has looked at changes: a `Listed`. HOST_FROM has the alias. `room`: octets
 * for the key and all that is written after it.
 */
export function listed(start: i32, end: i32, room: i32): i32 {
	if (!hasListedHosts()) return Listed.NOTHING;
	const hostEnd = load32(CrawlAddress.WEB + Web.CLEAN_HOST_END);
	if (!mayBeListed(hostEnd)) return Listed.NOTHING;
	const host = hostStart(start);
	if (findAlias(host, hostEnd)) {
		const isPlain = rewriting(Rewriting.ROOM) == 0 && policy(Policy.IS_UNSTABLE) == 0 && room >= ROOM_TO_GROW;
		return isPlain && !asksHost(hostEnd, end) ? Listed.ALIAS : Listed.SLOW;
	}
	return isRewritten(start, host, hostEnd, end) ? Listed.SLOW : Listed.NOTHING;
}

/** Writes the clean reference [start, end) with the host that its own is an alias of. Requires: `listed` has found it. */
export function writeAlias(start: i32, end: i32, to: i32): i32 {
	const host = copy(start, hostStart(start), to);
	return copy(load32(CrawlAddress.WEB + Web.CLEAN_HOST_END), end, copy(policy(Policy.HOST_FROM), policy(Policy.HOST_TO), host));
}

/**
 * The key [start, end) with the host that its host is an alias of, in place. Returns its end, or NEEDS_SLOW_PATH if a rewrite matches it.
 * WEB has its host.
 */
export function withListedHost(start: i32, end: i32, limit: i32): i32 {
	const hostEnd = load32(CrawlAddress.WEB + Web.HOST_END);
	if (!hasListedHosts() || !mayBeListed(hostEnd)) return end;
	const host = load32(CrawlAddress.WEB + Web.HOST);
	if (!findAlias(host, hostEnd)) return isRewritten(start, host, hostEnd, end) ? NEEDS_SLOW_PATH : end;
	// The slow path counts circles.
	if (policy(Policy.IS_UNSTABLE) != 0 || limit - end < ROOM_TO_GROW || header(Header.CONDITION_COUNT) != 0)
		return NEEDS_SLOW_PATH;
	const from = policy(Policy.HOST_FROM);
	const to = policy(Policy.HOST_TO);
	const written = move(hostEnd, end, host + to - from);
	move(from, to, host);
	return isRewritten(start, host, host + to - from, written) ? NEEDS_SLOW_PATH : written;
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

/** Whether a rewrite matches the key [start, end), which has neither userinfo nor port. */
function isRewritten(start: i32, host: i32, hostEnd: i32, end: i32): bool {
	if (rewriting(Rewriting.ROOM) == 0) return false;
	record(Component.SCHEME, start, host - 3);
	record(Component.HOST, host, hostEnd);
	record(Component.PORT, ABSENT, ABSENT);
	record(Component.PATH, hostEnd, spanUntil(hostEnd, end, Class.PATH_END));
	return isMatched();
}
