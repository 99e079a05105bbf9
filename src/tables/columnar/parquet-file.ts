/** A Parquet file as DuckDB describes it: its columns, and how to write a file like it. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import { isError } from "../../brand";
import { EXIT, Failure, FileFailure, ioFailure } from "../../failure";
import { shownText } from "../../text/shown-text";
import { shownNames } from "../text/column-names";
import { type Database, literal } from "./duckdb";
import { metadataQuery, ParquetMetadata } from "./parquet-metadata";
import { changedColumn, columnsOf, SCHEMA_COLUMNS, type SchemaNode, schemaRow } from "./parquet-schema";

/** The octets with which a file begins and ends. */
const MAGIC = "PAR1";
const ENCRYPTED = "PARE";
const MAGIC_SIZE = MAGIC.length;

/** Codecs in files, as DuckDB names them when it writes. Others are written by the first one. */
const CODECS = ["snappy", "zstd", "gzip", "brotli", "lz4", "lz4_raw", "uncompressed"];

/** Rows in a row group, which DuckDB keeps in memory. */
const MIN_GROUP = 2048;
const MAX_GROUP = 1_048_576;

/** The options of reading files. `isPartitioned`: directories such as `year=2026` are columns of text. */
export function reading(isPartitioned: boolean): string {
	const hive = isPartitioned ? "hive_partitioning = true, hive_types_autocast = false" : "hive_partitioning = false";
	return `${hive}, union_by_name = false, file_row_number = false`;
}

export interface Column {
	readonly name: string;
	readonly type: string;
}

export interface ParquetFile {
	readonly columns: readonly Column[];
	/** The names of those that are directories. */
	readonly partitions: readonly string[];
	readonly rows: number;
	/** Options of COPY for writing a file like it. */
	readonly options: string;
	readonly metadata: ParquetMetadata;
}

/** Throws Failure unless a file begins and ends as Parquet does. */
export function checkMagic(path: string): void {
	const octets = new Uint8Array(MAGIC_SIZE);
	const text = () => Buffer.from(octets).toString("latin1");
	try {
		const descriptor = openSync(path, "r");
		try {
			const stat = fstatSync(descriptor);
			if (stat.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
			readSync(descriptor, octets, 0, MAGIC_SIZE, 0);
			if (text() === ENCRYPTED) throw new FileFailure(path, `cannot read ${path}: it is encrypted`);
			if (text() !== MAGIC) throw new FileFailure(path, `cannot read ${path}: it is not a Parquet file`);
			octets.fill(0);
			readSync(descriptor, octets, 0, MAGIC_SIZE, Math.max(stat.size - MAGIC_SIZE, MAGIC_SIZE));
			if (text() !== MAGIC) throw new FileFailure(path, `cannot read ${path}: the Parquet file is truncated`);
		} finally {
			closeSync(descriptor);
		}
	} catch (error) {
		throw ioFailure("read", path, error);
	}
}

/** Throws Failure. `isCopied`: for a column, too, whose values DuckDB would change. */
export async function describe(database: Database, file: string, isCopied: boolean, isPartitioned = false): Promise<ParquetFile> {
	const source = pattern(file);
	try {
		const described = await database.rows(`DESCRIBE SELECT * FROM read_parquet(${source}, ${reading(isPartitioned)})`);
		const columns = described.map(([name, type]) => ({ name: String(name), type: String(type) }));
		const schema = await database.rows(`SELECT ${SCHEMA_COLUMNS} FROM parquet_schema(${source})`);
		const nodes = columnsOf(schema.map(schemaRow));
		refuseAmbiguous(file, columns, nodes);
		if (isCopied) refuseChanged(file, nodes);
		const metadata = new ParquetMetadata(await database.rows(metadataQuery(source)));
		const [[rows = 0] = []] = await database.rows(`SELECT sum(num_rows) FROM parquet_file_metadata(${source})`);
		const [[codec, group, grouped] = []] = await database.rows(
			`SELECT lower(mode(compression)), max(row_group_num_rows), sum(row_group_num_rows) FILTER (column_id = 0) FROM parquet_metadata(${source})`,
		);
		refuseRows(file, Number(rows), Number(grouped ?? 0));
		const size = Math.min(Math.max(Number(group ?? 0), MIN_GROUP), MAX_GROUP);
		const compression = CODECS.includes(String(codec)) ? String(codec) : CODECS[0];
		const partitions = columns.slice(nodes.length).map(({ name }) => name);
		return { columns, partitions, rows: Number(rows), metadata, options: `COMPRESSION ${compression}, ROW_GROUP_SIZE ${size}` };
	} catch (error) {
		throw failureOf(file, error);
	}
}

/** Throws Failure unless the row groups have the rows of the file: DuckDB reads those of the groups. */
function refuseRows(file: string, rows: number, grouped: number): void {
	if (rows === grouped) return;
	const sentence = `the Parquet file is damaged (its row groups have ${grouped} rows, its footer says ${rows})`;
	throw new FileFailure(file, `cannot read ${file}: ${sentence}`);
}

/** Throws Failure for names that DuckDB takes for one, and would change. */
function refuseAmbiguous(file: string, columns: readonly Column[], nodes: readonly SchemaNode[]): void {
	const changed = nodes.find(({ row: { name } }, index) => columns[index]?.name !== name);
	if (changed === undefined) return;
	const sentence = `two columns are named ${shownNames([changed.row.name])}, regardless of case`;
	throw new FileFailure(file, shownText(`cannot read ${file}: ${sentence}`));
}

/** Throws Failure for a column whose values DuckDB would change. */
function refuseChanged(file: string, nodes: readonly SchemaNode[]): void {
	const changed = changedColumn(nodes);
	if (changed === undefined) return;
	const { path, what, remedy } = changed;
	const sentence = `the column ${shownNames([path.join(".")])} ${what}, which DuckDB would change; ${remedy}, or use an Arrow file`;
	throw new FileFailure(file, shownText(`cannot read ${file} (column-type): ${sentence}`));
}

/** The failure for an error of DuckDB. */
export function failureOf(name: string, error: unknown): unknown {
	if (error instanceof Failure || !isDuckDbError(error)) return error;
	const [sentence = ""] = error.message.split("\n");
	const isWriting = /\b(?:writ|space left|sync)/i.test(sentence);
	return new Failure(EXIT.IO, shownText(`cannot ${isWriting ? "write the output" : `read ${name}`}: ${sentence}`));
}

/** DuckDB's errors name their kind first. */
function isDuckDbError(error: unknown): error is Error {
	return isError(error) && /^[A-Z][A-Za-z ]* Error: /.test(error.message);
}

/** The path of a file in SQL, where it is a pattern. */
export function pattern(file: string): string {
	return literal(resolve(file).replaceAll(/[*?[]/g, "[$&]"));
}
