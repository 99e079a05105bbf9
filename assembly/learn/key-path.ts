/**
 * The path of a key: its skeleton, and the parts that rules erase.
 *
 * ```
 *   /a//B;v=1/Index.html
 *   /a//B/                 without parameters and index name: parts `v` and `Index.html`
 *   /a/B                   slashes collapsed, without the final one: parts `slashes` and `trailingSlash`
 *   /a/b                   the skeleton: part `pathCase`
 * ```
 */
import { Octet } from "../octets/char";
import { copy, load8, load32, store8 } from "../octets/memory";
import { find } from "../octets/span";
import { matchesInAnyCase } from "../octets/text";
import { lowerLetters } from "../policy/path-case";
import { addHash, hashBoth, hashOf } from "./hash";
import { addPart, NO_OWNER, Seed } from "./key-part";
import { readParameters } from "./key-path-params";
import { Feature, NameKind, Reader } from "./layout";
import { featureOf } from "./names";

/** Reads the path from `start` to `end`, and hashes the site. Requires: SITE_START and SITE_END. */
export function readPath(reader: i32, start: i32, end: i32): void {
	const skeleton = reader + Reader.SKELETON;
	const site = load32(reader + Reader.SITE_START);
	const siteEnd = load32(reader + Reader.SITE_END);
	hashBoth(site, siteEnd, site, siteEnd, Seed.SITE, Seed.URL, skeleton, reader + Reader.SITE_HASH);
	// Slashes after a nested scheme are not those of this path: nothing is learned from such a path.
	if (hasNestedScheme(start, end)) hashSkeleton(reader, start, end);
	else readSegments(reader, start, end);
	addHash(skeleton, reader + Reader.SUM);
}

function readSegments(reader: i32, start: i32, end: i32): void {
	const path = load32(reader + Reader.PATH);
	const bare = find(start, end, Octet.SEMICOLON) < end ? readParameters(reader, start, end, path) : path;
	const hasParameters = bare > path;
	const from = hasParameters ? path : start;
	const to = hasParameters ? bare : end;
	readBody(reader, from, readEnd(reader, from, to - readIndexName(reader, start, end, hasParameters)));
}

/** Adds the part of an index name. Returns its length, or 0. */
function readIndexName(reader: i32, start: i32, end: i32, hasParameters: bool): i32 {
	let segment = end;
	while (segment > start && load8(segment - 1) != Octet.SLASH) --segment;
	const nameEnd = hasParameters ? find(segment, end, Octet.SEMICOLON) : end;
	if (!isIndexName(segment, nameEnd)) return 0;
	const feature = featureOf(reader, NameKind.INDEX, segment, nameEnd);
	hashOf(segment, nameEnd, Seed.INDEX, reader + Reader.HASH);
	addPart(reader, feature, NO_OWNER);
	return nameEnd - segment;
}

/** Reads the final slash. Returns the end of the path without it. */
function readEnd(reader: i32, start: i32, end: i32): i32 {
	let at = end;
	while (at > start && load8(at - 1) == Octet.SLASH) --at;
	if (at > start && at < end) {
		hashOf(at, at + 1, Seed.TRAILING, reader + Reader.HASH);
		addPart(reader, Feature.TRAILING_SLASH, NO_OWNER);
	}
	// Several final slashes are a run. One is the root, or a final slash.
	return end - at > 1 ? end : at;
}

/** Hashes the path with runs of slashes collapsed, in lower case: the skeleton. What differs from it is a part each. */
function readBody(reader: i32, start: i32, end: i32): void {
	if (!hasUpperCase(start, end)) {
		readSlashes(reader, start, end);
		return;
	}
	const text = load32(reader + Reader.TEXT);
	hashOf(text, collapsed(start, lastOf(start, end), text), Seed.PATH_CASE, reader + Reader.HASH);
	addPart(reader, Feature.PATH_CASE, NO_OWNER);
	const path = load32(reader + Reader.PATH);
	const pathEnd = start == path ? end : copy(start, end, path);
	lowerLetters(path, pathEnd);
	readSlashes(reader, path, pathEnd);
}

/** A path with runs of slashes is also hashed as it is, as a part. */
function readSlashes(reader: i32, start: i32, end: i32): void {
	const last = lastOf(start, end);
	const run = runIn(start, last);
	if (run == last) {
		hashSkeleton(reader, start, last);
	} else {
		const text = load32(reader + Reader.TEXT);
		hashSkeleton(reader, text, collapsed(start, last, text));
	}
	if (run == last && end - last <= 1) return;
	hashOf(start, end, Seed.SLASHES, reader + Reader.HASH);
	addPart(reader, Feature.SLASHES, NO_OWNER);
}

function hashSkeleton(reader: i32, start: i32, end: i32): void {
	hashOf(start, end, Seed.PATH, reader + Reader.HASH);
	addHash(reader + Reader.HASH, reader + Reader.SKELETON);
}

/** The end of a path without its final slashes. */
function lastOf(start: i32, end: i32): i32 {
	let last = end;
	while (last > start && load8(last - 1) == Octet.SLASH) --last;
	return last;
}

/** The second of two slashes, or `end`. */
function runIn(start: i32, end: i32): i32 {
	let at = start + 1;
	while (at < end && (load8(at) != Octet.SLASH || load8(at - 1) != Octet.SLASH)) ++at;
	return at < end ? at : end;
}

/** Copies a path with runs of slashes collapsed to `to`. Returns its end. */
function collapsed(start: i32, end: i32, to: i32): i32 {
	let out = to;
	for (let at = start; at < end; ++at) {
		if (at > start && load8(at) == Octet.SLASH && load8(at - 1) == Octet.SLASH) continue;
		store8(out++, load8(at));
	}
	return out;
}

function hasNestedScheme(start: i32, end: i32): bool {
	for (let at = start; at + 1 < end; ++at) if (load8(at) == Octet.COLON && load8(at + 1) == Octet.SLASH) return true;
	return false;
}

/** Whether a path has upper-case letters outside triplets. */
function hasUpperCase(start: i32, end: i32): bool {
	for (let at = start; at < end; ++at) {
		const octet = load8(at);
		if (octet == Octet.PERCENT) at += 2;
		else if (octet >= Octet.UPPER_A && octet <= Octet.UPPER_Z) return true;
	}
	return false;
}

/** Whether the segment is `index`, `default`, `home` or `main` and an extension of two to five letters, in any case. */
function isIndexName(start: i32, end: i32): bool {
	let letters = end;
	while (letters > start && isLetter(load8(letters - 1) | Octet.CASE_BIT)) --letters;
	// Fast path only: none of the four names is longer or shorter.
	if (end - letters < 2 || end - letters > 5 || letters - start > 8 || letters - start < 5) return false;
	if (load8(letters - 1) != Octet.DOT) return false;
	if (matchesInAnyCase(start, letters - 1, "index") || matchesInAnyCase(start, letters - 1, "default")) return true;
	return matchesInAnyCase(start, letters - 1, "home") || matchesInAnyCase(start, letters - 1, "main");
}

function isLetter(octet: i32): bool {
	return octet >= Octet.LOWER_A && octet <= Octet.LOWER_Z;
}
