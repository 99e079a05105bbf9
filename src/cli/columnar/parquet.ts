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

import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { Write } from "../../../assembly/datasets/layout";
import { columnIndex, refuseTakenNames, shownNames } from "../../datasets/column-names";
import { TableError } from "../../datasets/table-error";
import { usageFailure } from "../arguments";
import { EXIT, Failure, ioFailure } from "../failure";
import { shownText } from "../report/columns";
import { sentenceOf } from "../report/table-sentence";
import type { ChooseRows, ColumnOutput, ColumnSettings, ColumnTable } from "./column-table";
import { Database, identifier, literal, type RowFunction, type RowValues } from "./duckdb";
import { batchOf, hasForm, RowFate, TextLines } from "./value-rows";

/** The octets with which a file begins and ends. */
const MAGIC = "PAR1";
const ENCRYPTED = "PARE";
const MAGIC_SIZE = MAGIC.length;

/** Codecs in files, as DuckDB names them when it writes. Others are written by the first one. */
const CODECS = ["snappy", "zstd", "gzip", "brotli", "lz4", "lz4_raw", "uncompressed"];

/** Rows in a row group, which DuckDB keeps in memory. */
const MIN_GROUP = 2048;
const MAX_GROUP = 1_048_576;

/** The beginning of the names of functions that queries call for each row. */
const FUNCTION = "urlsieve_row";

/** Reads files without adding columns for directories such as `year=2026`. */
const READING = "hive_partitioning = false, union_by_name = false, file_row_number = false";

interface Column {
	readonly name: string;
	readonly type: string;
}

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
	/** Number of functions so far. */
	#functions = 0;

	private constructor(
		command: string,
		files: readonly string[],
		database: Database,
		{ columns, rows, options }: { columns: readonly Column[]; rows: number; options: string },
	) {
		this.#command = command;
		this.#files = files;
		this.#database = database;
		this.#columns = columns;
		this.#rows = rows;
		this.#options = options;
	}

	/** Throws Failure for a file that is not Parquet, and for files with other columns than the first. */
	static async open(command: string, files: readonly string[]): Promise<ParquetTable> {
		for (const file of files) checkMagic(file);
		const database = await Database.open(command, "Parquet");
		const tables: Described[] = [];
		for (const file of files) tables.push(await describe(database, file));
		const first = tables[0] as Described;
		const other = tables.findIndex(({ columns }) => JSON.stringify(columns) !== JSON.stringify(first.columns));
		if (other > 0) {
			const sentence = `its columns are not those of ${files[0]}; pass the files one by one`;
			throw new Failure(EXIT.IO, `cannot read ${files[other]}: ${sentence}`);
		}
		const rows = tables.reduce((sum, table) => sum + table.rows, 0);
		return new ParquetTable(command, files, database, { ...first, rows });
	}

	/** The names of the columns, for a message. */
	get names(): string {
		return shownText(shownNames(this.#columns.map(({ name }) => name)));
	}

	share(rows: number): number {
		return this.#rows === 0 ? 1 : rows / this.#rows;
	}

	async read(...[column, by, take]: Parameters<ColumnTable["read"]>): Promise<void> {
		const { name } = this.#text(column);
		const values = [argument(name), ...(by === undefined ? [] : [`CAST(${identifier(this.#find(by).name)} AS VARCHAR)`])];
		const call = this.#register(values.length, ["stays"], ([texts = [], others = []], set) => {
			take(batchOf(texts), others);
			for (const row of texts.keys()) set(row, { stays: true, form: null, key: null, count: null });
		});
		await this.#run(`SELECT count(${call}(${values.join(", ")}).stays) FROM ${this.#source}`);
	}

	async write(settings: ColumnSettings, output: ColumnOutput, choose: ChooseRows): Promise<void> {
		const { column, into, keys, counts, keepsAll = false } = settings;
		const { path, name: file } = output;
		if (path === undefined) throw usageFailure(this.#command, `Parquet requires a regular file for -o, not ${file}`);
		const { name } = this.#text(column);
		this.#refuseTaken([into, keys, counts].filter((each) => each !== undefined));
		const call = this.#register(1, fieldsOf(settings), rowFunction(settings, choose));
		const row = identifier(this.#unusedName());
		const items = [
			`* EXCLUDE (${row})${into === undefined ? ` REPLACE (coalesce(${row}.form, ${identifier(name)}) AS ${identifier(name)})` : ""}`,
			...(into === undefined ? [] : [`${row}.form AS ${identifier(into)}`]),
			...(keys === undefined ? [] : [`${row}.key AS ${identifier(keys)}`]),
			...(counts === undefined ? [] : [`CAST(${row}.count AS BIGINT) AS ${identifier(counts)}`]),
		];
		const all = `SELECT *, ${call}(${argument(name)}) AS ${row} FROM ${this.#source}`;
		const query = `SELECT ${items.join(", ")} FROM (${all})${keepsAll ? "" : ` WHERE ${row}.stays`}`;
		await this.#run(`COPY (${query}) TO ${literal(path)} (FORMAT parquet, USE_TMP_FILE false, ${this.#options})`);
		output.length = statSync(path).size;
	}

	get #source(): string {
		return `read_parquet([${this.#files.map(pattern).join(", ")}], ${READING})`;
	}

	/** Registers a function that belongs to one query, under a name of its own: one name with several results would be ambiguous. */
	#register(parameters: number, fields: readonly (keyof RowValues)[], rows: RowFunction): string {
		const name = `${FUNCTION}_${++this.#functions}`;
		this.#database.register(name, parameters, fields, rows);
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

	/** DuckDB tells names apart regardless of case. */
	#refuseTaken(added: readonly string[]): void {
		const names = this.#columns.map(({ name }) => name);
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
			if (!(error instanceof TableError)) throw error;
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

/** The values that the query needs of each row. */
function fieldsOf({ keys, counts, keepsAll = false }: ColumnSettings): (keyof RowValues)[] {
	return [
		"form",
		...(keepsAll ? [] : ["stays" as const]),
		...(keys ? ["key" as const] : []),
		...(counts ? ["count" as const] : []),
	];
}

/** Makes the values of rows from what becomes of their references. */
function rowFunction({ into, write }: ColumnSettings, choose: ChooseRows): RowFunction {
	/** The new value of a column, if it changes. */
	const formFor = (form: string, text: string) => {
		if (into !== undefined) return form;
		return (write & Write.ORIGINAL) !== 0 || form === text ? null : form;
	};
	const rejectFor = (text: string) => ((write & Write.BLANK_INVALID) !== 0 ? "" : text);
	return ([texts = []], set) => {
		const { fates, forms, keys, stays, sizes } = choose(batchOf(texts));
		const [formLines, keyLines] = [new TextLines(forms), keys && new TextLines(keys)];
		for (const [row, fate] of fates.entries()) {
			const form = fate === RowFate.ABSENT ? "" : formLines.next();
			const key = fate === RowFate.ABSENT ? "" : (keyLines?.next() ?? null);
			const isForm = hasForm(fate);
			const text = texts[row] as string;
			const reject = fate === RowFate.REJECTED ? rejectFor(text) : null;
			set(row, {
				stays: stays[row] === 1,
				form: isForm ? formFor(form, text) : into === undefined && reject === text ? null : reject,
				key: isForm ? key : reject,
				count: sizes?.[row] || null,
			});
		}
	};
}

interface Described {
	readonly columns: readonly Column[];
	readonly rows: number;
	/** How to write a file like it. */
	readonly options: string;
}

/** Throws Failure unless a file begins and ends as Parquet does. */
function checkMagic(path: string): void {
	const octets = new Uint8Array(MAGIC_SIZE);
	const text = () => Buffer.from(octets).toString("latin1");
	try {
		const descriptor = openSync(path, "r");
		try {
			const stat = fstatSync(descriptor);
			if (stat.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
			readSync(descriptor, octets, 0, MAGIC_SIZE, 0);
			if (text() === ENCRYPTED) throw new Failure(EXIT.IO, `cannot read ${path}: it is encrypted`);
			if (text() !== MAGIC) throw new Failure(EXIT.IO, `cannot read ${path}: it is not a Parquet file`);
			octets.fill(0);
			readSync(descriptor, octets, 0, MAGIC_SIZE, Math.max(stat.size - MAGIC_SIZE, MAGIC_SIZE));
			if (text() !== MAGIC) throw new Failure(EXIT.IO, `cannot read ${path}: the Parquet file is truncated`);
		} finally {
			closeSync(descriptor);
		}
	} catch (error) {
		throw ioFailure("read", path, error);
	}
}

async function describe(database: Database, file: string): Promise<Described> {
	const source = pattern(file);
	try {
		const described = await database.rows(`DESCRIBE SELECT * FROM read_parquet(${source}, ${READING})`);
		const columns = described.map(([name, type]) => ({ name: String(name), type: String(type) }));
		await refuseAmbiguous(database, file, columns);
		const [[rows = 0] = []] = await database.rows(`SELECT sum(num_rows) FROM parquet_file_metadata(${source})`);
		const [[codec, group] = []] = await database.rows(
			`SELECT lower(mode(compression)), max(row_group_num_rows) FROM parquet_metadata(${source})`,
		);
		const size = Math.min(Math.max(Number(group ?? 0), MIN_GROUP), MAX_GROUP);
		const compression = CODECS.includes(String(codec)) ? String(codec) : CODECS[0];
		return { columns, rows: Number(rows), options: `COMPRESSION ${compression}, ROW_GROUP_SIZE ${size}` };
	} catch (error) {
		throw failureOf(file, error);
	}
}

/** Throws Failure for names that DuckDB takes for one, and would change. */
async function refuseAmbiguous(database: Database, file: string, columns: readonly Column[]): Promise<void> {
	const schema = await database.rows(`SELECT name, num_children FROM parquet_schema(${pattern(file)})`);
	const names: string[] = [];
	let at = 1;
	const skip = () => {
		const [, children] = schema[at++] as unknown[];
		for (let count = Number(children ?? 0); count > 0; --count) skip();
	};
	while (at < schema.length) {
		names.push(String(schema[at]?.[0]));
		skip();
	}
	const changed = names.find((name, index) => columns[index]?.name !== name);
	if (changed === undefined) return;
	const sentence = `two columns are named ${shownNames([changed])}, regardless of case`;
	throw new Failure(EXIT.IO, shownText(`cannot read ${file}: ${sentence}`));
}

/** The failure for an error of DuckDB. */
function failureOf(name: string, error: unknown): unknown {
	if (error instanceof Failure || !isDuckDbError(error)) return error;
	const [sentence = ""] = error.message.split("\n");
	const isWriting = /\b(?:writ|space left|sync)/i.test(sentence);
	return new Failure(EXIT.IO, shownText(`cannot ${isWriting ? "write the output" : `read ${name}`}: ${sentence}`));
}

/** DuckDB's errors name their kind first. */
function isDuckDbError(error: unknown): error is Error {
	return error instanceof Error && /^[A-Z][A-Za-z ]* Error: /.test(error.message);
}

/** The path of a file in SQL, where it is a pattern. */
function pattern(file: string): string {
	return literal(resolve(file).replaceAll(/[*?[]/g, "[$&]"));
}

/** The value of a column, for a function. @duckdb/node-api loses a byte order mark at the start of a text. */
function argument(name: string): string {
	const value = identifier(name);
	return `CASE WHEN starts_with(${value}, chr(65279)) THEN chr(65279) || ${value} ELSE ${value} END`;
}

function isSameName(a: string, b: string): boolean {
	return a.toLowerCase() === b.toLowerCase();
}
