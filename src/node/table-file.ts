/** Tables in files that a library reads, Parquet and Arrow: docs/guide/tables.md. */
import type { MergeLog } from "../dedupe/audit";
import { dedupe } from "../dedupe/dedupe";
import type { DedupeCounts, DedupeSink } from "../dedupe/job";
import { Inputs } from "../files/input/inputs";
import { type MainOutput, Sink } from "../files/output/sink";
import { LIBRARY_FORMATS, type LibraryFormat } from "../formats";
import { checkNames, choose, inputError } from "../input";
import { LineRules } from "../job/line-rules";
import { mapReferences } from "../job/open-source";
import { Reader } from "../job/reader";
import { CoreRules } from "../rules/core-rules";
import type { FileTable } from "../tables/text/table-options";
import { givenJoins, resolveTableOptions, type TableOptions, type TableSettings } from "../tables/text/table-options";
import type { RowReject, TableCounts } from "../tables/text/table-sink";
import type { DedupeTableOptions } from "../tables/text/table-stream";
import { FileRun, pathsOf } from "./file-run";
import { ReportingPace } from "./reporting-pace";
import { RULE_NAMES } from "./rules";

/** The progress of a run. */
export interface TableFileProgress {
	/** Number of rows so far. */
	readonly rows: number;
	/** The part of all rows, from 0 to 1. */
	readonly fraction: number;
}

/** Options for reading and writing a table in files. */
export interface TableFileOptions extends Omit<TableOptions, "format" | "column" | "delimiter" | "header" | "print"> {
	/** `"parquet"` needs the package `@duckdb/node-api`, and `"arrow"` the package `apache-arrow`: loaded only when they are named. */
	readonly format: LibraryFormat;
	/** The column of references: its name, or its number from 1. */
	readonly column: string | number;
	/** Receives each row whose reference has no normal form. */
	readonly onReject?: ((reject: RowReject) => void) | undefined;
	/** Called after each batch of rows. An error that it throws ends the run. */
	readonly onProgress?: ((progress: TableFileProgress) => void) | undefined;
	/** Ends the run with its reason. */
	readonly signal?: AbortSignal | undefined;
}

/** Options of `dedupeTableFile`. */
export interface DedupeTableFileOptions extends TableFileOptions, Pick<TableOptions, "print">, Pick<DedupeTableOptions, "by"> {}

const NAMES = [...RULE_NAMES, "format", "column", "into", "parts", "publicSuffix", "onReject", "onProgress", "signal"] as const;
const FORMATS = Object.fromEntries(LIBRARY_FORMATS.map((name) => [name, true]));

/**
 * Writes the tables of `sources`, which have the same columns, to the file `target` as one, with the normal form of the references in a
 * column. All other columns keep their values, and rows their order. The target is replaced once it is complete; if the run fails, it
 * stays as it was.
 *
 * A row without a reference (null, an empty text, white space) stays as it is and counts as `empty`.
 *
 * Throws FileError if a file cannot be read or written or has changed meanwhile, OptionError `invalid-option`, also for a missing column or
 * package, `invalid-input`, and under `invalid: "fail"` the error of the first invalid reference, whose `line` is the number of its row.
 */
export async function normalizeTableFile(
	sources: string | readonly string[],
	target: string,
	options: TableFileOptions,
): Promise<TableCounts> {
	checkNames(options, ...NAMES);
	return writeTable(sources, target, options, async (job) => countsOf(await mapReferences(job), job.sink.rejected));
}

/**
 * Writes the first row of each class of equivalent references, in order, with its reference in normal form. The set is in memory: 19 to
 * 38 octets for each class. Otherwise like `normalizeTableFile`, and SetError `set-full`.
 */
export async function dedupeTableFile(
	sources: string | readonly string[],
	target: string,
	options: DedupeTableFileOptions,
): Promise<TableCounts> {
	checkNames(options, ...NAMES, "print", "by");
	return writeTable(sources, target, options, async ({ reader, table, sink }) => {
		const way = { route: "memory", plan: undefined } as const;
		const isOriginal = options.print === "original";
		const counts = await dedupe({ reader, way, sink, isOriginal, table });
		return countsOf(counts, sink.rejected);
	});
}

function countsOf(
	{ rows = 0, values, unique = 0, duplicates = 0, empty = 0 }: Partial<DedupeCounts>,
	rejects: number,
): TableCounts {
	return { rows, ...(values !== undefined && { values }), unique, duplicates, rejects, empty };
}

/** Throws OptionError. */
function settingsOf(options: DedupeTableFileOptions): TableSettings {
	const { format, by, onReject: _, onProgress: __, signal: ___, ...others } = options;
	choose("format", format, FORMATS);
	// The options for tables that a library reads are checked as for CSV.
	const settings = resolveTableOptions({ ...others, format: "csv" });
	return { ...settings, joins: givenJoins(by, settings) };
}

/** The objects of a job over a table. */
interface TableJob {
	readonly reader: Reader;
	readonly table: FileTable;
	readonly sink: DedupeSink;
}

/** Passes rejects to a function of the caller. */
class CallingSink extends Sink<MainOutput, MergeLog> {
	readonly #take: TableFileOptions["onReject"];

	constructor(output: MainOutput, take: TableFileOptions["onReject"]) {
		super(output, undefined);
		this.#take = take;
	}

	override reject(row: RowReject, column: string): void {
		super.reject(row, column);
		this.#take?.(row);
	}
}

async function writeTable(
	sources: string | readonly string[],
	target: string,
	options: TableFileOptions,
	write: (job: TableJob) => Promise<TableCounts>,
): Promise<TableCounts> {
	const { format: container, onReject, onProgress, signal } = options;
	const settings = settingsOf(options);
	// "-" is a file here, and not standard input.
	const files = pathsOf(sources).map((path) => (path === "-" ? "./-" : path));
	if (typeof target !== "string") throw inputError(target, "target", "a path");
	signal?.throwIfAborted();
	return FileRun.complete(async (run) => {
		const watched = run.watchInputs(files);
		const sink = new CallingSink(run.openTarget(target, { format: container }), onReject);
		const pace = new ReportingPace((_, fraction, rows) => {
			signal?.throwIfAborted();
			onProgress?.({ rows, fraction });
		});
		const rules = new LineRules(new CoreRules(settings.settings), "fetch");
		const reader = new Reader({ inputs: new Inputs({ files: [] }), watched, threads: 1 }, rules, pace);
		const table = { ...settings, command: "normalize", files, container };
		const counts = await write({ reader, table, sink });
		sink.flush();
		return counts;
	});
}
