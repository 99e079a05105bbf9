/**
 * The two forms of a reference under a policy: the URL to fetch, and the key that identifies the page.
 *
 * ```
 *   reference ─ base ─▶ base form ─ fragment rules ─▶ fetch form
 *                          └─ text directive ─ rfc3986@1 ─▶ key base ─ key rules ─▶ key
 * ```
 *
 * A text directive that the fetch form loses is cut before rfc3986@1 decodes "%7E", which may reveal an earlier ":~:" in the fetch form.
 *
 * The rules act only on http and https references with an authority. For any other reference, the fetch form is the base form
 * and the key is the key base.
 */

import { Address, Component, Cursor, Limit } from "../layout/addresses";
import { CrawlAddress, Policy, RuleLimit } from "../layout/crawl-addresses";
import { Lists } from "../layout/crawl-state";
import { Flag } from "../layout/options";
import { Status } from "../layout/status";
import { cursor, setCursor } from "../lines/line-records";
import { Octet } from "../octets/char";
import { Class } from "../octets/classes";
import { load8, move, store32 } from "../octets/memory";
import { span } from "../octets/span";
import { matchesInAnyCase } from "../octets/text";
import { skipUnicodeSpace, trimUnicodeSpace } from "../octets/unicode-space";
import { rewrite } from "../reference/normalize";
import { endOf, fail, isPresent, startOf } from "../reference/record";
import { resolveBy } from "../reference/resolve";
import { scan } from "../reference/scan";
import { Repair } from "../whatwg/prepare";
import { writeUrl } from "../whatwg/states";
import { isSpecial } from "../whatwg/url";
import { writeFragment } from "./fragment";
import { keyRoomEnd, writeKey } from "./key";
import { KeyRule } from "./key-rules";
import { ruleLimit } from "./limits";
import { lists, setLists } from "./list-state";
import { MoreFlag } from "./more";
import { Base, Header, hasFetchQuery, header, policy } from "./program";

/** Flags that the rules of RFC 3986 read as well. */
const PASSED_ON: i32 = Flag.NO_A_LABELS | Flag.STRICT;
/** The set of Resolution that RFC 3986 follows. */
const RFC3986: i32 = 0;

/**
 * Writes the fetch form of [start, end) to `to`, followed by the key if it is requested, before any rewrite. FORMS has their addresses.
 * Returns the end of what was written, or `-Status`. `limit`: the end of the room that callers grant.
 */
export function writeBoth(options: i32, wantsKey: bool, start: i32, end: i32, to: i32, limit: i32): i32 {
	const written = writeSent(options, wantsKey, start, end, to, limit);
	setLists(Lists.SENT, 0);
	return written;
}

/** Has the query of the recorded reference lose pieces, if it may. Returns its end, or 0. */
function setSent(): i32 {
	if (!hasFetchQuery() || !isWebReference() || !isPresent(Component.QUERY)) return 0;
	setLists(Lists.SENT, startOf(Component.QUERY));
	setLists(Lists.SENT_END, endOf(Component.QUERY));
	return endOf(Component.QUERY);
}

/** Moves what follows a query, [queryEnd, end), up to where its pieces end now. Returns the new end. */
function moveUp(queryEnd: i32, end: i32): i32 {
	return queryEnd == 0 ? end : move(queryEnd, end, lists(Lists.SENT_END));
}

/** As `writeBoth`. Lists.SENT is already set where a target was written first. */
function writeSent(options: i32, wantsKey: bool, start: i32, end: i32, to: i32, limit: i32): i32 {
	if ((policy(Policy.FLAGS) & MoreFlag.TRIM_UNICODE) != 0) {
		start = skipUnicodeSpace(start, end, true);
		end = trimUnicodeSpace(start, end, true);
	}
	const resolves = (options & Flag.RESOLVE) != 0 && header(Header.BASE) != Base.WHATWG;
	if (resolves) return writeTarget(options & ~Flag.RESOLVE, wantsKey, start, end, to, limit);
	const baseEnd = writeBaseForm(options, start, end, to);
	if (baseEnd < 0) return baseEnd;
	const status = scan(to, baseEnd);
	if (status < 0) return status;
	const isWeb = isWebReference();
	const fragment = startOf(Component.FRAGMENT);
	const hasFragment = isWeb && isPresent(Component.FRAGMENT);
	const fetchEnd = hasFragment ? writeFragment(header(Header.FETCH), fragment, baseEnd, fragment - 1) : baseEnd;
	const queryEnd = lists(Lists.SENT) == 0 ? setSent() : 0;
	let keyEnd = 0;
	if (wantsKey || queryEnd != 0) {
		const rules: i32 = header(Header.FETCH) & KeyRule.TEXT_DIRECTIVE & ruleLimit(RuleLimit.KEY_RULES);
		keyEnd = writeKeyForm(options, to, hasFragment ? writeFragment(rules, fragment, baseEnd, fragment - 1) : baseEnd, limit);
		if (keyEnd < 0) return keyEnd;
	}
	const sentEnd = moveUp(queryEnd, fetchEnd);
	store32(CrawlAddress.FORMS, to);
	store32(CrawlAddress.FORMS + 4, sentEnd);
	if (!isWeb) countOther();
	return wantsKey ? keyEnd : sentEnd;
}

/**
 * Under rfc3986, the fetch form of a reference with a base is its target (§5.2), not normalized. The key is that of the target,
 * whose failures are placed at `start`: the base may have caused them.
 */
function writeTarget(options: i32, wantsKey: bool, start: i32, end: i32, to: i32, limit: i32): i32 {
	store32(Address.OPTIONS, options & PASSED_ON);
	const target = resolveBy(RFC3986, start, end, to);
	if (target < 0) return target;
	const isWeb = scan(to, target) >= 0 && isWebReference();
	const queryEnd = isWeb ? setSent() : 0;
	const needsKey = wantsKey || queryEnd != 0;
	const written = needsKey ? writeSent(options, true, to, target, target + Limit.MARGIN, limit) : target;
	if (!needsKey && !isWeb) countOther();
	if (written < 0) {
		store32(Address.FAILURE_AT, start);
		return written;
	}
	const sentEnd = moveUp(queryEnd, target);
	store32(CrawlAddress.FORMS, to);
	store32(CrawlAddress.FORMS + 4, sentEnd);
	return wantsKey ? written : sentEnd;
}

/** Counts a reference on which no rule acts. */
function countOther(): void {
	setCursor(Cursor.NOT_WEB, cursor(Cursor.NOT_WEB) + 1);
}

/** The base form: the URL Standard's, or RFC 3986's. */
export function writeBaseForm(options: i32, start: i32, end: i32, to: i32): i32 {
	const rules: i32 = ruleLimit(RuleLimit.BASE_RULES) | (options & PASSED_ON);
	if (header(Header.BASE) != Base.WHATWG) return rewrite(rules, start, end, to);
	const written = writeUrl(options, Repair.PERCENT_ENCODE, start, end, to);
	if (written < 0 || isSpecial()) return written;
	if ((options & Flag.RESOLVE) == 0) return rewrite(rules, start, end, to);
	const target = written + Limit.MARGIN;
	const targetEnd = rewrite(rules, to, written, target);
	return targetEnd < 0 ? targetEnd : move(target, targetEnd, to);
}

/** Whether the recorded reference has the scheme http or https, and an authority. A target has it in any case. */
export function isWebReference(): bool {
	if (!isPresent(Component.SCHEME) || !isPresent(Component.AUTHORITY)) return false;
	const start = startOf(Component.SCHEME);
	const end = endOf(Component.SCHEME);
	return matchesInAnyCase(start, end, "https") || matchesInAnyCase(start, end, "http");
}

/**
 * Writes the key of the base form [start, end) after it. Returns its end, or `-Status`. The host of the kernel was asked about the
 * name for the base form: it is not asked again about one that it refused.
 */
function writeKeyForm(options: i32, start: i32, end: i32, limit: i32): i32 {
	// The pieces of the key base are read while the fetch form loses its own.
	const isNormal = lists(Lists.SENT) == 0 && isKeyBase(start, end);
	const keyBase = isNormal ? start : end + Limit.MARGIN;
	const rules: i32 = ruleLimit(RuleLimit.BASE_RULES) | (options & PASSED_ON) | Flag.NO_A_LABELS;
	const keyBaseEnd = isNormal ? end : rewrite(rules, start, end, keyBase);
	if (keyBaseEnd < 0) return keyBaseEnd;
	const status = scan(keyBase, keyBaseEnd);
	if (status < 0) return status;
	const key = keyBaseEnd + Limit.MARGIN;
	const isWeb = isWebReference();
	// A host that grows more than references do is not written once more for each step.
	if (isWeb && keyRoomEnd(keyBaseEnd - keyBase, key) > limit) {
		return fail(Status.INVALID_DOMAIN, Component.HOST, startOf(Component.HOST));
	}
	const keyEnd = isWeb ? writeKey(keyBaseEnd - keyBase, key) : keyBaseEnd;
	store32(CrawlAddress.FORMS + 8, isWeb ? key : keyBase);
	store32(CrawlAddress.FORMS + 12, keyEnd);
	return keyEnd;
}

/**
 * Fast path: whether the base form [start, end) is its own key base. It always is under rfc3986. A URL of the URL Standard
 * is if it has neither a triplet nor an octet that RFC 3986 percent-encodes: the two forms differ in nothing else.
 */
function isKeyBase(start: i32, end: i32): bool {
	if (header(Header.BASE) != Base.WHATWG) return true;
	if (!isSpecial()) return false;
	const stop = span(start, end, Class.QUERY);
	if (stop == end) return true;
	return load8(stop) == Octet.HASH && span(stop + 1, end, Class.QUERY) == end;
}
