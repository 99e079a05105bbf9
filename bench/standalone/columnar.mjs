/**
 * `npm run bench -- columnar [FILE [ROWS]]`: whole runs of `normalize` and `dedupe` on a table of six columns in Parquet and Arrow, on
 * one thread, beside the same work by only their libraries. FILE is a list of references; without one, they are made up. All are different.
 *
 * Times are nanoseconds of CPU time a row, with the start of the process, the median of three rounds; above 1,000,000 rows, there is
 * one. Memory is the peak of the process.
 */
import { spawnSync } from "node:child_process";
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { DuckDBInstance } from "@duckdb/node-api";
import * as arrow from "apache-arrow";
import { SEED } from "../lists/random.mjs";
import { syntheticList } from "../lists/synthetic.mjs";

/** Rows in a batch of Arrow. */
const BATCH = 65_536;

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const CLI = join(ROOT, "build/out/dist/urlsieve.js");
const [file, count = "1000000"] = process.argv.slice(process.argv.indexOf("columnar") + 1);
const rows = Number(count);
const ROUNDS = rows > 1_000_000 ? 1 : 3;

const folder = mkdtempSync(join(tmpdir(), "urlsieve-bench-"));
try {
	await measure();
} finally {
	rmSync(folder, { recursive: true, force: true });
}

async function measure() {
	const [parquet, ipc] = [join(folder, "table.parquet"), join(folder, "table.arrow")];
	await writeTables(parquet, ipc);
	console.log(`${rows.toLocaleString("en-US")} rows of six columns: ns of CPU time a row, rounds: ${ROUNDS}; peak memory`);
	const run = (table, ...args) => [CLI, ...args, "--quiet", "--column", "url", "-o", join(folder, "out"), table];
	const passes = ["dedupe", "--memory", "64M"];
	report([
		["Parquet: urlsieve normalize", run(parquet, "normalize")],
		["Parquet: COPY with url_normalize", sqlCommand("SELECT * REPLACE (url_normalize(url) AS url)", parquet)],
		["Parquet: COPY alone", sqlCommand("SELECT *", parquet)],
		["Parquet: urlsieve dedupe", run(parquet, "dedupe")],
		["Parquet: urlsieve dedupe --memory 64M", run(parquet, ...passes)],
		["Arrow: urlsieve normalize", run(ipc, "normalize")],
		["Arrow: apache-arrow reads and writes", copyCommand(ipc)],
		["Arrow: urlsieve dedupe", run(ipc, "dedupe")],
		["Arrow: urlsieve dedupe --memory 64M", run(ipc, ...passes)],
	]);
}

/** Arguments of Node.js that copy a Parquet file by DuckDB. */
function sqlCommand(select, table) {
	const script = `
		const { DuckDBInstance } = await import("@duckdb/node-api");
		const { registerUrlFunctions } = await import(${JSON.stringify(join(ROOT, "build/out/dist/duckdb.js"))});
		const connection = await (await DuckDBInstance.create(":memory:", { threads: "1" })).connect();
		await registerUrlFunctions(connection);
		await connection.run("COPY (${select} FROM '${table}') TO '${join(folder, "out")}' (FORMAT parquet, COMPRESSION zstd)");
	`;
	return ["--input-type=module", "-e", script];
}

/** The same for an Arrow file, by the library that the command line uses. */
function copyCommand(table) {
	const script = `
		const { RecordBatchFileWriter, RecordBatchReader } = await import("apache-arrow");
		const { createReadStream, createWriteStream } = await import("node:fs");
		const { pipeline } = await import("node:stream/promises");
		const writer = new RecordBatchFileWriter();
		const written = pipeline(writer.toNodeStream(), createWriteStream("${join(folder, "out")}"));
		for await (const batch of await RecordBatchReader.from(createReadStream("${table}"))) writer.write(batch);
		writer.finish();
		await written;
	`;
	return ["--input-type=module", "-e", script];
}

function report(commands) {
	const costs = commands.map(() => []);
	for (let round = 0; round < ROUNDS; ++round) {
		for (const [index, [name, args]] of commands.entries()) {
			const { status, stderr } = spawnSync("/usr/bin/time", ["-f", "%U %S %M", process.execPath, ...args], {
				cwd: ROOT,
				encoding: "utf8",
			});
			if (status !== 0) throw new Error(`${name}: ${stderr}`);
			const [user, system, memory] = stderr.trim().split("\n").at(-1).split(" ").map(Number);
			costs[index].push({ time: ((user + system) * 1e9) / rows, memory });
		}
	}
	for (const [index, [name]] of commands.entries()) {
		const { time, memory } = costs[index].sort((a, b) => a.time - b.time)[ROUNDS >> 1];
		console.log(`${name.padEnd(38)}${Math.round(time).toLocaleString("en-US").padStart(7)} ns ${Math.round(memory / 1024)} MiB`);
	}
}

/** The references, a row each, made different by a parameter. */
function* references() {
	const list = file === undefined ? syntheticList(BATCH, SEED).octets : readFileSync(file);
	const lines = new TextDecoder().decode(list).split("\n").filter(Boolean);
	for (let id = 0; id < rows; ++id)
		yield `${lines[id % lines.length]}${lines[id % lines.length].includes("?") ? "&" : "?"}row=${id}`;
}

async function writeTables(parquet, ipc) {
	const writer = new arrow.RecordBatchFileWriter();
	const written = pipeline(writer.toNodeStream(), createWriteStream(ipc));
	let [schema, batch, first] = [undefined, [], 0];
	const flush = () => {
		const table = tableOf(batch, first);
		schema ??= table.schema;
		for (const { data } of table.batches) writer.write(new arrow.RecordBatch(schema, data));
		first += batch.length;
		batch = [];
	};
	for (const reference of references()) if (batch.push(reference) === BATCH) flush();
	if (batch.length > 0) flush();
	writer.finish();
	await written;
	await writeParquet(parquet);
}

function tableOf(urls, first) {
	const { Float64, Int32, Utf8, vectorFromArray } = arrow;
	const ids = urls.map((_, index) => first + index);
	const of = (type, value) => vectorFromArray(ids.map(value), type);
	return new arrow.Table({
		id: of(new Int32(), (id) => id),
		status: of(new Int32(), (id) => 200 + (id % 5)),
		url: vectorFromArray(urls, new Utf8()),
		score: of(new Float64(), (id) => id / 7),
		kind: of(new Utf8(), (id) => ["text/html", "image/png", null][id % 3]),
		note: of(new Utf8(), (id) => `row ${id}`),
	});
}

async function writeParquet(path) {
	const source = join(folder, "rows.jsonl");
	const output = createWriteStream(source);
	let id = 0;
	for (const url of references()) {
		const row = {
			id,
			status: 200 + (id % 5),
			url,
			score: id / 7,
			kind: ["text/html", "image/png", null][id % 3],
			note: `row ${id}`,
		};
		if (!output.write(`${JSON.stringify(row)}\n`)) await new Promise((resolve) => output.once("drain", resolve));
		++id;
	}
	await new Promise((resolve) => output.end(resolve));
	const connection = await (await DuckDBInstance.create(":memory:")).connect();
	const columns = "{id: 'INTEGER', status: 'INTEGER', url: 'VARCHAR', score: 'DOUBLE', kind: 'VARCHAR', note: 'VARCHAR'}";
	const read = `read_json('${source}', format = 'newline_delimited', columns = ${columns})`;
	await connection.run(`COPY (SELECT * FROM ${read}) TO '${path}' (FORMAT parquet, COMPRESSION zstd)`);
}
