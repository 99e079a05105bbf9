/** Failures of the command line: one sentence and a documented exit status each. */
import { constants } from "node:os";
import { getSystemErrorMap } from "node:util";
import { isError } from "./brand";
import { UrlsieveError } from "./errors";

/** The exit statuses. */
export const EXIT = {
	/** Success. */
	DONE: 0,
	/** A check failed, or a line is invalid under `--invalid fail`. */
	NO: 1,
	/** Usage error. */
	USAGE: 2,
	/** Input or output error. Files are replaced only after all outputs are complete. */
	IO: 3,
} as const;

/** A failure with its exit status. */
export class Failure extends Error {
	readonly status: number;
	/** The sentences after the first, if there are several faults. */
	readonly others: readonly string[];
	/** The message for programs, which have no options of the command line. */
	readonly inProgram: string;

	constructor(status: number, message: string, others: readonly string[] = [], inProgram = message) {
		super(message);
		this.status = status;
		this.others = others;
		this.inProgram = inProgram;
	}
}

/** The failure of one file, by the name under which it was given. */
export class FileFailure extends Failure {
	readonly file: string;

	constructor(file: string, message: string, inProgram = message) {
		super(EXIT.IO, message, [], inProgram);
		this.file = file;
	}
}

/** A usage error. */
export class UsageFailure extends Failure {
	/** The sentence about the fault, without its period. */
	readonly sentence: string;

	constructor(command: string, message: string) {
		const sentence = message.replace(/\.$/, "");
		super(EXIT.USAGE, `${sentence}; try: urlsieve ${command} --help`);
		this.sentence = sentence;
	}
}

/** The failure of a wrong use of `urlsieve COMMAND`. */
export function usageFailure(command: string, message: string): Failure {
	return new UsageFailure(command, message);
}

/** Thrown when the reader of the output has closed it. The process exits silently. */
export class OutputClosed extends Failure {
	constructor() {
		super(EXIT.DONE, "");
	}
}

/** Converts anything thrown to a Failure. */
export function asFailure(error: unknown): Failure {
	if (error instanceof Failure) return error;
	// A part of the program that is loaded on demand cannot be read.
	if (isOpenError(error)) return ioFailure("read", error.path, error);
	const message = isError(error) ? error.message : String(error);
	const isLine = error instanceof UrlsieveError && error.code !== "set-full";
	return new Failure(isLine ? EXIT.NO : EXIT.IO, isLine ? lineMessage(message) : clause(message));
}

function isOpenError(error: unknown): error is NodeJS.ErrnoException & { readonly path: string } {
	return isError(error) && "path" in error && typeof error.path === "string" && "syscall" in error && error.syscall === "open";
}

/** "line 3, byte 7: the port ..." for the error of a line or row, whose message names it first and the byte last. */
function lineMessage(message: string): string {
	const pattern = /^((?:Line|Row) \d+(?: in the column (?:\d+|".*?"))?): (.*) \(at (\d+)\)\.?$/s;
	const [, place = "", sentence, octet] = pattern.exec(message) ?? [];
	return sentence === undefined ? clause(message) : `${clause(place)}, byte ${octet}: ${clause(sentence)}`;
}

/** A sentence as a clause, to follow a colon: without its period, and without the capital of a first word such as "The". */
export function clause(sentence: string): string {
	return sentence.replace(/^[A-Z](?=[a-z]*\b(?!-))/, (letter) => letter.toLowerCase()).replace(/\.$/, "");
}

/** Explanations of error codes of the operating system and of zlib whose own messages are unclear. */
const REASONS: { readonly [code: string]: string } = {
	EACCES: "permission denied",
	EBUSY: "in use, or a mount point; mount its directory instead",
	EDQUOT: "the disk quota is used up",
	EFBIG: "the file would be too large",
	EIO: "the device failed",
	EISDIR: "is a directory",
	ELOOP: "too many symbolic links",
	EMFILE: "too many files are open",
	ENAMETOOLONG: "the name is too long",
	ENOENT: "no such file",
	ENOSPC: "no space left on the device",
	ENOTDIR: "part of the path is not a directory",
	EPERM: "operation not permitted",
	EROFS: "the file system is read-only",
	Z_BUF_ERROR: "the compressed data is truncated",
	Z_DATA_ERROR: "the compressed data is damaged",
	ZSTD_DICTIONARY: "compressed with a dictionary; decompress it with zstd -dc -D DICTIONARY",
	ZSTD_WINDOW: "compressed with a window of more than 128 MiB; decompress it with zstd -dc --long=31",
};

/** The codes that mean something else when writing. */
const WRITE_REASONS: { readonly [code: string]: string } = {
	...REASONS,
	ENOENT: "the directory does not exist",
};

/** Returns the failure for an error while reading or writing `name`. */
export function ioFailure(verb: "read" | "write", name: string, error: unknown): Failure {
	if (error instanceof Failure) return error;
	if (name === "") {
		const stream = verb === "read" ? "input" : "output";
		return new Failure(EXIT.USAGE, `an empty argument names no file to ${verb}; "-" is standard ${stream}`);
	}
	const { errno, message } = error as NodeJS.ErrnoException;
	const reason = (verb === "read" ? REASONS : WRITE_REASONS)[codeOf(error)] ?? systemReason(errno) ?? message;
	return new FileFailure(name, `cannot ${verb} ${name}: ${reason || String(error)}`);
}

/** The message of the operating system for an error number. */
function systemReason(errno: number | undefined): string | undefined {
	return errno === undefined ? undefined : getSystemErrorMap().get(errno)?.[1];
}

/** Blocks for a millisecond: retries of a full pipe must not spin. */
export function pause(): void {
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}

/** Whether `error` is a system error with this code. */
export function hasCode(error: unknown, code: string): boolean {
	return codeOf(error) === code;
}

/** The code of a system error, "" without one. Node.js has no name for some numbers, such as that of EDQUOT. */
function codeOf(error: unknown): string {
	const { code = "", errno } = error as { code?: string; errno?: number };
	return errno === -constants.errno.EDQUOT ? "EDQUOT" : code;
}
