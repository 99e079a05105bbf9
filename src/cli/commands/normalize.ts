/** `urlsieve normalize`: the normal form of each line, in input order. */

import { LINE_OPTIONS, LINE_OPTIONS_HELP, lineArguments, parse } from "../../arguments/arguments";
import { helpOf } from "../../arguments/help";
import { LEARNED_HELP, LEARNED_OPTION, learnedOf, refuseWrittenShapes, withLearned } from "../../arguments/learned";
import { openRules, RULE_OPTIONS, RULE_OPTIONS_HELP } from "../../arguments/rules";
import { usageFailure } from "../../failure";
import { printText } from "../../files/output/octet-writer";
import { LineRules } from "../../job/line-rules";
import { withDataset } from "./dataset";
import { checkSingleLines, operandsOf, URI_HELP, withOperands } from "./operands";
import { FIELD_HELP, FIELD_OPTION, lineFormOf, PRINT_HELP, printOf, tableFormOf } from "./print";
import { LineRun } from "./reading-run";
import { forValues, refuseWithTable, TABLE_OPTIONS, TABLE_OPTIONS_HELP, tableArguments, tableOf } from "./table";

/** The options that are used most. */
const MAIN_OPTIONS = ["column", "into", "profile", "policy", "print", "uri", "level", "invalid", "rejects", "output"];

export const HELP = `Usage: urlsieve normalize [options] [FILE... | URI...]

Print the normal form of each line, in input order.

  urlsieve normalize HTTP://Example.com/%7euser
  urlsieve normalize urls.txt.gz > normal.txt
  urlsieve normalize --strict --invalid drop --rejects bad.tsv -o good.txt urls.txt
  urlsieve normalize --profile crawl@1 --print both urls.txt > fetch-and-key.tsv
  urlsieve normalize --no-vary-search 'params=("utm_source")' --print key urls.txt
  urlsieve normalize --column url --into normal crawl.csv.gz > crawl-with-normal.csv
  zcat crawl.gz | urlsieve normalize --level syntax | sort -u
  urlsieve normalize --profile crawl@1 --column url --into fetch --key-into key crawl.csv > crawl-with-keys.csv
  urlsieve normalize --column url --into host=host,path=path crawl.csv > with-parts.csv
  urlsieve normalize --column url --column canonical links.csv > normal.csv
  urlsieve normalize --column 'page.links[]' crawl.jsonl > normal.jsonl
  urlsieve normalize --column url -o normal.parquet crawl.parquet
  urlsieve normalize --column url -o normal/ 'crawl/day=*/*.parquet'
  urlsieve normalize --column url -o normal.arrow crawl.arrow

Options:
${TABLE_OPTIONS_HELP}${RULE_OPTIONS_HELP}${LEARNED_HELP}${PRINT_HELP}${FIELD_HELP}${URI_HELP}${LINE_OPTIONS_HELP}

With several --column, all these columns are normalized, and --into is given for each in their order, or for none. Other options
for new columns and --invalid drop go by the first.
`;

const OPTIONS = {
	...LINE_OPTIONS,
	...TABLE_OPTIONS,
	...RULE_OPTIONS,
	...LEARNED_OPTION,
	...FIELD_OPTION,
	print: { type: "string" },
	uri: { type: "string", multiple: true },
} as const;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("normalize", args, OPTIONS);
	const help = helpOf(values, HELP, MAIN_OPTIONS);
	if (help !== undefined) return printText(help);
	if (values["no-vary-search"] !== undefined) return (await import("./by-field")).normalizeByField(values, positionals);
	const { uri, shapes: _, ...others } = values;
	const print = printOf("normalize", values.print);
	const given = withDataset(values, positionals, (paths) => lineArguments("normalize", others, paths));
	const table = await tableOf("normalize", values, given);
	const lineArgs = tableArguments("normalize", table, given);
	if (table !== undefined) {
		refuseWithTable("normalize", values, ["uri"]);
		const rules = await openRules("normalize", values, forValues(lineArgs));
		const form = tableFormOf("normalize", print, table, rules);
		if (values.shapes !== undefined) refuseWrittenShapes("normalize", values.shapes, lineArgs);
		const learned = await learnedOf("normalize", values, rules, table);
		return new LineRun("normalize", lineArgs, new LineRules(rules, form)).map(withLearned(table, learned));
	}
	if (values.shapes !== undefined) throw usageFailure("normalize", "--shapes requires --into shape=NAME");
	const operands = operandsOf("normalize", positionals, uri);
	checkSingleLines("normalize", operands.references);
	const runArgs = withOperands(lineArgs, operands);
	const rules = await openRules("normalize", values, runArgs);
	await new LineRun("normalize", runArgs, new LineRules(rules, lineFormOf("normalize", print, rules))).map();
}
