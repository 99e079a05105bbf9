/** Tables that a library reads column by column, with the set in memory. Loaded on demand. */
import { Ordinals } from "../../engine/ordinals";
import { usageFailure } from "../../failure";
import type { ShowShare } from "../../job/pace";
import type { Seen } from "../../lines/line-sieve";
import { choosing, dropsInvalid } from "../../tables/columnar/choosing";
import type { ColumnTable } from "../../tables/columnar/column-table";
import { openColumns } from "../../tables/columnar/open-columns";
import { ValueRows } from "../../tables/columnar/value-rows";
import { columnField, type FileTable, hasStandardInput } from "../../tables/text/file-table";
import { Audit } from "../audit";
import { byColumnOf, type ClassChoice } from "../classes/class-choice";
import type { DedupeCounts, DedupeJob } from "../job";
import { openRunSet } from "../seen/run-set";
import { KeptRows } from "./kept-rows";
import { addingValues } from "./value-rules";

/** Writes the row that stays of each class of equivalent references. Throws Failure or UriError. */
export async function dedupeColumnsInMemory(job: DedupeJob, table: FileTable): Promise<DedupeCounts> {
	const { reader, byClass, set, sink, temp } = job;
	const { log } = sink;
	if (byClass !== undefined) refuseStandardInput(table);
	const column = columnField(table);
	const columns = await openColumns(table);
	// Only a set with ordinals can identify classes, and the row that it kept.
	const ordinals = byClass || log ? new Ordinals() : undefined;
	const { seen, earlier, stage } = await openRunSet(set, reader.rules, ordinals);
	const audit = log && new Audit(log, earlier, reader.rules.settings.engine, temp);
	const rules = addingValues(job, table, seen, audit, reader.values);
	const rows = new ValueRows(rules, columns.packsForms, (reject) => sink.reject(reject, column));
	const reading =
		byClass === undefined ? writeFirst(job, table, columns, rows) : writeChosen(job, byClass, table, { columns, rows, seen });
	await reader.readRows(sink.output, reading, () => rows.counts.unique);
	audit?.end();
	stage();
	const { rows: count, unique, duplicates, empty, notWeb } = rows.counts;
	return { ...sink.end({ rows: count, unique, duplicates, empty }), notWeb };
}

/** Writes rows as they are read: the first of each class stays. */
function writeFirst({ sink }: DedupeJob, table: FileTable, columns: ColumnTable, rows: ValueRows) {
	return (show: ShowShare) => {
		const showAll = () => show(rows.counts.rows, columns.share(rows.counts.rows));
		return columns.write(table, sink.output, choosing(rows, dropsInvalid(table), showAll));
	};
}

/** Reads all rows, chooses, and writes them while they are read again. */
function writeChosen(
	job: DedupeJob,
	byClass: ClassChoice,
	table: FileTable,
	{ columns, rows, seen }: { columns: ColumnTable; rows: ValueRows; seen: Seen },
) {
	return async (show: ShowShare) => {
		const kept = new KeptRows(byClass, job.temp, dropsInvalid(table));
		await columns.read({ ...table, by: byColumnOf(byClass, table) }, (values, others) => {
			kept.add(rows.add(values), others);
			show(rows.counts.rows, columns.share(rows.counts.rows) / 2);
		});
		kept.choose();
		// The set has all references now, and finds them again.
		const again = new ValueRows(addingValues(job, table, seen, undefined, undefined), columns.packsForms);
		await columns.write({ ...table, counts: byClass.countInto }, job.sink.output, (values) => {
			const chosen = kept.find(again.add(values));
			show(rows.counts.rows, (1 + columns.share(again.counts.rows)) / 2);
			return chosen;
		});
	};
}

/** Throws Failure unless all rows can be read twice. */
export function refuseStandardInput(table: FileTable): void {
	if (hasStandardInput(table))
		throw usageFailure(table.command, "--keep, --count-into and --memory read Arrow twice: pass files, not standard input");
}
