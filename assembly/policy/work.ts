/**
 * The memory that belongs to the kernel, after a program:
 *
 * ```
 *   room for a checksum │ results of entries │ results of conditions │ machine of names, its cache │ machine of URLs, its cache
 * ```
 */
import { load32 } from "../octets/memory";
import { Automaton, machineSize } from "./automaton";
import { Header, header, program } from "./program";

/** Room for a checksum, and for alignment at both ends. */
export const WORK_MARGIN: i32 = 32;

/** The address of an automaton of the program, or 0. */
export function automatonAt(field: i32): i32 {
	const offset = header(field);
	return offset == 0 ? 0 : program() + offset;
}

/** Octets of the machine of the automaton at an address, its cache aside. */
export function machineSizeOf(automaton: i32): i32 {
	if (automaton == 0) return 0;
	const nodes = load32(automaton + Automaton.NODE_COUNT);
	return machineSize(nodes, load32(automaton + Automaton.CLASS_COUNT), load32(automaton + Automaton.PATTERN_COUNT));
}

/** Octets that a program needs after it, caches aside. Requires: its automata are checked. */
export function workSize(): i32 {
	const results = (header(Header.ENTRY_COUNT) + header(Header.CONDITION_COUNT)) << 2;
	const machines = machineSizeOf(automatonAt(Header.NAME_AUTOMATON)) + machineSizeOf(automatonAt(Header.URL_AUTOMATON));
	return WORK_MARGIN + results + machines;
}
