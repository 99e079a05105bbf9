/**
 * `node bench/standalone/data-tasks.mjs`: the ten tasks of docs/guide/data-tasks.md on a list of real URLs, as CSV, JSON lines and Parquet.
 * Takes commands and SQL from the page. Runs each command on all three, compares what it writes, and compares that with the SQL. Prints a
 * row for each: how many rows the command leaves, how many SQL leaves, and how many of either the other does not have.
 *
 *   node bench/standalone/data-tasks.mjs --every 16 --only "Newest row" --rows 5     # with rows that differ
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";

const { values } = parseArgs({
	options: {
		list: { type: "string", default: new URL("../../../shared/data/reddit_outbound_urls.txt.gz", import.meta.url).pathname },
		every: { type: "string", default: "16" },
		only: { type: "string", default: "" },
		rows: { type: "string", default: "0" },
	},
});
const CLI = process.env.CLI ?? new URL("../../build/out/dist/urlsieve.js", import.meta.url).pathname;
const PAGE = readFileSync(new URL("../../docs/guide/data-tasks.md", import.meta.url), "utf8");
const folder = mkdtempSync(join(tmpdir(), "urlsieve-tasks-"));
const connection = await (await DuckDBInstance.create(":memory:")).connect();

/** What stands before the first task is SQL for all of them. */
const [macros, ...sections] = PAGE.split(/^## /m);
const TASKS = sections.filter((section) => section.includes("```sh\nurlsieve")).map(readTask);

try {
	await prepare();
	for (const task of TASKS) if (new RegExp(values.only).test(task.title)) await tryTask(task);
} finally {
	rmSync(folder, { recursive: true });
}

function readTask(section) {
	const [title] = section.split("\n", 1);
	return { title, command: blockOf(section, "sh").trim(), sql: blockOf(section, "sql") };
}

function blockOf(text, language) {
	return text.match(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "ms"))[1];
}

/** Writes the list as a table in three formats, and the small lists that tasks read. */
async function prepare() {
	const text = readFileSync(values.list);
	const all = (values.list.endsWith(".gz") ? gunzipSync(text) : text).toString().split("\n").filter(Boolean);
	const urls = all.filter((_, index) => index % Number(values.every) === 0);
	writeFileSync(join(folder, "urls.txt"), `${urls.join("\n")}\n`);
	await connection.run(blockOf(macros, "sql"));
	const lines = `read_csv('${join(folder, "urls.txt")}', header = false, columns = {'url': 'VARCHAR'}, delim = '\\x01', quote = '', escape = '')`;
	await connection.run(`CREATE TABLE crawl AS SELECT id, url, day, day || lpad((id::BIGINT * 7919 % 86400)::VARCHAR, 5, '0') AS fetched,
		lead(url, 1, url) OVER (ORDER BY id) AS canonical, [url, lead(url, 1, url) OVER (ORDER BY id)] AS links
		FROM (SELECT (row_number() OVER ())::INTEGER AS id, url, '2026-11-' || lpad((1 + row_number() OVER () % 3)::VARCHAR, 2, '0') AS day FROM ${lines})`);
	await connection.run(`COPY (SELECT * EXCLUDE (links) FROM crawl ORDER BY id) TO '${join(folder, "crawl.csv")}' (HEADER)`);
	await connection.run(`COPY (SELECT * FROM crawl ORDER BY id) TO '${join(folder, "crawl.jsonl")}' (FORMAT json)`);
	await connection.run(`COPY (SELECT * FROM crawl ORDER BY id) TO '${join(folder, "crawl.parquet")}'`);
	const blocked = ["youtube.com", "imgur.com", "wikipedia.org", "twitter.com"];
	writeFileSync(join(folder, "blocked.txt"), `${blocked.join("\n")}\n`);
	await connection.run(`CREATE TABLE blocked AS SELECT unnest([${blocked.map((host) => `'${host}'`).join(", ")}]) AS host`);
	await connection.run("CREATE TABLE known AS SELECT DISTINCT url FROM crawl WHERE id % 5 = 0");
	await connection.run(`COPY known TO '${join(folder, "fetched.txt")}' (HEADER false, QUOTE '', DELIMITER '\\x01')`);
	urlsieve("urlsieve seen add --quiet known.seen fetched.txt");
	writeFileSync(join(folder, "https.json"), '{ "policy": "https@1", "base": "crawl@1", "key": { "scheme": "https" } }');
	console.log(`${urls.length.toLocaleString("en")} rows\n`);
	console.log("| task | rows | by SQL | only the command's | only SQL's | formats | s |\n|---|---|---|---|---|---|---|");
}

async function tryTask({ title, command, sql }) {
	const started = performance.now();
	await connection.run(`CREATE OR REPLACE TABLE today AS ${sql}`);
	const formats = ["csv", "jsonl", "parquet"].slice(command.endsWith(".jsonl") ? 1 : 0);
	for (const [index, format] of formats.entries()) await runCommand(command, format, `result${index}`);
	const seconds = ((performance.now() - started) / 1000).toFixed(1);
	const others = [];
	for (let index = 1; index < formats.length; ++index) others.push(await count(differing(`result${index}`, "result0")));
	const only = [difference("result0", "today"), difference("today", "result0")];
	const counts = [await count("FROM result0"), await count("FROM today"), await count(only[0]), await count(only[1])];
	const same = others.every((number) => number === 0) ? "equal" : `${others.join(", ")} rows differ`;
	console.log(`| ${[title, ...counts, same, seconds].map((value) => value.toLocaleString("en")).join(" | ")} |`);
	for (const [index, name] of ["the command's", "SQL's"].entries()) await showRows(name, only[index]);
}

/** Runs a command on a file of a format, and reads the columns that its SQL has into a table. */
async function runCommand(command, format, table) {
	const output = join(folder, command.includes(" count ") ? "out.csv" : `out.${format}`);
	const line = command
		.replace(/-o \S+ crawl\.\w+$/, `--quiet -o ${output} crawl.${format}`)
		.replace("[]", format === "parquet" ? "" : "[]");
	urlsieve(line);
	const described = (await connection.runAndReadAll("DESCRIBE today")).getRows();
	const columns = described.map(([name, type]) => `"${name}"::${type} AS "${name}"`).join(", ");
	const reader = output.endsWith(".csv") ? `read_csv('${output}', all_varchar = true)` : `'${output}'`;
	await connection.run(`CREATE OR REPLACE TABLE ${table} AS SELECT ${columns} FROM ${reader}`);
}

function urlsieve(line) {
	const command = line.replace(/^urlsieve/, `"${process.execPath}" "${CLI}"`);
	const { status, stderr } = spawnSync(command, { cwd: folder, encoding: "utf8", shell: true });
	if (status !== 0) throw new Error(`${line}: ${stderr}`);
}

function difference(a, b) {
	return `FROM (FROM ${a} EXCEPT ALL FROM ${b})`;
}

function differing(a, b) {
	return `FROM (${difference(a, b)} UNION ALL ${difference(b, a)})`;
}

/** Prints some of the rows that only one of both has, with their URLs. */
async function showRows(name, from) {
	if (values.rows === "0") return;
	const hasId = (await connection.runAndReadAll("DESCRIBE today")).getRows().some(([column]) => column === "id");
	const joined = hasId ? `SELECT *, (SELECT url FROM crawl WHERE crawl.id = each.id) AS original ${from} AS each` : from;
	const rows = (await connection.runAndReadAll(`${joined} USING SAMPLE ${values.rows} ROWS (reservoir, 57)`)).getRowsJson();
	for (const row of rows) console.log(`  only ${name}: ${JSON.stringify(row)}`);
}

async function count(from) {
	return Number((await connection.runAndReadAll(`SELECT count(*) ${from}`)).getRows()[0]?.[0]);
}
