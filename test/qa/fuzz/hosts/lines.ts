/** Calls on references, lines and columns, of the core and of the crawl kernel. */
import { Address, Cursor, Limit, LineRecord, RejectRecord } from "../../../../assembly/layout/addresses";
import { CrawlAddress, CrawlLimit } from "../../../../assembly/layout/crawl-addresses";
import { FINGERPRINT_SIZE } from "../../../../assembly/seen/fingerprint";
import { random } from "../../../../bench/lists/random.mjs";
import type { KernelPair, Side } from "./kernel-pair";
import { useWritten, type Written } from "./written-lines";

export type Lines = readonly Uint8Array[];
/** Calls that belong together, on areas of their own. */
export type Scene = (pair: KernelPair, lines: Lines) => void;

/** Statuses that a call of lines ends with before its end. */
const NEEDS_ALABEL = -64;
const NEEDS_ROOM = -65;
/** Under this option, the engine decides which lines leave nothing in the output. */
const OMIT_PLAIN = 67108864;
const LF = 0x0a;
/** One line in this many is longer than a window. */
const LONG_SHARE = 300;
const PROGRESS = [
	Cursor.CONSUMED,
	Cursor.WRITTEN,
	Cursor.LINES,
	Cursor.RECORDS,
	Cursor.REJECTS,
	Cursor.IN_LONG_LINE,
	Cursor.FIRST,
];
const STREAM_START = 1048576;

/** Size of an area for a line: octets for each octet of the line, and octets more. */
export interface Room {
	readonly factor: number;
	readonly more: number;
}

/** A line, or a part of one. */
export function someLine(pair: KernelPair, lines: Lines): Uint8Array {
	return pair.of(lines).subarray(0, pair.next(16) === 0 ? pair.next(40) : 2000);
}

/** A line, now and then longer than a window. */
function anyLine(pair: KernelPair, lines: Lines): Uint8Array {
	const line = someLine(pair, lines);
	if (pair.next(LONG_SHARE) > 0) return line;
	return Buffer.concat([line, filler(pair), someLine(pair, lines)]);
}

function filler(pair: KernelPair): Uint8Array {
	return Buffer.alloc(Limit.WINDOW - 20 + pair.next(100), pair.of(["a", "/", "%"]));
}

/** Octets where they are tried: at any address, or where the memory ends. Call it for the last area. */
export function place(pair: KernelPair, octets: Uint8Array): readonly [start: number, end: number] {
	return pair.next(2) === 0 ? pair.put(octets) : pair.putLast(octets);
}

/** Lines with line ends, now and then with a byte order mark before them or without the last LF. */
export function text(pair: KernelPair, lines: Lines, count: number): Uint8Array {
	const parts: Uint8Array[] = pair.next(6) === 0 ? [Uint8Array.of(0xef, 0xbb, 0xbf)] : [];
	for (let left = count; left > 0; --left) {
		const line = someLine(pair, lines);
		// Now and then longer than a window.
		parts.push(pair.next(LONG_SHARE) === 0 ? Buffer.concat([line, filler(pair)]) : line);
		parts.push(Uint8Array.from(pair.next(6) === 0 ? [0x0d, LF] : [LF]));
	}
	if (pair.next(4) === 0) parts.splice(-1, 1, Uint8Array.from(pair.of([[], [], [0x09], [0x0d], [0]])));
	return Buffer.concat(parts);
}

/** The lengths of answers: those with a meaning, and those about the limits of a name of `size` octets. */
const LENGTHS = [
	() => -2,
	() => 0,
	() => 1,
	() => 40,
	(size: number) => 3 * size + 128,
	(size: number) => 3 * size + 129,
	(size: number) => 9 * size + 256,
	(size: number) => 9 * size + 257,
	(_: number, most: number) => most,
	(_: number, most: number) => most + 1,
];

/** Answers at the limits of DNS names, and of hosts that end in a number. */
const NAMES = ["a", "a.b", "a.b.", "a..b", ".a", "1.2", "a.09", "a.0x", "a.0xf9", "a.0xg", "0x9", "9x", "a_b.c-", "A.b"]
	.concat([63, 64].map((length) => `${"a".repeat(length)}.b`))
	.concat([61, 62].map((length) => `${`${"a".repeat(63)}.`.repeat(3)}${"b".repeat(length)}`));

/** Answers the pending question with a name, with letters, or with arbitrary octets, always the same for the same question. */
function answer(side: Side, isCrawl: boolean): void {
	const start = isCrawl ? side.word(CrawlAddress.QUESTION_AT) : 0;
	const [from, size] =
		start === 0 ? [Address.QUESTION, side.word(Address.QUESTION_LENGTH)] : [start, side.word(CrawlAddress.QUESTION_END) - start];
	const [to, most] = start === 0 ? [Address.ANSWER, Limit.ANSWER] : [CrawlAddress.ANSWER, CrawlLimit.ANSWER];
	const next = random(
		side.octets.subarray(from, from + size).reduce((hash, octet) => (Math.imul(hash, 31) + octet) | 0, 7) >>> 0,
	);
	const kind = next(4);
	const name = kind > 1 ? (NAMES[next(NAMES.length)] as string) : undefined;
	const length = name?.length ?? (LENGTHS[next(LENGTHS.length)] as (size: number, most: number) => number)(size, most);
	for (let at = 0; at < Math.min(length, most); ++at)
		side.octets[to + at] = name?.charCodeAt(at) ?? (kind === 0 ? 0x61 + next(26) : next(256));
	side.setWord(Address.ANSWER_LENGTH, length);
}

/** Normalizes a reference, and answers the questions. */
export function normalizeBy(
	pair: KernelPair,
	name: string,
	options: number,
	{ factor, more }: Room,
	lines: Lines,
	isCrawl: boolean,
): void {
	const line = anyLine(pair, lines);
	const size = factor * line.length + more;
	const isLast = pair.next(2) === 0;
	const early = isLast ? pair.put(line) : undefined;
	const to = isLast ? pair.lastArea(size) : pair.area(size);
	const [start, end] = early ?? place(pair, line);
	for (let tries = 0; tries < 3; ++tries) {
		const result = pair.run(name, options, start, end, to);
		if (result > 0 && name !== "both") pair.same(`${name}, the form`, to, result);
		if (result < 0 && result > NEEDS_ALABEL) pair.sameWords(`${name}, the error`, Address.FAILURE, 0, 4);
		if (name === "both" && result >= 0) sameForms(pair);
		if (result !== NEEDS_ALABEL) return;
		pair.each("a question", (side) => {
			answer(side, isCrawl);
			return "";
		});
	}
}

function sameForms(pair: KernelPair): void {
	pair.same("both, where the forms are", CrawlAddress.FORMS, CrawlAddress.FORMS + 16);
	for (const at of [CrawlAddress.FORMS, CrawlAddress.FORMS + 8]) pair.same("both, a form", pair.word(at), pair.word(at + 4));
}

/** A call that normalizes lines. */
export interface LineCall {
	readonly options: number;
	readonly room: Room;
	readonly isCrawl: boolean;
	/** Octets of the base. */
	readonly base?: number;
}

/** Sets the places and numbers of records and rejects. Returns their addresses. */
export function placeRecords(pair: KernelPair, records: number, rejects: number): readonly [records: number, rejects: number] {
	const [recordsAt, rejectsAt] = [pair.area(records * LineRecord.SIZE, 4), pair.area(rejects * RejectRecord.SIZE, 4)];
	pair.setWords(Address.CURSOR, [
		[Cursor.RECORDS_AT, recordsAt],
		[Cursor.MAX_RECORDS, records],
		[Cursor.REJECTS_AT, rejectsAt],
		[Cursor.MAX_REJECTS, rejects],
		[Cursor.IN_LONG_LINE, 0],
	]);
	return [recordsAt, rejectsAt];
}

/** Normalizes lines with room for all of them. Compares and returns the output. */
export function normalizeLinesBy(
	pair: KernelPair,
	lines: Lines,
	count: number,
	{ options, room, isCrawl, base = 0 }: LineCall,
): Written {
	const octets = text(pair, lines, count);
	const size = room.factor * (octets.length + base * count + Limit.WINDOW) + room.more;
	const [records, rejects] = placeRecords(pair, count + 2, count + 2);
	const output = pair.area(size + Limit.MARGIN);
	const [start, inputEnd] = pair.put(octets);
	pair.each("normalizeLines", (side) => {
		let status = NEEDS_ALABEL;
		for (let tries = 0; tries < 100 && status === NEEDS_ALABEL; ++tries) {
			status = side.run("normalizeLines", options, start, inputEnd, output, output + size);
			if (status === NEEDS_ALABEL) answer(side, isCrawl);
		}
		return String(status);
	});
	const isOmitted = (options & OMIT_PLAIN) !== 0;
	pair.sameWords("normalizeLines, CURSOR", Address.CURSOR, ...(isOmitted ? PROGRESS.slice(2) : PROGRESS));
	const [input, outputEnd, done] = [Cursor.FIRST, Cursor.WRITTEN, Cursor.RECORDS].map((field) =>
		pair.word(Address.CURSOR + field),
	) as [number, number, number];
	if (!isOmitted) {
		pair.same("normalizeLines, the output", output, outputEnd);
		pair.same("normalizeLines, line records", records, records + done * LineRecord.SIZE);
	}
	pair.same("normalizeLines, rejects", rejects, rejects + pair.word(Address.CURSOR + Cursor.REJECTS) * RejectRecord.SIZE);
	const written = { records, count: done, input, inputEnd, output, outputEnd };
	if (!isOmitted) useWritten(pair, written);
	return written;
}

/**
 * Normalizes lines with little room for output and records, and continues where the call stopped, on each engine by itself. Compares all
 * that they write.
 */
export function normalizeTightly(
	pair: KernelPair,
	octets: Uint8Array,
	{ options, room, isCrawl, base = 0 }: LineCall,
	size = room.factor * (longestOf(octets) + base) + room.more + pair.of([0, 0, pair.next(2000)]),
): void {
	const [, rejects] = placeRecords(pair, 1 + pair.next(4), 1 + pair.next(4));
	const to = pair.area(size + Limit.MARGIN);
	const [start, end] = pair.put(octets);
	const most = 20 * splitLines(octets).length + 500;
	pair.each("normalizeLines", (side) => {
		const parts: string[] = [];
		let [from, before] = [start, 0];
		const at = (field: Cursor) => side.word(Address.CURSOR + field);
		for (let calls = 0; calls < most; ++calls) {
			const status = side.run("normalizeLines", calls === 0 ? options : options & ~STREAM_START, from, end, to, to + size);
			parts.push(Buffer.from(side.octets.subarray(to, at(Cursor.WRITTEN))).toString("latin1"));
			for (let index = 0; index < at(Cursor.REJECTS); ++index) {
				const words = Array.from({ length: RejectRecord.SIZE / 4 }, (_, word) =>
					side.word(rejects + index * RejectRecord.SIZE + 4 * word),
				);
				parts.push(` ${[before + (words[0] as number), ...words.slice(1)]} `);
			}
			before += at(Cursor.LINES);
			from = at(Cursor.CONSUMED);
			if (status === NEEDS_ALABEL) answer(side, isCrawl);
			else if (status !== NEEDS_ROOM) return [...sortedParts(parts), status, before, from].join("");
		}
		return "no end";
	});
}

function longestOf(octets: Uint8Array): number {
	return Math.max(...splitLines(octets).map(({ length }) => length)) + 2;
}

/** Lines before rejects: which call reports a reject depends on where it stopped. */
function sortedParts(parts: readonly string[]): string[] {
	return [...parts.filter((part) => !part.startsWith(" ")), ...parts.filter((part) => part.startsWith(" "))];
}

export function splitLines(octets: Uint8Array): Uint8Array[] {
	const found: Uint8Array[] = [];
	for (let at = 0; at <= octets.length; ) {
		const end = octets.indexOf(LF, at) < 0 ? octets.length : octets.indexOf(LF, at);
		found.push(octets.subarray(at, end));
		at = end + 1;
	}
	return found;
}

/** Values of a column, some of them with LF or a CR at the end. */
export function spread(pair: KernelPair, lines: Lines): void {
	const values = Array.from({ length: 1 + pair.next(12) }, () => {
		const line = pair.next(4) === 0 ? new Uint8Array(0) : someLine(pair, lines);
		return pair.next(10) === 0 ? Buffer.concat([line, Uint8Array.of(pair.of([LF, 0x0d])), line.subarray(0, pair.next(4))]) : line;
	});
	const [skip, total] = [pair.next(20), values.reduce((sum, { length }) => sum + length, 0)];
	let end = skip;
	const offsets = pair.putWords([skip, ...values.map(({ length }) => (end += length))]);
	const to = pair.area(total + 2 * values.length + Limit.MARGIN);
	const [start] = place(pair, Buffer.concat(values));
	pair.same("spread", to, pair.run("spread", offsets, offsets + 4 * values.length, start - skip, to));
}

export function fingerprint(pair: KernelPair, lines: Lines): void {
	const [key] = pair.put(pair.random(16));
	const to = pair.area(FINGERPRINT_SIZE);
	pair.run("fingerprint", key, ...place(pair, someLine(pair, lines)), to);
	pair.same("fingerprint", to, to + FINGERPRINT_SIZE);
}
