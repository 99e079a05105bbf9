/**
 * The basic URL parser (URL Standard §4.4) without state override, and the URL serializer (§4.5), in the order of the states.
 *
 * The parser never goes back once a component is known, so each state writes its part of the serialization at once:
 *
 * ```
 *   scheme ":" [ "//" [ username [ ":" password ] "@" ] host [ ":" port ] ] path [ "?" query ] [ "#" fragment ]
 * ```
 *
 * A state is a function (at, end, to): it reads from `at`, writes to `to`, and ends in the state that comes next.
 */

import { Address, Component, Limit } from "../layout/addresses";
import { CrawlLimit, Url } from "../layout/crawl-addresses";
import { Status } from "../layout/status";
import { Octet } from "../octets/char";
import { Class, is } from "../octets/classes";
import { copyLower, load8, load32, store8, store32 } from "../octets/memory";
import { find, span } from "../octets/span";
import { matches } from "../octets/text";
import { keepFromAuthority } from "../reference/recompose";
import { fail } from "../reference/record";
import { writeAuthority } from "./authority";
import { baseDriveLetterEnd, copyBase, hasBase, isBaseFile, isOfBaseScheme } from "./base";
import { writeHost } from "./host";
import { isDriveLetter, shortened, startsWithDriveLetter, writeOpaquePath, writePath } from "./path";
import { Keep, writePercentEncoded } from "./percent-encode-sets";
import { placeBefore, prepare } from "./prepare";
import { field, isFile, isSlash, isSpecial, setField, setScheme } from "./url";

/**
 * Writes the serialization of the reference [start, end) to `to`. Returns its end, or `-Status` with FAILURE set.
 *
 * Requires: CrawlLimit.GROWTH × (octets of the reference and the base) + Limit.SLACK octets at `to`.
 */
export function writeUrl(options: i32, repair: i32, start: i32, end: i32, to: i32): i32 {
	setField(Url.STOPS_AT_QUERY, 0);
	return parse(options, repair, start, end, to);
}

/** Like `writeUrl`, but leaves out query and fragment: they are the prepared input from REST on. */
export function writeUrlWithoutQuery(options: i32, repair: i32, start: i32, end: i32, to: i32): i32 {
	setField(Url.STOPS_AT_QUERY, 1);
	return parse(options, repair, start, end, to);
}

function parse(options: i32, repair: i32, start: i32, end: i32, to: i32): i32 {
	store32(Address.OPTIONS, options);
	setField(Url.OUTPUT, to);
	setField(Url.REQUIRES_HOST, 0);
	const baseLength = hasBase() ? load32(Address.BASE_LENGTH) : 0;
	const scratch = to + CrawlLimit.URL_GROWTH * (end - start) + baseLength + (Limit.SLACK >> 1);
	const status = prepare(start, end, scratch, repair);
	if (status < 0) return status;
	const written = schemeStartState(field(Url.INPUT_START), field(Url.INPUT_END), to);
	if (written < 0 && written > -Status.NEEDS_ALABEL) {
		store32(Address.FAILURE_AT, placeBefore(load32(Address.FAILURE_AT)));
	}
	return written;
}

/** Scheme start state, scheme state. */
function schemeStartState(at: i32, end: i32, to: i32): i32 {
	const nameEnd = at < end && is(load8(at), Class.ALPHA) ? span(at, end, Class.SCHEME) : end;
	if (nameEnd == end || load8(nameEnd) != Octet.COLON) return noSchemeState(at, end, to);
	const written = copyLower(at, nameEnd, to);
	setScheme(to, written);
	store8(written, Octet.COLON);
	const rest = nameEnd + 1;
	if (isFile()) return fileState(rest, end, written + 1);
	if (isSpecial()) {
		if (isOfBaseScheme(to, written)) return relativeState(rest, end, written + 1);
		return specialAuthorityIgnoreSlashesState(rest, end, written + 1);
	}
	if (rest < end && load8(rest) == Octet.SLASH) return pathOrAuthorityState(rest + 1, end, written + 1);
	return writeAfterPath(end, writeOpaquePath(rest, end, written + 1));
}

/** No scheme state. A base with an opaque path takes a reference that is a fragment, and no other. */
function noSchemeState(at: i32, end: i32, to: i32): i32 {
	const isFragment = at < end && load8(at) == Octet.HASH;
	if (!hasBase() || (field(Url.BASE_IS_OPAQUE) != 0 && !isFragment)) {
		return fail(Status.RELATIVE_REFERENCE, Component.SCHEME, at);
	}
	setField(Url.KIND, field(Url.BASE_KIND));
	const scheme = copyBase(Component.SCHEME, to);
	setScheme(to, scheme - 1);
	if (field(Url.BASE_IS_OPAQUE) == 0) return isFile() ? fileState(at, end, scheme) : relativeState(at, end, scheme);
	setField(Url.REST, at);
	return writeAfterPath(end, copyBase(Component.QUERY, copyBase(Component.PATH, scheme)));
}

/** Path or authority state. */
function pathOrAuthorityState(at: i32, end: i32, to: i32): i32 {
	if (at < end && load8(at) == Octet.SLASH) return authorityState(at + 1, end, to);
	return pathState(at, end, to, to);
}

/**
 * Relative state. It also serves as the special relative or authority state: for "//", the relative slash state continues with the
 * special authority ignore slashes state, as that one does.
 */
function relativeState(at: i32, end: i32, to: i32): i32 {
	if (isSlash(at, end)) return relativeSlashState(at + 1, end, to);
	const path = copyBase(Component.AUTHORITY, to);
	const written = copyBase(Component.PATH, path);
	if (at == end || is(load8(at), Class.PATH_END)) return keepBasePath(at, end, path, written);
	return pathState(at, end, path, shortened(path, written));
}

/** The rest of a reference without a path: the base's path [path, to), and its query unless the reference has one. */
function keepBasePath(at: i32, end: i32, path: i32, to: i32): i32 {
	setField(Url.REST, at);
	let written = separatePath(path, to);
	if (at == end || load8(at) == Octet.HASH) written = copyBase(Component.QUERY, written);
	return writeAfterPath(end, written);
}

/** Relative slash state. */
function relativeSlashState(at: i32, end: i32, to: i32): i32 {
	if (isSpecial() && isSlash(at, end)) return specialAuthorityIgnoreSlashesState(at + 1, end, to);
	if (at < end && load8(at) == Octet.SLASH) return authorityState(at + 1, end, to);
	const path = copyBase(Component.AUTHORITY, to);
	return pathState(at, end, path, path);
}

/** Special authority slashes state, special authority ignore slashes state. */
function specialAuthorityIgnoreSlashesState(start: i32, end: i32, to: i32): i32 {
	let at = start;
	while (isSlash(at, end)) ++at;
	return authorityState(at, end, to);
}

/** Authority state, host state, port state. */
function authorityState(at: i32, end: i32, to: i32): i32 {
	const host = writeSlashes(to);
	const written = writeAuthority(at, end, host);
	return written < 0 ? written : pathStartState(field(Url.REST), end, written);
}

/** Writes the "//" before a host that is not null. */
function writeSlashes(to: i32): i32 {
	setField(Url.REQUIRES_HOST, 1);
	store8(to, Octet.SLASH);
	store8(to + 1, Octet.SLASH);
	return to + 2;
}

/** File state. */
function fileState(at: i32, end: i32, to: i32): i32 {
	if (isSlash(at, end)) return fileSlashState(at + 1, end, to);
	if (!isBaseFile()) {
		const path = writeSlashes(to);
		return pathState(at, end, path, path);
	}
	const path = copyBase(Component.AUTHORITY, to);
	const written = copyBase(Component.PATH, path);
	if (at == end || is(load8(at), Class.PATH_END)) return keepBasePath(at, end, path, written);
	return pathState(at, end, path, startsWithDriveLetter(at, end) ? path : shortened(path, written));
}

/** File slash state. */
function fileSlashState(at: i32, end: i32, to: i32): i32 {
	if (isSlash(at, end)) return fileHostState(at + 1, end, to);
	if (!isBaseFile()) {
		const path = writeSlashes(to);
		return pathState(at, end, path, path);
	}
	const path = copyBase(Component.AUTHORITY, to);
	return pathState(at, end, path, startsWithDriveLetter(at, end) ? path : baseDriveLetterEnd(path));
}

/** File host state. */
function fileHostState(at: i32, end: i32, to: i32): i32 {
	const host = writeSlashes(to);
	let hostEnd = at;
	while (hostEnd < end && !is(load8(hostEnd), Keep.SPECIAL_END)) ++hostEnd;
	if (isDriveLetter(at, hostEnd)) return pathState(at, end, host, host);
	if (hostEnd == at) return pathStartState(at, end, host);
	const written = writeHost(at, hostEnd, host);
	if (written < 0) return written;
	return pathStartState(hostEnd, end, matches(host, written, "localhost") ? host : written);
}

/** Path start state. */
function pathStartState(at: i32, end: i32, to: i32): i32 {
	if (isSlash(at, end)) return pathState(at + 1, end, to, to);
	if (isSpecial() || (at < end && !is(load8(at), Class.PATH_END))) return pathState(at, end, to, to);
	setField(Url.REST, at);
	return writeAfterPath(end, to);
}

/** Path state. The path begins at `path` in the output. */
function pathState(at: i32, end: i32, path: i32, to: i32): i32 {
	return writeAfterPath(end, separatePath(path, writePath(at, end, path, to)));
}

/** URL serializer, step 3: "/." before a path that would be taken for a host. */
function separatePath(path: i32, end: i32): i32 {
	return field(Url.REQUIRES_HOST) != 0 ? end : keepFromAuthority(path, end);
}

/** Query state, fragment state: writes the rest of the input, from REST to `end`. */
function writeAfterPath(end: i32, to: i32): i32 {
	if (field(Url.STOPS_AT_QUERY) != 0) return to;
	let at = field(Url.REST);
	if (at < end && load8(at) == Octet.QUESTION_MARK) {
		const queryEnd = find(at + 1, end, Octet.HASH);
		store8(to, Octet.QUESTION_MARK);
		to = writePercentEncoded(at + 1, queryEnd, to + 1, isSpecial() ? Keep.SPECIAL_QUERY : Keep.QUERY);
		at = queryEnd;
	}
	if (at == end) return to;
	store8(to, Octet.HASH);
	return writePercentEncoded(at + 1, end, to + 1, Keep.FRAGMENT);
}
