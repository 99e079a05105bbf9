/**
 * Normalization of one reference: scan → case → percent → dots → scheme → recompose. `writeReference` writes the components to
 * the output one by one, each in normal form, in the order of §5.3. A rule runs if its bit is set in the options word.
 *
 * Two fast paths come first: the guard (guard.ts) recognizes most references that are in normal form already, and web.ts
 * rewrites most http and https references in one pass.
 */

import { Address, Component, Limit, NEEDS_SLOW_PATH, UNCHANGED } from "../layout/addresses";
import { Flag, Level, Rule } from "../layout/options";
import { Status } from "../layout/status";
import { Octet } from "../octets/char";
import { Class } from "../octets/classes";
import { copy, copyLower, equal, load8, load32, store8, store32 } from "../octets/memory";
import { spanUntil } from "../octets/span";
import { addressBeforeJoining, joinLines, skipWhiteSpace, trimWhiteSpace } from "../octets/white-space";
import { writeAuthority } from "./authority";
import { removeDotSegments } from "./dot-segments";
import { isPlain } from "./guard";
import { writeOctets } from "./percent";
import { keepFromAuthority } from "./recompose";
import { endOf, fail, isPresent, startOf } from "./record";
import { indexReference } from "./reference-index";
import { scan } from "./scan";
import { findScheme, hasTrait, OwnRule, ownRule, Trait, UNREGISTERED } from "./schemes";
import { normalizeDataPath } from "./schemes/data";
import { normalizeFileAuthority, prependEmptyAuthority } from "./schemes/file";
import { normalizeFtpPath } from "./schemes/ftp";
import { normalizeGopherPath } from "./schemes/gopher";
import { normalizeAddresses, writeHeaderFields } from "./schemes/mailto";
import { normalizeTelPath } from "./schemes/tel";
import { normalizeUrnPath } from "./schemes/urn";
import { writeWeb } from "./web";

/**
 * Writes the normal form of the reference [start, end) to `to`. Returns its end; UNCHANGED if the reference is in normal form
 * already; or `-Status`, with FAILURE set.
 *
 * Requires: Limit.GROWTH × (end − start) + Limit.SLACK octets at `to`; Limit.MARGIN octets after `end`, which are overwritten.
 */
export function normalize(options: i32, start: i32, end: i32, to: i32): i32 {
	if (end - start > Limit.REFERENCE) return fail(Status.TOO_LONG, Component.NONE, start + Limit.REFERENCE);
	if ((options & (Flag.RULES | Flag.STRICT)) == 0) return UNCHANGED;
	store8(end, Octet.LF);
	const entry = indexReference(Class.QUERY, start, end);
	if (load32(entry) == end && isPlain(start, end)) return UNCHANGED;
	let written = NEEDS_SLOW_PATH;
	if ((options & Level.SYNTAX) == Level.SYNTAX) written = writeWeb(options, start, entry, to);
	// An LF before the end, or a CR there, is white space.
	if (written == NEEDS_SLOW_PATH || load32(Address.TEXT_END) != end) written = rewrite(options, start, end, to);
	if (written < 0) return written;
	if ((options & Flag.RULES) == 0) return UNCHANGED;
	return written - to == end - start && equal(start, end, to) ? UNCHANGED : written;
}

/** Like `normalize`, but without its fast paths. Never returns UNCHANGED. */
export function rewrite(options: i32, start: i32, end: i32, to: i32): i32 {
	store32(Address.OPTIONS, options);
	if ((options & Flag.STRICT) != 0 || (options & Rule.WHITE_SPACE) == 0) return writeReference(scan(start, end), to);
	const first = skipWhiteSpace(start, end);
	const last = trimWhiteSpace(first, end);
	const status = scan(first, last);
	// Fast path only: the slow path writes the same.
	if (spanUntil(first, last, Class.LINE_WHITE_SPACE) == last) return writeReference(status, to);

	const joined = to + (Limit.GROWTH - 1) * (end - start) + (Limit.SLACK >> 1);
	const written = writeReference(scan(joined, joinLines(first, last, joined)), to);
	if (written < 0) store32(Address.FAILURE_AT, addressBeforeJoining(first, last, load32(Address.FAILURE_AT) - joined));
	return written;
}

/**
 * Recomposes the components that `scan` recorded, each in normal form (§5.3). `status` is the result of `scan`. Returns the new end,
 * or `-Status`.
 */
function writeReference(status: i32, to: i32): i32 {
	if (status < 0) return status;

	// [ scheme ":" ]
	let at = to;
	let row = UNREGISTERED;
	if (isPresent(Component.SCHEME)) {
		at = writeScheme(to);
		row = findScheme(to, at);
		store8(at++, Octet.COLON);
	}
	if (hasTrait(row, Trait.KEEPS_TRIPLETS)) switchOff(Rule.PERCENT_UNRESERVED);
	const rule = (load32(Address.OPTIONS) & Rule.OF_SCHEME) != 0 ? ownRule(row) : OwnRule.NONE;

	// [ "//" authority ]
	const hasAuthority = isPresent(Component.AUTHORITY);
	if (hasAuthority) {
		store8(at, Octet.SLASH);
		store8(at + 1, Octet.SLASH);
		const authority = at + 2;
		at = writeAuthority(row, authority);
		if (at < 0) return at;
		if (rule == OwnRule.FILE) at = normalizeFileAuthority(authority, at);
	}

	// path
	const path = at;
	at = writeOctets(startOf(Component.PATH), endOf(Component.PATH), path, Component.PATH);
	if (at < 0) return at;
	if (isHierarchical(row)) at = removeDotSegments(path, at);
	if (!hasAuthority) at = rule == OwnRule.FILE ? prependEmptyAuthority(path, at) : keepFromAuthority(path, at);
	if (hasAuthority != hasTrait(row, Trait.OPAQUE)) at = normalizeOwnPath(rule, path, at);
	if (hasAuthority && at == path && isSlashPath(row)) store8(at++, Octet.SLASH);

	// [ "?" query ]
	if (isPresent(Component.QUERY)) {
		if (rule == OwnRule.MAILTO && !hasAuthority) at = writeHeaderFields(path, at);
		else at = writeDelimited(Octet.QUESTION_MARK, Component.QUERY, at);
		if (at < 0) return at;
	}

	// [ "#" fragment ]
	return isPresent(Component.FRAGMENT) ? writeDelimited(Octet.HASH, Component.FRAGMENT, at) : at;
}

/** Writes the scheme: rule scheme-case. Returns the new end. */
function writeScheme(to: i32): i32 {
	const start = startOf(Component.SCHEME);
	const end = endOf(Component.SCHEME);
	return (load32(Address.OPTIONS) & Rule.SCHEME_CASE) != 0 ? copyLower(start, end, to) : copy(start, end, to);
}

function switchOff(rule: i32): void {
	store32(Address.OPTIONS, load32(Address.OPTIONS) & ~rule);
}

/**
 * Whether dot-segments are removed from the recorded path.
 *
 * Choice 3: not from a relative path without scheme, where they are resolved against a base.
 * Choice 5: such a path therefore keeps the "./" before a first segment with ":".
 * Choice 6: not from the path of an opaque scheme.
 */
function isHierarchical(row: i32): bool {
	if ((load32(Address.OPTIONS) & Rule.DOT_SEGMENTS) == 0 || hasTrait(row, Trait.OPAQUE)) return false;
	const path = startOf(Component.PATH);
	return isPresent(Component.SCHEME) || (path < endOf(Component.PATH) && load8(path) == Octet.SLASH);
}

/** Applies the scheme's own rule to the path [start, end), in place. Returns the new end. */
function normalizeOwnPath(rule: i32, start: i32, end: i32): i32 {
	if (rule == OwnRule.FTP) normalizeFtpPath(start, end);
	else if (rule == OwnRule.GOPHER && !isPresent(Component.QUERY)) return normalizeGopherPath(start, end);
	else if (rule == OwnRule.MAILTO) normalizeAddresses(start, end);
	else if (rule == OwnRule.URN) normalizeUrnPath(start, end);
	else if (rule == OwnRule.TEL) return normalizeTelPath(start, end);
	else if (rule == OwnRule.DATA) normalizeDataPath(start, end);
	return end;
}

function isSlashPath(row: i32): bool {
	return (load32(Address.OPTIONS) & Rule.EMPTY_PATH) != 0 && hasTrait(row, Trait.SLASH_PATH);
}

/** Writes the delimiter and the recorded component. Returns the new end, or `-Status`. */
function writeDelimited(delimiter: i32, component: i32, to: i32): i32 {
	store8(to, delimiter);
	return writeOctets(startOf(component), endOf(component), to + 1, component);
}
