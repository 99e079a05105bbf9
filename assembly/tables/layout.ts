/**
 * Memory of the tables kernel. It knows no URL: it finds the column of URLs in the rows of a table, and writes rows with other
 * values there. src/ imports this file too.
 *
 * ```
 *       64      156  TABLE     see `Table`
 *      512      512  STACK     the open brackets of a JSON line, an octet each
 *     1024      256  KEYS      the column of JSON lines: see `Keys`
 *     1280      104  NEW       the new columns of JSON lines: see `New`
 *     1472      144  ELEMENT   the column within an element of an array of JSON: see `Keys`
 *     1616      128  PARTS     the text before each appended part: pairs of addresses, start and end
 * ```
 *
 * The areas above `heapBase()` belong to the host.
 */

export const enum TableAddress {
	TABLE = 64,
	STACK = 512,
	KEYS = 1024,
	NEW = 1280,
	ELEMENT = 1472,
	PARTS = 1616,
}

/** The words at TABLE, as offsets. */
export const enum Table {
	/** Set by the host: the octet between two fields, 0 for JSON lines; and the column of CSV, from 0. */
	DELIMITER = 0,
	COLUMN = 4,
	/** Set by the host: number of fields in a row. A row with another number is ragged. 0 accepts any number. */
	WIDTH = 8,
	/** Set by the host: max rows. */
	MAX_ROWS = 12,
	/** Set by the host: 1 if no input follows. */
	IS_END = 16,
	/** Octets of the rows listed, the end of the last one, and the end of the lines. */
	ROWS = 20,
	CONSUMED = 24,
	LINES_END = 28,
	/** Number of fields of the last row. */
	FIELDS = 32,
	/** Set by the host: the fates of rows, as `Write` bits. */
	WRITE = 36,
	/** Set by the host: the text before an appended value, such as `,` or `,"url":`. */
	PREFIX = 40,
	PREFIX_END = 44,
	/** Set by the host: address of the marks for `writeRows`, or 0. */
	MARKS = 48,
	/** Address at which the outermost object of a JSON line closes. */
	CLOSE = 52,
	/** 1 inside a row that is too long. The host sets it to 0 at the start of an input. */
	IN_LONG_ROW = 56,
	/** End of the input of this call. */
	INPUT_END = 60,
	/** Set by the host: a second value to append to each row that has a line, a line each; or 0. And the text before it. */
	KEYS = 64,
	KEYS_END = 68,
	KEY_PREFIX = 72,
	KEY_PREFIX_END = 76,
	/** Set by the host: 1 for CDX, whose fields have no quotes, and for CDXJ, where a key and a time precede the object. */
	IS_CDX = 80,
	/** Numbers of listed rows that have a line, and that are faulty or pieces of a row that is too long. */
	LINES = 84,
	FAULTS = 88,
	/** Numbers of values placed by the last `placeValues`: empty ones, duplicates, and those that are neither, nor rejected. */
	EMPTY = 92,
	DUPLICATES = 96,
	UNIQUE = 100,
	/**
	 * Set by the host: address of the records of other columns, OTHER_COUNT for each row, or 0 for none. They have the fields of `Row`, but
	 * only VALUE_START, VALUE_END and KIND are written.
	 */
	OTHERS = 104,
	/** Set by the host: the other columns. For CSV an i32 each, from 0; for JSON lines the pairs of `Keys`, Keys.SET octets each. */
	OTHER_COLUMNS = 108,
	OTHER_COUNT = 112,
	/**
	 * Set by the host: the parts to append to each row that has a line, PART_COUNT lines for each; or 0. `writeRows` leaves the address of
	 * those that follow.
	 */
	PARTS = 120,
	PARTS_END = 124,
	PART_COUNT = 128,
	/** The address of the pairs of `Keys` that a walk looks for: TableAddress.KEYS between two calls. */
	KEY_SET = 116,
	/**
	 * Set by the host, as `Elements`: whether the column of JSON is an array, each element of which has a value, or the row itself. Then
	 * there are no other columns.
	 */
	HAS_ELEMENTS = 132,
	/** 1 inside an array whose other elements are yet to be listed. The host sets it to 0 at the start of an input. */
	IN_ARRAY = 136,
	/** Set by the host: 1 if rows are the elements of one array, and no lines. */
	IS_ARRAY = 140,
	/** Progress in this array, as `ArrayState`. The host sets it to START after "[". */
	ARRAY_STATE = 144,
	/** Set by `writeRows`: the parts of the row after the last one that has been written with them. */
	NEXT_PARTS = 148,
}

/** Values of Table.HAS_ELEMENTS. */
export const enum Elements {
	NONE = 0,
	/** Each element of an array has a value. */
	EACH = 1,
	/** The row itself is the value. */
	ROW = 2,
}

/** Progress in an array whose elements are rows. */
export const enum ArrayState {
	/** No element. */
	START = 0,
	/** An element. A comma or "]" follows. */
	ELEMENT = 1,
	/** The array as a whole. */
	END = 2,
	/** Faults, which end the input: an element is missing, a comma is missing, text follows the array, and an element that is too long. */
	NO_ELEMENT = 3,
	NO_COMMA = 4,
	TEXT_AFTER = 5,
	TOO_LONG = 6,
}

/** The column of JSON lines: pairs of addresses, start and end. */
export const enum Keys {
	/** The name as a whole: a key of the outermost object. */
	WHOLE = 0,
	/** Number of keys in the path; 0 if there is none. With Table.HAS_ELEMENTS, 0 is the row itself. */
	COUNT = 8,
	/** The keys of the path, at most MAX, of SIZE octets each. */
	PATH = 16,
	SIZE = 8,
	MAX = 16,
	/** Octets of all pairs of a column. */
	SET = 144,
	/** In COUNT, of another column of CDXJ: no key, but the time before the object. */
	TIME = -1,
}

/**
 * The new columns of JSON lines. No row may have a key of the same name in its outermost object: readers of JSON keep only the last of
 * equal keys.
 */
export const enum New {
	/** Set by the host: the number of their names, at most MAX. */
	COUNT = 0,
	/** The first listed row with a key of one of these names, and which name, from 0; or no row, 0. */
	ROW = 4,
	NAME = 8,
	/** The lengths of the names, modulo 32, as bits: most keys have another one. */
	LENGTHS = 12,
	/** Set by the host: pairs of addresses, start and end, of SIZE octets each. */
	NAMES = 16,
	SIZE = 8,
	MAX = 11,
}

export const enum JsonLimit {
	/** Max depth of nested brackets. */
	DEPTH = 512,
	/** Octets of the longest escape of an octet, `\u00XX`. */
	ESCAPE = 6,
}

/**
 * A row: place and kind of its value. Rows are contiguous: the first one begins at the start of the input.
 *
 * A row with an array has a record for each element, and one for what follows them:
 *
 * ```
 *   {"links": ["http://a/", "http://b/"], "n": 1} LF
 *   \_________ STRING _____/\_ STRING _/\ CONTINUED /       CLOSE of the second and the third: 0
 * ```
 */
export const enum Row {
	/** The value, quotes included. */
	VALUE_START = 0,
	VALUE_END = 4,
	/** Address of an appended value. 0: not the first record of its row. */
	CLOSE = 8,
	/** The end of the row, line end included. */
	END = 12,
	KIND = 16,
	/** Start of the line of its value, if it has one. */
	LINE = 20,
	/** Set by `writeRows`, in the place of LINE: the end of the row in the output. */
	WRITTEN = 20,
	SIZE = 24,
}

/** Content of a row's column. Up to LAST_WITH_LINE it has a line. */
export const enum Kind {
	/** A field without quotes. */
	PLAIN = 0,
	/** A field in quotes. */
	QUOTED = 1,
	/** A JSON string. */
	STRING = 2,
	/** A JSON string with escapes. */
	ESCAPED_STRING = 3,
	LAST_WITH_LINE = ESCAPED_STRING,
	/** No value: an empty field, null, a missing key, an empty row. */
	EMPTY = 4,
	/** Faults: src/tables/text/table-error.ts has their codes. The row has no value. */
	RAGGED = 5,
	UNCLOSED_QUOTE = 6,
	INVALID_QUOTE = 7,
	INVALID_JSON = 8,
	NOT_TEXT = 9,
	TOO_LONG = 10,
	ILL_FORMED = 11,
	/** The rest of a row: of one that is too long, or a part of it, or what follows an array. */
	CONTINUED = 12,
	/** Within the kernel: an array, each element of which gets a record. */
	ARRAY = 13,
}

/** Fates of rows: bits of Table.WRITE. */
export const enum Write {
	/** Values are appended; without it, they replace the old ones. */
	APPEND = 1,
	/** Values stay as they are. */
	ORIGINAL = 2,
	/** Rows that are faulty, or whose value was rejected, are dropped. */
	DROP_INVALID = 4,
	/** Rejected values become empty. */
	BLANK_INVALID = 8,
	/** Rows without a value are dropped. */
	DROP_EMPTY = 16,
}
