/** Parquet on the command line: output of `normalize` and `dedupe`, checked by DuckDB, and refusals. */

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import * as arrow from "apache-arrow";
import { createNormalizer } from "urlsieve";
import { createNormalizer as createCrawlNormalizer } from "urlsieve/crawl";
import { beforeAll, describe, expect, it } from "vitest";
import { CLI, type Ended, expectRefused, type Refusal, run, runWithFaults, useFolder } from "../cli/command";
import { openDuckDb, tableOfReferences } from "../support/duckdb";
import { ROOT } from "../support/packed";
import { SYNTAX_RULES } from "../support/rules";

const files = useFolder();
const { folder, path, write, shell } = files;
const { connection, run: sql, rows } = await openDuckDb();

const SHARED: string[] = JSON.parse(readFileSync(join(ROOT, "test/support/fingerprint-references.json"), "utf8"));
/** References of all kinds, many of them equivalent. SQL has no lone surrogates. */
const KINDS: readonly (string | null)[] = [
	...[...SHARED, ...Object.values(SYNTAX_RULES).flat(2)].filter((text) => !/\p{Cs}/u.test(text)),
	...[null, "", " \t", "http://h:x", "x".repeat(70_000), "HTTP://a\n/b", "\ufeffhttp://a/", "\ufeff", "\r", "http://\0/"],
];
const COUNT = 12_000;
const REFERENCES = Array.from({ length: COUNT }, (_, id) => {
	const reference = KINDS[id % KINDS.length] as string | null;
	return reference !== null && reference.length > 1000 && id > KINDS.length ? "http://A" : reference;
});

/** In place of a byte order mark, which @duckdb/node-api loses at the start of a text. */
const MARK = "<mark>";
const marked = (text: string | null) => text?.replace(/^\ufeff/, MARK) ?? null;
const url = (name = "url") => `regexp_replace(${name}, '^\ufeff', '${MARK}')`;

const OTHERS = "id, list, struct, map, day, hash";
const HOSTILE = path("hostile.parquet");

/** Twenty rows with classes of several sizes. */
const SMALL = path("small.parquet");

beforeAll(async () => {
	await tableOfReferences(connection, "hostile", REFERENCES);
	const nested =
		"[id, NULL] AS list, {a: id, b: [url]} AS struct, MAP {id: url} AS map, DATE '2026-11-22' + id AS day, md5(url)::BLOB AS hash";
	await sql(`COPY (SELECT id, url, ${nested} FROM hostile) TO '${HOSTILE}' (ROW_GROUP_SIZE 2048, COMPRESSION zstd)`);
	const small = `SELECT id, ['HTTP://A', 'http://a/', 'http://b', NULL, 'http://[', 'HTTP://B:80/'][id % 6 + 1] AS url,
		[3.5, 10, -2, NULL][id % 4 + 1] AS score, DATE '2026-11-22' - (id % 7)::INTEGER AS day FROM range(20) AS r(id)`;
	await sql(`COPY (${small}) TO '${SMALL}' (COMPRESSION snappy)`);
});

const normalizer = createNormalizer();
const crawler = createCrawlNormalizer({ profile: "crawl@1" });
const formOf = (text: string, crawls = false) => {
	const form = crawls ? crawler.tryNormalize(text) : normalizer.tryNormalize(text);
	return form instanceof Error ? undefined : form;
};
const hasReference = (text: string | null): text is string => text !== null && formOf(text) !== "";

/** The form of each row, or the row as it came. */
const expected = REFERENCES.map((text) => (hasReference(text) ? marked(formOf(text) ?? text) : text));

/** The ids of the rows that `dedupe` keeps. */
const keptIds = () => {
	const seen = new Set<string>();
	return REFERENCES.flatMap((text, id) => {
		const form = hasReference(text) ? formOf(text) : undefined;
		if (form === undefined) return [id];
		if (seen.has(form)) return [];
		seen.add(form);
		return [id];
	});
};

/** Runs a command that succeeds. Returns its summary. */
function succeed(args: string[]) {
	const { status, stdout, stderr } = run([...args, "--json"]);
	expect([status, stdout, status === 0 ? "" : stderr]).toEqual([0, "", ""]);
	return JSON.parse(stderr);
}

/** Number of rows of two tables that differ in other columns. */
async function differing(a: string, b: string): Promise<unknown> {
	const both = [
		`SELECT ${OTHERS} FROM ${a} EXCEPT ALL SELECT ${OTHERS} FROM ${b}`,
		`SELECT ${OTHERS} FROM ${b} EXCEPT ALL SELECT ${OTHERS} FROM ${a}`,
	];
	return (await rows(`SELECT count(*) FROM ((${both[0]}) UNION ALL (${both[1]}))`))[0]?.[0];
}

describe("normalize", () => {
	it("writes normal forms, and leaves all other columns and the order of rows as they are", async () => {
		const summary = succeed(["normalize", "--column", "url", "-o", path("normal.parquet"), HOSTILE]);
		const written = await rows(`SELECT id, ${url()} FROM '${path("normal.parquet")}'`);
		expect(written.map(([id]) => id)).toEqual(REFERENCES.map((_, id) => id));
		expect(written.filter(([, url], id) => url !== expected[id])).toEqual([]);
		expect(await differing(`'${HOSTILE}'`, `'${path("normal.parquet")}'`)).toBe("0");
		const empty = REFERENCES.filter((text) => !hasReference(text)).length;
		const rejects = REFERENCES.filter((text) => hasReference(text) && formOf(text) === undefined).length;
		expect(summary).toMatchObject({ rows: COUNT, column: "url", empty, rejects, inputOctets: statSync(HOSTILE).size });
		expect(summary.outputOctets).toBe(statSync(path("normal.parquet")).size);
	});

	it("adds results and keys as new columns", async () => {
		const output = path("keys.parquet");
		const options = "--profile crawl@1 --column 2 --into fetch --key-into page".split(" ");
		succeed(["normalize", ...options, "-o", output, HOSTILE]);
		const names = (await rows(`DESCRIBE FROM '${output}'`)).map(([name]) => name);
		expect(names).toEqual(["id", "url", "list", "struct", "map", "day", "hash", "fetch", "page"]);
		const written = await rows(`SELECT url, ${url('"fetch"')}, ${url("page")} FROM '${output}'`);
		const wrong = written.filter(([, fetch, page], id) => {
			const text = REFERENCES[id] ?? "";
			if (/^[ \t\r\n]*$/.test(text)) return fetch !== null || page !== null;
			const key = crawler.tryKey(text);
			return key instanceof Error
				? page !== marked(text) || fetch !== marked(text)
				: page !== key || fetch !== formOf(text, true);
		});
		expect(wrong).toEqual([]);
		expect(written.length).toBe(COUNT);
	});

	it.each(["snappy", "zstd", "gzip", "brotli", "lz4_raw", "uncompressed"])("reads and writes %s", async (codec) => {
		const [input, output] = [path(`${codec}.parquet`), path(`${codec}-out.parquet`)];
		await sql(`COPY (FROM '${SMALL}') TO '${input}' (COMPRESSION ${codec})`);
		succeed(["normalize", "--column", "url", "-o", output, input]);
		const codecs = await rows(`SELECT DISTINCT lower(compression) FROM parquet_metadata('${output}')`);
		expect(codecs).toEqual([[codec]]);
		expect(await rows(`SELECT count(*), count(*) FILTER (url = 'http://a/') FROM '${output}'`)).toEqual([["20", "8"]]);
	});
});

describe.each([["validate"], ["inspect", "--all", "--only", "rare-ipv4,userinfo-like-host"]])("%s %s %s %s %s", (...options) => {
	const args = options.filter((option) => option !== undefined).concat("--json", "--column", "url");
	const ended = ({ status, stdout, stderr }: Ended) => {
		const { rows, column, empty, rejects, flagged, findings } = JSON.parse(stderr);
		return { status, records: stdout.split("\n"), counts: { rows, column, empty, rejects, flagged, findings } };
	};

	it("prints what it prints for the same table as JSON lines", () => {
		const lines = write("same.jsonl", REFERENCES.map((url) => `${JSON.stringify({ url })}\n`).join(""));
		const [ours, theirs] = [HOSTILE, lines].map((file) => ended(run([...args, file])));
		expect(ours).toEqual(theirs);
		expect(ours?.records.length).toBeGreaterThan(1);
	});
});

describe("dedupe", () => {
	it("keeps the first row of each class, with all its columns", async () => {
		const output = path("unique.parquet");
		const summary = succeed(["dedupe", "--column", "url", "-o", output, HOSTILE]);
		const written = await rows(`SELECT id, ${url()} FROM '${output}'`);
		const kept = keptIds();
		expect(written.map(([id]) => id)).toEqual(kept);
		expect(written.filter(([id, url]) => url !== expected[id as number])).toEqual([]);
		await sql(`CREATE OR REPLACE TABLE kept AS SELECT * FROM '${HOSTILE}' WHERE id IN (SELECT id FROM '${output}')`);
		expect(await differing("kept", `'${output}'`)).toBe("0");
		expect(summary).toMatchObject({ rows: COUNT, duplicates: COUNT - kept.length });
		expect(summary.unique + summary.duplicates + summary.empty + summary.rejects).toBe(COUNT);
	});

	it("reads several files as one table", async () => {
		const other = path("other.parquet");
		await sql(`COPY (SELECT id + 20 AS id, 'http://c' AS url, score, day FROM '${SMALL}') TO '${other}'`);
		succeed(["dedupe", "--column", "url", "--invalid", "drop", "-o", path("both.parquet"), SMALL, other]);
		const urls = await rows(`SELECT url FROM '${path("both.parquet")}' WHERE url IS NOT NULL`);
		expect(urls).toEqual([["http://a/"], ["http://b/"], ["http://c/"]]);
	});

	it("takes files and columns of any name", async () => {
		mkdirSync(path("year=2026"));
		const input = join(folder, "year=2026", "it's [a] *?.parquet");
		const columns = `1 AS id, 'HTTP://A' AS "a ""b"" 'c", 2 AS "urlsieve row", 3 AS "Urlsieve Row_"`;
		await sql(`COPY (SELECT ${columns}) TO '${input.replaceAll("'", "''")}'`);
		const output = path("it's.parquet");
		succeed(["normalize", "--column", `a "b" 'c`, "--into", `n"'`, "-o", output, input]);
		const result = await connection.runAndReadAll(`FROM '${output.replaceAll("'", "''")}'`);
		expect(result.getRowsJson()).toEqual([[1, "HTTP://A", 2, 3, "http://a/"]]);
	});
});

describe("bad input", () => {
	const fail = (...expected: Refusal) => expectRefused(files, "kept.parquet", ...expected);
	const help = "; try: urlsieve dedupe --help";

	it("is refused if it is not Parquet, or not all of it", () => {
		const octets = readFileSync(HOSTILE);
		const cases: [string, Uint8Array, string][] = [
			["text.parquet", Buffer.from("id,url\n"), "it is not a Parquet file"],
			["empty.parquet", new Uint8Array(0), "it is not a Parquet file"],
			["magic.parquet", octets.subarray(0, 4), "the Parquet file is truncated"],
			["cut.parquet", octets.subarray(0, octets.length - 9), "the Parquet file is truncated"],
			["half.parquet", octets.subarray(0, octets.length / 2), "the Parquet file is truncated"],
			["secret.parquet", Buffer.concat([Buffer.from("PARE"), octets.subarray(4)]), "it is encrypted"],
		];
		for (const [name, content, sentence] of cases) {
			const file = write(name, content);
			fail(["--column", "url", file], 3, `cannot read ${file}: ${sentence}`);
		}
		fail(["--column", "url", path("none.parquet")], 3, `cannot read ${path("none.parquet")}: no such file`);
	});

	it("ends the run if it is damaged", () => {
		const octets = readFileSync(HOSTILE);
		const footer = write(
			"footer.parquet",
			octets.map((octet, at) => (at > octets.length - 300 && at < octets.length - 8 ? 0xff : octet)),
		);
		fail(["--column", "url", footer], 3, /^urlsieve: cannot read .*footer\.parquet: [^\n]+\n$/);
		const pages = write(
			"pages.parquet",
			octets.map((octet, at) => (at > 2000 && at < octets.length / 2 ? octet ^ 0x55 : octet)),
		);
		fail(["--column", "url", pages], 3, /^urlsieve: cannot read .*pages\.parquet: [^\n]+\n$/);
	});

	it("is refused if its footer and its row groups disagree on its rows", async () => {
		const whole = path("six.parquet");
		await sql(`COPY (SELECT 'http://a/' || i AS url FROM range(6) rows(i)) TO '${whole}'`);
		const octets = readFileSync(whole);
		const footer = octets.length - 8 - octets.readUInt32LE(octets.length - 8);
		// The footer has 6 as 12, and 2 as 4.
		const sixes = [...octets.keys()].filter((at) => at >= footer && at < octets.length - 8 && octets[at] === 12);
		const ends = sixes.map((six) => {
			const file = write(
				"rows.parquet",
				octets.map((octet, at) => (at === six ? 4 : octet)),
			);
			const { status, stderr } = run(["dedupe", "--column", "url", "--json", "-o", path("of-six.parquet"), file]);
			return status === 0 ? JSON.parse(stderr).rows : stderr;
		});
		expect(ends.filter((end) => typeof end === "number" && end !== 6)).toEqual([]);
		for (const sentence of ["row groups have 2 rows, its footer says 6", "row groups have 6 rows, its footer says 2"])
			expect(ends.filter((end) => String(end).includes(sentence))).toHaveLength(1);
	});

	describe("that changes while it is read", () => {
		const bad = Array.from({ length: 4000 }, (_, id) => `http://[${id}`);
		const [input, other, rejects] = ["changed.parquet", "other.parquet", "rejects.tsv"].map(path) as [string, string, string];

		/** The first write lists rejects, after some rows have been read. Nothing is delivered. */
		it.each([
			["is replaced", ["--keep", "last"], { replace: { call: "writeSync", at: 1, file: input, by: other } }],
			["is replaced after it was found", [], { replace: { call: "openSync", at: 3, file: input, by: other } }],
		])("ends the run if it %s", async (_, options, faults) => {
			for (const [file, urls] of [
				[input, ["http://a", ...bad, "http://b"]],
				[other, ["http://b", ...bad, "http://a"]],
			] as const)
				await sql(`COPY (SELECT unnest([${urls.map((text) => `'${text}'`)}]) AS url) TO '${file}' (ROW_GROUP_SIZE 2048)`);
			const output = write("kept.parquet", "kept");
			write("rejects.tsv", "kept");
			const ended = runWithFaults(["dedupe", "--column", "url", ...options, "--rejects", rejects, "-o", output, input], faults);
			expect([ended.status, ended.stdout, readFileSync(output, "utf8"), readFileSync(rejects, "utf8")]).toEqual([
				3,
				"",
				"kept",
				"kept",
			]);
			expect(ended.stderr).toBe(`urlsieve: cannot read ${input} (input-changed): it changed while it was read; repeat the run\n`);
			expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
			for (const file of [output, rejects]) rmSync(file);
		});
	});

	it("is refused without a column of text", () => {
		const names = '"id", "url", "score", "day"';
		fail([SMALL], 2, `${SMALL} is a table; choose a column with --column: ${names}${help}`);
		fail(["--format", "parquet", SMALL], 2, `${SMALL} is a table; choose a column with --column: ${names}${help}`);
		fail(["--column", "ulr", SMALL], 2, `${SMALL}: the table has no column "ulr"; it has ${names} (did you mean url?)${help}`);
		fail(["--column", "5", SMALL], 2, `${SMALL}: the table has 4 columns, not 5: ${names}${help}`);
		fail(["--column", "id", SMALL], 2, `${SMALL}: the column "id" has the type BIGINT, not text${help}`);
		fail(["--column", "url", "--into", "ID", SMALL], 2, `${SMALL}: the table already has a column "ID"${help}`);
		fail(
			["--column", "url", "--keep", "max:dya", SMALL],
			2,
			`${SMALL}: the table has no column "dya"; it has ${names} (did you mean day?)${help}`,
		);
	});

	it("is refused with options for other formats", () => {
		fail(["--column", "url", "--delimiter", ";", SMALL], 2, `--delimiter is not for parquet${help}`);
		fail(["--column", "1", "--no-header", SMALL], 2, `--no-header is not for parquet${help}`);
		fail(["--column", "url", "--format", "parquet"], 2, `--format parquet requires files, not standard input${help}`);
		fail(
			["--column", "url", SMALL, "small.csv"],
			2,
			`"${SMALL}" and "small.csv" are in two formats; run the command for each${help}`,
		);
		const { status, stderr } = run(["dedupe", "--column", "url", SMALL]);
		expect([status, stderr]).toEqual([2, `urlsieve: --format parquet requires -o FILE${help}\n`]);
		expect(run(["dedupe", "--column", "url", "-o", SMALL, SMALL]).stderr).toContain("is also an input");
	});

	it("is refused if DuckDB would change another column, which commands that write no table only read", async () => {
		const file = path("beside.parquet");
		await sql(`COPY (SELECT 'HTTP://[' AS url, {'aa': 1, 'ab': 2} AS pair) TO '${file}' (COMPRESSION uncompressed)`);
		// DuckDB writes no names that are alike. In the file, a length precedes each.
		write("beside.parquet", Buffer.from(readFileSync(file, "latin1").replaceAll("\x02ab", "\x02AA"), "latin1"));
		const sentence =
			'the column "pair" has two fields named "AA", regardless of case, which DuckDB would change; rename one, or use an Arrow file';
		fail(["--column", "url", file], 3, `cannot read ${file} (column-type): ${sentence}`);
		expect(run(["validate", "--column", "url", "--quiet", file]).stdout).toContain('"reference":"HTTP://["');
	});

	it("loses a stored schema of Arrow that is cut off, and keeps a whole one with the new columns", async () => {
		const schema = new arrow.Schema([
			new arrow.Field("url", new arrow.Utf8(), true),
			new arrow.Field("d", new arrow.Duration(arrow.TimeUnit.SECOND), true),
		]);
		const whole = Buffer.from(arrow.tableToIPC(new arrow.Table(schema), "stream")).subarray(0, -8);
		const file = path("schema.parquet");
		const written = async (stored: Buffer) => {
			const metadata = `KV_METADATA {"ARROW:schema": '${stored.toString("base64")}', pandas: '{}'}`;
			await sql(`COPY (SELECT 'HTTP://A' AS url, 7::BIGINT AS d) TO '${file}' (${metadata})`);
			succeed(["normalize", "--column", "url", "--into", "n", "-o", path("schema-out.parquet"), file]);
			const pairs = await rows(`SELECT key::VARCHAR, value::VARCHAR FROM parquet_kv_metadata('${path("schema-out.parquet")}')`);
			return Object.fromEntries(pairs.filter(([key]) => key === "ARROW:schema" || key === "pandas"));
		};
		const kept = await written(whole);
		const end = Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]);
		const { fields } = arrow.tableFromIPC(Buffer.concat([Buffer.from(kept["ARROW:schema"], "base64"), end])).schema;
		expect([fields.map(String), kept.pandas]).toEqual([[...schema.fields.map(String), "n: Utf8"], "{}"]);
		for (const length of [0, 3, 60, whole.length - 8]) expect(await written(whole.subarray(0, length))).toEqual({ pandas: "{}" });
	});

	it("is refused if names differ only in case, or columns between files", async () => {
		const octets = readFileSync(SMALL).toString("latin1").replaceAll("score", "URL\0\0");
		const other = path("two.parquet");
		await sql(`COPY (SELECT 1 AS id, 'http://a' AS url) TO '${other}'`);
		fail(
			["--column", "url", SMALL, other],
			3,
			`cannot read ${other}: its columns are not those of ${SMALL}; pass the files one by one`,
		);
		await sql(`COPY (SELECT 'http://a' AS url, 1 AS "UR1") TO '${path("case.parquet")}' (COMPRESSION uncompressed)`);
		const renamed = readFileSync(path("case.parquet")).toString("latin1").replaceAll("UR1", "URL");
		const twice = write("case.parquet", Buffer.from(renamed, "latin1"));
		expect(octets.length).toBeGreaterThan(0);
		fail(["--column", "url", twice], 3, `cannot read ${twice}: two columns are named "URL", regardless of case`);
	});

	it.each(["SIGTERM"] as const)("ends by %s while DuckDB waits for JavaScript, and leaves nothing", async (signal) => {
		const large = path("large.parquet");
		const source = `SELECT 'HTTP://A/' || id AS url FROM range(400000) AS r(id)`;
		await sql(`COPY (${source}) TO '${large}' (ROW_GROUP_SIZE 2048)`);
		const output = write("kept.parquet", "as it was");
		const before = readdirSync(folder).sort();
		// The run sends the signal to itself, so that it cannot end before.
		const preload = `data:text/javascript,${encodeURIComponent(`import { readdirSync, statSync } from "node:fs";
			const isWritten = (name) => (statSync("${folder}/" + name, { throwIfNoEntry: false })?.size ?? 0) > 4;
			const before = ${JSON.stringify(before)};
			setImmediate(function poll() {
				if (readdirSync("${folder}").some((name) => !before.includes(name) && isWritten(name))) process.kill(process.pid, "${signal}");
				else setImmediate(poll);
			});`)}`;
		const args = ["--import", preload, CLI, "dedupe", "--column", "url", "-o", output, large];
		const ended = spawnSync(process.execPath, args, { timeout: 600_000 });
		expect([ended.status, ended.signal]).toEqual([null, signal]);
		expect(readdirSync(folder).sort()).toEqual(before);
		expect(readFileSync(output, "utf8")).toBe("as it was");
	});

	it("says what failed if the disk is full, and leaves nothing", () => {
		const output = write("full.parquet", "kept");
		const before = readdirSync(folder).sort();
		const { status, stderr } = shell(`ulimit -f 16; $URLSIEVE normalize --column url --into n -o ${output} ${HOSTILE}`);
		expect([status, readFileSync(output, "utf8"), readdirSync(folder).sort()]).toEqual([3, "kept", before]);
		expect(stderr).toMatch(/^urlsieve: cannot write the output: [^\n]+\n$/);
	});
});
