/** Runs of `normalize`, `resolve` and `dedupe` on tables. Loaded when one is asked for: it has a kernel of its own. */
import type { CrawlWorkspace } from "../../crawl/crawl-kernel";
import { type BeginLines, omittingPlain, outputEndOf, type RowReject } from "../../datasets/table-feed";
import type { TableSettings } from "../../datasets/table-options";
import { Ordinals } from "../../engine/ordinals";
import type { Keys } from "../../keys/keys";
import { addBatch, type Seen } from "../../lines/line-sieve";
import { LineFeed, type LineSettings } from "../../lines/lines";
import type { LineArguments } from "../arguments";
import { withScheme } from "../input/bare-host";
import { decimal } from "../output/decimal";
import { Audit, type MergeLog } from "../seen/audit";
import { Classes } from "../seen/classes";
import { newSeen, type SeenFile } from "../seen/seen-file";
import type { ClassOptions } from "./dedupe-classes";
import type { ReportFile } from "./dedupe-report";
import type { LineRun } from "./line-command";
import { loadCrawl } from "./rules";
import { type CliTable, columnNamed } from "./table";
import { Tables } from "./tables";

const encoder = new TextEncoder();

/** Writes a table with normal forms in its column. `rules`: those of a profile or a policy. Throws Failure. */
export async function normalizeTables(
	command: string,
	args: LineArguments,
	table: CliTable,
	run: LineRun,
	rules: LineSettings | undefined,
) {
	if (table.container !== undefined) {
		const { normalizeColumns } = await import("./columnar-command");
		return normalizeColumns(command, args, table, run, rules);
	}
	const settings: TableSettings<LineSettings> = { ...table, settings: rules ?? table.settings };
	const forms = rules ?? omittingPlain(table.settings);
	const begin = await normalizing(args, forms, table.keys, run);
	const tables = new Tables({ command, files: args.files, settings, begin, ...resultsOf(run, table) });
	await run.feedTables(tables);
	const { rows, empty } = tables.counts;
	run.finish({ rows, column: table.column, empty });
}

/** Normalizes values by these rules. Splits them into forms and keys if there is a column for keys. */
export async function normalizing(
	args: LineArguments,
	rules: LineSettings,
	keys: string | undefined,
	run: LineRun,
): Promise<BeginLines> {
	const split = keys === undefined ? undefined : (await loadCrawl()).splitForms;
	return (take) => {
		const feed = new LineFeed(run.workspace, rules, (batch) => {
			if (split === undefined) return take(batch);
			const workspace = batch.workspace as CrawlWorkspace;
			const { fetchEnd, keyEnd } = split(batch, workspace);
			take({ ...batch, outputEnd: fetchEnd }, undefined, workspace.kernel.octets.subarray(workspace.result, keyEnd));
		});
		return completing(feed, args);
	};
}

/** What `dedupe` needs for tables besides its run. */
export interface DedupeTask {
	readonly args: LineArguments;
	readonly table: CliTable;
	readonly byClass: ClassOptions | undefined;
	/** The directory of --temp. */
	readonly temp: string | undefined;
	readonly keys: Keys;
	readonly log: MergeLog | undefined;
	readonly report: ReportFile | undefined;
}

/** Normalizes values, and adds them to a set. */
export async function deduping(
	{ args, table, keys }: Pick<DedupeTask, "args" | "table" | "keys">,
	run: LineRun,
	seen: Seen,
	audit: Audit | undefined,
): Promise<BeginLines> {
	const keysOf = table.keys === undefined ? undefined : (await loadCrawl()).keysOf;
	return (take, rowOf) => {
		const feed = new LineFeed(run.workspace, keys.settings, (batch) => {
			const keyLines = keysOf?.(batch, batch.workspace as CrawlWorkspace);
			const marks = addBatch(seen, batch, batch.workspace);
			audit?.add({ ...batch, marks }, (record) => rowOf(batch.linesBefore + record + 1));
			take({ ...batch, outputEnd: outputEndOf(batch) }, marks, keyLines);
		});
		return completing(feed, args);
	};
}

/** Writes the row that stays of each class of equivalent references. `file`: that of --seen. Throws Failure. */
export async function dedupeTables(task: DedupeTask, run: LineRun, file?: SeenFile) {
	const { args, table, byClass, temp, keys, log, report } = task;
	if (table.container !== undefined) {
		const { dedupeColumns } = await import("./columnar-command");
		return dedupeColumns(task, run, file);
	}
	const settings = { ...(byClass === undefined ? table : withClasses(table, byClass)), settings: keys.settings };
	// Only a set with ordinals can identify classes, and the row that it kept.
	const ordinals = byClass || log ? new Ordinals() : undefined;
	const seen = file === undefined ? newSeen(keys, ordinals) : await file.read(keys, ordinals);
	const audit = log && new Audit(log, seen.tables.count, keys.settings.engine, temp);
	const begin = await deduping(task, run, seen, audit);
	const classes = byClass && new Classes(byClass.keep, temp);
	const results = resultsOf(run, table, report);
	const takeRow = classes?.add.bind(classes);
	const tables = new Tables({ command: "dedupe", files: args.files, settings, begin, takeRow, ...results });
	await run.feedTables(tables, () => tables.counts.unique);
	audit?.end();
	classes?.forEach((octets, count, tail) => {
		for (const part of withCount(octets, count, tail, settings)) run.results.output.writeLater(part);
	});
	file?.stage(keys, seen);
	const { rows, unique, duplicates, empty } = tables.counts;
	const counts = { rows, unique, duplicates, empty, ...(log && { merges: log.merges }) };
	report?.write({ ...counts, rejects: run.results.rejected, merges: log?.merges ?? {} });
	run.finish({ ...counts, column: table.column }, file);
}

/** Where rows and rejects go. A reject has the number of its row, the octet in the reference, code, column, and the reference. */
export function resultsOf({ results }: LineRun, { column }: TableSettings<LineSettings>, report?: ReportFile) {
	const name = String(column).replaceAll(/[\t\r\n]/g, " ");
	return {
		write: (octets: Uint8Array) => results.output.write(octets),
		takeReject: ({ row, code, offset, reference }: RowReject) => {
			++results.rejected;
			results.writeReject([row, offset, code, name], reference);
			report?.addReject(code, row, reference);
		},
	};
}

/** The feed of values, which get the scheme of --default-scheme. */
export function completing(feed: LineFeed, { scheme }: LineArguments): ReturnType<BeginLines> {
	if (scheme === undefined) return feed;
	return {
		push: (lines) => feed.push(withScheme(lines, `${scheme}://`)),
		goOn: (lines, isFirst) => feed.goOn(lines, isFirst),
	};
}

/** The settings for rows that are passed on one by one. */
export function withClasses<Rules extends LineSettings>(
	settings: TableSettings<Rules>,
	{ keep, countInto }: ClassOptions,
): TableSettings<Rules> {
	const by = keep.column === undefined ? undefined : columnNamed(keep.column, settings.delimiter === 0);
	return { ...settings, counts: countInto, by };
}

/** A row with the size of its class in the new column, which a row of CSV without a class has empty. */
export function withCount(
	octets: Uint8Array,
	count: number | undefined,
	tail: number | undefined,
	table: TableSettings<LineSettings>,
): Uint8Array[] {
	const isJson = table.delimiter === 0;
	const isBlank = tail === octets.length;
	if (table.counts === undefined || tail === undefined || isBlank || (isJson && count === undefined)) return [octets];
	const prefix = isJson ? encoder.encode(`,${JSON.stringify(table.counts)}:`) : Uint8Array.of(table.delimiter);
	const place = octets.length - tail;
	return [octets.subarray(0, place), prefix, ...(count === undefined ? [] : [decimal(count)]), octets.subarray(place)];
}
