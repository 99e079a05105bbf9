/** Deduplicates a file with DuckDB, on one thread: `node bench/duckdb.mjs LIST RESULT`. */
import { createRequire } from "node:module";

const { DuckDBInstance } = createRequire(new URL("peers/package.json", import.meta.url))("@duckdb/node-api");
const [list, result] = process.argv.slice(2).map((path) => `'${path.replaceAll("'", "''")}'`);
/** The delimiter occurs in no list, so every line is one column. Lines may end with LF or CR LF. */
const READ = "delim = e'\\x01', quote = '', escape = '', header = false, auto_detect = false, strict_mode = false";
const WRITE = "FORMAT csv, DELIM e'\\x01', QUOTE '', ESCAPE '', HEADER false";

const database = await DuckDBInstance.create(":memory:", { threads: "1" });
const connection = await database.connect();
await connection.run(`
	COPY (SELECT DISTINCT line FROM read_csv(${list}, columns = {'line': 'VARCHAR'}, ${READ}))
	TO ${result} (${WRITE})`);
