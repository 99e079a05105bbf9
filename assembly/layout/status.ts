/** A kernel function that fails returns `-Status` instead of an end. Codes and messages of the errors are in src/statuses.ts. */
export const enum Status {
	OK = 0,
	/** The text before the first ":" is not a scheme: RFC 3986 §3.1, §4.2. */
	INVALID_SCHEME = 1,
	/** "%" without two hex digits: §2.1. */
	INVALID_PERCENT_ENCODING = 2,
	/** An octet that is not allowed in path, query or fragment: §3.3, §3.4, §3.5. */
	INVALID_CHARACTER = 3,
	/** An octet that is not allowed in the userinfo: §3.2.1. */
	INVALID_USERINFO = 4,
	/** An octet that is not allowed in the host: §3.2.2. */
	INVALID_HOST = 5,
	/** A bracketed host that is neither an IPv6address nor an IPvFuture: §3.2.2. */
	INVALID_IP_LITERAL = 6,
	/** A port with an octet that is not a digit: §3.2.3. */
	INVALID_PORT = 7,
	/** An http or https URI without a host: RFC 9110 §4.2.1, §4.2.2. */
	EMPTY_HOST = 8,
	/** A string with a lone surrogate, which has no UTF-8 form. The TypeScript side reports it; the kernel sees only octets. */
	ILL_FORMED_STRING = 9,
	/** A reference of more than Limit.REFERENCE octets. */
	TOO_LONG = 10,
	/** A base without a scheme: §5.1. */
	BASE_NOT_ABSOLUTE = 11,
	/** ".." above the root, under Resolution.REFUSE_EXCESS_DOTS. */
	EXCESS_DOTS = 12,
	/** A domain that cannot be turned into ASCII, or a number that is no IPv4 address: URL Standard §3.3, §3.5. */
	INVALID_DOMAIN = 13,
	/** A relative reference without a base: URL Standard §4.4, no scheme state. Also under Flag.REQUIRE_SCHEME. */
	RELATIVE_REFERENCE = 14,
	/** The profile has an answer, but this kernel cannot copy it exactly. */
	PROFILE_CANNOT = 15,
	/** Octets that are no program for the policy engine: policy/check.ts. */
	INVALID_PROGRAM = 16,
	/** A scheme that SCHEMES_LISTED does not have, under Flag.LIST_SCHEMES. */
	UNEXPECTED_SCHEME = 17,
	/** A line that is a comment, under Flag.COMMENTS. */
	COMMENT = 18,

	/** Not an error: the host answers the question at QUESTION and repeats the call. */
	NEEDS_ALABEL = 64,
	/** Not an error: output, line records or reject records are full. The host empties them and continues at CURSOR. */
	NEEDS_ROOM = 65,
	/** Not an error: the set must grow. The host adds memory and repeats the call. */
	NEEDS_MEMORY = 66,
	/** The first rejected line ended the call, under Flag.STOP_AT_INVALID. */
	REJECTED = 68,
}
