/**
 * The fast path under policies with aliases of hosts, or rewrites: hosts that are in none of their tables have their keys as without them.
 *
 * Requires: `hasLocalRules`, so that no site decides on anything.
 */
import { ABSENT, Component, Limit, NEEDS_SLOW_PATH } from "../layout/addresses";
import { CrawlAddress, Policy, Rewriting, Web } from "../layout/crawl-addresses";
import { Octet } from "../octets/char";
import { Class } from "../octets/classes";
import { load8, load32, move } from "../octets/memory";
import { spanUntil } from "../octets/span";
import { record } from "../reference/record";
import { rewriteHost } from "./host-alias";
import { mayBeListed } from "./host-filter";
import { keyRules } from "./kept";
import { KeyRule } from "./key-rules";
import { header, MAX_SCOPE, More, policy } from "./program";
import { isMatched } from "./rewrite/match";
import { rewriting } from "./rewrite/room";
import { hostValue } from "./scope";

/** Octets of "http://". */
const HTTP: i32 = 7;

/** Whether the clean reference [start, end) that `isClean` has looked at has another key than itself by its host. */
export function isListed(start: i32, end: i32): bool {
	if (rewriting(Rewriting.FILTER) == 0) return false;
	const hostEnd = load32(CrawlAddress.WEB + Web.CLEAN_HOST_END);
	if (!mayBeListed(hostEnd)) return false;
	const host = hostStart(start);
	return hasAlias(host, hostEnd) || isRewritten(start, host, hostEnd, end);
}

/**
 * The key [start, end) with the host that its host is an alias of, in place. Returns its end, or NEEDS_SLOW_PATH if a rewrite matches it.
 * WEB has its host.
 */
export function withListedHost(start: i32, end: i32, limit: i32): i32 {
	const hostEnd = load32(CrawlAddress.WEB + Web.HOST_END);
	if (rewriting(Rewriting.FILTER) == 0 || !mayBeListed(hostEnd)) return end;
	const host = load32(CrawlAddress.WEB + Web.HOST);
	if (!hasAlias(host, hostEnd)) return isRewritten(start, host, hostEnd, end) ? NEEDS_SLOW_PATH : end;
	// The slow path counts circles.
	rewriteHost(keyRules() & KeyRule.HOST_ALIAS, host, hostEnd);
	if (policy(Policy.IS_UNSTABLE) != 0 || limit - end < MAX_SCOPE + Limit.MARGIN) return NEEDS_SLOW_PATH;
	const from = policy(Policy.HOST_FROM);
	const to = policy(Policy.HOST_TO);
	const written = move(hostEnd, end, host + to - from);
	move(from, to, host);
	return isRewritten(start, host, host + to - from, written) ? NEEDS_SLOW_PATH : written;
}

function hostStart(start: i32): i32 {
	return start + HTTP + (load8(start + 4) == Octet.COLON ? 0 : 1);
}

function hasAlias(host: i32, hostEnd: i32): bool {
	return (keyRules() & KeyRule.HOST_ALIAS) != 0 && hostValue(header(More.ALIASES), host, hostEnd) != 0;
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
