/**
 * Names of hosts, and the hosts that they cover: `example.com` covers that host and all below.
 *
 * ```
 *   names     b.example ──hash from the end──▶ filter: one word, three bits        ──sipHash──▶ tables of keys
 *   host      a.b.example ──▶ asked before? ──no──▶ example?  b.example?  a.b.example? ──the filter has it──▶ in a table?
 * ```
 *
 * The filter is a blocked Bloom filter. The hash runs from the end, so that on its way to the hash of the host it passes those of all
 * domains above. It may find a name that was never added, but misses none: most hosts that are not covered need no fingerprint. Most lines
 * of a list have one of few hosts, whose answers are remembered.
 */
import { NO_PART } from "../layout/parts";
import { Octet } from "../octets/char";
import { copy, equal, load8, load32, store8, store32 } from "../octets/memory";
import { find } from "../octets/span";
import { sipHash } from "../seen/wide";
import { product } from "./bits";
import { Cover, HostAnswer, HostNames, Key, KeyRecord, KeyTable, MAX_HOST } from "./layout";
import { addKeys, hasKey } from "./table";

/** An odd number near 2³² divided by the golden ratio: products have bits of all bits of the hash in their high ones. */
const GOLDEN: i32 = -1640531535;

/** `www.` as a little-endian number. */
const WWW: i32 = 0x2e777777;

/**
 * Adds lines of plain hosts: lower-case letters, digits, hyphens and single dots, the last one a letter. After leading `www.` labels, a name
 * covers only itself. Returns the start of the first line that is left: one that is not plain or has no LF, or any after HostNames.LIMIT
 * others.
 *
 * Requires: room for LIMIT keys in the last table.
 */
export function addHostLines(names: i32, from: i32, end: i32): i32 {
	let record = load32(names + HostNames.RECORDS);
	const limit = record + load32(names + HostNames.LIMIT) * KeyRecord.SIZE;
	let start = from;
	for (; record < limit; record += KeyRecord.SIZE) {
		const lineEnd = find(start, end, Octet.LF);
		if (lineEnd >= end) break;
		const nameEnd = lineEnd > start && load8(lineEnd - 1) == Octet.CR ? lineEnd - 1 : lineEnd;
		const name = afterWww(start, nameEnd);
		if (!isPlain(name, nameEnd)) break;
		writeRecord(names, name, nameEnd, nameEnd, name == start ? Cover.ALL : Cover.EXACT, record);
		start = lineEnd + 1;
	}
	addRecords(names, record);
	return start;
}

/** Adds a name, with its port or without. Requires: room for a key in the last table. */
export function addHost(names: i32, start: i32, end: i32, cover: i32): void {
	const portStart = withoutPort(start, end);
	if (portStart < end) store32(names + HostNames.HAS_PORTS, 1);
	const record = load32(names + HostNames.RECORDS);
	writeRecord(names, start, portStart, end, cover, record);
	addRecords(names, record + KeyRecord.SIZE);
}

/** Writes the key of the name [start, end), and the hash that it has without its port in KeyRecord.PLACE. */
function writeRecord(names: i32, start: i32, portStart: i32, end: i32, cover: i32, record: i32): void {
	let hash = 0;
	for (let at = portStart - 1; at >= start; --at) hash = withOctet(hash, load8(at));
	writeKey(names, start, end, cover, record);
	store32(record + KeyRecord.PLACE, mix(hash));
}

/** Adds the records up to `end` to the filter and to the last table, each in a loop of its own: then no record waits for memory. */
function addRecords(names: i32, end: i32): void {
	const records = load32(names + HostNames.RECORDS);
	const count = (end - records) >> KeyRecord.SIZE_BITS;
	for (let record = records; record < end; record += KeyRecord.SIZE) {
		const mixed = load32(record + KeyRecord.PLACE);
		const word = wordFor(names, mixed);
		store32(word, load32(word) | bitsOf(mixed));
	}
	const table = load32(names + HostNames.TABLES) + (load32(names + HostNames.TABLE_COUNT) - 1) * KeyTable.SIZE;
	addKeys(table, records, count, KeyRecord.SIZE, load32(names + HostNames.MARKS));
	store32(names + HostNames.COUNT, count);
}

/**
 * Sets the mark of each of the hosts from `from` to `end`, a line each, that a name covers: an octet each. With HAS_PORTS, hosts have ports.
 *
 * Requires: no name has been added since the first call.
 */
export function markHosts(names: i32, from: i32, end: i32, marks: i32): void {
	let start = from;
	for (let mark = marks; start < end; ++mark) {
		const lineEnd = find(start, end, Octet.LF);
		if (load8(start) != NO_PART && answerFor(names, start, lineEnd)) store8(mark, 1);
		start = lineEnd + 1;
	}
}

/** Whether a name covers the host [start, end), which may have been asked before. */
function answerFor(names: i32, start: i32, end: i32): bool {
	const length = end - start;
	if (length > HostAnswer.MAX_TEXT) return isCovered(names, start, end);
	const answer = placeOf(names, start, end);
	const text = answer + HostAnswer.TEXT;
	if (load32(answer + HostAnswer.LENGTH) == length && equal(start, end, text)) return load32(answer + HostAnswer.COVERED) != 0;
	const covered = isCovered(names, start, end);
	copy(start, end, text);
	store32(answer + HostAnswer.LENGTH, length);
	store32(answer + HostAnswer.COVERED, covered ? 1 : 0);
	return covered;
}

/** Where the answer for a host goes: by its length, its first octets and those before most top-level domains. */
function placeOf(names: i32, start: i32, end: i32): i32 {
	const mixed = product(load32(start) ^ product(load32(end - 8) ^ (end - start), GOLDEN), GOLDEN);
	return load32(names + HostNames.ANSWERS) + (mixed >>> (32 - HostAnswer.COUNT_BITS)) * HostAnswer.SIZE;
}

/** Whether a name covers the host [start, end). */
function isCovered(names: i32, start: i32, end: i32): bool {
	const portStart = withoutPort(start, end);
	const hostEnd = load8(portStart - 1) == Octet.DOT ? portStart - 1 : portStart;
	// Longer names are in no list.
	const first = hostEnd - start > MAX_HOST ? hostEnd - MAX_HOST - 1 : start;
	let hash = 0;
	for (let at = hostEnd - 1; at >= first; --at) {
		const octet = load8(at);
		if (octet == Octet.DOT && filterHas(names, hash) && isNamed(names, start, at + 1, hostEnd, end)) return true;
		hash = withOctet(hash, octet);
	}
	return first == start && filterHas(names, hash) && isNamed(names, start, start, hostEnd, end);
}

/** Whether a name from `name` on, with the port of the host [start, end) or without, is there and covers the host. */
function isNamed(names: i32, start: i32, name: i32, hostEnd: i32, end: i32): bool {
	const isIp = isAddress(start, hostEnd);
	// No host is below an address.
	if (isIp && name > start) return false;
	const bare = isIp ? start : afterWww(start, hostEnd);
	if (tablesHave(names, name, hostEnd, bare)) return true;
	return load32(names + HostNames.HAS_PORTS) != 0 && hostEnd < end && tablesHave(names, name, end, bare);
}

/** Whether the tables have the name [start, end) of a host that begins at `bare`, but for `www.` labels, or of one above it. */
function tablesHave(names: i32, start: i32, end: i32, bare: i32): bool {
	const record = load32(names + HostNames.RECORDS);
	writeKey(names, start, end, Cover.ALL, record);
	if (hasRecord(names, record)) return true;
	if (start < bare) return false;
	joinKey(record, start == bare ? Cover.EXACT : Cover.BELOW);
	return hasRecord(names, record);
}

function hasRecord(names: i32, record: i32): bool {
	let table = load32(names + HostNames.TABLES);
	for (let left = load32(names + HostNames.TABLE_COUNT); left > 0; --left) {
		if (hasKey(table, record)) return true;
		table += KeyTable.SIZE;
	}
	return false;
}

function writeKey(names: i32, start: i32, end: i32, cover: i32, record: i32): void {
	sipHash(names + HostNames.KEY, start, end, record);
	joinKey(record, cover);
}

function joinKey(record: i32, cover: i32): void {
	store32(record + Key.LOW, load32(record + Key.LOW) ^ cover);
}

function filterHas(names: i32, hash: i32): bool {
	const mixed = mix(hash);
	const bits = bitsOf(mixed);
	return (load32(wordFor(names, mixed)) & bits) == bits;
}

/** One step of the hash: names of up to six letters have different ones. */
function withOctet(hash: i32, octet: i32): i32 {
	return ((hash << 5) | (hash >>> 27)) ^ octet;
}

function mix(hash: i32): i32 {
	return product(hash ^ (hash >>> 15), GOLDEN);
}

/** The first bits choose the word. */
function wordFor(names: i32, mixed: i32): i32 {
	return load32(names + HostNames.WORDS) + ((mixed >>> load32(names + HostNames.SHIFT)) << 2);
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

/** Whether a host in normal form is an address. */
function isAddress(start: i32, end: i32): bool {
	if (load8(start) == Octet.OPEN_BRACKET) return true;
	let at = start;
	while (at < end && (isDigit(load8(at)) || load8(at) == Octet.DOT)) ++at;
	return at == end;
}

function isPlain(start: i32, end: i32): bool {
	if (end == start || end - start > MAX_HOST || !isLetter(load8(end - 1))) return false;
	let before: i32 = Octet.DOT;
	for (let at = start; at < end; ++at) {
		const octet = load8(at);
		if (!isLetter(octet) && !isDigit(octet) && octet != Octet.HYPHEN && (octet != Octet.DOT || before == Octet.DOT)) return false;
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
