/** `dedupe --keep` by several columns and `--prefer`: the same rows stay in all formats, by all ways. */
import { readFileSync } from "node:fs";
import * as arrow from "apache-arrow";
import { createNormalizer, type Policy } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { openDuckDb } from "../support/duckdb";
import { everyNth, size } from "../support/extent";
import { type Choice, dedupeLiterally } from "../support/literal-dedupe";
import { random } from "../support/literal-merges";
import { run, useFolder } from "./command";

const { path, write } = useFolder();
const { run: sql, rows: rowsOf } = await openDuckDb();
const POLICY: Policy = { policy: "site@1", base: "crawl@1", key: { scheme: "https", www: "drop", query: { remove: ["ref"] } } };
const RULES = ["--policy", write("site.json", JSON.stringify(POLICY))];
const normalizer = createNormalizer({ policy: POLICY });

interface Row {
	readonly url: string;
	/** Absent in some rows. */
	readonly n: number | null;
	readonly t: string | null;
}

const below = random(57);
const ROWS = Array.from({ length: size(6000, 900) }, (): Row => {
	const scheme = ["http", "https", "HTTPS"][below(3)];
	const host = ["www.a.example", "a.example", "A.example"][below(3)];
	const tail = ["", "?ref=1", "?ref=22", "#top"][below(4)];
	return {
		url: below(40) === 0 ? "http://[" : `${scheme}://${host}/${below(150)}${tail}`,
		n: below(8) === 0 ? null : below(4) - 1,
		t: below(8) === 0 ? null : `2026-11-${10 + below(9)}${below(12) === 0 ? "T00:00:00.000000000Z and more" : ""}`,
	};
});

type Orders = Choice["orders"];

/** The numbers of the rows that stay. A row without a value loses against any other. */
function expected(prefer: Choice["prefer"], orders: readonly string[], keep: Choice["keep"], isOriginal: boolean): number[] {
	const valued = orders.map((order) => {
		const [which, name] = order.split(":") as ["min" | "max", "n" | "t"];
		return { which, of: name === "n" ? ("value" as const) : ("group" as const) };
	});
	const none = (of: "value" | "group", least: unknown, most: unknown) =>
		valued.find((order) => order.of === of)?.which === "min" ? most : least;
	const records = ROWS.map(({ url, n, t }, index) => {
		const both = url === "http://[" ? undefined : normalizer.both(url);
		return {
			...{ number: index, reference: url, completed: url, isAbsent: false, form: both?.fetch, key: both?.key },
			judged: isOriginal ? url : both?.fetch,
			value: n ?? (none("value", Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY) as number),
			group: t ?? (none("group", "", "\uffff") as string),
		};
	});
	const choice = { prefer, orders: valued as Orders, keep, invalid: "keep", byGroup: false } as const;
	return dedupeLiterally(records, choice).written.map(({ record }) => record.number);
}

const csvOf = (separator: string) =>
	["i", "url", "n", "t"].join(separator) +
	ROWS.map(({ url, n, t }, i) => `\n${[i, url, n ?? "", t ?? ""].join(separator)}`).join("") +
	"\n";
const jsonOf = ({ url, n, t }: Row, i: number) =>
	`${JSON.stringify({ i, url, ...(n !== null && { n }), ...(t !== null && { x: { t } }) })}\n`;

/** The numbers of rows that each format keeps. Options name its columns. */
const FORMATS: readonly [
	format: string,
	make: () => Promise<string> | string,
	numbers: (file: string) => Promise<number[]> | number[],
][] = [
	["csv", () => write("rows.csv", csvOf(",")), (file) => firstsOf(file, ",")],
	["tsv", () => write("rows.tsv", csvOf("\t")), (file) => firstsOf(file, "\t")],
	["jsonl", () => write("rows.jsonl", ROWS.map(jsonOf).join("")), jsonNumbers],
	["parquet", writeParquet, async (file) => (await rowsOf(`SELECT i FROM '${file}'`)).map(([i]) => Number(i))],
	["arrow", writeArrow, (file) => [...(arrow.tableFromIPC(readFileSync(file)).getChild("i") ?? [])].map(Number)],
];

function firstsOf(file: string, separator: string): number[] {
	const lines = readFileSync(file, "utf8").split("\n").slice(1, -1);
	return lines.map((line) => Number(line.split(separator)[0]));
}

function jsonNumbers(file: string): number[] {
	const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
	return lines.map((line) => JSON.parse(line).i);
}

async function writeParquet(): Promise<string> {
	const source = write("source.csv", csvOf(","));
	const file = path("rows.parquet");
	await sql(`COPY (SELECT i, url, n, t FROM read_csv('${source}', types = {'n': 'BIGINT', 't': 'VARCHAR', 'url': 'VARCHAR'}))
		TO '${file}' (ROW_GROUP_SIZE 2048)`);
	return file;
}

function writeArrow(): string {
	const table = new arrow.Table({
		i: arrow.vectorFromArray([...ROWS.keys()], new arrow.Int32()),
		url: arrow.vectorFromArray(
			ROWS.map(({ url }) => url),
			new arrow.Utf8(),
		),
		n: arrow.vectorFromArray(
			ROWS.map(({ n }) => n),
			new arrow.Int32(),
		),
		t: arrow.vectorFromArray(
			ROWS.map(({ t }) => t),
			new arrow.Utf8(),
		),
	});
	return write("rows.arrow", arrow.tableToIPC(table, "file"));
}

const CHOICES: readonly [prefer: Choice["prefer"], orders: readonly string[], keep: Choice["keep"], isOriginal: boolean][] = [
	[[], ["max:n", "min:t"], "last", false],
	[[], ["min:t", "max:n"], "first", true],
	[["https", "shortest"], ["max:t"], "first", false],
	[["no-www", "https"], ["min:n", "max:t"], "last", true],
	[["shortest"], [], "last", true],
];

describe.each(FORMATS)("%s", (format, make, numbers) => {
	it("keeps what a literal model does", async () => {
		const file = await make();
		for (const [prefer, orders, keep, isOriginal] of everyNth(
			CHOICES,
			2,
			FORMATS.findIndex(([name]) => name === format),
		)) {
			const named = orders.map((order) => (format === "jsonl" ? order.replace(":t", ":x.t") : order));
			const args = ["dedupe", "--quiet", "--column", "url", ...RULES, "--keep", [...named, keep].join(",")];
			if (prefer.length > 0) args.push("--prefer", prefer.join(","));
			if (isOriginal) args.push("--print", "original");
			for (const way of [[], ["--memory", "16M"], ["--engine", "js", "--memory", "16M"]]) {
				const output = path(`kept.${format}`);
				const { status, stderr } = run([...args, ...way, "-o", output, file]);
				expect([status, stderr], args.join(" ")).toEqual([0, ""]);
				expect(await numbers(output), [...args, ...way].join(" ")).toEqual(expected(prefer, orders, keep, isOriginal));
			}
		}
	});
});

it("CDX and CDXJ compare several columns by the names of pywb", () => {
	const row = (time: string, status: string, length: string) =>
		`com,a)/ ${time} http://a.com/ text/html ${status} ABC - - ${length} 0 f.gz\n`;
	const rows = [row("20260101000000", "200", "50"), row("20260301000000", "200", "40"), row("20260401000000", "404", "90")];
	const file = write("index.cdx", ` CDX N b a m s k r M S V g\n${rows.join("")}`);
	const kept = (keep: string) =>
		run(["dedupe", "--quiet", "--format", "cdx", "--print", "original", "--keep", keep, file]).stdout.split("\n")[1];
	expect(`${kept("min:status,max:timestamp")}\n`).toBe(rows[1]);
	expect(`${kept("min:s,max:length")}\n`).toBe(rows[0]);
	const lines = rows.map(
		(each, index) => `com,a)/ ${each.split(" ")[1]} {"url": "http://a.com/", "status": "${index < 2 ? 200 : 404}"}\n`,
	);
	const json = write("index.cdxj", lines.join(""));
	const { stdout } = run(["dedupe", "--quiet", "--format", "cdxj", "--print", "original", "--keep", "min:status,last", json]);
	expect(stdout).toBe(lines[1]);
});
