/** Checks an automaton of a program in full: every node leads to a node, every set and every class is there. */
import { load8, load32 } from "../octets/memory";
import { Automaton, MAX_CLASSES, Node, Op, Pattern, SET_SIZE } from "./automaton";
import { Header, header, isBelow, isWithin, program } from "./program";

const CLASS_MAP_SIZE: i32 = 256;

/** Whether the automaton at an address, or none, is closed; `limit` is above the values of its patterns. */
export function checkAutomaton(automaton: i32, limit: i32): bool {
	if (automaton == 0) return true;
	if (!isWithin(automaton - program(), Automaton.SIZE)) return false;
	const nodes = load32(automaton + Automaton.NODES);
	const patterns = load32(automaton + Automaton.PATTERNS);
	if (!isArray(nodes, load32(automaton + Automaton.NODE_COUNT), Node.SIZE)) return false;
	if (!isArray(patterns, load32(automaton + Automaton.PATTERN_COUNT), Pattern.SIZE)) return false;
	return (
		load32(automaton + Automaton.NODE_COUNT) > 0 &&
		checkClasses(automaton) &&
		checkPatterns(automaton, limit) &&
		checkNodes(automaton)
	);
}

/** Whether that many records are at this offset, aligned. */
function isArray(offset: i32, count: i32, size: i32): bool {
	return (offset & 3) == 0 && count >= 0 && count <= header(Header.LENGTH) && isWithin(offset, count * size);
}

function checkClasses(automaton: i32): bool {
	const classes = load32(automaton + Automaton.CLASSES);
	const count = load32(automaton + Automaton.CLASS_COUNT);
	if (count < 1 || count > MAX_CLASSES || !isWithin(classes, CLASS_MAP_SIZE)) return false;
	for (let octet = 0; octet < CLASS_MAP_SIZE; ++octet) if (load8(program() + classes + octet) >= count) return false;
	return true;
}

function checkPatterns(automaton: i32, limit: i32): bool {
	for (let index = 0; index < load32(automaton + Automaton.PATTERN_COUNT); ++index) {
		const pattern = program() + load32(automaton + Automaton.PATTERNS) + index * Pattern.SIZE;
		if (!isBelow(load32(pattern + Pattern.VALUE), limit)) return false;
		if (!isBelow(load32(pattern + Pattern.MATCH), load32(automaton + Automaton.NODE_COUNT))) return false;
	}
	return true;
}

function checkNodes(automaton: i32): bool {
	const count = load32(automaton + Automaton.NODE_COUNT);
	const patterns = load32(automaton + Automaton.PATTERN_COUNT);
	for (let index = 0; index < count; ++index) {
		const node = program() + load32(automaton + Automaton.NODES) + index * Node.SIZE;
		const op = load32(node + Node.OP);
		const argument = load32(node + Node.ARGUMENT);
		if (!isBelow(op, Op.MATCH + 1) || !isBelow(load32(node + Node.OUT), count)) return false;
		if (op == Op.SPLIT && !isBelow(argument, count)) return false;
		if (op == Op.OCTETS && ((argument & 3) != 0 || !isWithin(argument, SET_SIZE))) return false;
		// A match is always of a pattern; other nodes may be of none.
		if (!isBelow(load32(node + Node.PATTERN), op == Op.MATCH ? patterns : patterns + 1)) return false;
	}
	return true;
}
