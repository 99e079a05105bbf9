/** The errors of files. Those of lines and options are a UriError, as elsewhere. */
import { UsageFailure } from "../cli/arguments";
import { Failure } from "../cli/failure";
import { ChangedFailure } from "../cli/input/watched-file";
import { UriError } from "../errors";

/** `input-changed`: an input was not the same when it was read again. `file-failed`: a file cannot be read or written. */
export type FileErrorCode = "file-failed" | "input-changed";

/** An error about a file. `code` is stable, `message` is one English sentence. */
export class FileError extends Error {
	override readonly name = "FileError";
	readonly code: FileErrorCode;

	constructor(code: FileErrorCode, message: string) {
		super(message);
		this.code = code;
	}
}

/** Converts a failure of the rooms that the command line shares. Returns all other errors as they are. */
export function asFileError(error: unknown): unknown {
	if (error instanceof UsageFailure) return new UriError("invalid-option", `${error.sentence}.`);
	if (error instanceof ChangedFailure) return new FileError("input-changed", `${error.message}.`);
	return error instanceof Failure ? new FileError("file-failed", `${error.message}.`) : error;
}
