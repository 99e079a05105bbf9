/** Parquet files as tables, in process: columns, batches, what is written, and what is refused. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { Write } from "../../assembly/tables/layout";
import { Failure } from "../../src/failure";
import { readReferences } from "../../src/job/column-references";
import type { ChosenRows, ColumnSettings } from "../../src/tables/columnar/column-table";
import { Database, identifier, literal } from "../../src/tables/columnar/duckdb";
import { loadPackage } from "../../src/tables/columnar/optional-package";
import { ParquetTable } from "../../src/tables/columnar/parquet";
import { checkMagic, failureOf, pattern } from "../../src/tables/columnar/parquet-file";
import { RowFate, type ValueBatch } from "../../src/tables/columnar/value-rows";
import { resolveTableOptions } from "../../src/tables/text/table-options";
import { useFolder } from "../cli/command";
import { misuse, refusalOf } from "../cli/refusals";

const { folder, path, write } = useFolder();

/** Writes a file with the rows of a query. */
async function stored(name: string, query: string, options = ""): Promise<string> {
	const database = await Database.open("normalize", "Parquet");
	await database.run(`COPY (${query}) TO ${literal(path(name))} (FORMAT parquet${options})`);
	return path(name);
}

const rowsIn = async (file: string) => (await Database.open("normalize", "Parquet")).rows(`SELECT * FROM ${literal(file)}`);

const ROWS = "SELECT * FROM (VALUES ('A', 1), (NULL, 2), ('B', NULL)) AS t(url, n)";
const SETTINGS: ColumnSettings = { column: "url", into: undefined, keys: undefined, write: 0, keepsAll: true };
const textsOf = (values: ValueBatch) => Array.from(values.lines(), (line) => Buffer.from(line).toString()).join("");

/** Rows all of which have this form, or lack one. */
function chosenOf({ rows, lacks }: ValueBatch, stays: number[] = []): ChosenRows {
	const fates = Uint8Array.from(lacks, (lack) => (lack === 1 ? RowFate.ABSENT : RowFate.FORM));
	let length = 0;
	const ends = Int32Array.from(fates, (fate) => {
		length += fate === RowFate.FORM ? 3 : 0;
		return length;
	});
	const forms = Buffer.from("f.\n".repeat(length / 3));
	const keys = Buffer.from("k\n".repeat(length / 3));
	const sizes = Int32Array.from(fates, (fate, row) => (fate === RowFate.FORM ? 10 + row : 0));
	return {
		fates,
		marks: new Int32Array(rows),
		forms,
		ends,
		keys,
		sizes,
		stays: Uint8Array.from(fates, (_, row) => stays[row] ?? 1),
	};
}

it("reads the references and other values", async () => {
	const file = await stored("read.parquet", ROWS);
	const table = await ParquetTable.open("normalize", [file, file], false);
	expect([table.names, table.columnNames, table.packsForms, table.share(3), table.share(6)]).toEqual([
		'"url", "n"',
		["url", "n"],
		false,
		0.5,
		1,
	]);
	const [lines, lacks, others]: [string[], number[], unknown[]] = [[], [], []];
	await table.read({ column: "url", by: "n" }, (values, other) => {
		lines.push(textsOf(values));
		lacks.push(...values.lacks);
		others.push(...other);
	});
	expect([lines.join(""), lacks, others]).toEqual(["A\nB\nA\nB\n", [0, 1, 0, 0, 1, 0], ["1", "2", null, "1", "2", null]]);
	await table.read({ column: 1 }, (_, none) => expect(none).toEqual([]));
	const columns: unknown[][] = [[], []];
	for await (const texts of table.texts([0, 1])) for (const [index, values] of texts.entries()) columns[index]?.push(...values);
	expect(columns).toEqual([
		["A", null, "B", "A", null, "B"],
		["1", "2", null, "1", "2", null],
	]);
});

it("has no share of no rows", async () => {
	const file = await stored("none.parquet", `${ROWS} WHERE n > 9`);
	const table = await ParquetTable.open("normalize", [file], true);
	expect(table.share(0)).toBe(1);
});

it.each<[settings: Partial<ColumnSettings>, stays: number[], rows: unknown[][]]>([
	[
		{},
		[],
		[
			["f.", 1],
			[null, 2],
			["f.", null],
		],
	],
	[
		{ into: "v" },
		[],
		[
			["A", 1, "f."],
			[null, 2, null],
			["B", null, "f."],
		],
	],
	[
		{ keys: "k" },
		[],
		[
			["f.", 1, "k"],
			[null, 2, null],
			["f.", null, "k"],
		],
	],
	[
		{ counts: "c" },
		[],
		[
			["f.", 1, 10n],
			[null, 2, null],
			["f.", null, 12n],
		],
	],
	[
		{ into: "v", keys: "k", counts: "c", write: Write.ORIGINAL },
		[],
		[
			["A", 1, "f.", "k", 10n],
			[null, 2, null, null, null],
			["B", null, "f.", "k", 12n],
		],
	],
	[
		{ write: Write.ORIGINAL },
		[],
		[
			["A", 1],
			[null, 2],
			["B", null],
		],
	],
	[
		{ keepsAll: false },
		[0, 1, 1],
		[
			[null, 2],
			["f.", null],
		],
	],
	[{ keepsAll: false, into: "v" }, [1, 0, 0], [["A", 1, "f."]]],
])("writes, by settings number %#, the rows that stay with new values", async (settings, stays, rows) => {
	const file = await stored("from.parquet", ROWS);
	const output = { name: "out", length: 0, path: path("to.parquet"), writeLater() {} };
	const table = await ParquetTable.open("normalize", [file], true);
	await table.write({ ...SETTINGS, ...settings }, output, (values) => chosenOf(values, stays));
	expect(await rowsIn(output.path)).toEqual(rows);
	expect(output.length).toBeGreaterThan(100);
});

it("refuses columns that cannot be read, and new ones whose names are taken regardless of case", async () => {
	const file = await stored("types.parquet", "SELECT 'a' AS url, 1 AS n, [1] AS list");
	const table = await ParquetTable.open("dedupe", [file], false);
	const wrong = (sentence: string) => misuse("dedupe", `${file}: ${sentence}`);
	const read = (column: string | number) => refusalOf(() => table.read({ column }, () => {}));
	expect(await read("n")).toEqual(wrong('the column "n" has the type INTEGER, not text'));
	expect(await read("rl")).toEqual(wrong('the table has no column "rl"; it has "url", "n", "list"'));
	expect(await read(4)).toEqual(wrong('the table has 3 columns, not 4: "url", "n", "list"'));
	const output = { name: "out", length: 0, path: path("taken.parquet"), writeLater() {} };
	const into = (name: string) => refusalOf(() => table.write({ ...SETTINGS, into: name }, output, (values) => chosenOf(values)));
	expect([await into("n"), await into("URL")]).toEqual(
		["n", "URL"].map((name) => wrong(`the table already has a column "${name}"`)),
	);
	const pipe = refusalOf(() => table.write(SETTINGS, { ...output, path: undefined }, (values) => chosenOf(values)));
	expect(await pipe).toEqual(misuse("dedupe", "Parquet requires a regular file for -o, not out"));
});

it("refuses files with other columns", async () => {
	const [one, two] = [await stored("one.parquet", ROWS), await stored("two.parquet", "SELECT 'a' AS url")];
	const sentence = `cannot read ${two}: its columns are not those of ${one}; pass the files one by one`;
	expect(await refusalOf(() => ParquetTable.open("normalize", [one, one, two], false))).toEqual([3, sentence]);
});

it.each([
	["PAR1", "the Parquet file is truncated"],
	["PAR1abcPAR", "the Parquet file is truncated"],
	["PAREabcdPARE", "it is encrypted"],
	["PAR", "it is not a Parquet file"],
	["", "it is not a Parquet file"],
	["xPAR1PAR1", "it is not a Parquet file"],
])("refuses a file of %j", async (content, sentence) => {
	const file = write("magic.parquet", content);
	expect(await refusalOf(() => checkMagic(file))).toEqual([3, `cannot read ${file}: ${sentence}`]);
});

it("takes what begins and ends as Parquet does", async () => {
	expect(() => checkMagic(write("whole.parquet", "PAR1PAR1"))).not.toThrow();
	expect(await refusalOf(() => checkMagic(folder))).toEqual([3, `cannot read ${folder}: is a directory`]);
	expect(await refusalOf(() => checkMagic(path("missing")))).toEqual([3, `cannot read ${path("missing")}: no such file`]);
});

it("quotes names, texts and patterns for SQL", () => {
	expect([identifier('a"b'), literal("a'b''"), pattern("/a*b?[c]'.parquet")]).toEqual([
		'"a""b"',
		"'a''b'''''",
		"'/a[*]b[?][[]c]''.parquet'",
	]);
});

it("tells errors of DuckDB apart from others, and reading from writing", () => {
	const said = (message: string) => (failureOf("NAME", new Error(message)) as Failure).message;
	expect(said("IO Error: Could not read x\nmore")).toBe("cannot read NAME: IO Error: Could not read x");
	expect(said("IO Error: Could not write x")).toBe("cannot write the output: IO Error: Could not write x");
	expect(said("IO Error: No space left on device")).toBe("cannot write the output: IO Error: No space left on device");
	expect(said("Fatal Error: Could not sync\u202e")).toBe("cannot write the output: Fatal Error: Could not sync<U+202E>");
	const others = [new Error("x"), new Failure(3, "y"), "IO Error: z", new Error("an IO Error: x")];
	expect(others.map((error) => failureOf("NAME", error))).toEqual(others);
});

it("reads references beside a column that it could not copy", async () => {
	const rows = "VALUES ('A', {'aa': 1, 'ab': 2}), (NULL, NULL), ('B', NULL)";
	const file = await stored("beside.parquet", `SELECT * FROM (${rows}) AS t(url, pair)`);
	// DuckDB writes no names that are alike. In the file, a length precedes each.
	writeFileSync(file, readFileSync(file, "latin1").replaceAll("\x02ab", "\x02AA"), "latin1");
	expect(await refusalOf(() => ParquetTable.open("validate", [file], true))).toEqual([
		3,
		`cannot read ${file} (column-type): the column "pair" has two fields named "AA", regardless of case, ` +
			"which DuckDB would change; rename one, or use an Arrow file",
	]);
	const table = {
		...resolveTableOptions({ format: "csv", column: "url" }),
		command: "validate",
		container: "parquet",
		files: [file],
	} as const;
	const taken: unknown[] = [];
	const counts = await readReferences(
		table,
		(...row) => taken.push(row),
		() => {},
	);
	expect([counts, taken]).toEqual([
		{ rows: 3, empty: 1 },
		[
			["A", 1, undefined],
			["B", 3, undefined],
		],
	]);
});

it("ends a query by what a function has thrown", async () => {
	const table = await ParquetTable.open("normalize", [await stored("throws.parquet", ROWS)], false);
	const error = new TypeError("x");
	const read = table.read({ column: "url" }, () => {
		throw error;
	});
	await expect(read).rejects.toBe(error);
});

it("says which package is missing, or cannot be loaded", async () => {
	const missing = "urlsieve-has-no-such-package";
	expect(await refusalOf(() => loadPackage("normalize", missing, "This"))).toEqual(
		misuse("normalize", `This needs the package ${missing}, which is not installed here; run npm install ${missing}`),
	);
	expect(loadPackage<{ join: unknown }>("normalize", "node:path", "This").join).toBeDefined();
	const broken = write("broken.cjs", "require('urlsieve-has-no-such-part');");
	const sentence = "Cannot find module 'urlsieve-has-no-such-part'";
	expect(await refusalOf(() => loadPackage("normalize", broken, "This"))).toEqual([
		3,
		`cannot load the package ${broken}: ${sentence}`,
	]);
});
