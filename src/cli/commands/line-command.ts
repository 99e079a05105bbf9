/** A run of a command that processes lines as octets: inputs, threads, outputs, progress and summary. */

import type { PassRules } from "../../dedupe/passes/kept-lines";
import type { PassesCounts, PassRun } from "../../dedupe/passes/pass-run";
import type { Plan } from "../../dedupe/passes/plan";
import { dedupeInPasses } from "../../dedupe/passes/three-passes";
import type { SeenFile } from "../../dedupe/seen/seen-file";
import { readUnchanged } from "../../files/input/watched-file";
import { deliver } from "../../files/output/deliver";
import type { OutputPaths } from "../../files/output/distinct";
import { LineResults } from "../../files/output/line-results";
import { Output } from "../../files/output/output";
import { LineFeed, type LineSink, toResolve } from "../../lines/lines";
import { Total } from "../../threads/relay";
import { RelayCrew } from "../../threads/relay-crew";
import type { LinesBase } from "../../threads/relay-worker";
import type { LineArguments } from "../arguments";
import { convertedSetNotes, emptySetNotes } from "../terminal/notes";
import { peakMemory } from "../terminal/peak-memory";
import { say } from "../terminal/tell";
import { type Counts, type CrawlRun, LineReading } from "./line-reading";
import { type RowReader, RunReadings } from "./run-readings";

/** What a run in passes needs of its command: see PassRun. */
export interface PassesUses extends Pick<PassRun, "sink" | "set" | "store" | "rows" | "byClass"> {
	/** Reads all rows by a library, in place of the inputs. */
	readonly library?: RowReader | undefined;
	/** See `PassSource`. */
	readonly linesBefore?: number | undefined;
}

/** One run of a command. Opens all inputs and outputs at once, so that a run fails before it has written anything. */
export class LineRun extends LineReading {
	readonly results: LineResults<Output>;
	readonly #outputs: Output[] = [];

	/**
	 * `others` are the output files of options that only this command has. Throws Failure if a file
	 * cannot be opened.
	 */
	constructor(command: string, args: LineArguments, others: OutputPaths = {}, crawl?: CrawlRun) {
		super(command, args, { "--output": args.output ?? "-", "--rejects": args.rejects, ...others }, crawl);
		const output = this.#open(args.output, false);
		this.results = new LineResults(output, args.rejects === undefined ? undefined : this.open(args.rejects));
	}

	/** Opens a log, which `finish` delivers with the output. Throws Failure. */
	open(path: string): Output {
		return this.#open(path, true);
	}

	#open(path: string | undefined, isLog: boolean): Output {
		const output = new Output(path, undefined, isLog);
		this.#outputs.push(output);
		return output;
	}

	/**
	 * Writes the normal form of each line, in order. If `base` is given, which the workspace must have set, writes its target
	 * instead. Returns the number of lines. Throws Failure or UriError.
	 */
	async map(base?: LinesBase): Promise<number> {
		await this.source.check();
		const settings = base === undefined ? this.args.settings : toResolve(this.args.settings);
		const threads = this.threads;
		const isRelay = this.crawl === undefined && this.source.isPlain;
		if (threads > 1 && isRelay) {
			const { options } = this.args;
			const crew = new RelayCrew({ settings, options, base, threads, files: this.source.inputs }, this.core, this.results);
			return this.source.closing(() => this.#relay(crew));
		}
		const own = base === undefined ? this.settings : toResolve(this.settings);
		const feed = new LineFeed(this.workspace, own, (batch) => this.results.take(batch));
		await (base === undefined ? this.feed(feed) : this.feedLines(feed));
		return feed.lines;
	}

	/** Feeds all inputs in order to a sink that processes them by itself. `unique`: how many it has kept. Throws what it throws. */
	async feedTables(sink: LineSink, unique?: () => number): Promise<void> {
		this.progress.countRows();
		if (unique !== undefined) this.progress.showUnique(unique);
		await this.source.check();
		await this.source.closing(() => this.source.feed(sink, this.pace));
	}

	/**
	 * Runs `read`, which reads files by a library. It reports how many rows it has read, and which share of all files that is, from 0
	 * to 1. Throws what it throws, or Failure if a file has changed meanwhile, which also explains other errors.
	 */
	async readRows(
		read: (advance: (rows: number, position: number) => void) => Promise<void>,
		unique?: () => number,
	): Promise<void> {
		this.progress.countRows();
		if (unique !== undefined) this.progress.showUnique(unique);
		await this.#readUnchanged(() => this.pace.showShare(read));
	}

	/**
	 * Feeds all inputs in order, on this thread, until `isFull` after some lines. Returns whether it stopped there and left the rest to
	 * `dedupeInPasses`. Throws Failure or UriError.
	 */
	async feedUntil(feed: LineFeed, isFull: () => boolean, unique: () => number): Promise<boolean> {
		this.progress.showUnique(unique);
		await this.source.check();
		try {
			return await this.source.feedUntil(feed, this.pace, isFull);
		} finally {
			if (!this.source.hasRest) this.source.close();
		}
	}

	/** Whether all inputs are files, and nobody waits for the output. */
	get isFileToFile(): boolean {
		return this.results.output.isFile && this.source.isOfFiles;
	}

	/**
	 * Removes duplicates in three passes, among what `feedUntil` has left. Inputs that can be read only once are copied meanwhile.
	 * Returns the counts, and the octets of all temporary files. Throws Failure or UriError.
	 */
	async dedupeInPasses(plan: Plan, { library, linesBefore, ...uses }: PassesUses): Promise<PassesCounts> {
		const source = this.source;
		if (uses.rows?.isTable) this.progress.countRows();
		await source.check();
		this.pace.bound(plan.memory);
		const { settings } = this.args;
		const run = { command: this.command, args: this.args, source, pace: this.pace, results: this.results };
		const readings = new RunReadings(run, library, linesBefore);
		const counts = await this.#readUnchanged(() =>
			source.closing(async () => {
				source.copyInputs(plan.folder);
				const done = await dedupeInPasses(plan, { settings, rules: this.#passRules, source: readings, crew: readings, ...uses });
				readings.refuseChanged();
				return done;
			}),
		);
		this.lineCounts = readings.lineCounts;
		return { ...counts, tempOctets: source.copiedOctets + counts.tempOctets };
	}

	#readUnchanged<Result>(read: () => Promise<Result>): Promise<Result> {
		return readUnchanged(this.args.watched ?? [], this.results.output, read);
	}

	get #passRules(): PassRules | undefined {
		if (this.crawl === undefined) return undefined;
		const { workspace, settings: forms, keys = forms, task } = this.crawl;
		return { workspace, keys, forms, task: { keys: { ...task, linesWord: keys.linesWord }, forms: task } };
	}

	/** Number of threads for a run in passes: one if an input is not a plain file. */
	get passThreads(): number {
		return this.readsPlainFiles && !this.source.hasReferences ? this.threads : 1;
	}

	async #relay(crew: RelayCrew): Promise<number> {
		for (let hasMore = true; hasMore; ) {
			hasMore = await crew.turn();
			await this.pace.advanceBy(crew);
		}
		this.results.rejected = crew.total(Total.REJECTS);
		this.results.output.length = crew.total(Total.OCTETS_WRITTEN);
		this.lineCounts = crew.lineCounts;
		return crew.total(Total.LINES);
	}

	/** Delivers the outputs and the set (deliver.ts), then prints the summary. Throws Failure. */
	finish(counts: Counts, set?: SeenFile, tempOctets?: number): void {
		deliver(this.#outputs, set);
		const notes = [...emptySetNotes(set?.emptyPath), ...convertedSetNotes(set?.convertedTo)];
		const memory = tempOctets === undefined ? {} : { tempOctets, peakMemory: peakMemory() };
		this.tellSummary(counts, this.results.rejected, this.results.output.length, { ...memory, notes });
		if (this.args.quiet) for (const { sentence } of notes) say(sentence);
	}
}
