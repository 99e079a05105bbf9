/**
 * The memory of rewrites, after the other rooms of a program: see work.ts.
 *
 * ```
 *   slots, twice │ cursors │ room of patterns │ questions and answers │ text │ key │ text and fetch form that are sent │ area
 * ```
 *
 * A round writes the result of a rewrite to `text`, its forms to `area`, and its key to `key`, where the next round begins. The fetch form
 * follows in rooms of its own.
 */

import { Limit } from "../../layout/addresses";
import { CrawlAddress, CrawlLimit } from "../../layout/crawl-addresses";
import { Rewriting } from "../../layout/crawl-state";
import { clear, load32, store32 } from "../../octets/memory";
import { More } from "../more";
import { header } from "../program";

/** More rounds than this are taken for a circle. */
export const MAX_ROUNDS: i32 = 8;
const REWRITES_SIZE: i32 = 128;
/** Octets of the result of a rewrite; it does not act if that were longer. */
export const MAX_RESULT: i32 = 65536;
/**
 * Octets of the key of a result, each octet of which may become a triplet. Hosts that run a program with rewrites provide as many more at the
 * output.
 */
export const RESULT_ROOM: i32 = 3 * MAX_RESULT + Limit.MARGIN;
/** Three lists, each with the first and the last segment, and others: a start and an end. */
const CURSORS_SIZE: i32 = 9 * 8;
/** Questions that are kept; each may be asked once in a round, and once more about the fetch form. */
export const MAX_QUESTIONS: i32 = 32;
/** A length and the octets of a question, the same of its answer. */
export const HALF: i32 = 1024;
const AREA_SIZE: i32 = CrawlLimit.GROWTH * MAX_RESULT + Limit.SLACK + Limit.MARGIN;

/** Octets of the room, or 0. Requires: the header is checked. */
export function rewriteRoom(): i32 {
	return header(More.REWRITE_COUNT) == 0 ? 0 : roomOfRewrites(header(More.MATCH_LENGTH), header(More.MATCH_SLOTS));
}

/** Octets of the room for patterns, by the max numbers of instructions and slots. */
export function roomOfRewrites(length: i32, slots: i32): i32 {
	const questions = MAX_QUESTIONS * 2 * HALF;
	const texts = 2 * (MAX_RESULT + RESULT_ROOM + 2 * Limit.MARGIN) + AREA_SIZE;
	return ((slots << 3) + CURSORS_SIZE + roomOfPatterns(length, slots) + questions + texts + 3) & ~3;
}

/** A mark for each instruction, two lists of threads, and a stack: see pattern.ts. */
function roomOfPatterns(length: i32, slots: i32): i32 {
	return (length << 2) + 8 * length * (slots + 1) + 24 * length;
}

/** Octets of a thread: its instruction, and the slots. */
export function threadSize(): i32 {
	return (header(More.MATCH_SLOTS) + 1) << 2;
}

/** The slots that the last pattern filled. */
export function slotsAt(): i32 {
	return rewriting(Rewriting.ROOM);
}

/** Those of the best match so far. */
export function matchAt(): i32 {
	return slotsAt() + (header(More.MATCH_SLOTS) << 2);
}

export function cursorsAt(): i32 {
	return slotsAt() + (header(More.MATCH_SLOTS) << 3);
}

export function marksAt(): i32 {
	return cursorsAt() + CURSORS_SIZE;
}

export function threadsAt(): i32 {
	return marksAt() + (header(More.MATCH_LENGTH) << 2);
}

export function stackAt(): i32 {
	return threadsAt() + 2 * header(More.MATCH_LENGTH) * threadSize();
}

export function questionsAt(): i32 {
	return marksAt() + roomOfPatterns(header(More.MATCH_LENGTH), header(More.MATCH_SLOTS));
}

export function textAt(): i32 {
	return rewriting(Rewriting.TEXTS);
}

export function keyAt(): i32 {
	return textAt() + MAX_RESULT + Limit.MARGIN;
}

export function sentTextAt(): i32 {
	return keyAt() + RESULT_ROOM + Limit.MARGIN;
}

export function sentAt(): i32 {
	return sentTextAt() + MAX_RESULT + Limit.MARGIN;
}

export function areaAt(): i32 {
	return sentAt() + RESULT_ROOM + Limit.MARGIN;
}

export function areaEnd(): i32 {
	return areaAt() + AREA_SIZE;
}

export function rewriting(field: i32): i32 {
	return load32(CrawlAddress.REWRITES + field);
}

export function setRewriting(field: i32, value: i32): void {
	store32(CrawlAddress.REWRITES + field, value);
}

/** Begins without results of another program. `room`: their room; 0: the program has no rewrites. */
export function beginRewrites(room: i32): void {
	clear(CrawlAddress.REWRITES, CrawlAddress.REWRITES + REWRITES_SIZE);
	setRewriting(Rewriting.ROOM, room);
	if (room != 0) setRewriting(Rewriting.TEXTS, questionsAt() + MAX_QUESTIONS * 2 * HALF);
	setRewriting(Rewriting.MAX_ROUNDS, MAX_ROUNDS);
}

/** Whether the host of the kernel lets some rewrites act only. The fast path then leaves all to the slow path. */
export function areRewritesLimited(): bool {
	return rewriting(Rewriting.MAX_ROUNDS) != MAX_ROUNDS || (rewriting(Rewriting.ONLY) | rewriting(Rewriting.WITHOUT)) != 0;
}
