/** `urlsieve shapes`: learns of which kinds of pages the sites of a list are. */
import { LINE_OPTIONS, LINE_OPTIONS_HELP, lineArguments, memoryOf, parse } from "../../arguments/arguments";
import { helpOf } from "../../arguments/help";
import { openRules, RULE_OPTIONS, RULE_OPTIONS_HELP } from "../../arguments/rules";
import { pathsOf } from "../../cli/commands/dataset";
import { LineRun } from "../../cli/commands/reading-run";
import { forValues, readArguments, TEXT_TABLE_HELP, TEXT_TABLE_OPTIONS, tableOf } from "../../cli/commands/table";
import { usageFailure } from "../../failure";
import { printText } from "../../files/output/octet-writer";
import { LineRules } from "../../job/line-rules";

/** The options that are used most. */
const MAIN_OPTIONS = ["output", "report", "column", "profile", "policy", "memory", "threads"];

export const HELP = `Usage: urlsieve shapes [options] [FILE...] -o FILE

Learn the shapes of each site of a list: which words of its paths are values, how many keys have each shape, and what will fill a crawl
without end. Write them to a file that --shapes of other commands reads. See docs/guide/shapes.md.

  urlsieve shapes --profile crawl@1 -o crawl.shapes urls.txt.gz

Options:
  --memory SIZE      Use at most SIZE of memory for keys, such as 512M. At least 16M; the default is 64M. What does not fit goes into
                     temporary files. The result does not depend on it.
  --temp DIR         Put temporary files in DIR. The default is the directory of -o.
${TEXT_TABLE_HELP}${RULE_OPTIONS_HELP}${LINE_OPTIONS_HELP}

The result depends only on which keys there are: neither on copies, nor on their order, --threads, --memory or how files are split. Of a
site with more than 16,384 keys, a sample is learned from, and counts are estimates.
`;

const OPTIONS = {
	...LINE_OPTIONS,
	...TEXT_TABLE_OPTIONS,
	...RULE_OPTIONS,
	memory: { type: "string" },
	temp: { type: "string" },
} as const;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("shapes", args, OPTIONS);
	const help = helpOf(values, HELP, MAIN_OPTIONS);
	if (help !== undefined) return printText(help);
	const { memory, temp, ...others } = values;
	if (others.output === undefined) throw usageFailure("shapes", "shapes requires -o FILE, the file for what is learned");
	const given = lineArguments("shapes", others, [...pathsOf(others, positionals)]);
	if (given.settings.invalid === "blank")
		throw usageFailure("shapes", "--invalid blank prints an empty line, and shapes prints no lines; use keep, drop or fail");
	const table = await tableOf("shapes", others, given);
	const lineArgs = readArguments(table, given);
	const rules = await openRules("shapes", others, table === undefined ? lineArgs : forValues(lineArgs));
	const reading = new LineRun("shapes", lineArgs, new LineRules(rules, "key"));
	const { learnShapes } = await import("./run");
	await learnShapes(reading, { table, memory: memoryOf("shapes", memory), temp });
}
