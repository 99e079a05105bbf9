/** Tables in a job without a deduper: the references in a column become their normal forms, or their targets. */
import type { MainOutput, Sink } from "../files/output/sink";
import { toResolve } from "../lines/lines";
import { columnField, type FileTable } from "../tables/text/file-table";
import type { TableCounts } from "../tables/text/table-sink";
import { Tables } from "../tables/text/tables";
import { omittingPlain } from "../tables/text/value-rules";
import type { LineReader } from "./line-reader";
import { formsOf } from "./value-forms";

/**
 * Writes a table with the forms of the references in its column or, if it `resolves`, with their targets. Returns the counts. Throws
 * Failure or UrlsieveError.
 */
export async function mapRows(
	reader: LineReader,
	table: FileTable,
	sink: Sink<MainOutput>,
	resolves = false,
): Promise<TableCounts> {
	if (table.container !== undefined) return (await import("./columns")).mapColumns(reader, table, sink, resolves);
	const { rules, scheme } = reader;
	const settings = resolves ? toResolve(rules.settings) : rules.settings;
	// A value that is plain only once it has a scheme differs from that of the row.
	const omitsPlain = rules.haveOneForm && !resolves && scheme === undefined;
	const values = formsOf(reader, table, omitsPlain ? omittingPlain(settings) : settings);
	const column = columnField(table);
	const tables = new Tables({ ...table, settings }, values, {
		write: (octets) => sink.output.write(octets),
		takeReject: (reject, place) => sink.reject(reject, column, place),
	});
	await reader.feedTables(tables);
	return tables.counts;
}
