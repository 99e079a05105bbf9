/** `dedupe` in passes of tables that a library reads: the rows that stay are written while they are read again. */
import type { BeginLines } from "../../datasets/table-feed";
import type { LineFeed, LineSettings } from "../../lines/lines";
import type { ColumnTable } from "../columnar/column-table";
import { ValueRows } from "../columnar/value-rows";
import type { PassRows } from "../passes/row-marks";
import type { PassName } from "../passes/three-passes";
import { choosing, dropsInvalid, openColumns, refuseStandardInput } from "./columnar-command";
import type { LineRun } from "./line-command";
import { type DedupeTask, resultsOf } from "./table-command";
import { type KeysOf, marking } from "./table-passes";

export class ColumnsInPasses<Rules extends LineSettings> implements PassRows {
	readonly #task: DedupeTask<Rules>;
	readonly #run: LineRun;
	readonly #keysOf: KeysOf | undefined;
	readonly #columns: ColumnTable;
	/** The rows of this pass. */
	#rows: ValueRows | undefined;
	/** Takes the rejects of a batch of the first pass. */
	take: Parameters<BeginLines>[0] = () => {};

	private constructor(task: DedupeTask<Rules>, run: LineRun, keysOf: KeysOf | undefined, columns: ColumnTable) {
		this.#task = task;
		this.#run = run;
		this.#keysOf = keysOf;
		this.#columns = columns;
	}

	/** Throws Failure. */
	static async open<Rules extends LineSettings>(
		task: DedupeTask<Rules>,
		run: LineRun,
		keysOf: KeysOf | undefined,
	): Promise<ColumnsInPasses<Rules>> {
		const { args, table } = task;
		refuseStandardInput(args);
		return new ColumnsInPasses(task, run, keysOf, await openColumns("dedupe", table.container, args.files));
	}

	get counts(): ValueRows["counts"] {
		return (this.#rows as ValueRows).counts;
	}

	/** The feed of the first pass, which `readAll` drives. */
	reader(feed: LineFeed): LineFeed {
		const { takeReject } = resultsOf(this.#run, this.#task.table, this.#task.report);
		const begin: BeginLines = (take) => {
			this.take = take;
			return feed;
		};
		this.#rows = new ValueRows(begin, feed.workspace, false, takeReject);
		return feed;
	}

	/** The feed of the third pass, which `readAll` drives. The first pass has listed the rejects. */
	writer(workspace: Parameters<PassRows["writer"]>[0], marks: Parameters<PassRows["writer"]>[1]): LineFeed {
		const begin = marking(this.#task.codec.settings, this.#keysOf, workspace, marks);
		let feed!: LineFeed;
		const beginFeed: BeginLines = (take, rowOf) => {
			feed = begin(take, rowOf);
			return feed;
		};
		this.#rows = new ValueRows(beginFeed, workspace, this.#columns.packsForms);
		return feed;
	}

	/** Reads all rows, and in the last pass writes those that stay. `show` takes the share that is done. Throws Failure. */
	async readAll(pass: PassName, show: (rows: number, share: number) => void): Promise<void> {
		const [columns, rows, { table }] = [this.#columns, this.#rows as ValueRows, this.#task];
		const advance = (share: number) => show(rows.counts.rows, share);
		if (pass === "writing") {
			const choose = choosing(rows, dropsInvalid(table), advance, columns);
			return columns.write(table, this.#run.results.output, choose);
		}
		await columns.read(table.column, undefined, (values) => {
			rows.add(values);
			advance(columns.share(rows.counts.rows));
		});
	}
}
