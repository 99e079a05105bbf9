/** The error of each status of a kernel: one table of codes and sentences. */
import { Status } from "../assembly/layout/status";
import { type Component, UriError, type UriErrorCode } from "./errors";

/** Error code, sentence and grammar rule (RFC 3986 App. A) of each kernel status that concerns a reference. */
export interface Faults {
	readonly [status: number]: Fault;
}
type Fault = readonly [UriErrorCode, string, string?];

/** The faults of the core. */
export const FAULTS: Faults = {
	[Status.INVALID_SCHEME]: ["invalid-scheme", 'The text before the first ":" is not a scheme', "scheme"],
	[Status.INVALID_PERCENT_ENCODING]: ["invalid-percent-encoding", '"%" is not followed by two hex digits', "pct-encoded"],
	[Status.INVALID_CHARACTER]: ["invalid-character", "This character is not allowed here without percent-encoding"],
	[Status.INVALID_USERINFO]: [
		"invalid-userinfo",
		"This character is not allowed in a userinfo without percent-encoding",
		"userinfo",
	],
	[Status.INVALID_HOST]: ["invalid-host", "This character is not allowed in a host without percent-encoding", "reg-name"],
	[Status.INVALID_IP_LITERAL]: ["invalid-ip-literal", "The bracketed host is neither IPv6 address nor IPvFuture", "IP-literal"],
	[Status.INVALID_PORT]: ["invalid-port", "The port is not a number in decimal digits", "port"],
	[Status.EMPTY_HOST]: ["empty-host", "An http or https URI needs a host", "host"],
	[Status.ILL_FORMED_STRING]: ["ill-formed-string", "The string has a lone surrogate"],
	[Status.TOO_LONG]: ["too-long", "The reference is longer than 16,777,216 bytes"],
	[Status.BASE_NOT_ABSOLUTE]: ["base-not-absolute", "The base URI must have a scheme", "absolute-URI"],
	[Status.EXCESS_DOTS]: ["excess-dots", 'There are more ".." than segments above'],
	[Status.RELATIVE_REFERENCE]: ["relative-reference", "The reference has no scheme"],
	[Status.UNEXPECTED_SCHEME]: ["unexpected-scheme", "The scheme is not one of those that are wanted"],
	[Status.COMMENT]: ["comment", "The line is a comment or blank"],
};

/** The names of the components, by their numbers in assembly/layout/addresses.ts. */
const COMPONENTS: readonly Component[] = ["scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"];

/** The code of a kernel status. */
export function codeOf(status: number, faults = FAULTS): UriErrorCode {
	return (faults[status] as Fault)[0];
}

/** The name of a component number, or undefined for Component.NONE. */
export function componentOf(component: number): Component | undefined {
	return COMPONENTS[component];
}

/** The sentence for a fault at `offset` of a reference. */
export function sentenceFor(status: number, offset: number, faults = FAULTS): string {
	return `${(faults[status] as Fault)[1]} (at ${offset}).`;
}

/** The error for a reference that the kernel refused with this status. */
export function referenceError(status: number, component: number, offset: number, input: string): UriError {
	const name = componentOf(component);
	// The grammar rule for the characters of a path, query or fragment.
	const characters = name === "path" ? "pchar" : name;
	const rule = (FAULTS[status] as Fault)[2] ?? (status === Status.INVALID_CHARACTER ? characters : undefined);
	return new UriError(codeOf(status), sentenceFor(status, offset), { component: name, offset, input, rule });
}
