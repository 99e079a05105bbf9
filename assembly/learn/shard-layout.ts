/** Memory of a shard: the keys of some partitions, in order. src/ imports this file too. */

/** Addresses of its arrays, a word for each element but HELD: see src/learn/corpus/shard.ts. The host sets all but the counters. */
export const enum ShardMap {
	/** Number of sites, of keys, of parts and of columns. */
	SITE_COUNT = 0,
	KEY_COUNT = 4,
	PART_COUNT = 8,
	COLUMN_COUNT = 12,
	SITES = 16,
	SITE_STARTS = 20,
	SKELETON_LOW = 24,
	SKELETON_HIGH = 28,
	LOW = 32,
	HIGH = 36,
	PLACE = 40,
	PART_STARTS = 44,
	PART_NAMES = 48,
	PART_LOW = 52,
	PART_HIGH = 56,
	/** An octet for each key. */
	HELD = 60,
	/** Address of `ColumnMap`s. */
	COLUMNS = 64,
	/** The keys and parts of the largest skeleton, its entries in the column that has most, and the parts of the largest site. */
	MOST_KEYS = 68,
	MOST_PARTS = 72,
	MOST_ENTRIES = 76,
	MOST_SITE_PARTS = 80,
	SIZE = 84,
}

/** Addresses of the entries of a column, and their number. */
export const enum ColumnMap {
	ENTRY_STARTS = 0,
	ENTRY_LOW = 4,
	ENTRY_HIGH = 8,
	ENTRY_COUNTS = 12,
	COUNT = 16,
	SIZE = 20,
}

/** Digests of a site in a column. */
export const enum SiteDigests {
	/** `Controls` of its base keys. */
	CONTROLS = 0,
	/** 1 if a page was fetched twice: by one key, or by two of its variants. */
	IS_REPEATED = 16,
	SIZE = 20,
}

/** The sorter of the keys of a table. The host sets all fields. */
export const enum Sorter {
	/** Addresses of one word for each site and each feature: their places in octet order. */
	SITE_RANKS = 0,
	FEATURE_RANKS = 4,
	/** Addresses of two words for each key, and of the place of its first fetch among FETCHES: one word more than keys. */
	ORDER = 8,
	SPARE = 12,
	FETCH_STARTS = 16,
	/** Address of one word a fetch. */
	FETCHES = 20,
	/** Address of `ShardLimit.COUNTERS` octets. */
	COUNTERS = 24,
	SIZE = 28,
}

/**
 * A shard on disk. It begins with these words, the number of entries of each column, and the word that follows; the rest is octets:
 *
 * ```
 *   site      rank, number of skeletons                       numbers: see numbers.ts
 *   skeleton  hash, number of keys                            8 octets and a number
 *   key       number of parts << 2 | has rest << 1 | held     number
 *             place                                           4 octets
 *             parts: name, hash                               number and 8 octets each
 *             rest: what no rule erases, if there is any      8 octets
 *             of each column: number of entries               number
 *             entries: digest, how often                      8 octets and a number each
 *   zeros     up to a multiple of four octets
 * ```
 */
export const enum Packed {
	SITES = 0,
	KEYS = 4,
	PARTS = 8,
	COLUMNS = 12,
	/** Four words, as `ShardMap` has them. */
	MOST_KEYS = 16,
	ENTRIES = 32,
}

export const enum ShardLimit {
	COUNTERS = 8192,
	/** The rank of a feature that is no candidate. */
	NO_RANK = -1,
	/** Digests of a key that are kept: the smallest. A page with more changes with each fetch. */
	DIGESTS = 64,
	/** Max octets that a site, a skeleton, a key, a part, a column of a key and an entry have on disk. */
	SITE = 10,
	SKELETON = 13,
	KEY = 17,
	PART = 13,
	COLUMN = 5,
	ENTRY = 13,
}
