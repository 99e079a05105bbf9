/** The same of tables that a library reads, column by column. Loaded on demand. */
import type { MainOutput, Sink } from "../files/output/sink";
import { toResolve } from "../lines/lines";
import { choosing, dropsInvalid } from "../tables/columnar/choosing";
import { openColumns } from "../tables/columnar/open-columns";
import { ValueRows } from "../tables/columnar/value-rows";
import { columnField, type FileTable } from "../tables/text/file-table";
import type { TableCounts } from "../tables/text/table-sink";
import type { LineReader } from "./line-reader";
import { formsOf } from "./value-forms";

/** See `mapRows`. */
export async function mapColumns(
	reader: LineReader,
	table: FileTable,
	sink: Sink<MainOutput>,
	resolves = false,
): Promise<TableCounts> {
	const columns = await openColumns(table);
	const { rules } = reader;
	const column = columnField(table);
	const values = formsOf(reader, table, resolves ? toResolve(rules.settings) : rules.settings);
	const rows = new ValueRows(values, columns.packsForms, (reject) => sink.reject(reject, column));
	await reader.readRows(sink.output, (show) => {
		const choose = choosing(rows, dropsInvalid(table), () => show(rows.counts.rows, columns.share(rows.counts.rows)));
		return columns.write({ ...table, keepsAll: !dropsInvalid(table) }, sink.output, choose);
	});
	return rows.counts;
}
