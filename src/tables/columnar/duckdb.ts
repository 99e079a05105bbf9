/** DuckDB, by the package `@duckdb/node-api`: a database in memory, on one thread, which keeps the order of rows. */
import { DUCKDB } from "../../duckdb/package-name";
import { endBySignal } from "../../files/output/interrupts";
import { loadPackage } from "./optional-package";

/** The part of the package that is needed. Types must not require the package itself. */
interface DuckDb {
	readonly VARCHAR: object;
	readonly BOOLEAN: object;
	readonly INTEGER: object;
	readonly STRUCT: (entries: { readonly [name: string]: object }) => object;
	readonly DuckDBScalarFunction: { create(description: object): unknown };
	readonly DuckDBInstance: { create(path: string, settings: { readonly [name: string]: string }): Promise<Instance> };
}

interface Instance {
	connect(): Promise<Connection>;
}

interface Connection {
	run(sql: string): Promise<unknown>;
	runAndReadAll(sql: string): Promise<{ getRowsJS(): unknown[][] }>;
	stream(sql: string): Promise<{ fetchChunk(): Promise<DataChunk | null> }>;
	registerScalarFunction(scalar: unknown): void;
}

interface DataChunk {
	readonly rowCount: number;
	getColumnValues(index: number): (string | null)[];
}

interface Chunk {
	getColumnValues(index: number): (string | null)[];
}

/** A vector of structs. */
interface StructVector {
	setItemValue(row: number, field: number, value: unknown): void;
	flush(): void;
}

/** The result of a function for a row: whether the row stays, and the values for its columns. Null stands for NULL. */
interface RowValues {
	readonly stays: boolean;
	/** The new reference. Null: the reference is unchanged. */
	readonly form: string | null;
	readonly key: string | null;
	readonly count: number | null;
	/** The values of more new columns of text. */
	readonly parts: readonly (string | null)[];
}

/** The fields that have a column each. */
export type RowField = Exclude<keyof RowValues, "parts">;

/** Takes values of rows, in order. Calls `set` for each. */
export type RowFunction = (columns: readonly (string | null)[][], set: (row: number, values: RowValues) => void) => void;

/** One thread keeps the order of rows. Nothing is downloaded, and no temporary file is left. */
const SETTINGS = {
	threads: "1",
	temp_directory: "",
	autoinstall_known_extensions: "false",
	autoload_known_extensions: "false",
};

export class Database {
	readonly #duckdb: DuckDb;
	readonly #connection: Connection;
	/** The error that a function has thrown, which ends the query by another one. */
	#thrown: unknown;

	private constructor(duckdb: DuckDb, connection: Connection) {
		this.#duckdb = duckdb;
		this.#connection = connection;
	}

	/** Throws Failure if the package is not installed. `use`: the feature that needs it. */
	static async open(command: string, use: string): Promise<Database> {
		const duckdb = loadPackage<DuckDb>(command, DUCKDB, use);
		endBySignal();
		const instance = await duckdb.DuckDBInstance.create(":memory:", SETTINGS);
		const database = new Database(duckdb, await instance.connect());
		// Geometries remain octets. Only an open connection has loaded the extension with this setting.
		await database.run("SET enable_geoparquet_conversion = false");
		return database;
	}

	/** The rows of a query. Throws the error of DuckDB, or that of a function. */
	async rows(sql: string): Promise<unknown[][]> {
		return this.#attempt(async () => (await this.#connection.runAndReadAll(sql)).getRowsJS());
	}

	/** The rows of a query of texts, in chunks of columns. Throws the error of DuckDB. */
	async *columns(sql: string, count: number): AsyncGenerator<(string | null)[][]> {
		const result = await this.#connection.stream(sql);
		for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
			const { getColumnValues } = chunk;
			yield Array.from({ length: count }, (_, index) => getColumnValues.call(chunk, index));
		}
	}

	/** Runs a statement. Throws the error of DuckDB, or that of a function. */
	async run(sql: string): Promise<void> {
		await this.#attempt(() => this.#connection.run(sql));
	}

	/**
	 * Registers a function of `parameters` texts, which returns a struct of these fields and `parts` texts, each of which costs time. It is
	 * volatile: DuckDB calls it with all rows of a query in order, once each.
	 */
	register(name: string, parameters: number, fields: readonly RowField[], parts: number, rows: RowFunction): void {
		const { BOOLEAN, DuckDBScalarFunction, INTEGER, STRUCT, VARCHAR } = this.#duckdb;
		const types = { stays: BOOLEAN, form: VARCHAR, key: VARCHAR, count: INTEGER };
		const texts = Array.from({ length: parts }, (_, part) => [partField(part), VARCHAR]);
		const mainFunction = (_: unknown, input: Chunk, output: StructVector) => {
			const columns = Array.from({ length: parameters }, (_, index) => input.getColumnValues(index));
			this.#guard(() =>
				rows(columns, (row, values) => {
					for (let field = 0; field < fields.length; ++field) output.setItemValue(row, field, values[fields[field] as RowField]);
					for (let part = 0; part < parts; ++part) output.setItemValue(row, fields.length + part, values.parts[part]);
				}),
			);
			output.flush();
		};
		const scalar = DuckDBScalarFunction.create({
			name,
			mainFunction,
			parameterTypes: Array<object>(parameters).fill(VARCHAR),
			returnType: STRUCT(Object.fromEntries([...fields.map((field) => [field, types[field]]), ...texts])),
			specialHandling: true,
			volatile: true,
		});
		this.#connection.registerScalarFunction(scalar);
	}

	#guard(step: () => void): void {
		try {
			step();
		} catch (error) {
			this.#thrown ??= error;
			throw error;
		}
	}

	async #attempt<Result>(query: () => Promise<Result>): Promise<Result> {
		try {
			return await query();
		} catch (error) {
			throw this.#thrown ?? error;
		}
	}
}

/** The field of a part. */
export function partField(part: number): string {
	return `part${part}`;
}

/** A name in SQL. */
export function identifier(name: string): string {
	return `"${name.replaceAll('"', '""')}"`;
}

/** A text in SQL. */
export function literal(text: string): string {
	return `'${text.replaceAll("'", "''")}'`;
}
