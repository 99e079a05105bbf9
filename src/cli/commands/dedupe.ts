/** `urlsieve dedupe`: the first of each group of equivalent lines, in input order. */
import {
	checked,
	LINE_OPTIONS,
	LINE_OPTIONS_HELP,
	type LineArguments,
	lineArguments,
	memoryOf,
	parse,
} from "../../arguments/arguments";
import { helpOf } from "../../arguments/help";
import {
	LEARNED_HELP,
	LEARNED_OPTION,
	type LearnedValues,
	learnedOf,
	refuseWrittenShapes,
	withLearned,
} from "../../arguments/learned";
import { openRules, RULE_OPTIONS, RULE_OPTIONS_HELP } from "../../arguments/rules";
import { dedupe } from "../../dedupe/dedupe";
import type { SeenFile } from "../../dedupe/seen/seen-file";
import { wayOf } from "../../dedupe/way";
import { usageFailure } from "../../failure";
import { formatFor } from "../../files/input/file-format";
import { printText } from "../../files/output/octet-writer";
import { LineRules } from "../../job/line-rules";
import type { Rules } from "../../rules/rules";
import type { LockOptions } from "../../store/disk/lock";
import { checkComparable, type FileTable } from "../../tables/text/table-options";
import { say } from "../../terminal/messages";
import { CLASS_OPTIONS, CLASS_OPTIONS_HELP, type ClassValues, classesOf, classOptionOf, refuseAlike } from "./class-options";
import { withDataset } from "./dataset";
import type { LeftOut } from "./left-out";
import { LEFT_OUT_HELP, LEFT_OUT_OPTIONS, type LeftOutValues } from "./left-out-options";
import { DEDUPE_FIELD_HELP, FIELD_OPTION, tableFormOf } from "./print";
import { LineRun } from "./reading-run";
import { forValues, TABLE_OPTIONS, TABLE_OPTIONS_HELP, tableArguments, tableOf } from "./table";

/** Octets of lists whose outputs are synced in a few seconds. */
const SHORT_LIST = 268_435_456;
/** The options that are used most. */
const MAIN_OPTIONS = ["column", "profile", "print", "keep", "count", "seen", "audit", "report", "memory", "output"];

export const HELP = `Usage: urlsieve dedupe [options] [FILE...]

Print the first of each group of equivalent lines, in input order. Lines are equivalent if they have the same normal form.
Lines that cannot be normalized are never merged; see --invalid.

  urlsieve dedupe urls.txt.gz > unique.txt
  urlsieve dedupe --profile crawl@1 --comments --schemes http,https --invalid drop --audit merges.tsv -o to-fetch.txt seeds.txt
  urlsieve dedupe --seen frontier.seen -o new-2026-11-21.txt crawl-2026-11-21.txt
  urlsieve dedupe --column url --print original crawl.csv.gz > unique.csv
  urlsieve dedupe --no-vary-search 'params=("utm_source")' --audit - urls.txt
  urlsieve dedupe --report merges.html -o unique.txt urls.txt
  urlsieve dedupe --count urls.txt | sort -rn | head
  urlsieve dedupe --print original --audit - -o unique.txt urls.txt
  urlsieve dedupe --profile crawl@1 --column url --key-into page --audit merges.tsv crawl.csv > unique.csv
  urlsieve dedupe --column url --keep max:fetched --count-into copies crawl.csv > latest.csv
  urlsieve dedupe --column url --memory 512M --temp /scratch -o unique.csv export.csv.gz
  urlsieve dedupe --profile crawl@1 --shapes crawl.shapes --trap drop --audit left-out.tsv -o frontier.txt urls.txt
  urlsieve dedupe --exclude blocked-hosts.txt --per host=1000 --audit left-out.tsv -o frontier.txt urls.txt
  urlsieve dedupe --column url --keep last -o latest.parquet crawl.parquet
  urlsieve dedupe --column url --keep max:status,max:fetched crawl.csv > best.csv
  urlsieve dedupe --profile crawl@1 --prefer https,shortest seeds.txt

Options:
${TABLE_OPTIONS_HELP}${RULE_OPTIONS_HELP}${DEDUPE_FIELD_HELP}  --print WHICH      Print lines as WHICH: normalized (default; also called fetch), original, or key, by which pages are compared.
  --seen FILE        Keep the set in FILE across runs, one run at a time; others wait. FILE is a store: see docs/guide/days.md. It
                     contains the secret key of the fingerprints: keep it private. A new FILE has mode 0600.
  --read-only        With --seen, read FILE only: leave out what it has, and add nothing to it. FILE is not locked.
  --memory SIZE      Use at most SIZE of memory, such as 512M or 2G, besides about 60 MiB for the program. At least 16M. Output of
                     files begins once all lines have been read; from 64M on, that of pipes and compressed lists begins at once.
  --temp DIR         Put temporary files in DIR. The default is the directory of -o, else TMPDIR, else the system's.
  --no-wait          Fail at once (exit status 3, seen-locked) if another run is using the file of --seen.
${LEFT_OUT_HELP}${LEARNED_HELP}${CLASS_OPTIONS_HELP}  --audit FILE       Log each duplicate to FILE, tab-separated: kept line, dropped line, level at which they are equal (or
                     rules that make them one page), both line numbers. In a column, "-" stands for what only an earlier run
                     knows. For tables, the references and the numbers of their rows. With -o FILE, FILE may be "-", which is
                     standard output.
  --report FILE      Write a report on what was merged to FILE: a page for FILE.html, data for FILE.json. See
                     docs/guide/deduplicate.md.
${LINE_OPTIONS_HELP}

With several --column, all these columns are normalized. Rows are compared by the first, or with --by url,canonical by both.

Long lists from file to file, and all files with --memory, are read twice: memory then hardly grows with the list. Files must
not change meanwhile (exit status 3, input-changed). See docs/guide/deduplicate.md.

With --seen, give each run an output file of its own with -o: a repeat under the same name may replace lines that FILE already has by
an empty output. A run that is killed loses nothing: repeat it, and it delivers its lines again. Lines written to a pipe are lost if
its reader fails.
`;

const OPTIONS = {
	...LINE_OPTIONS,
	...TABLE_OPTIONS,
	...CLASS_OPTIONS,
	...LEFT_OUT_OPTIONS,
	...LEARNED_OPTION,
	...RULE_OPTIONS,
	...FIELD_OPTION,
	print: { type: "string" },
	memory: { type: "string" },
	temp: { type: "string" },
	seen: { type: "string" },
	audit: { type: "string" },
	report: { type: "string" },
	"no-wait": { type: "boolean" },
} as const;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("dedupe", args, OPTIONS);
	const help = helpOf(values, HELP, MAIN_OPTIONS);
	if (help !== undefined) return printText(help);
	if (values["no-vary-search"] !== undefined) return (await import("./by-field")).dedupeByField(values, positionals);
	const given = withDataset(values, positionals, (paths) => lineArguments("dedupe", values, paths));
	const print = printOf(values.print);
	const isOriginal = print === "original";
	const memory = memoryOf("dedupe", values.memory);
	const named = await tableOf("dedupe", values, given, isOriginal ? print : "normalized");
	if (named !== undefined) checked("dedupe", () => checkComparable(named));
	const lineArgs = named === undefined ? given : forValues(tableArguments("dedupe", named, given));
	checkReport(values.report);
	const byClass = classesOf(values, named !== undefined, (values.format ?? formatFor(positionals[0])) === "cdx");
	const leftOut = await leftOutOf(values, lineArgs);
	const rules = await openRules("dedupe", values, lineArgs);
	const chosen = await goByLearned(values, lineArgs, rules, named, leftOut);
	refuseAlike(byClass, print, rules);
	const form = tableFormOf("dedupe", print === "key" ? "key" : "fetch", chosen ?? {}, rules);
	// Lines with both forms are compared by one, and written in the other or asked for its parts.
	const needsBoth = print === "fetch" || form === "both" || chosen?.parts !== undefined || (leftOut !== undefined && isOriginal);
	const { audit, report, seen, temp } = values;
	const keys = new LineRules(rules, needsBoth ? "both" : "key");
	const outputs = { "--audit": audit, "--report": report, "--seen": seen };
	const run = new LineRun("dedupe", leftOut?.isByShape ? withKeys(lineArgs, keys) : lineArgs, keys, outputs);
	const { reader, sink } = run;
	const table = run.withOutputs(chosen);
	const logs = openLogs(run, values);
	const isAudited = logs.audit !== undefined || logs.report !== undefined;
	const { set, known } = await setsOf(values, run);
	const others = { isAudited, isReported: report !== undefined, byClass, table, ...leftOut?.facts };
	const way = wayOf(reader, sink.output, { memory, temp, isOriginal, isSeen: seen !== undefined, ...others });
	const reason = (kept: Uint8Array, dropped: Uint8Array) => rules.why(kept, dropped);
	if (isAudited)
		sink.log = await (await import("../../dedupe/audit")).openLog(logs, { args, rules: rules.describe(), reason }, way.plan);
	const select = leftOut?.selecting(keys, logs.audit, temp);
	const counts = await dedupe({ reader, way, sink, isOriginal, set: known, byClass, temp, table, select });
	leftOut?.endLog();
	run.finish({ ...counts, ...(table && { column: table.column }) }, set);
}

/** Throws Failure for a file of --shapes that is written, too. */
function refuseWritten({ shapes, audit, report }: LearnedValues & LogPaths, args: LineArguments): void {
	if (shapes !== undefined) refuseWrittenShapes("dedupe", shapes, args, { "--audit": audit, "--report": report });
}

interface LogPaths {
	readonly audit?: string | undefined;
	readonly report?: string | undefined;
}

/** The files of --audit and --report. Throws Failure. */
function openLogs(run: LineRun, { audit, report }: LogPaths) {
	const open = (path: string | undefined) => (path === undefined ? undefined : run.open(path));
	return { audit: open(audit), report: open(report) };
}

/** The table with learned shapes, by which lines are left out, too. Throws Failure. */
async function goByLearned(
	values: LearnedValues & LogPaths,
	args: LineArguments,
	rules: Rules,
	table: FileTable | undefined,
	leftOut: LeftOut | undefined,
): Promise<FileTable | undefined> {
	refuseWritten(values, args);
	const learned = await learnedOf("dedupe", values, rules, table, leftOut?.isByShape);
	if (learned !== undefined) leftOut?.learn(learned);
	return withLearned(table, learned);
}

/** The arguments for a run that needs the keys of lines with both forms: other threads leave only their fingerprints. */
function withKeys(args: LineArguments, { writtenForms }: LineRules): LineArguments {
	return writtenForms === undefined ? args : { ...args, threads: 1 };
}

/** What a run leaves out by --exclude, --per and --trap. Throws Failure. */
async function leftOutOf(values: LeftOutValues & ClassValues, args: LineArguments): Promise<LeftOut | undefined> {
	const { exclude = [], per, trap, seen, audit, report, "read-only": isReadOnly } = values;
	if (exclude.length === 0 && per === undefined && trap === undefined) return undefined;
	const { openLeftOut, refusePlaceFiles } = await import("./left-out");
	refusePlaceFiles("dedupe", exclude, args, { "--audit": audit, "--report": report });
	return openLeftOut(values, { seen: isReadOnly ? undefined : seen, byClass: classOptionOf(values) });
}

interface SeenValues {
	readonly seen?: string | undefined;
	readonly "read-only"?: boolean | undefined;
	readonly "no-wait"?: boolean | undefined;
}

/** The set of --seen: `known` is asked, and `set`, which is locked, is written at the end. Throws Failure. */
async function setsOf({ seen, "read-only": isReadOnly, "no-wait": isImpatient }: SeenValues, { reader, writesFiles }: LineRun) {
	if (seen === undefined && isReadOnly) throw usageFailure("dedupe", "--read-only requires --seen FILE");
	if (seen === undefined) return {};
	if (isReadOnly) return { known: new (await import("../../dedupe/seen/read-only-seen")).ReadOnlySeen(seen) };
	// A sync of a long output blocks, too.
	const neverBlocks = reader.inputs.isOfFiles && writesFiles && reader.size <= SHORT_LIST;
	const set = await openSet(seen, { waits: !isImpatient, say, neverBlocks });
	return { set, known: set };
}

/** Locks the file of --seen. Throws Failure. */
async function openSet(path: string, options: LockOptions): Promise<SeenFile> {
	const { SeenFile } = await import("../../dedupe/seen/seen-file");
	return SeenFile.open(path, options);
}

/** The values of --print: the fetch form, the key, or the unchanged line. */
type DedupePrint = "fetch" | "key" | "original";

const PRINTS: { readonly [print: string]: DedupePrint } = {
	normalized: "fetch",
	fetch: "fetch",
	key: "key",
	original: "original",
};

function printOf(value = "normalized"): DedupePrint {
	const print = Object.hasOwn(PRINTS, value) ? PRINTS[value] : undefined;
	if (print !== undefined) return print;
	throw usageFailure("dedupe", `--print must be normalized, fetch, key or original, not "${value}"`);
}

/** Throws Failure if a report cannot be written to this path. */
export function checkReport(path: string | undefined): void {
	if (path === undefined || /\.(?:html|json)$/i.test(path)) return;
	throw usageFailure("dedupe", `--report must be a file .html or .json, not "${path}"`);
}
