/** A run of `urlsieve learn`: reads rows, learns, and writes the files, the report and the summary. */
import { dirname, resolve } from "node:path";
import { version } from "../../../package.json";
import { readListFile, readPolicyFile, refusing } from "../../arguments/rules";
import { agreeing, grouped } from "../../counted";
import type { ReadList } from "../../crawl/lists/read-list";
import { memoryByDefault } from "../../dedupe/way";
import { EXIT, Failure } from "../../failure";
import { delivered } from "../../files/output/interrupts";
import { printText } from "../../files/output/octet-writer";
import { Output } from "../../files/output/output";
import { valueAt } from "../../tables/column-batch";
import { say, writeMessage } from "../../terminal/messages";
import { RunPace } from "../../terminal/run-pace";
import { Progress } from "../../terminal/terminal";
import { encoder } from "../../utf8";
import { type Causes, causesOf } from "../read/causes";
import { type FetchSource, openFetches } from "../read/fetches-ahead";
import { readEvidence } from "../read/read-evidence";
import type { FetchBatch } from "../read/read-fetches";
import { installedSuffixes } from "../read/suffixes";
import type { TrapCounts, TrapRows } from "../read/trap-rows";
import { learnReportPage } from "../report/page";
import { learnReport } from "../report/report";
import type { LearnCounts, Learned, LearnOptions, LearnProgress, RowBatch } from "../row-batch";
import { learn } from "../rows";
import { checkFiles, checkFolder, filesOf, placeFiles } from "../write/learned-files";
import { summaryOf } from "./summary";
import type { LearnTask } from "./task";

/** URLs that are keyed by the written policy. */
const KEYED_URLS = 1000;

/** Each batch leaves several copies of its rows. */
const OCTETS_BETWEEN_COLLECTIONS = 2097152;

/** Throws Failure. */
export async function runLearn(task: LearnTask): Promise<void> {
	checkFolder(task.output);
	const options = await optionsOf(task);
	const trapRows = await openTraps(task, options);
	const rows = openFetches(task.reading, options, task.threads);
	const progress = new Progress(task.quiet, rows.sizes);
	const pace = new RunPace(progress);
	// For any --memory, which bounds the memory of the kernel. The heap has only copies of batches.
	pace.bound(0, OCTETS_BETWEEN_COLLECTIONS);
	progress.countRows();
	const report = task.report === undefined ? undefined : new Output(task.report);
	const sample: string[] = [];
	const learned = await refusing("learn", () =>
		learn(batchesOf(rows, pace, sample, trapRows), { ...options, onProgress: (step) => showStep(pace, step) }),
	);
	const traps = trapRows?.counts;
	const causes = causesOf(learned.counts, rows.counts, traps);
	if (learned.counts.fetches === 0 && learned.counts.redirects === 0) throw nothingCounts(learned.counts, causes);
	const files = filesOf(learned);
	await checkFiles(files, (options.lists ?? []) as readonly ReadList[], sample);
	report?.writeLater(reportOf(task, learned, causes, traps));
	report?.seal(true);
	await placeFiles(task.output, files, say);
	report?.commit();
	if (learned.probes.length > 0) printText(learned.probes.map(({ pair: [a, b] }) => `${a}\t${b}\n`).join(""));
	delivered();
	progress.clear();
	const { seconds, octets: inputOctets } = progress;
	const run = { folder: task.output, learned, causes, traps, seconds, inputOctets };
	if (!task.quiet) writeMessage(summaryOf(run, task.json));
}

/** The counter of --shapes. Throws Failure. */
async function openTraps(
	{ shapes: file, trap: action, policy }: LearnTask,
	options: LearnOptions,
): Promise<TrapRows | undefined> {
	if (file === undefined) return undefined;
	const { openTrapRows } = await import("../read/trap-rows");
	return refusing("learn", () => openTrapRows({ file, action, policy }, options));
}

async function optionsOf(task: LearnTask): Promise<LearnOptions> {
	const { output, policy, lists, levels, reach, previous, probes, memory, temp } = task;
	return refusing("learn", async () => ({
		...(policy !== undefined && { policy: await readPolicyFile(policy) }),
		lists: await Promise.all(lists.map(readListFile)),
		...levels,
		reach,
		...(previous !== undefined && { previous: readEvidence(previous) }),
		probes,
		memory: memory ?? memoryByDefault(),
		temp: temp ?? dirname(resolve(output)),
		publicSuffix: await installedSuffixes(),
	}));
}

/** The rows as `learn` takes them. Keeps some of the URLs, shows the progress, and counts rows in traps. */
async function* batchesOf(rows: FetchSource, pace: RunPace, sample: string[], traps?: TrapRows): AsyncGenerator<RowBatch> {
	for await (const batch of rows.batches()) {
		const { position } = rows;
		await pace.advance(position - pace.progress.position, rows.counts.rows, position);
		if (sample.length < KEYED_URLS) sample.push(...urlsOf(batch, KEYED_URLS - sample.length));
		const { url, ...others } = traps?.take(batch) ?? batch;
		yield { ...others, urls: url.bytes, urlEnds: url.ends };
	}
}

function urlsOf({ rows, url }: FetchBatch, most: number): string[] {
	const decoder = new TextDecoder();
	return Array.from({ length: Math.min(rows, most) }, (_, row) => decoder.decode(valueAt(url, row)));
}

const PASSES: { readonly [pass in LearnProgress["pass"]]: string } = {
	read: "reading",
	sort: "sorting",
	rounds: "round",
	backward: "looking for exceptions",
	holdout: "testing on pages kept apart",
	write: "writing",
};

function showStep(pace: RunPace, { pass, done }: LearnProgress): void {
	if (pass === "read") return;
	pace.endPass();
	pace.progress.showPass(pass === "rounds" ? `round ${done}` : PASSES[pass]);
}

function nothingCounts({ rows }: LearnCounts, causes: Causes): Failure {
	const reasons = Object.entries(causes).map(([cause, count]) => `${grouped(count)} ${agreeing(count, cause)}`);
	const why = rows === 0 ? "there is no row" : `of ${grouped(rows)}, ${reasons.join(", ")}`;
	return new Failure(EXIT.NO, `no row counts, and nothing was written: ${why}`);
}

function reportOf({ args, report }: LearnTask, { counts, evidence }: Learned, causes: Causes, traps: TrapCounts | undefined) {
	const date = new Date().toISOString().replace(/\.\d+/, "");
	const data = learnReport({ version, command: ["urlsieve", "learn", ...args], date, counts, causes, traps }, evidence);
	const isPage = /\.html$/i.test(report as string);
	return encoder.encode(isPage ? learnReportPage(data) : `${JSON.stringify(data, undefined, "\t")}\n`);
}
