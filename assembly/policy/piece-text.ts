/** The text that name patterns of lists see: a piece of the query, decoded. */

import { Policy } from "../layout/crawl-addresses";
import { Octet } from "../octets/char";
import { load8, load32 } from "../octets/memory";
import { Machine, Special } from "./automaton";
import { decodedAt, nextAt } from "./decoded";
import {
	beginRun,
	cachedState,
	followingState,
	hasMatch,
	isDead,
	nextState,
	resetFlushes,
	symbolOf,
	takeMatches,
} from "./machine";
import { policy } from "./program";

/** Resets the state for a new reference. Requires: the program has a pattern of names. */
export function beginPieces(): void {
	resetFlushes(policy(Policy.NAME_MACHINE));
}

/** Whether a pattern of names matches the piece [start, end), whose name ends at `nameEnd`. Requires: the program has one. */
export function hasPatternOf(start: i32, nameEnd: i32, end: i32): bool {
	const machine = policy(Policy.NAME_MACHINE);
	// Fast path only: the run finds no match either.
	if (fails(machine, start, nameEnd, end)) return false;
	matchPiece(machine, start, nameEnd, end);
	return load32(machine + Machine.MATCH_COUNT) != 0;
}

/** Whether no pattern matches the piece, as far as states show that are cached. Most fail after two octets of most pieces. */
export function fails(machine: i32, start: i32, nameEnd: i32, end: i32): bool {
	const classes = load32(machine + Machine.CLASSES);
	let state = load32(machine + Machine.START_STATE);
	for (let at = start; state != 0 && !hasMatch(state); ++at) {
		if (isDead(state)) return true;
		const octet = load8(at);
		if (at == end || octet == Octet.PERCENT || octet == Octet.PLUS) return false;
		if (at == nameEnd && !isFailure(cachedState(state, symbolOf(machine, Special.NAME_END)))) return false;
		state = cachedState(state, load8(classes + octet));
	}
	return false;
}

function isFailure(state: i32): bool {
	return state != 0 && isDead(state);
}

/** Runs the patterns of names over the piece [start, end), whose name ends at `nameEnd`. */
export function matchPiece(machine: i32, start: i32, nameEnd: i32, end: i32): void {
	const classes = load32(machine + Machine.CLASSES);
	let state = beginRun(machine);
	takeMatches(machine, state);
	let at = start;
	while (true) {
		if (at == nameEnd) takeMatches(machine, nextState(machine, state, symbolOf(machine, Special.NAME_END)));
		if (at == end) break;
		// Only encoded octets cost a call: most patterns fail on the first octet of most pieces.
		const octet = load8(at);
		const isEncoded = octet == Octet.PERCENT || octet == Octet.PLUS;
		state = followingState(machine, state, load8(classes + (isEncoded ? decodedAt(at, end) : octet)));
		if (isDead(state)) return;
		if (hasMatch(state)) takeMatches(machine, state);
		at = isEncoded ? nextAt(at, end) : at + 1;
	}
	takeMatches(machine, nextState(machine, state, symbolOf(machine, Special.END)));
}
