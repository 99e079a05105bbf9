/**
 * `node bench/standalone/data-tasks.mjs`: the ten tasks of docs/guide/data-tasks.md on a list of real URLs, as CSV, JSON lines and Parquet.
 * Runs each task on all three and compares what they write, then what one writes in SQL today. Prints a row for each: how many rows the
 * command leaves, how many SQL leaves, and how many of either the other does not have.
 *
 *   node bench/standalone/data-tasks.mjs --every 16 --only "Newest row"
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
		only: { type: "string" },
	},
});
const CLI = process.env.CLI ?? new URL("../../build/out/dist/urlsieve.js", import.meta.url).pathname;
const FORMATS = ["csv", "jsonl", "parquet"];
const folder = mkdtempSync(join(tmpdir(), "urlsieve-tasks-"));
const connection = await (await DuckDBInstance.create(":memory:")).connect();

/** Host and path as one writes them in SQL. */
const HOST = "lower(regexp_extract(url, '^[a-zA-Z]+://([^/:?#]+)', 1))";
const PATH = "regexp_extract(url, '^[a-zA-Z]+://[^/?#]+([^?#]*)', 1)";

/** Each task: the arguments for a format, what to compare of its output, and the SQL over the table `crawl`. */
const TASKS = [
	{
		title: "Host and path as columns",
		args: ["normalize", "--column", "url", "--into", "host=host,path=path"],
		columns: "id, host, path",
		sql: `SELECT id, ${HOST} AS host, ${PATH} AS path FROM crawl`,
	},
	{
		title: "Count by host",
		args: ["count", "--by", "host", "--column", "url"],
		columns: "host, count",
		sql: `SELECT ${HOST} AS host, count(*) AS count FROM crawl GROUP BY ALL`,
		writes: "csv",
	},
	{
		title: "Newest row of each URL",
		args: ["dedupe", "--column", "url", "--keep", "max:fetched", "--print", "original"],
		columns: "id",
		sql: "SELECT id FROM crawl QUALIFY row_number() OVER (PARTITION BY url ORDER BY fetched DESC, id) = 1",
	},
	{
		title: "One row for each URL and day",
		args: ["dedupe", "--column", "url", "--by", "url,day", "--print", "original"],
		columns: "id",
		sql: "SELECT min(id) AS id FROM crawl GROUP BY url, day",
	},
	{
		title: "Two columns of URLs in normal form",
		args: ["normalize", "--column", "url", "--column", "canonical"],
		columns: "id, url, canonical",
		sql: `SELECT id, ${normalInSql("url")} AS url, ${normalInSql("canonical")} AS canonical FROM crawl`,
	},
	{
		title: "Without blocked hosts",
		args: ["filter", "--not-in", "blocked.txt", "--column", "url", "--print", "original"],
		columns: "id",
		sql: `SELECT id FROM crawl WHERE NOT EXISTS (SELECT 1 FROM blocked WHERE ${HOST} = host OR ends_with(${HOST}, '.' || host))`,
	},
	{
		title: "Without known URLs",
		args: ["filter", "--not-in", "known.txt", "--column", "url", "--print", "original"],
		columns: "id",
		sql: "SELECT id FROM crawl ANTI JOIN known USING (url)",
	},
	{
		title: "At most 100 of each host",
		args: ["dedupe", "--column", "url", "--per", "host=100", "--print", "original"],
		columns: "id",
		sql: `SELECT id FROM (SELECT * FROM crawl QUALIFY row_number() OVER (PARTITION BY url ORDER BY id) = 1)
			QUALIFY row_number() OVER (PARTITION BY ${HOST} ORDER BY id) <= 100`,
	},
	{
		title: "https before http, the shortest first",
		args: ["dedupe", "--policy", "https.json", "--column", "url", "--prefer", "https,shortest", "--print", "original"],
		columns: "id",
		sql: `SELECT id FROM crawl QUALIFY row_number() OVER
			(PARTITION BY regexp_replace(url, '^https?://', '') ORDER BY url NOT LIKE 'https:%', strlen(url), id) = 1`,
	},
	{
		title: "Links in arrays in normal form",
		args: ["normalize", "--column", "links[]"],
		columns: "id, links",
		sql: `SELECT id, list_transform(links, lambda url: ${normalInSql("url")}) AS links FROM crawl`,
		formats: ["jsonl", "parquet"],
	},
];

/** Scheme and host in lower case, without the port 80, and with a path. */
function normalInSql(column) {
	const origin = `lower(regexp_extract(${column}, '^[a-zA-Z]+://[^/?#]*'))`;
	const rest = `regexp_replace(${column}, '^[a-zA-Z]+://[^/?#]*', '')`;
	return `regexp_replace(${origin}, ':80$', '') || CASE WHEN ${rest} = '' THEN '/' ELSE ${rest} END`;
}

try {
	await prepare();
	for (const task of TASKS) if (values.only === undefined || task.title === values.only) await tryTask(task);
} finally {
	rmSync(folder, { recursive: true });
}

/** Writes the list as a table in three formats, and the small lists that tasks read. */
async function prepare() {
	const all = gunzipSync(readFileSync(values.list)).toString().split("\n").filter(Boolean);
	const urls = all.filter((_, index) => index % Number(values.every) === 0);
	writeFileSync(join(folder, "urls.txt"), `${urls.join("\n")}\n`);
	const lines = `read_csv('${join(folder, "urls.txt")}', header = false, columns = {'url': 'VARCHAR'}, delim = '\\x01', quote = '', escape = '')`;
	await connection.run(`CREATE TABLE crawl AS SELECT id, url, day, day || lpad((id * 7919 % 86400)::VARCHAR, 5, '0') AS fetched,
		lead(url, 1, url) OVER (ORDER BY id) AS canonical, [url, lead(url, 1, url) OVER (ORDER BY id)] AS links
		FROM (SELECT (row_number() OVER ())::INTEGER AS id, url, '2026-11-' || lpad((1 + row_number() OVER () % 3)::VARCHAR, 2, '0') AS day FROM ${lines})`);
	await connection.run(`COPY (SELECT * EXCLUDE (links) FROM crawl ORDER BY id) TO '${join(folder, "crawl.csv")}' (HEADER)`);
	await connection.run(`COPY (SELECT * FROM crawl ORDER BY id) TO '${join(folder, "crawl.jsonl")}' (FORMAT json)`);
	await connection.run(`COPY (SELECT * FROM crawl ORDER BY id) TO '${join(folder, "crawl.parquet")}'`);
	const blocked = ["youtube.com", "imgur.com", "wikipedia.org", "twitter.com"];
	writeFileSync(join(folder, "blocked.txt"), `${blocked.join("\n")}\n`);
	await connection.run(`CREATE TABLE blocked AS SELECT unnest([${blocked.map((host) => `'${host}'`).join(", ")}]) AS host`);
	await connection.run("CREATE TABLE known AS SELECT DISTINCT url FROM crawl WHERE id % 5 = 0");
	await connection.run(`COPY known TO '${join(folder, "known.txt")}' (HEADER false, QUOTE '', DELIMITER '\\x01')`);
	writeFileSync(join(folder, "https.json"), '{ "policy": "https@1", "base": "crawl@1", "key": { "scheme": "https" } }');
	console.log(`${urls.length.toLocaleString("en")} rows\n`);
	console.log("| task | rows | by SQL | only the command's | only SQL's | formats | s |\n|---|---|---|---|---|---|---|");
}

async function tryTask({ title, args, columns, sql, formats = FORMATS, writes }) {
	const started = performance.now();
	for (const [index, format] of formats.entries()) {
		const output = join(folder, `out.${writes ?? format}`);
		const { status, stderr } = spawnSync(
			process.execPath,
			[CLI, ...args, "--quiet", "-o", output, join(folder, `crawl.${format}`)],
			{
				cwd: folder,
				encoding: "utf8",
			},
		);
		if (status !== 0) throw new Error(`${title}, ${format}: ${stderr}`);
		const reader = output.endsWith(".csv") ? `read_csv('${output}', all_varchar = true)` : `'${output}'`;
		const casted = columns.replace(/\bid\b/, "id::INTEGER AS id").replace(/\bcount\b/, "count::BIGINT AS count");
		await connection.run(`CREATE OR REPLACE TABLE result${index} AS SELECT ${casted} FROM ${reader}`);
	}
	const seconds = ((performance.now() - started) / 1000).toFixed(1);
	const others = [];
	for (let index = 1; index < formats.length; ++index) others.push(await count(differing(`result${index}`, "result0")));
	await connection.run(`CREATE OR REPLACE TABLE today AS SELECT ${columns} FROM (${sql})`);
	const [ours, theirs] = [await count("FROM result0"), await count("FROM today")];
	const only = [
		await count("FROM (FROM result0 EXCEPT ALL FROM today)"),
		await count("FROM (FROM today EXCEPT ALL FROM result0)"),
	];
	const same = others.every((number) => number === 0) ? "all equal" : `${others.join(", ")} rows differ`;
	console.log(`| ${[title, ours, theirs, ...only, same, seconds].map((value) => value.toLocaleString("en")).join(" | ")} |`);
	for (const [name, table, other] of [
		["only the command's", "result0", "today"],
		["only SQL's", "today", "result0"],
	]) {
		const rows = (await connection.runAndReadAll(`FROM (FROM ${table} EXCEPT ALL FROM ${other}) LIMIT 2`)).getRowsJson();
		if (values.only !== undefined) for (const row of rows) console.log(`  ${name}: ${JSON.stringify(row)}`);
	}
}

function differing(a, b) {
	return `FROM ((FROM ${a} EXCEPT ALL FROM ${b}) UNION ALL (FROM ${b} EXCEPT ALL FROM ${a}))`;
}

async function count(from) {
	return Number((await connection.runAndReadAll(`SELECT count(*) ${from}`)).getRows()[0]?.[0]);
}
