/** Directories and patterns of Parquet files, and tables that are elsewhere. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { openDuckDb } from "../support/duckdb";
import { run, useFolder } from "./command";

const { path, write } = useFolder();
const { run: sql, rows } = await openDuckDb();

const CRAWL = path("crawl");
const DAYS = ["2026-11-01", "2026-11-02", "2026-11-03"];

beforeAll(async () => {
	const table = `SELECT i AS id, 'HTTP://H/' || (i % 7) AS url, DATE '2026-11-01' + (i % 3)::INTEGER AS day FROM range(30) AS t(i)`;
	await sql(`COPY (${table}) TO '${CRAWL}' (FORMAT parquet, PARTITION_BY (day))`);
	// Files that Spark leaves beside them.
	for (const name of ["_SUCCESS", ".part.parquet.crc"]) writeFileSync(path(`crawl/${name}`), "");
	mkdirSync(path("crawl/_temporary"));
	writeFileSync(path("crawl/_temporary/x.csv"), "");
});

const filesUnder = (folder: string) =>
	readdirSync(folder, { recursive: true, encoding: "utf8" })
		.filter((name) => /\.\w+$/.test(name))
		.sort();
const LAYOUT = DAYS.map((day) => `day=${day}/data_0.parquet`);
const read = (source: string, columns = "id, url") =>
	rows(`SELECT ${columns} FROM read_parquet('${source}', hive_partitioning = false) ORDER BY id`);

it.each([
	["a directory", () => CRAWL],
	["a directory with a slash", () => `${CRAWL}/`],
	["a pattern", () => path("crawl/day=*/data_?.parquet")],
	["a pattern of any depth", () => path("crawl/**/*.parquet")],
	["a set of characters", () => path("crawl/day=2026-11-0[!4-9]/*")],
])("normalizes %s file by file, with the same directories", async (what, operand) => {
	const output = path(`out ${what}`);
	const { status, stderr } = run(["normalize", "--column", "url", "--json", "-o", `${output}/`, operand()]);
	expect([status, JSON.parse(stderr)]).toMatchObject([0, { rows: 30, rejects: 0 }]);
	expect(filesUnder(output)).toEqual(LAYOUT);
	const sizes = LAYOUT.reduce((sum, name) => sum + readFileSync(`${output}/${name}`).length, 0);
	expect(JSON.parse(stderr).outputOctets).toBe(sizes);
	const wanted = (await read(`${CRAWL}/*/*.parquet`)).map(([id, url]) => [id, String(url).replace("HTTP://H", "http://h")]);
	expect(await read(`${output}/*/*.parquet`)).toEqual(wanted);
	// The column is that of the directories, as before.
	expect(await read(`${output}/day=2026-11-02/*`, "*")).toEqual(wanted.filter(([id]) => Number(id) % 3 === 1));
});

it("compares rows across files, and leaves each where it was", async () => {
	const output = path("unique");
	mkdirSync(output);
	const { stderr } = run(["dedupe", "--column", "url", "--json", "-o", output, CRAWL]);
	expect(JSON.parse(stderr)).toMatchObject({ rows: 30, unique: 7, duplicates: 23 });
	expect(filesUnder(output)).toEqual(LAYOUT);
	const [[kept, urls] = []] = await rows(`SELECT count(*)::INTEGER, count(DISTINCT url)::INTEGER FROM '${output}/*/*.parquet'`);
	expect([kept, urls]).toEqual([7, 7]);
	expect(await read(`${output}/day=2026-11-01/*`, "count(*)::INTEGER AS id")).toEqual([[7]]);
	const passes = run(["dedupe", "--column", "url", "--memory", "16M", "--json", "-o", `${path("passes")}/`, CRAWL]);
	expect(JSON.parse(passes.stderr)).toMatchObject({ unique: 7, duplicates: 23 });
	expect(await read(`${path("passes")}/*/*.parquet`)).toEqual(await read(`${output}/*/*.parquet`));
});

it("has directories as a column of one file", async () => {
	const output = path("one.parquet");
	expect(run(["normalize", "--column", "url", "--quiet", "-o", output, CRAWL])).toMatchObject({ status: 0, stderr: "" });
	const days = await read(output, "id, day, typeof(day)");
	expect(days.slice(0, 4)).toEqual([0, 1, 2, 0].map((day, id) => [String(id), DAYS[day], "VARCHAR"]));
	expect(run(["dedupe", "--column", "url", "--keep", "max:day", "--quiet", "-o", output, CRAWL]).status).toBe(0);
	expect(new Set((await read(output, "id, day")).map(([, day]) => day))).toEqual(new Set(["2026-11-03"]));
	// A file that is named has the columns that are in it.
	expect(run(["normalize", "--column", "url", "--quiet", "-o", output, path(`crawl/${LAYOUT[0]}`)]).status).toBe(0);
	expect((await rows(`DESCRIBE SELECT * FROM '${output}'`)).map(([name]) => name)).toEqual(["id", "url"]);
});

it("filters rows file by file, and counts those of all files", async () => {
	const hosts = write("hosts.txt", "h\n");
	const output = path("filtered");
	const { status, stderr } = run(["filter", "--in", hosts, "--column", "url", "--json", "-o", `${output}/`, CRAWL]);
	expect([status, JSON.parse(stderr)]).toMatchObject([0, { rows: 30, excluded: 0 }]);
	expect(filesUnder(output)).toEqual(LAYOUT);
	expect(await read(`${output}/*/*.parquet`, "count(*)::INTEGER AS id")).toEqual([[30]]);
	const none = run(["filter", "--not-in", hosts, "--column", "url", "--json", "-o", path("none.parquet"), path("crawl/day=*/*")]);
	expect(JSON.parse(none.stderr)).toMatchObject({ rows: 30, excluded: 30 });
	for (const operand of [CRAWL, path("crawl/**/*.parquet")])
		expect(run(["count", "--by", "host", "--quiet", "--column", "url", operand]).stdout).toBe("30\th\n");
});

it("validates and inspects all files", () => {
	expect(run(["validate", "--column", "url", CRAWL]).stderr).toContain("30 rows, 0 empty, 0 rejects");
	expect(run(["inspect", "--column", "url", path("crawl/*/*")]).stderr).toContain("30 rows, ");
});

it("reads patterns of tables of text as one table, and links", () => {
	write("a-1.csv", "url\nHTTP://A\n");
	write("a-2.csv", "url\nHTTP://B\n");
	mkdirSync(path("links"));
	symlinkSync(CRAWL, path("links/crawl"));
	expect(run(["normalize", "--column", "url", "--quiet", path("a-*.csv")]).stdout).toBe("url\nhttp://a/\nhttp://b/\n");
	expect(run(["validate", "--column", "url", path("links/*/*/*.parquet")]).stderr).toContain("30 rows");
});

it.each<[what: string, args: () => string[], status: number, sentence: () => string]>([
	[
		"a directory with other files",
		() => {
			mkdirSync(path("mixed"), { recursive: true });
			write("mixed/notes.txt", "x");
			return ["-o", `${path("o")}/`, path("mixed")];
		},
		3,
		() =>
			`cannot read the directory ${path("mixed")}: it has notes.txt, which is not named as Parquet; pass a pattern in quotes, such as '${path("mixed")}/**/*.parquet'`,
	],
	[
		"an empty directory",
		() => {
			mkdirSync(path("empty"), { recursive: true });
			return ["-o", path("o.parquet"), path("empty")];
		},
		3,
		() => `cannot read the directory ${path("empty")}: it has no Parquet files`,
	],
	[
		"a pattern of no file",
		() => ["-o", path("o.parquet"), path("crawl/x*/*")],
		3,
		() => `cannot read ${path("crawl/x*/*")}: no file has such a name`,
	],
	[
		"an output in the place of the input",
		() => ["-o", CRAWL, CRAWL],
		2,
		() => `-o ${CRAWL} has the input ${CRAWL}/${LAYOUT[0]}; write to another directory; try: urlsieve normalize --help`,
	],
	[
		"two files for one output",
		() => ["-o", `${path("o")}/`, ...LAYOUT.slice(0, 2).map((name) => path(`crawl/${name}`))],
		2,
		() =>
			`${CRAWL}/${LAYOUT[0]} and ${CRAWL}/${LAYOUT[1]} would both be written to ${path("o")}/data_0.parquet; try: urlsieve normalize --help`,
	],
	[
		"a directory for a table of text",
		() => ["-o", `${path("o")}/`, write("t.csv", "url\n")],
		2,
		() => `-o ${path("o")}/ is a directory: only Parquet is written file by file; try: urlsieve normalize --help`,
	],
	...["s3://bucket/day=*/part-0.parquet", "gs://bucket/x.csv", "https://host/x.parquet?version=1"].map(
		(operand): [string, () => string[], number, () => string] => [
			operand,
			() => ["-o", path("o.parquet"), operand],
			3,
			() =>
				`cannot read ${operand}: only files of this machine are read; copy it by DuckDB: duckdb -c "COPY (SELECT * FROM '${operand}') TO 'copy.parquet'"`,
		],
	),
	[
		"a table of text on the web",
		() => ["https://host/x.csv"],
		3,
		() =>
			"cannot read https://host/x.csv: only files of this machine are read; pass it on standard input: curl -sL 'https://host/x.csv' | urlsieve …",
	],
])("refuses %s", (_, args, status, sentence) => {
	const given = args();
	const result = run(["normalize", "--column", "url", ...given]);
	expect([result.status, result.stderr]).toEqual([status, `urlsieve: ${sentence()}\n`]);
	expect(existsSync(path("o"))).toBe(false);
});
