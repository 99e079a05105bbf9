/** DuckDB for tests, whose types are not needed to check those of the others. */
import type { DuckDbConnection } from "urlsieve/duckdb";

export interface Connection extends DuckDbConnection {
	run(sql: string): Promise<unknown>;
	runAndReadAll(sql: string): Promise<{ getRowsJS(): unknown[][]; getRowsJson(): unknown[][] }>;
	createAppender(table: string): Promise<{
		appendInteger(value: number): void;
		appendVarchar(value: string): void;
		appendNull(): void;
		endRow(): void;
		closeSync(): void;
	}>;
}

const PACKAGE: string = "@duckdb/node-api";

/** A database in memory. */
export async function openDuckDb() {
	const { DuckDBInstance } = await import(PACKAGE);
	const connection: Connection = await (await DuckDBInstance.create()).connect();
	const rows = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();
	return { connection, run: (sql: string) => connection.run(sql), rows };
}

/** Makes a table `name` of two columns, id and url, with ids from 0. */
export async function tableOfReferences(
	connection: Connection,
	name: string,
	references: readonly (string | null)[],
): Promise<void> {
	await connection.run(`CREATE TABLE ${name} (id INTEGER, url VARCHAR)`);
	const appender = await connection.createAppender(name);
	for (const [id, reference] of references.entries()) {
		appender.appendInteger(id);
		if (reference === null) appender.appendNull();
		else appender.appendVarchar(reference);
		appender.endRow();
	}
	appender.closeSync();
}
