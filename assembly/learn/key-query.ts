/** The query of a key: a part for each name, and the order of names if the base policy keeps it. */
import { Octet } from "../octets/char";
import { load8, load32, store8, store32 } from "../octets/memory";
import { hashOf } from "./hash";
import { addPart, addRest, NO_OWNER, Seed } from "./key-part";
import { Feature, LearnLimit, NameKind, Reader } from "./layout";
import { featureOf } from "./names";

/** Reads the query from `start` to `end`. */
export function readQuery(reader: i32, start: i32, end: i32): void {
	store32(reader + Reader.PIECE_COUNT, 0);
	if (start == end) {
		addRest(reader, start - 1, end);
		return;
	}
	// A final "&" is followed by an empty piece, which starts at `end`.
	for (let at = start; at <= end; ) {
		if (load32(reader + Reader.PIECE_COUNT) == LearnLimit.PIECES) {
			addRest(reader, at, end);
			return;
		}
		const next = endOf(Octet.AMPERSAND, at, end);
		readPiece(reader, at, next);
		at = next + 1;
	}
	if (load32(reader + Reader.IS_SORTED) == 0 && load32(reader + Reader.PIECE_COUNT) > 1) addOrder(reader, start, end);
}

/** Address of the first `octet` from `start` on, or `end`. */
function endOf(octet: i32, start: i32, end: i32): i32 {
	let at = start;
	while (at < end && load8(at) != octet) ++at;
	return at;
}

function readPiece(reader: i32, start: i32, end: i32): void {
	const nameEnd = endOf(Octet.EQUALS, start, end);
	const feature = featureOf(reader, NameKind.PARAM, start, nameEnd);
	const ordinal = ordinalOf(reader, feature);
	const isEmpty = nameEnd == end - 1;
	hashOf(start, isEmpty ? nameEnd : end, Seed.PIECE + (ordinal << 4), reader + Reader.HASH);
	addPart(reader, feature, NO_OWNER);
	if (!isEmpty) return;
	hashOf(start, nameEnd, Seed.EMPTY + (ordinal << 4), reader + Reader.HASH);
	addPart(reader, Feature.EMPTY_VALUE, feature);
}

/** The ordinal of the next piece among those of its feature, from 1. */
function ordinalOf(reader: i32, feature: i32): i32 {
	const pieces = load32(reader + Reader.PIECES);
	const count = load32(reader + Reader.PIECE_COUNT);
	let ordinal = 1;
	for (let piece = 0; piece < count; ++piece) if (load32(pieces + (piece << 2)) == feature) ++ordinal;
	store32(pieces + (count << 2), feature);
	store32(reader + Reader.PIECE_COUNT, count + 1);
	return ordinal;
}

/** Adds the names of the query in their order. */
function addOrder(reader: i32, start: i32, end: i32): void {
	const text = load32(reader + Reader.TEXT);
	let out = text;
	for (let at = start; at < end; ) {
		const next = endOf(Octet.AMPERSAND, at, end);
		for (const nameEnd = endOf(Octet.EQUALS, at, next); at < nameEnd; ++at) store8(out++, load8(at));
		store8(out++, Octet.AMPERSAND);
		at = next + 1;
	}
	addRest(reader, text, out);
}
