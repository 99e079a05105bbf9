/** Runs of `normalize` and `dedupe` on tables. Loaded when one is asked for: it has a kernel of its own. */

import { TableError } from "../../datasets/table-error";
import { type BeginLines, BYTE_ORDER_MARK, type RowReject, type TableCounts, TableFeed } from "../../datasets/table-feed";
import { resolveTableOptions, type TableOptions, type TableSettings } from "../../datasets/table-options";
import { Ordinals } from "../../engine/ordinals";
import { UriError } from "../../errors";
import { withoutLineEnd } from "../../lines/line-end";
import { LineSieve, type Seen } from "../../lines/line-sieve";
import { LineFeed, type LineSink } from "../../lines/lines";
import { checked, type LineArguments, usageFailure } from "../arguments";
import { asFailure, clause, EXIT, Failure } from "../failure";
import { withScheme } from "../input/bare-host";
import { suggestion } from "../nearest";
import { shownText } from "../report/columns";
import { Classes } from "../seen/classes";
import { coreCodec, newSeen, type SeenFile } from "../seen/seen-file";
import type { ClassOptions } from "./dedupe-classes";
import type { LineRun } from "./line-command";

const encoder = new TextEncoder();
/** Errors of options that do not fit the table. */
const OPTION_ERRORS: readonly string[] = ["missing-column", "ambiguous-column", "duplicate-column", "invalid-option"];

/** Writes a table with normal forms in its column. Throws Failure. */
export async function normalizeTables(command: string, args: LineArguments, options: TableOptions, open: () => LineRun) {
	const settings = checked(command, () => resolveTableOptions(options));
	const run = open();
	const begin: BeginLines = (take) => completing(new LineFeed(run.workspace, settings.settings, take), args);
	const tables = new Tables(command, args, settings, run, begin);
	await run.feedTables(tables);
	const { rows, empty } = tables.counts;
	run.finish({ rows, column: options.column, empty });
}

/** Writes the row that stays of each class of equivalent references. Opens the set of --seen. Throws Failure. */
export async function dedupeTables(
	command: string,
	args: LineArguments,
	options: TableOptions & { readonly byClass?: ClassOptions | undefined },
	open: () => LineRun,
	openSet: () => Promise<SeenFile | undefined>,
) {
	const { byClass, ...tableOptions } = options;
	const checkedOptions = checked(command, () => resolveTableOptions(tableOptions));
	const settings = byClass === undefined ? checkedOptions : withClasses(checkedOptions, byClass);
	const run = open();
	const file = await openSet();
	const codec = coreCodec(settings.settings);
	// Only a set with ordinals can identify classes.
	const ordinals = byClass && new Ordinals();
	const seen = file === undefined ? newSeen(settings.settings, ordinals) : await file.read(codec, ordinals);
	const used: Seen = { ...seen, settings: settings.settings };
	const begin: BeginLines = (take) => {
		const sieve = new LineSieve(run.workspace, used, "normalized", (batch) => take(batch, batch.marks));
		return completing(sieve.feed, args);
	};
	const classes = byClass && new Classes(byClass.keep);
	const tables = new Tables(command, args, settings, run, begin, classes);
	await run.feedTables(tables, () => tables.counts.unique);
	classes?.forEach((octets, count, tail) => {
		for (const part of withCount(octets, count, tail, settings)) run.results.output.writeLater(part);
	});
	file?.stage(codec.chunks(seen));
	const { rows, unique, duplicates, empty } = tables.counts;
	run.finish({ rows, column: options.column, unique, duplicates, empty }, file);
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
function withClasses(settings: TableSettings, { keep, countInto }: ClassOptions): TableSettings {
	const isNumber = settings.delimiter !== 0 && /^[0-9]+$/.test(keep.column ?? "");
	return { ...settings, counts: countInto, by: isNumber ? Number(keep.column) : keep.column };
}

/** A row with the size of its class in the new column, which a row of CSV without a class has empty. */
function withCount(octets: Uint8Array, count: number | undefined, tail: number | undefined, table: TableSettings): Uint8Array[] {
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
	readonly #settings: TableSettings;
	readonly #run: LineRun;
	readonly #begin: BeginLines;
	/** Where rows go that are not written as they come. */
	readonly #classes: Classes | undefined;
	/** The table that is being read. */
	#feed: TableFeed | undefined;
	#tables = 0;
	/** The counts of the tables before. */
	#before: TableCounts = { rows: 0, unique: 0, duplicates: 0, rejects: 0, empty: 0 };
	/** The header of the first table that has one. */
	#header: Buffer | undefined;

	constructor(command: string, args: LineArguments, settings: TableSettings, run: LineRun, begin: BeginLines, classes?: Classes) {
		this.#classes = classes;
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
			this.#begin,
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
		++this.#tables;
	}

	/** Writes rows. What comes before the first row is a byte order mark or the header. */
	#take(octets: Uint8Array): void {
		const isHead = this.#feed?.lines === 0;
		if (!isHead || !this.#isKnown(octets)) this.#run.results.output.write(octets);
	}

	/** Whether the head of a table has been written for an earlier one. Throws Failure if its header is another one. */
	#isKnown(head: Uint8Array): boolean {
		if (Buffer.from(BYTE_ORDER_MARK).equals(head)) return this.#tables > 0;
		const header = Buffer.from(withoutLineEnd(head));
		if (this.#header === undefined) {
			this.#header = header;
			return false;
		}
		if (header.equals(this.#header)) return true;
		throw new Failure(
			EXIT.IO,
			`cannot read ${this.#name}: its header is not that of ${this.#names[0]}; pass the files one by one`,
		);
	}

	/** Lists a reject: number of the row, octet of the reference, code, column, reference. */
	#reject({ row, code, offset, reference }: RowReject): void {
		const { results } = this.#run;
		++results.rejected;
		const column = String(this.#settings.column).replaceAll(/[\t\r\n]/g, " ");
		results.writeReject([this.#before.rows + row, offset, code, column], reference);
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
