/**
 * Reference resolution (§5.2): a reference and a base → the target, in the order of the pseudocode of §5.2.2.
 *
 * The base is scanned once; the host keeps its octets where they were then.
 */
import { Octet } from "./char";
import { removeDotSegments, removeSegmentPairs, rootEnd, skipExcessDots } from "./dot-segments";
import { ABSENT, Address, Component } from "./layout";
import { copy, copyLower, equal, load8, load32, move, store8, store32 } from "./memory";
import { Resolution } from "./options";
import { keepFromAuthority } from "./recompose";
import { fail } from "./record";
import { scan } from "./scan";
import { Status } from "./status";

/**
 * Takes [start, end) for the base of what `resolve` is called for, by `resolution` (a set of Resolution). Returns Status.OK
 * or `-Status`; -Status.BASE_NOT_ABSOLUTE for a base without a scheme (§5.1: "must be … an absolute URI").
 */
export function setBase(resolution: i32, start: i32, end: i32): i32 {
	const status = scan(start, end);
	if (status < 0) return status;
	if (!has(Address.RECORD, Component.SCHEME)) return fail(Status.BASE_NOT_ABSOLUTE, Component.SCHEME, start);
	store32(Address.RESOLUTION, resolution);
	store32(Address.BASE_LENGTH, end - start);
	for (let at = 0; at < Address.FAILURE - Address.RECORD; at += 4) {
		store32(Address.BASE + at, load32(Address.RECORD + at));
	}
	return Status.OK;
}

/**
 * Writes the target of the reference [start, end) to `to`: transform references (§5.2.2), recomposed (§5.3). Returns its
 * end, or `-Status`.
 *
 * Requires: `setBase` before; room for as many octets as base and reference have, and Limit.SLACK.
 */
export function resolve(start: i32, end: i32, to: i32): i32 {
	const status = scan(start, end);
	if (status < 0) return status;
	const hasOwnAuthority = has(Address.RECORD, Component.AUTHORITY);
	const isAbsolute = has(Address.RECORD, Component.SCHEME) && (hasOwnAuthority || !isOfBase(to));
	const isNetworkPath = isAbsolute || hasOwnAuthority;

	// T.scheme, T.authority: what stands before the path, delimiters included
	let at = to;
	if (isNetworkPath && !isAbsolute) {
		at = copy(startOf(Address.BASE, Component.SCHEME), endOf(Address.BASE, Component.SCHEME) + 1, at);
		at = copy(startOf(Address.RECORD, Component.AUTHORITY) - 2, startOf(Address.RECORD, Component.PATH), at);
	} else {
		const reference: i32 = isAbsolute ? Address.RECORD : Address.BASE;
		at = copy(startOf(reference, Component.SCHEME), startOf(reference, Component.PATH), at);
	}

	// T.path, and the query where it is that of the base, or a part of the path
	const path = at;
	let rest = endOf(Address.RECORD, Component.PATH);
	let baseQueryEnd = endOf(Address.BASE, Component.PATH);
	if (isNetworkPath || isRooted()) {
		at = copy(startOf(Address.RECORD, Component.PATH), rest, path);
		if (!follows(Resolution.REMOVE_PAIRS)) at = removeDotSegments(path, at);
	} else if (isEmpty(Address.RECORD, Component.PATH) && !mergesQuery()) {
		at = copy(startOf(Address.BASE, Component.PATH), baseQueryEnd, path);
		const keepsQuery = !has(Address.RECORD, Component.QUERY) && has(Address.BASE, Component.QUERY);
		if (keepsQuery) baseQueryEnd = endOf(Address.BASE, Component.QUERY);
	} else {
		if (mergesQuery()) rest = endOf(Address.RECORD, Component.QUERY);
		at = removeMergedDots(path, merge(rest, path));
		if (at < 0) return at;
	}
	if (!has(isNetworkPath ? Address.RECORD : Address.BASE, Component.AUTHORITY)) at = keepFromAuthority(path, at);

	// T.query, T.fragment: what stands behind the path, delimiters included
	at = copy(endOf(Address.BASE, Component.PATH), baseQueryEnd, at);
	return copy(rest, end, at);
}

/**
 * Merge paths (§5.2.3): writes the base's path up to its last "/", then that of the reference, with what follows it up to
 * `pathEnd`. Returns the new end.
 */
function merge(pathEnd: i32, to: i32): i32 {
	const path = startOf(Address.RECORD, Component.PATH);
	const isRootless = isEmpty(Address.BASE, Component.PATH) && !isEmpty(Address.RECORD, Component.PATH);
	if (isRootless && (has(Address.BASE, Component.AUTHORITY) || follows(Resolution.MERGE_FROM_ROOT))) {
		store8(to, Octet.SLASH);
		return copy(path, pathEnd, to + 1);
	}
	const baseStart = startOf(Address.BASE, Component.PATH);
	let baseEnd = endOf(Address.BASE, Component.PATH);
	while (baseEnd > baseStart && load8(baseEnd - 1) != Octet.SLASH) --baseEnd;
	return copy(path, pathEnd, copy(baseStart, baseEnd, to));
}

/** Removes the dot-segments of a merged path, as the edition has it. Returns the new end, or `-Status`. */
function removeMergedDots(start: i32, end: i32): i32 {
	if (!follows(Resolution.REMOVE_PAIRS)) return removeDotSegments(start, end);
	const at = removeSegmentPairs(start, end);
	const root = rootEnd(start, at);
	const excessEnd = skipExcessDots(start, at);
	if (excessEnd == root || follows(Resolution.KEEP_EXCESS_DOTS)) return at;
	if (!follows(Resolution.REFUSE_EXCESS_DOTS)) return move(excessEnd, at, root);
	return fail(Status.EXCESS_DOTS, Component.PATH, startOf(Address.RECORD, Component.PATH));
}

function follows(resolution: i32): bool {
	return (load32(Address.RESOLUTION) & resolution) != 0;
}

/** Says whether the query of the reference is merged with its path. */
function mergesQuery(): bool {
	return follows(Resolution.MERGE_QUERY) && has(Address.RECORD, Component.QUERY);
}

/** Says whether the scheme of the reference is that of the base, and so may be left out. Overwrites what is at `scratch`. */
function isOfBase(scratch: i32): bool {
	if (!follows(Resolution.SAME_SCHEME_IS_RELATIVE)) return false;
	const own = copyLower(startOf(Address.RECORD, Component.SCHEME), endOf(Address.RECORD, Component.SCHEME), scratch);
	const base = copyLower(startOf(Address.BASE, Component.SCHEME), endOf(Address.BASE, Component.SCHEME), own);
	return base - own == own - scratch && equal(scratch, own, own);
}

/** Says whether the path of the reference begins with "/". */
function isRooted(): bool {
	return !isEmpty(Address.RECORD, Component.PATH) && load8(startOf(Address.RECORD, Component.PATH)) == Octet.SLASH;
}

function startOf(reference: i32, component: i32): i32 {
	return load32(reference + (component << 3));
}

function endOf(reference: i32, component: i32): i32 {
	return load32(reference + (component << 3) + 4);
}

function has(reference: i32, component: i32): bool {
	return startOf(reference, component) != ABSENT;
}

function isEmpty(reference: i32, component: i32): bool {
	return startOf(reference, component) == endOf(reference, component);
}
