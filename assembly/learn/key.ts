/**
 * The parts of a base key, each with its hash. The key's hash is the sum of them all:
 *
 * ```
 *   http://www.example.com:80/a//b/index.html?x=1&y=&x=2#!f
 *   |      |   |          |   | |    |         |   | |   |
 *   scheme www site      rest | slashes  index x   | x   rest
 *                          skeleton            y, emptyValue
 * ```
 *
 * The skeleton is site and path in lower case with slashes collapsed, without parameters of segments, final slash and index name. All
 * keys that a rule can merge have the same skeleton. A key with an index name also has `trailingSlash`: without the name, its path ends in a slash.
 */
import { Octet } from "../octets/char";
import { clear, load8, load32, store32 } from "../octets/memory";
import { hashOf } from "./hash";
import { addPart, addRest, addRestHash, NO_OWNER, Seed } from "./key-part";
import { readPath } from "./key-path";
import { readQuery } from "./key-query";
import { Feature, Reader } from "./layout";

/** Takes apart the key from `start` to `end`. Returns false if it is not http or https with a host. Requires: room for new names. */
export function readKey(reader: i32, start: i32, end: i32): bool {
	const authority = authorityOf(start, end);
	if (authority < 0) return false;
	clear(reader + Reader.SKELETON, reader + Reader.PARTS);
	let at = authority;
	while (at < end && !endsAuthority(load8(at))) ++at;
	if (!readAuthority(reader, start, authority, at)) return false;
	const path = at;
	while (at < end && !endsPath(load8(at))) ++at;
	readPath(reader, path, at);
	const query = at;
	while (at < end && load8(at) != Octet.HASH) ++at;
	if (query < at) readQuery(reader, query + 1, at);
	if (at < end) addRest(reader, at, end);
	return true;
}

function endsAuthority(octet: i32): bool {
	return octet == Octet.SLASH || endsPath(octet);
}

function endsPath(octet: i32): bool {
	return octet == Octet.QUESTION_MARK || octet == Octet.HASH;
}

/** Start of the authority of an http or https URL, or -1. Requires: a key, whose scheme is in lower case. */
function authorityOf(start: i32, end: i32): i32 {
	if (end - start < 8 || load8(start) != Octet.LOWER_H || load8(start + 1) != Octet.LOWER_T) return -1;
	const colon = load8(start + 4) == Octet.COLON ? start + 4 : start + 5;
	if (colon == start + 5 && load8(start + 4) != Octet.LOWER_S) return -1;
	const isHierarchical = load8(colon) == Octet.COLON && load8(colon + 1) == Octet.SLASH && load8(colon + 2) == Octet.SLASH;
	return isHierarchical ? colon + 3 : -1;
}

function readAuthority(reader: i32, start: i32, authority: i32, end: i32): bool {
	let host = end;
	while (host > authority && load8(host - 1) != Octet.AT) --host;
	let hostEnd = end;
	while (hostEnd > host && isDigit(load8(hostEnd - 1))) --hostEnd;
	// An empty host follows "/" or "@", which is neither a colon nor a dot.
	const hasPort = load8(hostEnd - 1) == Octet.COLON;
	hostEnd = hasPort ? hostEnd - 1 : end;
	const siteEnd = load8(hostEnd - 1) == Octet.DOT ? hostEnd - 1 : hostEnd;
	const site = withoutWww(host, siteEnd);
	store32(reader + Reader.SITE_START, site);
	store32(reader + Reader.SITE_END, siteEnd);
	if (host > authority) addRest(reader, authority, host);
	if (hasPort) addRest(reader, hostEnd, end);
	const hash = reader + Reader.HASH;
	if (site > host) {
		hashOf(host, site, Seed.WWW, hash);
		addPart(reader, Feature.WWW, NO_OWNER);
	}
	if (load8(start + 4) == Octet.COLON) {
		hashOf(start, start + 4, Seed.SCHEME, hash);
		// The rule `scheme` keeps http with a port.
		if (hasPort) addRestHash(reader);
		else addPart(reader, Feature.SCHEME, NO_OWNER);
	}
	return siteEnd > site;
}

/** Skips leading `www.` labels as long as two labels remain. Returns the start of the site. */
function withoutWww(start: i32, end: i32): i32 {
	let site = start;
	while (site + 4 < end && isWww(site) && hasDot(site + 4, end)) site += 4;
	return site;
}

function isWww(at: i32): bool {
	// "www." as a little-endian word.
	return load32(at) == 0x2e777777;
}

function hasDot(start: i32, end: i32): bool {
	let at = start;
	while (at < end && load8(at) != Octet.DOT) ++at;
	return at < end;
}

function isDigit(octet: i32): bool {
	return octet >= Octet.DIGIT_0 && octet <= Octet.DIGIT_9;
}
