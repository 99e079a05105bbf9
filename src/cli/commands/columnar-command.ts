/** Runs of `normalize` and `dedupe` on files that a library reads, column by column. Loaded when one is asked for. */
import { Write } from "../../../assembly/tables/layout";
import { Audit } from "../../dedupe/audit/audit";
import { Classes } from "../../dedupe/classes/classes";
import { openRunSet } from "../../dedupe/seen/run-set";
import type { SeenFile } from "../../dedupe/seen/seen-file";
import { NumberList } from "../../engine/number-list";
import { Ordinals } from "../../engine/ordinals";
import { usageFailure } from "../../failure";
import type { LineSettings } from "../../lines/lines";
import { choosing } from "../../tables/columnar/choosing";
import type { ChooseRows, ColumnTable } from "../../tables/columnar/column-table";
import { RowFate, type RowFates, ValueRows } from "../../tables/columnar/value-rows";
import type { LineArguments } from "../arguments";
import { type CliTable, type Container, columnNamed, hasStandardInput } from "./cli-table";
import type { ClassOptions } from "./dedupe-classes";
import type { LineRun } from "./line-command";
import { type DedupeTask, deduping, normalizing, resultsOf } from "./table-job";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The names of the columns, for a message. Throws Failure. */
export async function columnNames(command: string, container: Container, file: string): Promise<string> {
	return (await openColumns(command, container, [file], false)).names;
}

/** Loads what reads this format. `isCopied`: whether the other columns are written. Throws Failure. */
export async function openColumns(
	command: string,
	container: Container | undefined,
	files: LineArguments["files"],
	isCopied = true,
): Promise<ColumnTable> {
	if (container === "arrow") return (await import("../../tables/columnar/arrow")).ArrowTable.open(command, files);
	return (await import("../../tables/columnar/parquet")).ParquetTable.open(command, files as readonly string[], isCopied);
}

/** Writes a table with normal forms in its column. Throws Failure. */
export async function normalizeColumns(
	command: string,
	args: LineArguments,
	table: CliTable,
	run: LineRun,
	rules: LineSettings | undefined,
): Promise<void> {
	const columns = await openColumns(command, table.container, args.files);
	const begin = await normalizing(args, rules ?? table.settings, table.keys, run);
	const rows = new ValueRows(begin, run.workspace, columns.packsForms, resultsOf(run, table).takeReject);
	await run.readRows((advance) => {
		const choose = choosing(rows, dropsInvalid(table), () => advance(rows.counts.rows, columns.share(rows.counts.rows)));
		return columns.write({ ...table, keepsAll: !dropsInvalid(table) }, run.results.output, choose);
	});
	const { rows: count, empty } = rows.counts;
	run.finish({ rows: count, column: table.column, empty });
}

/** Writes the row that stays of each class of equivalent references. `file`: that of --seen. Throws Failure. */
export async function dedupeColumns(task: DedupeTask, run: LineRun, file?: SeenFile): Promise<void> {
	const { args, table, byClass, temp, keys, sink } = task;
	const { log } = sink;
	if (byClass !== undefined) refuseStandardInput(args);
	const columns = await openColumns("dedupe", table.container, args.files);
	// Only a set with ordinals can identify classes, and the row that it kept.
	const ordinals = byClass || log ? new Ordinals() : undefined;
	const { seen, earlier, stage } = await openRunSet(file, keys, ordinals);
	const audit = log && new Audit(log, earlier, keys.settings.engine, temp);
	const { workspace } = run;
	const { takeReject } = resultsOf(run, table, sink);
	const rows = new ValueRows(await deduping(task, run, seen, audit), workspace, columns.packsForms, takeReject);
	const { output } = run.results;
	await run.readRows(
		async (advance) => {
			const show = (share: number) => advance(rows.counts.rows, share);
			const showAll = () => show(columns.share(rows.counts.rows));
			if (byClass === undefined) return columns.write(table, output, choosing(rows, dropsInvalid(table), showAll));
			const kept = new KeptRows(byClass, temp, dropsInvalid(table));
			await columns.read(table.column, byOf(byClass), (values, others) => {
				kept.add(rows.add(values), others);
				show(columns.share(rows.counts.rows) / 2);
			});
			kept.choose();
			// The set has all references now, and finds them again.
			const again = new ValueRows(await deduping(task, run, seen, undefined), workspace, columns.packsForms);
			return columns.write({ ...table, counts: byClass.countInto }, output, (values) => {
				const chosen = kept.find(again.add(values));
				show((1 + columns.share(again.counts.rows)) / 2);
				return chosen;
			});
		},
		() => rows.counts.unique,
	);
	audit?.end();
	stage();
	const { rows: count, unique, duplicates, empty } = rows.counts;
	run.finish({ ...sink.end({ rows: count, unique, duplicates, empty }), column: table.column }, file);
}

/** Throws Failure unless all rows can be read twice. */
export function refuseStandardInput(args: LineArguments): void {
	if (hasStandardInput(args))
		throw usageFailure("dedupe", "--keep, --count-into and --memory read Arrow twice: pass files, not standard input");
}

export function dropsInvalid({ write }: CliTable): boolean {
	return (write & Write.DROP_INVALID) !== 0;
}

/** The column of `min:` and `max:`: its name, or its number. */
export function byOf({ keep }: ClassOptions): string | number | undefined {
	return keep.column === undefined ? undefined : columnNamed(keep.column);
}

/** Which rows stay of their classes, once all have been read. */
class KeptRows {
	readonly #classes: Classes;
	readonly #drops: boolean;
	/** Number of rows that have been added, and that have been found. */
	#added = 0;
	#found = 0;
	/** Numbers of the rows that stay, from 0, in order, and the sizes of their classes; 0 for a row in none. */
	readonly #rows = new NumberList();
	readonly #sizes = new NumberList();
	#next = 0;

	/** Throws Failure. */
	constructor({ keep }: ClassOptions, temp: string | undefined, drops: boolean) {
		this.#classes = new Classes(keep, temp);
		this.#drops = drops;
	}

	/** Adds rows by their references and, for `min` and `max`, by other values. Throws Failure. */
	add({ fates, marks }: RowFates, others: readonly (string | null)[]): void {
		for (const [index, fate] of fates.entries()) {
			const number = this.#added++;
			if (fate === RowFate.REJECTED && this.#drops) continue;
			const other = others[index] ?? null;
			this.#classes.add({
				octets: encoder.encode(String(number)),
				mark: fate === RowFate.ABSENT || fate === RowFate.REJECTED ? undefined : marks[index],
				isEmpty: fate === RowFate.BLANK,
				value: other === null ? undefined : encoder.encode(other),
			});
		}
	}

	/** Chooses. No rows may follow. Throws Failure. */
	choose(): void {
		this.#classes.forEach((octets, size = 0) => {
			this.#rows.push(Number(decoder.decode(octets)));
			this.#sizes.push(size);
		});
	}

	/** Which of the next rows stay, and the sizes of their classes. */
	find(fates: RowFates): ReturnType<ChooseRows> {
		const count = fates.fates.length;
		const [stays, sizes] = [new Uint8Array(count), new Int32Array(count)];
		for (let index = 0; index < count; ++index) {
			if (this.#next === this.#rows.length || this.#rows.at(this.#next) !== this.#found + index) continue;
			stays[index] = 1;
			sizes[index] = this.#sizes.at(this.#next++);
		}
		this.#found += count;
		return { ...fates, stays, sizes };
	}
}
