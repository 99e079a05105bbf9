/**
 * The query of the fetch form. It loses the pieces that `fetch.query` names: decided on those of the key base, before the key.
 *
 * ```
 *   1   fetch.query.remove, but for keep            goes from both forms
 *   2   fetch.query.lists, to the end               goes from both; asked also about what other rules of the key take
 *   3   these and the lists of the key, to the end  goes from the key
 * ```
 *
 * So the key of the fetch form is the key. Without an end of 2 or 3, neither form loses a piece to a list.
 */

import { Policy } from "../layout/crawl-addresses";
import { Lists } from "../layout/crawl-state";
import { Octet } from "../octets/char";
import { load32, move, store8 } from "../octets/memory";
import { find } from "../octets/span";
import { beginText } from "./conditions";
import { isDecodedText } from "./decoded";
import { foldedEnd } from "./empty-value";
import { mayRemoveParameters } from "./limits";
import {
	CANDIDATE,
	FETCH_CANDIDATE,
	GONE,
	HIDDEN,
	lists,
	MARKS_AT,
	markAt,
	PAIRED,
	REMOVED,
	setLists,
	setMark,
	setWindow,
	UNSENT,
} from "./list-state";
import { firstGroup, isNamedAt, recordAt, roleAt, runRounds, setFetchGroups, setKeyGroups, takeLeft } from "./lists";
import { isRemoved } from "./parameters";
import { nameEnd } from "./pieces";
import { policy, Role, setPolicy } from "./program";

/**
 * Removes from the query [start, end), whose first `count` pieces are listed, what the rules of both forms remove; with `dropsAll`, the
 * key has none of it. Returns the number left. The fetch form loses its pieces.
 */
export function removeFromBoth(start: i32, end: i32, count: i32, dropsAll: bool): i32 {
	setLists(Lists.PIECES, policy(Policy.PIECES));
	setLists(Lists.COUNT, count);
	setLists(Lists.MARKS, policy(Policy.PIECES) + count * MARKS_AT);
	setLists(Lists.KNOWN_COUNT, 0);
	const trace = policy(Policy.TRACE);
	markFetch(count);
	markHidden(count, dropsAll);
	const first = firstGroup(Role.LIST);
	const afterFirst = policy(Policy.TRACE);
	if (mayRemoveParameters() && !runsToEnds(first)) keepAll(count, afterFirst);
	// No rule names a piece of a query that is dropped as a whole.
	if (dropsAll) setPolicy(Policy.TRACE, trace);
	else if (trace != 0) recordHidden(count);
	addPair(count);
	if (lists(Lists.SENT) != 0) writeSent(start, end, count);
	return takeLeft(count);
}

/** 1, and the pieces that lists of the fetch form are asked about. */
function markFetch(count: i32): void {
	setFetchGroups();
	setWindow(0, firstGroup(Role.LIST));
	for (let index = 0; index < count; ++index) {
		setLists(Lists.CANDIDATE_ENTRY, 0);
		const isDecided = isNamedAt(index);
		let mark: i32 = !isDecided && lists(Lists.CANDIDATE_ENTRY) != 0 ? FETCH_CANDIDATE : 0;
		if (isDecided && roleAt(policy(Policy.FIRST_GROUP)) == Role.REMOVE) {
			// If explanations leave parameters out, no other rule removes this one, either.
			mark = mayRemoveParameters() ? REMOVED | GONE | UNSENT : REMOVED;
			if (mark != REMOVED) recordAt(index);
		}
		setMark(index, mark);
	}
	setKeyGroups();
}

/** Marks the pieces that the key removes without lists, and those that its lists are asked about. */
function markHidden(count: i32, dropsAll: bool): void {
	setWindow(0, firstGroup(Role.LIST));
	for (let index = 0; index < count; ++index) {
		if (!dropsAll && (markAt(index) & REMOVED) != 0) continue;
		if (dropsAll || isTaken(index)) setMark(index, markAt(index) | HIDDEN | (isOfPair(index) ? PAIRED : 0));
		else if (lists(Lists.CANDIDATE_ENTRY) != 0) setMark(index, markAt(index) | CANDIDATE);
	}
	setWindow(0, policy(Policy.GROUP_COUNT));
}

/** Whether a rule of the key other than its lists takes the piece. */
function isTaken(index: i32): bool {
	const piece = load32(lists(Lists.PIECES) + (index << 2));
	return isRemoved(piece, nameEnd(piece), foldedEnd(piece));
}

/** Runs 2 and 3. Returns whether both end. */
function runsToEnds(first: i32): bool {
	if (!runMarked(first, false)) return false;
	const count = lists(Lists.COUNT);
	for (let index = 0; index < count; ++index) {
		const mark = markAt(index);
		if ((mark & GONE) != 0) setMark(index, mark | UNSENT);
		else if ((mark & HIDDEN) != 0) setMark(index, mark & ~FETCH_CANDIDATE);
	}
	return runMarked(first, true);
}

function runMarked(first: i32, withKey: bool): bool {
	const count = lists(Lists.COUNT);
	let marks = 0;
	for (let index = 0; index < count; ++index) if ((markAt(index) & GONE) == 0) marks |= markAt(index);
	setLists(Lists.HAS_CANDIDATES, marks);
	beginText();
	return runRounds(first, withKey);
}

/** The lists have no end: nothing goes but by 1. */
function keepAll(count: i32, trace: i32): void {
	for (let index = 0; index < count; ++index) {
		if ((markAt(index) & REMOVED) == 0) setMark(index, markAt(index) & ~(GONE | UNSENT));
	}
	setLists(Lists.IS_UNSTABLE, 1);
	setPolicy(Policy.TRACE, trace);
}

/** Records what the key takes by itself and no list took. */
function recordHidden(count: i32): void {
	setWindow(0, firstGroup(Role.LIST));
	for (let index = 0; index < count; ++index) {
		if ((markAt(index) & (HIDDEN | GONE)) == HIDDEN && isTaken(index)) recordAt(index);
	}
	setWindow(0, policy(Policy.GROUP_COUNT));
}

/** Removes both CFID and CFTOKEN, which Q3 takes only as a pair, from the fetch form if it loses one of them. */
function addPair(count: i32): void {
	if (policy(Policy.HAS_PAIR) == 0) return;
	let isBroken = false;
	for (let index = 0; index < count; ++index) if ((markAt(index) & UNSENT) != 0 && hasNameOfPair(index)) isBroken = true;
	for (let index = 0; isBroken && index < count; ++index) {
		if ((markAt(index) & PAIRED) != 0) setMark(index, markAt(index) | UNSENT);
	}
}

function hasNameOfPair(index: i32): bool {
	const piece = load32(lists(Lists.PIECES) + (index << 2));
	return isDecodedText(piece, nameEnd(piece), "cfid") || isDecodedText(piece, nameEnd(piece), "cftoken");
}

/** Whether Q3 has just taken the piece, as one of a pair. */
function isOfPair(index: i32): bool {
	const group = policy(Policy.FIRST_GROUP);
	return group < policy(Policy.GROUP_COUNT) && roleAt(group) == Role.SESSION && hasNameOfPair(index);
}

/**
 * Removes pieces from the query of the fetch form, in place: it has as many as the query [start, end) of the key base, and those of them
 * that are listed have marks.
 */
function writeSent(start: i32, end: i32, count: i32): void {
	const first = lists(Lists.SENT);
	const last = lists(Lists.SENT_END);
	let to = first;
	let own = start;
	let index = 0;
	let isFirst = true;
	for (let at = first; at <= last; ) {
		const next = find(at, last, Octet.AMPERSAND);
		const ownEnd = find(own, end, Octet.AMPERSAND);
		const isListed = index < count && load32(lists(Lists.PIECES) + (index << 2)) <= ownEnd;
		if (!isListed || (markAt(index) & UNSENT) == 0) {
			if (!isFirst) store8(to++, Octet.AMPERSAND);
			to = move(at, next, to);
			isFirst = false;
		}
		if (isListed) ++index;
		own = ownEnd + 1;
		at = next + 1;
	}
	// Without a piece, the "?" goes too; before an empty one, if the key has none.
	const isGone = isFirst || (to == first && last > first && !hasLeft(count));
	setLists(Lists.SENT_END, isGone ? first - 1 : to);
}

/** Whether the key has a piece. */
function hasLeft(count: i32): bool {
	for (let index = 0; index < count; ++index) if ((markAt(index) & (GONE | HIDDEN)) == 0) return true;
	return false;
}
