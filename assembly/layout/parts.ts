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
	/** Bits of a part in the word, and the most parts in it. */
	BITS = 4,
	MASK = 15,
	MAX = 8,
}

/** The only octet of a line that stands for a part that the reference does not have. No normal form has it. */
export const NO_PART: i32 = 0;
