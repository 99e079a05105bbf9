/** `normalizeTableFile` and `dedupeTableFile` of `urlsieve/node`: what the command line writes, progress, and failures. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import * as arrow from "apache-arrow";
import { dedupeTableFile, normalizeTableFile, type TableFileOptions, type TableFileProgress } from "urlsieve/node";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { run, useFolder } from "../cli/command";
import { openDuckDb, tableOfReferences } from "../support/duckdb";
import { listOfDuplicates } from "../support/duplicates";

const { folder, path, write } = useFolder();
const { connection, run: sql } = await openDuckDb();

const LINES = listOfDuplicates(9_000, 5).split("\n").slice(0, -1);
const REFERENCES = LINES.map((line, id) => (id % 83 === 0 ? null : line));

beforeAll(async () => {
	const table = new arrow.Table({
		id: arrow.vectorFromArray([...REFERENCES.keys()], new arrow.Int32()),
		url: arrow.vectorFromArray(REFERENCES, new arrow.Utf8()),
	});
	const batches = [0, 4000, 8000].flatMap((start) => table.slice(start, start + 4000).batches);
	write("table.arrow", arrow.tableToIPC(new arrow.Table(batches), "file"));
	await tableOfReferences(connection, "written", REFERENCES);
	await sql(`COPY written TO '${path("table.parquet")}' (ROW_GROUP_SIZE 2048)`);
});

describe.each(["parquet", "arrow"] as const)("%s in files", (format) => {
	const [source, target, byCli] = [path(`table.${format}`), path(`target.${format}`), path(`cli.${format}`)];
	const base = { format, column: "url" } as const;

	beforeEach(() => writeFileSync(target, "old"));

	/** Expects the old target, and no temporary file. */
	function expectUntouched(): void {
		expect(readFileSync(target, "utf8")).toBe("old");
		expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
	}

	it.each([
		["normalize", {}, []],
		["normalize", { into: "normal", invalid: "blank" }, ["--into", "normal", "--invalid", "blank"]],
		["dedupe", { column: 2 }, []],
		[
			"dedupe",
			{ print: "original", invalid: "drop", level: "syntax" },
			["--print", "original", "--invalid", "drop", "--level", "syntax"],
		],
	] as const)("are written and counted as by the command %s with %j", async (command, options, args) => {
		const write = command === "dedupe" ? dedupeTableFile : normalizeTableFile;
		const { stderr } = run([command, "--column", "url", "--json", ...args, "-o", byCli, source, source]);
		const rejects: number[] = [];
		const onReject = ({ row }: { row: number }) => rejects.push(row);
		const counts = await write([source, source], target, { ...base, ...options, onReject });
		expect(readFileSync(target).equals(readFileSync(byCli))).toBe(true);
		const { rows, empty, rejects: rejected, unique = counts.unique, duplicates = 0 } = JSON.parse(stderr);
		expect(counts).toEqual({ rows, empty, rejects: rejected, unique, duplicates });
		expect([rows, rejects.length]).toEqual([18_000, rejected]);
	});

	it("report their progress", async () => {
		const shown: TableFileProgress[] = [];
		await normalizeTableFile(source, target, { ...base, onProgress: (progress) => shown.push(progress) });
		expect(shown.length).toBeGreaterThan(2);
		for (const [index, { rows, fraction }] of shown.entries()) {
			expect(rows).toBeGreaterThan(shown[index - 1]?.rows ?? 0);
			expect(fraction).toBeGreaterThan(shown[index - 1]?.fraction ?? 0);
		}
		expect(shown.at(-1)?.rows).toBe(9_000);
	});

	it("stay as they are if the run is aborted, at any time", async () => {
		const reason = new Error("enough");
		await expect(dedupeTableFile(source, target, { ...base, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
		const controller = new AbortController();
		const onProgress = () => controller.abort(reason);
		const { signal } = controller;
		await expect(dedupeTableFile(source, target, { ...base, onProgress, signal })).rejects.toBe(reason);
		expectUntouched();
	});

	it("fail with codes", async () => {
		const failing = async (from: string, to: string, options: Partial<TableFileOptions> = {}) =>
			normalizeTableFile(from, to, { ...base, ...options }).then(
				() => undefined,
				({ name, code, message, line, path }) => ({ name, code, message, line, path }),
			);
		const invalid = { name: "OptionError", code: "invalid-option" };
		expect(await failing(source, target, { column: "urk" })).toMatchObject({
			...invalid,
			message: `${source}: the table has no column "urk"; it has "id", "url" (did you mean url?).`,
		});
		expect(await failing(source, target, { column: "id" })).toMatchObject(invalid);
		expect(await failing(source, target, { into: "id" })).toMatchObject(invalid);
		expect(await failing(source, target, { format: "csv" as "arrow" })).toMatchObject(invalid);
		expect(await failing(source, target, { invalid: "fail" })).toMatchObject({ name: "UriError", line: expect.any(Number) });
		const failed = { name: "FileError", code: "file-failed" };
		expect(await failing(path("missing"), target)).toMatchObject({ ...failed, path: path("missing") });
		expect(await failing(source, source)).toMatchObject({ ...failed, path: source });
		expect(await failing(write("half", readFileSync(source).subarray(0, 2000)), target)).toMatchObject(failed);
		const changed = write("changed", readFileSync(source));
		const onProgress = () => writeFileSync(changed, "x", { flag: "a" });
		expect(await failing(changed, target, { onProgress })).toMatchObject({
			name: "FileError",
			code: "input-changed",
			path: changed,
		});
		expectUntouched();
	});
});

it('"-" is a file, and not standard input', async () => {
	const read = normalizeTableFile("-", path("of-dash.arrow"), { format: "arrow", column: "url" });
	await expect(read).rejects.toThrow("./-");
});
