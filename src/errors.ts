/** The errors of the package: one class, with subclasses that have more to say, and one table of codes. */
import { Status } from "../assembly/layout/status";

/** The components of a reference, RFC 3986 §3. */
export type Component = "scheme" | "authority" | "userinfo" | "host" | "port" | "path" | "query" | "fragment";

/** Why a rule of a list is not taken as it stands. */
export type ListReportCode =
	| "unsupported-directive"
	| "unsupported-host"
	| "unsupported-modifier"
	| "unsupported-query-pattern"
	| "unsupported-raw-rule"
	| "unsupported-redirection"
	| "regex-syntax"
	| "regex-lookaround"
	| "regex-backreference"
	| "regex-unsupported"
	| "regex-too-large";

/** Codes of faults in a list as a whole. */
export type ListErrorCode = "list-syntax" | "list-version" | "list-too-large" | ListReportCode;

/** Why a row cannot be read. */
export type RowFaultCode =
	| "ragged-row"
	| "unclosed-quote"
	| "invalid-quote"
	| "invalid-json"
	| "not-text"
	| "row-too-long"
	| "ill-formed-string";

/** Why a table cannot be read or, under `invalid: "fail"`, a row. */
export type TableErrorCode = "missing-column" | "ambiguous-column" | "duplicate-column" | RowFaultCode;

/** `input-changed`: an input was not the same when it was read again. `file-failed`: a file cannot be read or written. */
export type FileErrorCode = "file-failed" | "input-changed";

/**
 * Error codes. Those up to `invalid-component` concern references, the others policies, arguments, options, snapshots, memory, lists,
 * tables and files.
 */
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
	| "invalid-domain"
	| "profile-cannot"
	| "relative-reference"
	| "unexpected-scheme"
	| "unexpected-fragment"
	| "unknown-scheme"
	| "invalid-scheme-part"
	| "invalid-component"
	| "comment"
	| "invalid-policy"
	| "policy-too-large"
	| "invalid-program"
	| "invalid-input"
	| "invalid-option"
	| "output-too-small"
	| "invalid-snapshot"
	| "profile-mismatch"
	| "invalid-store"
	| "store-failed"
	| "store-closed"
	| "seen-locked"
	| "set-full"
	| ListErrorCode
	| TableErrorCode
	| FileErrorCode;

/**
 * An error of urlsieve: every entry throws this class, or a subclass of it (PolicyError, ListError, TableError, FileError). Only memory
 * that the host refuses to a normalizer, table or run of `learn` is a RangeError with the code `out-of-memory`.
 *
 * `code` is stable. `message` is one English sentence. `offset` is the place of the fault: a UTF-16 index for strings, an octet
 * for octets. If the error does not concern a reference, `input` is empty and `offset` is 0 or, for a snapshot, the octet at
 * which reading failed. `rule` names the violated grammar rule, if known. `line` is the 1-based line number, wherever one of several
 * lines is at fault; `offset` then counts octets of that line. `bound` is the number of octets that suffice, if an output is too small.
 */
export class UriError extends Error {
	override readonly name: string = "UriError";
	readonly code!: UriErrorCode;
	readonly component: Component | undefined;
	readonly offset!: number;
	readonly input!: string;
	readonly rule: string | undefined;
	readonly line: number | undefined;
	readonly bound: number | undefined;

	constructor(
		code: UriErrorCode,
		message: string,
		place: {
			component?: Component | undefined;
			offset?: number;
			input?: string;
			rule?: string | undefined;
			line?: number;
			bound?: number;
		} = {},
	) {
		super(message);
		Object.assign(this, { code, offset: 0, input: "" }, place);
	}
}

/**
 * Memory that the host refuses. It says nothing about a reference: were it a UriError, entries that return the error of a reference would
 * return it, too.
 */
export class MemoryError extends RangeError {
	readonly code = "out-of-memory";

	constructor(cause: unknown) {
		super("Memory cannot be allocated.", { cause });
	}
}

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

/** Returns the result or throws the error. */
export function unwrap<Result>(attempt: Result | UriError): Result {
	if (attempt instanceof UriError) throw attempt;
	return attempt;
}
