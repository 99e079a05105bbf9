/** The options of tables: what makes files a table, by which format and column, and what is refused. */
import { expect, it } from "vitest";
import { formatFor } from "../../src/cli/commands/file-format";
import { forValues, refuseWithTable, type TableValues, tableArguments, tableOf, textTableOf } from "../../src/cli/commands/table";
import { resolveOptions } from "../../src/options";
import type { FileTable } from "../../src/tables/file-table";
import { useFolder } from "./command";
import { misuse, refusalOf } from "./refusals";

const { write } = useFolder();

type Files = readonly (string | undefined)[];

const tableFor = (values: TableValues, files: Files, print?: "original") =>
	tableOf("normalize", values, { options: {}, files }, print);

const ARGUMENTS = {
	settings: resolveOptions({}),
	options: {},
	threads: undefined,
	rejects: undefined,
	output: undefined,
	json: false,
	quiet: false,
	files: ["a.parquet", "b.parquet"],
};

it.each<[name: string | undefined, format: string | undefined]>([
	["a.csv", "csv"],
	["a.CSV.GZ", "csv"],
	["a.tsv.zst", "tsv"],
	["a.jsonl", "jsonl"],
	["a.ndjson.gz", "jsonl"],
	["a.cdx", "cdx"],
	["a.cdxj", "cdxj"],
	["a.parquet", "parquet"],
	["a.Arrow", "arrow"],
	["a.arrows", "arrow"],
	["a.feather", "arrow"],
	["a.parquet.gz", undefined],
	["a.csv.xz", undefined],
	["a.csv.gz.zst", undefined],
	["a.csvx", undefined],
	["csv", undefined],
	["arrows.feathers", undefined],
	["a.txt", undefined],
	["-", undefined],
	[undefined, undefined],
])("tells the format of %j: %j", (name, format) => {
	expect(formatFor(name)).toBe(format);
});

it.each<[values: TableValues, files: Files, table: object]>([
	[{ column: "url" }, ["a.csv"], { column: "url", delimiter: 0x2c, hasHeader: true, isCdx: false, into: undefined }],
	[{ column: "2" }, ["a.tsv", "b.tsv.gz"], { column: 2, delimiter: 9, hasHeader: true }],
	[{ column: "2" }, ["a.jsonl"], { column: "2", delimiter: 0, hasHeader: false }],
	[{ column: "1", "no-header": true }, ["a.csv"], { column: 1, hasHeader: false }],
	[{ column: "url", delimiter: ";" }, ["a.csv"], { delimiter: 0x3b }],
	[{ column: "url", delimiter: "\\t" }, ["a.csv"], { delimiter: 9 }],
	[{ column: "url", into: "normal" }, ["a.csv"], { column: "url", into: "normal" }],
	[{ column: "url", "key-into": "key" }, ["a.csv"], { keys: "key", into: undefined }],
	[{ format: "cdx" }, ["a.txt"], { column: "a", delimiter: 0x20, isCdx: true }],
	[{ format: "cdxj" }, [undefined], { column: "url", delimiter: 0, isCdx: true }],
	[{ format: "csv", column: "url" }, [undefined], { column: "url", files: [undefined] }],
	[{ column: "url" }, ["a.parquet"], { column: "url", container: "parquet" }],
	[{ column: "url" }, ["a.arrows", "b.feather"], { column: "url", container: "arrow" }],
	[{ column: "url", format: "arrow" }, ["-"], { container: "arrow", files: ["-"] }],
])("reads a table by %j from %j", async (values, files, table) => {
	expect(await tableFor(values, files)).toMatchObject({ command: "normalize", files, ...table });
});

it("names a container for those formats alone that a library reads", async () => {
	expect(await tableFor({ column: "url" }, ["a.csv"])).not.toHaveProperty("container");
});

it("writes references in normal form, or as they came", async () => {
	const [normalized, original] = [
		await tableFor({ column: "a" }, ["a.csv"]),
		await tableFor({ column: "a" }, ["a.csv"], "original"),
	];
	expect(normalized?.write).not.toBe(original?.write);
});

it.each<[values: TableValues, files: Files]>([
	[{}, ["a.csv"]],
	[{}, [undefined]],
	[{}, ["-"]],
	[{ format: "lines" }, ["a.parquet"]],
	[{ format: "parquet" }, []],
])("reads lists by %j from %j", async (values, files) => {
	if (values.format === "parquet") {
		const sentence = "--format parquet requires --column NAME, the column with the references";
		expect(await refusalOf(() => tableFor(values, files))).toEqual(misuse("normalize", sentence));
	} else expect(await tableFor(values, files)).toBeUndefined();
});

const DIFFERENT = "must be different names, not both";
const LEGEND = "is not for cdx, whose columns and delimiter are those of its legend";
const ALL = "csv, tsv, jsonl, cdx, cdxj, parquet or arrow";

it.each<[values: TableValues, files: Files, sentence: string]>([
	[{ format: "jsnl" }, ["a"], `--format must be lines, ${ALL}, not "jsnl" (did you mean jsonl?)`],
	[{ format: "xml", column: "a" }, ["a"], `--format must be lines, ${ALL}, not "xml"`],
	[{ column: "a" }, [undefined], `--column requires --format ${ALL} for standard input`],
	[{ column: "a" }, ["a.csv", "-"], `--column requires --format ${ALL} for standard input`],
	[{ column: "a" }, ["a.csv", "b.txt"], `--column requires --format ${ALL} for "b.txt"`],
	[{ column: "a" }, ["a.csv", "b.csv", "c.tsv"], '"a.csv" and "c.tsv" are in two formats; run the command for each'],
	[{ format: "tsv" }, ["a"], "--format tsv requires --column NAME, the column with the references"],
	[{ format: "lines", column: "a" }, ["a"], "--column is for tables, not for --format lines"],
	[{ into: "n" }, ["a"], "--into requires --column NAME"],
	[{ "key-into": "n" }, ["a"], "--key-into requires --column NAME"],
	[{ delimiter: ";" }, ["a"], "--delimiter requires --column NAME"],
	[{ "no-header": true, format: "lines" }, ["a"], "--no-header requires --column NAME"],
	[{ column: "" }, ["a.csv"], '--column must be the name of a column or its number from 1, not ""'],
	[{ column: "00" }, ["a.csv"], '--column must be the name of a column or its number from 1, not "00"'],
	[{ column: "a", "no-header": true }, ["a.csv"], 'with --no-header, --column must be a number from 1, not "a"'],
	[{ column: "a", into: "" }, ["a.csv"], "--into must be the name of a new column"],
	[{ column: "a", "key-into": "" }, ["a.csv"], "--key-into must be the name of a new column"],
	[{ column: "a", "count-into": "" }, ["a.csv"], "--count-into must be the name of a new column"],
	[{ column: "a", into: "a" }, ["a.csv"], `--column and --into ${DIFFERENT} "a"`],
	[{ column: "a", "key-into": "a" }, ["a.csv"], `--column and --key-into ${DIFFERENT} "a"`],
	[{ column: "a", into: "b", "key-into": "b" }, ["a.csv"], `--into and --key-into ${DIFFERENT} "b"`],
	[{ column: "a", into: "b", "count-into": "b" }, ["a.csv"], `--into and --count-into ${DIFFERENT} "b"`],
	[{ column: "a", "key-into": "b", "count-into": "b" }, ["a.csv"], `--key-into and --count-into ${DIFFERENT} "b"`],
	[{ format: "cdx", "key-into": "a" }, ["a"], `--key-into ${LEGEND}`],
	[{ format: "cdx", "count-into": "c" }, ["a"], `--count-into ${LEGEND}`],
	[{ format: "cdx", into: "c" }, ["a"], `--into ${LEGEND}`],
	[{ format: "cdx", delimiter: ";" }, ["a"], `--delimiter ${LEGEND}`],
	[{ format: "cdx", "no-header": true }, ["a"], `--no-header ${LEGEND}`],
	[{ format: "cdxj", into: "url" }, ["a"], '--into must be the name of another column than "column"'],
	[{ format: "cdxj", "key-into": "url" }, ["a"], `--column and --key-into ${DIFFERENT} "url"`],
	[{ column: "a", delimiter: ";" }, ["a.parquet"], "--delimiter is not for parquet"],
	[{ column: "1", "no-header": true }, ["a.arrow"], "--no-header is not for arrow"],
	[{ column: "a", format: "parquet" }, ["a", "-"], "--format parquet requires files, not standard input"],
	[{ column: "a", format: "parquet" }, [undefined], "--format parquet requires files, not standard input"],
	[
		{ column: "a", delimiter: "ab" },
		["a.csv"],
		'--delimiter must be one character of US-ASCII between the fields of "csv" or "tsv"',
	],
])("refuses %j for %j", async (values, files, sentence) => {
	expect(await refusalOf(() => tableFor(values, files))).toEqual(misuse("normalize", sentence));
});

it("watches the files that a library reads and no others", async () => {
	const files = [write("a.arrow", "x"), write("b.arrow", "xy")];
	const arrow = (await tableFor({ column: "a" }, files)) as FileTable;
	const csv = await tableFor({ column: "a" }, ["a.csv"]);
	const args = { ...ARGUMENTS, files };
	expect(tableArguments("normalize", csv, args)).toEqual({ ...args, readAs: { format: "csv" }, written: csv });
	expect(tableArguments("normalize", undefined, args)).toBe(args);
	const { watched = [], ...others } = tableArguments("normalize", arrow, args);
	expect([watched.map(({ name, size }) => [name, size]), others]).toEqual([
		[
			[files[0], 1],
			[files[1], 2],
		],
		{ ...args, written: arrow },
	]);
});

it.each([undefined, "-"])("refuses to write Parquet to %j", async (output) => {
	const table = (await tableFor({ column: "a" }, ["a.parquet"])) as FileTable;
	const refusal = await refusalOf(() => tableArguments("dedupe", table, { ...ARGUMENTS, output }));
	expect(refusal).toEqual(misuse("dedupe", "--format parquet requires -o FILE"));
});

it.each([
	["keep", "blank"],
	["drop", "blank"],
	["blank", "blank"],
	["fail", "fail"],
] as const)("leaves to the table what becomes of rejected rows under %s", (invalid, inLines) => {
	const options = { invalid, strict: true };
	const { options: changed, settings } = forValues({ ...ARGUMENTS, options, settings: resolveOptions(options) });
	expect([changed, settings]).toEqual([{ invalid: inLines, strict: true }, resolveOptions({ invalid: inLines, strict: true })]);
});

it("refuses options for lists with a table", async () => {
	const values = { uri: undefined, text: "x", all: true };
	expect(await refusalOf(() => refuseWithTable("parse", values, ["uri"]))).toBeUndefined();
	expect(await refusalOf(() => refuseWithTable("parse", values, ["uri", "all", "text"]))).toEqual(
		misuse("parse", "--all is for lists of lines, not for tables"),
	);
});

it("reads operands as tables whatever they look like, but not --uri", async () => {
	expect(await textTableOf("inspect", { column: "a" }, ["http://a/b.csv"])).toMatchObject({ files: ["http://a/b.csv"] });
	expect(await textTableOf("inspect", { column: "a", format: "csv" }, [])).toMatchObject({ files: [undefined] });
	expect(await textTableOf("inspect", { uri: ["http://a/"] }, ["a.csv"])).toBeUndefined();
	const refusal = await refusalOf(() => textTableOf("inspect", { column: "a", uri: ["http://a/"] }, ["a.csv"]));
	expect(refusal).toEqual(misuse("inspect", "--uri is for lists of lines, not for tables"));
});
