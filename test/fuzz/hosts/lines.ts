/** Calls on references, lines and columns: the core's, and those that the crawl kernel has as well. */
import { Address, Cursor, Limit, LineRecord, RejectRecord } from "../../../assembly/layout/addresses";
import { CrawlAddress, CrawlLimit } from "../../../assembly/layout/crawl-addresses";
import { FINGERPRINT_SIZE } from "../../../assembly/seen/fingerprint";
import { random } from "../../../bench/lists/random.mjs";
import type { Side, Twin } from "./twin";

export type Lines = readonly Uint8Array[];

/** Statuses that a call of lines ends with before its end. */
const NEEDS_ALABEL = -64;
const NEEDS_ROOM = -65;
/** Under this option, which lines leave nothing in the output depends on the engine. */
const OMIT_PLAIN = 67108864;
const LF = 0x0a;
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

/** What an area for a line needs: octets for each octet of the line, and octets more. */
export interface Room {
	readonly factor: number;
	readonly more: number;
}

/** A line, or a part of one. */
export function someLine(twin: Twin, lines: Lines): Uint8Array {
	return twin.of(lines).subarray(0, twin.next(16) === 0 ? twin.next(40) : 2000);
}

/** Octets where they are tried: at any address, or where the memory ends. Call it for the last area. */
export function place(twin: Twin, octets: Uint8Array): readonly [start: number, end: number] {
	return twin.next(2) === 0 ? twin.put(octets) : twin.putLast(octets);
}

/** Lines with line ends, now and then with a byte order mark before them or without the last LF. */
export function text(twin: Twin, lines: Lines, count: number): Uint8Array {
	const parts: Uint8Array[] = twin.next(6) === 0 ? [Uint8Array.of(0xef, 0xbb, 0xbf)] : [];
	for (let left = count; left > 0; --left) {
		const line = someLine(twin, lines);
		// Now and then longer than a window.
		const isLong = twin.next(300) === 0;
		parts.push(isLong ? Buffer.concat([line, Buffer.alloc(Limit.WINDOW - 20 + twin.next(100), twin.of(["a", "/", "%"]))]) : line);
		parts.push(Uint8Array.from(twin.next(6) === 0 ? [0x0d, LF] : [LF]));
	}
	if (twin.next(4) === 0) parts.pop();
	return Buffer.concat(parts);
}

/** The lengths of answers: those that say something, and those about the limits of a name of `size` octets. */
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

/** Answers the pending question, as the name decides: with any octets, or with letters. */
function answer(side: Side, isCrawl: boolean): void {
	const start = isCrawl ? side.word(CrawlAddress.QUESTION_AT) : 0;
	const [from, size] =
		start === 0 ? [Address.QUESTION, side.word(Address.QUESTION_LENGTH)] : [start, side.word(CrawlAddress.QUESTION_END) - start];
	const [to, most] = start === 0 ? [Address.ANSWER, Limit.ANSWER] : [CrawlAddress.ANSWER, CrawlLimit.ANSWER];
	const next = random(
		side.octets.subarray(from, from + size).reduce((hash, octet) => (Math.imul(hash, 31) + octet) | 0, 7) >>> 0,
	);
	const length = (LENGTHS[next(LENGTHS.length)] as (size: number, most: number) => number)(size, most);
	const isText = next(2) === 0;
	for (let at = 0; at < Math.min(length, most); ++at) side.octets[to + at] = isText ? 0x61 + next(26) : next(256);
	side.setWord(Address.ANSWER_LENGTH, length);
}

/** Normalizes a reference, and answers the questions. */
export function normalizeBy(
	twin: Twin,
	name: string,
	options: number,
	{ factor, more }: Room,
	lines: Lines,
	isCrawl: boolean,
): void {
	const line = someLine(twin, lines);
	const size = factor * line.length + more;
	const isLast = twin.next(2) === 0;
	const early = isLast ? twin.put(line) : undefined;
	const to = isLast ? twin.lastArea(size) : twin.area(size);
	const [start, end] = early ?? place(twin, line);
	for (let tries = 0; tries < 3; ++tries) {
		const result = twin.run(name, options, start, end, to);
		if (result > 0 && name !== "both") twin.same(`${name}, the form`, to, result);
		if (result < 0 && result > NEEDS_ALABEL) twin.sameWords(`${name}, the error`, Address.FAILURE, 0, 4);
		if (name === "both" && result >= 0) sameForms(twin);
		if (result !== NEEDS_ALABEL) return;
		twin.each("a question", (side) => {
			answer(side, isCrawl);
			return "";
		});
	}
}

function sameForms(twin: Twin): void {
	twin.same("both, where the forms are", CrawlAddress.FORMS, CrawlAddress.FORMS + 16);
	for (const at of [CrawlAddress.FORMS, CrawlAddress.FORMS + 8]) twin.same("both, a form", twin.word(at), twin.word(at + 4));
}

/** Lines that have been normalized: where their records, their input and their output are. */
export interface Written {
	readonly records: number;
	readonly count: number;
	readonly input: number;
	readonly inputEnd: number;
	readonly output: number;
	readonly outputEnd: number;
}

/** How lines are normalized. */
export interface LineCall {
	readonly name?: string;
	readonly options: number;
	readonly room: Room;
	readonly isCrawl: boolean;
	readonly count: number;
	/** Octets of the base. */
	readonly base?: number;
}

/** Sets where records and rejects go, and how many. Returns their addresses. */
function placeRecords(twin: Twin, records: number, rejects: number): readonly [records: number, rejects: number] {
	const [recordsAt, rejectsAt] = [twin.area(records * LineRecord.SIZE, 4), twin.area(rejects * RejectRecord.SIZE, 4)];
	twin.setWord(Address.CURSOR + Cursor.RECORDS_AT, recordsAt);
	twin.setWord(Address.CURSOR + Cursor.MAX_RECORDS, records);
	twin.setWord(Address.CURSOR + Cursor.REJECTS_AT, rejectsAt);
	twin.setWord(Address.CURSOR + Cursor.MAX_REJECTS, rejects);
	twin.setWord(Address.CURSOR + Cursor.IN_LONG_LINE, 0);
	return [recordsAt, rejectsAt];
}

/** Normalizes lines with room for all of them. Compares and returns what is written. */
export function normalizeLinesBy(twin: Twin, lines: Lines, { options, room, isCrawl, count, base = 0 }: LineCall): Written {
	const octets = text(twin, lines, count);
	const size = room.factor * (octets.length + base * count + Limit.WINDOW) + room.more;
	const [records, rejects] = placeRecords(twin, count + 2, count + 2);
	const output = twin.area(size + Limit.MARGIN);
	const [start, inputEnd] = twin.put(octets);
	twin.each("normalizeLines", (side) => {
		let status = NEEDS_ALABEL;
		for (let tries = 0; tries < 100 && status === NEEDS_ALABEL; ++tries) {
			status = side.run("normalizeLines", options, start, inputEnd, output, output + size);
			if (status === NEEDS_ALABEL) answer(side, isCrawl);
		}
		return String(status);
	});
	const isOmitted = (options & OMIT_PLAIN) !== 0;
	twin.sameWords("normalizeLines, CURSOR", Address.CURSOR, ...(isOmitted ? PROGRESS.slice(2) : PROGRESS));
	const [input, outputEnd, done] = [Cursor.FIRST, Cursor.WRITTEN, Cursor.RECORDS].map((field) =>
		twin.word(Address.CURSOR + field),
	) as [number, number, number];
	if (!isOmitted) {
		twin.same("normalizeLines, the output", output, outputEnd);
		twin.same("normalizeLines, line records", records, records + done * LineRecord.SIZE);
	}
	twin.same("normalizeLines, rejects", rejects, rejects + twin.word(Address.CURSOR + Cursor.REJECTS) * RejectRecord.SIZE);
	return { records, count: done, input, inputEnd, output, outputEnd };
}

/**
 * Normalizes lines with little room for output and records, and goes on where the call stopped, on each engine by itself. Compares all
 * that they write.
 */
export function normalizeTightly(
	twin: Twin,
	lines: Lines,
	{ name = "normalizeLines", options, room, isCrawl, count, base = 0 }: LineCall,
	octets = text(twin, lines, count),
	most = room.factor * (longestOf(octets) + base) + room.more + twin.of([0, 0, twin.next(2000)]),
): void {
	const size = most;
	const [, rejects] = placeRecords(twin, 1 + twin.next(4), 1 + twin.next(4));
	const to = twin.area(size + Limit.MARGIN);
	const [start, end] = twin.put(octets);
	twin.each(name, (side) => {
		const parts: string[] = [];
		let [from, before] = [start, 0];
		const at = (field: Cursor) => side.word(Address.CURSOR + field);
		for (let calls = 0; calls < 20 * count + 100; ++calls) {
			const status = side.run(name, calls === 0 ? options : options & ~STREAM_START, from, end, to, to + size);
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
export function spread(twin: Twin, lines: Lines): void {
	const values = Array.from({ length: 1 + twin.next(12) }, () => {
		const line = twin.next(4) === 0 ? new Uint8Array(0) : someLine(twin, lines);
		return twin.next(10) === 0 ? Buffer.concat([line, Uint8Array.of(twin.of([LF, 0x0d])), line.subarray(0, twin.next(4))]) : line;
	});
	const [skip, total] = [twin.next(20), values.reduce((sum, { length }) => sum + length, 0)];
	let end = skip;
	const offsets = twin.putWords([skip, ...values.map(({ length }) => (end += length))]);
	const to = twin.area(total + 2 * values.length + Limit.MARGIN);
	const [start] = place(twin, Buffer.concat(values));
	twin.same("spread", to, twin.run("spread", offsets, offsets + 4 * values.length, start - skip, to));
}

export function fingerprint(twin: Twin, lines: Lines): void {
	const [key] = twin.put(twin.random(16));
	const to = twin.area(FINGERPRINT_SIZE);
	twin.run("fingerprint", key, ...place(twin, someLine(twin, lines)), to);
	twin.same("fingerprint", to, to + FINGERPRINT_SIZE);
}
