/** The references of tables that a library reads, as text. Loaded when they are asked for. */
import { openColumns } from "../tables/columnar/open-columns";
import type { FileTable } from "../tables/text/table-options";
import type { ShowShare } from "./pace";
import { type TakeRow, takeReferences } from "./table-references";

/**
 * Calls `take` for each row with a reference, in order, and `show` with the number of rows so far and the share of all files.
 * Returns the counts. Throws Failure, or their errors.
 */
export async function readReferences(
	table: FileTable,
	take: (...row: Parameters<TakeRow>) => void,
	show: ShowShare,
): Promise<{ rows: number; empty: number }> {
	const columns = await openColumns(table, false);
	let [rows, empty] = [0, 0];
	await columns.read({ column: table.column }, ({ lines, lacks, rows: count }) => {
		let row = 0;
		const takeNext = (reference: string) => {
			while (lacks[row] === 1) ++row;
			take(reference, rows + ++row, undefined);
		};
		for (const part of lines()) takeReferences(part, takeNext);
		rows += count;
		empty += lacks.reduce((sum, lack) => sum + lack, 0);
		show(rows, columns.share(rows));
	});
	return { rows, empty };
}
