/** The references of tables that a library reads, as text. Loaded when they are asked for. */
import { openColumns } from "../tables/columnar/open-columns";
import { valuesIn } from "../tables/columnar/value-lists";
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
): Promise<{ rows: number; values: number | undefined; empty: number }> {
	const columns = await openColumns(table, false);
	let [rows, values, empty] = [0, 0, 0];
	await columns.read({ column: table.column }, ({ lines, lacks, rows: count, lists }) => {
		let value = 0;
		let taken = 0;
		const takeNext = (reference: string) => {
			while (lacks[value] === 1) ++value;
			const row = lists === undefined ? value : (lists.owners[value] as number);
			++value;
			++taken;
			take(reference, rows + row + 1, undefined);
		};
		for (const part of lines()) takeReferences(part, takeNext);
		const all = valuesIn(count, lists);
		rows += lists?.rows ?? count;
		values += all;
		empty += all - taken;
		show(rows, columns.share(rows));
	});
	return { rows, values: columns.hasLists(table.column) ? values : undefined, empty };
}
