/** Numbers of sites, parameters and index names. New ones are reported to the host. */
import { Octet } from "../octets/char";
import { load8, load32, store8, store32 } from "../octets/memory";
import { decodedAt, nextAt } from "../policy/decoded";
import { copyHash, hashOf } from "./hash";
import { numberOf } from "./index-table";
import { Seed } from "./key-part";
import { Feature, Index, Name, NameKind, Reader } from "./layout";

/** The number of the site from `start` to `end`. */
export function siteOf(reader: i32, start: i32, end: i32): i32 {
	hashOf(start, end, Seed.URL, reader + Reader.HASH);
	return named(reader, load32(reader + Reader.SITES), NameKind.SITE, start, end);
}

/** The number of the site of the last key. */
export function siteOfKey(reader: i32): i32 {
	copyHash(reader + Reader.SITE_HASH, reader + Reader.HASH);
	const sites = load32(reader + Reader.SITES);
	return named(reader, sites, NameKind.SITE, load32(reader + Reader.SITE_START), load32(reader + Reader.SITE_END));
}

/** The number of a parameter, of the query or of the path, or of an index name. Parameters are decoded as a policy does. */
export function featureOf(reader: i32, kind: i32, start: i32, end: i32): i32 {
	const hash = reader + Reader.HASH;
	const text = load32(reader + Reader.TEXT);
	const seed = kind == NameKind.INDEX ? Seed.INDEX_NAME : kind == NameKind.PATH_PARAM ? Seed.PATH_NAME : Seed.NAME;
	if (kind == NameKind.INDEX || isPlain(start, end)) hashOf(start, end, seed, hash);
	else hashOf(text, decoded(start, end, text), seed, hash);
	return named(reader, load32(reader + Reader.FEATURES), kind, start, end) + Feature.NAMED;
}

function named(reader: i32, index: i32, kind: i32, start: i32, end: i32): i32 {
	const known = load32(index + Index.COUNT);
	const number = numberOf(index, load32(reader + Reader.HASH), load32(reader + Reader.HASH + 4));
	if (number < known) return number;
	const name = load32(reader + Reader.NAMES_AT);
	store32(name + Name.KIND, kind);
	store32(name + Name.START, start);
	store32(name + Name.END, end);
	store32(reader + Reader.NAMES_AT, name + Name.SIZE);
	return number;
}

function isPlain(start: i32, end: i32): bool {
	for (let at = start; at < end; ++at) {
		const octet = load8(at);
		if (octet == Octet.PERCENT || octet == Octet.PLUS) return false;
	}
	return true;
}

/** Decodes triplets and `+` to `to`. Returns the end. */
function decoded(start: i32, end: i32, to: i32): i32 {
	let out = to;
	for (let at = start; at < end; at = nextAt(at, end)) store8(out++, decodedAt(at, end));
	return out;
}
