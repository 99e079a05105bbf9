/** Tables in passes: the references of rows take the place of lines. Loaded on demand. */
import type { OctetWriter } from "../../files/output/octet-writer";
import { preparing } from "../../job/value-forms";
import { columnField, type FileTable } from "../../tables/text/file-table";
import type { WrittenRow } from "../../tables/text/table-sink";
import { Tables, type TextTable } from "../../tables/text/tables";
import type { ByClass } from "../classes/class-winners";
import type { PassSink } from "../ends";
import { inPasses } from "../in-passes";
import type { DedupeCounts, DedupeJob } from "../job";
import { passStoreOf } from "../passes/pass-run";
import type { PassRows } from "../passes/row-marks";
import { passesByClass } from "../passes-by-class";
import type { Plan } from "../plan";
import { withClasses, withCount } from "./class-rows";
import { markingValues } from "./value-rules";

/** Writes the row that stays of each class of equivalent references, in the memory of `plan`. Throws Failure or UriError. */
export async function dedupeRowsInPasses(job: DedupeJob, target: FileTable, plan: Plan): Promise<DedupeCounts> {
	const { reader, sink, set } = job;
	const byClass = passesByClass(job.byClass, plan);
	const isLibrary = target.container !== undefined;
	const rows = isLibrary
		? await (await import("./columns-in-passes")).ColumnsInPasses.open(job, target, byClass)
		: new RowsInPasses(job, target, byClass);
	const passSink: PassSink = {
		write: (octets) => sink.output.write(octets),
		// The step of a table lists them, by rows.
		takeRejects: () => {},
		takeMerge: sink.log?.write.bind(sink.log),
	};
	const store = await passStoreOf(set, reader.rules);
	const { tempOctets } = await inPasses(job, plan, { sink: passSink, store, rows, byClass });
	const { rows: count, unique, duplicates, empty, notWeb } = rows.counts;
	const requests = "requests" in rows ? rows.requests : 0;
	const counts = sink.end({ rows: count, unique, duplicates, empty });
	return { ...counts, notWeb, tempOctets: tempOctets + (sink.log?.tempOctets ?? 0), requests };
}

type Marks = Parameters<PassRows["writer"]>[1];

class RowsInPasses implements PassRows {
	readonly isTable = true;
	readonly #job: DedupeJob;
	readonly #column: string;
	readonly #table: TextTable;
	readonly #byClass: ByClass | undefined;
	/** The tables of the first pass, and of the third. */
	#read: Tables | undefined;
	#tables: Tables | undefined;

	constructor(job: DedupeJob, target: FileTable, byClass: ByClass | undefined) {
		const table = { ...target, settings: job.reader.rules.settings };
		this.#job = job;
		this.#column = columnField(target);
		this.#table = job.byClass === undefined ? table : withClasses(table, job.byClass);
		this.#byClass = byClass;
	}

	get counts(): Tables["counts"] {
		return (this.#tables as Tables).counts;
	}

	reader(first: Parameters<PassRows["reader"]>[0]): Tables {
		const values = this.#byClass?.values;
		const { scheme, values: survey } = this.#job.reader;
		this.#read = new Tables(this.#table, first.valueRules(preparing(scheme, survey)), {
			write: undefined,
			takeReject: (reject, place) => this.#job.sink.reject(reject, this.#column, place),
			takeOther: values?.add.bind(values),
		});
		return this.#read;
	}

	get requests(): number {
		return this.#read?.requests ?? 0;
	}

	writer(workspace: Parameters<PassRows["writer"]>[0], marks: Marks): Tables {
		const { output } = this.#job.sink;
		const takeRow = this.#byClass?.counts ? (row: WrittenRow) => this.#writeCounted(row, marks, output) : undefined;
		const rules = markingValues(this.#job.reader, this.#table, workspace, marks);
		this.#tables = new Tables({ ...this.#table, by: undefined, joins: undefined }, rules, {
			write: (octets) => output.write(octets),
			// The first pass has listed the rejects.
			takeReject: () => {},
			takeRow,
		});
		return this.#tables;
	}

	/** Writes a row with the size of its class, if it stays. */
	#writeCounted({ octets, tail, mark, isEmpty }: WrittenRow, marks: Marks, output: OctetWriter): void {
		const size = mark === undefined ? undefined : marks.nextSize();
		const isInClass = size !== undefined && !isEmpty;
		// Nothing is written of a rejected row that is dropped.
		if (octets.length === 0 || (isInClass && size === 0)) return;
		for (const part of withCount(octets, isInClass ? size : undefined, tail, this.#table)) output.writeLater(part);
	}
}
