/** `dedupe --memory` of Parquet and Arrow gives the same octets as with the set in memory. */
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import * as arrow from "apache-arrow";
import { beforeAll, describe, expect, it } from "vitest";
import { openDuckDb, tableOfReferences } from "../support/duckdb";
import { listOfDuplicates } from "../support/duplicates";
import { everyNth, size } from "../support/extent";
import { expectSame, results } from "./both-ways";
import { run, runWithFaults, useFolder } from "./command";

const here = useFolder();
const { folder, path, write } = here;
const { connection, run: sql } = await openDuckDb();

/** Rows in a batch, or in a row group. */
const BATCH = 2048;

/** References of all kinds, with rows that have none among them. */
function referencesOf(count: number, seed: number): (string | null)[] {
	const lines = listOfDuplicates(count, seed).split("\n").slice(0, -1);
	return lines.map((line, id) => (id % 83 === 0 ? null : id % 89 === 0 ? " \t" : id % 97 === 0 ? `${line}\r` : line));
}

/** Writes a table of two columns in either format. `compression`: of Parquet. */
async function writeTable(file: string, references: readonly (string | null)[], compression = "snappy"): Promise<string> {
	if (file.endsWith(".arrow")) {
		const table = new arrow.Table({
			id: arrow.vectorFromArray([...references.keys()], new arrow.Int32()),
			url: arrow.vectorFromArray(references, new arrow.Utf8()),
		});
		const starts = references.flatMap((_, id) => (id % BATCH === 0 ? [id] : []));
		const batches = starts.flatMap((start) => table.slice(start, start + BATCH).batches);
		return write(file, arrow.tableToIPC(new arrow.Table(batches), "file"));
	}
	await tableOfReferences(connection, "written", references);
	await sql(`COPY written TO '${path(file)}' (ROW_GROUP_SIZE ${BATCH}, COMPRESSION ${compression})`);
	await sql("DROP TABLE written");
	return path(file);
}

describe.each([
	["parquet", 0],
	["arrow", 1],
])("dedupe of %s in passes", (format, number) => {
	const [first, second] = [path(`first.${format}`), path(`second.${format}`)];
	beforeAll(async () => {
		await writeTable(`first.${format}`, referencesOf(size(20_000, 5_000), 1));
		await writeTable(`second.${format}`, [...referencesOf(5_000, 2), `http://h/${"x".repeat(300_000)}`, null]);
	});

	it("gives the same for several files, with keys and counts as new columns", () => {
		const options = ["--prefer", "https,shortest", "--keep", "max:url,max:id", "--invalid", "blank", "--profile", "crawl@1"];
		const columns = ["--into", "normal", "--key-into", "page", "--count-into", "copies"];
		const summary = expectSame(here, ["--column", "url", ...options, ...columns, first, second, first]);
		for (const name of ["unique", "duplicates", "rejects", "empty"]) expect(summary[name]).toBeGreaterThan(100);
	});

	it("shares a set with lists, and writes a report", () => {
		const limit = ["--memory", "16M", "--seen", path("tables.seen")];
		const report = path(`${format}.json`);
		const { summary } = results(here, ["--column", "url", "--report", report, second], limit);
		expect(JSON.parse(readFileSync(report, "utf8"))).toMatchObject({ unique: summary.unique, rejects: summary.rejects });
		const again = results(here, ["--column", "url", second], limit).summary;
		expect([again.unique, again.duplicates]).toEqual([0, summary.unique + summary.duplicates]);
		rmSync(path("tables.seen"));
	});

	it.each(everyNth(["shrink", "touch", "replace"], 2, number))(
		"fails if a file changes between the passes: %s",
		async (fault) => {
			const changed = await writeTable(`changed.${format}`, referencesOf(5_000, 3));
			const by = await writeTable(`other.${format}`, referencesOf(6_000, 4));
			const output = write("kept", "kept");
			const before = readdirSync(folder).filter((name) => name.startsWith("."));
			// The first write is that of fingerprints, at the end of the first pass.
			const faults = { [fault]: { call: "writeSync", at: 1, file: changed, by } };
			const args = ["dedupe", "--column", "url", "--memory", "16M", "--quiet", "-o", output, changed];
			const { status, stderr } = runWithFaults(args, faults);
			const sentence = `cannot read ${changed} (input-changed): it changed while it was read; repeat the run`;
			expect([status, stderr, readFileSync(output, "utf8")]).toEqual([3, `urlsieve: ${sentence}\n`, "kept"]);
			expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual(before);
		},
	);

	it("goes to disk by itself if the set might not fit the memory that is free", async () => {
		// 16 MiB is the least for passes. Few rows are read fast.
		const long = Array.from({ length: 1100 }, (_, id) => `http://h/${id}/${"x".repeat(2 ** 14)}`);
		const large = await writeTable(`large.${format}`, long, "uncompressed");
		expect(statSync(large).size).toBeGreaterThan(2 ** 24);
		const args = ["dedupe", "--column", "url", "--json", "-o", path("output"), first];
		const tempOctetsIn = (free: number, options: string[] = []) =>
			JSON.parse(runWithFaults([...args, ...options], { free }).stderr).tempOctets ?? 0;
		expect(tempOctetsIn(2 ** 30)).toBe(0);
		const ways = [["--keep", "last"], []];
		for (const options of everyNth(ways, 2, format === "arrow" ? 0 : 1))
			expect(tempOctetsIn(2 ** 20, [...options, large])).toBeGreaterThan(0);
	});

	it("is refused for standard input", () => {
		const args = ["dedupe", "--column", "url", "--format", format, "--memory", "16M", "-o", path("refused")];
		const { status, stderr } = run(args, readFileSync(second));
		const sentence =
			format === "arrow"
				? "--keep, --count-into and --memory read Arrow twice: pass files, not standard input"
				: "--format parquet requires files, not standard input";
		expect([status, stderr]).toEqual([2, `urlsieve: ${sentence}; try: urlsieve dedupe --help\n`]);
	});
});
