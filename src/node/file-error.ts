/** The errors of files. */

import { FileError, OptionError } from "../errors";
import { Failure, FileFailure, UsageFailure } from "../failure";
import { ChangedFailure } from "../files/input/watched-file";

/** Converts a failure of the rooms that the command line shares. Returns all other errors as they are. */
export function asFileError(error: unknown): unknown {
	if (error instanceof UsageFailure) return new OptionError("invalid-option", `${error.sentence}.`);
	if (!(error instanceof Failure)) return error;
	const code = error instanceof ChangedFailure ? "input-changed" : "file-failed";
	// The command line puts its name and a colon before a message.
	const path = error instanceof FileFailure ? error.file : undefined;
	return new FileError(code, `${error.inProgram.replace(/^c(?=annot )/, "C")}.`, path);
}
