/** Rows of fetches: every format that a tool writes gives the same columns, under every engine. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import * as arrow from "apache-arrow";
import type { Engine } from "urlsieve";
import { afterAll, expect, it } from "vitest";
import { type Column, valueAt } from "../../src/tables/rows/columns";
import type { NamedColumns, RowFormat } from "../../src/tables/rows/fetch-columns";
import { FetchRows } from "../../src/tables/rows/read-fetches";
import { openDuckDb } from "../support/duckdb";
import { describeEngines } from "../support/engines";
import { runsLargest } from "../support/extent";

const folder = mkdtempSync(join(tmpdir(), "urlsieve-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A fetch, member by member; "" where there is none. */
interface Fetch {
	readonly url: string;
	readonly digest: string;
	readonly status: string;
	readonly time: string;
	readonly type: string;
	readonly redirect: string;
}

const FETCHES: readonly Fetch[] = [
	{ url: "http://h/?a=1,2", digest: "AAA", status: "200", time: "20261122063005", type: "text/html", redirect: "" },
	{ url: "http://h/", digest: "BBB", status: "301", time: "20261122063006", type: "text/html", redirect: "http://www.h/" },
	{ url: "http://h/x", digest: "AAA", status: "", time: "20261122063007", type: "warc/revisit", redirect: "" },
	{ url: 'http://h/%C3%A4?q="é"', digest: "", status: "304", time: "20261122063008", type: "", redirect: "" },
];
const MANY = Array.from({ length: 3000 }, (_, row) => ({ ...(FETCHES[row % 4] as Fetch), digest: `${row}` }));

interface Read {
	readonly fetches: Record<string, string>[];
	readonly counts: { rows: number; empty: number; faults: number };
}

function path(name: string): string {
	return join(folder, name);
}

function write(name: string, content: string | Uint8Array): string {
	writeFileSync(path(name), content);
	return path(name);
}

async function readAll(
	files: readonly (readonly [string, RowFormat])[],
	engine: Engine = "wasm",
	named: NamedColumns = {},
	hasHeader = true,
	delimiter?: number,
): Promise<Read> {
	const rows = new FetchRows({
		command: "learn",
		files: files.map(([file, format]) => ({ path: file, format })),
		named,
		hasHeader,
		delimiter,
		engine,
	});
	const fetches: Record<string, string>[] = [];
	for await (const batch of rows.batches()) {
		const text = (column: Column | undefined, row: number) =>
			column === undefined ? "" : Buffer.from(valueAt(column, row)).toString();
		for (let row = 0; row < batch.rows; ++row) {
			const { url, digests, status, time, type, redirect } = batch;
			const digest = digests.map((column) => text(column, row)).join("|");
			const others = { status, time, type, redirect };
			const values = Object.entries(others).map(([name, column]) => [name, text(column, row)]);
			fetches.push({ url: text(url, row), digest, ...Object.fromEntries(values) });
		}
	}
	return { fetches, counts: rows.counts };
}

const quoted = (value: string) => (/[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

/** The time as ISO 8601 writes it. */
const iso = (time: string, separator = "T") => time.replace(/(....)(..)(..)(..)(..)(..)/, `$1-$2-$3${separator}$4:$5:$6`);

/** The fetches in the format of each tool. */
const TOOLS: { readonly [tool: string]: readonly [RowFormat, (fetches: readonly Fetch[]) => string] } = {
	"a CSV table": [
		"csv",
		(fetches) =>
			`id,redirect,url,status,digest,mime,time\n${fetches.map(({ url, digest, status, time, type, redirect }, id) => `${id},${redirect},${quoted(url)},${status},${digest},${type},${iso(time)}Z\n`).join("")}`,
	],
	"the columns of Common Crawl in TSV": [
		"tsv",
		(fetches) =>
			`url\tfetch_time\tfetch_status\tcontent_digest\tcontent_mime_type\tfetch_redirect\tcontent_truncated\n${fetches.map(({ url, digest, status, time, type, redirect }) => `${[url, iso(time, " "), status, digest, type, redirect, ""].map((value) => (value.includes('"') ? quoted(value) : value)).join("\t")}\n`).join("")}`,
	],
	"JSON lines": [
		"jsonl",
		(fetches) =>
			fetches
				.map(({ url, digest, status, time, type, redirect }) => {
					const object = {
						url,
						status: Number(status) || null,
						content_digest: digest,
						mime: type,
						redirect,
						time: `${iso(time)}.000Z`,
					};
					return `${JSON.stringify(object)}\n`;
				})
				.join(""),
	],
	"CDX by wget, whose legend names the URL twice": [
		"cdx",
		(fetches) =>
			` CDX a b a m s k r M V g u\n${fetches.map(({ url, digest, status, time, type, redirect }) => `${[url, time, url, type, status, digest, redirect, "", "713", "x.warc.gz", "<urn:uuid:1>"].map((value) => value || "-").join(" ")}\n`).join("")}`,
	],
	"CDX of eleven columns without a legend": [
		"cdx",
		(fetches) =>
			fetches
				.map(
					({ url, digest, status, time, type, redirect }) =>
						`${["h)/", time, url, type, status, digest, redirect, "", "1", "2", "x.gz"].map((value) => value || "-").join(" ")}\n`,
				)
				.join(""),
	],
	"CDXJ by pywb": [
		"cdxj",
		(fetches) =>
			`!meta {"format": "cdxj"}\n${fetches.map(({ url, digest, status, time, type, redirect }) => `h)/ ${time} ${JSON.stringify({ url, mime: type, ...(status && { status }), digest, length: "1", ...(redirect && { redirect }) })}\n`).join("")}`,
	],
};

describeEngines("rows of fetches", (engine) => {
	it.each(Object.entries(TOOLS))("reads %s", async (tool, [format, print]) => {
		const plain = write(`${tool}.${engine}`, print(MANY));
		const packed = write(`${tool}.${engine}.gz`, gzipSync(print(FETCHES)));
		const { fetches, counts } = await readAll(
			[
				[plain, format],
				[packed, format],
			],
			engine,
		);
		const described = format === "cdxj" ? 1 : 0;
		const expected = [...MANY, ...FETCHES];
		expect(fetches.filter(({ url }) => url !== "")).toEqual(expected);
		expect(counts).toEqual({ rows: expected.length + 2 * described, empty: 2 * described, faults: 0 });
	});

	it("takes several digests in their order, and a path of keys", async () => {
		const file = write(
			`several.${engine}.jsonl`,
			'{"url":"http://h","page":{"sha1":"A","text":7}}\n{"url":"http://h/b","page":{"text":true}}\n',
		);
		const { fetches } = await readAll([[file, "jsonl"]], engine, { digests: ["page.sha1", "page.text"] });
		expect(fetches.map(({ digest }) => digest)).toEqual(["A|7", "|true"]);
	});

	it("leaves the values of rows that it cannot read empty, and counts them", async () => {
		const file = write(`faulty.${engine}.csv`, 'url,digest\nhttp://a,1\nhttp://b\n"http://c"x,3\nhttp://d,"4\n5"\n');
		const { fetches, counts } = await readAll([[file, "csv"]], engine);
		expect(fetches.map(({ url, digest }) => [url, digest])).toEqual([
			["http://a", "1"],
			["", ""],
			["", ""],
			["http://d", "4\t5"],
		]);
		expect(counts).toEqual({ rows: 4, empty: 0, faults: 2 });
	});

	it("takes columns by their numbers without a header", async () => {
		const file = write(`bare.${engine}.csv`, "1,http://a,X\n2,http://b,Y\n");
		const { fetches } = await readAll([[file, "csv"]], engine, { url: 2, digests: [3] }, false);
		expect(fetches.map(({ url, digest }) => [url, digest])).toEqual([
			["http://a", "X"],
			["http://b", "Y"],
		]);
	});

	if (runsLargest(engine))
		it("skips a row that is too long, whose pieces are no rows", async () => {
			const long = "x".repeat(17_000_000);
			const file = write(`long.${engine}.csv`, `url,digest\nhttp://a,1\nhttp://b?${long},2\nhttp://c,3\n`);
			const { fetches } = await readAll([[file, "csv"]], engine);
			expect(fetches.filter(({ url }) => url !== "").map(({ url, digest }) => [url, digest])).toEqual([
				["http://a", "1"],
				["http://c", "3"],
			]);
		});
});

it("reads Parquet with the columns of Common Crawl, whatever their types are", async () => {
	const { run } = await openDuckDb();
	const file = path("crawl.parquet");
	const values = FETCHES.map(
		({ url, digest, status, time, type, redirect }) =>
			`('${url}', TIMESTAMP '${iso(time, " ")}', ${status || "NULL"}::SMALLINT, '${digest}'::BLOB, '${type}', nullif('${redirect}', ''), NULL::VARCHAR)`,
	);
	await run(
		`COPY (SELECT * FROM (VALUES ${values.join(", ")}) AS rows(url, fetch_time, fetch_status, content_digest, content_mime_type, fetch_redirect, content_truncated)) TO '${file}' (FORMAT parquet)`,
	);
	const { fetches, counts } = await readAll([[file, "parquet"]]);
	expect(fetches).toEqual(FETCHES);
	expect(counts).toEqual({ rows: 4, empty: 0, faults: 0 });
});

it("reads Arrow, whatever the types are", async () => {
	const of = (member: keyof Fetch) => FETCHES.map((fetch) => fetch[member] || null);
	const table = new arrow.Table({
		url: arrow.vectorFromArray(of("url"), new arrow.Utf8()),
		time: arrow.vectorFromArray(
			FETCHES.map(({ time }) => Date.parse(`${iso(time)}Z`)),
			new arrow.TimestampMillisecond(),
		),
		status: arrow.vectorFromArray(
			FETCHES.map(({ status }) => Number(status) || null),
			new arrow.Int16(),
		),
		digest: arrow.vectorFromArray(of("digest")),
		mime: arrow.vectorFromArray(of("type"), new arrow.Utf8()),
		redirect: arrow.vectorFromArray(of("redirect"), new arrow.Utf8()),
	});
	const file = write("crawl.arrow", arrow.tableToIPC(table, "file"));
	expect((await readAll([[file, "arrow"]])).fetches).toEqual(FETCHES);
});

it("reads files of several formats as one table", async () => {
	const csv = write("one.csv", "url,digest\nhttp://a,1\n");
	const cdx = write("two.cdx", " CDX a k\nhttp://b 2\n");
	const { fetches } = await readAll([
		[csv, "csv"],
		[cdx, "cdx"],
	]);
	expect(fetches.map(({ url, digest }) => [url, digest])).toEqual([
		["http://a", "1"],
		["http://b", "2"],
	]);
});

it("takes the delimiter of CSV for other formats of fields as well, but not for CDX and JSON lines", async () => {
	const [csv, tsv] = [
		write("semicolons.csv", "url;digest\nhttp://a/,;1\n"),
		write("semicolons.tsv", "url;digest\nhttp://a/,;2\n"),
	];
	const [cdx, jsonl] = [
		write("spaces.cdx", " CDX a k\nhttp://b/; 3\n"),
		write("rows.jsonl", '{"url":"http://c/;","digest":"4"}\n'),
	];
	const files = [
		[csv, "csv"],
		[tsv, "tsv"],
		[cdx, "cdx"],
		[jsonl, "jsonl"],
	] as const;
	const { fetches } = await readAll(files, "wasm", {}, true, 0x3b);
	expect(fetches.map(({ url, digest }) => [url, digest])).toEqual([
		["http://a/,", "1"],
		["http://a/,", "2"],
		["http://b/;", "3"],
		["http://c/;", "4"],
	]);
});

it.each([
	[
		"csv",
		"url,sum\nhttp://a,1\n",
		{},
		'The table has no column of digests, "digest" or "content_digest"; it has "url", "sum". Name one with --digest',
	],
	[
		"csv",
		"address,digest\nhttp://a,1\n",
		{},
		'The table has no column of URLs, "url"; it has "address", "digest". Name one with --url',
	],
	["csv", "url,digest\nhttp://a,1\n", { status: "code" }, 'The table has no column "code"; it has "url", "digest".'],
	[
		"jsonl",
		'{"url":"http://a","md5":1}\n',
		{},
		'No row has a digest in "digest" or "content_digest"; it has "url", "md5". Name a column with --digest',
	],
	["cdx", " CDX a b\nhttp://a 2\n", {}, 'The table has no column of digests, "k"; it has "a", "b". Name one with --digest'],
] as const)("names the columns that there are: %s %j", async (format, content, named, message) => {
	const file = write("refused", content);
	const clause = message.replace(/^[TN]/, (letter) => letter.toLowerCase()).replace(/\.$/, "");
	await expect(readAll([[file, format]], "wasm", named)).rejects.toMatchObject({
		status: 2,
		message: expect.stringContaining(`${file}: ${clause}`),
	});
});

it.each([
	["2026-11-22T08:30:05+02:00", "20261122063005"],
	["2026-11-22 06:30:05+00", "20261122063005"],
	["2026-11-22T06:30:05.2500Z", "20261122063005.25"],
	["1795329005", "1795329005"],
	["yesterday", "yesterday"],
])("writes the time %s as %s", async (time, expected) => {
	const file = write("times.csv", `url,digest,time\nhttp://a,1,${time}\n`);
	expect((await readAll([[file, "csv"]])).fetches[0]?.time).toBe(expected);
});
