/**
 * The options word: bits 0 to 15 say which rules run, the others how.
 *
 * A level of the ladder (RFC 3986 §6.2) is nothing but a set of rules. Rules stand in the order in which they run.
 */
export enum Rule {
	/** Removes white space around the reference, and TAB, CR and LF within: RFC 3986 App. C. */
	WHITE_SPACE = 1,
	/** Percent-encodes octets that are not allowed where they stand: §2.1. */
	PERCENT_ILLEGAL = 2,
	/** Scheme to lower case: §3.1, §6.2.2.1. */
	SCHEME_CASE = 4,
	/** Host to lower case: §3.2.2, §6.2.2.1. */
	HOST_CASE = 8,
	/** Hex digits of triplets to upper case: §2.1, §6.2.2.1. */
	PERCENT_CASE = 16,
	/** Decodes triplets of unreserved octets: §2.3, §6.2.2.2. */
	PERCENT_UNRESERVED = 32,
	/** Removes dot-segments: §5.2.4, §6.2.2.3. */
	DOT_SEGMENTS = 64,
	/** Drops ":" before an empty port: §3.2.3. */
	EMPTY_PORT = 128,
	/** Writes an IPv6 address as RFC 5952 recommends. */
	IPV6_TEXT = 256,
	/** Writes a DNS host with octets beyond ASCII as A-labels: RFC 5891, §3.2.2. */
	A_LABEL = 512,
	/** Drops leading zeros of a port, which is a number: §3.2.3. */
	PORT_ZEROS = 1024,
	/** Drops the port that the scheme has by default: §6.2.3. */
	DEFAULT_PORT = 2048,
	/** Writes "/" for the empty path where the scheme says that they are one: §6.2.3. */
	EMPTY_PATH = 4096,
	/** Applies the rule that a scheme has of its own: the scheme registry. */
	OF_SCHEME = 8192,
}

/** The rungs of the ladder. */
export enum Level {
	STRING = 0,
	/** Rules 1 to 128. */
	SYNTAX = 255,
	/** Rules 1 to 8192. */
	SCHEME = 16383,
}

/** How the rules run. */
export enum Flag {
	RULES = 65535,
	/** Whatever RFC 3986 does not allow where it stands is an error; WHITE_SPACE and PERCENT_ILLEGAL do not run. */
	STRICT = 65536,
	/** The host cannot answer questions about A-labels: such hosts stay percent-encoded. */
	NO_A_LABELS = 131072,
	/** A rejected line leaves nothing in the output. */
	DROP_INVALID = 262144,
	/** A rejected line leaves an empty line in the output. */
	BLANK_INVALID = 524288,
	/** A rejected line ends the call: -Status.REJECTED. */
	STOP_AT_INVALID = 4194304,
	/** The input begins a stream: a byte order mark at its start is no part of the first line. */
	STREAM_START = 1048576,
	/** The input ends a stream: octets behind the last LF are a line. */
	STREAM_END = 2097152,
	/** Lines are resolved against the base, and not normalized. */
	RESOLVE = 8388608,
	/** Two bits for the edition whose unreserved octets are decoded: 0 is RFC 3986, then 2003, 1997, 1994. */
	EDITION_SHIFT = 24,
	EDITION_MASK = 3,
}

/** How references are resolved (RFC 3986 §5.2): 0 is what RFC 3986 says, the others are what came before. */
export enum Resolution {
	/** A reference with the scheme of the base may go without: §5.2.2 calls it the loophole of earlier specifications. */
	SAME_SCHEME_IS_RELATIVE = 1,
	/** ".." that has no segment above it stays. */
	KEEP_EXCESS_DOTS = 2,
	/** ".." that has no segment above it is an error. */
	REFUSE_EXCESS_DOTS = 4,
	/**
	 * Dot-segments are removed as the editions before RFC 3986 did: "<segment>/../" as a pair, and from merged paths alone,
	 * not from those of references that have a rooted one of their own.
	 */
	REMOVE_PAIRS = 8,
	/** The query is a part of the path when paths are merged. */
	MERGE_QUERY = 16,
	/** A path that is merged with an empty one begins with "/", also when there is no authority. */
	MERGE_FROM_ROOT = 32,
}
