/** The values of options, one by one: what each stands for, its limits, and how others are refused. */

import { UriError } from "urlsieve";
import { expect, it } from "vitest";
import { baseFailure, checked, editionsIn, lineArguments, parse, threadsOf } from "../../src/cli/arguments";
import { classesOf } from "../../src/cli/commands/dedupe-classes";
import { memoryOf } from "../../src/cli/commands/memory";
import { formOf, lineRules, tableFormOf, tableRules } from "../../src/cli/commands/print";
import { readersOf } from "../../src/cli/commands/reader-names";
import { openRules } from "../../src/cli/commands/rules";
import { helpOf } from "../../src/cli/help";
import { misuse, refusalOf } from "./refusals";

const OPTIONS = { output: { type: "string", short: "o" }, quiet: { type: "boolean" } } as const;

it("parses options and operands in any order", () => {
	const { values, positionals } = parse("parse", ["a", "-o", "b", "--quiet", "--", "--c"], OPTIONS);
	expect([{ ...values }, positionals]).toEqual([{ output: "b", quiet: true }, ["a", "--c"]]);
});

it.each([
	[["--outptu", "b"], "Unknown option '--outptu' (did you mean --output?)"],
	[["--nothing-like-it"], "Unknown option '--nothing-like-it'"],
	[["-x"], "Unknown option '-x'"],
	[["--output"], "Option '-o, --output <value>' argument missing"],
	[["--quiet=1"], "Option '--quiet' does not take an argument"],
])("refuses %j", async (args, sentence) => {
	expect(await refusalOf(() => parse("parse", args, OPTIONS))).toEqual(misuse("parse", sentence));
});

it.each([
	['The option "edition" must be 1994.', "--edition must be 1994"],
	['Option "level" is wrong', "--level is wrong"],
	['With the option "strict" off.', "With the option --strict off"],
	["No name.", "No name"],
	['An adoption "day" off.', 'An adoption "day" off'],
])("says %j as %j", async (message, sentence) => {
	const check = () => {
		throw new UriError("invalid-option", message);
	};
	expect(await refusalOf(() => checked("parse", check))).toEqual(misuse("parse", sentence));
});

it("passes on what a check returns, and what is no error of an option", () => {
	expect(checked("parse", () => 7)).toBe(7);
	const error = new TypeError("x");
	const check = () => {
		throw error;
	};
	expect(() => checked("parse", check)).toThrow(error);
});

it("tells why a base cannot be used, unless it is only not absolute", () => {
	const must = "--base must be an absolute URI such as https://example.com/, not";
	const failures = [new UriError("base-not-absolute", "A base."), new UriError("invalid-port", "The port is no number.")].map(
		(error) => baseFailure("resolve", "b", error).message,
	);
	expect(failures).toEqual([
		`${must} "b"; try: urlsieve resolve --help`,
		`${must} "b" (the port is no number); try: urlsieve resolve --help`,
	]);
});

it("lists editions, the last one as the default", () => {
	expect(editionsIn({ 1994: 0, 1998: 0, 2005: 0 })).toBe("1994, 1998 or 2005 (default)");
});

it.each([
	[undefined, undefined],
	["1", 1],
	["016", 16],
	["256", 256],
])("takes --threads %j as %j", (value, threads) => {
	expect(threadsOf("dedupe", value)).toBe(threads);
});

it.each(["0", "257", "1.5", "", " 1", "1 ", "-1", "0x2", "1e1"])("refuses --threads %j", async (value) => {
	const sentence = `--threads must be an integer from 1 to 256, not "${value}"`;
	expect(await refusalOf(() => threadsOf("dedupe", value))).toEqual(misuse("dedupe", sentence));
});

it("takes the options of lines, and standard input without files", () => {
	const none = lineArguments("normalize", {}, []);
	expect(none).toMatchObject({ files: [undefined], json: false, quiet: false, threads: undefined, scheme: undefined });
	expect(none.options).toEqual({ level: undefined, edition: undefined, strict: false, engine: undefined, invalid: undefined });
	expect(none.settings).toMatchObject({ level: "scheme", strict: false, invalid: "keep" });
	const values = {
		...{ level: "syntax", edition: "2003", strict: true, engine: "js", invalid: "drop", threads: "2" },
		...{ "default-scheme": "HTTPS", rejects: "r", output: "o", json: true, quiet: true },
	};
	const all = lineArguments("normalize", values, ["a", "b"]);
	expect(all).toMatchObject({
		threads: 2,
		scheme: "HTTPS",
		rejects: "r",
		output: "o",
		json: true,
		quiet: true,
		files: ["a", "b"],
	});
	expect(all.options).toEqual({ level: "syntax", edition: "2003", strict: true, engine: "js", invalid: "drop" });
	expect(all.settings).toMatchObject({ level: "syntax", strict: true, invalid: "drop", engine: "js" });
});

it.each(["", "1a", "a_b", "https:", "xhttps://", "a b"])("refuses --default-scheme %j", async (scheme) => {
	const sentence = `--default-scheme must be a scheme such as https, not "${scheme}"`;
	const refusal = await refusalOf(() => lineArguments("dedupe", { "default-scheme": scheme }, []));
	expect(refusal).toEqual(misuse("dedupe", sentence));
});

const MIB = 2 ** 20;

it.each([
	[undefined, undefined],
	["16M", 16 * MIB],
	["16m", 16 * MIB],
	["16MiB", 16 * MIB],
	["16384K", 16 * MIB],
	["16777216", 16 * MIB],
	["2G", 2048 * MIB],
	["1t", MIB * MIB],
])("takes --memory %j as %j octets", (value, octets) => {
	expect(memoryOf("dedupe", value)).toBe(octets);
});

it.each(["16777215", "16383K", "15M", "0"])("refuses --memory %j as too little", async (value) => {
	expect(await refusalOf(() => memoryOf("learn", value))).toEqual(
		misuse("learn", `--memory must be at least 16M, not "${value}"`),
	);
});

it.each(["", "M", "16 M", "1.5G", "16MB", "16P", "x16M", "16Mx"])("refuses --memory %j", async (value) => {
	const sentence = `--memory must be a size such as 512M or 2G, not "${value}"`;
	expect(await refusalOf(() => memoryOf("learn", value))).toEqual(misuse("learn", sentence));
});

it.each([
	[undefined, "fetch"],
	["normalized", "fetch"],
	["fetch", "fetch"],
	["key", "key"],
	["both", "both"],
])("takes --print %j as the form %s", (value, form) => {
	expect(formOf("normalize", value)).toBe(form);
});

it.each(["", "keys", "toString"])("refuses --print %j", async (value) => {
	const sentence = `--print must be normalized, fetch, key or both, not "${value}"`;
	expect(await refusalOf(() => formOf("resolve", value))).toEqual(misuse("resolve", sentence));
});

it("adds keys to tables where a profile makes them, and no key is printed already", async () => {
	const crawl = await openRules("normalize", { profile: "crawl@1" }, {});
	const formFor = (...[form, keys, rules]: [Parameters<typeof tableFormOf>[1], string?, typeof crawl?]) =>
		refusalOf(() => tableFormOf("normalize", form, keys, rules));
	expect(tableFormOf("normalize", "fetch", undefined, undefined)).toBe("fetch");
	expect(tableFormOf("normalize", "key", undefined, crawl)).toBe("key");
	expect(tableFormOf("normalize", "fetch", "k", crawl)).toBe("both");
	expect(await formFor("both", undefined, crawl)).toEqual(
		misuse("normalize", "--print both is for lists of lines; --key-into NAME adds the keys to a table"),
	);
	expect(await formFor("fetch", "k")).toEqual(
		misuse(
			"normalize",
			"under rfc3986@1, the key is the normal form, which --into NAME adds; --key-into is for --policy and other profiles",
		),
	);
	expect(await formFor("key", "k", crawl)).toEqual(misuse("normalize", "--key-into and --print key exclude each other"));
});

it("prints both forms of lines by a profile alone", async () => {
	expect(await lineRules("normalize", undefined, "fetch")).toBeUndefined();
	expect(await lineRules("normalize", undefined, "key")).toBeUndefined();
	expect(await tableRules(undefined, "both")).toBeUndefined();
	const refusal = await refusalOf(() => lineRules("normalize", undefined, "both"));
	expect(refusal).toEqual(
		misuse("normalize", "under rfc3986@1, the key is the normal form; --print both is for --policy and other profiles"),
	);
});

it.each<[values: Parameters<typeof classesOf>[0], isTable: boolean, choice: object | undefined]>([
	[{}, false, undefined],
	[{ keep: "first" }, true, undefined],
	[{ count: true }, false, { keep: { which: "first" }, countInto: undefined, counts: true }],
	[{ "count-into": "n" }, true, { keep: { which: "first" }, countInto: "n", counts: true }],
	[{ keep: "last" }, false, { keep: { which: "last" }, countInto: undefined, counts: false }],
	[{ keep: "min:a" }, true, { keep: { which: "min", column: "a" }, countInto: undefined, counts: false }],
	[{ keep: "max:a\nb:1" }, true, { keep: { which: "max", column: "a\nb:1" }, countInto: undefined, counts: false }],
	[{ count: true, audit: "a", report: "r" }, false, { keep: { which: "first" }, countInto: undefined, counts: true }],
	[{ seen: "s", audit: "a", report: "r" }, false, undefined],
])("takes %j, for a table: %j, as %j", (values, isTable, choice) => {
	expect(classesOf(values, isTable)).toEqual(choice);
});

it.each<[values: Parameters<typeof classesOf>[0], isTable: boolean, sentence: string]>([
	[{ count: true }, true, "--count is for lists of lines; --count-into NAME adds a column to a table"],
	[{ "count-into": "n" }, false, "--count-into requires --column NAME; --count is for lists"],
	[{ keep: "min:a" }, false, "--keep min:a requires --column NAME"],
	[{ "count-into": "" }, true, "--count-into must be the name of a new column"],
	[{ count: true, seen: "s" }, false, "--count and --seen exclude each other"],
	[{ "count-into": "n", seen: "s" }, true, "--count-into and --seen exclude each other"],
	[{ keep: "last", count: true, seen: "s" }, false, "--keep last and --seen exclude each other"],
	[{ keep: "last", audit: "a" }, false, "--keep last and --audit exclude each other"],
	[{ keep: "max:1", report: "r" }, true, "--keep max:1 and --report exclude each other"],
	[{ keep: "min:0" }, true, '--keep must be first, last, min:COLUMN or max:COLUMN, not "min:0"'],
	[{ keep: "min:" }, true, '--keep must be first, last, min:COLUMN or max:COLUMN, not "min:"'],
	[{ keep: "xmin:a" }, true, '--keep must be first, last, min:COLUMN or max:COLUMN, not "xmin:a"'],
	[{ keep: "" }, false, '--keep must be first, last, min:COLUMN or max:COLUMN, not ""'],
])("refuses %j, for a table: %j", async (values, isTable, sentence) => {
	expect(await refusalOf(() => classesOf(values, isTable))).toEqual(misuse("dedupe", sentence));
});

it("takes two readers or more, with or without a version", () => {
	expect(readersOf("agree", ["nginx,tomcat@1"])).toEqual(["nginx", "tomcat@1"]);
	expect(readersOf("agree", ["nginx", "go,express"])).toEqual(["nginx", "go", "express"]);
});

it.each<[lists: string[] | undefined, sentence: string]>([
	[undefined, "agree requires --readers with at least two readers, such as nginx,tomcat"],
	[["nginx"], "agree requires --readers with at least two readers, such as nginx,tomcat"],
	[["nginx,tomct"], '--readers takes ids of readers, and "tomct" is not one (did you mean tomcat?)'],
	[["nginx", "tomcat@2,go"], '--readers takes ids of readers, and "tomcat@2" is not one (did you mean tomcat@1?)'],
])("refuses the readers %j", async (lists, sentence) => {
	expect(await refusalOf(() => readersOf("agree", lists))).toEqual(misuse("agree", sentence));
});

const HELP = `Usage: urlsieve try [options] [FILE...]

Try this.

More about it.

${["1", "2", "3", "4", "5", "6"].map((n) => `  urlsieve try ${n}\n`).join("")}
Options:
  -o, --output FILE  Write to FILE. It is replaced.
  --long NAME        ${"word ".repeat(40).trim()}.
                     Then more.
  --json             Print JSON
                     in rows
  --quiet            Print nothing.

With no FILE, wait.
`;

it("prints all of a help without a first screen, and if all is asked for", () => {
	expect([helpOf({ help: true }, HELP), helpOf({ "help-all": true }, HELP, ["json"])]).toEqual([HELP, HELP]);
	expect([helpOf({}, HELP), helpOf({ help: false, "help-all": false }, HELP, [])]).toEqual([undefined, undefined]);
});

it("prints a first screen: usage, purpose, five examples, the options used most by their first sentence", () => {
	expect(helpOf({ help: true }, HELP, ["json", "long", "output"])).toBe(`Usage: urlsieve try [options] [FILE...]

Try this.

  urlsieve try 1
  urlsieve try 2
  urlsieve try 3
  urlsieve try 4
  urlsieve try 5

The options used most:
  -o, --output FILE  Write to FILE.
  --long NAME        ${"word ".repeat(21).trim()}
                     ${"word ".repeat(19).trim()}.
  --json             Print JSON in rows.

With no FILE, or when FILE is -, read standard input. urlsieve try --help-all prints all 4 options.
`);
});
