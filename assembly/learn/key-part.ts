/** The parts of a key, each feature once. */
import { load32, store32 } from "../octets/memory";
import { addHash, clearHash, hashOf } from "./hash";
import { Part, Reader } from "./layout";

/** Seeds of the hashes of parts. */
export const enum Seed {
	SITE = 1,
	PATH = 2,
	SCHEME = 3,
	WWW = 4,
	SLASHES = 5,
	INDEX = 6,
	TRAILING = 7,
	/** Those of pieces: plus 16 times their ordinal among pieces of the same name, from 1. */
	PIECE = 8,
	EMPTY = 9,
	REST = 10,
	DIGEST = 11,
	PATH_CASE = 13,
	/** Those of parameters of the path: plus 16 times their place. */
	PATH_PARAM = 14,
	NAME = 21,
	INDEX_NAME = 22,
	PATH_NAME = 23,
	URL = 31,
	TIME = 32,
}

export const NO_OWNER: i32 = -1;

/** Adds the hash at HASH to the part of a feature. */
export function addPart(reader: i32, feature: i32, owner: i32): void {
	const hash = reader + Reader.HASH;
	addHash(hash, reader + Reader.SUM);
	const parts = load32(reader + Reader.PARTS);
	const end = parts + load32(reader + Reader.COUNT) * Part.SIZE;
	let part = parts;
	while (part < end && (load32(part + Part.FEATURE) != feature || load32(part + Part.OWNER) != owner)) part += Part.SIZE;
	if (part == end) {
		store32(part + Part.FEATURE, feature);
		store32(part + Part.OWNER, owner);
		clearHash(part + Part.HASH);
		store32(reader + Reader.COUNT, load32(reader + Reader.COUNT) + 1);
	}
	addHash(hash, part + Part.HASH);
}

/** Adds octets that no rule erases. */
export function addRest(reader: i32, start: i32, end: i32): void {
	hashOf(start, end, Seed.REST, reader + Reader.HASH);
	addRestHash(reader);
}

/** Adds the hash at HASH to the rest, which no rule erases. */
export function addRestHash(reader: i32): void {
	addHash(reader + Reader.HASH, reader + Reader.REST);
	addHash(reader + Reader.HASH, reader + Reader.SUM);
}
