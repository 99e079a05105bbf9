/** Lines that are longer than a reference may be, among others: they pass in pieces. */
import { Address, Cursor, Limit } from "../../../../assembly/layout/addresses";
import type { KernelPair } from "./kernel-pair";
import { type Lines, normalizeTightly, type Scene, text } from "./lines";
import { keepOctets } from "./passes";

const ROOM = { factor: 0, more: 300_000 };
const WHOLE_STREAM = 3145728;
const STREAM_START = 1048576;

/** Lines, a giant that is a few octets too long, with or without CR, and lines again. */
function around(pair: KernelPair, lines: Lines, start: string): Uint8Array {
	const giant = giantOf(pair, start);
	const end = Buffer.from(pair.of(["\n", "\r\n", "\r\r\n"]));
	return Buffer.concat([text(pair, lines, 3), Buffer.from("\n"), giant, end, text(pair, lines, 3)]);
}

function giantOf(pair: KernelPair, start: string): Buffer {
	const giant = Buffer.alloc(Limit.REFERENCE + 1 + pair.next(3), "a");
	giant.write(start);
	return giant;
}

/** Lines, and the start of a giant: the input ends within it, but the stream continues. */
function openBy(isCrawl: boolean, options: readonly number[]): Scene {
	return (pair, lines) => {
		const octets = Buffer.concat([text(pair, lines, 3), Buffer.from("\n"), giantOf(pair, "http://h/")]);
		normalizeTightly(pair, octets, { options: pair.of(options) | STREAM_START, room: ROOM, isCrawl }, ROOM.more);
	};
}

function linesBy(isCrawl: boolean, options: readonly number[], invalid: number): Scene {
	return (pair, lines) => {
		const octets = around(pair, lines, "http://h/");
		normalizeTightly(pair, octets, { options: pair.of(options) | invalid | WHOLE_STREAM, room: ROOM, isCrawl }, ROOM.more);
	};
}

/** Rejected lines end the call, or are kept, dropped or blanked. */
const INVALID = [4194304, 0, 262144, 524288];

/** A reference of the max length, or one octet longer. */
function single(pair: KernelPair): void {
	const reference = Buffer.alloc(Limit.REFERENCE + pair.next(2), "a");
	reference.write("http://h/");
	const to = pair.area(Limit.SLACK);
	const [start, end] = pair.put(reference);
	if (pair.run("normalize", pair.of([255, 16383, 65536]), start, end, to) < 0)
		pair.sameWords("normalize, the error", Address.FAILURE, 0, 4);
}

/** A line of the max length, before CR LF. Its form does not fit, so the kernel does not begin it. */
function fitting(pair: KernelPair): void {
	const line = Buffer.alloc(Limit.REFERENCE + 2, "a");
	line.write("\r\n", Limit.REFERENCE);
	const [start, end] = pair.put(line);
	for (const field of [Cursor.MAX_RECORDS, Cursor.MAX_REJECTS]) pair.setWord(Address.CURSOR + field, 1);
	for (const field of [Cursor.RECORDS_AT, Cursor.REJECTS_AT]) pair.setWord(Address.CURSOR + field, pair.area(64, 4));
	pair.setWord(Address.CURSOR + Cursor.IN_LONG_LINE, 0);
	const to = pair.area(Limit.SLACK);
	pair.run("normalizeLines", 16383 | WHOLE_STREAM, start, end, to, to + Limit.SLACK);
	pair.sameWords("normalizeLines, CURSOR", Address.CURSOR, Cursor.CONSUMED, Cursor.LINES, Cursor.REJECTS, Cursor.IN_LONG_LINE);
}

export const GIANTS: Readonly<Record<"core" | "crawl", readonly Scene[]>> = {
	core: [
		single,
		fitting,
		(pair, lines) => keepOctets(pair, around(pair, lines, "http://h/"), 300_000),
		...INVALID.map((invalid) => linesBy(false, [255, 16383], invalid)),
		openBy(false, [255, 16383]),
	],
	crawl: [...INVALID.map((invalid) => linesBy(true, [0, 2, 12, 64], invalid)), openBy(true, [2, 12, 64])],
};
