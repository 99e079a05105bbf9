/** Tables that a library reads, column by column. Loaded on demand. */

import { Write } from "../../assembly/tables/layout";
import { usageFailure } from "../failure";
import type { ColumnTable, OtherColumnTask, TakeRows } from "../tables/columnar/column-table";
import { openColumns } from "../tables/columnar/open-columns";
import { ValueRows } from "../tables/columnar/value-rows";
import { columnField, columnLabel, type FileTable, hasStandardInput, type OtherColumn } from "../tables/text/table-options";
import type { RowReject } from "../tables/text/table-sink";
import { shownText } from "../text/shown-text";
import type { Each, Opening, Source, SourceCounts } from "./source";
import { otherColumnOf, valueRulesOf } from "./value-forms";

/** Throws Failure for what needs one value of each row. `compares`: whether rows are compared. */
function refuseForLists({ command, column, into, keys, parts, write, others = [] }: FileTable, compares: boolean): void {
	const refuse = (sentence: string): never => {
		throw usageFailure(command, shownText(sentence));
	};
	const has = `the column "${column}" has lists`;
	if (others.length > 0) refuse(`${has}, which are normalized by themselves: run the command once for each column`);
	if (compares)
		refuse(`rows are compared by one value each, and ${has}: make a row of each element, as unnest(${column}) of DuckDB does`);
	if (into !== undefined || keys !== undefined || parts !== undefined)
		refuse(`a new column has one value in a row, and ${has}: without new columns, their elements are replaced in place`);
	if ((write & Write.DROP_INVALID) !== 0)
		refuse(`--invalid drop would drop rows for one of their values: ${has}; keep, blank and fail are for them`);
}

export class ColumnSource implements Source {
	readonly #opening: Opening;
	readonly #table: FileTable;
	readonly #columns: ColumnTable;
	/** The rows of this reading. */
	#rows: ValueRows | undefined;

	private constructor(opening: Opening, table: FileTable, columns: ColumnTable) {
		this.#opening = opening;
		this.#table = table;
		this.#columns = columns;
		opening.reader.pace.countRows();
	}

	/** Throws Failure. */
	static async open(opening: Opening, table: FileTable): Promise<ColumnSource> {
		if (opening.isReadTwice && hasStandardInput(table))
			throw usageFailure(table.command, "--keep, --count-into and --memory read Arrow twice: pass files, not standard input");
		return new ColumnSource(opening, table, await openColumns(table));
	}

	get counts(): SourceCounts {
		return { ...this.#rows?.counts };
	}

	async each(task: Each): Promise<void> {
		const { reader, sink, counts, by } = this.#opening;
		const { pass, unique, writes = true, step } = task;
		if (unique !== undefined) reader.pace.showUnique(unique);
		if (pass !== undefined) reader.beginPass(pass);
		const [columns, table] = [this.#columns, this.#table];
		if (columns.hasLists(table.column)) refuseForLists(table, step !== undefined);
		const rows = this.#open(task);
		this.#rows = rows;
		await reader.pace.showShare(async (show) => {
			const take: TakeRows = (values, others) => {
				const fates = rows.takeValues(values, others);
				show(rows.counts.rows, columns.share(rows.counts.rows));
				return fates;
			};
			if (!writes) return columns.read({ ...table, by }, take);
			const joins = pass === "writing" ? undefined : table.joins;
			const others = table.others?.map((other) => this.#openOther(other));
			await columns.write({ ...table, others, counts, joins, keepsAll: step === undefined && !rows.drops }, sink.output, take);
		});
	}

	/** Their values are only read where rows are written. */
	#openOther(other: OtherColumn): OtherColumnTask {
		const { reader, sink } = this.#opening;
		const reject = (row: RowReject) => sink.rejectOther(row, columnField(other));
		const { rules } = otherColumnOf(reader, this.#table, other);
		const label = columnLabel(this.#table, other.column);
		const rows = new ValueRows(rules, { packs: this.#columns.packsForms, write: 0, label }, reject);
		return { ...other, take: (values) => rows.takeValues(values) };
	}

	#open(task: Each): ValueRows {
		const { reader, sink } = this.#opening;
		const { writes = true, pass } = task;
		const column = columnField(this.#table);
		// The first reading has listed the rejects.
		const reject = pass === "writing" ? undefined : (row: RowReject) => sink.reject(row, column);
		const { write, column: name } = this.#table;
		const shape = { packs: writes && this.#columns.packsForms, write, label: columnLabel(this.#table, name) };
		return new ValueRows(valueRulesOf(reader, this.#table, task), shape, reject);
	}
}
