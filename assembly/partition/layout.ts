/**
 * Memory and formats of deduplication in passes, in addition to those of ../layout.ts. src/ imports this file too.
 *
 * ```
 *   address   octets
 *     43520       64  SCATTER    the streams of `scatterLines`: see `Scatter`
 *     43584       64  TABLE      the table of `probeBlock`: see `Table`
 *     43648       64  KEPT       the input of `writeKeptLines`: see `Kept`
 *     43712       88  MERGES     the duplicates of `collectMerges`: see `Merging`
 *     43840        8  COUNTED    progress of `writeCounted`: see `Counted`
 * ```
 *
 * A block is the unit that is written to the temporary file and read back. All words are little-endian:
 *
 * ```
 *   0 magic   4 zeros   8 partition   12 number of the block in its partition, from 0   16 octets of its records
 *   20 zeros   48 sum of all other octets, 2 words   56 zeros   64 records, then zeros
 *   record    3 words of a fingerprint, 1 word: number of the line, from 1, << 1, + 1 if its normal form is the line itself
 *             Line 0 stands for keys known before
 * ```
 */
export const enum PartitionAddress {
	SCATTER = 43520,
	TABLE = 43584,
	KEPT = 43648,
	MERGES = 43712,
	COUNTED = 43840,
}

/** The words at SCATTER. */
export const enum Scatter {
	/** Address of one word a partition: the address of its next record. */
	CURSORS = 0,
	/** Address of one word a partition: the number of its next block. */
	NUMBERS = 4,
	/** Address of the blocks being filled, one a partition. */
	BLOCKS = 8,
	/** Address of the full blocks, which wait for the host, and their number: the host writes them and sets it to 0. */
	FULL = 12,
	FULL_COUNT = 16,
	/** Number of leading bits of a fingerprint that choose its partition. */
	BITS = 20,
	/** The number of the next line, from 1. */
	LINE = 24,
	/** `Print`. Set by the host. */
	PRINT = 28,
	/** Two words: the sum of the block that is checked. */
	SUM = 32,
}

/** Fields of a block. */
export const enum Block {
	MAGIC = 0,
	PARTITION = 8,
	NUMBER = 12,
	LENGTH = 16,
	SUM = 48,
	RECORDS = 64,
	SIZE = 16384,
	/** SIZE is two to this power. */
	SIZE_BITS = 14,
	/** Full blocks that wait for the host: 1 MiB. */
	MAX_FULL = 64,
}

/** Words of a record. */
export const enum Fingerprinted {
	LINE = 12,
	SIZE = 16,
	/** SIZE is two to this power. */
	SIZE_BITS = 4,
}

/** The words at TABLE. All but USED and DROPPED are set by the host. MERGES moves on. */
export const enum Table {
	AT = 0,
	/** log2 of the number of slots. A slot has the layout of a record. */
	BITS = 4,
	/** Number of slots in use. */
	USED = 8,
	/** Number of lines that were equal to another one, since `probeBegin`. */
	DROPPED = 12,
	/** A part of the partition is probed: records whose SHARE_BITS bits after the leading PARTITION_BITS are SHARE. */
	PARTITION_BITS = 16,
	SHARE_BITS = 20,
	SHARE = 24,
	/** Address of the map of lines: see `Fate`. It has MAP_LINES lines from MAP_FIRST on. */
	MAP = 28,
	MAP_FIRST = 32,
	MAP_LINES = 36,
	/** Address at which `probeBlock` writes a pair of words per dropped line: its number and that of the first line, 0 for the old set. */
	MERGES = 44,
	/** Sink of prefetching: it stores what was loaded, so that no compiler drops the loads. */
	PREFETCH_SINK = 48,
}

/** The fate of a line: two bits of the map, four lines per octet, the first in the lowest bits. */
export const enum Fate {
	/** Written as normalization leaves it. */
	NORMALIZE = 0,
	DROP = 1,
	/** Copied. */
	COPY = 2,
	MASK = 3,
}

/** Ways to write the lines that are kept. */
export const enum Print {
	NORMALIZED = 0,
	/** As they came, except for line ends, and for rejected lines as Flag has it. */
	ORIGINAL = 1,
	/** As they came, for the host, which has another kernel write them. Their octets need not be in this memory when they are scattered. */
	RAW = 2,
}

/** The words at KEPT, set by the host. */
export const enum Kept {
	/** Address of the map of the lines of the next call. */
	MAP = 0,
	/** Place of its first line in the map. */
	FIRST = 4,
	/** Max lines of a call. */
	MAX_LINES = 8,
	/** `Print`. */
	PRINT = 12,
	/** Address of a list of line ends, with room for Limit.WINDOW + 1 words. */
	LINE_ENDS = 16,
}

/** The words at MERGES, set by the host. KEPT_AT, KEPT_COUNT, COUNT and TEXT_AT move on. */
export const enum Merging {
	/** Addresses of the line records and the marks of a batch, and of its numbers (`Decimal`); 0 if lines are counted. */
	RECORDS = 0,
	MARKS = 4,
	NUMBERS = 8,
	/** Marks below this one are of lines that an earlier run kept. */
	EARLIER = 12,
	/** Address of the next record of a kept line (`KeptLine`), and the end of the room for records. */
	KEPT_AT = 16,
	KEPT_LIMIT = 20,
	/** Address of the duplicates (`Duplicate`), their number, and its maximum. */
	DUPLICATES = 24,
	COUNT = 28,
	MAX_COUNT = 32,
	/** Address of the next text of a duplicate, or of its kept line, and the end of the room for texts. */
	TEXT_AT = 36,
	TEXT_LIMIT = 40,
	/** Address of the indices of duplicates in the order of their kept lines, and their number. */
	ORDER = 44,
	ORDERED = 48,
	/** Address at which the last call stopped: the start of a line, or the end of rows. */
	REST = 52,
	/** Number to be added to the ends of lines in the records. */
	SHIFT = 56,
	/** Number of kept lines since the host has set it to 0. */
	KEPT_COUNT = 60,
	/** The number of the next line: a `Decimal`. */
	LINE = 64,
	/** Sink of early loads, so that no compiler drops them. */
	TOUCHED = 80,
	/** Address of the ordinals of the kept lines of duplicates, in that order. */
	ORDINALS = 84,
}

/** A number as text: up to 15 digits, and their number. */
export const enum Decimal {
	LENGTH = 15,
	SIZE = 16,
	/** SIZE is two to this power. */
	SIZE_BITS = 4,
}

/** A kept line: its length, its number, and its text without the line end. */
export const enum KeptLine {
	LENGTH = 0,
	NUMBER = 4,
	TEXT = 20,
}

/** A duplicate. */
export const enum Duplicate {
	/** The ordinal of the kept line in this run, or ABSENT if an earlier one kept it. */
	ORDINAL = 0,
	/** Once the kept line is found and differs, address of the reason: its length in one word, and its text. Set by the host. */
	REASON = 0,
	/** Start and end of its text. */
	START = 4,
	END = 8,
	/** Address of the record of the kept line; marked (../line-record.ts) if the texts differ. 0 if it is not known. */
	KEPT = 12,
	NUMBER = 16,
	SIZE = 32,
	/** SIZE is two to this power. */
	SIZE_BITS = 5,
}

/** A duplicate for a report: the number of the kept line, the lengths of both texts, kept and dropped, in one word, and the texts. */
export const enum Member {
	LINE = 0,
	LENGTHS = 4,
	DROPPED_SHIFT = 16,
	LENGTH_MASK = 65535,
	/** In place of the length of the dropped text: it is the kept one, which is not repeated. */
	SAME = 65535,
	TEXTS = 8,
}

/** The words at COUNTED. */
export const enum Counted {
	/** Number of lines, and the start of the next one. */
	LINES = 0,
	REST = 4,
}
