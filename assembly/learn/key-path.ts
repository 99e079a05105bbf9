/** The path of a key: its skeleton, and the parts that rules of the structure erase. */
import { Octet } from "../octets/char";
import { load8, load32, store8 } from "../octets/memory";
import { isOneOf } from "../octets/text";
import { addHash, hashBoth, hashOf } from "./hash";
import { addPart, NO_OWNER, Seed } from "./key-part";
import { Feature, NameKind, Reader } from "./layout";
import { featureOf } from "./names";

/** Reads the path from `start` to `end`, and hashes the site. Requires: SITE_START and SITE_END. */
export function readPath(reader: i32, start: i32, end: i32): void {
	const skeleton = reader + Reader.SKELETON;
	const site = load32(reader + Reader.SITE_START);
	const siteEnd = load32(reader + Reader.SITE_END);
	hashBoth(site, siteEnd, site, siteEnd, Seed.SITE, Seed.URL, skeleton, reader + Reader.SITE_HASH);
	// Slashes after a nested scheme are not those of this path: nothing is learned from such a path.
	const isLiteral = hasNestedScheme(start, end);
	readBody(reader, start, isLiteral ? end : readEnd(reader, start, end), isLiteral);
	addHash(skeleton, reader + Reader.SUM);
}

/** Reads index name and final slash. Returns the end of the path without them. */
function readEnd(reader: i32, start: i32, end: i32): i32 {
	let at = end;
	let segment = end;
	while (segment > start && load8(segment - 1) != Octet.SLASH) --segment;
	const hash = reader + Reader.HASH;
	if (isIndexName(segment, end)) {
		const feature = featureOf(reader, NameKind.INDEX, segment, end);
		hashOf(segment, end, Seed.INDEX, hash);
		addPart(reader, feature, NO_OWNER);
		at = segment;
	}
	const slashes = at;
	while (at > start && load8(at - 1) == Octet.SLASH) --at;
	if (at > start && at < slashes) {
		hashOf(at, at + 1, Seed.TRAILING, hash);
		addPart(reader, Feature.TRAILING_SLASH, NO_OWNER);
	}
	// Several final slashes are a run. One is the root, or a final slash.
	return slashes - at > 1 ? slashes : at;
}

/** Hashes the path with runs of slashes collapsed: the skeleton. A path with such runs is also hashed as it is, as a part. */
function readBody(reader: i32, start: i32, end: i32, isLiteral: bool): void {
	const hash = reader + Reader.HASH;
	let last = end;
	if (!isLiteral) while (last > start && load8(last - 1) == Octet.SLASH) --last;
	const run = isLiteral ? last : runIn(start, last);
	if (run == last) {
		hashOf(start, last, Seed.PATH, hash);
	} else {
		const text = load32(reader + Reader.TEXT);
		hashOf(text, collapsed(start, last, text), Seed.PATH, hash);
	}
	addHash(hash, reader + Reader.SKELETON);
	if (run == last && end - last <= 1) return;
	hashOf(start, end, Seed.SLASHES, hash);
	addPart(reader, Feature.SLASHES, NO_OWNER);
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

/** Whether the segment is `index`, `default`, `home` or `main` and an extension of two to five lower-case letters. */
function isIndexName(start: i32, end: i32): bool {
	let letters = end;
	while (letters > start && isLetter(load8(letters - 1))) --letters;
	// Fast path only: none of the four names is longer or shorter.
	if (end - letters < 2 || end - letters > 5 || letters - start > 8 || letters - start < 5) return false;
	return load8(letters - 1) == Octet.DOT && isOneOf(start, letters - 1, "index default home main");
}

function isLetter(octet: i32): bool {
	return octet >= Octet.LOWER_A && octet <= Octet.LOWER_Z;
}
