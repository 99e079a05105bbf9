/**
 * Routes lines to parts by the first bits of the fingerprints of their keys. Equal keys have equal fingerprints, and so their lines meet
 * in one part, whichever machine routes them.
 *
 * It is a counting sort: one loop chooses the part of each line and adds up the octets of each part, another one copies. Between the parts
 * is a gap, because `copy` writes beyond its end.
 *
 * ```
 *   lines    a  b  c  d        parts 1 0 1 1
 *   to      | b |gap| a c d |gap|
 *   spans    start, end of part 0; start, end of part 1
 * ```
 */

import { Limit, LineRecord } from "../layout/addresses";
import { Octet } from "../octets/char";
import { clear, copy, load32, store8, store32 } from "../octets/memory";
import { FINGERPRINT_SIZE, fingerprint } from "../seen/fingerprint";
import { trimLineEnd } from "./fresh";
import { isMarked, unmark } from "./line-record";

/** The words at `routing`, and the maximum number of parts. */
export const enum Routing {
	/** Number of parts, 1 to MAX_PARTS. Set by the host, like KEY and TO. */
	PARTS = 0,
	/** Address of the key, for lines that were rejected. */
	KEY = 4,
	/** Start of the room for parts. */
	TO = 8,
	/** 1 inside a line that is longer than Limit.REFERENCE. The host preserves it between calls, and begins a stream with 0. */
	IN_LONG_LINE = 12,
	/** The start and the end of each part, i32 each. */
	SPANS = 64,
	SPAN_SIZE = 8,
	/** SPAN_SIZE is two to this power. */
	SPAN_BITS = 3,
	MAX_PARTS = 1024,
	/** Octets between two parts. */
	GAP = 64,
}

/**
 * Copies the lines of `count` line records to their parts, as they are in the input, each ended by LF. Those that were rejected come from
 * the output, and go by the fingerprint of their text; a line longer than Limit.REFERENCE goes to part 0. Overwrites the fingerprints.
 *
 * Requires: room at TO for input and output, Routing.GAP for each part, and Limit.MARGIN, without overlap.
 */
export function routeLines(records: i32, count: i32, fingerprints: i32, input: i32, output: i32, routing: i32): void {
	const parts = load32(routing + Routing.PARTS);
	const spans = routing + Routing.SPANS;
	clear(spans, spans + (parts << Routing.SPAN_BITS));
	measure(records, count, fingerprints, input, output, routing);
	let next = load32(routing + Routing.TO);
	for (let span = spans; span < spans + (parts << Routing.SPAN_BITS); span += Routing.SPAN_SIZE) {
		const size = load32(span);
		store32(span, next);
		store32(span + 4, next);
		next += size + Routing.GAP;
	}
	distribute(records, count, fingerprints, input, output, spans);
}

/** Replaces the first word of each fingerprint by the address of its part's span, less `spans`, and adds up the octets of the parts. */
function measure(records: i32, count: i32, fingerprints: i32, input: i32, output: i32, routing: i32): void {
	const parts = load32(routing + Routing.PARTS);
	const spans = routing + Routing.SPANS;
	let isLong = load32(routing + Routing.IN_LONG_LINE) != 0;
	let line = input;
	let start = output;
	for (let index = 0; index < count; ++index) {
		const inputEnd = load32(records + index * LineRecord.SIZE + LineRecord.INPUT_END);
		const outputEnd = load32(records + index * LineRecord.SIZE + LineRecord.OUTPUT_END);
		const lineEnd = unmark(inputEnd);
		const end = unmark(outputEnd);
		const at = fingerprints + index * FINGERPRINT_SIZE;
		let size = end - start;
		if (isMarked(outputEnd)) {
			// Its pieces depend on how the input arrives, so its text cannot choose.
			isLong = isLong || isMarked(inputEnd) || size > Limit.REFERENCE + 1;
			if (isLong) store32(at, 0);
			else if (size > 0) fingerprint(load32(routing + Routing.KEY), start, end - 1, at);
		} else {
			size = trimLineEnd(line, lineEnd) - line + 1;
		}
		const span = partOf(load32(at), parts) << Routing.SPAN_BITS;
		store32(at, span);
		store32(spans + span, load32(spans + span) + size);
		isLong = isMarked(inputEnd);
		line = lineEnd;
		start = end;
	}
	store32(routing + Routing.IN_LONG_LINE, isLong ? 1 : 0);
}

/** Copies each line to the end of its part. */
function distribute(records: i32, count: i32, fingerprints: i32, input: i32, output: i32, spans: i32): void {
	let line = input;
	let start = output;
	for (let index = 0; index < count; ++index) {
		const lineEnd = unmark(load32(records + index * LineRecord.SIZE + LineRecord.INPUT_END));
		const outputEnd = load32(records + index * LineRecord.SIZE + LineRecord.OUTPUT_END);
		const end = unmark(outputEnd);
		const partEnd = spans + load32(fingerprints + index * FINGERPRINT_SIZE) + 4;
		let to = load32(partEnd);
		if (isMarked(outputEnd)) {
			to = copy(start, end, to);
		} else {
			to = copy(line, trimLineEnd(line, lineEnd), to);
			store8(to++, Octet.LF);
		}
		store32(partEnd, to);
		line = lineEnd;
		start = end;
	}
}

/**
 * The part of the fingerprint that begins with the octets of `word`: its first 16 bits as a number, times `parts`, less the last 16 bits
 * of the product. For 2^n parts, that is the first n bits.
 */
function partOf(word: i32, parts: i32): i32 {
	return ((((word & 0xff) << 8) | ((word >> 8) & 0xff)) * parts) >> 16;
}
