/**
 * The rows of tables as fetches: what each says of a URL, column by column. Files are read one after the other, each once, and may be
 * in several formats.
 */
import { setImmediate } from "node:timers/promises";
import type { Engine } from "../../engine/kernel";
import { UrlsieveError } from "../../errors";
import { EXIT, Failure, usageFailure } from "../../failure";
import { Input, refuseNonLists } from "../../files/input/input";
import { WatchedFile } from "../../files/input/watched-file";
import { type FormatName, formatOf, type LibraryFormat, libraryFormat, type TextFormat } from "../../formats";
import { type Column, type ColumnBatch, columnOf, isBlankColumn } from "../../tables/column-batch";
import { openColumns } from "../../tables/columnar/open-columns";
import { JsonNames } from "../../tables/text/json-names";
import { TableError } from "../../tables/text/table-error";
import { sentenceOf } from "../../tables/text/table-sentence";
import { encoder } from "../../utf8";
import { FetchColumns, type Fetches, type NamedColumns } from "./fetch-columns";
import { type ChosenColumn, TextRows } from "./text-rows";

/** Octets after which the process handles signals: reading files is synchronous. */
const PAUSE_AFTER = 4194304;

/** A file and its format. Undefined is standard input. */
interface RowFile {
	readonly path: string | undefined;
	readonly format: FormatName;
}

/** Options for reading rows. */
export interface RowReading {
	/** The command, for messages. */
	readonly command: string;
	readonly files: readonly RowFile[];
	readonly named: NamedColumns;
	/** The octet between the fields of CSV, and whether its first row has names. */
	readonly delimiter?: number | undefined;
	readonly hasHeader: boolean;
	readonly engine: Engine;
	/** Whether a file is read that does not begin like a table: --binary. */
	readonly isBinary?: boolean | undefined;
}

/** Consecutive fetches. A digest, status, … of no bytes is none. */
export interface FetchBatch extends Fetches<Column> {
	readonly rows: number;
}

/** The counts of a reading so far. */
interface ReadCounts {
	rows: number;
	/** Rows that have no URL, and could be read. */
	empty: number;
	/** Rows that could not be read: they come without a URL. */
	faults: number;
}

/** An open file, and the reader of its rows. */
interface OpenRows {
	readonly size: number;
	/** The file, if it is read as octets. */
	readonly input?: Input;
	batches(): AsyncGenerator<ColumnBatch>;
	readonly columns: FetchColumns;
	close(): void;
}

/** All rows of some files. */
export class FetchRows {
	readonly counts: ReadCounts = { rows: 0, empty: 0, faults: 0 };
	readonly #reading: RowReading;
	readonly #files: OpenRows[] = [];

	/** Opens all files. Throws Failure. */
	constructor(reading: RowReading) {
		this.#reading = reading;
		try {
			for (const file of reading.files) this.#files.push(openRows(reading, file));
		} catch (error) {
			this.close();
			throw error;
		}
	}

	/** The files, with their sizes in octets: 0 if that is unknown. */
	get sizes(): readonly { readonly size: number }[] {
		return this.#files;
	}

	/** Whether another thread can open the same: files by their paths that no library reads. */
	get isOfFiles(): boolean {
		return this.#files.every(({ input }) => input?.isFile === true);
	}

	/** The files that are read as octets. */
	get inputs(): readonly Input[] {
		return this.#files.flatMap(({ input }) => input ?? []);
	}

	/** Octets of the files read so far, before decompression. */
	get position(): number {
		return this.inputs.reduce((sum, { position }) => sum + position, 0);
	}

	/** The rows of all files, in order. Closes them. Throws Failure. */
	async *batches(): AsyncGenerator<FetchBatch> {
		try {
			await refuseNonLists(this.inputs);
			for (const [index, file] of this.#files.entries()) yield* this.#one(file, index);
		} finally {
			this.close();
		}
	}

	close(): void {
		for (const file of this.#files.splice(0)) file.close();
	}

	async *#one(file: OpenRows, index: number): AsyncGenerator<FetchBatch> {
		const lacks = { url: true, digest: true };
		let rows = 0;
		try {
			for await (const batch of file.batches()) {
				const fetches = file.columns.fetches(batch);
				lacks.url &&= isBlankColumn(fetches.url);
				lacks.digest &&= fetches.digests.every(isBlankColumn);
				rows += batch.rows;
				this.counts.rows += batch.rows;
				this.counts.faults += batch.faults;
				this.counts.empty += emptyIn(fetches.url) - batch.faults;
				yield { rows: batch.rows, ...fetches };
			}
			if (rows > 0) refuseBlank(file, lacks.url ? "url" : lacks.digest ? "digest" : undefined);
		} catch (error) {
			throw this.#failureOf(error, index);
		}
	}

	/** A table that an option does not fit is a usage error. */
	#failureOf(error: unknown, index: number): unknown {
		if (!(error instanceof UrlsieveError)) return error;
		const { command, files } = this.#reading;
		const path = files[index]?.path;
		const name = path === undefined || path === "-" ? "standard input" : path;
		const isOption = OPTION_ERRORS.includes(error.code);
		if (isOption) return usageFailure(command, `${name}: ${sentenceOf(error)}`);
		return error instanceof TableError ? new Failure(EXIT.IO, `cannot read ${name}: ${sentenceOf(error)}`) : error;
	}
}

function emptyIn({ ends }: Column): number {
	let count = 0;
	for (let row = 0, start = 0; row < ends.length; start = ends[row++] as number) if (ends[row] === start) ++count;
	return count;
}

const OPTION_ERRORS: readonly string[] = ["missing-column", "ambiguous-column", "invalid-option"];

function openRows(reading: RowReading, file: RowFile): OpenRows {
	const columns = new FetchColumns(file.format, reading.named);
	const library = libraryFormat(file.format);
	if (library !== undefined) return openLibrary(reading.command, file.path, library, columns);
	const input = new Input(file.path, { format: file.format, isBinary: reading.isBinary });
	const { delimiter, hasHeader, engine } = reading;
	const settings = {
		format: file.format as TextFormat,
		delimiter: delimiter !== undefined && isDelimited(file.format) ? delimiter : delimiterOf(file.format),
		hasHeader,
		engine,
		choose: (names: readonly string[] | undefined) => columns.choose(names),
	};
	return {
		size: input.size,
		input,
		columns,
		close: () => input.close(),
		batches: () => textBatches(input, (take) => new TextRows(settings, take)),
	};
}

/** The octet between two fields of text. */
function delimiterOf(format: FormatName): number {
	return formatOf(format)?.delimiter?.charCodeAt(0) ?? 0;
}

/** Whether the option --delimiter is for a format. */
function isDelimited(format: FormatName): boolean {
	return delimiterOf(format) > 0 && !formatOf(format)?.refuses?.includes("delimiter");
}

async function* textBatches(input: Input, begin: (take: (batch: ColumnBatch) => void) => TextRows): AsyncGenerator<ColumnBatch> {
	let batches: ColumnBatch[] = [];
	const rows = begin((batch) => {
		batches.push(batch);
	});
	const taken = () => batches.splice(0);
	let octets = 0;
	await input.begin();
	for (let count = await input.read(rows.space()); count > 0; count = await input.read(rows.space())) {
		rows.advance(count);
		yield* taken();
		octets += count;
		if (octets < PAUSE_AFTER) continue;
		octets = 0;
		await setImmediate();
	}
	rows.end();
	yield* taken();
	batches = [];
}

/** Opens a file that a library reads. Throws Failure. */
function openLibrary(command: string, path: string | undefined, format: LibraryFormat, columns: FetchColumns): OpenRows {
	const watched = path === undefined || path === "-" ? undefined : new WatchedFile(path);
	async function* batches(): AsyncGenerator<ColumnBatch> {
		const table = await openTable(command, path, format);
		const chosen = columns.choose(table.columnNames);
		const places = chosen.filter((column) => column !== undefined) as number[];
		for await (const texts of table.texts(places)) {
			const filled = texts.map((values) => columnOf(values.map((value) => encoder.encode(value ?? ""))));
			yield { rows: texts[0]?.length ?? 0, columns: placed(chosen, filled), faults: 0 };
		}
		watched?.refuseChanged("");
	}
	return { size: watched?.size ?? 0, columns, close: () => {}, batches };
}

/** The columns, undefined where none was chosen. */
function placed(chosen: readonly ChosenColumn[], columns: readonly Column[]): (Column | undefined)[] {
	let at = 0;
	return chosen.map((column) => (column === undefined ? undefined : columns[at++]));
}

function openTable(command: string, path: string | undefined, format: LibraryFormat) {
	if (formatOf(format)?.needsFiles && (path === undefined || path === "-"))
		throw usageFailure(command, `--format ${format} requires files, not standard input`);
	return openColumns({ command, container: format, files: [path] }, false);
}

/** Throws TableError for a named column of JSON that no row has, as far as the first rows show. `lacks`: a role that no row has. */
function refuseBlank({ columns, input }: OpenRows, lacks: "url" | "digest" | undefined): void {
	const names = new JsonNames(columns.blankNames);
	if (input !== undefined) names.look(input.head);
	if (lacks !== undefined) throw columns.blank(lacks, names.names);
	names.refuseMissing();
}
