/**
 * The key of an http or https reference: the rules of §5.3, in their order, from the key base to the key.
 *
 * ```
 *   scheme "://" [ userinfo "@" ] host [ ":" port ] path [ "?" query ] [ "#" fragment ]
 *   H1           H2               H3-H6             P0-P4  Q0-Q8        F1 F2
 * ```
 *
 * Rules delete octets, reorder pieces of the query, lower the case of letters, and replace scheme and host. They neither decode nor encode.
 */

import { Component, Limit } from "../layout/addresses";
import { Policy, RuleLimit } from "../layout/crawl-addresses";
import { Lists } from "../layout/crawl-state";
import { Octet } from "../octets/char";
import { copy, load8, load32 } from "../octets/memory";
import { endOf, isPresent, record, startOf } from "../reference/record";
import { beginConditions } from "./conditions";
import { writeFragment } from "./fragment";
import { applyLayers, setQueryGroups } from "./groups";
import { HOST_RULES, isAddress, rewriteHost } from "./host-alias";
import { withoutFinalDot } from "./host-dot";
import { mayBeListed } from "./host-filter";
import { skipWww } from "./host-www";
import { withoutIndexName } from "./index-name";
import { KeyRule } from "./key-rules";
import { areRulesLimited, MAX_STEPS, mayStep, ruleLimit, setRuleLimit } from "./limits";
import { lists, PIECE_ROOM, setLists } from "./list-state";
import { lowerLetters } from "./path-case";
import { dropParameters } from "./path-params";
import { Config, Header, hasMarks, header, isOn, MAX_SCOPE, moreConfig, policy, program, setPolicy } from "./program";
import { writeQuery } from "./query";
import { foldScheme } from "./scheme-fold";
import { scopeValue } from "./scope";
import { writeWithoutSessions } from "./session-path";
import { collapseSlashes } from "./slashes";
import { withoutTrailingSlash } from "./trailing-slash";

/** Octets for each piece: its address, and one to sort. */
const SORT_ROOM: i32 = 8;

/** Writes the key of the recorded reference, of `length` octets, to `to`. Returns its end. */
export function writeKey(length: i32, to: i32): i32 {
	configure(to, length, hasHostRules());
	setPolicy(Policy.KEY, to);

	// scheme "://"
	let at = foldScheme(copy(startOf(Component.SCHEME), endOf(Component.SCHEME), to));
	at = copy(endOf(Component.SCHEME), endOf(Component.SCHEME) + 3, at);

	// [ userinfo "@" ]
	if (isPresent(Component.USERINFO) && !isOn(KeyRule.USERINFO_DROP)) {
		at = copy(startOf(Component.USERINFO), endOf(Component.USERINFO) + 1, at);
	}

	// host [ ":" port ]
	at = writeHost(startOf(Component.HOST), endOf(Component.HOST), at);
	if (isPresent(Component.PORT)) at = copy(startOf(Component.PORT) - 1, endOf(Component.PORT), at);

	// path
	const path = at;
	at = writePath(startOf(Component.PATH), endOf(Component.PATH), path);
	setPolicy(Policy.PATH_START, path);
	setPolicy(Policy.PATH_END, at);
	const more = moreConfig();
	if (more != 0) applyLayers(more);

	// [ "?" query ] [ "#" fragment ]
	if (isPresent(Component.QUERY)) at = writeQuery(startOf(Component.QUERY), endOf(Component.QUERY), at);
	if (!isPresent(Component.FRAGMENT)) return at;
	return writeFragment(policy(Policy.RULES), startOf(Component.FRAGMENT), endOf(Component.FRAGMENT), at);
}

/**
 * Writes the query [start, end) of the key base [base, …) to `to`, for the fast path: its host is [host, hostEnd), its path ends at
 * the "?" before the query, and no rule changes either. Returns the new end, or `to` without "?" when nothing is left.
 *
 * Requires: room as `writeKey`, for a key base that ends at `to`.
 */
export function writeKeyQuery(base: i32, host: i32, hostEnd: i32, start: i32, end: i32, to: i32): i32 {
	record(Component.HOST, host, hostEnd);
	configure(to, end - host, hasHostRules() && mayBeListed(hostEnd));
	setPolicy(Policy.KEY, base);
	setPolicy(Policy.WRITTEN_HOST, host);
	setPolicy(Policy.WRITTEN_HOST_END, hostEnd);
	setPolicy(Policy.PORT, hostEnd);
	setPolicy(Policy.PATH_START, hostEnd);
	setPolicy(Policy.PATH_END, start - 1);
	return writeQuery(start, end, to);
}

/** Finds the configuration for the recorded host, which rules may change. A key of a base of `length` octets is written to `to`; rules may write after it. */
function configure(to: i32, length: i32, mayChangeHost: bool): void {
	const host = startOf(Component.HOST);
	const hostEnd = withoutFinalDot(host, endOf(Component.HOST));
	if (mayChangeHost) placeByWrittenHost(host, hostEnd);
	else placeBy(host, hostEnd);
	beginConditions();
	const room = keyRoom(length, hostEnd - host);
	setPolicy(Policy.TEXT, to + room);
	setPolicy(Policy.TEXT_END, 0);
	setPolicy(Policy.PIECES, (to + room + room + 3) & ~3);
	const sites = header(Header.SITES);
	const index = sites == 0 ? 0 : scopeValue(sites);
	setPolicy(Policy.CONFIG, program() + header(Header.CONFIGS) + index * Config.SIZE);
	setLists(Lists.RULES, load32(policy(Policy.CONFIG) + Config.RULES));
	setPolicy(Policy.RULES, lists(Lists.RULES) & ruleLimit(RuleLimit.KEY_RULES));
	setRuleLimit(RuleLimit.REMOVALS, 0);
	setRuleLimit(RuleLimit.STEPS, 0);
	setQueryGroups();
}

/** Octets for a key of a base of `length` octets. Its host grows by aliases, up to the longest that scopes compare. */
function keyRoom(length: i32, host: i32): i32 {
	const growth = hasHostRules() && host < MAX_SCOPE ? MAX_SCOPE - host : 0;
	return length + growth + Limit.MARGIN;
}

/** The end of all that `writeKey` writes for the recorded reference: the key, a text for conditions, the query once more, and its pieces. */
export function keyRoomEnd(length: i32, to: i32): i32 {
	const host = startOf(Component.HOST);
	const end = to + 2 * keyRoom(length, withoutFinalDot(host, endOf(Component.HOST)) - host);
	if (!isPresent(Component.QUERY)) return end;
	const query = startOf(Component.QUERY);
	const queryEnd = endOf(Component.QUERY);
	let pieces = 1;
	for (let at = query; at < queryEnd; ++at) if (load8(at) == Octet.AMPERSAND) ++pieces;
	return end + queryEnd - query + Limit.MARGIN + pieces * (hasMarks() ? PIECE_ROOM : SORT_ROOM) + 6;
}

/** The rules of hosts that no site can change. */
function hostRules(): i32 {
	return load32(program() + header(Header.CONFIGS) + Config.RULES);
}

function hasHostRules(): bool {
	return policy(Policy.MORE_CONFIGS) != 0 && (hostRules() & HOST_RULES) != 0;
}

/** Scopes read the host [start, end). */
function placeBy(start: i32, end: i32): void {
	setPolicy(Policy.HOST_START, skipWww(start, end));
	setPolicy(Policy.HOST_END, end);
}

/** Scopes read the host that all rules leave of [start, end), whatever `limitRules` says. */
function placeByWrittenHost(start: i32, end: i32): void {
	const steps = ruleLimit(RuleLimit.MAX_STEPS);
	setRuleLimit(RuleLimit.MAX_STEPS, MAX_STEPS);
	rewriteHost(hostRules(), start, end);
	setRuleLimit(RuleLimit.MAX_STEPS, steps);
	setPolicy(Policy.WAS_UNSTABLE, policy(Policy.WAS_UNSTABLE) | policy(Policy.IS_UNSTABLE));
	placeBy(policy(Policy.HOST_FROM), policy(Policy.HOST_TO));
}

/** H3 to H6. */
function writeHost(start: i32, end: i32, to: i32): i32 {
	return hasHostRules() ? writeRewrittenHost(start, end, to) : writeShortHost(start, end, to);
}

function writeRewrittenHost(start: i32, end: i32, to: i32): i32 {
	if (areRulesLimited()) {
		// Fewer steps must not end a chain that has no end.
		const left: i32 = policy(Policy.IS_UNSTABLE) != 0 ? ~KeyRule.HOST_ALIAS : -1;
		rewriteHost(hostRules() & ruleLimit(RuleLimit.KEY_RULES) & left, start, end);
	}
	const written = copy(policy(Policy.HOST_FROM), policy(Policy.HOST_TO), to);
	setPolicy(Policy.WRITTEN_HOST, to);
	setPolicy(Policy.WRITTEN_HOST_END, written);
	const last = withoutFinalDot(start, end);
	const port = isOn(KeyRule.HOST_DOT) || isAddress() ? written : copy(last, end, written);
	setPolicy(Policy.PORT, port);
	return port;
}

/** H3, H4. */
function writeShortHost(start: i32, end: i32, to: i32): i32 {
	const first = isOn(KeyRule.HOST_WWW) ? skipWww(start, end) : start;
	const last = withoutFinalDot(start, end);
	setPolicy(Policy.WRITTEN_HOST, to);
	setPolicy(Policy.WRITTEN_HOST_END, to + (last - first));
	const written = copy(first, isOn(KeyRule.HOST_DOT) ? last : end, to);
	setPolicy(Policy.PORT, written);
	return written;
}

/** P0 to P4. P3 and P4 repeat as a pair until neither applies; each round shortens the path. */
function writePath(start: i32, end: i32, to: i32): i32 {
	let at = isOn(KeyRule.PATH_PARAMS) ? writeWithoutParameters(start, end, to) : writePathBase(start, end, to);
	if (isOn(KeyRule.SLASHES)) at = collapseSlashes(to, at);
	let before = at + 1;
	while (at < before) {
		before = at;
		if (isOn(KeyRule.INDEX)) at = stepTo(withoutIndexName(to, at), at, KeyRule.INDEX);
		if (isOn(KeyRule.TRAILING_SLASH)) at = stepTo(withoutTrailingSlash(to, at), at, KeyRule.TRAILING_SLASH);
	}
	return at;
}

/** P0, P1. The letters of session identifiers are compared without regard to case, so that P1 may come first. */
function writePathBase(start: i32, end: i32, to: i32): i32 {
	const written = isOn(KeyRule.SESSION_PATH) ? writeWithoutSessions(start, end, to) : copy(start, end, to);
	if (isOn(KeyRule.PATH_CASE)) lowerLetters(to, written);
	return written;
}

/** P0, P0b, P1. */
function writeWithoutParameters(start: i32, end: i32, to: i32): i32 {
	const text = policy(Policy.TEXT);
	const textEnd = copy(start, end, text);
	if (isOn(KeyRule.PATH_CASE)) lowerLetters(text, textEnd);
	const last = dropParameters(moreConfig(), text, textEnd);
	setQueryGroups();
	return isOn(KeyRule.SESSION_PATH) ? writeWithoutSessions(text, last, to) : copy(text, last, to);
}

/** The shorter end of a path, if the rule may take one more step; else `end`. */
function stepTo(shorter: i32, end: i32, rule: i32): i32 {
	return shorter < end && mayStep(rule) ? shorter : end;
}
