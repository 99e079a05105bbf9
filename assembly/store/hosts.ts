/**
 * A screen of hosts: a blocked Bloom filter of names, with three bits in one word for each. Of most hosts it says that no name covers them,
 * and they need no fingerprint.
 *
 * ```
 *   names     b.example ──hash from the end──▶ word, three bits
 *   host      a.b.example:80 ──▶ example?  b.example?  a.b.example?  one is there ──▶ a record for the host
 * ```
 *
 * The hash runs from the end, so that on its way to the hash of the host it passes those of all domains above. The filter may say that it
 * has a name that was never added, but never misses one.
 */
import { NO_PART } from "../layout/parts";
import { Octet } from "../octets/char";
import { load8, load32, store32 } from "../octets/memory";
import { find } from "../octets/span";
import { FINGERPRINT_SIZE } from "../seen/fingerprint";
import { sipHash } from "../seen/wide";
import { product } from "./bits";
import { HostRecord, HostScreen, MAX_HOST } from "./layout";

/** An odd number near 2³² divided by the golden ratio: products have bits of all bits of the hash in their high ones. */
const GOLDEN: i32 = -1640531535;

/** `www.` as a little-endian number. */
const WWW: i32 = 0x2e777777;

/**
 * Takes lines of plain hosts: lower-case letters, digits, hyphens and single dots, the last one a letter. Adds their names to the filter,
 * and appends the fingerprints of names to those of HostScreen.ALL, or of HostScreen.EXACT without their leading `www.` labels. Returns
 * the start of the first line that is left: one that is not plain or has no LF, or any after HostScreen.LIMIT others.
 */
export function addHostLines(screen: i32, from: i32, end: i32): i32 {
	let start = from;
	let lines = 0;
	for (; lines < load32(screen + HostScreen.LIMIT); ++lines) {
		const lineEnd = find(start, end, Octet.LF);
		if (lineEnd >= end) break;
		const nameEnd = lineEnd > start && load8(lineEnd - 1) == Octet.CR ? lineEnd - 1 : lineEnd;
		const name = afterWww(start, nameEnd);
		if (!isPlain(start, nameEnd)) break;
		addHost(screen, name, nameEnd);
		const ends = screen + (name == start ? HostScreen.ALL : HostScreen.EXACT);
		const to = load32(ends);
		sipHash(screen + HostScreen.KEY, name, nameEnd, to);
		store32(ends, to + FINGERPRINT_SIZE);
		start = lineEnd + 1;
	}
	store32(screen + HostScreen.LINES, lines);
	return start;
}

/** Adds a name without a port to the filter. */
export function addHost(screen: i32, start: i32, end: i32): void {
	let hash = 0;
	for (let at = end - 1; at >= start; --at) hash = withOctet(hash, load8(at));
	const mixed = mix(hash);
	const word = wordFor(screen, mixed);
	store32(word, load32(word) | bitsOf(mixed));
}

/**
 * Writes a record, `HostRecord`, for each of the hosts from `from` to `end`, a line each, that the filter may have. Returns their number.
 *
 * Requires: at `to`, room for all.
 */
export function screenHosts(screen: i32, from: i32, end: i32, to: i32): i32 {
	let start = from;
	let record = to;
	for (let line = 0; start < end; ++line) {
		const lineEnd = find(start, end, Octet.LF);
		if (load8(start) != NO_PART && mayHave(screen, start, withoutPort(start, lineEnd))) {
			sipHash(screen + HostScreen.KEY, start, lineEnd, record);
			store32(record + HostRecord.LINE, line);
			store32(record + HostRecord.START, start);
			store32(record + HostRecord.END, lineEnd);
			record += HostRecord.SIZE;
		}
		start = lineEnd + 1;
	}
	return (record - to) >> HostRecord.SIZE_BITS;
}

/** Whether the filter may have the host [start, end), without a final dot, or one that it is below. */
function mayHave(screen: i32, start: i32, end: i32): bool {
	let hash = 0;
	for (let at = (load8(end - 1) == Octet.DOT ? end - 1 : end) - 1; at >= start; --at) {
		const octet = load8(at);
		if (octet == Octet.DOT && hasHash(screen, hash)) return true;
		hash = withOctet(hash, octet);
	}
	return hasHash(screen, hash);
}

function hasHash(screen: i32, hash: i32): bool {
	const mixed = mix(hash);
	const bits = bitsOf(mixed);
	return (load32(wordFor(screen, mixed)) & bits) == bits;
}

/** One step of the hash: names of up to six letters have different ones. */
function withOctet(hash: i32, octet: i32): i32 {
	return ((hash << 5) | (hash >>> 27)) ^ octet;
}

function mix(hash: i32): i32 {
	return product(hash ^ (hash >>> 15), GOLDEN);
}

/** The first bits choose the word. */
function wordFor(screen: i32, mixed: i32): i32 {
	return load32(screen + HostScreen.WORDS) + ((mixed >>> load32(screen + HostScreen.SHIFT)) << 2);
}

function bitsOf(mixed: i32): i32 {
	const bits = product(mixed ^ (mixed >>> 16), GOLDEN);
	return (1 << (bits >>> 27)) | (1 << ((bits >>> 22) & 31)) | (1 << ((bits >>> 17) & 31));
}

/** The end of a host before its port. */
function withoutPort(start: i32, end: i32): i32 {
	let at = end;
	while (at > start && isDigit(load8(at - 1))) --at;
	return at > start && load8(at - 1) == Octet.COLON ? at - 1 : end;
}

/** The first octet after leading `www.` labels that something follows. */
function afterWww(start: i32, end: i32): i32 {
	let at = start;
	while (at + 4 < end && load32(at) == WWW) at += 4;
	return at;
}

function isPlain(start: i32, end: i32): bool {
	if (end == start || end - start > MAX_HOST || !isLetter(load8(end - 1))) return false;
	let before: i32 = Octet.DOT;
	for (let at = start; at < end; ++at) {
		const octet = load8(at);
		const isDot = octet == Octet.DOT;
		if (isDot ? before == Octet.DOT : !isLetter(octet) && !isDigit(octet) && octet != Octet.HYPHEN) return false;
		before = octet;
	}
	return true;
}

function isLetter(octet: i32): bool {
	return octet >= Octet.LOWER_A && octet <= Octet.LOWER_Z;
}

function isDigit(octet: i32): bool {
	return octet >= Octet.DIGIT_0 && octet <= Octet.DIGIT_9;
}
