/** `dedupe` in passes of tables that a library reads: the rows that stay are written while they are read again. */

import type { ByClass } from "../../dedupe/passes/class-winners";
import type { PassName } from "../../dedupe/passes/plan";
import type { PassRows } from "../../dedupe/passes/row-marks";
import type { LineFeed } from "../../lines/lines";
import { choosing } from "../../tables/columnar/choosing";
import type { ChooseRows, ColumnTable } from "../../tables/columnar/column-table";
import { hasForm, RowFate, ValueRows } from "../../tables/columnar/value-rows";
import type { BeginLines } from "../../tables/text/table-sink";
import { byOf, dropsInvalid, openColumns, refuseStandardInput } from "./columnar-command";
import type { LineRun } from "./line-command";
import { type KeysOf, marking } from "./row-marking";
import type { RowReader } from "./run-readings";
import { completing, type DedupeTask, resultsOf } from "./table-job";

export class ColumnsInPasses implements PassRows, RowReader {
	readonly isTable = true;
	readonly #task: DedupeTask;
	readonly #run: LineRun;
	readonly #keysOf: KeysOf | undefined;
	readonly #columns: ColumnTable;
	readonly #byClass: ByClass | undefined;
	/** The rows of this pass. */
	#rows: ValueRows | undefined;
	/** The marks of the third pass. */
	#marks: Parameters<PassRows["writer"]>[1] | undefined;
	/** Takes the rejects of a batch of the first pass. */
	take: Parameters<BeginLines>[0] = () => {};

	private constructor(
		task: DedupeTask,
		run: LineRun,
		keysOf: KeysOf | undefined,
		byClass: ByClass | undefined,
		columns: ColumnTable,
	) {
		this.#task = task;
		this.#run = run;
		this.#keysOf = keysOf;
		this.#byClass = byClass;
		this.#columns = columns;
	}

	/** Throws Failure. */
	static async open(
		task: DedupeTask,
		run: LineRun,
		keysOf: KeysOf | undefined,
		byClass: ByClass | undefined,
	): Promise<ColumnsInPasses> {
		const { args, table } = task;
		refuseStandardInput(args);
		return new ColumnsInPasses(task, run, keysOf, byClass, await openColumns("dedupe", table.container, args.files));
	}

	get counts(): ValueRows["counts"] {
		return (this.#rows as ValueRows).counts;
	}

	/** The feed of the first pass, which `readAll` drives. */
	reader(feed: LineFeed): LineFeed {
		const { takeReject } = resultsOf(this.#run, this.#task.table, this.#task.sink);
		const begin: BeginLines = (take) => {
			this.take = take;
			return completing(feed, this.#task.args);
		};
		this.#rows = new ValueRows(begin, feed.workspace, false, takeReject);
		return feed;
	}

	/** The feed of the third pass, which `readAll` drives. The first pass has listed the rejects. */
	writer(workspace: Parameters<PassRows["writer"]>[0], marks: Parameters<PassRows["writer"]>[1]): LineFeed {
		const begin = marking(this.#task.keys.settings, this.#keysOf, workspace, marks);
		this.#marks = marks;
		let feed!: LineFeed;
		const beginFeed: BeginLines = (take, rowOf) => {
			feed = begin(take, rowOf);
			return completing(feed, this.#task.args);
		};
		this.#rows = new ValueRows(beginFeed, workspace, this.#columns.packsForms);
		return feed;
	}

	/** Reads all rows, and in the last pass writes those that stay. `show` takes the share that is done. Throws Failure. */
	async readAll(pass: PassName, show: (rows: number, share: number) => void): Promise<void> {
		const [columns, rows, { table, byClass }] = [this.#columns, this.#rows as ValueRows, this.#task];
		const advance = () => show(rows.counts.rows, columns.share(rows.counts.rows));
		if (pass === "writing") {
			const choose = this.#counting(choosing(rows, dropsInvalid(table), advance));
			return columns.write({ ...table, counts: byClass?.countInto }, this.#run.results.output, choose);
		}
		await columns.read(table.column, byClass && byOf(byClass), (values, others) => {
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
