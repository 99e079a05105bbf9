/** Runs of `normalize` and `dedupe` on tables. Loaded when one is asked for: it has a kernel of its own. */
import { LineRecord } from "../../../assembly/layout";
import { unmark } from "../../../assembly/line-record";
import type { CrawlWorkspace } from "../../crawl/crawl-kernel";
import { TableError } from "../../datasets/table-error";
import { type BeginLines, BYTE_ORDER_MARK, type RowReject, type TableCounts, TableFeed } from "../../datasets/table-feed";
import type { TableSettings } from "../../datasets/table-options";
import { Ordinals } from "../../engine/ordinals";
import { UriError } from "../../errors";
import { withoutLineEnd } from "../../lines/line-end";
import { addBatch } from "../../lines/line-sieve";
import { type Batch, LineFeed, type LineSettings, type LineSink } from "../../lines/lines";
import { type LineArguments, usageFailure } from "../arguments";
import { asFailure, clause, EXIT, Failure } from "../failure";
import { withScheme } from "../input/bare-host";
import { suggestion } from "../nearest";
import { shownText } from "../report/columns";
import { Audit, type MergeLog } from "../seen/audit";
import { Classes } from "../seen/classes";
import { newSeen, type SeenFile, type SetCodec } from "../seen/seen-file";
import type { ClassOptions } from "./dedupe-classes";
import type { ReportFile } from "./dedupe-report";
import type { LineRun } from "./line-command";
import { loadCrawl } from "./rules";

const encoder = new TextEncoder();
/** Errors of options that do not fit the table. */
const OPTION_ERRORS: readonly string[] = ["missing-column", "ambiguous-column", "duplicate-column", "invalid-option"];

/** Writes a table with normal forms in its column. `rules`: those of a profile or a policy. Throws Failure. */
export async function normalizeTables(
	command: string,
	args: LineArguments,
	table: TableSettings,
	run: LineRun,
	rules: LineSettings | undefined,
) {
	const settings: TableSettings<LineSettings> = { ...table, settings: rules ?? table.settings };
	const split = table.keys === undefined ? undefined : (await loadCrawl()).splitForms;
	const begin: BeginLines = (take) => {
		const feed = new LineFeed(run.workspace, settings.settings, (batch) => {
			if (split === undefined) return take(batch);
			const workspace = batch.workspace as CrawlWorkspace;
			const { fetchEnd, keyEnd } = split(batch, workspace);
			take({ ...batch, outputEnd: fetchEnd }, undefined, workspace.kernel.octets.subarray(workspace.result, keyEnd));
		});
		return completing(feed, args);
	};
	const tables = new Tables(command, args, settings, run, begin);
	await run.feedTables(tables);
	const { rows, empty } = tables.counts;
	run.finish({ rows, column: table.column, empty });
}

/** What `dedupeTables` needs besides its run. */
interface DedupeTask<Rules extends LineSettings> {
	readonly args: LineArguments;
	readonly table: TableSettings;
	readonly byClass: ClassOptions | undefined;
	readonly codec: SetCodec<Rules>;
	readonly log: MergeLog | undefined;
	readonly report: ReportFile | undefined;
}

/** Writes the row that stays of each class of equivalent references. `file`: that of --seen. Throws Failure. */
export async function dedupeTables<Rules extends LineSettings>(task: DedupeTask<Rules>, run: LineRun, file?: SeenFile) {
	const { args, table, byClass, codec, log, report } = task;
	const settings = { ...(byClass === undefined ? table : withClasses(table, byClass)), settings: codec.settings };
	// Only a set with ordinals can identify classes, and the row that it kept.
	const ordinals = byClass || log ? new Ordinals() : undefined;
	const seen = file === undefined ? newSeen(codec.settings, ordinals) : await file.read(codec, ordinals);
	const audit = log && new Audit(log, seen.tables.count);
	const keysOf = table.keys === undefined ? undefined : (await loadCrawl()).keysOf;
	const begin: BeginLines = (take, rowOf) => {
		const feed = new LineFeed(run.workspace, codec.settings, (batch) => {
			const keys = keysOf?.(batch, batch.workspace as CrawlWorkspace);
			const marks = addBatch(seen, batch, batch.workspace);
			audit?.add({ ...batch, marks }, (record) => rowOf(batch.linesBefore + record + 1));
			take({ ...batch, outputEnd: outputEndOf(batch) }, marks, keys);
		});
		return completing(feed, args);
	};
	const classes = byClass && new Classes(byClass.keep);
	const tables = new Tables("dedupe", args, settings, run, begin, classes, report);
	await run.feedTables(tables, () => tables.counts.unique);
	classes?.forEach((octets, count, tail) => {
		for (const part of withCount(octets, count, tail, settings)) run.results.output.writeLater(part);
	});
	file?.stage(codec.chunks(seen));
	const { rows, unique, duplicates, empty } = tables.counts;
	const counts = { rows, unique, duplicates, empty, ...(log && { merges: log.merges }) };
	report?.write({ ...counts, rejects: run.results.rejected, merges: log?.merges ?? {} });
	run.finish({ ...counts, column: table.column }, file);
}

/** The end of the output of a batch, of which fingerprints may have left the fetch forms alone. */
function outputEndOf({ workspace, records }: Batch): number {
	if (records === 0) return workspace.output;
	const last = workspace.records + (records - 1) * LineRecord.SIZE + LineRecord.OUTPUT_END;
	return unmark(workspace.kernel.words[last >> 2] as number);
}

/** The feed of values, which get the scheme of --default-scheme. */
function completing(feed: LineFeed, { scheme }: LineArguments): ReturnType<BeginLines> {
	if (scheme === undefined) return feed;
	return {
		push: (lines) => feed.push(withScheme(lines, `${scheme}://`)),
		goOn: (lines, isFirst) => feed.goOn(lines, isFirst),
	};
}

/** The settings for rows that are passed on one by one. */
function withClasses<Rules extends LineSettings>(
	settings: TableSettings<Rules>,
	{ keep, countInto }: ClassOptions,
): TableSettings<Rules> {
	const isNumber = settings.delimiter !== 0 && /^[0-9]+$/.test(keep.column ?? "");
	return { ...settings, counts: countInto, by: isNumber ? Number(keep.column) : keep.column };
}

/** A row with the size of its class in the new column, which a row of CSV without a class has empty. */
function withCount(
	octets: Uint8Array,
	count: number | undefined,
	tail: number | undefined,
	table: TableSettings<LineSettings>,
): Uint8Array[] {
	const isJson = table.delimiter === 0;
	const isBlank = tail === octets.length;
	if (table.counts === undefined || tail === undefined || isBlank || (isJson && count === undefined)) return [octets];
	const prefix = isJson ? `,${JSON.stringify(table.counts)}:` : String.fromCharCode(table.delimiter);
	const place = octets.length - tail;
	return [octets.subarray(0, place), encoder.encode(`${prefix}${count ?? ""}`), octets.subarray(place)];
}

/**
 * Several tables, one after the other, as one: they must have the same header, which is written once. Rows are numbered across all
 * of them.
 */
class Tables implements LineSink {
	readonly #command: string;
	readonly #names: readonly string[];
	readonly #settings: TableSettings<LineSettings>;
	readonly #run: LineRun;
	readonly #begin: BeginLines;
	/** Where rows go that are not written as they come. */
	readonly #classes: Classes | undefined;
	readonly #report: ReportFile | undefined;
	/** The table that is being read. */
	#feed: TableFeed | undefined;
	#tables = 0;
	/** The counts of the tables before. */
	#before: TableCounts = { rows: 0, unique: 0, duplicates: 0, rejects: 0, empty: 0 };
	/** The header of the first table that has one, and whether this one has. */
	#header: Buffer | undefined;
	#hasHeader = false;

	constructor(
		command: string,
		args: LineArguments,
		settings: TableSettings<LineSettings>,
		run: LineRun,
		begin: BeginLines,
		classes?: Classes,
		report?: ReportFile,
	) {
		this.#classes = classes;
		this.#report = report;
		this.#command = command;
		this.#names = args.files.map((path) => (path === undefined || path === "-" ? "standard input" : path));
		this.#settings = settings;
		this.#run = run;
		this.#begin = begin;
	}

	get counts(): TableCounts {
		return this.#feed === undefined ? this.#before : sumOf(this.#before, this.#feed.counts);
	}

	get lines(): number {
		return this.#before.rows + (this.#feed?.lines ?? 0);
	}

	space(): Uint8Array {
		const classes = this.#classes;
		this.#feed ??= new TableFeed(
			this.#settings,
			(take, rowOf) => this.#beginTable(take, (line) => this.#before.rows + rowOf(line)),
			(octets) => this.#take(octets),
			(reject) => this.#reject(reject),
			classes && ((row) => classes.add(row)),
		);
		return this.#feed.space();
	}

	advance(count: number): void {
		this.#attempt(() => this.#feed?.advance(count));
	}

	end(): void {
		this.#attempt(() => this.#feed?.end());
		this.#before = this.counts;
		this.#feed = undefined;
		this.#hasHeader = false;
		++this.#tables;
	}

	/** Writes rows. What comes before the first row is a byte order mark or the header. */
	#take(octets: Uint8Array): void {
		const isHead = this.#feed?.lines === 0;
		if (!isHead || !this.#isKnown(octets)) this.#run.results.output.write(octets);
	}

	#beginTable(...[take, rowOf]: Parameters<BeginLines>): ReturnType<BeginLines> {
		const feed = this.#begin(take, rowOf);
		const push = (lines: Uint8Array) => {
			this.#refuseMixedHeads();
			feed.push(lines);
		};
		return { push, goOn: (lines, isFirst) => feed.goOn(lines, isFirst) };
	}

	/** Throws Failure for rows of a table without a header after one with a header: only files of CDX may have none. */
	#refuseMixedHeads(): void {
		if (this.#header !== undefined && !this.#hasHeader) throw this.#otherHeader();
	}

	/** Whether the head of a table has been written for an earlier one. Throws Failure if its header is another one. */
	#isKnown(head: Uint8Array): boolean {
		if (Buffer.from(BYTE_ORDER_MARK).equals(head)) return this.#tables > 0;
		const header = Buffer.from(withoutLineEnd(head));
		this.#hasHeader = true;
		if (this.#header === undefined && this.#before.rows === 0) {
			this.#header = header;
			return false;
		}
		if (this.#header !== undefined && header.equals(this.#header)) return true;
		throw this.#otherHeader();
	}

	#otherHeader(): Failure {
		const sentence = `its header is not that of ${this.#names[0]}; pass the files one by one`;
		return new Failure(EXIT.IO, `cannot read ${this.#name}: ${sentence}`);
	}

	/** Lists a reject: number of the row, octet of the reference, code, column, reference. */
	#reject({ row, code, offset, reference }: RowReject): void {
		const { results } = this.#run;
		++results.rejected;
		const column = String(this.#settings.column).replaceAll(/[\t\r\n]/g, " ");
		results.writeReject([this.#before.rows + row, offset, code, column], reference);
		this.#report?.addReject(code, this.#before.rows + row, reference);
	}

	get #name(): string {
		return this.#names[this.#tables] as string;
	}

	#attempt(step: () => void): void {
		try {
			step();
		} catch (error) {
			throw this.#failureOf(error);
		}
	}

	/** A table that an option does not fit is a usage error. Rows fail under `--invalid fail` only. */
	#failureOf(error: unknown): unknown {
		if (!(error instanceof TableError || error instanceof UriError)) return error;
		const isOption = OPTION_ERRORS.includes(error.code);
		if (isOption) return usageFailure(this.#command, `${this.#name}: ${this.#sentence(error)}`);
		const row = error instanceof TableError ? error.row : error.line;
		if (row !== undefined) {
			const message = error.message.replace(/^Row \d+/, `Row ${this.#before.rows + row}`);
			return error instanceof TableError ? new Failure(EXIT.NO, clause(message)) : asFailure(new UriError(error.code, message));
		}
		return error instanceof UriError ? error : new Failure(EXIT.IO, `cannot read ${this.#name}: ${this.#sentence(error)}`);
	}

	/** The sentence of an error as a clause, with the nearest name. Names of columns must not act on the terminal. */
	#sentence(error: TableError | UriError): string {
		const names = error instanceof TableError ? (error.columns ?? []) : [];
		const column = error instanceof TableError ? error.column : undefined;
		const close = column === undefined ? "" : suggestion(String(column), names);
		return shownText(clause(error.message) + close);
	}
}

function sumOf(a: TableCounts, b: TableCounts): TableCounts {
	return {
		rows: a.rows + b.rows,
		unique: a.unique + b.unique,
		duplicates: a.duplicates + b.duplicates,
		rejects: a.rejects + b.rejects,
		empty: a.empty + b.empty,
	};
}
