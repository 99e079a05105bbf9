/** The text that name patterns of lists see: a piece of the query, decoded. */

import { Special } from "./automaton";
import { decodedAt, nextAt } from "./decoded";
import { beginRun, classOf, isDead, nextState, symbolOf, takeMatches } from "./machine";

/** Runs the patterns of names over the piece [start, end), whose name ends at `nameEnd`. */
export function matchPiece(machine: i32, start: i32, nameEnd: i32, end: i32): void {
	let state = beginRun(machine);
	takeMatches(machine, state, 0);
	for (let at = start; at <= end && !isDead(state); at = nextAt(at, end)) {
		if (at == nameEnd) takeMatches(machine, nextState(machine, state, symbolOf(machine, Special.NAME_END)), 0);
		if (at == end) break;
		state = nextState(machine, state, classOf(machine, decodedAt(at, end)));
		takeMatches(machine, state, 0);
	}
	takeMatches(machine, nextState(machine, state, symbolOf(machine, Special.END)), 0);
}
