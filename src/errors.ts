/** The errors of the package: one class, with subclasses that have more to say, and one table of codes. */

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

/** Returns the result or throws the error. */
export function unwrap<Result>(attempt: Result | UriError): Result {
	if (attempt instanceof UriError) throw attempt;
	return attempt;
}
