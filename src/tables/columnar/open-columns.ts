/** Opens tables that a library reads. Libraries are loaded when they are needed, and only then. */
import type { LibraryFormat } from "../../formats";
import type { FileTable } from "../text/table-options";
import type { ColumnTable } from "./column-table";

/** Opens files as one table. `isCopied`: whether the other columns are written. Throws Failure. */
type Open = (command: string, files: FileTable["files"], isCopied: boolean, isPartitioned: boolean) => Promise<ColumnTable>;

/** A format that needs files has their paths. */
type Paths = readonly string[];

const OPENERS: { readonly [format in LibraryFormat]: Open } = {
	arrow: async (command, files) => (await import("./arrow")).ArrowTable.open(command, files),
	parquet: async (command, files, ...how) => (await import("./parquet")).ParquetTable.open(command, files as Paths, ...how),
};

/** Opens the table. Throws Failure. Requires: a library reads it. */
export function openColumns(
	{ command, container, files, isPartitioned = false }: Pick<FileTable, "command" | "container" | "files" | "isPartitioned">,
	isCopied = true,
): Promise<ColumnTable> {
	return OPENERS[container as LibraryFormat](command, files, isCopied, isPartitioned);
}
