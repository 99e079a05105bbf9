/**
 * Parquet, by DuckDB, which reads and writes it row group by row group. Columns other than that of the references pass through it
 * untouched.
 *
 * ```
 *   COPY (SELECT … FROM (SELECT *, FUNCTION(url) AS row FROM 'in.parquet') WHERE row.stays) TO 'out.parquet'
 *                                     │    ▲
 *                                     ▼    │ 2,048 rows at a time, in order
 *                                    ValueRows
 * ```
 */

import { statSync } from "node:fs";
import { OptionError } from "../../errors";
import { type Failure, FileFailure, usageFailure } from "../../failure";
import { shownText } from "../../text/shown-text";
import { addedNames, columnIndex, refuseTakenNames, shownNames } from "../text/column-names";
import { TableError } from "../text/table-error";
import { type ColumnOutput, refuseSameColumn } from "../text/table-options";
import { sentenceOf } from "../text/table-sentence";
import type { ColumnSettings, ColumnTable, TakeRows } from "./column-table";
import { Database, identifier, literal, partField, type RowField, type RowFunction } from "./duckdb";
import { type Column, checkMagic, describe, failureOf, type ParquetFile, pattern, reading } from "./parquet-file";
import { LIST, listArgument, listBatch, listFunction, listResult } from "./parquet-lists";
import type { ParquetMetadata } from "./parquet-metadata";
import { argument, comparable, fieldsOf, NESTED, rowFunction } from "./parquet-rows";
import { batchOf } from "./text-lines";

/** The beginning of the names of functions that queries call for each row. */
const FUNCTION = "urlsieve_row";

/** Several files as one table: they must have the same columns. */
export class ParquetTable implements ColumnTable {
	readonly packsForms = false;
	readonly #command: string;
	readonly #files: readonly string[];
	readonly #database: Database;
	readonly #columns: readonly Column[];
	/** Number of rows of all files. */
	readonly #rows: number;
	readonly #options: string;
	readonly #metadata: ParquetMetadata;
	/** Whether directories are columns, and the names of those. */
	readonly #isPartitioned: boolean;
	readonly #partitions: readonly string[];
	/** Number of functions so far. */
	#functions = 0;

	private constructor(
		command: string,
		files: readonly string[],
		database: Database,
		{ columns, partitions, rows, options }: Omit<ParquetFile, "metadata">,
		metadata: ParquetMetadata,
		isPartitioned: boolean,
	) {
		this.#command = command;
		this.#files = files;
		this.#database = database;
		this.#columns = columns;
		this.#rows = rows;
		this.#options = options;
		this.#metadata = metadata;
		this.#isPartitioned = isPartitioned;
		this.#partitions = partitions;
	}

	/**
	 * Throws Failure for a file that is not Parquet, for files with other columns than the first and, if `isCopied`, for columns whose
	 * values DuckDB would change.
	 */
	static async open(command: string, files: readonly string[], isCopied: boolean, isPartitioned = false): Promise<ParquetTable> {
		for (const file of files) checkMagic(file);
		const database = await Database.open(command, "Parquet");
		const tables: ParquetFile[] = [];
		for (const file of files) tables.push(await describe(database, file, isCopied, isPartitioned));
		const first = tables[0] as ParquetFile;
		const identity = ({ columns, metadata: { meanings } }: ParquetFile) => JSON.stringify([columns, meanings]);
		const other = tables.findIndex((table) => identity(table) !== identity(first));
		if (other > 0) {
			const sentence = `its columns are not those of ${files[0]}; pass the files one by one`;
			throw new FileFailure(files[other] as string, `cannot read ${files[other]}: ${sentence}`);
		}
		const rows = tables.reduce((sum, table) => sum + table.rows, 0);
		const metadata = first.metadata.commonWith(tables.map((table) => table.metadata));
		return new ParquetTable(command, files, database, { ...first, rows }, metadata, isPartitioned);
	}

	share(rows: number): number {
		return this.#rows === 0 ? 1 : rows / this.#rows;
	}

	async read(...[{ column, by = [], joins }, take]: Parameters<ColumnTable["read"]>): Promise<void> {
		const joined = this.#joined(joins);
		const isList = this.hasLists(column);
		const values = [this.#reference(column), ...joined, ...by.map((each) => this.#ordered(each))];
		const call = this.#register(values.length, ["stays"], 0, ([texts = [], ...others], set) => {
			take(isList ? listBatch(texts) : batchOf(texts, others.slice(0, joined.length)), others.slice(joined.length));
			for (const row of texts.keys()) set(row, { stays: true, form: null, key: null, count: null, parts: [] });
		});
		await this.#run(`SELECT count(${call}(${values.join(", ")}).stays) FROM ${this.#source()}`);
	}

	hasLists(column: string | number): boolean {
		const { name, type } = this.#find(column);
		if (type === LIST) return true;
		if (type === "VARCHAR") return false;
		const remedy =
			NESTED.test(type) && type.includes("VARCHAR")
				? `; make a row of each value first, as unnest(${shownNames([name])}, recursive := true) of DuckDB does`
				: "";
		const sentence = `the column ${shownNames([name])} has the type ${type}, not text${remedy}`;
		throw usageFailure(this.#command, `${this.#files[0]}: ${sentence}`);
	}

	/** The references in SQL, for a function. Throws Failure unless the column has texts or lists of them. */
	#reference(column: string | number): string {
		const value = identifier(this.#find(column).name);
		return this.hasLists(column) ? listArgument(value) : argument(value);
	}

	/** The names of the columns. */
	get columnNames(): readonly string[] {
		return this.#columns.map(({ name }) => name);
	}

	/** The values of columns, from 0, as texts, some rows at a time. The first one must be text. Throws Failure. */
	async *texts(columns: readonly number[]): AsyncGenerator<(string | null)[][]> {
		const [first = 0, ...others] = columns;
		const values = [
			argument(identifier(this.#text(first + 1).name)),
			...others.map((index) => `CAST(${identifier(this.columnNames[index] as string)} AS VARCHAR)`),
		];
		try {
			yield* this.#database.columns(`SELECT ${values.join(", ")} FROM ${this.#source()}`, columns.length);
		} catch (error) {
			throw failureOf(this.#files.join(", "), error);
		}
	}

	async write(settings: ColumnSettings, output: ColumnOutput, take: TakeRows): Promise<void> {
		if (settings.outputs === undefined) return this.#copy(settings, this.#files, output, take);
		for (const [index, file] of this.#files.entries()) {
			const part = settings.outputs(index);
			await this.#copy(settings, [file], part, take);
			part.seal(false);
			if (index > 0) output.length += part.length;
		}
	}

	async #copy(settings: ColumnSettings, files: readonly string[], output: ColumnOutput, take: TakeRows): Promise<void> {
		const { column, into, keys, parts, counts, joins, keepsAll = false } = settings;
		const columns = parts?.columns ?? [];
		const others = (settings.others ?? []).map((other) => ({ ...other, name: this.#text(other.column).name }));
		this.#checked(() => refuseSameColumn([column, ...others.map((other) => other.column)], (each) => this.#find(each)));
		const { path, name: file } = output;
		if (path === undefined) throw usageFailure(this.#command, `Parquet requires a regular file for -o, not ${file}`);
		const name = identifier(this.#find(column).name);
		const isList = this.hasLists(column);
		this.#refuseTaken(addedNames(settings));
		const joined = this.#joined(joins);
		const values = [this.#reference(column), ...joined, ...others.map((other) => argument(identifier(other.name)))];
		const texts = columns.length + others.length;
		const rows = isList ? listFunction(settings, take) : rowFunction(settings, take, joined.length);
		const call = this.#register(values.length, fieldsOf(settings), texts, rows);
		const row = identifier(this.#unusedName());
		const otherField = (place: number) => `${row}.${partField(columns.length + place)}`;
		const form = isList ? listResult(`${row}.form`, name) : `coalesce(${row}.form, ${name})`;
		const replaced = [
			...(into === undefined ? [`${form} AS ${name}`] : []),
			...others.flatMap((other, place) =>
				other.into === undefined ? replacedBy(otherField(place), identifier(other.name)) : [],
			),
		];
		const items = [
			`* EXCLUDE (${row})${replaced.length === 0 ? "" : ` REPLACE (${replaced.join(", ")})`}`,
			...others.flatMap((other, place) => (other.into === undefined ? [] : `${otherField(place)} AS ${identifier(other.into)}`)),
			...(into === undefined ? [] : [`${row}.form AS ${identifier(into)}`]),
			...(keys === undefined ? [] : [`${row}.key AS ${identifier(keys)}`]),
			...columns.map(({ name: added }, place) => `${row}.${partField(place)} AS ${identifier(added)}`),
			...(counts === undefined ? [] : [`CAST(${row}.count AS BIGINT) AS ${identifier(counts)}`]),
		];
		const all = `SELECT *, ${call}(${values.join(", ")}) AS ${row} FROM ${this.#source(files)}`;
		const query = `SELECT ${items.join(", ")} FROM (${all})${keepsAll ? "" : ` WHERE ${row}.stays`}`;
		const options = `FORMAT parquet, USE_TMP_FILE false, ${this.#options}${this.#metadata.option(settings, this.#partitions)}`;
		await this.#run(`COPY (${query}) TO ${literal(path)} (${options})`);
		output.length = statSync(path).size;
	}

	#source(files = this.#files): string {
		return `read_parquet([${files.map(pattern).join(", ")}], ${reading(this.#isPartitioned)})`;
	}

	/** Registers a function that belongs to one query, under a name of its own: one name with several results would be ambiguous. */
	#register(parameters: number, fields: readonly RowField[], parts: number, rows: RowFunction): string {
		const name = `${FUNCTION}_${++this.#functions}`;
		this.#database.register(name, parameters, fields, parts, rows);
		return name;
	}

	#find(column: string | number): Column {
		const names = this.#columns.map(({ name }) => name);
		return this.#columns[this.#checked(() => columnIndex(column, names))] as Column;
	}

	/** The column of references. Throws Failure unless it is text. */
	#text(column: string | number): Column {
		const found = this.#find(column);
		if (found.type === "VARCHAR") return found;
		throw usageFailure(
			this.#command,
			`${this.#files[0]}: the column ${shownNames([found.name])} has the type ${found.type}, not text`,
		);
	}

	/** The values of columns that join keys, as texts. Throws Failure for a column of lists or objects. */
	#joined(columns: ColumnSettings["joins"] = []): string[] {
		return columns.map((column) => {
			const found = this.#find(column);
			if (NESTED.test(found.type)) throw this.#unfit(found, "by which rows cannot be compared");
			return argument(comparable(found));
		});
	}

	/** The values of a column for `min` and `max`. Throws Failure for octets, whose order is not that of their text, lists and objects. */
	#ordered(column: string | number): string {
		const found = this.#find(column);
		if (found.type === "BLOB" || NESTED.test(found.type)) throw this.#unfit(found, "which --keep does not compare");
		return comparable(found);
	}

	#unfit({ name, type }: Column, why: string): Failure {
		return usageFailure(
			this.#command,
			`${this.#files[0]}: ${shownText(`the column ${shownNames([name])} has the type ${type}, ${why}`)}`,
		);
	}

	/** DuckDB compares names regardless of case. */
	#refuseTaken(added: readonly string[]): void {
		const names = this.#columns.map(({ name }) => name);
		const twice = added.find((name, index) => added.some((other, at) => at < index && isSameName(other, name)));
		if (twice !== undefined)
			throw usageFailure(this.#command, `new columns must have different names regardless of case, not "${twice}" twice`);
		this.#checked(() =>
			refuseTakenNames(
				added,
				names.flatMap((name) => added.filter((each) => isSameName(each, name)).concat(name)),
			),
		);
	}

	#unusedName(): string {
		let name = "urlsieve row";
		while (this.#columns.some((column) => isSameName(column.name, name))) name += "_";
		return name;
	}

	#checked<Result>(find: () => Result): Result {
		try {
			return find();
		} catch (error) {
			if (!(error instanceof TableError || error instanceof OptionError)) throw error;
			throw usageFailure(this.#command, `${this.#files[0]}: ${sentenceOf(error)}`);
		}
	}

	async #run(sql: string): Promise<void> {
		try {
			await this.#database.run(sql);
		} catch (error) {
			throw failureOf(this.#files.join(", "), error);
		}
	}
}

/** A column with the values of a field, or as it is where that is NULL. */
function replacedBy(field: string, column: string): string {
	return `coalesce(${field}, ${column}) AS ${column}`;
}
function isSameName(a: string, b: string): boolean {
	return a.toLowerCase() === b.toLowerCase();
}
