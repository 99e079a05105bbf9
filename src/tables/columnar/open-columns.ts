/** Opens tables that a library reads. Libraries are loaded when they are needed, and only then. */
import type { LibraryFormat } from "../../formats";
import type { FileTable } from "../text/table-options";
import type { ColumnTable } from "./column-table";

/** Opens files as one table. `isCopied`: whether the other columns are written. Throws Failure. */
type Open = (command: string, files: FileTable["files"], isCopied: boolean) => Promise<ColumnTable>;

/** A format that needs files has their paths. */
type Paths = readonly string[];

const OPENERS: { readonly [format in LibraryFormat]: Open } = {
	arrow: async (command, files) => (await import("./arrow")).ArrowTable.open(command, files),
	parquet: async (command, files, isCopied) => (await import("./parquet")).ParquetTable.open(command, files as Paths, isCopied),
};

/** Opens the table. Throws Failure. Requires: a library reads it. */
export function openColumns(
	{ command, container, files }: Pick<FileTable, "command" | "container" | "files">,
	isCopied = true,
): Promise<ColumnTable> {
	return OPENERS[container as LibraryFormat](command, files, isCopied);
}
