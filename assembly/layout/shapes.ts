/**
 * What `shape@1` keeps in linear memory: tables, and the state of the key at hand.
 *
 * ```
 *  address   octets  area
 *    44032      256  KINDS    by octet, a u8: see `Kind`
 *    44288      272  NAMES    by class, 16 octets: what is written for it, and in the last octet its length
 *    44560       44  STATE    of the key at hand, i32 each: see `State`
 * ```
 */
export const enum ShapeAddress {
	KINDS = 44032,
	NAMES = 44288,
	STATE = 44560,
}

/** The kinds of octets, a set of bits. */
export const enum Kind {
	DIGIT = 1,
	UPPER = 2,
	LOWER = 4,
	/** A letter that is no hex digit. */
	NOT_HEX = 8,
	BEYOND = 16,
	PERCENT = 32,
	/** What ends a segment or its parameter: "/", ";", "?" and "#". */
	END = 64,
	/** Other separators that are not always written as they are: "." "@" "{" "}". */
	MARK = 128,
	/** DIGIT, UPPER and LOWER. */
	ALNUM = 7,
}

/** Classes of values, in the order of NAMES. */
export const enum ShapeClass {
	/** A word, which stays. */
	WORD = 0,
	EMAIL = 1,
	DATE = 2,
	YEAR = 3,
	MONTH = 4,
	DAY = 5,
	INT = 6,
	FLOAT = 7,
	UUID = 8,
	IP = 9,
	VERSION = 10,
	HASH = 11,
	HEX = 12,
	ID = 13,
	SLUG = 14,
	/** No classes: what literal braces become. */
	OPEN_BRACE = 15,
	CLOSE_BRACE = 16,
}

/** By class, from EMAIL on. */
export const CLASS_TEXTS: string =
	"{email} {date} {year} {month} {day} {int} {float} {uuid} {ip} {version} {hash} {hex} {id} {slug} %7B %7D ";

export const enum ShapeName {
	/** Octets of a row, a power of two. */
	BITS = 4,
	LENGTH = 15,
}

/** The words at STATE. */
export const enum State {
	/** The end of the output. */
	OUT = 0,
	/** What precedes this address in the key is written, replaced or left out. */
	DONE = 4,
	/** The class of the segment before if it is YEAR or MONTH, else WORD. */
	BEFORE = 8,
	/**
	 * The run that was read last: its ShapeClass, its chunks, the kinds of its octets (of a value with marks, those of its first run), and 1
	 * if three digits or more are in a row.
	 */
	CLASS = 12,
	CHUNKS = 16,
	SEEN = 20,
	HAS_NUMBER = 24,
	/** Where the first run ends of a segment that `segmentAhead` found. */
	RUN_END = 28,
	/** The number of words that `wordsEnd` passed. */
	WORDS = 32,
	/** Of the stem at hand: the class of the run that it begins with, and its end. WORD: it begins with none, or with a word. */
	FIRST = 36,
	FIRST_END = 40,
}

export const enum ShapeLimit {
	/** A key of n octets needs GROWTH × n + SLACK octets at the output address: at most 4 × n for its shape, the rest to sort names. */
	GROWTH = 12,
	SLACK = 512,
	/** The most octets that one of a key becomes, as in `{1`. */
	OUTPUT_GROWTH = 4,
}

/** A name in the list of a query that is sorted. */
export const enum NameEntry {
	START = 0,
	END = 4,
	SIZE = 8,
}
