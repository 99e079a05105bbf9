/**
 * The text that URL patterns of lists see: the reference after P4, without userinfo, final dot of the host and fragment, with its query
 * as the key would have it.
 *
 * ```
 *   https://www.example.com:8080/a/?b=2&c=1     a pattern matches if it matches one of these texts
 *   \___/   \__/                   \ pieces that are left, after Q5 and Q6; "?" only before one
 *     │       └ as it is, or with `www.` if H4 is on      └ "/": as it is, or with one if P4 is on
 *     └ as it is, or the other one if H1 is on
 * ```
 *
 * The author of a list had the text in mind in front of those rules.
 */

import { Policy } from "../layout/crawl-addresses";
import { Lists } from "../layout/crawl-state";
import { Octet } from "../octets/char";
import { load8, load32, store32 } from "../octets/memory";
import { endsInNumber } from "../whatwg/ipv4";
import { Machine, Special } from "./automaton";
import { dropDuplicates } from "./duplicates";
import { foldedEnd } from "./empty-value";
import { hasTwoLabels } from "./host-www";
import { KeyRule } from "./key-rules";
import { GONE, HIDDEN, lists, markAt } from "./list-state";
import { beginRun, classOf, followingState, hasMatch, isDead, nextState, startState, symbolOf, takeMatches } from "./machine";
import { Order } from "./piece-order";
import { pieceAt } from "./pieces";
import { isOn, policy, setPolicy } from "./program";
import { sortPieces } from "./query-sort";

const SCHEME_LENGTH: i32 = 4;

/** Differences between a reference and another text of it. */
const enum Variant {
	NONE = 0,
	OTHER_SCHEME = 1 << 0,
	WWW = 1 << 1,
	SLASH = 1 << 2,
	COUNT = 1 << 3,
}

/** Runs the patterns of URLs over the reference. Requires: the key is written up to the end of its path. */
export function matchUrl(machine: i32): void {
	const pieces = policy(Policy.PIECES);
	const count = lists(Lists.KEY_QUERY_END) == 0 ? listPiecesInOrder() : 0;
	beginRun(machine);
	const possible = possibleVariants();
	for (let variant = 0; variant < Variant.COUNT; ++variant) {
		if ((variant & possible) == variant) run(machine, variant, count);
	}
	setPolicy(Policy.PIECES, pieces);
}

/** Lists the pieces that are left in the order of the key, after those of the query. Returns their number. */
function listPiecesInOrder(): i32 {
	const pieces = lists(Lists.PIECES);
	const count = lists(Lists.COUNT);
	const ordered = pieces + (count << 2);
	let left = 0;
	for (let index = 0; index < count; ++index) {
		if ((markAt(index) & (GONE | HIDDEN)) == 0) store32(ordered + (left++ << 2), load32(pieces + (index << 2)));
	}
	setPolicy(Policy.PIECES, ordered);
	const rules = lists(Lists.RULES);
	if ((rules & KeyRule.DUPLICATES) != 0) left = dropDuplicates(left);
	if ((rules & KeyRule.SORT_NAME) != 0) sortPieces(Order.NAME, left);
	if ((rules & KeyRule.SORT_NAME_VALUE) != 0) sortPieces(Order.NAME_VALUE, left);
	const isEmpty = left == 1 && foldedEnd(pieceAt(0)) == pieceAt(0) && (rules & KeyRule.EMPTY_QUERY) != 0;
	return isEmpty ? 0 : left;
}

function possibleVariants(): i32 {
	const mayHaveSlash = isOn(KeyRule.TRAILING_SLASH) && load8(policy(Policy.PATH_END) - 1) != Octet.SLASH;
	const hasPort = policy(Policy.PORT) < policy(Policy.PATH_START) && load8(policy(Policy.PATH_START) - 1) != Octet.DOT;
	const mayHaveWww = (isOn(KeyRule.HOST_WWW) || isOn(KeyRule.HOST_WWW_NUMBERED)) && mayFollowWww();
	return (
		(isOn(KeyRule.SCHEME_FOLD) && !hasPort ? Variant.OTHER_SCHEME : 0) |
		(mayHaveWww ? Variant.WWW : 0) |
		(mayHaveSlash ? Variant.SLASH : 0)
	);
}

/** Whether H4 leaves the host when it drops `www.` in front of it. */
function mayFollowWww(): bool {
	const start = policy(Policy.WRITTEN_HOST);
	const end = policy(Policy.WRITTEN_HOST_END);
	return hasTwoLabels(start, end) && !endsInNumber(start, end) && load8(start) != Octet.OPEN_BRACKET;
}

function run(machine: i32, variant: i32, count: i32): void {
	let state = startState(machine);
	takeMatches(machine, state);
	const isSecure = load8(policy(Policy.KEY) + SCHEME_LENGTH) == Octet.LOWER_S;
	const isOther = (variant & Variant.OTHER_SCHEME) != 0;
	state = feedText(machine, state, isSecure != isOther ? "https://" : "http://");
	if ((variant & Variant.WWW) != 0) state = feedText(machine, state, "www.");
	state = feed(machine, state, policy(Policy.WRITTEN_HOST), policy(Policy.WRITTEN_HOST_END));
	state = feed(machine, state, policy(Policy.PORT), policy(Policy.PATH_END));
	if ((variant & Variant.SLASH) != 0) state = feedText(machine, state, "/");
	for (let index = 0; index < count && !isDead(state); ++index) {
		state = feedText(machine, state, index == 0 ? "?" : "&");
		state = feed(machine, state, pieceAt(index), foldedEnd(pieceAt(index)));
	}
	// A key has its query as it stands.
	state = feed(machine, state, policy(Policy.PATH_END), lists(Lists.KEY_QUERY_END));
	takeMatches(machine, nextState(machine, state, symbolOf(machine, Special.END)));
}

/** The state after the octets [start, end). */
function feed(machine: i32, before: i32, start: i32, end: i32): i32 {
	const classes = load32(machine + Machine.CLASSES);
	let state = before;
	for (let at = start; at < end && !isDead(state); ++at) {
		state = followingState(machine, state, load8(classes + load8(at)));
		// Only few states have one.
		if (hasMatch(state)) takeMatches(machine, state);
	}
	return state;
}

function feedText(machine: i32, before: i32, text: string): i32 {
	let state = before;
	for (let i = 0; i < text.length && !isDead(state); ++i) {
		state = nextState(machine, state, classOf(machine, text.charCodeAt(i)));
		takeMatches(machine, state);
	}
	return state;
}
