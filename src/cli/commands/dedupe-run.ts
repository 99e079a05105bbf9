/** One run of `dedupe`: a source, keys, the way that route.ts chooses, and a sink. */
import { Audit } from "../../dedupe/audit/audit";
import { LineClasses } from "../../dedupe/classes/line-classes";
import type { KnownSet } from "../../dedupe/passes/pass-run";
import { type Plan, planFor } from "../../dedupe/passes/plan";
import type { FingerprintTaker } from "../../dedupe/passes/set-files";
import { DedupeSink } from "../../dedupe/report/dedupe-sink";
import type { ReportRun } from "../../dedupe/report/merge-report";
import { STREAM_SHARE } from "../../dedupe/route";
import { newSeen } from "../../dedupe/seen/new-seen";
import { openRunSet } from "../../dedupe/seen/run-set";
import { SeenFile } from "../../dedupe/seen/seen-file";
import { type SieveTakers, StoreSieve } from "../../dedupe/seen/store-sieve";
import { Ordinals } from "../../engine/ordinals";
import { TemporaryFile } from "../../files/output/temporary-file";
import type { Keys } from "../../keys/keys";
import { LineSieve, type Print, type Seen } from "../../lines/line-sieve";
import type { LineArguments } from "../arguments";
import { say } from "../terminal/tell";
import { type CliTable, hasStandardInput } from "./cli-table";
import { type ClassOptions, lineFormOf, passesByClass } from "./dedupe-classes";
import { setCapacity, storeInPasses, type Way, wayOf } from "./dedupe-passes";
import { LineRun } from "./line-command";
import { LinesInPasses } from "./line-passes";
import type { CrawlRun } from "./line-reading";

/** The values of --print: the fetch form, the key, or the unchanged line. */
export type DedupePrint = "fetch" | "key" | "original";

/** What the options of a run ask for. */
export interface DedupeTask {
	/** The arguments as they were given. */
	readonly args: readonly string[];
	readonly values: {
		readonly temp?: string | undefined;
		readonly audit?: string | undefined;
		readonly report?: string | undefined;
		readonly seen?: string | undefined;
		readonly "no-wait"?: boolean | undefined;
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

/** Runs it. Throws Failure or UriError. */
export async function runDedupe(task: DedupeTask): Promise<void> {
	const { values, lineArgs, table, byClass, keys, crawl } = task;
	const { audit, report, seen, temp } = values;
	const run = new LineRun("dedupe", lineArgs, { "--audit": audit, "--report": report, "--seen": seen }, crawl);
	const sink = new DedupeSink(run, values);
	const file = await openSet(values);
	const { route, plan } = openWay(task, run, sink.isLogged, file);
	sink.begin(task, plan);
	if (table !== undefined) {
		const tables = { args: lineArgs, table, byClass, temp, keys, sink };
		if (plan === undefined) return (await import("./table-command")).dedupeTables(tables, run, file);
		return (await import("./table-passes")).dedupeTablesInPasses(tables, run, plan, file);
	}
	if (plan === undefined) return dedupeInMemory(task, run, sink, file);
	if (route === "stream") return dedupeInStream(task, run, sink, plan);
	return dedupeInPasses(task, run, sink, plan, file);
}

/** The locked file of --seen, if there is one. Throws Failure. */
async function openSet(values: DedupeTask["values"]): Promise<SeenFile | undefined> {
	if (values.seen === undefined) return undefined;
	return SeenFile.open(values.seen, { waits: !values["no-wait"], say });
}

function openWay(task: DedupeTask, run: LineRun, isLogged: boolean, file: SeenFile | undefined): Way {
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

async function dedupeInMemory(task: DedupeTask, run: LineRun, sink: DedupeSink, file: SeenFile | undefined): Promise<void> {
	const { values, lineArgs, byClass, keys } = task;
	const { log } = sink;
	const isOriginal = task.print === "original";
	// Only a set with ordinals can identify the line that it kept.
	const ordinals = log === undefined && byClass === undefined ? undefined : new Ordinals();
	const { seen, earlier, known, stage } = await openRunSet(file, keys, ordinals, setCapacity(run));
	const audit = log && new Audit(log, earlier, keys.settings.engine, values.temp);
	const classes = byClass && new LineClasses(lineFormOf(byClass, isOriginal, lineArgs.settings), values.temp);
	const needsInput = audit !== undefined || isOriginal;
	const print = isOriginal ? "original" : "normalized";
	const takers: SieveTakers = {
		takeRejects: (batch) => sink.takeRejects(batch),
		take(batch) {
			audit?.add(batch);
			if (classes === undefined) sink.write(batch.fresh);
			else classes.add(batch);
		},
	};
	const held = known && new StoreSieve(run.workspace, () => run.createWorkspace(), known, { print, needsInput }, takers);
	const sieve = held ?? createSieve(run, seen, print, takers);
	await run.feed(sieve.feed, { key: seen.key, needsInput, unique: () => sieve.added, flush: held && (() => held.flush()) });
	held?.flush();
	audit?.end();
	classes?.write(run.results.output, keys.settings.engine);
	stage();
	run.finish(sink.end({ lines: sieve.feed.lines, unique: sieve.added, duplicates: sieve.duplicates }), file);
}

/** A sieve that needs to hold nothing: a set in memory knows at once. */
function createSieve(run: LineRun, seen: Seen, print: Print, takers: SieveTakers): LineSieve {
	return new LineSieve(run.workspace, seen, print, (batch) => {
		takers.takeRejects(batch);
		takers.take(batch);
	});
}

/** Keeps the set in memory until its share is full. The lines after that go through passes, which know the set. */
async function dedupeInStream({ print, keys }: DedupeTask, run: LineRun, sink: DedupeSink, plan: Plan): Promise<void> {
	const { memory, folder } = plan;
	// Fails now if the directory cannot be used, and not in the middle of the list.
	new TemporaryFile(folder, 0).close();
	const isOriginal = print === "original";
	const seen = newSeen(keys, undefined);
	const { tables } = seen;
	const sieve = createSieve(run, seen, isOriginal ? "original" : "normalized", {
		takeRejects: (batch) => sink.takeRejects(batch),
		take: (batch) => sink.write(batch.fresh),
	});
	const isFull = () => tables.byteLength >= STREAM_SHARE * memory;
	const isLeft = await run.feedUntil(sieve.feed, isFull, () => sieve.added);
	let { lines } = sieve.feed;
	let { duplicates } = sieve;
	let tempOctets = 0;
	if (isLeft) {
		const rest = planFor({ size: 0, known: tables.count, isOriginal }, memory / 2, folder);
		const counts = await run.dedupeInPasses(rest, { sink, set: new KnownTables(seen), linesBefore: lines });
		lines += counts.lines;
		duplicates += counts.duplicates;
		tempOctets = counts.tempOctets;
	}
	run.finish({ lines, unique: lines - duplicates - run.results.rejected, duplicates }, undefined, tempOctets);
}

/** The set of a stream, for the passes after it. */
class KnownTables implements KnownSet {
	readonly #seen: ReturnType<typeof newSeen>;

	constructor(seen: ReturnType<typeof newSeen>) {
		this.#seen = seen;
	}

	readInto(taker: FingerprintTaker): Uint8Array {
		for (const fingerprints of this.#seen.tables.fingerprints()) taker.add(fingerprints);
		return this.#seen.key;
	}
}

async function dedupeInPasses(
	task: DedupeTask,
	run: LineRun,
	sink: DedupeSink,
	plan: Plan,
	file: SeenFile | undefined,
): Promise<void> {
	const { keys, crawl, lineArgs, print } = task;
	const byClass = passesByClass(task.byClass, plan);
	const form = { settings: lineArgs.settings, crawl, isOriginal: print === "original", counts: byClass?.counts === true };
	const rows = byClass && new LinesInPasses(form, run.results.output);
	const store = await storeInPasses(file, keys);
	const { lines, duplicates, tempOctets } = await run.dedupeInPasses(plan, { sink, store, byClass, rows });
	const counts = sink.end({ lines, unique: lines - run.results.rejected - duplicates, duplicates });
	run.finish(counts, file, tempOctets + sink.tempOctets);
}
