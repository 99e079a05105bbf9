/** `urlsieve shapes`: learns of which kinds of pages the sites of a list are. */
import { LINE_OPTIONS, LINE_OPTIONS_HELP, type LineArguments, lineArguments, memoryOf, parse } from "../../arguments/arguments";
import { helpOf } from "../../arguments/help";
import { refuseWrittenShapes } from "../../arguments/learned";
import { openRules, RULE_OPTIONS, RULE_OPTIONS_HELP } from "../../arguments/rules";
import { usageFailure } from "../../failure";
import { printText } from "../../files/output/octet-writer";
import { LineRules } from "../../job/line-rules";
import type { LearnedRun } from "../../shapes/run";
import type { FileTable } from "../../tables/text/table-options";
import { pathsOf } from "./dataset";
import { LineRun } from "./reading-run";
import { forValues, readArguments, TEXT_TABLE_HELP, TEXT_TABLE_OPTIONS, tableOf } from "./table";

/** A host, with its port, or a site. */
const SITE = /^(?:(?:[^/?#]*:)?\/\/)?[^/?#]+\/?$/;

/** The options that are used most. */
const MAIN_OPTIONS = ["output", "report", "against", "samples", "merge", "column", "profile", "memory"];

export const HELP = `Usage: urlsieve shapes [options] [FILE...] -o FILE

Learn the shapes of each site of a list: which words of its paths are values, how many keys have each shape, and what would fill a crawl
without end. Write them to a file that --shapes of other commands reads. See docs/guide/shapes.md.

  urlsieve shapes --profile crawl@1 -o crawl.shapes urls.txt.gz
  urlsieve count --by shape --profile crawl@1 --shapes crawl.shapes urls.txt.gz
  urlsieve shapes --column url --report shapes.html -o crawl.shapes crawl.parquet
  urlsieve shapes --site shop.example --report shop.svg -o crawl.shapes urls.txt
  urlsieve shapes --against last.shapes -o this.shapes urls.txt > changes.tsv
  urlsieve shapes --samples part-1.samples part-1.txt.gz
  urlsieve shapes --merge -o crawl.shapes part-1.samples part-2.samples

Options:
  --report FILE      Write a report to FILE: a page with a tree of each site for FILE.html, text for FILE.txt, data for FILE.json, or, with
                     --site, a picture for FILE.svg.
  --site HOST        The report has only this host, without the limits of a page. Also a site, such as http://h.example:8080. It is
                     written like the keys: "Shop.example:80" is found. Without it, nothing is written, and the exit status is 1.
  --against FILE     Print what has changed since an earlier FILE of shapes: new, grown (more than ten times the keys) or gone, the
                     number of keys before and after, and the shape, separated by tabs. Shapes of fewer than ten keys are left out.
  --samples FILE     Write the keys that are learned from to FILE, for --merge. -o may be absent then, as with --against.
  --merge            Read files of --samples in place of lists: the result is that of all their lists together.
  --memory SIZE      Use at most SIZE of memory for keys, such as 512M. At least 16M; the default is 64M. What does not fit goes into
                     temporary files. The result does not depend on it.
  --temp DIR         Put temporary files in DIR. The default is the directory of -o.
${TEXT_TABLE_HELP}${RULE_OPTIONS_HELP}${LINE_OPTIONS_HELP}

The result depends only on which keys there are: neither on copies, nor on their order, --threads, --memory or how files are split. Of a
site with more than 16,384 keys, a sample is learned from, and counts are estimates. Keys without a host, and those of more than
4,096 bytes, are counted in the summary only. Without any other key, nothing is written, and the exit status is 1.
`;

const OPTIONS = {
	...LINE_OPTIONS,
	...TEXT_TABLE_OPTIONS,
	...RULE_OPTIONS,
	report: { type: "string" },
	site: { type: "string" },
	against: { type: "string" },
	samples: { type: "string" },
	merge: { type: "boolean" },
	memory: { type: "string" },
	temp: { type: "string" },
} as const;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("shapes", args, OPTIONS);
	const help = helpOf(values, HELP, MAIN_OPTIONS);
	if (help !== undefined) return printText(help);
	const { memory, temp, report, site, against, samples, merge: merges = false, ...others } = values;
	checkOutputs(values);
	if (merges) checkMerge(others);
	const given = lineArguments("shapes", others, [...pathsOf(others, positionals)]);
	if (given.settings.invalid === "blank")
		throw usageFailure("shapes", "--invalid blank prints an empty line, and shapes prints no lines; use keep, drop or fail");
	const table = await tableOf("shapes", others, given);
	const lineArgs = readArguments(table, given);
	const rules = await openRules("shapes", others, table === undefined ? lineArgs : forValues(lineArgs));
	const outputs = { "--report": report, "--samples": samples };
	// -o may replace the file: it is read whole before.
	if (against !== undefined) refuseWrittenShapes("shapes", against, { ...lineArgs, output: undefined }, outputs);
	const reading = new LineRun("shapes", merges ? asTheyAre(lineArgs) : lineArgs, new LineRules(rules, "key"), outputs);
	const open = (path: string | undefined) => (path === undefined ? undefined : reading.open(path));
	const { learnShapes } = await import("../../shapes/run");
	const run = await learnShapes(reading, {
		args,
		table,
		memory: memoryOf("shapes", memory),
		temp,
		merges,
		writesShapes: others.output !== undefined,
		samples: open(samples),
		report: open(report),
		site,
		against,
	});
	finish(reading, run, table);
}

/** Delivers the outputs, and prints the summary and the changes. Throws Failure. */
function finish(reading: LineRun, { read, keys, learned, changes }: LearnedRun, table: FileTable | undefined): void {
	const { lines = 0, rows = 0, empty = 0 } = read;
	const references = table === undefined ? { lines } : { rows, column: table.column, empty };
	reading.finish({ ...references, ...learned, by: "host", without: keys.hostless, long: keys.long });
	if (changes !== "") printText(changes);
}

/** Files of samples are checked as such: advice and notes on lists would mislead. */
function asTheyAre<Args extends LineArguments>(args: Args): Args {
	return { ...args, readAs: { isBinary: true }, isList: false };
}

interface Outputs {
	readonly output?: string | undefined;
	readonly samples?: string | undefined;
	readonly against?: string | undefined;
	readonly report?: string | undefined;
	readonly site?: string | undefined;
}

/** Throws Failure. */
function checkOutputs({ output, samples, against, report, site }: Outputs): void {
	if (output === undefined && samples === undefined && against === undefined)
		throw usageFailure("shapes", "shapes requires -o FILE, the file for what is learned");
	if (output === "-" && against !== undefined)
		throw usageFailure("shapes", "--against prints changes on standard output; write the shapes to a file with -o FILE");
	if (report !== undefined && !/\.(?:html|svg|txt|json)$/i.test(report))
		throw usageFailure("shapes", `--report must be a file .html, .svg, .txt or .json, not "${report}"`);
	if (report?.toLowerCase().endsWith(".svg") && site === undefined)
		throw usageFailure(
			"shapes",
			"--report FILE.svg is a picture of one site; name it with --site HOST, or write FILE.html for all",
		);
	if (site !== undefined && report === undefined)
		throw usageFailure("shapes", "--site requires --report FILE, the file in which the site is drawn");
	if (site !== undefined && !SITE.test(site))
		throw usageFailure("shapes", `--site must be a host or a site, such as h.example or http://h.example:8080, not "${site}"`);
}

/** The options that have a meaning with --merge. */
const WITH_MERGE = ["binary", "engine", "output", "json", "quiet"];

/** Throws Failure for options about lists. */
function checkMerge(values: { readonly [option: string]: unknown }): void {
	const other = Object.keys(values).find((name) => !WITH_MERGE.includes(name));
	if (other !== undefined) throw usageFailure("shapes", `--merge reads keys as they are; --${other} is for lists`);
}
