/** Outputs whose names say that they are in another format than their content. */
import { existsSync, readFileSync } from "node:fs";
import { normalizeTableFile } from "urlsieve/node";
import { expect, it } from "vitest";
import { run, useFolder } from "./command";

const { path, write } = useFolder();

const CSV = write("pages.csv", "url\nHTTP://A\n");
const LIST = write("urls.txt", "HTTP://a\n");
const POLICY = write("acme.policy", "{}");
const COLUMN = ["dedupe", "--column", "url"];
const LIBRARY = "give it another name, or convert the result";
const TABLE = "give it another name, or add --column NAME if the input is a table";
const COMPRESSED = "is named as compressed, and outputs are not; drop this ending";
const UNCOMPRESSED = `${COMPRESSED}, or pipe the output to gzip`;

it.each<[args: string[], option: string, name: string, clause: string]>([
	[[...COLUMN, CSV], "--output", "x.parquet", `is named as Parquet, and CSV is written; ${LIBRARY}`],
	[[...COLUMN, CSV], "--output", "x.tsv", `is named as TSV, and CSV is written; ${LIBRARY}`],
	[[...COLUMN, CSV], "--output", "x.csv.gz", UNCOMPRESSED],
	[[...COLUMN, "--format", "parquet", CSV], "--output", "x.csv", `is named as CSV, and Parquet is written; ${LIBRARY}`],
	[[...COLUMN, "--format", "arrow", CSV], "--output", "x.parquet", `is named as Parquet, and Arrow is written; ${LIBRARY}`],
	[[...COLUMN, "--format", "jsonl", LIST], "--output", "x.CSV", `is named as CSV, and JSON lines are written; ${LIBRARY}`],
	[["dedupe", "--format", "cdx", LIST], "--output", "x.csv", `is named as CSV, and CDX is written; ${LIBRARY}`],
	[["normalize", LIST], "--output", "x.jsonl", `is named as JSON lines, and a list is written; ${TABLE}`],
	[["dedupe", LIST], "--output", "x.zst", `${COMPRESSED}, or pipe the output to zstd`],
	[["dedupe", LIST], "--output", "x.TGZ", UNCOMPRESSED],
	[["dedupe", LIST], "--output", "x.zip", COMPRESSED],
	[[...COLUMN, CSV], "--output", "x.json", `is named as JSON, and CSV is written; ${LIBRARY}`],
	[["dedupe", LIST], "--output", "x.json", `is named as JSON, and a list is written; ${TABLE}`],
	[[...COLUMN, "--format", "parquet", CSV], "--output", "x.txt", `is named as text, and Parquet is written; ${LIBRARY}`],
	[[...COLUMN, "--format", "arrow", CSV], "--output", "x.json", `is named as JSON, and Arrow is written; ${LIBRARY}`],
	[["partition", "--into", path("parts"), "--parts", "2", LIST], "--rejects", "x.gz", UNCOMPRESSED],
	[["dedupe", "-o", path("o"), LIST], "--rejects", "x.csv", `is named as CSV, and TSV is written; ${LIBRARY}`],
	[["dedupe", "-o", path("o"), LIST], "--audit", "x.tsv.xz", `${COMPRESSED}, or pipe the output to xz`],
	[["parse", LIST], "--output", "x.csv", `is named as CSV, and JSON lines are written; ${LIBRARY}`],
	[
		["relativize", "--base", "http://a/", LIST],
		"--output",
		"x.ndjson",
		"is named as JSON lines, and a list is written; give it another name",
	],
	[["extract", "--text", LIST], "--output", "x.csv", "is named as CSV, and a list is written; give it another name"],
	[["policy", "compile", POLICY], "--output", "x.json", "is named as JSON, and a program is written; give it another name"],
	[["extract", LIST], "--output", "x.csv", `is named as CSV, and JSON lines are written; ${LIBRARY}`],
])("%j with %s %s is a usage error", (args, option, name, clause) => {
	const { status, stdout, stderr } = run([...args, option, path(name)]);
	const [command] = args;
	expect([status, stdout, stderr]).toEqual([
		2,
		"",
		`urlsieve: ${option} ${path(name)} ${clause}; try: urlsieve ${command} --help\n`,
	]);
	expect(existsSync(path(name))).toBe(false);
});

it.each<[args: string[], name: string]>([
	[[...COLUMN, CSV], "y.csv"],
	[[...COLUMN, CSV], "y.out"],
	[[...COLUMN, CSV], "y.txt"],
	[[...COLUMN, "--format", "jsonl", write("more.json", '{"url":"http://a"}\n')], "y.json"],
	[[...COLUMN, "--delimiter", "\\t", CSV], "y.tsv"],
	[[...COLUMN, "--format", "jsonl", write("rows.json", '{"url":"http://a"}\n')], "y.ndjson"],
	[["dedupe", "--count", LIST], "y.tsv"],
	[["extract", "--text", LIST], "y.txt"],
])("%j may be written to %s", (args, name) => {
	expect(run([...args, "-o", path(name)])).toMatchObject({ status: 0 });
	expect(readFileSync(path(name)).length).toBeGreaterThan(0);
});

it("a library refuses such a target as well", async () => {
	const message = `Cannot write ${path("z.csv")}: it is named as CSV, and Parquet is written; ${LIBRARY}.`;
	const written = normalizeTableFile(CSV, path("z.csv"), { format: "parquet", column: "url" });
	await expect(written).rejects.toMatchObject({ code: "file-failed", message });
});
