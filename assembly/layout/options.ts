/**
 * The options word: bits 0 to 15 are a set of rules, the bits above say how the rules run.
 *
 * The rules are listed in the order in which they run. A level of the ladder (RFC 3986 §6.2) is a set of rules.
 */
export const enum Rule {
	/** Removes white space around the reference, and TAB, CR and LF within: RFC 3986 App. C. */
	WHITE_SPACE = 1 << 0,
	/** Percent-encodes octets that are not allowed in their component: §2.1. */
	PERCENT_ILLEGAL = 1 << 1,
	/** Scheme to lower case: §3.1, §6.2.2.1. */
	SCHEME_CASE = 1 << 2,
	/** Host to lower case: §3.2.2, §6.2.2.1. */
	HOST_CASE = 1 << 3,
	/** Hex digits of triplets to upper case: §2.1, §6.2.2.1. */
	PERCENT_CASE = 1 << 4,
	/** Decodes triplets of unreserved octets: §2.3, §6.2.2.2. */
	PERCENT_UNRESERVED = 1 << 5,
	/** Removes dot-segments: §5.2.4, §6.2.2.3. */
	DOT_SEGMENTS = 1 << 6,
	/** Removes ":" before an empty port: §3.2.3. */
	EMPTY_PORT = 1 << 7,
	/** Writes an IPv6 address as RFC 5952 recommends. */
	IPV6_TEXT = 1 << 8,
	/** Writes a DNS host with octets beyond US-ASCII as A-labels: RFC 5891, §3.2.2. */
	A_LABEL = 1 << 9,
	/** Removes leading zeros of a port, which is a number: §3.2.3. */
	PORT_ZEROS = 1 << 10,
	/** Removes the default port of the scheme: §6.2.3. */
	DEFAULT_PORT = 1 << 11,
	/** Writes "/" for an empty path if the scheme defines them as equivalent: §6.2.3. */
	EMPTY_PATH = 1 << 12,
	/** Applies the scheme's own rule: schemes.ts. */
	OF_SCHEME = 1 << 13,
}

/** The levels of the comparison ladder (§6.2). */
export const enum Level {
	STRING = 0,
	/** All rules from WHITE_SPACE to EMPTY_PORT. */
	SYNTAX = 0xff,
	/** All rules from WHITE_SPACE to OF_SCHEME. */
	SCHEME = 0x3fff,
}

/** Options of a normalization: rules and how they run, as bits. */
export const enum Flag {
	/** Mask of the bits of `Rule`. */
	RULES = 0xffff,
	/** Characters that RFC 3986 does not allow are errors. WHITE_SPACE and PERCENT_ILLEGAL do not run. */
	STRICT = 1 << 16,
	/** The host does not answer questions about A-labels: such names stay percent-encoded. */
	NO_A_LABELS = 1 << 17,
	/** A rejected line leaves nothing in the output. */
	DROP_INVALID = 1 << 18,
	/** A rejected line leaves an empty line in the output. */
	BLANK_INVALID = 1 << 19,
	/** The input starts a stream: a byte order mark at its start is skipped. */
	STREAM_START = 1 << 20,
	/** The input ends a stream: octets after the last LF are a line. */
	STREAM_END = 1 << 21,
	/** A rejected line ends the call with -Status.REJECTED. */
	STOP_AT_INVALID = 1 << 22,
	/** Lines are resolved against the base instead of normalized. */
	RESOLVE = 1 << 23,
	/** Two bits select the edition whose unreserved octets are decoded: 0 is RFC 3986, then 2003, 1997, 1994. */
	EDITION_SHIFT = 24,
	EDITION_MASK = 3,
	/** Plain lines, and lines in normal form after them (guard.ts), leave nothing in the output. */
	OMIT_PLAIN = 1 << 26,
	/** A line whose reference has no scheme is rejected: lines/admitted.ts. Not for lines that are resolved. */
	REQUIRE_SCHEME = 1 << 27,
	/** A line whose scheme is not in SCHEMES_LISTED is rejected. */
	LIST_SCHEMES = 1 << 28,
	/** Blank lines and those that begin with "#" are comments: they are recorded as rejected, and kept as they came. */
	COMMENTS = 1 << 29,
	/** With COMMENTS, they leave nothing in the output. */
	DROP_COMMENTS = 1 << 30,
}

/** Options of a resolution (§5.2). Without a bit, RFC 3986 holds. Each bit restores a behaviour of an earlier edition. */
export const enum Resolution {
	/** A reference with the scheme of the base is relative: §5.2.2 calls this a loophole of earlier specifications. */
	SAME_SCHEME_IS_RELATIVE = 1 << 0,
	/** ".." above the root stays. */
	KEEP_EXCESS_DOTS = 1 << 1,
	/** ".." above the root is an error. */
	REFUSE_EXCESS_DOTS = 1 << 2,
	/**
	 * "<segment>/.." is removed as a pair, and only from merged paths. A reference with a rooted path of its own keeps its
	 * dot-segments.
	 */
	REMOVE_PAIRS = 1 << 3,
	/** The query is a part of the path when paths are merged. */
	MERGE_QUERY = 1 << 4,
	/** A path merged with an empty one gets a leading "/", even without an authority. */
	MERGE_FROM_ROOT = 1 << 5,
}
