/** Digests: opaque text behind an optional label. Equal digests mean the same content. */
import { createHash } from "node:crypto";
import { Octet } from "../../assembly/octets/char";
import type { Hash } from "./hash";

const LABELS = ["sha1:", "sha-1:", "sha256:", "sha-256:", "md5:"];
const LONGEST_LABEL = 8;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const DIGEST_SEED = 11;

/** Digests of no octets, in hexadecimal and in base32, as they are written most. They say nothing about a page. */
const EMPTY = new Set(
	["sha1", "sha256", "md5"].flatMap((name) => {
		const octets = createHash(name).digest();
		return [octets.toString("hex"), base32(octets), base32(octets).padEnd(Math.ceil(octets.length / 5) << 3, "=")];
	}),
);
/** The first two octets of each, with the bit of lower case. */
const CASE_BIT = 0x20;
const STARTS = Uint8Array.from([...EMPTY].flatMap((text) => [0, 1].map((at) => text.charCodeAt(at) | CASE_BIT)));
const LONGEST_EMPTY = Math.max(...[...EMPTY].map(({ length }) => length));
const SHORTEST_EMPTY = Math.min(...[...EMPTY].map(({ length }) => length));

function base32(octets: Uint8Array): string {
	const bits = [...octets].map((octet) => octet.toString(2).padStart(8, "0")).join("");
	return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

/** Hashes the digest from `start` to `end`, without its label. Returns whether there is one. */
export function hashDigest(octets: Uint8Array, start: number, end: number, hash: Hash): boolean {
	const first = withoutLabel(octets, start, end);
	if (first === end || (end - first === 1 && octets[first] === Octet.HYPHEN)) return false;
	if (isOfNoOctets(octets, first, end)) return false;
	hash.of(octets, first, end, DIGEST_SEED);
	return true;
}

function withoutLabel(octets: Uint8Array, start: number, end: number): number {
	const last = Math.min(end, start + LONGEST_LABEL);
	let colon = start;
	while (colon < last && octets[colon] !== Octet.COLON) ++colon;
	if (colon === last) return start;
	return LABELS.includes(textOf(octets, start, colon + 1).toLowerCase()) ? colon + 1 : start;
}

function isOfNoOctets(octets: Uint8Array, start: number, end: number): boolean {
	const length = end - start;
	if (length < SHORTEST_EMPTY || length > LONGEST_EMPTY) return false;
	if (!isStartOfEmpty((octets[start] as number) | CASE_BIT, (octets[start + 1] as number) | CASE_BIT)) return false;
	const text = textOf(octets, start, end);
	return EMPTY.has(text) || EMPTY.has(text.toLowerCase()) || EMPTY.has(text.toUpperCase());
}

/** Whether digests of no octets begin so, in lower case: other digests need no text. */
function isStartOfEmpty(first: number, second: number): boolean {
	for (let at = 0; at < STARTS.length; at += 2) if (STARTS[at] === first && STARTS[at + 1] === second) return true;
	return false;
}

function textOf(octets: Uint8Array, start: number, end: number): string {
	return String.fromCharCode(...octets.subarray(start, end));
}
