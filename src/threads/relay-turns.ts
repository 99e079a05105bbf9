/**
 * The turns of one thread of a relay: several threads, the main one included, that process the same plain files and keep the order
 * of lines.
 *
 * ```
 *   ticket      file                                                                        output, rejects
 *      n        [read] ------> process -----------> [write]
 *      n + 1           [read] ------> process ------------> [write]
 *      n + 2                  [read] ------> process -------------> [write]
 *
 *      [read], [write]: while holding one of two ticket locks, so that tickets read and write in order
 * ```
 *
 * Each thread repeats: take a ticket, read a chunk of whole lines, process it, write the results. Threads process in parallel and
 * take turns at the rest. They read into and write from the memory of their own kernels. Between threads goes only the tail of a
 * chunk, the unfinished line after its last LF.
 *
 * The first failure closes both locks, but only after everything before it has been written.
 */
import { setImmediate } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import { asFailure } from "../failure";
import { LineSurvey } from "../files/input/line-survey";
import type { OpenFile } from "../files/open-file";
import { OctetWriter } from "../files/output/octet-writer";
import { Sink } from "../files/output/sink";
import type { BatchCounts } from "../lines/batch";
import { LineFeed, type LineSettings, toResolve } from "../lines/lines";
import { putBase } from "../reference/reference";
import type { RuleTask } from "../rules/rules";
import { normalizeBatch } from "./chunk";
import { openCoreTask } from "./open-task";
import { CHUNK_SIZE, Relay, type TicketLock, Total } from "./relay";
import { type ReadLines, RelayReader } from "./relay-reader";

/** Milliseconds to block before handling signals and messages. */
const MAX_WAIT = 100;

export abstract class RelayTurns {
	protected readonly relay: Relay;
	protected readonly reader: RelayReader;
	#ticket = 0;

	constructor(relay: Relay, reader: RelayReader) {
		this.relay = relay;
		this.reader = reader;
	}

	/** Processes one chunk. Returns false when there are no more, or after another thread has failed. Throws Failure or UrlsieveError. */
	async turn(): Promise<boolean> {
		const { reading, writing } = this.relay;
		this.#ticket = this.relay.takeTicket();
		const ticket = this.#ticket;
		try {
			if (!(await acquire(reading, ticket))) return false;
			const lines = this.reader.read();
			if (lines !== undefined) this.begin(lines);
			const isCut = lines?.isCut === true;
			if (!isCut) reading.release();
			if (lines !== undefined && !isCut) this.process(lines);
			if (!(await acquire(writing, ticket))) return false;
			if (lines !== undefined) this.write(lines);
			if (isCut) reading.release();
			writing.release();
			return lines !== undefined;
		} catch (error) {
			// Let the tickets before this one write first, as a single thread would have.
			if (!(await acquire(writing, ticket))) return false;
			this.relay.close();
			throw error;
		}
	}

	/** Called while this thread holds the lock for reading, after it has read a chunk. */
	protected begin(_: ReadLines): void {}

	/** Processes whole lines, beside other threads. Not called for a line that is cut. */
	protected abstract process(lines: ReadLines): void;

	/** Writes the results while this thread holds the lock for writing, and for a line that is cut also that for reading. */
	protected abstract write(lines: ReadLines): void;

	/** Waits until it is this thread's turn to write. Throws if another thread has failed; nothing that follows counts then. */
	protected waitToWrite(): void {
		const { writing } = this.relay;
		while (!writing.acquire(this.#ticket, MAX_WAIT)) if (writing.isClosed) throw new Error("Another thread has failed.");
	}
}

/** Returns whether the caller holds the lock: false if it was closed. */
async function acquire(lock: TicketLock, ticket: number): Promise<boolean> {
	while (!lock.acquire(ticket, MAX_WAIT)) {
		if (lock.isClosed) return false;
		await setImmediate();
	}
	return true;
}

/**
 * A thread that normalizes the lines of plain files and writes all of them.
 *
 * A chunk that does not fit one batch, such as a line longer than a chunk, goes through a LineFeed while the thread holds the
 * lock for writing. The output is therefore the same for any number of threads.
 */
export class RelayThread extends RelayTurns {
	readonly #results: Sink;
	readonly #settings: LineSettings;
	readonly #feed: LineFeed;
	#survey = new LineSurvey();
	#batch: BatchCounts | undefined;

	constructor(relay: Relay, reader: RelayReader, results: Sink, settings: LineSettings) {
		super(relay, reader);
		this.#results = results;
		this.#settings = settings;
		this.#feed = new LineFeed(reader.workspace, settings, (batch) => {
			results.takeRejects(batch);
			results.output.write(batch.workspace.kernel.octets.subarray(batch.workspace.output, batch.outputEnd));
		});
	}

	protected override begin({ position }: ReadLines): void {
		this.#survey = new LineSurvey(position);
		this.#batch = undefined;
	}

	protected override process(lines: ReadLines): void {
		this.#survey.surveyLines(this.reader.linesOf(lines));
		this.#batch = normalizeBatch(this.reader.workspace, this.#settings, lines, false);
	}

	protected override write(lines: ReadLines): void {
		const { relay, reader } = this;
		const [feed, results, survey] = [this.#feed, this.#results, this.#survey];
		const before = { rejected: results.rejected, length: results.output.length, statuses: results.statuses.slice() };
		if (lines.isCut) survey.surveyLines(reader.linesOf(lines));
		feed.goOn(relay.total(Total.LINES), lines.isFirst && this.#batch === undefined);
		if (this.#batch === undefined) feed.advance(lines.length, lines.isLast);
		else feed.hand(this.#batch, reader.workspace);
		if (lines.isCut) reader.feedRest(feed, survey);
		survey.end();
		results.flush();
		relay.raiseTotal(Total.LINES, feed.lines - relay.total(Total.LINES));
		relay.raiseTotal(Total.REJECTS, results.rejected - before.rejected);
		relay.addStatuses(before.statuses, results.statuses);
		relay.raiseTotal(Total.OCTETS_WRITTEN, results.output.length - before.length);
		relay.addCounts(survey);
	}
}

/** Messages to the main thread: it takes tickets from now on, it has no other, or why it has failed. */
export type RelayReport = "started" | "done" | { readonly status: number; readonly message: string };

/** The base that lines are resolved against. `resolution` is a set of Resolution bits. */
export interface LinesBase {
	readonly text: string;
	readonly resolution: number;
}

/** The task of a relay thread. */
export interface RelayTask {
	readonly kind: "relay";
	readonly rules: RuleTask;
	/** Undefined to normalize lines instead of resolving them. */
	readonly base: LinesBase | undefined;
	readonly memory: SharedArrayBuffer;
	readonly files: readonly OpenFile[];
	readonly output: OpenFile;
	readonly rejects: OpenFile | undefined;
}

/** Works until all files are read. Reports a failure to the main thread. */
export async function workInRelay({ rules, base, memory, files, output, rejects }: RelayTask): Promise<void> {
	const { settings, workspace } = openCoreTask(rules, CHUNK_SIZE);
	const writer = ({ descriptor, name }: OpenFile, isLog = false) => new OctetWriter(descriptor, name, isLog);
	const results = new Sink(writer(output), rejects && writer(rejects, true));
	if (base !== undefined) putBase(base.text, base.resolution, workspace);
	const relay = new Relay(memory);
	const reader = new RelayReader(relay, files, workspace);
	const thread = new RelayThread(relay, reader, results, base === undefined ? settings : toResolve(settings));
	report("started");
	try {
		while (await thread.turn());
		report("done");
	} catch (error) {
		const { status, message } = asFailure(error);
		report({ status, message });
	}
}

function report(message: RelayReport): void {
	parentPort?.postMessage(message);
}
