/** The errors of the package: one class, one table of codes. */
import { Component as ComponentNumber } from "../assembly/layout";
import { Status } from "../assembly/status";

/** The components of a reference, RFC 3986 §3. */
export type Component = "scheme" | "authority" | "userinfo" | "host" | "port" | "path" | "query" | "fragment";

/** What went wrong. Up to `invalid-component` they are about references, the others about arguments, options, snapshots and memory. */
export type UriErrorCode =
	| "invalid-scheme"
	| "invalid-percent-encoding"
	| "invalid-character"
	| "invalid-userinfo"
	| "invalid-host"
	| "invalid-ip-literal"
	| "invalid-port"
	| "empty-host"
	| "ill-formed-string"
	| "too-long"
	| "base-not-absolute"
	| "excess-dots"
	| "relative-reference"
	| "unexpected-scheme"
	| "unexpected-fragment"
	| "unknown-scheme"
	| "invalid-scheme-part"
	| "invalid-component"
	| "invalid-input"
	| "invalid-option"
	| "invalid-snapshot"
	| "set-full";

/**
 * An error of urlsieve.
 *
 * `code` is stable, `message` is one English sentence. `offset` is where in `input` the fault is: a UTF-16 index for strings, an
 * octet for octets. For errors that are not about a reference, `input` is empty and `offset` is 0, or the octet of a
 * snapshot at which it turned out to be unusable. `rule` names the rule of the grammar that does not hold, where one is known.
 */
export class UriError extends Error {
	override readonly name = "UriError";
	readonly code: UriErrorCode;
	readonly component: Component | undefined;
	readonly offset: number;
	readonly input: string;
	readonly rule: string | undefined;

	constructor(
		code: UriErrorCode,
		message: string,
		place: { component?: Component | undefined; offset?: number; input?: string; rule?: string | undefined } = {},
	) {
		super(message);
		this.code = code;
		this.component = place.component;
		this.offset = place.offset ?? 0;
		this.input = place.input ?? "";
		this.rule = place.rule;
	}
}

/** Code, sentence and rule of the grammar (RFC 3986 App. A) of each status of the kernel that is about a reference. */
const FAULTS: { readonly [status: number]: readonly [UriErrorCode, string, string?] } = {
	[Status.INVALID_SCHEME]: ["invalid-scheme", 'The text before the first ":" is no scheme', "scheme"],
	[Status.INVALID_PERCENT_ENCODING]: ["invalid-percent-encoding", '"%" is not followed by two hex digits', "pct-encoded"],
	[Status.INVALID_CHARACTER]: ["invalid-character", "This character is not allowed here without percent-encoding"],
	[Status.INVALID_USERINFO]: [
		"invalid-userinfo",
		"This character is not allowed in a userinfo without percent-encoding",
		"userinfo",
	],
	[Status.INVALID_HOST]: ["invalid-host", "This character is not allowed in a host without percent-encoding", "reg-name"],
	[Status.INVALID_IP_LITERAL]: [
		"invalid-ip-literal",
		"The host in square brackets is no IPv6 address and no IPvFuture",
		"IP-literal",
	],
	[Status.INVALID_PORT]: ["invalid-port", "The port is not a number in decimal digits", "port"],
	[Status.EMPTY_HOST]: ["empty-host", "An http or https URI needs a host", "host"],
	[Status.ILL_FORMED_STRING]: ["ill-formed-string", "The string has a lone surrogate and so no UTF-8 form"],
	[Status.TOO_LONG]: ["too-long", "The reference is longer than 16,777,216 octets"],
	[Status.BASE_NOT_ABSOLUTE]: ["base-not-absolute", "A base has a scheme", "absolute-URI"],
	[Status.EXCESS_DOTS]: ["excess-dots", 'There are more ".." than segments above'],
};

const COMPONENTS: { readonly [component: number]: Component } = {
	[ComponentNumber.SCHEME]: "scheme",
	[ComponentNumber.AUTHORITY]: "authority",
	[ComponentNumber.USERINFO]: "userinfo",
	[ComponentNumber.HOST]: "host",
	[ComponentNumber.PORT]: "port",
	[ComponentNumber.PATH]: "path",
	[ComponentNumber.QUERY]: "query",
	[ComponentNumber.FRAGMENT]: "fragment",
};

/** The code of a kernel status. */
export function codeOf(status: number): UriErrorCode {
	return FAULTS[status]?.[0] ?? "invalid-character";
}

/** The name of a component number; undefined for none. */
export function componentOf(component: number): Component | undefined {
	return COMPONENTS[component];
}

/** The sentence for a fault at `offset` of a reference. */
export function sentenceFor(status: number, offset: number): string {
	return `${FAULTS[status]?.[1] ?? "The reference is not valid"} (at ${offset}).`;
}

/** The error for a reference that a kernel status is about. */
export function referenceError(status: number, component: number, offset: number, input: string): UriError {
	const name = componentOf(component);
	const rule = FAULTS[status]?.[2] ?? (status === Status.INVALID_CHARACTER ? ruleOf(name) : undefined);
	return new UriError(codeOf(status), sentenceFor(status, offset), { component: name, offset, input, rule });
}

/** The rule for the characters of a path, query or fragment. */
function ruleOf(component: Component | undefined): string | undefined {
	return component === "path" ? "pchar" : component;
}

/** What came of an attempt. Throws the error when that came of it. */
export function unwrap<Result>(attempt: Result | UriError): Result {
	if (attempt instanceof UriError) throw attempt;
	return attempt;
}
