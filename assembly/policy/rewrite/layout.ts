/** The rewrites of a program, as its tables have them: see policy/program.ts. */
/** R6: an `http` or `https` URL that becomes another, or the URL inside. */
export const enum Rewrite {
	/** A set of `RewriteFlag`. */
	FLAGS = 0,
	/** The digits of the port, in full. */
	PORT = 4,
	PORT_LENGTH = 8,
	/** Patterns of the host and of the path: see rewrite/pattern.ts; 0: every host that leads to the rewrite. LOWER_PATH is met by keys whose paths are lower-cased. */
	HOST = 12,
	PATH = 16,
	LOWER_PATH = 20,
	/** The parts that replace scheme and host, and the path, and those that begin the query; 0: none. See `Part`. */
	ORIGIN = 24,
	NEW_PATH = 28,
	QUERY = 32,
	/** The conditions that a list's rule has from its provider and from the exceptions: number + 1; 0: every key, and none. */
	CONDITION = 24,
	EXCEPTION = 28,
	/** The name of the parameter that an unwrap takes, or the slot at which the rest of the path begins. */
	NAME = 36,
	NAME_LENGTH = 40,
	SLOT = 44,
	/** The text that begins all paths that it matches. */
	START = 48,
	START_LENGTH = 52,
	SIZE = 56,
}

export const enum RewriteFlag {
	/** Not for https. */
	HTTP_ONLY = 1 << 0,
	UNWRAPS_QUERY = 1 << 1,
	UNWRAPS_PATH = 1 << 2,
	/** With any port, or none. */
	ANY_PORT = 1 << 3,
	/** The fetch form follows it. */
	SENT = 1 << 4,
	/** A rule of a list: PATH is searched for in the key, and becomes its first group, or goes. See rewrite/listed.ts. */
	UNWRAPS_GROUP = 1 << 5,
	CUTS = 1 << 6,
}

/** The rewrites that may act on some hosts. Offsets; 0: none. */
export const enum RewriteList {
	/** Hash tables of numbers, by the first segment of the path, and by the last: see rewrite/candidates.ts. */
	BY_FIRST = 0,
	BY_LAST = 4,
	/** Numbers of the others, and how many. */
	OTHERS = 8,
	OTHER_COUNT = 12,
	SIZE = 16,
}

/** A part of what a rewrite writes: after a count of parts. */
export const enum Part {
	/** The group whose text it is: its slots, from 1; 0: a text. */
	GROUP = 0,
	TEXT = 4,
	LENGTH = 8,
	SIZE = 12,
}
