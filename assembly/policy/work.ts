/**
 * The memory that belongs to the kernel, after a program:
 *
 * ```
 *   room for a checksum │ results of entries │ results of conditions │ room │ machine of names, its cache │ machine of URLs, its cache
 * ```
 *
 * A program with MAGIC_MORE has the room: for two hosts, for the groups of layers, for rewrites (rewrite/room.ts), and for
 * filters (host-filter.ts, name-hosts.ts).
 */
import { load32 } from "../octets/memory";
import { Automaton, machineSize } from "./automaton";
import { LAYERS_ROOM } from "./groups";
import { HOST_ROOMS } from "./host-alias";
import { filterRoom } from "./host-filter";
import { nameHostsRoom } from "./name-hosts";
import { Header, header, MAGIC_MORE, program } from "./program";
import { rewriteRoom } from "./rewrite/room";

/** Room for a checksum, and for alignment at both ends. */
export const WORK_MARGIN: i32 = 32;
/** Octets of the room of a program with MAGIC_MORE. */
export const MORE_ROOM: i32 = HOST_ROOMS + LAYERS_ROOM;

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

/** Whether the program has the header of `More`. */
export function hasMore(): bool {
	return header(Header.MAGIC) == MAGIC_MORE;
}

/** Octets for hosts, layers, rewrites and filters. */
export function roomSize(): i32 {
	return hasMore() ? MORE_ROOM + rewriteRoom() + filterRoom() + nameHostsRoom() : 0;
}

/** Octets that a program needs after it, caches aside. Requires: its automata are checked. */
export function workSize(): i32 {
	const results = (header(Header.ENTRY_COUNT) + header(Header.CONDITION_COUNT)) << 2;
	const machines = machineSizeOf(automatonAt(Header.NAME_AUTOMATON)) + machineSizeOf(automatonAt(Header.URL_AUTOMATON));
	return WORK_MARGIN + results + roomSize() + machines;
}
