/** Tables that a library reads, for commands that process text. Loaded when one is asked for. */
import type { LineArguments } from "../arguments";
import type { CliTable } from "./cli-table";
import { openColumns } from "./columnar-command";
import { type TakeRow, takeReferences } from "./table-text";

/**
 * Calls `take` for each row with a reference, in order, and `show` with the number of rows so far and the share of all files.
 * Returns the counts. Throws Failure, or what they throw.
 */
export async function readReferences(
	command: string,
	table: CliTable,
	files: LineArguments["files"],
	take: (...row: Parameters<TakeRow>) => void,
	show: (rows: number, share: number) => void,
): Promise<{ rows: number; empty: number }> {
	const columns = await openColumns(command, table.container, files, false);
	let [rows, empty] = [0, 0];
	await columns.read(table.column, undefined, ({ lines, lacks, rows: count }) => {
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
