/** `normalize` and `resolve` of a table. */
import type { FileTable } from "../../tables/text/file-table";
import type { LineRun } from "./line-run";

/** Writes the table with the forms of its references, or with their targets: see `mapRows`. Throws Failure or UrlsieveError. */
export async function mapTable(run: LineRun, table: FileTable, resolves = false): Promise<void> {
	const { column } = table;
	// Tables have a kernel of their own: it is loaded on demand.
	const { mapRows } = await import("../../job/rows");
	const { rows, empty, notWeb } = await mapRows(run.reader, table, run.sink, resolves);
	run.finish({ rows, column, empty, notWeb });
}
