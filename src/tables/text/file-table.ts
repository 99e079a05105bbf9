/** A table in files: the options for reading and writing it, and the library. */
import type { LibraryFormat } from "../../formats";
import type { TableSettings } from "./table-options";

/** Several files as one table. */
export interface FileTable extends TableSettings {
	/** The command that messages name. */
	readonly command: string;
	/** Paths. Undefined and "-" are standard input. */
	readonly files: readonly (string | undefined)[];
	/** The format, if a library reads it. */
	readonly container?: LibraryFormat;
}

/** Whether standard input is among the files. */
export function hasStandardInput({ files }: Pick<FileTable, "files">): boolean {
	return files.some((file) => file === undefined || file === "-");
}

/** The column as a field of the file of rejects. */
export function columnField({ column }: Pick<FileTable, "column">): string {
	return String(column).replaceAll(/[\t\r\n]/g, " ");
}

/** The column that an option names. A text of digits is its number, except in JSON, where it is a key. */
export function columnNamed(text: string, isJson = false): string | number {
	return !isJson && /^[0-9]+$/.test(text) ? Number(text) : text;
}
