/** The options of `learn` on the command line: what each stands for, its limits, and how others are refused. */
import { expect, it } from "vitest";
import { type LearnTask, learnTask } from "../../src/cli/commands/learn-task";
import { resolveOptions } from "../../src/options";
import { misuse, refusalOf } from "../cli/refusals";

type Values = Parameters<typeof learnTask>[1];

const taskOf = (values: Values, files: string[] = ["a.csv"]) => learnTask(["a"], { output: "o", ...values }, files);

it("learns with the defaults of the library", () => {
	const { reading, levels, ...others }: LearnTask = taskOf({});
	expect(others).toEqual({
		...{ args: ["a"], output: "o", policy: undefined, lists: [], reach: undefined, previous: undefined, probes: undefined },
		...{ threads: undefined, memory: undefined, temp: undefined, report: undefined, json: false, quiet: false },
	});
	expect(levels).toEqual({ support: undefined, bound: undefined, precision: undefined, holdout: undefined });
	expect(reading).toEqual({
		command: "learn",
		files: [{ path: "a.csv", format: "csv" }],
		named: { digests: [] },
		delimiter: undefined,
		hasHeader: true,
		engine: resolveOptions({}).engine,
	});
});

it("takes all options", () => {
	const values = {
		...{ policy: "p", lists: ["l"], reach: "crawl", previous: "d", probes: "3", threads: "2", memory: "16M", temp: "t" },
		...{ report: "r.HTML", json: true, quiet: true, support: "1", bound: "0", precision: "1", holdout: ".5" },
	};
	expect(taskOf(values)).toMatchObject({
		...{ policy: "p", lists: ["l"], reach: "crawl", previous: "d", probes: 3, threads: 2, memory: 2 ** 24, temp: "t" },
		...{ report: "r.HTML", json: true, quiet: true, levels: { support: 1, bound: 0, precision: 1, holdout: 0.5 } },
	});
});

it.each<[values: Values, files: string[], reading: object]>([
	[
		{},
		["a.csv", "b.tsv.gz", "c.cdxj"],
		{
			files: [
				{ path: "a.csv", format: "csv" },
				{ path: "b.tsv.gz", format: "tsv" },
				{ path: "c.cdxj", format: "cdxj" },
			],
		},
	],
	[{ format: "jsonl" }, [], { files: [{ path: undefined, format: "jsonl" }] }],
	[{ format: "arrow" }, ["a.csv"], { files: [{ path: "a.csv", format: "arrow" }] }],
	[{ delimiter: "\\t" }, ["a.csv"], { delimiter: 9 }],
	[{ delimiter: "\u007f" }, ["a.csv"], { delimiter: 0x7f }],
	[{ "no-header": true, url: "1" }, ["a.csv"], { hasHeader: false, named: { url: 1, digests: [] } }],
	[{ url: "1", digest: ["2", "02x"] }, ["a.jsonl", "b.cdxj"], { named: { url: "1", digests: ["2", "02x"] } }],
	[{ url: "1", digest: ["2"] }, ["a.jsonl", "b.csv"], { named: { url: 1, digests: [2] } }],
	[
		{ url: "u", digest: ["d", "e"], status: "s", time: "i", type: "y", redirect: "r" },
		["a.cdx"],
		{ named: { url: "u", digests: ["d", "e"], status: "s", time: "i", type: "y", redirect: "r" } },
	],
])("with %j, reads %j", (values, files, reading) => {
	expect(taskOf(values, files).reading).toMatchObject(reading);
});

const FORMAT = "--format must be csv, tsv, jsonl, cdx, cdxj, parquet or arrow, not";
const SHARE = "a share from 0 to 1, not";
const LEAST = "an integer of at least 1, not";
const NAME = "must be the name of a column or its number from 1, not";
const PASS = "pass --format csv|tsv|jsonl|cdx|cdxj|parquet|arrow";

it.each<[values: Values, files: string[], sentence: string]>([
	[{ output: "-" }, [], "learn requires -o DIR, the directory for the policy"],
	[{ lists: ["l"] }, ["a.csv"], "--lists requires --policy FILE"],
	[{ probes: "1" }, ["a.csv"], "--probes requires --previous DIR"],
	[{ report: "r.htm" }, ["a.csv"], '--report must be a file .html or .json, not "r.htm"'],
	[{ report: "r.json.gz" }, ["a.csv"], '--report must be a file .html or .json, not "r.json.gz"'],
	[{ format: "lines" }, ["a.csv"], `${FORMAT} "lines"`],
	[{}, [], `the name of standard input does not tell its format; ${PASS}`],
	[{}, ["a.csv", "-"], `the name of standard input does not tell its format; ${PASS}`],
	[{}, ["a.txt"], `the name of "a.txt" does not tell its format; ${PASS}`],
	[{ delimiter: "" }, ["a.csv"], '--delimiter must be one character of US-ASCII, not ""'],
	[{ delimiter: "ab" }, ["a.csv"], '--delimiter must be one character of US-ASCII, not "ab"'],
	[{ delimiter: '"' }, ["a.csv"], '--delimiter must be one character of US-ASCII, not """'],
	[{ delimiter: "\n" }, ["a.csv"], '--delimiter must be one character of US-ASCII, not "\n"'],
	[{ delimiter: "\u0080" }, ["a.csv"], '--delimiter must be one character of US-ASCII, not "\u0080"'],
	[{ url: "" }, ["a.csv"], `--url ${NAME} ""`],
	[{ status: "0" }, ["a.csv"], `--status ${NAME} "0"`],
	[{ time: "0" }, ["a.csv"], `--time ${NAME} "0"`],
	[{ type: "" }, ["a.jsonl"], `--type ${NAME} ""`],
	[{ redirect: "00" }, ["a.csv"], `--redirect ${NAME} "00"`],
	[{ digest: ["a", "0"] }, ["a.csv"], `--digest ${NAME} "0"`],
	[{ digest: ["a", "b", "a"] }, ["a.csv"], "--digest a is given twice"],
	[{ digest: ["1", "01"] }, ["a.csv"], "--digest 1 is given twice"],
	[{ support: "0" }, ["a.csv"], `--support must be ${LEAST} "0"`],
	[{ support: "1.5" }, ["a.csv"], `--support must be ${LEAST} "1.5"`],
	[{ support: "9007199254740993" }, ["a.csv"], `--support must be ${LEAST} "9007199254740993"`],
	[{ probes: "0", previous: "d" }, ["a.csv"], `--probes must be ${LEAST} "0"`],
	[{ probes: "0.5", previous: "d" }, ["a.csv"], `--probes must be ${LEAST} "0.5"`],
	[{ bound: "1.1" }, ["a.csv"], `--bound must be ${SHARE} "1.1"`],
	[{ bound: "-0" }, ["a.csv"], `--bound must be ${SHARE} "-0"`],
	[{ precision: "1." }, ["a.csv"], `--precision must be ${SHARE} "1."`],
	[{ precision: "" }, ["a.csv"], `--precision must be ${SHARE} ""`],
	[{ holdout: "2" }, ["a.csv"], `--holdout must be ${SHARE} "2"`],
	[{ holdout: "0.5x" }, ["a.csv"], `--holdout must be ${SHARE} "0.5x"`],
	[{ holdout: "x0.5" }, ["a.csv"], `--holdout must be ${SHARE} "x0.5"`],
	[{ reach: "site" }, ["a.csv"], '--reach must be host, crawl or everywhere, not "site"'],
	[{ threads: "0" }, ["a.csv"], '--threads must be an integer from 1 to 256, not "0"'],
	[{ memory: "1M" }, ["a.csv"], '--memory must be at least 16M, not "1M"'],
])("refuses %j with %j", async (values, files, sentence) => {
	expect(await refusalOf(() => taskOf(values, files))).toEqual(misuse("learn", sentence));
});

it("requires a directory for what it learns", async () => {
	const refusal = await refusalOf(() => learnTask([], {}, ["a.csv"]));
	expect(refusal).toEqual(misuse("learn", "learn requires -o DIR, the directory for the policy"));
});

it("takes the largest safe integer", () => {
	expect(taskOf({ support: "9007199254740991" }).levels.support).toBe(Number.MAX_SAFE_INTEGER);
});
