/**
 * The memory map: where the kernel keeps what. All of it lies below `heapBase()`; everything above belongs to the host.
 *
 * ```
 *  address   octets  area
 *        0       64  unused: 0 is not an address
 *       64       64  RECORD           8 components × (start, end), i32 each; start is ABSENT where the component is undefined
 *      128        4  FAILURE          the component at fault
 *      132        4  FAILURE_AT       address of the octet at fault
 *      136        4  OPTIONS          the options word of the call that runs
 *      140        4  PREFETCH_SINK    the words that the set prefetched, combined, so that no compiler drops the loads
 *      144        4  TEXT_END         end of the text that `writeWeb` has rewritten; before that, of the reference it indexes
 *      148        4  NEXT_SPECIAL     the entry of SPECIALS after the end of that line
 *      152        4  INDEXED          where the index of a reference resumes (reference-index.ts)
 *      192       64  CURSOR           progress of `normalizeLines`: see `Cursor`
 *      256       16  REINSERTED       the fingerprint being reinserted while a page is split
 *      320       32  GROUPS           the eight groups of an IPv6 address, i32 each
 *      384        4  ANSWER_LENGTH    octets in ANSWER; 0: refused; ABSENT: not asked yet      (written by the host)
 *      388        4  QUESTION_LENGTH  octets in QUESTION
 *      448       64  SEEN_SET         address and size of the set: see `SeenSet`
 *      512      256  ANSWER           the A-label form of the host in QUESTION                 (written by the host)
 *      768       64  BASE             the component record of the base, as RECORD
 *      832        4  RESOLUTION       how references are resolved against the base: see `Resolution`
 *      836        4  BASE_LENGTH      octets of the base
 *      840        4  ADMITS_WEB       1 if SCHEMES_LISTED has http and https                   (written by the host)
 *      844        4  SCHEMES_LENGTH   octets in SCHEMES_LISTED                                 (written by the host)
 *      848      176  SCHEMES_LISTED   names in lower case, each followed by ":"                (written by the host)
 *     1024     1024  QUESTION         a host with octets beyond ASCII, percent-decoded; scratch of one rule otherwise
 *     2048     1024  CLASSES          256 × i32: bit n is set if the octet is in class n
 *     3072      256  HEX_VALUES       256 × u8: the value of a hex digit, NOT_HEX for the others
 *     3328      512  ROWS             32 × 16: each class again, one octet a low nibble, one bit a high nibble
 *     3872       16  ROW_BITS         the bit that ROWS has for each high nibble; 0 beyond US-ASCII
 *     4096     4096  SCHEMES          128 × 32: the scheme registry, hashed by name
 *     8192    33024  SPECIALS         the index of special octets: their addresses in a window, i32 each
 *    42368     1024  PREFETCH         home buckets of the batch that the set prefetches, i32 each
 *    43520      328  PARTITION        the list kernel: partition/layout.ts
 *    44032      572  SHAPE            what shapes need: layout/shapes.ts
 *    49152        …  constants of the compiler, then heapBase()
 * ```
 */
export const enum Address {
	RECORD = 64,
	FAILURE = 128,
	FAILURE_AT = 132,
	OPTIONS = 136,
	PREFETCH_SINK = 140,
	TEXT_END = 144,
	NEXT_SPECIAL = 148,
	INDEXED = 152,
	CURSOR = 192,
	REINSERTED = 256,
	GROUPS = 320,
	ANSWER_LENGTH = 384,
	QUESTION_LENGTH = 388,
	SEEN_SET = 448,
	ANSWER = 512,
	BASE = 768,
	RESOLUTION = 832,
	BASE_LENGTH = 836,
	ADMITS_WEB = 840,
	SCHEMES_LENGTH = 844,
	SCHEMES_LISTED = 848,
	QUESTION = 1024,
	CLASSES = 2048,
	HEX_VALUES = 3072,
	ROWS = 3328,
	ROW_BITS = 3872,
	SCHEMES = 4096,
	SPECIALS = 8192,
	PREFETCH = 42368,
	RESERVED_END = 49152,
}

/** The components of a reference (RFC 3986 §3), in the order of the text. */
export const enum Component {
	SCHEME = 0,
	AUTHORITY = 1,
	USERINFO = 2,
	HOST = 3,
	PORT = 4,
	PATH = 5,
	QUERY = 6,
	FRAGMENT = 7,
	NONE = 8,
}

/** One component in the records at RECORD and BASE. */
export const enum ComponentRecord {
	/** ABSENT if the component is undefined. */
	START = 0,
	END = 4,
	SIZE = 8,
	/** SIZE is two to this power. */
	SIZE_BITS = 3,
}

/** The words at CURSOR: the progress of `normalizeLines`, and what the host sets before a call. */
export const enum Cursor {
	/** Address of the first octet that is not consumed. */
	CONSUMED = 0,
	/** End of the output. */
	WRITTEN = 4,
	/** Number of lines begun. */
	LINES = 8,
	/** Number of line records: `LineRecord`. */
	RECORDS = 12,
	/** Number of reject records: `RejectRecord`. */
	REJECTS = 16,
	/** 1 inside a line that is longer than Limit.REFERENCE. The host preserves it between calls. */
	IN_LONG_LINE = 20,
	/** Start of the first line: after a byte order mark, if there is one. */
	FIRST = 24,
	/** Set by the host: where line records go, and how many have room. */
	RECORDS_AT = 28,
	MAX_RECORDS = 32,
	/** Set by the host: where reject records go, and how many have room. */
	REJECTS_AT = 36,
	MAX_REJECTS = 40,
	/** Crawl kernel, under a policy: the number of references that are neither http nor https URLs, on which its rules do not act. */
	NOT_WEB = 44,
	/** Numbers of references whose aliases, lists or rewrites have no end under the policy, so that none of them counts. */
	HOST_UNSTABLE = 48,
	LIST_UNSTABLE = 52,
	REWRITE_UNSTABLE = 56,
}

/** One line, as `normalizeLines` records it. Both ends include the line's end; the line begins where the one before it ends. */
export const enum LineRecord {
	/** End of the line in the input; marked (line-record.ts) when the line continues in the next record. */
	INPUT_END = 0,
	/** End of the line in the output; marked when the line was rejected. */
	OUTPUT_END = 4,
	SIZE = 8,
	/** SIZE is two to this power. */
	SIZE_BITS = 3,
}

/** One rejected line, as `normalizeLines` records it. */
export const enum RejectRecord {
	/** Which line, counted from 0 at the call's first line. */
	LINE = 0,
	STATUS = 4,
	COMPONENT = 8,
	/** Octets from the start of the line to the octet at fault. */
	OFFSET = 12,
	/** The line in the input, its end excluded; of a line that is too long, what the call knew of it. */
	START = 16,
	END = 20,
	SIZE = 24,
}

/** One scheme in the registry at SCHEMES. A row whose length is 0 is empty. */
export const enum SchemeRow {
	/** The name in lower case, padded with zeros. */
	NAME = 0,
	/** Octets in the name. */
	LENGTH = 16,
	/** 0: it has none. */
	DEFAULT_PORT = 20,
	/** A set of `Trait`. */
	TRAITS = 24,
	OWN_RULE = 28,
	SIZE = 32,
	/** Number of rows, empty ones included: a power of two. */
	COUNT = 128,
}

/** State of the set of fingerprints at SEEN_SET: one i32 each. */
export const enum SeenSet {
	BASE = 0,
	/** The directory has ROOTS times two to this power entries. */
	DEPTH = 4,
	FIRST_PAGE = 8,
	/** The next page that the set will take. The whole set lies below it. */
	NEXT_PAGE = 12,
	/** Number of fingerprints in the set. */
	COUNT = 16,
	/** Number of fingerprints that `seenCopy` copied. */
	COPIED = 20,
	/** 1 if the set stores the ordinal of each fingerprint. */
	HAS_ORDINALS = 24,
	/** Octets that the buckets of a page take. */
	BUCKETS_SIZE = 28,
	/** A page with this many entries is full. */
	MAX_ENTRIES = 32,
	/** Biased base of the page headers: that of page n is at PAGE_HEADERS + 4n. */
	PAGE_HEADERS = 36,
	/** Number of fingerprints that the last `seenAdd` refused. */
	REFUSED = 40,
	/** The set takes no page from this one on. Set by the host, which may change it at any time. */
	END_PAGE = 44,
	/** Number of pages that the set began with. */
	ROOTS = 48,
}

export const enum Limit {
	/** Octets in a reference; a longer one is the error `too-long`. */
	REFERENCE = 16777216,
	/** Normalization of n octets needs at most GROWTH × n + SLACK octets from the output address on. */
	GROWTH = 4,
	/** GROWTH is two to this power. */
	GROWTH_BITS = 2,
	SLACK = 1024,
	/** Octets after any area that the kernel may read but never uses, and after an input that it may overwrite. */
	MARGIN = 128,
	/** Octets that are indexed at a time: see specials.ts. */
	WINDOW = 8192,
	/** Octets of a host that may be asked about, and of an answer (RFC 1035 §2.3.4: 253, and a final dot). */
	QUESTION = 1024,
	ANSWER = 254,
	/** Octets in SCHEMES_LISTED. */
	SCHEMES = 176,
}

/** In place of the start of an undefined component. */
export const ABSENT: i32 = -1;
/** Octets of a mark: what `seenAdd` writes for each fingerprint. */
export const MARK_SIZE: i32 = 4;
/** The mark of a fingerprint that is not in the set, and for which the set has no room. */
export const REFUSED: i32 = -2;
/** Returned by `normalize` for a reference in normal form. The output is then undefined. */
export const UNCHANGED: i32 = 0;
/** Returned by fast paths for a reference that needs the slow path. Their output is then undefined. */
export const NEEDS_SLOW_PATH: i32 = 0;
/** In HEX_VALUES, for octets that are not hex digits. */
export const NOT_HEX: i32 = 255;
/** The last entry of SPECIALS when a reference continues in the next window. No octet of a reference has this address. */
export const END_OF_WINDOW: i32 = 0;
