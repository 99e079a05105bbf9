/** The package without the optional libraries: each use names the one to install. */
import { spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as arrow from "apache-arrow";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDuckDb, tableOfReferences } from "../support/duckdb";
import { installPacked } from "../support/packed";

let folder: string;

beforeAll(() => {
	folder = installPacked();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs Node.js in the folder. */
function node(...args: string[]) {
	return spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
}

const CLI = "node_modules/urlsieve/build/out/dist/urlsieve.js";

it("names the package that Arrow needs", () => {
	const table = new arrow.Table({ url: arrow.vectorFromArray(["http://a"], new arrow.Utf8()) });
	writeFileSync(join(folder, "in.arrow"), arrow.tableToIPC(table, "file"));
	const { status, stderr } = node(CLI, "normalize", "--column", "url", "in.arrow");
	const sentence = "Arrow needs the package apache-arrow, which is not installed here; run npm install apache-arrow";
	expect([status, stderr]).toEqual([2, `urlsieve: ${sentence}; try: urlsieve normalize --help\n`]);
});

it("names the package that Parquet needs", async () => {
	const { connection, run } = await openDuckDb();
	await tableOfReferences(connection, "small", ["http://a"]);
	await run(`COPY small TO '${join(folder, "in.parquet")}'`);
	const { status, stderr } = node(CLI, "normalize", "--column", "url", "-o", "out.parquet", "in.parquet");
	const sentence = "Parquet needs the package @duckdb/node-api, which is not installed here; run npm install @duckdb/node-api";
	expect([status, stderr]).toEqual([2, `urlsieve: ${sentence}; try: urlsieve normalize --help\n`]);
	expect(existsSync(join(folder, "out.parquet"))).toBe(false);
});

it("names the package that urlsieve/duckdb needs", () => {
	const code =
		'import { registerUrlFunctions } from "urlsieve/duckdb"; await registerUrlFunctions({}).catch((e) => console.log(e.message));';
	const { stdout, stderr } = node("--input-type=module", "-e", code);
	expect([stdout, stderr]).toEqual([
		"urlsieve/duckdb needs the package @duckdb/node-api; run npm install @duckdb/node-api\n",
		"",
	]);
});
