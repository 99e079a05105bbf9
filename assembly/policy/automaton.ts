/**
 * Automata: all patterns of one kind as one nondeterministic automaton, stored as nodes in the program. Patterns of names match
 * a decoded `name=value`, patterns of URLs the text of url-text.ts.
 *
 * ```
 *   automaton   offsets and counts: see `Automaton`
 *   nodes       the first is where the text begins: see `Node`
 *   patterns    what a match means: see `Pattern`
 *   classes     256 octets: the class of each octet. No node distinguishes octets of one class
 *   sets        32 octets each: a bit for each class
 * ```
 *
 * The automaton reads symbols: the classes, then those of `Special`. A pattern that may match anywhere in the text is preceded by a
 * node that accepts any octet and leads to itself.
 */

export const enum Automaton {
	NODES = 0,
	NODE_COUNT = 4,
	PATTERNS = 8,
	PATTERN_COUNT = 12,
	CLASSES = 16,
	CLASS_COUNT = 20,
	SIZE = 24,
}

export const enum Node {
	/** An `Op`. */
	OP = 0,
	/** Number of the node that follows; of a match, 0. */
	OUT = 4,
	/** OCTETS: offset of a set. SPLIT: number of the other node that follows. */
	ARGUMENT = 8,
	/** Number of the pattern; of nodes that are of none, the count of patterns. */
	PATTERN = 12,
	SIZE = 16,
}

export const enum Op {
	SPLIT = 0,
	OCTETS = 1,
	/** These three consume nothing and match at one place only. */
	START = 2,
	END = 3,
	NAME_END = 4,
	MATCH = 5,
}

/** Symbols that are not octets, numbered from the number of classes. */
export const enum Special {
	/** A name ends here, before "=". */
	NAME_END = 0,
	/** The text ends here. */
	END = 1,
	COUNT = 2,
}

export const enum Pattern {
	/** For a name, the entry that it belongs to. For a URL, 0. */
	VALUE = 0,
	/** Number of its match. */
	MATCH = 4,
	SIZE = 8,
}

export const MAX_CLASSES: i32 = 256;
/** Octets of a set. */
export const SET_SIZE: i32 = 32;

/** The machine of an automaton: words, then its areas. machine.ts describes it. */
export const enum Machine {
	AUTOMATON = 0,
	SYMBOLS = 4,
	NODES = 8,
	/** Marks of nodes that are in the set under construction, and nodes to be visited. */
	MARKS = 12,
	STACK = 16,
	EPOCH = 20,
	/** Two states that are not cached. */
	LOOSE = 24,
	LOOSE_SIZE = 28,
	/** Patterns that the current run has matched: a mark each, and a list. */
	STAMPS = 32,
	MATCHES = 36,
	MATCH_COUNT = 40,
	RUN = 44,
	/** Cached states: hashed, one after the other, up to an end. */
	BUCKETS = 48,
	CACHE = 52,
	CACHE_TOP = 56,
	CACHE_END = 60,
	START_STATE = 64,
	/** Number of times that the cache was emptied for this reference, and in total. */
	FLUSHES = 68,
	ALL_FLUSHES = 72,
	/** Addresses of the program, of the patterns and of the classes of octets. */
	PROGRAM = 76,
	PATTERNS = 80,
	CLASSES = 84,
	SIZE = 88,
}

/** A state: a set of nodes, and the state that follows for each symbol, 0 while unknown. The nodes follow the row. */
export const enum State {
	/** The next state of the bucket. */
	CHAIN = 0,
	COUNT = 4,
	HAS_MATCH = 8,
	ROW = 12,
}

export const BUCKET_COUNT: i32 = 256;

/** Octets of a state that is not cached: it may be any set of nodes. */
export function looseSize(nodeCount: i32, classCount: i32): i32 {
	return State.ROW + ((classCount + Special.COUNT + nodeCount) << 2);
}

/** Octets that a machine needs, its cache aside. */
export function machineSize(nodeCount: i32, classCount: i32, patternCount: i32): i32 {
	const lists = nodeCount + nodeCount + patternCount + patternCount + BUCKET_COUNT;
	return Machine.SIZE + (lists << 2) + (looseSize(nodeCount, classCount) << 1);
}
