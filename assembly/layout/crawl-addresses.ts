/**
 * The memory map of the crawl kernel: everything of layout/addresses.ts up to 49152, then its own areas.
 *
 * ```
 *  address   octets  area
 *    49152       64  URL            state of the parser of the URL Standard: see `Url`
 *    49216       16  FORMS          start and end of the fetch form, start and end of the key, i32 each
 *    49232        8  NUMBER         an IPv4 number: its upper and its lower 16 bits, i32 each
 *    49240        4  QUESTION_AT    address of a host to convert to A-labels; 0: see QUESTION in layout/addresses.ts
 *    49244        4  QUESTION_END   its end
 *    49248      160  POLICY         the program that runs, and the state of its rules: see `Policy`
 *    49408      256  SHA256         64 round constants, i32 each
 *    49664      256  SHA256_SCHEDULE  64 words, i32 each
 *    49920       32  SHA256_STATE     8 words of state, i32 each
 *    49952       32  SHA256_INITIAL   the same before the first block, i32 each
 *    49984       36  WEB            what the fast path knows of the reference that it wrote: see `Web`
 *    50048        4  QUESTION_KIND  the question about the host at QUESTION_AT: see `Question`
 *    50052        4  REGISTRABLE    octets of the registrable domain that ends that host; ABSENT: not asked yet   (by the host)
 *    50064       32  HOSTS          where the hosts of expressions begin, i32 each
 *    50112      512  NAMES          a filter of names that the program has: see policy/name-filter.ts
 *    50644        4  HAS_BOTH       not 0 if the lines that were written last have both forms
 *    50652       32  RULE_LIMITS    which rules run: see `RuleLimit`
 *    50688     1028  OCTET_COUNTS   257 counters, i32 each: see policy/name-radix.ts
 *    52224      128  REWRITES       state of rewrites: see `Rewriting`
 *    52992      240  LISTS          state of the rounds of lists: see `Lists`
 *    53248    16384  ANSWER         the A-labels of the host at QUESTION_AT                       (written by the host)
 *    69632        …  constants of the compiler, then heapBase()
 * ```
 */
export const enum CrawlAddress {
	URL = 49152,
	FORMS = 49216,
	NUMBER = 49232,
	QUESTION_AT = 49240,
	QUESTION_END = 49244,
	POLICY = 49248,
	SHA256 = 49408,
	SHA256_SCHEDULE = 49664,
	SHA256_STATE = 49920,
	SHA256_INITIAL = 49952,
	WEB = 49984,
	QUESTION_KIND = 50048,
	REGISTRABLE = 50052,
	HOSTS = 50064,
	NAMES = 50112,
	HAS_BOTH = 50644,
	RULE_LIMITS = 50652,
	OCTET_COUNTS = 50688,
	REWRITES = 52224,
	LISTS = 52992,
	ANSWER = 53248,
	RESERVED_END = 69632,
}

/** State of the parser of the URL Standard at URL: one i32 each. */
export const enum Url {
	/** The prepared input: trimmed, without TAB, CR and LF, in UTF-8. */
	INPUT_START = 0,
	INPUT_END = 4,
	/** 1 when the prepared input is a copy. */
	IS_COPY = 8,
	/** Start of the output. */
	OUTPUT = 12,
	/** A `SchemeKind`. */
	KIND = 16,
	/** 0 if the scheme has none. */
	DEFAULT_PORT = 20,
	/** 1 when the host is not null: "//" and an authority are written. */
	REQUIRES_HOST = 24,
	/** The kind of the base's scheme, and 1 when its path is opaque. */
	BASE_KIND = 28,
	BASE_IS_OPAQUE = 32,
	/** The input before preparation. */
	ORIGINAL_START = 36,
	ORIGINAL_END = 40,
	/** A `Repair`. */
	REPAIR = 44,
	/** The position of the parser in the prepared input. What precedes it has been written. */
	REST = 48,
	/** 1 when query and fragment are not written. */
	STOPS_AT_QUERY = 52,
	/** 1 when the host that `safe-browsing@1` wrote is an IP address. */
	HOST_IS_ADDRESS = 56,
}

/** Values of QUESTION_KIND. */
export const enum Question {
	/** Its A-labels, to ANSWER. */
	A_LABELS = 0,
	/** Its registrable domain, to REGISTRABLE: 0 when it has none. */
	REGISTRABLE = 1,
}

/** State of the fast path at WEB: one i32 each. */
export const enum Web {
	/** Addresses in the output of "?" and "#"; 0: absent, or not searched for. */
	QUERY = 0,
	FRAGMENT = 4,
	/** 1 when the path may have a session identifier. */
	HAS_SESSION = 12,
	/** Addresses in the output of the host and its end. */
	HOST = 16,
	HOST_END = 20,
	/** Address of the end of the reference whose query the rules were found to change. */
	CHANGED = 24,
	/** Address of the end of the host of the reference that `isClean` looked at last. */
	CLEAN_HOST_END = 28,
	/** A `Listed`: what is done with the clean line at hand. */
	LISTED = 32,
}

export const enum CrawlLimit {
	/** Octets that n octets of input and b of base can need from the output address on: GROWTH × (n + b) + Limit.SLACK. */
	GROWTH = 20,
	/** Octets of output that n octets of input can become at most: each may be U+FFFD, percent-encoded. */
	URL_GROWTH = 9,
	/** The same if the worst that can happen to an octet is percent-encoding. */
	QUOTED_GROWTH = 3,
	/** The same with CrawlFlag.EXPRESSIONS or HASHES: GROWTH_OF_LISTS × n + SLACK_OF_LISTS. */
	GROWTH_OF_LISTS = 120,
	SLACK_OF_LISTS = 8192,
	/** Octets of a reference whose expressions are asked for; a longer one is the error `too-long`. */
	LISTED = 1 << 20,
	/** Octets of an answer at ANSWER. */
	ANSWER = 16384,
}

/** For explanations: the rules that run, as `limitRules` set them. One i32 each. */
export const enum RuleLimit {
	/** Sets of `Rule` and of `KeyRule`. Rules outside them do not run. */
	BASE_RULES = 0,
	KEY_RULES = 4,
	/** Number of pieces of a query that may be removed by name, and of those that were. */
	MAX_REMOVALS = 8,
	REMOVALS = 12,
	/** Entry.ORIGIN of the entries that do not apply; 0: all do. */
	WITHOUT_ORIGIN = 16,
	/** Number of steps that rules may take which repeat each other's work, those taken, and the rule of the last: a `KeyRule`. */
	MAX_STEPS = 20,
	STEPS = 24,
	LAST_STEP = 28,
}

/** State of the policy engine at POLICY: one i32 each. */
export const enum Policy {
	/** Address of the program; 0: none. */
	PROGRAM = 0,
	/** Cached results of scopes, one i32 for each entry of the program: `epoch << 1 | applies`. */
	CACHE = 4,
	EPOCH = 8,
	/** The configuration that applies to the reference: an address. */
	CONFIG = 12,
	/** The rules of that configuration: a set of `KeyRule`. */
	RULES = 16,
	/** The host as scopes see it: without final dot and leading "www." labels. */
	HOST_START = 20,
	HOST_END = 24,
	/** The path after its rules. */
	PATH_START = 28,
	PATH_END = 32,
	/** Scratch: host and path in lower case; its end, 0 until it is written. */
	TEXT = 36,
	TEXT_END = 40,
	/** The query of the key base. */
	QUERY_END = 44,
	/** Scratch for sorting: two areas of piece addresses, i32 each. */
	PIECES = 48,
	/** 1 when both CFID and CFTOKEN are in the query. */
	HAS_PAIR = 52,
	/** Addresses of the machines that run the patterns of names and of URLs; 0: no patterns. */
	NAME_MACHINE = 56,
	URL_MACHINE = 60,
	/** The epoch in which the patterns of URLs ran last. */
	URL_EPOCH = 64,
	/** Addresses of the key, of its host without a final dot, and of the octet after the host. */
	KEY = 68,
	WRITTEN_HOST = 72,
	WRITTEN_HOST_END = 76,
	PORT = 80,
	/** The group that decides about the piece at hand, its least origin, and whether that is asked for. */
	FIRST_GROUP = 84,
	FIRST_ORIGIN = 88,
	/** Set by the host: where to record removed pieces, and up to where; 0: nowhere. TRACE moves on. See `Removal`. */
	TRACE = 92,
	TRACE_END = 96,
	/** The groups that decide, an address, and their number. */
	GROUPS = 100,
	GROUP_COUNT = 104,
	/** Addresses of the tables that a program with MAGIC_MORE has; 0: none. */
	MORE_CONFIGS = 108,
	MORE_ENTRIES = 112,
	/** Not 0 if names of parameters, or their values, are compared without regard to case. */
	FOLDS_NAMES = 116,
	FOLDS_VALUES = 120,
	/** The value of the piece at hand. */
	VALUE = 124,
	VALUE_END = 128,
	/** The kernel's own room for hosts and layers, after the results of conditions; 0: none. See work.ts. */
	ROOM = 132,
	/** The host that H4 to H6 leave, without a final dot. */
	HOST_FROM = 136,
	HOST_TO = 140,
	/** Not 0 if a host of the reference, in one of the rounds of rewrites, has a chain of aliases without an end. */
	WAS_UNSTABLE = 144,
	/** A set of `MoreFlag`. */
	FLAGS = 148,
	/** Not 0 if the piece at hand has a name. */
	HAS_NAME = 152,
	/** Not 0 if the host at hand has such a chain. */
	IS_UNSTABLE = 156,
}

/** A piece that was removed, as recorded at Policy.TRACE: its address and end, in the key base, and the origin of the entry. */
export const enum Removal {
	START = 0,
	END = 4,
	/** 0: no entry names the piece, and `only` is given. */
	ORIGIN = 8,
	SIZE = 12,
}
