/** Profiles, policies and lists as options: what is opened, and what is said of files that cannot be used. */

import { UriError } from "urlsieve";
import { expect, it } from "vitest";
import { openRules, readListFile, readPolicyFile, refusing } from "../../src/cli/commands/rules";
import { tableArguments, tableOf } from "../../src/cli/commands/table";
import { EXIT, Failure } from "../../src/failure";
import { resolveOptions } from "../../src/options";
import type { FileTable } from "../../src/tables/file-table";
import { run, useFolder } from "./command";
import { misuse, refusalOf } from "./refusals";

const { path, write } = useFolder();
const JS = { options: { engine: "js" } } as const;

it.each([{}, { profile: "rfc3986" }, { profile: "rfc3986@1" }])("leaves %j to the core", async (values) => {
	expect(await openRules("normalize", values, {})).toBeUndefined();
	expect(await openRules("normalize", values, { options: { level: "syntax" } })).toBeUndefined();
});

it("opens a profile with the options that it shares", async () => {
	const settings = async (options: object) =>
		(await openRules("normalize", { profile: "whatwg@1" }, { options: { engine: "js", ...options } }))?.settings;
	const [plain, strict, drop] = [await settings({}), await settings({ strict: true }), await settings({ invalid: "drop" })];
	expect([plain?.engine, plain?.invalid, drop?.invalid]).toEqual(["js", "keep", "drop"]);
	expect(strict?.linesWord).not.toBe(plain?.linesWord);
});

it.each<[values: object, options: object, sentence: string]>([
	[{ profile: "crawl@1", policy: "p" }, {}, "--profile and --policy exclude each other"],
	[{ lists: ["l"] }, {}, "--lists requires --policy FILE"],
	[
		{ profile: "crawl@1", lists: ["l"] },
		{},
		'crawl@1 is frozen; "urlsieve profile show crawl@1 --as-policy" writes it as a policy to add lists to',
	],
	[{ profile: "crawl@1" }, { level: "syntax" }, "--level is for the profile rfc3986@1"],
	[{ policy: "p" }, { edition: "1994" }, "--edition is for the profile rfc3986@1"],
])("refuses %j with %j", async (values, options, sentence) => {
	expect(await refusalOf(() => openRules("dedupe", values, { options }))).toEqual(misuse("dedupe", sentence));
});

it.each([
	["crawl", "crawl@1"],
	["crwl@1", "crawl@1"],
	["toString", undefined],
])("does not know the profile %s", async (profile, meant) => {
	const [status, sentence] = (await refusalOf(() => openRules("dedupe", { profile }, {}))) ?? [];
	const close = meant === undefined ? "" : ` (did you mean ${meant}?)`;
	expect([status, sentence?.startsWith(`unknown profile "${profile}"${close}; known: `)]).toEqual([2, true]);
	expect(sentence).toMatch(/known: [a-z0-9-]+@1(?:, [a-z0-9-]+@\d)+; try: urlsieve dedupe --help$/);
});

it("reads lists by their names and formats", async () => {
	const text = write("first.second.txt", "$removeparam=a\n");
	const own = write("own.json", '{"format":"urlsieve-list@1","params":["b"]}');
	const names = async (...operands: string[]) => Promise.all(operands.map(async (operand) => (await readListFile(operand)).name));
	expect(await names(text, `my.list-1_=${text}`, `removeparam:${text}`, `x=removeparam:${text}`, own)).toEqual([
		"first",
		"my.list-1_",
		"first",
		"x",
		"own",
	]);
	const [none, long] = [path("none"), `${"a".repeat(65)}=${text}`];
	expect(await refusalOf(() => readListFile(none))).toEqual([3, `cannot read ${none}: no such file`]);
	expect(await refusalOf(() => readListFile(long))).toEqual([3, `cannot read ${long}: no such file`]);
});

it("names the place in a file, unless the sentence has it", async () => {
	const placeOf = async (text: string) => {
		const file = write("policy.json", text);
		const [status, sentence] = (await refusalOf(() => readPolicyFile(file))) ?? [];
		expect([status, sentence?.startsWith(file)]).toEqual([2, true]);
		return sentence?.slice(file.length);
	};
	expect(await placeOf("{")).toMatch(/^:1:2: .*[^.] \(invalid-policy\)$/s);
	const wrong = await placeOf('{"key":{"fragment":"x"}}');
	expect(wrong).toMatch(/\(invalid-policy\)$/);
	expect(wrong?.match(/\/key\/fragment|key\.fragment/g)).toHaveLength(1);
	const browser = write("browser.json", '{"base":"whatwg"}');
	const strict = refusalOf(() => openRules("normalize", { policy: browser }, { options: { engine: "js", strict: true } }));
	expect(await strict).toEqual(
		misuse("normalize", "--strict is for whatwg@1, rfc3986@1 and policies on rfc3986 (invalid-option)"),
	);
	const list = write("list.json", '{"format":"urlsieve-list@1","params":[7]}');
	expect((await refusalOf(() => readListFile(list)))?.[1]).toBe(
		`${list}:1:39: invalid list: /params/0 must be a string or an object, not 7 (list-syntax)`,
	);
	const missing = write("needs.json", '{"key":{"query":{"lists":["nowhere"]}}}');
	const [status, sentence] = (await refusalOf(() => openRules("normalize", { policy: missing }, JS))) ?? [];
	expect([status, sentence?.includes("nowhere")]).toEqual([2, true]);
});

it("says what the library refuses in the words of the command line", async () => {
	const refuse = (error: unknown) => refusalOf(() => refusing("learn", () => Promise.reject(error)));
	expect(await refuse(new UriError("invalid-option", 'The option "level" is wrong.'))).toEqual(
		misuse("learn", "--level is wrong (invalid-option)"),
	);
	expect(await refuse(new UriError("invalid-option", "Wrong. Really"))).toEqual(
		misuse("learn", "Wrong. Really (invalid-option)"),
	);
	expect(await refuse(new Failure(EXIT.IO, "as it is"))).toEqual([3, "as it is"]);
	await expect(refusing("learn", () => Promise.reject(new TypeError("x")))).rejects.toThrow(new TypeError("x"));
	await expect(refusing("learn", () => Promise.reject({ code: "x" }))).rejects.toEqual({ code: "x" });
	expect(await refusing("learn", async () => 7)).toBe(7);
});

it("asks for the column of a table that a library reads", async () => {
	const file = write("a.arrow", "ARROW1");
	const table = (values: object, files: string[]) => tableOf("normalize", values, { options: {}, files });
	expect((await refusalOf(() => table({}, [write("list.txt", ""), file])))?.[1]).toContain(`cannot read ${file}: `);
	expect((await refusalOf(() => table({ format: "arrow" }, [write("other", "x")])))?.[1]).toContain("neither an Arrow file");
	const required = misuse("normalize", "--format arrow requires --column NAME, the column with the references");
	expect(await refusalOf(() => table({ format: "arrow" }, ["-"]))).toEqual(required);
	const parquet = (await table({ column: "a" }, ["a.parquet"])) as FileTable;
	const args = { settings: resolveOptions({}), options: {}, threads: undefined, rejects: undefined, json: false, quiet: false };
	const files = [write("a.parquet", "x")];
	expect(tableArguments("normalize", parquet, { ...args, output: "b", files }).watched).toHaveLength(1);
});

it("refuses outputs that are inputs, by the command's name", () => {
	const file = write("in.txt", "a\n");
	const shared = (command: string) =>
		`urlsieve: ${command === "policy" ? "--output" : "--output"} ${file} is also an input, ${file}; write to another file; try: urlsieve ${command} --help\n`;
	for (const args of [
		["parse", file],
		["extract", file],
		["policy", "compile", file],
		["expressions", file],
		["normalize", file],
	]) {
		expect(run([...args, "-o", file])).toEqual({ status: 2, stdout: "", stderr: shared(args[0] as string) });
	}
});

it("validates by the rule and the edition that are named, lines and rows", () => {
	expect(run(["validate", "--quiet", "--as", "absolute-uri"], "http://a/\n")).toEqual({ status: 0, stdout: "", stderr: "" });
	expect(run(["validate", "--quiet", "--as", "absolute-uri"], "//a\n")).toMatchObject({ status: 1, stderr: "" });
	const row = JSON.parse(run(["validate", "--quiet", "--format", "csv", "--column", "u", "--all"], "u\na\n").stdout);
	expect(row).toEqual({ row: 1, reference: "a", valid: true, errors: [] });
	const found = JSON.parse(run(["inspect", "--quiet", "--format", "csv", "--column", "u", "--all"], "u\na\n").stdout);
	expect(found).toEqual({ row: 1, reference: "a", findings: [] });
	expect(run(["validate", "--as", "urn"])).toMatchObject({ status: 2, stderr: expect.stringContaining("--as must be ") });
});

it("prints references in text, with their places or alone", () => {
	const text = "See <http://a/>, or http://b/c.\n";
	expect(run(["extract", "--text"], text)).toEqual({ status: 0, stdout: "http://a/\nhttp://b/c\n", stderr: "" });
	const records = run(["extract"], text).stdout.trimEnd().split("\n");
	expect(records.map((line) => JSON.parse(line))).toMatchObject([
		{ text: "http://a/", start: 5, end: 14 },
		{ text: "http://b/c", start: 20, end: 30 },
	]);
	expect(run(["extract", "--edition", "1800"], "")).toMatchObject({
		status: 2,
		stderr: expect.stringMatching(/^urlsieve: --edition must be .*; try: urlsieve extract --help\n$/),
	});
});
