/** A run of a command that processes lines as octets: inputs, threads, outputs, progress and summary. */

import type { CrawlTask } from "../../crawl/job";
import type { PassRules } from "../../dedupe/passes/kept-lines";
import type { PassesCounts, PassRun } from "../../dedupe/passes/pass-run";
import type { Plan } from "../../dedupe/passes/plan";
import { dedupeInPasses } from "../../dedupe/passes/three-passes";
import type { SeenFile } from "../../dedupe/seen/seen-file";
import { LINES_CAPACITY, type LineWorkspace, type Workspace } from "../../engine/workspace";
import type { LineCounts } from "../../files/input/line-survey";
import { Source } from "../../files/input/source";
import { readUnchanged } from "../../files/input/watched-file";
import { deliver } from "../../files/output/deliver";
import { type OutputPaths, refuseSharedFiles } from "../../files/output/distinct";
import { LineResults } from "../../files/output/line-results";
import { Output } from "../../files/output/output";
import { LineFeed, type LineSettings, type LineSink, toResolve } from "../../lines/lines";
import { threadsFor } from "../../threads/count";
import { type CrewOptions, LineCrew } from "../../threads/crew";
import { createLineWorkspace } from "../../threads/line-kernel";
import { Total } from "../../threads/relay";
import { RelayCrew } from "../../threads/relay-crew";
import type { LinesBase } from "../../threads/relay-worker";
import type { LineArguments } from "../arguments";
import { convertedSetNotes, emptySetNotes, type Note, notesOn, tableNotesOn } from "../terminal/notes";
import { peakMemory } from "../terminal/peak-memory";
import { RunPace } from "../terminal/run-pace";
import { say, tell } from "../terminal/tell";
import { Progress, type Summary, summaryText } from "../terminal/terminal";
import { type RowReader, RunReadings } from "./run-readings";

/** What a command needs of a batch besides the normal forms. */
export interface BatchUse {
	/** The key for fingerprints, if it needs them. */
	readonly key?: Uint8Array;
	/** Whether it reads the input of the batch. */
	readonly needsInput?: boolean;
	/** Number of unique lines so far, for the progress. */
	readonly unique?: () => number;
	/** Writes lines that wait in the command. Called when a pipe stalls. */
	readonly flush?: (() => void) | undefined;
}

/** A profile or a policy, and the form of lines that is asked for. */
export interface CrawlRun {
	/** Used by this run only. */
	readonly workspace: LineWorkspace;
	/** Creates another one. */
	readonly create: () => LineWorkspace;
	readonly settings: LineSettings;
	/** The same rules, as values that can be sent to other threads. */
	readonly task: CrawlTask;
	/** The settings for keys, if the form contains more. */
	readonly keys?: LineSettings;
}

/** What a run in passes needs of its command: see PassRun. */
export interface PassesUses extends Pick<PassRun, "sink" | "set" | "store" | "rows" | "byClass"> {
	/** Reads all rows by a library, in place of the inputs. */
	readonly library?: RowReader | undefined;
	/** See `PassSource`. */
	readonly linesBefore?: number | undefined;
}

/** The counts that only the command knows. */
export type Counts = Pick<Summary, "lines" | "rows" | "column" | "unique" | "duplicates" | "empty" | "merges">;

/** One run of a command. Opens all inputs and outputs at once, so that a run fails before it has written anything. */
export class LineRun {
	/** With a profile or a policy. */
	readonly #crawl: CrawlRun | undefined;
	readonly #settings: LineSettings;
	readonly results: LineResults<Output>;
	readonly #command: string;
	readonly #args: LineArguments;
	#workspace: Workspace | undefined;
	readonly #source: Source;
	readonly #outputs: Output[] = [];
	readonly #pace: RunPace;
	/** Counts of the lines read by a relay, which bypasses `Input.read`. */
	#lineCounts: LineCounts | undefined;

	/**
	 * `others` are the output files of options that only this command has. Throws Failure if a file
	 * cannot be opened.
	 */
	constructor(command: string, args: LineArguments, others: OutputPaths = {}, crawl?: CrawlRun) {
		refuseSharedFiles(command, args.files, { "--output": args.output ?? "-", "--rejects": args.rejects, ...others });
		this.#command = command;
		this.#args = args;
		const { files, references, scheme } = args;
		this.#source = new Source({ files: args.watched === undefined ? files : [], references, scheme });
		const output = this.#open(args.output, false);
		this.results = new LineResults(output, args.rejects === undefined ? undefined : this.open(args.rejects));
		this.#pace = new RunPace(new Progress(args.quiet, args.watched ?? this.#source.inputs));
		this.#crawl = crawl;
		this.#settings = crawl?.settings ?? args.settings;
	}

	get #progress(): Progress {
		return this.#pace.progress;
	}

	/** Creates another workspace like that of the run. */
	createWorkspace(): LineWorkspace {
		return this.#crawl?.create() ?? createLineWorkspace(this.#args.settings.engine);
	}

	/** Created on demand: a run in passes has its own. */
	get workspace(): LineWorkspace {
		this.#crawl?.workspace.reserve(LINES_CAPACITY);
		return this.#crawl?.workspace ?? this.core;
	}

	/** The same, of the core. Requires: no profile or policy. */
	get core(): Workspace {
		this.#workspace ??= createLineWorkspace(this.#args.settings.engine);
		return this.#workspace;
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
		await this.#source.check();
		const settings = base === undefined ? this.#args.settings : toResolve(this.#args.settings);
		const threads = this.#threads;
		const isRelay = this.#crawl === undefined && this.#source.isPlain;
		if (threads > 1 && isRelay) {
			const { options } = this.#args;
			const crew = new RelayCrew({ settings, options, base, threads, files: this.#source.inputs }, this.core, this.results);
			return this.#source.closing(() => this.#relay(crew));
		}
		const own = base === undefined ? this.#settings : toResolve(this.#settings);
		const feed = new LineFeed(this.workspace, own, (batch) => this.results.take(batch));
		await (base === undefined ? this.feed(feed) : this.#feedLines(feed));
		return feed.lines;
	}

	/** Feeds all inputs in order, each a stream of its own, with several threads if that pays. Throws Failure or UriError. */
	async feed(feed: LineFeed, { key, needsInput = false, unique, flush }: BatchUse = {}): Promise<void> {
		const threads = this.#threads;
		if (unique !== undefined) this.#progress.showUnique(unique);
		await this.#source.check();
		if (threads === 1) return this.#feedLines(feed, flush);
		const crew = new LineCrew(feed, { ...this.#crewRules(), threads, key, needsInput });
		await this.#feedLines(crew, flush).finally(() => crew.stop());
	}

	#feedLines(sink: LineSink, flush?: () => void): Promise<void> {
		return this.#source.closing(() => this.#source.feedLines(sink, this.#pace, flush));
	}

	/** Returns the rules for a crew, and a workspace for this thread. */
	#crewRules(): Pick<CrewOptions, "settings" | "options" | "rules" | "workspace"> {
		const { settings, options } = this.#args;
		if (this.#crawl === undefined)
			return { settings, options, rules: undefined, workspace: createLineWorkspace(settings.engine) };
		const { task, create, settings: own } = this.#crawl;
		const workspace = create();
		workspace.reserve(LINES_CAPACITY);
		return { settings: own, options, rules: task, workspace };
	}

	/** Feeds all inputs in order to a sink that processes them by itself. `unique`: how many it has kept. Throws what it throws. */
	async feedTables(sink: LineSink, unique?: () => number): Promise<void> {
		this.#progress.countRows();
		if (unique !== undefined) this.#progress.showUnique(unique);
		await this.#source.check();
		await this.#source.closing(() => this.#source.feed(sink, this.#pace));
	}

	/**
	 * Runs `read`, which reads files by a library. It reports how many rows it has read, and which share of all files that is, from 0
	 * to 1. Throws what it throws, or Failure if a file has changed meanwhile, which also explains other errors.
	 */
	async readRows(
		read: (advance: (rows: number, position: number) => void) => Promise<void>,
		unique?: () => number,
	): Promise<void> {
		this.#progress.countRows();
		if (unique !== undefined) this.#progress.showUnique(unique);
		await this.#readUnchanged(() => this.#pace.showShare(read));
	}

	/**
	 * Feeds all inputs in order, on this thread, until `isFull` after some lines. Returns whether it stopped there and left the rest to
	 * `dedupeInPasses`. Throws Failure or UriError.
	 */
	async feedUntil(feed: LineFeed, isFull: () => boolean, unique: () => number): Promise<boolean> {
		this.#progress.showUnique(unique);
		await this.#source.check();
		try {
			return await this.#source.feedUntil(feed, this.#pace, isFull);
		} finally {
			if (!this.#source.hasRest) this.#source.close();
		}
	}

	/** Total size of the files among the inputs, in octets. */
	get inputSize(): number {
		return this.#args.watched?.reduce((sum, { size }) => sum + size, 0) ?? this.#source.size;
	}

	/** Whether all inputs are files, and nobody waits for the output. */
	get isFileToFile(): boolean {
		return this.results.output.isFile && this.#source.isOfFiles;
	}

	/** Whether each input can be read twice without a copy. */
	get readsPlainFiles(): boolean {
		return this.#source.canRewind;
	}

	/**
	 * Removes duplicates in three passes, among what `feedUntil` has left. Inputs that can be read only once are copied meanwhile.
	 * Returns the counts, and the octets of all temporary files. Throws Failure or UriError.
	 */
	async dedupeInPasses(plan: Plan, { library, linesBefore, ...uses }: PassesUses): Promise<PassesCounts> {
		const source = this.#source;
		if (uses.rows?.isTable) this.#progress.countRows();
		await source.check();
		this.#pace.bound(plan.memory);
		const { settings } = this.#args;
		const run = { command: this.#command, args: this.#args, source, pace: this.#pace, results: this.results };
		const readings = new RunReadings(run, library, linesBefore);
		const counts = await this.#readUnchanged(() =>
			source.closing(async () => {
				source.copyInputs(plan.folder);
				const done = await dedupeInPasses(plan, { settings, rules: this.#passRules, source: readings, crew: readings, ...uses });
				readings.refuseChanged();
				return done;
			}),
		);
		this.#lineCounts = readings.lineCounts;
		return { ...counts, tempOctets: source.copiedOctets + counts.tempOctets };
	}

	#readUnchanged<Result>(read: () => Promise<Result>): Promise<Result> {
		return readUnchanged(this.#args.watched ?? [], this.results.output, read);
	}

	get #passRules(): PassRules | undefined {
		if (this.#crawl === undefined) return undefined;
		const { workspace, settings: forms, keys = forms, task } = this.#crawl;
		return { workspace, keys, forms, task: { keys: { ...task, linesWord: keys.linesWord }, forms: task } };
	}

	/** Number of threads for a run in passes: one if an input is not a plain file. */
	get passThreads(): number {
		return this.readsPlainFiles && !this.#source.hasReferences ? this.#threads : 1;
	}

	/** With --default-scheme, lines change before they are split into chunks: on one thread. */
	get #threads(): number {
		if (this.#args.scheme !== undefined) return 1;
		return threadsFor(
			this.#args.threads,
			this.#source.inputs.map(({ size }) => size),
		);
	}

	async #relay(crew: RelayCrew): Promise<number> {
		for (let hasMore = true; hasMore; ) {
			hasMore = await crew.turn();
			await this.#pace.advanceBy(crew);
		}
		this.results.rejected = crew.total(Total.REJECTS);
		this.results.output.length = crew.total(Total.OCTETS_WRITTEN);
		this.#lineCounts = crew.lineCounts;
		return crew.total(Total.LINES);
	}

	/** Makes inputs complete lines themselves, so that they can be copied and read again. Requires: nothing has been read. */
	completeInputs(): void {
		this.#source.completeInputs();
	}

	#notes({ lines = 0, rows, column, empty = 0 }: Counts): Note[] {
		const { rejected } = this.results;
		if (rows === undefined)
			return notesOn({ command: this.#command, lines, rejects: rejected, others: this.#lineCounts }, this.#source.inputs);
		return tableNotesOn({ rows, column, empty, rejects: rejected }, this.#source.inputs);
	}

	/** Delivers the outputs and the set (deliver.ts), then prints the summary. Throws Failure. */
	finish(counts: Counts, set?: SeenFile, tempOctets?: number): void {
		const { output, rejected } = this.results;
		deliver(this.#outputs, set);
		this.#progress.clear();
		const setNotes = [...emptySetNotes(set?.emptyPath), ...convertedSetNotes(set?.convertedTo)];
		if (this.#args.quiet) {
			for (const { sentence } of setNotes) say(sentence);
			return;
		}
		const summary = {
			command: this.#command,
			...counts,
			rejects: rejected,
			inputOctets: this.#pace.inputOctets,
			outputOctets: output.length,
			seconds: this.#progress.seconds,
			engine: this.#settings.engine,
			...(tempOctets === undefined ? {} : { tempOctets, peakMemory: peakMemory() }),
			notes: [...setNotes, ...this.#notes(counts)],
		};
		tell(summaryText(summary, this.#args.json));
	}
}
