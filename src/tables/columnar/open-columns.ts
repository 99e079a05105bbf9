/** Opens tables that a library reads. Libraries are loaded when they are needed, and only then. */
import type { FileTable } from "../text/file-table";
import type { ArrowTable } from "./arrow";
import type { ParquetTable } from "./parquet";

/** `isCopied`: whether the other columns are written. Throws Failure. */
export async function openColumns(
	{ command, container, files }: Pick<FileTable, "command" | "container" | "files">,
	isCopied = true,
): Promise<ArrowTable | ParquetTable> {
	if (container === "arrow") return (await import("./arrow")).ArrowTable.open(command, files);
	return (await import("./parquet")).ParquetTable.open(command, files as readonly string[], isCopied);
}
