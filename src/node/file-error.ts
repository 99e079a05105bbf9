/** The errors of files. */

import { type FileErrorCode, UriError } from "../errors";
import { Failure, UsageFailure } from "../failure";
import { ChangedFailure } from "../files/input/watched-file";

export type { FileErrorCode };

/** An error about a file. `code` is stable, `message` is one English sentence. */
export class FileError extends UriError {
	override readonly name = "FileError";
	declare readonly code: FileErrorCode;

	constructor(code: FileErrorCode, message: string) {
		super(code, message);
	}
}

/** Converts a failure of the rooms that the command line shares. Returns all other errors as they are. */
export function asFileError(error: unknown): unknown {
	if (error instanceof UsageFailure) return new UriError("invalid-option", `${error.sentence}.`);
	if (error instanceof ChangedFailure) return new FileError("input-changed", sentenceOf(error));
	return error instanceof Failure ? new FileError("file-failed", sentenceOf(error)) : error;
}

/** The command line puts its name and a colon before a message. */
function sentenceOf({ message }: Failure): string {
	return `${message.replace(/^c(?=annot )/, "C")}.`;
}
