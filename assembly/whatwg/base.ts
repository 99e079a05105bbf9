/**
 * The base URL: a URL in the form that `writeUrl` writes, split into its components once. Its octets stay where they are.
 *
 * The fragment of the base is ignored.
 */

import { ABSENT, Address, Component } from "../layout/addresses";
import { Url } from "../layout/crawl-addresses";
import { Flag } from "../layout/options";
import { Status } from "../layout/status";
import { Octet } from "../octets/char";
import { copy, equal, load8, load32 } from "../octets/memory";
import { endIn, endOf, fail, isPresent, record, recordAsBase, startIn, startOf } from "../reference/record";
import { scan } from "../reference/scan";
import { isNormalizedDriveLetter } from "./path";
import { field, kindOf, SchemeKind, setField } from "./url";

/**
 * Makes the URL [start, end) the base of the next parse with Flag.RESOLVE. Returns Status.OK or `-Status`.
 *
 * Requires: `normalize` wrote [start, end) under this profile. Anything else is not checked: the result is meaningless, but never a trap.
 */
export function setBase(start: i32, end: i32): i32 {
	const status = scan(start, end);
	if (status < 0) return status;
	if (!isPresent(Component.SCHEME)) return fail(Status.BASE_NOT_ABSOLUTE, Component.SCHEME, start);
	const path = startOf(Component.PATH);
	const pathEnd = endOf(Component.PATH);
	const hasHost = isPresent(Component.AUTHORITY);
	const isSeparated = !hasHost && pathEnd - path > 2 && load8(path) == Octet.SLASH && load8(path + 1) == Octet.DOT;
	if (isSeparated) record(Component.PATH, path + 2, pathEnd);
	setField(Url.BASE_KIND, kindOf(startOf(Component.SCHEME), endOf(Component.SCHEME)));
	const isOpaque = !hasHost && (path == pathEnd || load8(path) != Octet.SLASH);
	setField(Url.BASE_IS_OPAQUE, isOpaque ? 1 : 0);
	recordAsBase(start, end);
	return Status.OK;
}

export function hasBase(): bool {
	return (load32(Address.OPTIONS) & Flag.RESOLVE) != 0;
}

export function isBaseFile(): bool {
	return hasBase() && field(Url.BASE_KIND) == SchemeKind.FILE;
}

/** Whether the scheme [start, end), which is special, is that of the base. */
export function isOfBaseScheme(start: i32, end: i32): bool {
	if (!hasBase()) return false;
	const base = baseStart(Component.SCHEME);
	return baseEnd(Component.SCHEME) - base == end - start && equal(start, end, base);
}

/** Writes a component of the base with its delimiters: "scheme:", "//authority", "path" or "?query". Returns the new end. */
export function copyBase(component: i32, to: i32): i32 {
	const start = baseStart(component);
	if (start == ABSENT) return to;
	const end = baseEnd(component);
	if (component == Component.SCHEME) return copy(start, end + 1, to);
	if (component == Component.PATH) return copy(start, end, to);
	if (component == Component.QUERY) return copy(start - 1, end, to);
	setField(Url.REQUIRES_HOST, 1);
	return copy(start - 2, end, to);
}

/** Appends the base's first segment to the empty path at `to` when it is a normalized Windows drive letter. Returns the new end. */
export function baseDriveLetterEnd(to: i32): i32 {
	const path = baseStart(Component.PATH);
	const length = baseEnd(Component.PATH) - path;
	if (length < 3 || !isNormalizedDriveLetter(path + 1)) return to;
	return length == 3 || load8(path + 3) == Octet.SLASH ? copy(path, path + 3, to) : to;
}

function baseStart(component: i32): i32 {
	return startIn(Address.BASE, component);
}

function baseEnd(component: i32): i32 {
	return endIn(Address.BASE, component);
}
