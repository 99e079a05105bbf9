/** Digests: opaque text, after an optional label such as `sha1:`. Equal digests mean the same content. */
import { Octet } from "../octets/char";
import { load8, load32, store8 } from "../octets/memory";
import { matchesInAnyCase } from "../octets/text";
import { hashOf } from "./hash";
import { Reader } from "./layout";

const enum Digest {
	LONGEST_LABEL = 8,
	/** Seed of the hash of a digest in lower case. */
	FOLDED_SEED = 12,
	/** Lengths of digests of empty content: MD5 in base32, and SHA-256 in hex. */
	SHORTEST_EMPTY = 26,
	LONGEST_EMPTY = 64,
}

/** Returns where a digest starts after its label, or `end` if there is no digest. */
export function digestIn(reader: i32, start: i32, end: i32): i32 {
	const first = withoutLabel(start, end);
	if (end - first == 1 && load8(first) == Octet.HYPHEN) return end;
	return isOfNoOctets(reader, first, end) ? end : first;
}

function withoutLabel(start: i32, end: i32): i32 {
	let colon = start;
	while (colon < end && colon - start < Digest.LONGEST_LABEL && load8(colon) != Octet.COLON) ++colon;
	if (colon == end || load8(colon) != Octet.COLON) return start;
	return isLabel(start, colon) ? colon + 1 : start;
}

function isLabel(start: i32, end: i32): bool {
	if (matchesInAnyCase(start, end, "sha1") || matchesInAnyCase(start, end, "sha-1")) return true;
	if (matchesInAnyCase(start, end, "sha256") || matchesInAnyCase(start, end, "sha-256")) return true;
	return matchesInAnyCase(start, end, "md5");
}

/** Whether it is a digest of empty content, which says nothing about a page. */
function isOfNoOctets(reader: i32, start: i32, end: i32): bool {
	if (end - start < Digest.SHORTEST_EMPTY || end - start > Digest.LONGEST_EMPTY || !isStartOfEmpty(start)) return false;
	const hash = reader + Reader.HASH;
	hashFolded(reader, start, end, hash);
	const empties = load32(reader + Reader.EMPTIES);
	for (let empty = 0; empty < load32(reader + Reader.EMPTY_COUNT); ++empty) {
		const at = empties + (empty << 3);
		if (load32(at) == load32(hash) && load32(at + 4) == load32(hash + 4)) return true;
	}
	return false;
}

/** Whether the digest begins like one of empty content. Others need no hash. */
function isStartOfEmpty(start: i32): bool {
	if (matchesInAnyCase(start, start + 2, "da") || matchesInAnyCase(start, start + 2, "3i")) return true;
	if (matchesInAnyCase(start, start + 2, "e3") || matchesInAnyCase(start, start + 2, "4o")) return true;
	return matchesInAnyCase(start, start + 2, "d4") || matchesInAnyCase(start, start + 2, "2q");
}

/** Writes the hash of [start, end) in lower case to `to`. */
export function hashFolded(reader: i32, start: i32, end: i32, to: i32): void {
	const text = load32(reader + Reader.TEXT);
	let out = text;
	for (let at = start; at < end; ++at) {
		const octet = load8(at);
		store8(out++, octet >= Octet.UPPER_A && octet <= Octet.UPPER_Z ? octet | Octet.CASE_BIT : octet);
	}
	hashOf(text, out, Digest.FOLDED_SEED, to);
}
