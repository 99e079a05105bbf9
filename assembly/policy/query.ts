/** The query of a key: Q0 query-drop, Q0b query-case, Q0c to Q6 on its pieces, Q8 empty-query. */

import { Limit } from "../layout/addresses";
import { Policy } from "../layout/crawl-addresses";
import { Lists } from "../layout/crawl-state";
import { Octet } from "../octets/char";
import { copy, load8, store8 } from "../octets/memory";
import { isDecodedText } from "./decoded";
import { dropDuplicates } from "./duplicates";
import { foldedEnd } from "./empty-value";
import { skipEntities } from "./entities";
import { removeFromBoth } from "./fetch-query";
import { decidesAboutAll, undecidedEnd } from "./kept";
import { KeyRule } from "./key-rules";
import { CANDIDATE, keepEntry, lists, MARKS_AT, setLists, setMark, setWindow } from "./list-state";
import { firstGroup, NO_END, removeByLists } from "./lists";
import { isRemoved, recordRemoval } from "./parameters";
import { Order } from "./piece-order";
import { hasPatternOf } from "./piece-text";
import { nameEnd, pieceAt, pieceEnd, setPiece } from "./pieces";
import { hasFetchQuery, hasRounds, isOn, policy, Role, setPolicy } from "./program";
import { lowerQuery } from "./query-case";
import { sortPieces } from "./query-sort";

/** Writes "?" and the query [start, end), or what the rules leave of it. Returns the new end. */
export function writeQuery(start: i32, end: i32, to: i32): i32 {
	const dropsAll = isOn(KeyRule.QUERY_DROP);
	if (dropsAll && !hasFetchQuery()) return to;
	if (start == end) return dropsAll || isOn(KeyRule.EMPTY_QUERY) ? to : writeMark(to);
	const first = hasCase() ? copyLowered(start, end) : start;
	const last = first + (end - start);
	setPolicy(Policy.QUERY_END, last);
	let count = removePieces(first, last, dropsAll);
	if (count == 0) return to;
	if (isOn(KeyRule.DUPLICATES)) count = dropDuplicates(count);
	if (isOn(KeyRule.SORT_NAME)) sortPieces(Order.NAME, count);
	if (isOn(KeyRule.SORT_NAME_VALUE)) sortPieces(Order.NAME_VALUE, count);
	const written = writePieces(count, to);
	return written == to + 1 && isOn(KeyRule.EMPTY_QUERY) ? to : written;
}

function writeMark(to: i32): i32 {
	store8(to, Octet.QUESTION_MARK);
	return to + 1;
}

function hasCase(): bool {
	return isOn(KeyRule.QUERY_CASE_NAMES) || isOn(KeyRule.QUERY_CASE_ALL);
}

/** Q0b: copies the query [start, end) in front of the addresses of its pieces, since the fetch form may have the same octets. */
function copyLowered(start: i32, end: i32): i32 {
	const first = policy(Policy.PIECES);
	const last = copy(start, end, first);
	setPolicy(Policy.PIECES, (last + Limit.MARGIN + 3) & ~3);
	lowerQuery(first, last);
	return first;
}

/** Q0c, Q1, Q2: lists the pieces of [start, end), without empty ones if the rule is in force. Returns their number. */
export function listPieces(start: i32, end: i32): i32 {
	const hasEntities = isOn(KeyRule.ENTITIES);
	const dropsEmpty = isOn(KeyRule.EMPTY_PAIRS);
	let count = 0;
	let next = start;
	while (next <= end) {
		const piece = hasEntities ? skipEntities(next) : next;
		next = pieceEnd(piece) + 1;
		const isEmpty = next == piece + 1 || (load8(piece) == Octet.EQUALS && foldedEnd(piece) == piece);
		if (!isEmpty || !dropsEmpty) setPiece(count++, piece);
	}
	return count;
}

/** Q0c to Q4: lists the pieces of the query [start, end), and drops some by name. Each is judged as Q2 left it. Returns the number left. */
function removePieces(start: i32, end: i32, dropsAll: bool): i32 {
	const count = listPieces(start, end);
	if (hasFetchQuery()) {
		setPair(count);
		return removeFromBoth(start, end, count, dropsAll);
	}
	if (policy(Policy.GROUP_COUNT) == 0) return count;
	if (!hasRounds()) return removeNamed(count, false);
	const trace = policy(Policy.TRACE);
	// Lists in front of the first that sees the URL decide about a piece by itself: no round could change that.
	const first = firstGroup(Role.FILTER);
	const left = removeByLists(first, removeMarking(first, count));
	if (left != NO_END) return left;
	setLists(Lists.IS_UNSTABLE, 1);
	setPolicy(Policy.TRACE, trace);
	return removeMarking(firstGroup(Role.LIST), listPieces(start, end));
}

/** Drops the pieces that the groups before `end` name, and marks the others. Returns the number left. */
function removeMarking(end: i32, count: i32): i32 {
	setLists(Lists.MARKS, policy(Policy.PIECES) + count * MARKS_AT);
	setLists(Lists.HAS_CANDIDATES, 0);
	setLists(Lists.KNOWN_COUNT, 0);
	setWindow(0, end);
	return removeNamed(count, true);
}

/** Drops the pieces that groups of the window name. With `marks`, those that stay get one. Returns the number left. */
function removeNamed(count: i32, marks: bool): i32 {
	setPair(count);
	const asksAll = decidesAboutAll(policy(Policy.GROUPS), policy(Policy.GROUP_COUNT));
	const hasPatterns = policy(Policy.NAME_MACHINE) != 0;
	let left = 0;
	for (let index = 0; index < count; ++index) {
		const piece = pieceAt(index);
		// Fast path only: entries that are asked and decide nothing change nothing.
		const isUndecided = !asksAll && undecidedEnd(policy(Policy.KEY), piece, policy(Policy.QUERY_END), true) != 0;
		const stays = isUndecided && !(hasPatterns && hasPatternOf(piece, nameEnd(piece), foldedEnd(piece)));
		if (stays || !isRemoved(piece, nameEnd(piece), foldedEnd(piece))) {
			if (marks) markCandidate(left, !stays && lists(Lists.CANDIDATE_ENTRY) != 0);
			setPiece(left++, piece);
		} else recordRemoval(piece, foldedEnd(piece));
	}
	return left;
}

function markCandidate(index: i32, isCandidate: bool): void {
	setMark(index, isCandidate ? CANDIDATE : 0);
	keepEntry(index);
	if (isCandidate) setLists(Lists.HAS_CANDIDATES, 1);
}

function setPair(count: i32): void {
	setPolicy(Policy.HAS_PAIR, hasPiece(count, "cfid") && hasPiece(count, "cftoken") ? 1 : 0);
}

/** Whether one of the pieces has this name, in any case. */
function hasPiece(count: i32, name: string): bool {
	for (let index = 0; index < count; ++index) {
		const piece = pieceAt(index);
		const octet = load8(piece) | Octet.CASE_BIT;
		// Fast path only: the whole name is compared next.
		const mayBe = octet == name.charCodeAt(0) || octet == (Octet.PERCENT | Octet.CASE_BIT);
		if (mayBe && isDecodedText(piece, nameEnd(piece), name)) return true;
	}
	return false;
}

function writePieces(count: i32, start: i32): i32 {
	let to = writeMark(start);
	for (let index = 0; index < count; ++index) {
		if (index > 0) store8(to++, Octet.AMPERSAND);
		const piece = pieceAt(index);
		to = copy(piece, foldedEnd(piece), to);
	}
	return to;
}
