/** How the command line fails: one clear sentence and a documented exit status. */
import { getSystemErrorMap } from "node:util";
import { UriError } from "../errors";

/** The exit statuses. */
export const EXIT = {
	/** Done. */
	DONE: 0,
	/** A check answered no, or `--invalid fail` met a line that cannot be normalized. */
	NO: 1,
	/** The command was not understood. */
	USAGE: 2,
	/** Input or output failed. Files that were to be replaced are as they were. */
	IO: 3,
} as const;

/** A failure with its exit status. */
export class Failure extends Error {
	readonly status: number;

	constructor(status: number, message: string) {
		super(message);
		this.status = status;
	}
}

/** Thrown when whoever reads the output has closed it: there is nothing to be said of it. */
export class OutputClosed extends Failure {
	constructor() {
		super(EXIT.DONE, "");
	}
}

/** Whatever was thrown, as one sentence and its exit status. */
export function asFailure(error: unknown): Failure {
	if (error instanceof Failure) return error;
	const message = error instanceof Error ? error.message : String(error);
	const isLine = error instanceof UriError && error.code !== "set-full";
	return new Failure(isLine ? EXIT.NO : EXIT.IO, message.replace(/^Line/, "line"));
}

/** What the codes of the operating system and of zlib mean, where its own words help nobody. */
const REASONS: { readonly [code: string]: string } = {
	EACCES: "permission denied",
	EBUSY: "it is in use, or mounted by itself; mount its directory instead",
	EDQUOT: "the disk quota is used up",
	EFBIG: "the file would be too large",
	EIO: "the device failed",
	EISDIR: "it is a directory",
	ELOOP: "too many symbolic links",
	EMFILE: "too many files are open",
	ENAMETOOLONG: "the name is too long",
	ENOENT: "there is no such file",
	ENOSPC: "no space is left on the device",
	ENOTDIR: "a part of the path is no directory",
	EPERM: "the operation is not permitted",
	EROFS: "the file system is read-only",
	Z_BUF_ERROR: "the compressed data ends too early",
	Z_DATA_ERROR: "the compressed data is damaged",
	ZSTD_DICTIONARY: "it was compressed with a dictionary; decompress it with zstd -dc -D DICTIONARY",
	ZSTD_WINDOW: "it needs a window of more than 128 MiB; decompress it with zstd -dc --long=31",
};

/** Those that mean something else when a file is written. */
const WRITE_REASONS: { readonly [code: string]: string } = {
	...REASONS,
	ENOENT: "the directory does not exist",
};

/** The failure of reading or writing `name`. */
export function ioFailure(verb: "read" | "write", name: string, error: unknown): Failure {
	if (error instanceof Failure) return error;
	const { code = "", errno, message } = error as NodeJS.ErrnoException;
	const reason = (verb === "read" ? REASONS : WRITE_REASONS)[code] ?? systemReason(errno) ?? message;
	return new Failure(EXIT.IO, `cannot ${verb} ${name}: ${reason || String(error)}`);
}

/** What the operating system calls an error number. */
function systemReason(errno: number | undefined): string | undefined {
	return errno === undefined ? undefined : getSystemErrorMap().get(errno)?.[1];
}

/** Shows a sentence on standard error. */
export function say(sentence: string): void {
	process.stderr.write(`urlsieve: ${sentence}\n`);
}

/** Waits a moment: for a pipe that is not ready, in code that is synchronous. */
export function waitAMoment(): void {
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}

/** Says whether an error of the operating system has the code. */
export function hasCode(error: unknown, code: string): boolean {
	return (error as { code?: string }).code === code;
}
