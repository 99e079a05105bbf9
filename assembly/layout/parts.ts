import { Limit } from "./addresses";
import { ShapeLimit } from "./shapes";

/**
 * The parts of references that `writeParts` writes. Up to FRAGMENT they are those of `Component`, plus one. A host names them in one word,
 * four bits each, from the lowest; 0 ends the list.
 */
export const enum Part {
	SCHEME = 1,
	HOST = 4,
	PORT = 5,
	PATH = 6,
	QUERY = 7,
	FRAGMENT = 8,
	/** The host without a final dot and, unless it is the default, the port: a crawler waits between two requests to it. */
	POLITENESS = 9,
	/** The shape of the whole line: of a key, `shape@1`. Any text has one. */
	SHAPE = 10,
	/** Bits of a part in the word, and the most parts in it. */
	BITS = 4,
	MASK = 15,
	MAX = 8,
}

/** The only octet of a line that stands for a part that the reference does not have. No normal form has it. */
export const NO_PART: i32 = 0;

/**
 * The room that each of these parts needs, of references with `octets` octets together. It includes what may be overwritten. A shape can
 * be longer than its key.
 */
export function partRoom(parts: i32, octets: i32): i32 {
	return hasShape(parts) ? ShapeLimit.GROWTH * octets + ShapeLimit.SLACK : octets + Limit.MARGIN;
}

function hasShape(parts: i32): bool {
	for (let rest = parts; rest != 0; rest >>>= Part.BITS) if ((rest & Part.MASK) == Part.SHAPE) return true;
	return false;
}
