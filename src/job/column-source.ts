/** Tables that a library reads, column by column. Loaded on demand. */
import { usageFailure } from "../failure";
import { choosing, dropsInvalid } from "../tables/columnar/choosing";
import type { ColumnTable } from "../tables/columnar/column-table";
import { openColumns } from "../tables/columnar/open-columns";
import { ValueRows } from "../tables/columnar/value-rows";
import { columnField, type FileTable, hasStandardInput } from "../tables/text/file-table";
import type { RowReject } from "../tables/text/table-sink";
import type { ShowShare } from "./pace";
import type { Each, Opening, Source, SourceCounts } from "./source";
import { valueRulesOf } from "./value-forms";

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
		const { reader, sink } = this.#opening;
		const { pass, unique, writes = true } = task;
		if (unique !== undefined) reader.pace.showUnique(unique);
		if (pass !== undefined) reader.beginPass(pass);
		const column = columnField(this.#table);
		// The first reading has listed the rejects.
		const reject = pass === "writing" ? undefined : (row: RowReject) => sink.reject(row, column);
		const rows = new ValueRows(valueRulesOf(reader, this.#table, task), writes && this.#columns.packsForms, reject);
		this.#rows = rows;
		await reader.pace.showShare((show) => (writes ? this.#write(task, rows, show) : this.#read(rows, show)));
	}

	async #read(rows: ValueRows, show: ShowShare): Promise<void> {
		const { column, joins } = this.#table;
		await this.#columns.read({ column, joins, by: this.#opening.by }, (values, others) => {
			rows.add(values, others);
			this.#show(rows, show);
		});
	}

	async #write({ step, pass }: Each, rows: ValueRows, show: ShowShare): Promise<void> {
		const { sink, counts } = this.#opening;
		const drops = dropsInvalid(this.#table);
		const joins = pass === "writing" ? undefined : this.#table.joins;
		const settings = { ...this.#table, counts, joins, keepsAll: step === undefined && !drops };
		const choose = choosing(rows, drops, () => this.#show(rows, show));
		await this.#columns.write(settings, sink.output, choose);
	}

	#show(rows: ValueRows, show: ShowShare): void {
		show(rows.counts.rows, this.#columns.share(rows.counts.rows));
	}
}
