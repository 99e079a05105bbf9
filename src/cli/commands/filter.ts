/** `urlsieve filter`: the lines whose URL or host is in a file, or is not. */

import { Write } from "../../../assembly/tables/layout";
import { checked, LINE_OPTIONS, LINE_OPTIONS_HELP, type LineArguments, lineArguments, parse } from "../../arguments/arguments";
import { helpOf } from "../../arguments/help";
import { openRules, RULE_OPTIONS, RULE_OPTIONS_HELP } from "../../arguments/rules";
import { usageFailure } from "../../failure";
import { printText } from "../../files/output/octet-writer";
import { LineRules } from "../../job/line-rules";
import { openSource } from "../../job/open-source";
import { Filter } from "../../places/filter";
import { readPlaces } from "../../places/place-file";
import { keyOf } from "../../rules/key-option";
import { checkComparable, type FileTable } from "../../tables/text/table-options";
import { withDataset } from "./dataset";
import { refusePlaceFiles } from "./left-out";
import { PLACES_HELP } from "./left-out-options";
import { tableFormOf } from "./print";
import { LineRun } from "./reading-run";
import { forValues, TABLE_OPTIONS, TABLE_OPTIONS_HELP, type TableValues, tableArguments, tableOf } from "./table";

/** The options that are used most. */
const MAIN_OPTIONS = ["in", "not-in", "column", "print", "profile", "policy", "invalid", "rejects", "output"];

export const HELP = `Usage: urlsieve filter --in FILE | --not-in FILE [options] [FILE...]

Print the lines whose URL or host is in FILE, or is not, in input order.

  urlsieve filter --in sites.txt urls.txt.gz > wanted.txt
  urlsieve filter --not-in blocked-hosts.txt --not-in done.txt urls.txt
  urlsieve filter --in sites.txt --not-in done.txt --print original urls.txt
  urlsieve filter --not-in blocked-hosts.txt --column url crawl.csv > allowed.csv
  urlsieve filter --profile crawl@1 --not-in done.txt urls.txt

Options:
  --in FILE          Print only what FILE covers, and drop lines that cannot be normalized unless --invalid is given. May be
                     repeated: one of them is enough.
  --not-in FILE      Print only what FILE does not cover. May be repeated.
${PLACES_HELP}  --print WHICH      Print lines as WHICH: normalized (default; also called fetch), original, or key.
${TABLE_OPTIONS_HELP}${RULE_OPTIONS_HELP}${LINE_OPTIONS_HELP}

Lines that cannot be normalized are in no FILE. With --in they are dropped, and otherwise kept, unless --invalid says what becomes of
them. The summary counts them as rejects. Rows without a reference are in no FILE either: --in drops them.
`;

const OPTIONS = {
	...LINE_OPTIONS,
	...TABLE_OPTIONS,
	...RULE_OPTIONS,
	in: { type: "string", multiple: true },
	"not-in": { type: "string", multiple: true },
	print: { type: "string" },
} as const;

const PRINTS: readonly string[] = ["normalized", "fetch", "original", "key"];

type FilterValues = TableValues & { readonly print?: string | undefined };

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("filter", args, OPTIONS);
	const help = helpOf(values, HELP, MAIN_OPTIONS);
	if (help !== undefined) return printText(help);
	const { in: covers = [], "not-in": excludes = [], print = "normalized", ...others } = values;
	if (covers.length + excludes.length === 0) throw usageFailure("filter", "--in FILE or --not-in FILE is required");
	if (!PRINTS.includes(print)) throw usageFailure("filter", `--print must be normalized, fetch, key or original, not "${print}"`);
	// A list of what is wanted lets nothing through that it cannot be asked for.
	const invalid = others.invalid ?? (covers.length > 0 ? "drop" : undefined);
	const options = { ...others, ...(invalid !== undefined && { invalid }) };
	const given = withDataset(others, positionals, (paths) => lineArguments("filter", options, paths));
	const isOriginal = print === "original";
	const table = await filterTableOf({ ...others, print }, given, covers.length > 0);
	const lineArgs = table === undefined ? given : forValues(tableArguments("filter", table, given));
	refusePlaceFiles("filter", [...covers, ...excludes], lineArgs);
	const rules = await openRules("filter", others, lineArgs);
	if (table !== undefined) tableFormOf("filter", print === "key" ? "key" : "fetch", table, rules);
	const run = new LineRun("filter", lineArgs, new LineRules(rules, print === "key" ? "key" : "both"));
	const key = keyOf();
	const filter = new Filter(key, {
		covers: covers.length === 0 ? undefined : await readPlaces(covers, rules, key),
		excludes: excludes.length === 0 ? undefined : await readPlaces(excludes, rules, key),
	});
	await write(run, filter, isOriginal, table);
}

/** `isWanted`: whether only what a file covers stays: a row without a reference is in none. Throws Failure. */
async function filterTableOf(values: FilterValues, given: LineArguments, isWanted: boolean): Promise<FileTable | undefined> {
	const print = values.print === "original" ? "original" : "normalized";
	// Whether a row has one value decides first.
	const { invalid: _, ...options } = given.options;
	const table = await tableOf("filter", values, { ...given, options }, print);
	if (table === undefined) return undefined;
	checked("filter", () => checkComparable(table));
	const chosen = (await tableOf("filter", values, given, print)) as FileTable;
	return isWanted ? { ...chosen, write: chosen.write | Write.DROP_EMPTY } : chosen;
}

/** Writes what stays, and prints the summary. Throws Failure or UrlsieveError. */
async function write(run: LineRun, filter: Filter, isOriginal: boolean, table: FileTable | undefined): Promise<void> {
	const { reader, sink } = run;
	const source = await openSource({ reader, sink, table: run.withOutputs(table), isOriginal });
	const needs = { key: filter.key, input: isOriginal };
	await reader.run(sink.output, () => source.each({ step: (batch) => filter.verdictOn(batch), needs }));
	const { lines = 0, rows = 0, empty = 0, notWeb, unstable } = source.counts;
	const references = table === undefined ? { lines } : { rows, column: table.column, empty, notWeb, unstable };
	run.finish({ ...references, excluded: filter.excluded });
}
