/** Several tables as one. */

import { grouped } from "../../counted";
import { UriError, UrlsieveError } from "../../errors";
import { asFailure, clause, EXIT, Failure, FileFailure, usageFailure } from "../../failure";
import { withoutLineEnd } from "../../lines/line-end";
import { type LineSettings, type LineSink, pushInto } from "../../lines/lines";
import { namedCounts, numberedCounts, sumOfCounts } from "../../lines/rule-counts";
import { type JsonNames, namesFor } from "./json-names";
import { isOfRow, TableError } from "./table-error";
import { BYTE_ORDER_MARK, TableFeed } from "./table-feed";
import { type FileTable, refuseSameColumn, type TableSettings } from "./table-options";
import { sentenceOf } from "./table-sentence";
import type { RowReject, TableCounts, TableSink } from "./table-sink";
import type { ValueRules } from "./value-rules";

/** Errors of options that do not fit the table. */
const OPTION_ERRORS: readonly string[] = ["missing-column", "ambiguous-column", "duplicate-column", "invalid-option"];

/** A table in files, whose values are normalized by these settings. */
export type TextTable = TableSettings<LineSettings> & Pick<FileTable, "command" | "files">;

/** Another column of references, whose values are normalized before a row goes on. */
export interface OtherColumnTask {
	readonly settings: TableSettings<LineSettings>;
	readonly rules: ValueRules;
	/** Takes rejected values. */
	readonly reject?: ((reject: RowReject) => void) | undefined;
}

/** Takes the rows of a table. */
export interface RowTaker {
	/** Takes the written octets. Undefined: rows are only read. */
	readonly write?: ((octets: Uint8Array) => void) | undefined;
	/** Takes a byte order mark and the header in its place. */
	readonly writeHead?: ((octets: Uint8Array) => void) | undefined;
	/** Takes rejects. Rows are numbered across all tables. `place`: where a row that could not be read begins, such as "line 3 of a.csv". */
	readonly reject?: ((reject: RowReject, place: string | undefined) => void) | undefined;
	/** Other columns of references. */
	readonly others?: readonly OtherColumnTask[] | undefined;
	/** Takes the values as lines, in place of rules. `rowOf`: the row of a line. */
	readonly takeLines?: TableSink["takeLines"];
}

/**
 * Several tables, one after the other, as one: they must have the same header, which is written once. Rows are numbered across all
 * of them.
 */
export class Tables implements LineSink, TableSink {
	readonly #table: TextTable;
	readonly #rules: ValueRules | undefined;
	readonly #taker: RowTaker;
	readonly #files: readonly string[];
	/** The table that is being read; and its other columns, with this one at the end: the first one takes the input. */
	#feed: TableFeed | undefined;
	#feeds: readonly TableFeed[] = [];
	#tables = 0;
	/** The counts of the tables before. */
	#before: TableCounts = { rows: 0, unique: 0, duplicates: 0, rejects: 0, empty: 0 };
	/** The header of the first table that has one, and whether this one has. */
	#header: Buffer | undefined;
	#hasHeader = false;
	/** Number of requests with a body in the tables before, if rows are compared. */
	requests = 0;
	/** The columns of JSON, which any of the tables may have. */
	readonly names: JsonNames | undefined;
	readonly #otherNames: readonly (JsonNames | undefined)[];

	/** `rules` normalize the values, unless the taker takes them as they are. */
	constructor(table: TextTable, rules: ValueRules | undefined, taker: RowTaker) {
		this.#table = table;
		this.#rules = rules;
		this.#taker = taker;
		this.names = namesFor(table);
		this.#otherNames = taker.others?.map(({ settings }) => namesFor(settings)) ?? [];
		this.#files = table.files.map((path) => (path === undefined || path === "-" ? "standard input" : path));
	}

	get counts(): TableCounts {
		return this.#feed === undefined ? this.#before : sumOf(this.#before, this.#feed.counts);
	}

	get lines(): number {
		return this.#before.rows + (this.#feed?.lines ?? 0);
	}

	space(): Uint8Array {
		if (this.#feed === undefined) this.#open();
		return (this.#feeds[0] as TableFeed).space();
	}

	/** Begins a table. Rows go through the other columns, one by one. */
	#open(): void {
		const { rows } = this.#before;
		this.#feed = new TableFeed(this.#table, this.#rules, this, rows);
		const feeds = [this.#feed];
		for (const [index, other] of (this.#taker.others ?? []).entries())
			feeds.unshift(this.#openOther(other, feeds[0] as TableFeed, this.#otherNames[index]));
		this.#feeds = feeds;
	}

	/** Rows that cannot be read are left to the next feed. */
	#openOther({ settings, rules, reject }: OtherColumnTask, next: TableFeed, names: JsonNames | undefined): TableFeed {
		const takeReject = (row: RowReject) => {
			if (!isOfRow(row.code)) reject?.(row);
		};
		return new TableFeed(
			settings,
			rules,
			{ write: (octets) => pushInto(next, octets), reject: takeReject, names },
			this.#before.rows,
		);
	}

	get readsOnly(): boolean {
		return this.#taker.write === undefined;
	}

	/** Writes rows. Before the first row come a byte order mark or the header. */
	write(octets: Uint8Array, areRows = false): void {
		if (areRows) this.#taker.write?.(octets);
		else if (!this.#isKnown(octets)) (this.#taker.writeHead ?? this.#taker.write)?.(octets);
	}

	reject(reject: RowReject, line: number | undefined): void {
		this.#taker.reject?.(reject, line === undefined ? undefined : `line ${grouped(line)} of ${this.#name}`);
	}

	/** Throws Failure for rows of a table without a header after one with a header: only files of CDX may have none. */
	beforeValues(): void {
		if (this.#header !== undefined && !this.#hasHeader) throw this.#otherHeader();
		if (this.#feeds.length > 1 && this.#table.delimiter !== 0) this.#refuseSameColumn();
	}

	/** Throws OptionError. Feeds are in the order from the last column to the first. */
	#refuseSameColumn(): void {
		const columns = [this.#table, ...(this.#taker.others ?? []).map(({ settings }) => settings)].map(({ column }) => column);
		refuseSameColumn(columns, (column) => this.#feeds.at(-1 - columns.indexOf(column))?.index);
	}

	takeLines(...given: Parameters<NonNullable<TableSink["takeLines"]>>): void {
		this.#taker.takeLines?.(...given);
	}

	advance(count: number): void {
		this.#attempt(() => this.#feeds[0]?.advance(count));
	}

	end(): void {
		this.#attempt(() => {
			for (const feed of this.#feeds) feed.end();
		});
		this.#before = this.counts;
		this.requests += this.#feed?.requests ?? 0;
		this.#feed = undefined;
		this.#hasHeader = false;
		if (++this.#tables === this.#files.length) this.#refuseMissing();
	}

	/** Throws Failure for a column of JSON that no row has. */
	#refuseMissing(): void {
		try {
			for (const names of [...this.#otherNames, this.names]) names?.refuseMissing();
		} catch (error) {
			throw usageFailure(this.#table.command, `${this.#files.join(", ")}: ${sentenceOf(error as TableError)}`);
		}
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
		const sentence = `its header is not that of ${this.#files[0]}; pass the files one by one`;
		return new FileFailure(this.#name, `cannot read ${this.#name}: ${sentence}`);
	}

	get #name(): string {
		return this.#files[this.#tables] as string;
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
		if (!(error instanceof UrlsieveError)) return error;
		const isOption = OPTION_ERRORS.includes(error.code);
		if (isOption) return usageFailure(this.#table.command, `${this.#name}: ${sentenceOf(error)}`);
		if (!(error instanceof TableError)) return error instanceof UriError && error.line !== undefined ? asFailure(error) : error;
		if (error.row !== undefined) return new Failure(EXIT.NO, clause(error.message));
		return new FileFailure(this.#name, `cannot read ${this.#name}: ${sentenceOf(error)}`);
	}
}

function sumOf(a: TableCounts, b: TableCounts): TableCounts {
	return {
		rows: a.rows + b.rows,
		unique: a.unique + b.unique,
		duplicates: a.duplicates + b.duplicates,
		rejects: a.rejects + b.rejects,
		empty: a.empty + b.empty,
		...((a.values ?? b.values) !== undefined && { values: (a.values ?? 0) + (b.values ?? 0) }),
		...namedCounts(sumOfCounts(numberedCounts(a), numberedCounts(b))),
	};
}
