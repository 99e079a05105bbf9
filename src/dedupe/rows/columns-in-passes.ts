/** Tables that a library reads, in passes: the rows that stay are written while they are read again. Loaded on demand. */
import type { PassName, ShowShare } from "../../job/pace";
import { preparing } from "../../job/value-forms";
import type { LineSink } from "../../lines/lines";
import { choosing, dropsInvalid } from "../../tables/columnar/choosing";
import type { ChooseRows, ColumnTable } from "../../tables/columnar/column-table";
import { openColumns } from "../../tables/columnar/open-columns";
import { hasForm, RowFate, ValueRows } from "../../tables/columnar/value-rows";
import { columnField, type FileTable } from "../../tables/text/file-table";
import { byColumnOf } from "../classes/class-choice";
import type { ByClass } from "../classes/class-winners";
import type { DedupeJob } from "../job";
import type { PassRows } from "../passes/row-marks";
import { refuseStandardInput } from "./columns-in-memory";
import { markingValues } from "./value-rules";

export class ColumnsInPasses implements PassRows {
	readonly isTable = true;
	readonly #job: DedupeJob;
	readonly #table: FileTable;
	readonly #columns: ColumnTable;
	readonly #byClass: ByClass | undefined;
	/** The rows of this pass. */
	#rows: ValueRows | undefined;
	/** The marks of the third pass. */
	#marks: Parameters<PassRows["writer"]>[1] | undefined;

	private constructor(job: DedupeJob, table: FileTable, byClass: ByClass | undefined, columns: ColumnTable) {
		this.#job = job;
		this.#table = table;
		this.#byClass = byClass;
		this.#columns = columns;
	}

	/** Throws Failure. */
	static async open(job: DedupeJob, table: FileTable, byClass: ByClass | undefined): Promise<ColumnsInPasses> {
		refuseStandardInput(table);
		return new ColumnsInPasses(job, table, byClass, await openColumns(table));
	}

	get counts(): ValueRows["counts"] {
		return (this.#rows as ValueRows).counts;
	}

	/** Begins the first pass, which `readAll` drives. */
	reader(first: Parameters<PassRows["reader"]>[0]): LineSink {
		const { scheme, values } = this.#job.reader;
		const column = columnField(this.#table);
		const rules = first.valueRules(preparing(scheme, values));
		this.#rows = new ValueRows(rules, false, (reject) => this.#job.sink.reject(reject, column));
		return this.#rows.feed;
	}

	/** Begins the third pass, which `readAll` drives. The first one has listed the rejects. */
	writer(workspace: Parameters<PassRows["writer"]>[0], marks: Parameters<PassRows["writer"]>[1]): LineSink {
		this.#marks = marks;
		const rules = markingValues(this.#job.reader, this.#table, workspace, marks);
		this.#rows = new ValueRows(rules, this.#columns.packsForms);
		return this.#rows.feed;
	}

	/** Reads all rows, and in the last pass writes those that stay. `show` takes the share that is done. Throws Failure. */
	async readAll(pass: PassName, show: ShowShare): Promise<void> {
		const [columns, rows] = [this.#columns, this.#rows as ValueRows];
		const table = this.#table;
		const { byClass, sink } = this.#job;
		const advance = () => show(rows.counts.rows, columns.share(rows.counts.rows));
		if (pass === "writing") {
			const choose = this.#counting(choosing(rows, dropsInvalid(table), advance));
			return columns.write({ ...table, counts: byClass?.countInto, joins: undefined }, sink.output, choose);
		}
		await columns.read({ ...table, by: byClass && byColumnOf(byClass, table) }, (values, others) => {
			const { fates } = rows.add(values);
			this.#takeOthers(fates, others);
			advance();
		});
	}

	/** Takes the values of `min` and `max` of rows that have a reference. */
	#takeOthers(fates: Uint8Array, others: readonly (string | null)[]): void {
		const values = this.#byClass?.values;
		if (values === undefined) return;
		for (const [row, fate] of fates.entries()) {
			const other = others[row] ?? null;
			if (fate !== RowFate.ABSENT) values.add(other === null ? undefined : Buffer.from(other));
		}
	}

	/** Adds the sizes of classes to the rows that are chosen, if they are asked for. */
	#counting(choose: ChooseRows): ChooseRows {
		const marks = this.#marks;
		if (!this.#byClass?.counts || marks === undefined) return choose;
		return (values) => {
			const chosen = choose(values);
			const sizes = new Int32Array(chosen.fates.length);
			for (const [row, fate] of chosen.fates.entries()) {
				if (fate === RowFate.ABSENT || fate === RowFate.REJECTED) continue;
				const size = marks.nextSize();
				if (hasForm(fate)) sizes[row] = size;
			}
			return { ...chosen, sizes };
		};
	}
}
