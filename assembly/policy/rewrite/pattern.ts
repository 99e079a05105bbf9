/**
 * Patterns with groups: instructions that a machine of many threads runs, as Pike's does (Cox, "Regular Expression Matching: the
 * Virtual Machine Approach").
 *
 * ```
 *   pattern   count of instructions, then each: operation, two operands       i32 each
 *   thread    instruction, slots                                              i32 each
 * ```
 *
 * All threads read the same octet. They stand in order of priority: the first that matches is the one that a backtracking engine finds, so
 * that groups hold what they hold in JavaScript. No two threads are at one instruction. A text therefore takes linear time, whatever it is.
 */
import { Rewriting } from "../../layout/crawl-state";
import { clear, load8, load32, store32 } from "../../octets/memory";
import { More } from "../more";
import { header, program } from "../program";
import { marksAt, matchAt, rewriting, setRewriting, slotsAt, stackAt, threadSize, threadsAt } from "./room";

export const enum Operation {
	/** The octet A. */
	OCTET = 0,
	/** One of the set of octets at offset A: 256 bits. */
	SET = 1,
	/** The end of the pattern. */
	MATCH = 2,
	/** Goes on at A. */
	JUMP = 3,
	/** Goes on at A and, with less priority, at B. */
	SPLIT = 4,
	/** Keeps the place in slot A. */
	SAVE = 5,
	/** Goes on at the start of the text, or at its end. */
	AT_START = 6,
	AT_END = 7,
	/** The end of the pattern, which takes all that is left: slot A has its end. */
	REST = 8,
	COUNT = 9,
}

export const enum Instruction {
	OPERATION = 0,
	A = 4,
	B = 8,
	SIZE = 12,
}

/**
 * Whether the pattern at an offset matches the text [start, end). Slots then have the places that it kept. Those that it does not keep stay
 * as they are.
 */
export function matchesPattern(pattern: i32, start: i32, end: i32): bool {
	const result = runAlone(program() + pattern + 4, start, end);
	if (result != BRANCH) return result != 0;
	return searchPattern(pattern, start, start, end);
}

/** In place of a result: the pattern has a branch. What was kept before it is kept by all threads. */
const BRANCH: i32 = -1;

/** Runs the only thread of a pattern without branches, as most are. Returns 1 if it matches, else 0; or BRANCH. */
function runAlone(code: i32, start: i32, end: i32): i32 {
	let at = start;
	let instruction = code;
	let operation = load32(instruction);
	while (operation != Operation.MATCH && operation != Operation.JUMP && operation != Operation.SPLIT) {
		const operand = load32(instruction + Instruction.A);
		if (operation == Operation.SAVE) {
			store32(slotsAt() + (operand << 2), at);
		} else if (operation == Operation.REST) {
			store32(slotsAt() + (operand << 2), end);
			return 1;
		} else if (operation == Operation.AT_START || operation == Operation.AT_END) {
			if (at != (operation == Operation.AT_START ? start : end)) return 0;
		} else if (at == end || !takes(instruction, load8(at++))) return 0;
		instruction += Instruction.SIZE;
		operation = load32(instruction);
	}
	return operation == Operation.MATCH ? 1 : BRANCH;
}

/** As `matchesPattern`, from the place `from` of the text on: a pattern that begins with any text searches for its first match. */
export function searchPattern(pattern: i32, from: i32, start: i32, end: i32): bool {
	const code = program() + pattern + 4;
	setRewriting(Rewriting.START, start);
	setRewriting(Rewriting.END, end);
	clear(marksAt(), threadsAt());
	let list = threadsAt();
	let next = list + header(More.MATCH_LENGTH) * threadSize();
	let isFound = false;
	let count = addThreads(code, 0, list, 0, from);
	for (let at = from; count > 0; ++at) {
		let nextCount: i32 = 0;
		for (let thread = list; thread < list + count * threadSize(); thread += threadSize()) {
			const number = load32(thread);
			const instruction = code + number * Instruction.SIZE;
			const operation = load32(instruction + Instruction.OPERATION);
			if (operation == Operation.MATCH || operation == Operation.REST) {
				isFound = true;
				copySlots(thread + 4, matchAt());
				if (operation == Operation.REST) store32(matchAt() + (load32(instruction + Instruction.A) << 2), end);
				// The threads that follow have less priority.
				break;
			}
			if (at == end || !takes(instruction, load8(at))) continue;
			copySlots(thread + 4, slotsAt());
			nextCount = addThreads(code, number + 1, next, nextCount, at + 1);
		}
		const read = list;
		list = next;
		next = read;
		count = nextCount;
	}
	if (isFound) copySlots(matchAt(), slotsAt());
	return isFound;
}

/** Whether an instruction takes the octet. */
function takes(instruction: i32, octet: i32): bool {
	const operand = load32(instruction + Instruction.A);
	if (load32(instruction + Instruction.OPERATION) == Operation.OCTET) return octet == operand;
	return ((load8(program() + operand + (octet >> 3)) >>> (octet & 7)) & 1) != 0;
}

function copySlots(from: i32, to: i32): void {
	for (let at: i32 = 0; at < header(More.MATCH_SLOTS) << 2; at += 4) store32(to + at, load32(from + at));
}

/**
 * Adds the threads that go on from an instruction at the place `at`, with the slots as they are, to a list of `count`. Returns their number.
 *
 * The stack has instructions to go on from and, as negative numbers, slots to restore.
 */
function addThreads(code: i32, first: i32, list: i32, count: i32, at: i32): i32 {
	let top = push(stackAt(), first, 0);
	while (top > stackAt()) {
		top -= STACKED;
		const number = load32(top);
		if (number < 0) {
			store32(slotsAt() + (~number << 2), load32(top + 4));
			continue;
		}
		const mark = marksAt() + (number << 2);
		if (load32(mark) == at) continue;
		store32(mark, at);
		const instruction = code + number * Instruction.SIZE;
		const operation = load32(instruction + Instruction.OPERATION);
		const operand = load32(instruction + Instruction.A);
		if (operation == Operation.SPLIT) {
			top = push(push(top, load32(instruction + Instruction.B), 0), operand, 0);
		} else if (operation == Operation.JUMP) {
			top = push(top, operand, 0);
		} else if (operation == Operation.SAVE) {
			const slot = slotsAt() + (operand << 2);
			top = push(push(top, ~operand, load32(slot)), number + 1, 0);
			store32(slot, at);
		} else if (operation == Operation.AT_START) {
			if (at == rewriting(Rewriting.START)) top = push(top, number + 1, 0);
		} else if (operation == Operation.AT_END) {
			if (at == rewriting(Rewriting.END)) top = push(top, number + 1, 0);
		} else {
			const thread = list + count * threadSize();
			store32(thread, number);
			copySlots(slotsAt(), thread + 4);
			++count;
		}
	}
	return count;
}

/** Octets of an entry of the stack: an instruction takes at most three, and has its mark then. */
const STACKED: i32 = 8;

function push(top: i32, number: i32, value: i32): i32 {
	store32(top, number);
	store32(top + 4, value);
	return top + STACKED;
}
