/** Tables in files that a library reads, Parquet and Arrow: docs/guide/tables.md. */
import { Write } from "../../assembly/tables/layout";
import { newSeen } from "../dedupe/seen/new-seen";
import { linesWorkspace } from "../engine/shared";
import { readUnchanged } from "../files/input/watched-file";
import { checkNames, choose, inputError } from "../input";
import { CoreKeys } from "../keys/core-keys";
import { choosing } from "../tables/columnar/choosing";
import type { ColumnTable } from "../tables/columnar/column-table";
import { ValueRows } from "../tables/columnar/value-rows";
import { resolveTableOptions, type TableOptions, type TableSettings } from "../tables/text/table-options";
import type { BeginLines, RowReject, TableCounts } from "../tables/text/table-sink";
import { deduping, normalizing, type ValueRules } from "../tables/text/value-feeds";
import { asFileError } from "./file-error";
import { FileRun } from "./file-run";
import { pathsOf } from "./paths";
import { RULE_NAMES } from "./rules";

/** How far a run is. */
export interface TableFileProgress {
	/** Number of rows so far. */
	readonly rows: number;
	/** The part of all rows, from 0 to 1. */
	readonly fraction: number;
}

/** How to read and write a table in files. */
export interface TableFileOptions extends Omit<TableOptions, "format" | "column" | "delimiter" | "header" | "print"> {
	/** `"parquet"` needs the package `@duckdb/node-api`, and `"arrow"` the package `apache-arrow`: loaded only when they are named. */
	readonly format: "parquet" | "arrow";
	/** The column of references: its name, or its number from 1. */
	readonly column: string | number;
	/** Receives each row whose reference has no normal form. */
	readonly onReject?: ((reject: RowReject) => void) | undefined;
	/** Called after each batch of rows. What it throws ends the run. */
	readonly onProgress?: ((progress: TableFileProgress) => void) | undefined;
	/** Ends the run with its reason. */
	readonly signal?: AbortSignal | undefined;
}

/** The same for `dedupeTableFile`. */
export interface DedupeTableFileOptions extends TableFileOptions, Pick<TableOptions, "print"> {}

const NAMES = [...RULE_NAMES, "format", "column", "into", "onReject", "onProgress", "signal"] as const;
const FORMATS = { parquet: true, arrow: true } as const;

/**
 * Writes the tables of `sources`, which have the same columns, to the file `target` as one, with the normal form of the references in a
 * column. All other columns keep their values, and rows their order. The target is replaced once it is complete; if the run fails, it
 * stays as it was.
 *
 * A row without a reference (null, an empty text, white space) stays as it is and counts as `empty`.
 *
 * Throws FileError if a file cannot be read or written or has changed meanwhile, UriError `invalid-option`, also for a missing column or
 * package, `invalid-input`, and under `invalid: "fail"` the error of the first invalid reference, whose `line` is the number of its row.
 */
export async function normalizeTableFile(
	sources: string | readonly string[],
	target: string,
	options: TableFileOptions,
): Promise<TableCounts> {
	checkNames(options, ...NAMES);
	const settings = settingsOf(options);
	const begin = normalizing(rulesOf(settings));
	return writeTable(sources, target, options, { ...settings, keepsAll: options.invalid !== "drop" }, begin);
}

/**
 * Writes the first row of each class of equivalent references, in order, with its reference in normal form. The set is in memory: 19 to
 * 38 octets for each class. Otherwise like `normalizeTableFile`, and UriError `set-full`.
 */
export async function dedupeTableFile(
	sources: string | readonly string[],
	target: string,
	options: DedupeTableFileOptions,
): Promise<TableCounts> {
	checkNames(options, ...NAMES, "print");
	const settings = settingsOf(options);
	const seen = newSeen(new CoreKeys(settings.settings), undefined);
	return writeTable(sources, target, options, settings, deduping(rulesOf(settings), seen));
}

/** Throws UriError. */
function settingsOf(options: DedupeTableFileOptions): TableSettings {
	const { format, onReject: _, onProgress: __, signal: ___, ...others } = options;
	choose("format", format, FORMATS);
	// The options for tables that a library reads are checked as for CSV.
	return resolveTableOptions({ ...others, format: "csv" });
}

function rulesOf(table: TableSettings): ValueRules {
	return { settings: table.settings, workspace: () => workspaceOf(table) };
}

function workspaceOf({ settings }: TableSettings): ReturnType<typeof linesWorkspace> {
	return linesWorkspace(settings.engine);
}

async function writeTable(
	sources: string | readonly string[],
	target: string,
	{ format, onReject, onProgress, signal }: TableFileOptions,
	settings: TableSettings & { readonly keepsAll?: boolean },
	begin: BeginLines,
): Promise<TableCounts> {
	// "-" is a file here, and not standard input.
	const paths = pathsOf(sources).map((path) => (path === "-" ? "./-" : path));
	if (typeof target !== "string") throw inputError(target, "target", "a path");
	signal?.throwIfAborted();
	const run = new FileRun();
	try {
		const watched = run.watchInputs(paths);
		const output = run.openTarget(target);
		const counts = await readUnchanged(watched, { name: target, length: 0, isInPlace: false }, async () => {
			const columns = await openColumns(format, paths);
			const rows = new ValueRows(begin, workspaceOf(settings), columns.packsForms, onReject);
			const show = () => {
				signal?.throwIfAborted();
				onProgress?.({ rows: rows.counts.rows, fraction: columns.share(rows.counts.rows) });
			};
			await columns.write(settings, output, choosing(rows, (settings.write & Write.DROP_INVALID) !== 0, show));
			return rows.counts;
		});
		output.flush();
		run.commit();
		return counts;
	} catch (error) {
		run.discard();
		throw asFileError(error);
	} finally {
		run.close();
	}
}

/** Loads what reads this format. Throws Failure. */
async function openColumns(format: TableFileOptions["format"], paths: readonly string[]): Promise<ColumnTable> {
	if (format === "arrow") return (await import("../tables/columnar/arrow")).ArrowTable.open("normalize", paths);
	return (await import("../tables/columnar/parquet")).ParquetTable.open("normalize", paths, true);
}
