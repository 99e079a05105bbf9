/** `urlsieve dedupe`: the first of each group of equivalent lines, in input order. */
import type { CrawlNormalizer } from "../../crawl/crawl-normalizer";
import { Audit, levelBy, MergeLog } from "../../dedupe/audit/audit";
import { LineClasses } from "../../dedupe/classes/line-classes";
import { LEAST_MEMORY, type Plan, planFor } from "../../dedupe/passes/plan";
import type { FingerprintSource, FingerprintTaker } from "../../dedupe/passes/set-files";
import type { ReportRun } from "../../dedupe/report/merge-report";
import { STREAM_SHARE } from "../../dedupe/route";
import { newSeen } from "../../dedupe/seen/new-seen";
import { openRunSet } from "../../dedupe/seen/run-set";
import { SeenFile } from "../../dedupe/seen/seen-file";
import { StoreSieve } from "../../dedupe/seen/store-sieve";
import { Ordinals } from "../../engine/ordinals";
import { referenceWorkspace } from "../../engine/shared";
import { usageFailure } from "../../failure";
import { printText } from "../../files/output/print-text";
import { TemporaryFile } from "../../files/output/temporary-file";
import { CoreKeys } from "../../keys/core-keys";
import type { Keys } from "../../keys/keys";
import { LineSieve, type SievedBatch } from "../../lines/line-sieve";
import type { Batch } from "../../lines/lines";
import { LINE_OPTIONS, LINE_OPTIONS_HELP, type LineArguments, lineArguments, parse } from "../arguments";
import { helpOf } from "../help";
import { say } from "../terminal/tell";
import { DEDUPE_FIELD_HELP, dedupeByField, FIELD_OPTION } from "./by-field";
import { type CliTable, hasStandardInput } from "./cli-table";
import { CLASS_OPTIONS, CLASS_OPTIONS_HELP, type ClassOptions, classesOf, lineFormOf, passesByClass } from "./dedupe-classes";
import { setCapacity, setInPasses, type Way, wayOf } from "./dedupe-passes";
import { checkReport, coreRules, crawlRules, ReportFile } from "./dedupe-report";
import { type CrawlRun, LineRun } from "./line-command";
import { LinesInPasses } from "./line-passes";
import { crawlRun, tableFormOf } from "./print";
import { loadCrawl, openRules, RULE_OPTIONS, RULE_OPTIONS_HELP } from "./rules";
import { forValues, TABLE_OPTIONS, TABLE_OPTIONS_HELP, tableArguments, tableOf } from "./table";

/** The options that are used most. */
const MOST = ["column", "profile", "print", "keep", "count", "seen", "audit", "report", "memory", "output"];

export const HELP = `Usage: urlsieve dedupe [options] [FILE...]

Print the first of each group of equivalent lines, in input order. Lines are equivalent if they have the same normal form.
Lines that cannot be normalized are never merged; see --invalid.

  urlsieve dedupe urls.txt.gz > unique.txt
  urlsieve dedupe --profile crawl@1 --audit merges.tsv -o to-fetch.txt urls.txt
  urlsieve dedupe --seen frontier.seen -o new-2026-11-21.txt crawl-2026-11-21.txt
  urlsieve dedupe --column url --print original crawl.csv.gz > unique.csv
  urlsieve dedupe --no-vary-search 'params=("utm_source")' --audit - urls.txt
  urlsieve dedupe --report merges.html -o unique.txt urls.txt
  urlsieve dedupe --count urls.txt | sort -rn | head
  urlsieve dedupe --print original --audit - -o unique.txt urls.txt
  urlsieve dedupe --profile crawl@1 --column url --key-into page --audit merges.tsv crawl.csv > unique.csv
  urlsieve dedupe --column url --keep max:fetched --count-into copies crawl.csv > latest.csv
  urlsieve dedupe --column url --memory 512M --temp /scratch -o unique.csv export.csv.gz
  urlsieve dedupe --column url --keep last -o latest.parquet crawl.parquet

Options:
${TABLE_OPTIONS_HELP}${RULE_OPTIONS_HELP}${DEDUPE_FIELD_HELP}  --print WHICH      Print lines as WHICH: normalized (default; also called fetch), original, or key, by which pages are compared.
  --seen FILE        Keep the set in FILE across runs, one run at a time; others wait. FILE is a store: see docs/guide/days.md. It
                     contains the secret key of the fingerprints: keep it private. A new FILE has mode 0600.
  --memory SIZE      Use at most SIZE of memory, such as 512M or 2G, besides about 60 MiB for the program. At least 16M. Output of
                     files begins once all lines have been read; from 64M on, that of pipes and compressed lists begins at once.
  --temp DIR         Put temporary files in DIR. The default is the directory of -o, else TMPDIR, else the system's.
  --no-wait          Fail at once (exit status 3, seen-locked) if another run is using the file of --seen.
${CLASS_OPTIONS_HELP}  --audit FILE       Log each duplicate to FILE, tab-separated: kept line, dropped line, level at which they are equal (or
                     rules that make them one page), both line numbers. In a column, "-" stands for what only an earlier run
                     knows. For tables, the references and the numbers of their rows. With -o FILE, FILE may be "-", which is
                     standard output.
  --report FILE      Write a report on what was merged to FILE: a page for FILE.html, data for FILE.json. See
                     docs/guide/deduplicate.md.
${LINE_OPTIONS_HELP}

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
	const help = helpOf(values, HELP, MOST);
	if (help !== undefined) return printText(help);
	if (values["no-vary-search"] !== undefined) return dedupeByField(values, positionals);
	const given = lineArguments("dedupe", values, positionals);
	const print = printOf(values.print);
	const memory = memoryOf(values.memory);
	const table = await tableOf("dedupe", values, given, print === "original" ? print : "normalized");
	const lineArgs = table === undefined ? given : forValues(tableArguments("dedupe", table, given));
	checkReport(values.report);
	const byClass = classesOf(values, table !== undefined);
	const crawl = await openRules("dedupe", values, lineArgs);
	const form = tableFormOf("dedupe", print === "key" ? "key" : "fetch", table?.keys, crawl);
	if (crawl === undefined) {
		const { settings } = table ?? lineArgs;
		const reason = () => levelBy(settings, referenceWorkspace(settings.engine));
		const keys = new CoreKeys(settings);
		return dedupe({ args, values, lineArgs, print, memory, byClass, table, keys, reason, rules: coreRules(settings) });
	}
	const { CrawlKeys, describePolicy } = await loadCrawl();
	const written = print === "fetch" || form === "both" ? "fetch" : "key";
	const keys = new CrawlKeys(crawl.settings, crawl.opened.workspace, written);
	const comparing = createReason(crawl);
	const { policy, lists } = crawl.settings;
	await dedupe({
		args,
		values,
		lineArgs,
		print,
		memory,
		byClass,
		table,
		keys,
		reason: () => comparing,
		rules: crawlRules(crawl, policy === undefined ? [] : describePolicy(policy, lists).lists),
		crawl: { ...(await crawlRun(crawl, keys.settings)), keys: keys.keySettings },
	});
}

/** The set of rules, sorted and joined by "+", or the rung. Rules apply in the order of parameters, which says nothing. */
function createReason(crawl: CrawlNormalizer): (kept: Uint8Array, dropped: Uint8Array) => string {
	return (kept, dropped) => {
		const reason = crawl.compareOctets(kept, dropped);
		return typeof reason === "string" ? reason : [...new Set(reason)].sort().join("+");
	};
}

/** The locked file of --seen, if there is one. Throws Failure. */
async function openSet(values: Task["values"]): Promise<SeenFile | undefined> {
	if (values.seen === undefined) return undefined;
	return SeenFile.open(values.seen, { waits: !values["no-wait"], say });
}

interface Task {
	/** The arguments as they were given. */
	readonly args: readonly string[];
	readonly values: {
		readonly temp?: string | undefined;
		readonly audit?: string | undefined;
		readonly report?: string | undefined;
		readonly seen?: string | undefined;
		readonly "no-wait"?: boolean | undefined;
		readonly count?: boolean | undefined;
	};
	readonly lineArgs: LineArguments;
	readonly print: DedupePrint;
	/** Octets of --memory. */
	readonly memory?: number | undefined;
	readonly byClass: ClassOptions | undefined;
	/** How to read tables instead of lines. */
	readonly table: CliTable | undefined;
	readonly keys: Keys;
	/** Makes the function that says by what two lines are equal. */
	readonly reason: () => (kept: Uint8Array, dropped: Uint8Array) => string;
	/** The rules by which lines count as equal, for a report. */
	readonly rules: ReportRun["rules"];
	readonly crawl?: CrawlRun;
}

async function dedupe(task: Task): Promise<void> {
	const { values, lineArgs, print, table, byClass, keys, reason, crawl } = task;
	const { audit, report: reportPath, seen } = values;
	const run = new LineRun("dedupe", lineArgs, { "--audit": audit, "--report": reportPath, "--seen": seen }, crawl);
	const output = audit === undefined ? undefined : run.open(audit);
	const reportOutput = reportPath === undefined ? undefined : run.open(reportPath);
	const file = await openSet(values);
	const isLogged = output !== undefined || reportOutput !== undefined;
	const { route, plan } = openWay(task, run, isLogged, file);
	const report = reportOutput && new ReportFile(reportOutput, task.rules, task.args, plan);
	const log = isLogged ? new MergeLog({ output, report }, reason()) : undefined;
	if (table !== undefined) {
		const tables = { args: lineArgs, table, byClass, temp: values.temp, keys, log, report };
		if (plan === undefined) return (await import("./table-command")).dedupeTables(tables, run, file);
		return (await import("./table-passes")).dedupeTablesInPasses(tables, run, plan, file);
	}
	if (plan === undefined) return dedupeInMemory(task, run, print === "original", { file, log, report });
	if (route === "stream") return dedupeInStream(task, run, plan);
	return dedupeInPasses(task, run, plan, { file, log, report });
}

/** What a run writes besides its lines. */
interface Extras {
	readonly file: SeenFile | undefined;
	readonly log: MergeLog | undefined;
	readonly report: ReportFile | undefined;
}

function openWay(task: Task, run: LineRun, isLogged: boolean, file: SeenFile | undefined): Way {
	const { values, lineArgs, print, memory, byClass, table } = task;
	const isTable = table !== undefined;
	const isContainer = table?.container !== undefined;
	// Values of tables are completed, not lines. Threads complete the lines of a set in memory.
	if (!isTable && memory !== undefined) run.completeInputs();
	return wayOf(run, lineArgs, {
		memory,
		temp: values.temp,
		isOriginal: isTable || byClass !== undefined || print === "original",
		isSeen: file !== undefined,
		isAudited: isLogged,
		isReported: values.report !== undefined,
		isTable,
		isContainer,
		isReadOnce: isContainer && hasStandardInput(lineArgs),
		isByClass: byClass !== undefined,
	});
}

async function dedupeInMemory(
	{ values, lineArgs, byClass, keys }: Task,
	run: LineRun,
	isOriginal: boolean,
	{ file, log, report }: Extras,
): Promise<void> {
	const { output } = run.results;
	// Only a set with ordinals can identify the line that it kept.
	const ordinals = log === undefined && byClass === undefined ? undefined : new Ordinals();
	const { seen, earlier, known, stage } = await openRunSet(file, keys, ordinals, setCapacity(run));
	const audit = log && new Audit(log, earlier, keys.settings.engine, values.temp);
	const classes = byClass && new LineClasses(lineFormOf(byClass, isOriginal, lineArgs.settings), values.temp);
	const print = isOriginal ? "original" : "normalized";
	const needsInput = audit !== undefined || isOriginal;
	const takeRejects = (batch: Batch) => {
		run.results.writeRejects(batch);
		report?.addRejects(batch);
	};
	const take = (batch: SievedBatch) => {
		audit?.add(batch);
		if (classes === undefined) output.write(batch.fresh);
		else classes.add(batch);
	};
	const takers = { takeRejects, take };
	const held = known && new StoreSieve(run.workspace, () => run.createWorkspace(), known, { print, needsInput }, takers);
	const sieve =
		held ??
		new LineSieve(run.workspace, seen, print, (batch) => {
			takeRejects(batch);
			take(batch);
		});
	await run.feed(sieve.feed, { key: seen.key, needsInput, unique: () => sieve.added, flush: held && (() => held.flush()) });
	held?.flush();
	audit?.end();
	classes?.write(output, keys.settings.engine);
	stage();
	const counts = { lines: sieve.feed.lines, unique: sieve.added, duplicates: sieve.duplicates };
	report?.write({ ...counts, rejects: run.results.rejected, merges: log?.merges ?? {} });
	run.finish({ ...counts, ...(log && { merges: log.merges }) }, file);
}

/** Keeps the set in memory until its share is full. The lines after that go through passes, which know the set. */
async function dedupeInStream({ print, keys }: Task, run: LineRun, { memory, folder }: Plan): Promise<void> {
	// Fails now if the directory cannot be used, and not in the middle of the list.
	new TemporaryFile(folder, 0).close();
	const isOriginal = print === "original";
	const seen = newSeen(keys, undefined);
	const { tables, key } = seen;
	const sieve = new LineSieve(run.workspace, seen, isOriginal ? "original" : "normalized", (batch) => {
		run.results.writeRejects(batch);
		run.results.output.write(batch.fresh);
	});
	const isFull = () => tables.byteLength >= STREAM_SHARE * memory;
	const isLeft = await run.feedUntil(sieve.feed, isFull, () => sieve.added);
	let { lines } = sieve.feed;
	let { duplicates } = sieve;
	let tempOctets = 0;
	if (isLeft) {
		const plan = planFor({ size: 0, known: tables.count, isOriginal }, memory / 2, folder);
		const set = { read: async (taker: FingerprintTaker) => readInto(taker, tables, key) };
		const counts = await run.dedupeInPasses(plan, { linesBefore: lines, set });
		lines += counts.lines;
		duplicates += counts.duplicates;
		tempOctets = counts.tempOctets;
	}
	run.finish({ lines, unique: lines - duplicates - run.results.rejected, duplicates }, undefined, tempOctets);
}

/** Passes on the fingerprints of a set. Returns their key. */
function readInto(taker: FingerprintTaker, tables: Pick<FingerprintSource, "fingerprints">, key: Uint8Array): Uint8Array {
	for (const fingerprints of tables.fingerprints()) taker.add(fingerprints);
	return key;
}

async function dedupeInPasses(task: Task, run: LineRun, plan: Plan, { file, log, report }: Extras): Promise<void> {
	const { keys, crawl, lineArgs, print } = task;
	const byClass = passesByClass(task.byClass, plan);
	const form = { settings: lineArgs.settings, crawl, isOriginal: print === "original", counts: byClass?.counts === true };
	const rows = byClass && new LinesInPasses(form, run.results.output);
	const takeRejects = (batch: Batch) => {
		run.results.writeRejects(batch);
		report?.addRejects(batch);
	};
	const uses = { ...setInPasses(await file?.openStore(keys), file), takeMerge: log?.write.bind(log), takeRejects, byClass, rows };
	const { lines, duplicates, tempOctets } = await run.dedupeInPasses(plan, uses);
	const counts = { lines, unique: lines - run.results.rejected - duplicates, duplicates };
	report?.write({ ...counts, rejects: run.results.rejected, merges: log?.merges ?? {} });
	run.finish({ ...counts, ...(log && { merges: log.merges }) }, file, tempOctets + (report?.tempOctets ?? 0));
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

const UNITS = "KMGT";

function memoryOf(value: string | undefined): number | undefined {
	if (value === undefined) return undefined;
	const [, number, unit = ""] = /^([0-9]+)([KMGT]?)(?:iB)?$/i.exec(value) ?? [];
	if (number === undefined) throw usageFailure("dedupe", `--memory must be a size such as 512M or 2G, not "${value}"`);
	const octets = Number(number) * 1024 ** (1 + UNITS.indexOf(unit.toUpperCase() || "?"));
	if (octets >= LEAST_MEMORY) return octets;
	throw usageFailure("dedupe", `--memory must be at least 16M, not "${value}"`);
}
