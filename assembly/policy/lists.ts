/**
 * Q4 param, as far as lists decide: rounds, until nothing changes (ClearURLs redirects and is asked again, so does AdGuard).
 *
 * ```
 *   round    each list in the order of the policy, about the pieces that the ones before it left
 *   turn     one list, which sees one text. A list of providers ends its turn at the first that removes a piece
 *   marks    a piece is GOING until its turn ends, then GONE; the next text is without it
 * ```
 *
 * Each round removes a piece, or is the last. If a list would remove more after MAX_ROUNDS that changed the text, all pieces stay, and the
 * reference is counted. So the work is linear in the reference, and the rounds on a key end where they began.
 */

import { Policy } from "../layout/crawl-addresses";
import { Lists } from "../layout/crawl-state";
import { load32, store32 } from "../octets/memory";
import { beginText } from "./conditions";
import { foldedEnd } from "./empty-value";
import { setGroups } from "./groups";
import { mayRemoveParameters } from "./limits";
import {
	CANDIDATE,
	FETCH_CANDIDATE,
	GOING,
	GONE,
	HIDDEN,
	knownEntry,
	lists,
	MAX_PROVIDER,
	markAt,
	setLists,
	setMark,
	setProviders,
	setWindow,
} from "./list-state";
import { isNamed, isNamedBy, recordRemoval } from "./parameters";
import { nameEnd } from "./pieces";
import { isPrivateHost } from "./private-host";
import { fetchGroupCount, fetchGroups, Group, policy, Role } from "./program";

/** Rounds of one reference that change the text. */
const MAX_ROUNDS: i32 = 8;
/** In place of the number of pieces left: the lists have no end. */
export const NO_END: i32 = -1;

/**
 * Asks the lists, whose groups begin at `first`, about the first `count` pieces, which have marks. Returns the number left, or NO_END
 * after more than MAX_ROUNDS.
 */
export function removeByLists(first: i32, count: i32): i32 {
	if ((lists(Lists.HAS_CANDIDATES) & CANDIDATE) == 0 || !mayRemoveParameters()) return count;
	setLists(Lists.PIECES, policy(Policy.PIECES));
	setLists(Lists.COUNT, count);
	let rounds = 0;
	while (hasKeyRound(first)) if (++rounds > MAX_ROUNDS) return NO_END;
	return rounds == 0 ? count : takeLeft(count);
}

/** Asks the lists of the fetch form, and with `withKey` those of the key as well, to the end. Returns whether they have one. */
export function runRounds(first: i32, withKey: bool): bool {
	for (let rounds = 0; rounds <= MAX_ROUNDS; ) {
		setLists(Lists.HAS_SEEN, 0);
		let isChanged = hasFetchRound();
		if (withKey && hasKeyRound(first)) isChanged = true;
		if (!isChanged) return true;
		if (lists(Lists.HAS_SEEN) != 0) ++rounds;
	}
	return false;
}

/** Asks each list of the key once. Returns whether a piece went. */
function hasKeyRound(first: i32): bool {
	setLists(Lists.ASKED, CANDIDATE);
	return hasRound(first);
}

/** Asks each list of the fetch form once. Returns whether a piece went. */
function hasFetchRound(): bool {
	setFetchGroups();
	setLists(Lists.ASKED, FETCH_CANDIDATE);
	const isChanged = hasRound(firstGroup(Role.LIST));
	setKeyGroups();
	return isChanged;
}

/** Has the groups of the fetch form decide, until `setKeyGroups`. */
export function setFetchGroups(): void {
	setLists(Lists.KEY_GROUPS, policy(Policy.GROUPS));
	setLists(Lists.KEY_GROUP_COUNT, policy(Policy.GROUP_COUNT));
	setGroups(fetchGroups(), fetchGroupCount());
}

export function setKeyGroups(): void {
	setGroups(lists(Lists.KEY_GROUPS), lists(Lists.KEY_GROUP_COUNT));
}

/** The place of the first group with this role or a later one. */
export function firstGroup(role: i32): i32 {
	const count = policy(Policy.GROUP_COUNT);
	let index = 0;
	while (index < count && roleAt(index) < role) ++index;
	return index;
}

/** Asks the lists from this group on. Returns whether a piece went. */
function hasRound(first: i32): bool {
	setLists(Lists.HAS_CHANGED, 0);
	const count = policy(Policy.GROUP_COUNT);
	for (let group = first; group < count && (lists(Lists.HAS_CANDIDATES) & lists(Lists.ASKED)) != 0; ++group) {
		setWindow(group, group + 1);
		if (roleAt(group) != Role.PROVIDERS) removeGoing();
		else if (!isPrivateHost()) removeByProvider();
	}
	setWindow(0, count);
	return lists(Lists.HAS_CHANGED) != 0;
}

export function roleAt(group: i32): i32 {
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
		setMark(index, markAt(index) | GOING);
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

/** Removes the pieces that the groups of the turn name. */
function removeGoing(): void {
	const count = lists(Lists.COUNT);
	let removed = 0;
	for (let index = 0; index < count; ++index) {
		if (!isAsked(index) || !isNamedAt(index)) continue;
		recordAt(index);
		setMark(index, markAt(index) | GOING);
		++removed;
	}
	if (removed > 0) endTurn();
}

/** The pieces that are going are gone: the next text is another one, unless no pattern saw them. */
function endTurn(): void {
	const count = lists(Lists.COUNT);
	let left = 0;
	let isSeen = 0;
	for (let index = 0; index < count; ++index) {
		const mark = markAt(index);
		if ((mark & GOING) != 0) {
			setMark(index, (mark & ~GOING) | GONE);
			if ((mark & HIDDEN) == 0) isSeen = 1;
		} else if ((mark & GONE) == 0) left |= mark;
	}
	setLists(Lists.HAS_CANDIDATES, left);
	setLists(Lists.HAS_CHANGED, 1);
	if (isSeen == 0) return;
	setLists(Lists.HAS_SEEN, 1);
	beginText();
}

function isAsked(index: i32): bool {
	return (markAt(index) & (lists(Lists.ASKED) | GOING | GONE)) == lists(Lists.ASKED);
}

export function isNamedAt(index: i32): bool {
	const piece = load32(lists(Lists.PIECES) + (index << 2));
	const entry = knownEntry(index);
	// Fast path only: no other entry is about the piece.
	if (entry > 0) return isNamedBy(entry - 1, piece, nameEnd(piece), foldedEnd(piece));
	return isNamed(piece, nameEnd(piece), foldedEnd(piece));
}

export function recordAt(index: i32): void {
	const piece = load32(lists(Lists.PIECES) + (index << 2));
	recordRemoval(piece, foldedEnd(piece));
}

/** Closes the gaps of the pieces that are gone, or that another rule takes. Returns the number left. */
export function takeLeft(count: i32): i32 {
	const pieces = lists(Lists.PIECES);
	let left = 0;
	for (let index = 0; index < count; ++index) {
		if ((markAt(index) & (GONE | HIDDEN)) == 0) store32(pieces + (left++ << 2), load32(pieces + (index << 2)));
	}
	return left;
}
