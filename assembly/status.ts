/** What a kernel function answers instead of an end: always negated, `-Status`. Names and texts of the errors: src/errors.ts. */
export enum Status {
	OK = 0,
	/** Text before the first ":" that is no scheme: RFC 3986 §3.1, §4.2. */
	INVALID_SCHEME = 1,
	/** "%" without two hex digits: §2.1. */
	INVALID_PERCENT_ENCODING = 2,
	/** An octet that the grammar does not allow in path, query or fragment: §3.3, §3.4, §3.5. */
	INVALID_CHARACTER = 3,
	/** The same in the userinfo: §3.2.1. */
	INVALID_USERINFO = 4,
	/** The same in the host: §3.2.2. */
	INVALID_HOST = 5,
	/** A host in square brackets that is neither IPv6address nor IPvFuture: §3.2.2. */
	INVALID_IP_LITERAL = 6,
	/** A port with anything but digits: §3.2.3. */
	INVALID_PORT = 7,
	/** An http or https URI without a host: RFC 9110 §4.2.1, §4.2.2. */
	EMPTY_HOST = 8,
	/** A string with a lone surrogate: it has no UTF-8 form. Only the face can see it. */
	ILL_FORMED_STRING = 9,
	/** More octets than Limit.REFERENCE. */
	TOO_LONG = 10,
	/** A base without a scheme: §5.1. */
	BASE_NOT_ABSOLUTE = 11,
	/** More ".." than there are segments above, where Resolution.REFUSE_EXCESS_DOTS says so. */
	EXCESS_DOTS = 12,
	/** A domain that cannot be turned into ASCII, or a number that is no IPv4 address: URL Standard §3.3, §3.5. */
	INVALID_DOMAIN = 13,
	/** A relative reference without a base: URL Standard §4.4, no scheme state. */
	RELATIVE_REFERENCE = 14,
	/** The profile has an answer, but this kernel cannot copy it exactly. */
	PROFILE_CANNOT = 15,
	/** Octets that are no program for the policy engine: policy/check.ts. */
	INVALID_PROGRAM = 16,

	/** No error: the host answers the question at QUESTION, then makes the same call again. */
	NEEDS_ALABEL = 64,
	/** No error: the output, the line records or the reject records are full; the host empties them and goes on from CURSOR. */
	NEEDS_ROOM = 65,
	/** No error: the set has to grow; the host adds memory and goes on. */
	NEEDS_MEMORY = 66,
	/** The first line that was rejected ended the call, as Flag.STOP_AT_INVALID wants it. */
	REJECTED = 68,
}
