/** Memory of the samples of pages with too many fetches. src/ imports this file too. */

/** The part of a record that decides whether it is in a sample. */
export const enum ClassBy {
	/** The value of a parameter: all variants of it are in the sample, or none. */
	VALUE = 0,
	/** The base key. */
	KEY = 1,
	/** URL and time. */
	ID = 2,
}

/** A pass over the records of a partition. The host sets the fields from ASKED to OUT, and zeroes FETCH and KEPT before the first record. */
export const enum Scan {
	/** The hash of the wanted skeleton; IS_ALL is 1 for all. */
	ASKED = 0,
	IS_ALL = 8,
	/** `ClassBy`, and the parameter. */
	BY = 12,
	FEATURE = 16,
	/** Records whose class is below, without sign, are in the sample. */
	LIMIT = 20,
	/** Address of the next `Scanned`. */
	OUT = 24,
	/** The number of the fetch of the last record, and of the last one that was kept. */
	FETCH = 28,
	KEPT = 32,
	/** Start of the next record. */
	NEXT = 36,
	/** Addresses in the last record: its skeleton, and the octets after the number of the fetch. */
	SKELETON = 40,
	BODY = 44,
	/** Its class, the hash of its base key, and the hash of the value of the parameter: 0 without it. */
	CLASS = 48,
	SUM = 52,
	VALUE = 60,
	SIZE = 68,
}

/** A record. */
export const enum Scanned {
	SKELETON = 0,
	ID = 8,
	KEY = 16,
	CLASS = 24,
	/** The number of its fetch, and its offset from the start of the octets read. */
	FETCH = 28,
	OFFSET = 32,
	SIZE = 36,
}
