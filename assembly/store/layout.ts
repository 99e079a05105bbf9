/**
 * Memory of the store kernel: structures above `heapBase()`, at addresses that the host chooses. src/ imports this file too.
 *
 * A run is a sorted list of keys in 2^p buckets: the first p bits of a key are the number of its bucket, and octets that these bits fill are
 * not stored. Buckets are grouped in pages of 2^g buckets:
 *
 * ```
 *   page    0 n, u32 │ 4 bitmap │ n keys of `rest` octets │ zeros up to a multiple of 4 │ check, u32
 *   bitmap  a 1 for each key of the first bucket, a 0, a 1 for each key of the second bucket, a 0, …: n + 2^g bits, in words
 *   key     the low octets of the first word, `rest` - 8 of them │ second word │ third word                        little-endian
 * ```
 *
 * The bitmap takes 1 + 2^p / n bits a key where a count for each bucket would take 8 · 2^p / n: buckets may be so small that three octets
 * of each key need not be stored.
 */

/** A key: the first three words of a fingerprint, compared as unsigned numbers, the first one first. */
export const enum Key {
	MIDDLE = 4,
	LOW = 8,
	SIZE = 12,
}

/** A key with the place that it has in its batch, or a fingerprint. */
export const enum KeyRecord {
	PLACE = 12,
	SIZE = 16,
	/** SIZE is two to this power. */
	SIZE_BITS = 4,
}

/** A run and the pages of it that are in memory. The host sets all words, and `planRead` FIRST and LAST as well. */
export const enum Run {
	/** p and g. */
	BUCKET_BITS = 0,
	GROUP_BITS = 4,
	/** Octets of a key in a page: 9 to 12. */
	REST = 8,
	/** Address of the directory: for each page its offset in the run, in words, and then that of the end. */
	DIRECTORY = 12,
	/** The seed of the checks. */
	SEED = 16,
	/** Address of the pages in memory, which begin with page FIRST and end with page LAST. */
	PAGES = 20,
	FIRST = 24,
	LAST = 28,
	/** Whether `searchPages` relies on an earlier check of the pages in memory. */
	IS_CHECKED = 32,
	/** Address of an octet for each page, 1 if it is in memory and checked, or 0 if none stays there. For `findKey`. */
	KEPT = 36,
	SIZE = 40,
}

/**
 * Runs that are searched for one key at a time, and a filter of the keys in the pages that stay in memory: a blocked Bloom filter. Each key
 * has four bits in one block of 64. A key that the filter lacks is in none of these pages, which are then not touched.
 */
export const enum RunList {
	/** Address of the runs, Run.SIZE octets from one to the next, and their number. */
	RUNS = 0,
	COUNT = 4,
	/** Address of the blocks. Their number is a power of two: the first word of a key, shifted by 1 and by SHIFT, is that of its block. */
	FILTER = 8,
	SHIFT = 12,
	/** The wanted key, a KeyRecord, and an octet for its mark. */
	RECORD = 16,
	MARK = 32,
	/** The page for the key in the run whose number `findKey` returns. */
	PAGE = 36,
	SIZE = 40,
	/** Octets of a block. */
	BLOCK = 8,
}

/** Result of `findKey` for a known key. */
export const FOUND: i32 = -2;

/** A run under construction. CURSOR, PAGE, OFFSET, COUNT and BUCKET begin as the host sets them, and move on. */
export const enum Writer {
	BUCKET_BITS = 0,
	GROUP_BITS = 4,
	REST = 8,
	DIRECTORY = 12,
	SEED = 16,
	/** Address of the next page, and the end of the room for pages. */
	CURSOR = 20,
	LIMIT = 24,
	/** The page that is filled, and its offset in the run, in words. */
	PAGE = 28,
	OFFSET = 32,
	/** Number of keys of this page, and the bucket of the last one. */
	COUNT = 36,
	BUCKET = 40,
	/** Address of its bitmap, all zeros at first, and of its keys. */
	BITMAP = 44,
	KEYS = 48,
	SIZE = 52,
}

/** A sorted source of keys for a merge. */
export const enum Source {
	/** The next key, and the end of those in memory. */
	AT = 0,
	END = 4,
	/** Whether no more keys follow. */
	IS_LAST = 8,
	SIZE = 12,
}

/** A hash table of keys: open addressing over a list of them. COUNT moves on. */
export const enum KeyTable {
	/** Address of the keys, in the order in which they were added. */
	KEYS = 0,
	/** Address of the slots: the number of a key, from 1, with the TAG bits of its third word, or 0. Their number is a power of two, MASK + 1. */
	SLOTS = 4,
	MASK = 8,
	COUNT = 12,
	/** The octets that were prefetched. */
	SINK = 16,
	SIZE = 20,
	/** The bits of a slot. */
	NUMBER = 0x07ffffff,
	TAG = -0x08000000,
}

/** Names of hosts: a filter, and tables of their keys. The host sets all words but COUNT and HAS_PORTS, which begin with zeros. */
export const enum HostNames {
	/** The key of fingerprints, 16 octets. */
	KEY = 0,
	/** Address of the words of the filter. Their number is a power of two: a hash shifted by SHIFT is that of a word. */
	WORDS = 16,
	SHIFT = 20,
	/** Address of the tables, a `KeyTable` each, and their number. New names go to the last one. */
	TABLES = 24,
	TABLE_COUNT = 28,
	/** Addresses of room for LIMIT records of keys, and for their marks. */
	RECORDS = 32,
	MARKS = 36,
	LIMIT = 40,
	/** Number of names that were added last. */
	COUNT = 44,
	/** 1 if a name has a port. */
	HAS_PORTS = 48,
	/** Address of the answers: `HostAnswer` each, zeros at first. */
	ANSWERS = 52,
	SIZE = 56,
}

/** A host, and whether a name covers it. */
export const enum HostAnswer {
	LENGTH = 0,
	COVERED = 4,
	TEXT = 8,
	MAX_TEXT = 64,
	/** A copy of MAX_TEXT octets has its margin. */
	SIZE = 128,
	/** Number of answers, as a power of two. */
	COUNT_BITS = 10,
}

/** What a name covers: the last word of its key is joined with this one. */
export const enum Cover {
	/** A host and all below. */
	ALL = 0,
	/** Only itself. */
	EXACT = 0x5bd1e995,
	/** Only those below. */
	BELOW = 0x27d4eb2f,
}

/** The most octets of a name: no host of the DNS is longer. */
export const MAX_HOST: i32 = 260;

export const enum StoreLimit {
	/** Max octets of a page. Pages have about 4 KiB. */
	PAGE = 16384,
	/** Max pages of one read, and max pages without a wanted key between two in one read. */
	PAGES = 256,
	GAP = 4,
	/** Octets of the counters of `sortKeys`. */
	COUNTERS = 24576,
	/** Octets that may be read and overwritten after keys. */
	MARGIN = 16,
}

/** Result of `writePages` for keys that are not in order, or too many for one page. */
export const OUT_OF_ORDER: i32 = -1;
