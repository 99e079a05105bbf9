/** The errors of files. */

import { FileError, OptionError } from "../errors";
import { Failure, UsageFailure } from "../failure";
import { ChangedFailure } from "../files/input/watched-file";

/** Converts a failure of the rooms that the command line shares. Returns all other errors as they are. */
export function asFileError(error: unknown): unknown {
	if (error instanceof UsageFailure) return new OptionError("invalid-option", `${error.sentence}.`);
	if (error instanceof ChangedFailure) return new FileError("input-changed", sentenceOf(error));
	return error instanceof Failure ? new FileError("file-failed", sentenceOf(error)) : error;
}

/** Advice in messages, on the command line and here. */
const ADVICE: readonly (readonly [string | RegExp, string])[] = [
	["--binary reads it all the same", 'the option "binary" reads it all the same'],
	[/normalize, dedupe, \S+ validate and inspect read it with --format (parquet|arrow) --column NAME/, "dedupeTableFile reads it"],
	[/normalize, dedupe, \S+ validate and inspect read it with --format \S+/, 'dedupeTable of "urlsieve/tables" reads it'],
	[/, which --(?:format|column) .* reads?$/, ', which dedupeTable of "urlsieve/tables" reads'],
	["add --column NAME if the input is a table", 'call dedupeTable of "urlsieve/tables" if the input is a table'],
	[/or pipe the output to (\S+)/, "and compress the file afterwards with $1"],
];

/** The command line puts its name and a colon before a message. */
function sentenceOf({ message }: Failure): string {
	return `${inLibraryTerms(message).replace(/^c(?=annot )/, "C")}.`;
}

/** A message without the options of the command line. */
export function inLibraryTerms(message: string): string {
	return ADVICE.reduce((text, [advice, here]) => text.replace(advice, here), message);
}
