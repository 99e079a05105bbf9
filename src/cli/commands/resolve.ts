/** `urlsieve resolve`: resolves each line against a base, octets in, octets out. */

import {
	baseFailure,
	COMMENTS_HELP,
	checked,
	editionsIn,
	LINE_OPTIONS,
	lineArguments,
	parse,
	RESULT_OPTIONS_HELP,
	SCHEMES_HELP,
	THREADS_HELP,
} from "../../arguments/arguments";
import { HELP_OPTIONS, helpOf } from "../../arguments/help";
import { openRules, RULE_OPTIONS, RULE_OPTIONS_HELP } from "../../arguments/rules";
import type { PolicyRules } from "../../crawl/policy-rules";
import { usageFailure } from "../../failure";
import { printText } from "../../files/output/octet-writer";
import { LineRules } from "../../job/line-rules";
import { RESOLUTIONS, type ResolveOptions, resolutionOf } from "../../reference/resolve";
import { withDataset } from "./dataset";
import { checkSingleLines, operandsOf, URI_HELP, withOperands } from "./operands";
import { lineFormOf, PRINT_HELP, printOf, tableFormOf } from "./print";
import { LineRun } from "./reading-run";
import { forValues, refuseWithTable, TABLE_OPTIONS, TABLE_OPTIONS_HELP, tableArguments, tableOf } from "./table";

/** One base is for one column. */
const ONE_COLUMN = { column: { type: "string" }, into: { type: "string" } } as const;

/** The options that are used most. */
const MAIN_OPTIONS = ["base", "column", "into", "profile", "print", "uri", "invalid", "rejects", "output", "json"];

export const HELP = `Usage: urlsieve resolve --base URI [options] [FILE... | URI...]

Print the target of each line, resolved against the base URI (RFC 3986 §5.2), in input order. Targets are not normalized.
White space around a line is dropped. With a profile or policy on the URL Standard, print what a browser would request. Under a
policy on rfc3986, only --print key and the keys of --print both follow its rules.

  urlsieve resolve --base http://example.com/a/b links.txt
  urlsieve resolve --base http://example.com/a/b links.txt | urlsieve dedupe > urls.txt
  urlsieve resolve --base "http://a/b/c/d;p?q" --uri ../g
  urlsieve resolve --base http://example.com/a/b --column href --into target links.csv
  urlsieve resolve --base http://example.com/a/b --profile crawl@1 --print both links.txt

Options:
  --base URI         Resolve against URI, which must be absolute.
  --edition YEAR     Follow the edition ${editionsIn(RESOLUTIONS)}. See docs/reference/editions.md.
  --lenient          Treat a reference with the scheme of the base as relative, as before RFC 3986.
  --excess-dots WHAT Handle excess ".." segments under edition 2003: keep, remove (default) or error.
${TABLE_OPTIONS_HELP}${RULE_OPTIONS_HELP}${PRINT_HELP}${URI_HELP}${COMMENTS_HELP}${SCHEMES_HELP}${THREADS_HELP}${RESULT_OPTIONS_HELP}
`;

const { comments, schemes, engine, threads, invalid, rejects, binary, output, json, quiet } = LINE_OPTIONS;
const OPTIONS = {
	base: { type: "string" },
	uri: { type: "string", multiple: true },
	edition: { type: "string" },
	lenient: { type: "boolean" },
	"excess-dots": { type: "string" },
	...TABLE_OPTIONS,
	...ONE_COLUMN,
	...RULE_OPTIONS,
	print: { type: "string" },
	...{ comments, schemes, engine, threads, invalid, rejects, binary, output, json, quiet },
	...HELP_OPTIONS,
} as const;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("resolve", args, OPTIONS);
	const help = helpOf(values, HELP, MAIN_OPTIONS);
	if (help !== undefined) return printText(help);
	const { base, uri, edition, lenient, "excess-dots": excessDots, print, profile, policy, lists, ...others } = values;
	if (base === undefined) throw usageFailure("resolve", "resolve requires --base URI");
	const isGiven = [edition, excessDots, lenient].some((value) => value !== undefined);
	const options = isGiven ? ({ edition, excessDots, strict: !lenient } as ResolveOptions) : undefined;
	const resolution = checked("resolve", () => resolutionOf(options));
	const given = withDataset(values, positionals, (paths) => lineArguments("resolve", others, paths));
	const table = await tableOf("resolve", values, given);
	const lineArgs = tableArguments("resolve", table, given);
	if (table !== undefined) refuseWithTable("resolve", values, ["uri"]);
	const operands = table === undefined ? operandsOf("resolve", positionals, uri) : { references: [], files: given.files };
	checkSingleLines("resolve", operands.references);
	const runArgs = withOperands(lineArgs, operands);
	const printed = printOf("resolve", print);
	const rules = await openRules("resolve", { profile, policy, lists }, table === undefined ? runArgs : forValues(lineArgs));
	if (rules.forms !== undefined) refuseCoreOptions(rules, values);
	const form = table === undefined ? lineFormOf("resolve", printed, rules) : tableFormOf("resolve", printed, table, rules);
	const run = new LineRun("resolve", runArgs, new LineRules(rules, form, { text: base, resolution }));
	const error = rules.putBase(base, options, run.reader.rules.workspace);
	if (error !== undefined) throw baseFailure("resolve", base, error);
	refuseBaseScheme(base, lineArgs.options.schemes);
	await run.map(table);
}

/** Throws Failure if --schemes leaves out the scheme of the base: all targets of relative references would be rejected. */
function refuseBaseScheme(base: string, schemes: readonly string[] | undefined): void {
	const scheme = base.trim().split(":")[0] as string;
	if (schemes === undefined || schemes.some((one) => one.toLowerCase() === scheme.toLowerCase())) return;
	throw usageFailure("resolve", `--schemes must have the scheme of --base, ${scheme}`);
}

/** Throws Failure for rules that resolve nothing, and for options of RFC 3986. */
function refuseCoreOptions({ settings }: PolicyRules, values: object): void {
	const option = (["edition", "lenient", "excess-dots"] as const).find((name) => Object.hasOwn(values, name));
	if (option !== undefined) throw usageFailure("resolve", `--${option} is for the profile rfc3986@1`);
	const { profile, policy } = settings;
	if (policy !== undefined || profile === "whatwg@1") return;
	throw usageFailure("resolve", `${profile} does not resolve references; rfc3986@1, whatwg@1, crawl@1 and policies do`);
}
