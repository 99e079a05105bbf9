import type { ByClass } from "../../dedupe/passes/class-winners";
import type { PassSink } from "../../dedupe/passes/ends";
import type { Plan } from "../../dedupe/passes/plan";
import type { PassRows } from "../../dedupe/passes/row-marks";
import type { SeenFile } from "../../dedupe/seen/seen-file";
import type { LineFeed, LineSettings } from "../../lines/lines";
import type { TableSettings } from "../../tables/text/table-options";
import type { BeginLines, WrittenRow } from "../../tables/text/table-sink";
import { passesByClass } from "./dedupe-classes";
import { storeInPasses } from "./dedupe-passes";
import type { LineRun } from "./line-command";
import { type KeysOf, marking } from "./row-marking";
import { loadCrawl } from "./rules";
import { completing, type DedupeTask, resultsOf, withClasses, withCount } from "./table-job";
import { Tables } from "./tables";

/** Writes the first row of each class of equivalent references, in the memory of `plan`. `file`: that of --seen. Throws Failure. */
export async function dedupeTablesInPasses(task: DedupeTask, run: LineRun, plan: Plan, file?: SeenFile): Promise<void> {
	const { table, keys, sink } = task;
	const byClass = passesByClass(task.byClass, plan);
	const keysOf = table.keys === undefined ? undefined : (await loadCrawl()).keysOf;
	const columns = table.container && (await (await import("./columnar-passes")).ColumnsInPasses.open(task, run, keysOf, byClass));
	const rows = columns ?? new RowsInPasses(task, run, keysOf, byClass);
	const passSink: PassSink = {
		write: (octets) => sink.write(octets),
		takeRejects: (batch) => rows.take(batch),
		takeMerge: sink.takeMerge,
	};
	const store = await storeInPasses(file, keys);
	const { tempOctets } = await run.dedupeInPasses(plan, { sink: passSink, store, rows, byClass, library: columns });
	const { rows: count, unique, duplicates, empty } = rows.counts;
	const counts = sink.end({ rows: count, unique, duplicates, empty });
	run.finish({ ...counts, column: table.column }, file, tempOctets + sink.tempOctets);
}

type TableResults = Pick<ConstructorParameters<typeof Tables>[0], "write" | "takeReject" | "takeRow" | "takeOther">;

class RowsInPasses implements PassRows {
	readonly isTable = true;
	readonly #task: DedupeTask;
	readonly #settings: TableSettings<LineSettings>;
	readonly #run: LineRun;
	readonly #keysOf: KeysOf | undefined;
	readonly #byClass: ByClass | undefined;
	/** The tables of the third pass. */
	#tables: Tables | undefined;
	/** Takes the rejects of a batch of the first pass. */
	take: Parameters<BeginLines>[0] = () => {};

	constructor(task: DedupeTask, run: LineRun, keysOf: KeysOf | undefined, byClass: ByClass | undefined) {
		const settings = { ...task.table, settings: task.keys.settings };
		this.#task = task;
		this.#settings = task.byClass === undefined ? settings : withClasses(settings, task.byClass);
		this.#run = run;
		this.#keysOf = keysOf;
		this.#byClass = byClass;
	}

	get counts(): Tables["counts"] {
		return (this.#tables as Tables).counts;
	}

	reader(feed: LineFeed): Tables {
		const { takeReject } = resultsOf(this.#run, this.#settings, this.#task.sink);
		const begin: BeginLines = (take) => {
			this.take = take;
			return completing(feed, this.#task.args);
		};
		const values = this.#byClass?.values;
		return this.#tablesOf(begin, { write: undefined, takeReject, takeOther: values?.add.bind(values) }, this.#settings);
	}

	writer(workspace: Parameters<PassRows["writer"]>[0], marks: Parameters<PassRows["writer"]>[1]): Tables {
		const beginFeed = marking(this.#settings.settings, this.#keysOf, workspace, marks);
		const begin: BeginLines = (take, rowOf) => completing(beginFeed(take, rowOf), this.#task.args);
		const { write } = resultsOf(this.#run, this.#settings);
		// The first pass has listed the rejects.
		const takeRow = this.#byClass?.counts ? (row: WrittenRow) => this.#writeCounted(row, marks) : undefined;
		this.#tables = this.#tablesOf(begin, { write, takeReject: () => {}, takeRow }, { ...this.#settings, by: undefined });
		return this.#tables;
	}

	/** Writes a row with the size of its class, if it stays. */
	#writeCounted({ octets, tail, mark, isEmpty }: WrittenRow, marks: Parameters<PassRows["writer"]>[1]): void {
		const size = mark === undefined ? undefined : marks.nextSize();
		const isInClass = size !== undefined && !isEmpty;
		// Nothing is written of a rejected row that is dropped.
		if (octets.length === 0 || (isInClass && size === 0)) return;
		for (const part of withCount(octets, isInClass ? size : undefined, tail, this.#settings))
			this.#run.results.output.writeLater(part);
	}

	#tablesOf(begin: BeginLines, results: TableResults, settings: TableSettings<LineSettings>): Tables {
		const { files } = this.#task.args;
		return new Tables({ command: "dedupe", files, settings, begin, ...results });
	}
}
