/**
 * Reference resolution (§5.2): reference and base → target, in the order of the pseudocode of §5.2.2.
 *
 * `setBase` scans the base once and keeps its component record, not its octets: the host must leave them in place.
 */

import { ABSENT, Address, Component } from "../layout/addresses";
import { Resolution } from "../layout/options";
import { Status } from "../layout/status";
import { Octet } from "../octets/char";
import { copy, copyLower, equal, load8, load32, move, store8, store32 } from "../octets/memory";
import { removeDotSegments, removeSegmentPairs, rootEnd, skipExcessDots } from "./dot-segments";
import { keepFromAuthority } from "./recompose";
import { endIn, fail, recordAsBase, startIn } from "./record";
import { scan } from "./scan";

/**
 * Makes [start, end) the base of later calls of `resolve`, which follow `resolution`, a set of Resolution. Returns Status.OK or
 * `-Status`: -Status.BASE_NOT_ABSOLUTE if the base has no scheme (§5.1: "must be … an absolute URI").
 */
export function setBase(resolution: i32, start: i32, end: i32): i32 {
	readLeniently();
	const status = scan(start, end);
	if (status < 0) return status;
	if (!has(Address.RECORD, Component.SCHEME)) return fail(Status.BASE_NOT_ABSOLUTE, Component.SCHEME, start);
	store32(Address.RESOLUTION, resolution);
	recordAsBase(start, end);
	return Status.OK;
}

/**
 * Writes the target of the reference [start, end) to `to`: transformed (§5.2.2) and recomposed (§5.3). Returns its end, or
 * `-Status`.
 *
 * Requires: an earlier `setBase`; at `to`, room for base and reference plus Limit.SLACK.
 */
export function resolve(start: i32, end: i32, to: i32): i32 {
	readLeniently();
	return resolveBy(load32(Address.RESOLUTION), start, end, to);
}

/** Resolution has no options of normalization: those of an earlier call must not count. */
function readLeniently(): void {
	store32(Address.OPTIONS, 0);
}

/**
 * Like `resolve`, but follows this set of Resolution, and reads the reference by OPTIONS. A kernel that passes no Resolution has no
 * code for other editions.
 */
export function resolveBy(resolution: i32, start: i32, end: i32, to: i32): i32 {
	const status = scan(start, end);
	if (status < 0) return status;
	const hasOwnAuthority = has(Address.RECORD, Component.AUTHORITY);
	const isAbsolute = has(Address.RECORD, Component.SCHEME) && (hasOwnAuthority || !hasSchemeOfBase(resolution, to));
	const isNetworkPath = isAbsolute || hasOwnAuthority;

	// T.scheme, T.authority: everything before the path, delimiters included
	let at = to;
	if (isNetworkPath && !isAbsolute) {
		at = copy(startIn(Address.BASE, Component.SCHEME), endIn(Address.BASE, Component.SCHEME) + 1, at);
		at = copy(startIn(Address.RECORD, Component.AUTHORITY) - 2, startIn(Address.RECORD, Component.PATH), at);
	} else {
		const reference: i32 = isAbsolute ? Address.RECORD : Address.BASE;
		at = copy(startIn(reference, Component.SCHEME), startIn(reference, Component.PATH), at);
	}

	// T.path, and T.query where it comes from the base or is merged with the path
	const path = at;
	let rest = endIn(Address.RECORD, Component.PATH);
	let baseQueryEnd = endIn(Address.BASE, Component.PATH);
	if (isNetworkPath || isRooted()) {
		at = copy(startIn(Address.RECORD, Component.PATH), rest, path);
		if ((resolution & Resolution.REMOVE_PAIRS) == 0) at = removeDotSegments(path, at);
	} else if (isEmpty(Address.RECORD, Component.PATH) && !mergesQuery(resolution)) {
		at = copy(startIn(Address.BASE, Component.PATH), baseQueryEnd, path);
		const keepsQuery = !has(Address.RECORD, Component.QUERY) && has(Address.BASE, Component.QUERY);
		if (keepsQuery) baseQueryEnd = endIn(Address.BASE, Component.QUERY);
	} else {
		if (mergesQuery(resolution)) rest = endIn(Address.RECORD, Component.QUERY);
		at = removeMergedDots(resolution, path, merge(resolution, rest, path));
		if (at < 0) return at;
	}
	if (!has(isNetworkPath ? Address.RECORD : Address.BASE, Component.AUTHORITY)) at = keepFromAuthority(path, at);

	// T.query, T.fragment: everything after the path, delimiters included
	at = copy(endIn(Address.BASE, Component.PATH), baseQueryEnd, at);
	return copy(rest, end, at);
}

/**
 * Merge paths (§5.2.3): writes the path of the base up to its last "/", then the reference from its path to `pathEnd`.
 * Returns the new end.
 */
function merge(resolution: i32, pathEnd: i32, to: i32): i32 {
	const path = startIn(Address.RECORD, Component.PATH);
	const isRootless = isEmpty(Address.BASE, Component.PATH) && !isEmpty(Address.RECORD, Component.PATH);
	if (isRootless && (has(Address.BASE, Component.AUTHORITY) || (resolution & Resolution.MERGE_FROM_ROOT) != 0)) {
		store8(to, Octet.SLASH);
		return copy(path, pathEnd, to + 1);
	}
	const baseStart = startIn(Address.BASE, Component.PATH);
	let baseEnd = endIn(Address.BASE, Component.PATH);
	while (baseEnd > baseStart && load8(baseEnd - 1) != Octet.SLASH) --baseEnd;
	return copy(path, pathEnd, copy(baseStart, baseEnd, to));
}

/** Removes the dot-segments of a merged path by the rules of the edition. Returns the new end, or `-Status`. */
function removeMergedDots(resolution: i32, start: i32, end: i32): i32 {
	if ((resolution & Resolution.REMOVE_PAIRS) == 0) return removeDotSegments(start, end);
	const at = removeSegmentPairs(start, end);
	const root = rootEnd(start, at);
	const excessEnd = skipExcessDots(start, at);
	if (excessEnd == root || (resolution & Resolution.KEEP_EXCESS_DOTS) != 0) return at;
	if ((resolution & Resolution.REFUSE_EXCESS_DOTS) == 0) return move(excessEnd, at, root);
	return fail(Status.EXCESS_DOTS, Component.PATH, startIn(Address.RECORD, Component.PATH));
}

/** Whether the query of the reference is merged with its path. */
function mergesQuery(resolution: i32): bool {
	return (resolution & Resolution.MERGE_QUERY) != 0 && has(Address.RECORD, Component.QUERY);
}

/** Whether the reference counts as relative because it has the scheme of the base. Overwrites the octets at `scratch`. */
function hasSchemeOfBase(resolution: i32, scratch: i32): bool {
	if ((resolution & Resolution.SAME_SCHEME_IS_RELATIVE) == 0) return false;
	const own = copyLower(startIn(Address.RECORD, Component.SCHEME), endIn(Address.RECORD, Component.SCHEME), scratch);
	const base = copyLower(startIn(Address.BASE, Component.SCHEME), endIn(Address.BASE, Component.SCHEME), own);
	return base - own == own - scratch && equal(scratch, own, own);
}

/** Whether the path of the reference starts with "/". */
function isRooted(): bool {
	return !isEmpty(Address.RECORD, Component.PATH) && load8(startIn(Address.RECORD, Component.PATH)) == Octet.SLASH;
}

function has(reference: i32, component: i32): bool {
	return startIn(reference, component) != ABSENT;
}

function isEmpty(reference: i32, component: i32): bool {
	return startIn(reference, component) == endIn(reference, component);
}
