/** `urlsieve count`: how often each host, site or other part occurs. */
import { LINE_OPTIONS, LINE_OPTIONS_HELP, lineArguments, parse } from "../../arguments/arguments";
import { helpOf } from "../../arguments/help";
import { LEARNED_HELP, LEARNED_OPTION, openLearned, refuseWrittenShapes } from "../../arguments/learned";
import { openRules, RULE_OPTIONS, RULE_OPTIONS_HELP } from "../../arguments/rules";
import { PartCounts, sitesOf } from "../../count/part-counts";
import type { Tally } from "../../count/tally";
import { COUNT_FORMATS, type CountFormat, writeCounts } from "../../count/written-counts";
import { eitherOf } from "../../counted";
import { usageFailure } from "../../failure";
import type { Written } from "../../files/output/named";
import { printText } from "../../files/output/octet-writer";
import { formatNamed, formatOf } from "../../formats";
import { LineRules } from "../../job/line-rules";
import { openSource } from "../../job/open-source";
import type { SourceCounts } from "../../job/source";
import type { LearnedLines } from "../../learned/learned-lines";
import type { Batch } from "../../lines/batch";
import { isPart, PART_NAMES, type PartName } from "../../lines/parts";
import { suggestion } from "../../nearest";
import { SHAPE_IDENTITY } from "../../reference/shape";
import type { FileTable } from "../../tables/text/table-options";
import { decoder } from "../../utf8";
import { pathsOf } from "./dataset";
import { suffixesOf } from "./new-columns";
import { LineRun } from "./reading-run";
import { forValues, readArguments, TEXT_TABLE_HELP, TEXT_TABLE_OPTIONS, tableOf } from "./table";

/** The options that are used most. */
const MAIN_OPTIONS = ["by", "top", "column", "write", "profile", "policy", "print", "invalid", "rejects", "output"];

/** Parts in the summary. */
const SHOWN = 10;

export const HELP = `Usage: urlsieve count --by PART [options] [FILE...]

Print how often each host, site or other part of the normal form occurs: the count, a TAB and the part, most frequent first, then in
the order of their bytes. Hosts are in lower case, and without userinfo and port.

  urlsieve count --by host urls.txt.gz
  urlsieve count --by site --top 20 urls.txt
  urlsieve count --by host --column url -o hosts.csv crawl.parquet
  urlsieve count --by politeness --profile crawl@1 --column url crawl.csv
  urlsieve count --by scheme --write jsonl urls.txt | jq .
  urlsieve count --by shape --profile crawl@1 --top 100 urls.txt
  urlsieve count --by shape --shapes crawl.shapes --profile crawl@1 urls.txt

Options:
  --by PART          Count by PART: ${eitherOf(PART_NAMES)}. site is the
                     registrable domain, and needs the package tldts; politeness, the host and port that crawlers wait for; shape,
                     the key with classes in place of values: docs/guide/shapes.md.
  --private-suffixes For site, go by the private section of the Public Suffix List, too: a.github.io is a site then.
  --top N            Print only the N most frequent parts.
  --write FORMAT     Write lines (default), or a table with the columns count and PART: csv, tsv or jsonl. The name of FILE in -o tells.
${TEXT_TABLE_HELP}${RULE_OPTIONS_HELP}  --print WHICH      With a profile or policy, take PART of WHICH: normalized (default; also called fetch), the URL to be fetched; key,
                     what counts as the same page, the default of shapes.
${LEARNED_HELP}${LINE_OPTIONS_HELP}

References without PART, such as a relative one without a host, are counted in the summary only, and so are lines that cannot be
normalized. With -o FILE or --json, the summary has the ten most frequent parts. Memory grows with the number of different parts.
`;

const OPTIONS = {
	...LINE_OPTIONS,
	...TEXT_TABLE_OPTIONS,
	...RULE_OPTIONS,
	...LEARNED_OPTION,
	by: { type: "string" },
	"private-suffixes": { type: "boolean" },
	top: { type: "string" },
	write: { type: "string" },
	print: { type: "string" },
} as const;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("count", args, OPTIONS);
	const help = helpOf(values, HELP, MAIN_OPTIONS);
	if (help !== undefined) return printText(help);
	const { by, top, write, print, shapes, "private-suffixes": isPrivate, ...others } = values;
	const part = partOf(by);
	const most = mostOf(top);
	if (isPrivate && part !== "site") throw usageFailure("count", "--private-suffixes requires --by site");
	if (shapes !== undefined && part !== "shape") throw usageFailure("count", "--shapes requires --by shape");
	const form = formOf(print ?? (part === "shape" ? "key" : "normalized"));
	const given = lineArguments("count", others, [...pathsOf(others, positionals)]);
	if (given.settings.invalid === "blank")
		throw usageFailure("count", "--invalid blank prints an empty line, and count prints no lines; use keep, drop or fail");
	const format = formatFor(write, given.output);
	const table = await tableOf("count", others, given);
	if (shapes !== undefined) refuseWrittenShapes("count", shapes, { ...given, written: writtenAs(format) });
	const suffixes = part === "site" ? await suffixesOf("count", isPrivate === true) : undefined;
	const lineArgs = { ...readArguments(table, given), written: writtenAs(format) };
	const rules = await openRules("count", others, table === undefined ? lineArgs : forValues(lineArgs));
	// The core normalizes a line in less time than another thread would save.
	const threads = lineArgs.threads ?? (rules.coreWord === undefined ? undefined : 1);
	const run = new LineRun("count", { ...lineArgs, threads }, new LineRules(rules, form));
	const learned = shapes === undefined ? undefined : await openLearned("count", shapes, rules);
	const { counts, read } = await countAll(run, part, table, learned);
	finish(run, suffixes === undefined ? counts : sitesOf(counts, suffixes), read, {
		part,
		most,
		format,
		table,
		isJson: lineArgs.json,
		isLearned: learned !== undefined,
	});
}

function partOf(by: string | undefined): PartName {
	const parts = eitherOf(PART_NAMES);
	if (by === undefined) throw usageFailure("count", `--by PART is required: ${parts}`);
	if (isPart(by)) return by;
	throw usageFailure("count", `--by must be ${parts}, not "${by}"${suggestion(by, PART_NAMES)}`);
}

function mostOf(top: string | undefined): number {
	if (top === undefined) return Number.POSITIVE_INFINITY;
	if (/^[0-9]+$/.test(top) && Number(top) > 0) return Number(top);
	throw usageFailure("count", `--top must be an integer from 1 on, not "${top}"`);
}

function formOf(print: string): "fetch" | "key" {
	if (print === "key") return "key";
	if (print === "normalized" || print === "fetch") return "fetch";
	throw usageFailure("count", `--print must be normalized, fetch or key, not "${print}"`);
}

/** The format of the output: as asked for, or by its name. */
function formatFor(write: string | undefined, output = "-"): CountFormat {
	const formats = COUNT_FORMATS as readonly string[];
	if (write === undefined) return (formats.find((format) => format === formatNamed(output)) ?? "lines") as CountFormat;
	if (formats.includes(write)) return write as CountFormat;
	throw usageFailure("count", `--write must be ${eitherOf(formats)}, not "${write}"${suggestion(write, formats)}`);
}

function writtenAs(format: CountFormat): Written {
	const delimiter = format === "jsonl" ? undefined : formatOf(format)?.delimiter?.charCodeAt(0);
	return { format, delimiter, remedy: `pass --write ${eitherOf(COUNT_FORMATS)}` };
}

/** Counts all references of a run. Throws Failure or UrlsieveError. */
async function countAll({ reader, sink }: LineRun, part: PartName, table: FileTable | undefined, learned?: LearnedLines) {
	const counts = new PartCounts(part, reader.rules, learned);
	const source = await openSource({ reader, sink, table });
	const step = (batch: Batch) => void counts.takeBatch(batch);
	await reader.run(sink.output, () => source.each({ step, writes: false }));
	return { counts: counts.tally, read: source.counts };
}

interface Counting {
	readonly part: PartName;
	readonly most: number;
	readonly format: CountFormat;
	readonly table: FileTable | undefined;
	readonly isJson: boolean;
	readonly isLearned: boolean;
}

/** Writes the counts, and prints the summary. Throws Failure. */
function finish(
	run: LineRun,
	counts: Tally,
	read: SourceCounts,
	{ part, most, format, table, isJson, isLearned }: Counting,
): void {
	const { output, rejected } = run.sink;
	writeCounts(output, counts, most, part, format);
	const { lines = 0, rows = 0, empty = 0, notWeb, unstable } = read;
	const without = (table === undefined ? lines : rows) - empty - rejected - counts.total;
	const top: { count: number; part: string }[] = [];
	// In text, standard output has them already.
	if (isJson || !output.isInPlace) {
		counts.eachRanked(Math.min(most, SHOWN), (count, octets, start, end) =>
			top.push({ count, part: decoder.decode(octets.subarray(start, end)) }),
		);
	}
	const references = table === undefined ? { lines } : { rows, column: table.column, empty, notWeb, unstable };
	const version = part === "shape" && !isLearned && { shape: SHAPE_IDENTITY };
	run.finish({ ...references, by: part, ...version, distinct: counts.length, without, top });
}
