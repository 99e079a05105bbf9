/** The errors of the package: one base and a class for each kind of thing that is at fault. The codes of each are in error-codes.ts. */
import type { ERROR_CODES } from "./error-codes";

type Codes = typeof ERROR_CODES;

/** Codes of references. */
export type UriErrorCode = keyof Codes["UriError"];
/** Codes of arguments and options. */
export type OptionErrorCode = keyof Codes["OptionError"];
/** Codes of policies. */
export type PolicyErrorCode = keyof Codes["PolicyError"];
/** Codes of faults in a list as a whole, and of rules that are not taken as they stand. */
export type ListErrorCode = keyof Codes["ListError"];
/** Codes of tables and their rows. */
export type TableErrorCode = keyof Codes["TableError"];
/** Codes of sets, snapshots and stores. */
export type SetErrorCode = keyof Codes["SetError"];
/** Codes of files. */
export type FileErrorCode = keyof Codes["FileError"];
/** Codes of connections that are not made. */
export type ConnectErrorCode = keyof Codes["ConnectError"];
/** All codes of errors: docs/reference/errors.md. */
export type UrlsieveErrorCode = { [Name in keyof Codes]: keyof Codes[Name] }[keyof Codes];

/** Why a rule of a list is not taken as it stands. */
export type ListReportCode = Exclude<ListErrorCode, `list-${string}`>;
/** Why a row cannot be read. */
export type RowFaultCode = Exclude<TableErrorCode, `${string}-column`>;

/** The components of a reference, RFC 3986 §3. */
export type Component = "scheme" | "authority" | "userinfo" | "host" | "port" | "path" | "query" | "fragment";

/**
 * An error of urlsieve: every entry but `urlsieve/edge` throws one of its subclasses. Memory that the host refuses to a normalizer, table
 * or run of `learn` is a RangeError, with the code `out-of-memory`. What a callback or a client of yours throws stays as it is.
 *
 * `code` is stable: docs/reference/errors.md lists all. `message` is one English sentence. The members of each subclass say where the fault
 * is.
 *
 * @example
 * ```ts
 * try {
 * 	normalize("http://[");
 * } catch (error) {
 * 	error instanceof UrlsieveError && error.code; // "invalid-ip-literal"
 * }
 * ```
 */
export abstract class UrlsieveError extends Error {
	abstract override readonly name: keyof Codes;
	readonly code: UrlsieveErrorCode;

	constructor(code: UrlsieveErrorCode, message: string) {
		super(message);
		this.code = code;
	}
}

/**
 * An error of a reference, by itself or in a line, value or row.
 *
 * `offset` is the place of the fault: a UTF-16 index for strings, an octet for octets. `input` is the string, if one was given. `rule` names
 * the violated grammar rule, if known. `line` is the 1-based line number, wherever one of several lines is at fault; `offset` then counts
 * octets of that line.
 */
export class UriError extends UrlsieveError {
	override readonly name = "UriError";
	declare readonly code: UriErrorCode;
	readonly component: Component | undefined;
	readonly offset!: number;
	readonly input!: string;
	readonly rule: string | undefined;
	readonly line: number | undefined;

	constructor(
		code: UriErrorCode,
		message: string,
		place: {
			component?: Component | undefined;
			offset?: number;
			input?: string;
			rule?: string | undefined;
			line?: number;
		} = {},
	) {
		super(code, message);
		Object.assign(this, { offset: 0, input: "" }, place);
	}
}

/** An error of an argument or an option. `bound` is the number of octets that suffice, if an output is too small. */
export class OptionError extends UrlsieveError {
	override readonly name = "OptionError";
	declare readonly code: OptionErrorCode;
	readonly bound: number | undefined;

	constructor(code: OptionErrorCode, message: string, bound?: number) {
		super(code, message);
		this.bound = bound;
	}
}

/** A fault of a policy, or of a list of our own format, and where it is. */
export interface PolicyFault {
	/** A JSON Pointer (RFC 6901). */
	readonly path: string;
	/** One sentence that names the place, without its period. */
	readonly message: string;
	/** Line and column of the place, from 1; absent unless the policy was read from a text. */
	readonly line?: number;
	readonly column?: number;
}

/** An error of a policy. It has all faults that were found; `path` is that of the first. */
export class PolicyError extends UrlsieveError {
	override readonly name = "PolicyError";
	declare readonly code: PolicyErrorCode;
	readonly path: string;
	readonly faults: readonly PolicyFault[];

	constructor(code: PolicyErrorCode, message: string, faults: readonly PolicyFault[]) {
		super(code, message);
		this.path = faults[0]?.path ?? "";
		this.faults = faults;
	}
}

/** An error of a list. `line` counts from 1; `path` is a JSON Pointer for lists in JSON; `text` is what stands there. */
export class ListError extends UrlsieveError {
	override readonly name = "ListError";
	declare readonly code: ListErrorCode;
	readonly line: number;
	readonly path: string;
	readonly text: string;
	/** All faults of a list of our own format, as those of a policy; of other lists the one that the error is about. */
	readonly faults: readonly PolicyFault[];

	constructor(code: ListErrorCode, message: string, path = "", text = "", line = 1, faults?: readonly PolicyFault[]) {
		super(code, message);
		this.line = line;
		this.path = path;
		this.text = text;
		this.faults = faults ?? [{ path, message: message.replace(/\.$/, ""), ...(path === "" && { line }) }];
	}
}

/** An error of a table as a whole or of a row, which cannot be read. */
export class TableError extends UrlsieveError {
	override readonly name = "TableError";
	declare readonly code: TableErrorCode;
	/** Number of the row at fault, from 1, if it is one; the header does not count. */
	readonly row: number | undefined;
	/** For `missing-column`, the column, and the names of the existing ones. */
	readonly column: string | number | undefined;
	readonly columns: readonly string[] | undefined;

	constructor(
		code: TableErrorCode,
		message: string,
		place: { row?: number; column?: string | number; columns?: readonly string[] } = {},
	) {
		super(code, message);
		this.row = place.row;
		this.column = place.column;
		this.columns = place.columns;
	}
}

/** An error of a set: in memory, in a file, on a server, or saved. */
export class SetError extends UrlsieveError {
	override readonly name = "SetError";
	declare readonly code: SetErrorCode;
	/** The octet of the snapshot or store at which reading failed. */
	readonly offset: number | undefined;
	/** For `profile-mismatch`, what differs: the profile, the policy, or no more than a list of it. */
	readonly differs: "profile" | "policy" | "list" | undefined;

	constructor(code: SetErrorCode, message: string, place: { offset?: number; differs?: SetError["differs"] } = {}) {
		super(code, message);
		this.offset = place.offset;
		this.differs = place.differs;
	}
}

/** An error of a file that cannot be read or written, or has changed. */
export class FileError extends UrlsieveError {
	override readonly name = "FileError";
	declare readonly code: FileErrorCode;
	/** The path of the file as it was given, if one file is at fault. */
	readonly path: string | undefined;

	constructor(code: FileErrorCode, message: string, path?: string) {
		super(code, message);
		this.path = path;
	}
}

/** The reason for which a connection was refused. Members are there if they are known. */
export interface ConnectFault {
	readonly url?: string | undefined;
	readonly host?: string | undefined;
	readonly address?: string | undefined;
	/** The class of the address. */
	readonly class?: string | undefined;
	/** Why `destination` rejects the URL, and where. */
	readonly reason?: string | undefined;
	readonly offset?: number | undefined;
}

/** A connection that is not made, or a redirect that is not followed. Nothing was sent to the place. */
export class ConnectError extends UrlsieveError implements ConnectFault {
	override readonly name = "ConnectError";
	declare readonly code: ConnectErrorCode;
	readonly url: string | undefined;
	readonly host: string | undefined;
	readonly address: string | undefined;
	readonly class: string | undefined;
	readonly reason: string | undefined;
	readonly offset: number | undefined;

	constructor(code: ConnectErrorCode, message: string, fault: ConnectFault) {
		super(code, message);
		({
			url: this.url,
			host: this.host,
			address: this.address,
			class: this.class,
			reason: this.reason,
			offset: this.offset,
		} = fault);
	}
}

/**
 * Memory that the host refuses. It concerns the host and nothing that was given: it is a RangeError, as where JavaScript itself runs out of
 * memory, and no handler for errors of URLs or files takes it.
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
