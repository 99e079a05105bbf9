/** Rows that are compared by more than their references: `--by`, and requests with a body in the indexes of web archives. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import * as arrow from "apache-arrow";
import { dedupeTableFile } from "urlsieve/node";
import { dedupeTable, SeenSet } from "urlsieve/tables";
import { beforeAll, describe, expect, it } from "vitest";
import { openDuckDb } from "../support/duckdb";
import { everyNth } from "../support/extent";
import { run, useFolder } from "./command";

const { path, write } = useFolder();

/** Each as url, timestamp, status and key of the index; the URL of the rows in a class is one in normal form. */
const ROWS = Array.from({ length: 3000 }, (_, id) => {
	const url = ["http://a/", "HTTP://A", "http://b/api", "http://b/%61pi"][(id * 7) % 4] as string;
	const key = ["com,b)/api", "com,b)/api?__wb_method=post&a=1", "com,b)/api?__wb_method=post&a=2"][(id * 11) % 3] as string;
	return { id, url, time: `2026010${1 + (id % 5)}000000`, status: ["200", "", "404"][(id * 13) % 7] ?? "200", key };
});
type Row = (typeof ROWS)[number];

const lines = (write: (row: Row) => string) => ROWS.map((row) => `${write(row)}\n`).join("");
/** Formats: the file, the options that name its column, and those of --by; and where a row has its number. */
const FORMATS: readonly [format: string, text: string, options: string[], by: string, idOf: (line: string) => number][] = [
	[
		"csv",
		`id,url,time,status\n${lines(({ id, url, time, status }) => `${id},${url},${id % 2 ? time : `"${time}"`},${status}`)}`,
		["--column", "url"],
		"url,time,status",
		(line) => Number(line.split(",")[0]),
	],
	[
		"cdx",
		` CDX N b a m s k r M S V g\n${lines(({ id, url, time, status, key }) => `${key} ${time} ${url} m ${status || "-"} k - - 1 ${id} f`)}`,
		[],
		"url,timestamp,status",
		(line) => Number(line.split(" ")[9]),
	],
	[
		"cdxj",
		lines(({ id, url, time, status, key }) => `${key} ${time} ${JSON.stringify({ url, status, id })}`),
		[],
		"url,timestamp,status",
		(line) => JSON.parse(line.slice(line.indexOf("{"))).id,
	],
];

/** The rows that stay, by their numbers. */
function wanted(format: string, by: boolean, isLast: boolean): number[] {
	const kept = new Map<string, number>();
	for (const { id, url, time, status, key } of ROWS) {
		const request = format.startsWith("cdx") && key.includes("__wb_method") ? key : "";
		const page = url.toLowerCase().startsWith("http://a") ? "a" : "b";
		const joined = [page, request, ...(by ? [time, status] : [])].join(" ");
		if (isLast || !kept.has(joined)) kept.set(joined, id);
	}
	return [...kept.values()].sort((a, b) => a - b);
}

const WAYS = [
	[],
	["--memory", "16M"],
	["--keep", "last"],
	["--keep", "last", "--memory", "16M"],
	["--profile", "crawl@1", "--audit", path("audit.tsv")],
	["--profile", "crawl@1", "--memory", "16M"],
];

/** The numbers of the rows that stay in a table with columns of types, which DuckDB and the library of Arrow read again. */
const COLUMNS = {
	parquet: {
		write: async (file: string) => {
			const { run: sql } = await openDuckDb();
			const rows = write("typed.csv", FORMATS[0]?.[1] as string);
			const typed =
				"id, url, make_timestamp(time // 1000000 * 1000000) AS time, nullif(status, '')::INTEGER AS status, [id] AS list";
			await sql(`COPY (SELECT ${typed} FROM read_csv('${rows}', types = {time: BIGINT, status: VARCHAR})) TO '${file}'`);
		},
		idsOf: async (file: string) => (await (await openDuckDb()).rows(`SELECT id FROM '${file}'`)).map(([id]) => Number(id)),
	},
	arrow: {
		write: async (file: string) => {
			const { Dictionary, Int16, Int32, TimestampMillisecond, Utf8, vectorFromArray } = arrow;
			const column = <Value>(value: (row: Row) => Value) => ROWS.map(value);
			const columns = {
				id: vectorFromArray(
					column(({ id }) => id),
					new Int32(),
				),
				url: vectorFromArray(
					column(({ url }) => url),
					new Dictionary(new Utf8(), new Int32()),
				),
				time: vectorFromArray(
					column(({ time }) => Number(time)),
					new TimestampMillisecond(),
				),
				status: vectorFromArray(
					column(({ status }) => (status === "" ? null : Number(status))),
					new Int16(),
				),
				list: vectorFromArray(column(({ id }) => [id])),
			};
			writeFileSync(file, arrow.tableToIPC(new arrow.Table(columns as never), "file"));
		},
		idsOf: async (file: string) => [...arrow.tableFromIPC(readFileSync(file))].map((row) => Number(row?.id)),
	},
};

describe.each([
	["parquet", 0],
	["arrow", 1],
] as const)("columns of types in %s", (format, number) => {
	const file = path(`typed.${format}`);
	const { write: writeTable, idsOf } = COLUMNS[format];
	beforeAll(() => writeTable(file));

	it.each(everyNth(WAYS, 2, number).map((way) => [way.join(" "), way] as const))(
		"are compared as texts are: %s",
		async (_, way) => {
			const output = path(`out.${format}`);
			const args = ["dedupe", "--column", "url", "--by", "url,time,status", ...way, "--print", "original", "-o", output, file];
			expect(run(args)).toMatchObject({ status: 0 });
			expect(await idsOf(output)).toEqual(wanted("csv", true, way.includes("last")));
		},
	);

	it("are compared by urlsieve/node", async () => {
		const output = path(`node.${format}`);
		const counts = await dedupeTableFile(file, output, {
			format,
			column: "url",
			by: ["url", "time", "status"],
			print: "original",
		});
		expect(await idsOf(output)).toEqual(wanted("csv", true, false));
		expect(counts.unique).toBe(wanted("csv", true, false).length);
		await expect(dedupeTableFile(file, output, { format, column: "url", by: ["time"] })).rejects.toThrow(
			'"by" must contain the column',
		);
	});

	it("that are lists are refused", () => {
		const { status, stderr } = run(["dedupe", "--column", "url", "--by", "url,list", "-o", path(`none.${format}`), file]);
		expect([status, stderr]).toEqual([2, expect.stringContaining("by which rows cannot be compared; try:")]);
	});

	it.each(["blob", "list"])("does not compare a column of Parquet for the greatest value: %s", async (column) => {
		const file = path("unordered.parquet");
		await (await openDuckDb()).run(
			`COPY (SELECT 'http://a/' AS url, 'x'::BLOB AS blob, [1] AS list) TO '${file}' (FORMAT parquet)`,
		);
		const { status, stderr } = run(["dedupe", "--column", "url", "--keep", `max:${column}`, "-o", path("o.parquet"), file]);
		expect([status, stderr]).toEqual([2, expect.stringContaining("which --keep does not compare; try:")]);
	});
});

it("a stream compares rows by other columns", async () => {
	const [, text] = FORMATS[0] as (typeof FORMATS)[number];
	const stream = dedupeTable(new SeenSet(), { format: "csv", column: "url", by: ["url", "time", "status"] });
	await new Response(new Blob([text]).stream().pipeThrough(stream)).text();
	expect(stream.counts.unique).toBe(wanted("csv", true, false).length);
	const refused = () => dedupeTable(new SeenSet(), { format: "csv", column: "url", by: ["time"] });
	expect(refused).toThrow('The option "by" must contain the column of references, such as url,time.');
	expect(() => dedupeTable(new SeenSet(), { format: "csv", column: "url", by: "url" as never })).toThrow(
		"must be an array of columns",
	);
});

/** For CSV, test/dedupe/random-options.test.ts has the same. */
const RUNS = FORMATS.slice(1).flatMap((format, number) =>
	everyNth(WAYS, 2, number).map((way) => [format[0], way.join(" "), format, way] as const),
);

it.each(RUNS)("%s is compared the same in every way: %s", (_format, _way, [format, text, options, by, idOf], way) => {
	const file = write(`rows.${format}`, text);
	const output = path(`out.${format}`);
	for (const compared of [[], ["--by", by]]) {
		const args = ["dedupe", ...options, ...compared, ...way, "--print", "original", "-o", output, file];
		expect(run(args).status).toBe(0);
		const kept = readFileSync(output, "utf8").trimEnd().split("\n");
		if (format === "cdx") kept.shift();
		expect(kept.map(idOf)).toEqual(wanted(format, compared.length > 0, way.includes("last")));
	}
});

it("a set of earlier runs knows requests with a body by their keys", () => {
	const [, text] = FORMATS[2] as (typeof FORMATS)[number];
	for (const way of [[], ["--memory", "16M"]]) {
		const seen = path("requests.seen");
		rmSync(seen, { force: true });
		const counts = ["first.cdxj", "second.cdxj"].map((name) => {
			const args = ["dedupe", "--seen", seen, ...way, "--json", "-o", path(name), write("all.cdxj", text)];
			return JSON.parse(run(args).stderr);
		});
		expect(counts.map(({ unique }) => unique)).toEqual([wanted("cdxj", false, false).length, 0]);
		expect(counts[0].notes).toEqual([expect.objectContaining({ code: "request-bodies", count: 2000 })]);
	}
});

it.each(["wasm", "js"])("rejected rows are no rows that others are merged with, on the engine %s", (engine) => {
	const table = "u,g\nhttp://[,x\nhttp://h/2,x\n,x\nhttp://h/3,x\nHTTP://h/2,x\nHTTP://h/3,x\nhttp://h/2,y\n";
	const args = ["--quiet", "--engine", engine, "--column", "u", "--by", "u,g", "--audit", path("by.tsv")];
	expect(run(["dedupe", ...args, write("by.csv", table)]).stdout).toBe(
		"u,g\nhttp://[,x\nhttp://h/2,x\n,x\nhttp://h/3,x\nhttp://h/2,y\n",
	);
	const rows = "http://h/2\tHTTP://h/2\tsyntax\t2\t5\nhttp://h/3\tHTTP://h/3\tsyntax\t4\t6\n";
	expect(readFileSync(path("by.tsv"), "utf8")).toBe(rows);
});

describe("in the indexes of web archives", () => {
	const row = (key: string, request = {}) =>
		`com,e)/{x}${key} 20260101000000 ${JSON.stringify({ url: "http://e.com/x", ...request })}\n`;
	const plain = [row(""), row("", { method: "GET" }), row("", { method: "get", requestBody: "" }), row("", { method: null })];
	const others = [
		row("", { method: "POST", requestBody: "z=1" }),
		row("", { method: "POST", requestBody: "z=2" }),
		row("", { method: "PUT", requestBody: "z=1" }),
		row("", { method: "HEAD" }),
		row("?__wb_post_data=ab"),
		row("?__wb_post_data=cd"),
		row("?__wb_method=POST&z=1", { method: "POST", requestBody: "z=1" }),
	];

	it.each(WAYS.slice(0, 4).map((way) => [way.join(" "), way]))("no other request is merged with a GET: %s", (_, way) => {
		const file = write("methods.cdxj", [...plain, ...others, ...plain, ...others].join(""));
		const { stderr } = run(["dedupe", ...way, "--json", "-o", path("methods.out.cdxj"), file]);
		expect(readFileSync(path("methods.out.cdxj"), "utf8").split("\n").slice(0, -1).sort()).toEqual(
			[way.includes("last") ? plain[3] : plain[0], ...others].map((line) => line?.trimEnd()).sort(),
		);
		expect(JSON.parse(stderr).notes).toEqual([expect.objectContaining({ code: "request-bodies", count: 14 })]);
	});

	it("requests whose body is no text are merged if the rows are equal", () => {
		const [first, second] = [{ z: 1 }, { z: 2 }].map((requestBody) => row("", { method: "POST", requestBody })) as [
			string,
			string,
		];
		const odd = row("", { method: 5 });
		expect(run(["dedupe", "--format", "cdxj"], [row(""), first, second, first, odd].join("")).stdout).toBe(
			[row(""), first, second].join(""),
		);
	});

	it("CDX has requests by the data in their keys", () => {
		const rows = ["", "?__wb_post_data=ab"].map((key) => `com,e)/x${key} 20260101000000 http://e.com/x text/html 200 AAA 1\n`);
		expect(run(["dedupe", "--format", "cdx"], [...rows, ...rows].join("")).stdout).toBe(rows.join(""));
	});
});

it("a stream compares requests with a body by their keys", async () => {
	const [, text] = FORMATS[1] as (typeof FORMATS)[number];
	const stream = dedupeTable(new SeenSet(), { format: "cdx" });
	await new Response(new Blob([text]).stream().pipeThrough(stream)).text();
	expect(stream.counts.unique).toBe(wanted("cdx", false, false).length);
});

it.each<[args: string[], sentence: string]>([
	[["--column", "url", "--by", "time"], "--by must contain the column of references, such as url,time"],
	[["--column", "url", "--by", "url,"], '--by must name different columns, not "url,"'],
	[["--column", "url", "--by", "url,url"], '--by must name different columns, not "url,url"'],
	[
		["--column", "url", "--by", "2,url"],
		'--by must give its columns as the option --column does, by name or by number, not "2,url"',
	],
	[["--column", "url", "--by", "url,tim"], 'the table has no column "tim"; it has "id", "url", "time" (did you mean time?)'],
	[["--column", "1", "--no-header", "--by", "1,time"], '--by must have numbers from 1, as there is no header, not "1,time"'],
	[
		["--column", "url", "--by", "url,time", "--seen", path("s")],
		"--by and --seen exclude each other: a set has the keys of references",
	],
	[["--by", "url,time"], "--by requires --column NAME"],
])("refuses %j: %s", (args, sentence) => {
	const { status, stderr } = run(["dedupe", ...args, write("a.csv", "id,url,time\n1,http://a/,2\n")]);
	expect([status, stderr]).toEqual([2, expect.stringContaining(`${sentence}; try: urlsieve dedupe --help\n`)]);
});

it("--by refuses a column of JSON lines that no row has, and values that cannot be compared", () => {
	const args = ["dedupe", "--format", "jsonl", "--column", "url", "--by"];
	const rows = '{"url":"http://a","tags":[1]}\n';
	expect(run([...args, "url,tag"], rows)).toMatchObject({
		status: 2,
		stderr: expect.stringContaining('no row has the column "tag"'),
	});
	const { status, stderr } = run([...args, "url,tags"], rows);
	const sentence = 'row 1: the value in the column "tags" is an object or an array, by which rows cannot be compared';
	expect([status, stderr]).toEqual([1, `urlsieve: ${sentence}\n`]);
});

it("--by takes null and a missing key of JSON for one value, and an empty string for another, as DISTINCT does", async () => {
	const rows = ["null", '""', undefined, '""', '"x"', "null"].map(
		(value) => `{"url":"http://a/"${value === undefined ? "" : `,"k":${value}`}}`,
	);
	const file = write("nulls.jsonl", `${rows.join("\n")}\n`);
	const wanted = `${[rows[0], rows[1], rows[4]].join("\n")}\n`;
	for (const way of [[], ["--memory", "16M"]]) {
		const output = path("nulls.out.jsonl");
		run(["dedupe", "--quiet", "--column", "url", "--by", "url,k", ...way, "-o", output, file]);
		expect(readFileSync(output, "utf8")).toBe(wanted);
	}
});

it("--by takes 0.0 and -0.0 of Parquet for one value, and all NaN for another", async () => {
	const { run: sql, rows } = await openDuckDb();
	const [file, output] = [path("zeros.parquet"), path("zeros.out.parquet")];
	for (const type of ["DOUBLE", "FLOAT"]) {
		const values = ["0.0", "-0.0", "'nan'", "'-nan'", "1.5"].map((value) => `('http://a/', ${value}::${type})`);
		await sql(`COPY (SELECT * FROM (VALUES ${values.join(", ")}) AS t(url, k)) TO '${file}'`);
		run(["dedupe", "--quiet", "--column", "url", "--by", "url,k", "-o", output, file]);
		expect(await rows(`SELECT count(*)::INTEGER FROM '${output}'`)).toEqual([[3]]);
	}
});
