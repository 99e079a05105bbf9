/**
 * Memory of the learn kernel: structures above `heapBase()`, at addresses that the host chooses. src/ imports this file too.
 *
 * A fetch goes to its partition as a record:
 *
 * ```
 *   flags   number of digests << 2, `RecordFlag`                            1 octet
 *   count   number of parts                                                 number: see numbers.ts
 *   fetch   its number, less that of the record before in its partition     number
 *   site                                                                    number
 *   skeleton                                                                8 octets: hashes are two words, the low one first
 *   id      hash of URL and time                                            8 octets
 *   digest  for each column, 0 for none                                     8 octets each
 *   parts   feature << 1, or owner << 1, + 1; hash                          number and 8 octets each
 *   rest    what no rule erases, if there is any                            8 octets
 *   zeros   up to a multiple of four octets
 * ```
 *
 * The hash of the base key is not there: it is the sum of skeleton, parts and rest.
 */

/** A hash: two words, the low one first. */
export const enum Hash {
	SIZE = 8,
}

/** Hashes and their numbers: open addressing. COUNT moves on. */
export const enum Index {
	/** Address of the hashes, by number. There is room for half of the number of slots. */
	HASHES = 0,
	/** Address of the slots: the number of a hash, from 1, or 0. Their number is a power of two, MASK + 1. */
	SLOTS = 4,
	MASK = 8,
	COUNT = 12,
	SIZE = 16,
}

/** The reader of keys, and the parts of the last key. */
export const enum Reader {
	/** Set by the host: indexes of sites and of features (address each), and 1 if the base policy sorts queries. */
	SITES = 0,
	FEATURES = 4,
	IS_SORTED = 8,
	/** Address of the next new name (`Name`), and the end of the room for names. */
	NAMES_AT = 12,
	NAMES_LIMIT = 16,
	/** Room for the octets of the longest key. */
	TEXT = 20,
	/** The folded hashes of the digests of empty content, and their number. */
	EMPTIES = 24,
	EMPTY_COUNT = 28,
	/** Host without final dot and leading `www.` labels. */
	SITE_START = 32,
	SITE_END = 36,
	SKELETON = 40,
	/** The sum of all parts, and that of the rest, which no rule erases. */
	SUM = 48,
	REST = 56,
	/** The hash under construction. */
	HASH = 64,
	/** Number of parts, and their address: see `Part`. */
	COUNT = 72,
	PARTS = 76,
	/** Features of the pieces of the query: PIECES is their address. */
	PIECES = 80,
	PIECE_COUNT = 84,
	/** The hash of the site for its index. */
	SITE_HASH = 88,
	/** Room for the octets of the path of the longest key. */
	PATH = 96,
	SIZE = 104,
}

/** A part of a key. */
export const enum Part {
	FEATURE = 0,
	/** The parameter whose piece this part is in, for `emptyValue`; else -1. Both rules erase it. */
	OWNER = 4,
	HASH = 8,
	SIZE = 16,
}

/** A name that was seen for the first time. */
export const enum Name {
	/** `NameKind`. */
	KIND = 0,
	/** Its place in the keys. */
	START = 4,
	END = 8,
	SIZE = 12,
}

export const enum NameKind {
	SITE = 0,
	PARAM = 1,
	INDEX = 2,
	PATH_PARAM = 3,
}

/** Bits of the flags of a record. */
export const enum RecordFlag {
	HAS_TIME = 1,
	HAS_REST = 2,
	COLUMNS_SHIFT = 2,
}

/** Rows that are read. All but ROW, OUT, URLS_OUT, FETCH and the counters are set by the host. */
export const enum Batch {
	/** The next row, and the number of all. */
	ROW = 0,
	ROWS = 4,
	/** Address of a mark for each row, an octet: 1 if its status says that it counts. */
	MARKS = 8,
	/** Columns: see `Column`. Keys, URLs, times, and COLUMNS columns of digests. */
	KEYS = 12,
	URLS = 20,
	TIMES = 28,
	COLUMNS = 36,
	/** Address of the columns of digests. */
	DIGESTS = 40,
	/** Address of the next record, after a word: partition << LENGTH_BITS | length. And the end of the room for records. */
	OUT = 44,
	OUT_LIMIT = 48,
	/** Address of the next URL, after its length (numbers.ts). There is room for all URLs of the batch. */
	URLS_OUT = 52,
	/** The number of the next fetch. */
	FETCH = 56,
	/** Address of the number of the last fetch of each partition. */
	LAST = 60,
	/** Rows without a digest, and those that are neither http nor https. */
	NO_DIGEST = 64,
	NOT_HTTP = 68,
	/** Address of the hashes of the digests of each row, and of that of its URL and time: hashRows writes them. */
	ROW_DIGESTS = 72,
	IDS = 76,
	/** Room for two hashes. */
	PAIR = 80,
	SIZE = 96,
}

/** A column: row i is the octets from the end of row i - 1, or 0, to the end of row i. */
export const enum Column {
	OCTETS = 0,
	/** Address of one end a row. 0: there is no such column. */
	ENDS = 4,
	SIZE = 8,
}

/** Features of the structure, by number. */
export const enum Feature {
	SCHEME = 0,
	WWW = 1,
	SLASHES = 2,
	TRAILING_SLASH = 3,
	PATH_CASE = 4,
	EMPTY_VALUE = 5,
	/** The first of a name. */
	NAMED = 6,
}

export const enum LearnLimit {
	/** Max pieces of a query that are read one by one. The rest is one part, which no rule erases. */
	PIECES = 256,
	/** Max parameters of a path that are read one by one. A path with more has none. */
	PATH_PARAMS = 64,
	/** Max parts of a key: two for each piece, one for each parameter of the path, and those of the structure. */
	PARTS = 592,
	/** Max new names of one row. */
	NAMES = 328,
	/** Max columns of digests. */
	COLUMNS = 63,
	/** Max octets of a record without digests. */
	RECORD = 8192,
	/** Skeletons are in order of their hashes across partitions. */
	PARTITION_BITS = 9,
	/** Bits of the length of a record. */
	LENGTH_BITS = 23,
	LENGTH_MASK = 0x7fffff,
	/** Octets after an area that may be read and overwritten. */
	MARGIN = 128,
}

export const enum BlockLimit {
	/** Octets of a block: distances have 16 bits. */
	OCTETS = 65535,
	/** Octets of the table of `packBlock`. */
	TABLE = 8192,
	/** Max octets that a compressed block is longer than its content, for each 65,535. */
	OVERHEAD = 64,
}

/** Keys and fetches of a partition, made from records. The counters move on, and LAST is the number of the last record's fetch. */
export const enum Table {
	/** Addresses of two indexes: of base keys, and of fetches that have a time. */
	KEYS = 0,
	FETCHED = 4,
	/** Address of `KeyColumn`s, and the number of keys for which there is room: see there. */
	KEY_COLUMNS = 8,
	CAPACITY = 12,
	/** Address of the parts: see `Part`. OWNER is one more than the owner here, 0 for none. */
	PARTS = 16,
	PART_COUNT = 20,
	/** Addresses of one word a fetch: its key; and of one word for each that has a time: its fetch. */
	FETCH_KEYS = 24,
	FETCH_NUMBERS = 28,
	/** Address of 8 octets for each fetch and column of digests, and the number of columns. */
	DIGESTS = 32,
	COLUMNS = 36,
	FETCH_COUNT = 40,
	/** Rows with the URL and time of another row. */
	REPEATED = 44,
	/** The hash of the base key of a record. */
	SUM = 48,
	/** Records that have been counted, and their parts. */
	RECORDS = 56,
	RECORD_PARTS = 60,
	SIZE = 64,
}

/** Columns of keys, CAPACITY words each, one after the other. */
export const enum KeyColumn {
	SITE = 0,
	SKELETON_LOW = 1,
	SKELETON_HIGH = 2,
	/** The number of the fetch that stands for the key: that with the smallest hash, so that the order of rows does not matter. */
	PLACE = 3,
	ID_LOW = 4,
	ID_HIGH = 5,
	PART_END = 6,
	COUNT = 7,
}
