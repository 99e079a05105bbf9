/**
 * Q4 param, as far as lists decide: rounds, until nothing changes (ClearURLs redirects and is asked again, so does AdGuard).
 *
 * ```
 *   round    each list in the order of the policy, about the pieces that the ones before it left
 *   turn     one list, which sees one text. A list of providers ends its turn at the first that removes a piece
 *   marks    a piece is GOING until its turn ends, then GONE; the next text is without it
 * ```
 *
 * Each round removes a piece, or is the last. If a list would remove more after MAX_ROUNDS, all pieces stay, and the reference is counted.
 * So the work is linear in the reference, and the rounds on a key end where they began.
 */

import { Lists, Policy } from "../layout/crawl-addresses";
import { load32, store32 } from "../octets/memory";
import { beginText } from "./conditions";
import { foldedEnd } from "./empty-value";
import { mayRemoveParameters } from "./limits";
import { CANDIDATE, GOING, GONE, lists, MAX_PROVIDER, markAt, setLists, setMark, setProviders, setWindow } from "./list-state";
import { isNamed, recordRemoval } from "./parameters";
import { nameEnd } from "./pieces";
import { isPrivateHost } from "./private-host";
import { Group, policy, Role } from "./program";

/** Rounds of one reference that remove a piece. */
const MAX_ROUNDS: i32 = 8;

/** In place of the number of pieces left: the lists have no end. */
export const NO_END: i32 = -1;

/**
 * Asks the lists, whose groups begin at `first`, about the first `count` pieces, which have marks. Returns the number left, or NO_END
 * after more than MAX_ROUNDS.
 */
export function removeByLists(first: i32, count: i32): i32 {
	if (lists(Lists.HAS_CANDIDATES) == 0 || !mayRemoveParameters()) return count;
	setLists(Lists.PIECES, policy(Policy.PIECES));
	setLists(Lists.COUNT, count);
	let rounds = 0;
	while (hasRound(first)) if (++rounds > MAX_ROUNDS) return NO_END;
	return rounds == 0 ? count : takeLeft(count);
}

/** Asks each list once. Returns whether a piece went. */
function hasRound(first: i32): bool {
	setLists(Lists.HAS_CHANGED, 0);
	const count = policy(Policy.GROUP_COUNT);
	for (let group = first; group < count && lists(Lists.HAS_CANDIDATES) != 0; ++group) {
		setWindow(group, group + 1);
		if (roleAt(group) != Role.PROVIDERS) removeGoing();
		else if (!isPrivateHost()) removeByProvider();
	}
	setWindow(0, count);
	return lists(Lists.HAS_CHANGED) != 0;
}

function roleAt(group: i32): i32 {
	return load32(policy(Policy.GROUPS) + group * Group.SIZE + Group.ROLE);
}

/**
 * The turn of a list of providers. Each piece finds the first provider that names it, at most the first of all so far: the pieces that
 * go are those from the last one on that found an earlier provider than all before it.
 */
function removeByProvider(): void {
	setLists(Lists.IS_RANKING, 1);
	const count = lists(Lists.COUNT);
	let first = MAX_PROVIDER;
	let from = 0;
	for (let index = 0; index < count; ++index) {
		if (!isAsked(index) || !isNamedAt(index)) continue;
		if (lists(Lists.TO_PROVIDER) < first) from = index;
		first = lists(Lists.TO_PROVIDER);
		setMark(index, CANDIDATE | GOING);
	}
	setLists(Lists.IS_RANKING, 0);
	for (let index = 0; index < from; ++index) setMark(index, markAt(index) & ~GOING);
	if (first != MAX_PROVIDER) endProviders(first);
	setProviders(0, MAX_PROVIDER);
}

/** Ends a turn that a provider has decided. */
function endProviders(provider: i32): void {
	setLists(Lists.FROM_PROVIDER, provider);
	const count = policy(Policy.TRACE) == 0 ? 0 : lists(Lists.COUNT);
	for (let index = 0; index < count; ++index) {
		// Only explanations ask which of its rules it was.
		if ((markAt(index) & GOING) != 0 && isNamedAt(index)) recordAt(index);
	}
	endTurn();
}

function recordAt(index: i32): void {
	const piece = load32(lists(Lists.PIECES) + (index << 2));
	recordRemoval(piece, foldedEnd(piece));
}

/** Removes the pieces that the groups of the turn name. */
function removeGoing(): void {
	const count = lists(Lists.COUNT);
	let removed = 0;
	for (let index = 0; index < count; ++index) {
		if (!isAsked(index) || !isNamedAt(index)) continue;
		recordAt(index);
		setMark(index, CANDIDATE | GOING);
		++removed;
	}
	if (removed > 0) endTurn();
}

/** The pieces that are going are gone: the next text is another one. */
function endTurn(): void {
	const count = lists(Lists.COUNT);
	let isLeft = 0;
	for (let index = 0; index < count; ++index) {
		if ((markAt(index) & GOING) != 0) setMark(index, GONE);
		isLeft |= markAt(index) & CANDIDATE;
	}
	setLists(Lists.HAS_CANDIDATES, isLeft);
	setLists(Lists.HAS_CHANGED, 1);
	beginText();
}

function isAsked(index: i32): bool {
	return markAt(index) == CANDIDATE;
}

function isNamedAt(index: i32): bool {
	const piece = load32(lists(Lists.PIECES) + (index << 2));
	return isNamed(piece, nameEnd(piece), foldedEnd(piece));
}

/** Closes the gaps of the pieces that are gone. Returns the number left. */
function takeLeft(count: i32): i32 {
	const pieces = lists(Lists.PIECES);
	let left = 0;
	for (let index = 0; index < count; ++index) {
		if (markAt(index) != GONE) store32(pieces + (left++ << 2), load32(pieces + (index << 2)));
	}
	return left;
}
