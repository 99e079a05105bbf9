/** A run of a command that processes lines as octets: inputs, threads, outputs, progress and summary. */

import { setImmediate } from "node:timers/promises";
import type { CrawlTask } from "../../crawl/job";
import type { PassRules } from "../../dedupe/passes/kept-lines";
import type { CrewHost } from "../../dedupe/passes/passes-crew";
import type { PassName, Plan } from "../../dedupe/passes/plan";
import { dedupeInPasses, type PassesCounts, type PassesHost } from "../../dedupe/passes/three-passes";
import { youngCollector } from "../../dedupe/passes/young-garbage";
import type { SeenFile } from "../../dedupe/seen/seen-file";
import { LINES_CAPACITY, type LineWorkspace, type Workspace } from "../../engine/workspace";
import { SchemeSink } from "../../files/input/bare-host";
import { Input, refuseNonLists } from "../../files/input/input";
import type { LineCounts } from "../../files/input/line-survey";
import { NO_OCTETS } from "../../files/input/octet-source";
import { ChangedFailure, readUnchanged, shownOf } from "../../files/input/watched-file";
import { feedWholeLines } from "../../files/input/whole-lines";
import { deliver } from "../../files/output/deliver";
import { type OutputPaths, refuseSharedFiles } from "../../files/output/distinct";
import { LineResults } from "../../files/output/line-results";
import { Output } from "../../files/output/output";
import { TemporaryFile } from "../../files/output/temporary-file";
import { LineFeed, type LineSettings, type LineSink, pushInto, toResolve } from "../../lines/lines";
import { threadsFor } from "../../threads/count";
import { type CrewOptions, LineCrew } from "../../threads/crew";
import { createLineWorkspace } from "../../threads/line-kernel";
import { type Relay, Total } from "../../threads/relay";
import { RelayCrew } from "../../threads/relay-crew";
import type { LinesBase } from "../../threads/relay-worker";
import type { LineArguments } from "../arguments";
import { convertedSetNotes, emptySetNotes, type Note, notesOn, tableNotesOn } from "../terminal/notes";
import { peakMemory } from "../terminal/peak-memory";
import { say, tell } from "../terminal/tell";
import { Progress, type Summary, summaryText } from "../terminal/terminal";
import { takeReference } from "./operands";

/** Reading files is synchronous. After this many octets, the process handles signals. */
const OCTETS_BETWEEN_PAUSES = 16777216;

/** A run in passes with less memory than this collects garbage after so many octets. */
const SMALL_MEMORY = 67108864;
const OCTETS_BETWEEN_COLLECTIONS = 4194304;

/** Milliseconds after which the writer of a pipe may be waiting for the results of what it has written. */
const STALL = 1;

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

/** What a run in passes needs of its command. */
export type PassesUses = Partial<
	Pick<PassesHost, "set" | "store" | "takeMerge" | "takeRejects" | "linesBefore" | "rows" | "byClass">
> & {
	/** Reads all rows by a library, in place of the inputs, and reports as `readRows` does. */
	readonly readAll?: ((pass: PassName, show: (rows: number, share: number) => void) => Promise<void>) | undefined;
};

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
	readonly #inputs: Input[];
	readonly #outputs: Output[] = [];
	readonly #copies: TemporaryFile[] = [];
	#completesInputs = false;
	readonly #progress: Progress;
	/** Total size of the inputs before the current one. */
	#position = 0;
	/** Octets processed when signals are handled next. */
	#pauseAt = OCTETS_BETWEEN_PAUSES;
	/** The first input that is not complete, and the octets that `feedUntil` has read of its next line. */
	#next = 0;
	#rest: Uint8Array | undefined;
	/** Collects garbage, in a run in passes with little memory, and the octets processed when it does so next. */
	#collect: (() => void) | undefined;
	#collectAt = 0;
	/** Octets processed in the first of several passes. */
	#inputOctets: number | undefined;
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
		this.#inputs = args.watched === undefined ? args.files.map((path) => new Input(path)) : [];
		const output = this.#open(args.output, false);
		this.results = new LineResults(output, args.rejects === undefined ? undefined : this.open(args.rejects));
		this.#progress = new Progress(args.quiet, args.watched ?? this.#inputs);
		this.#crawl = crawl;
		this.#settings = crawl?.settings ?? args.settings;
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
		await refuseNonLists(this.#inputs);
		const settings = base === undefined ? this.#args.settings : toResolve(this.#args.settings);
		const threads = this.#threads;
		const isRelay =
			this.#crawl === undefined && this.#references.length === 0 && this.#inputs.every((input) => input.isPlainFile);
		if (threads > 1 && isRelay) {
			const { options } = this.#args;
			const crew = new RelayCrew({ settings, options, base, threads, files: this.#inputs }, this.core, this.results);
			return this.#closing(() => this.#relay(crew));
		}
		const own = base === undefined ? this.#settings : toResolve(this.#settings);
		const feed = new LineFeed(this.workspace, own, (batch) => this.results.take(batch));
		await (base === undefined ? this.feed(feed) : this.#closing(() => this.#feedAll(feed)));
		return feed.lines;
	}

	/** Feeds all inputs in order, each a stream of its own, with several threads if that pays. Throws Failure or UriError. */
	async feed(feed: LineFeed, { key, needsInput = false, unique, flush }: BatchUse = {}): Promise<void> {
		const threads = this.#threads;
		if (unique !== undefined) this.#progress.showUnique(unique);
		await refuseNonLists(this.#inputs);
		if (threads === 1) return this.#closing(() => this.#feedAll(feed, flush));
		const crew = new LineCrew(feed, { ...this.#crewRules(), threads, key, needsInput });
		await this.#closing(() => this.#feedAll(crew, flush)).finally(() => crew.stop());
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
		await refuseNonLists(this.#inputs);
		await this.#closing(() => this.#feedInputs(sink));
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
		await readUnchanged(this.#args.watched ?? [], this.results.output, () => this.#showingShare(read));
	}

	/** Passes on what shows the share of a reading that is done. Its end is all of it, whatever the library had to read. */
	async #showingShare(read: (show: (rows: number, share: number) => void) => Promise<void>): Promise<void> {
		let last = 0;
		await read((rows, share) => {
			last = rows;
			this.#progress.advanceShare(rows, share);
		});
		this.#progress.advanceShare(last, 1);
	}

	/**
	 * Feeds all inputs in order, on this thread, until `isFull` after some lines. Returns whether it stopped there and left the rest to
	 * `dedupeInPasses`. Throws Failure or UriError.
	 */
	async feedUntil(feed: LineFeed, isFull: () => boolean, unique: () => number): Promise<boolean> {
		this.#progress.showUnique(unique);
		await refuseNonLists(this.#inputs);
		try {
			this.#rest = await this.#feedSome(feed, isFull);
		} finally {
			if (this.#rest === undefined) for (const input of this.#inputs) input.close();
		}
		return this.#rest !== undefined;
	}

	async #feedSome(feed: LineFeed, isFull: () => boolean): Promise<Uint8Array | undefined> {
		this.#feedReferences(feed);
		for (; this.#next < this.#inputs.length; ++this.#next) {
			const input = this.#inputs[this.#next] as Input;
			await input.begin();
			const advance = (count: number) => this.#advance(count, feed.lines, input);
			const rest = await feedWholeLines(input, feed, isFull, advance);
			if (rest !== undefined) return rest;
			this.#position += input.position;
		}
		return undefined;
	}

	/** Total size of the files among the inputs, in octets. */
	get inputSize(): number {
		return (this.#args.watched ?? this.#inputs).reduce((sum, { size }) => sum + size, 0);
	}

	/** Whether all inputs are files, and nobody waits for the output. */
	get isFileToFile(): boolean {
		return this.results.output.isFile && this.#inputs.every((input) => input.isFile);
	}

	/** Whether each input can be read twice without a copy. */
	get readsPlainFiles(): boolean {
		return this.#inputs.every((input) => input.canRewind);
	}

	/**
	 * Removes duplicates in three passes, among what `feedUntil` has left. Inputs that can be read only once are copied meanwhile.
	 * Returns the counts, and the octets of all temporary files. `uses`: what --seen, --audit and tables need. Throws Failure or UriError.
	 */
	async dedupeInPasses(plan: Plan, uses: PassesUses = {}): Promise<PassesCounts> {
		if (uses.rows?.isTable) this.#progress.countRows();
		if (this.#rest === undefined) await refuseNonLists(this.#inputs);
		if (plan.memory < SMALL_MEMORY) this.#collect = youngCollector();
		const inputs = this.#inputs.slice(this.#next);
		const run = async () => {
			this.#copyInputs(plan.folder);
			const counts = await dedupeInPasses(this.#args.settings, plan, {
				feedAll: (sink, pass) => this.#feedPass(sink, pass, uses.readAll),
				takeRejects: (batch) => this.results.writeRejects(batch),
				compare: (share) => this.#comparePass(share),
				write: (octets) => this.results.output.write(octets),
				refuse: () => this.#refuseChanged(this.#names),
				readAt: (index, into, position) => (this.#inputs[index] as Input).readAt(into, position),
				crew: this.#crewHost(),
				rules: this.#passRules,
				...uses,
			});
			const changed = inputs.find((input) => !input.isUnchanged);
			if (changed !== undefined) this.#refuseChanged(changed.name);
			return counts;
		};
		const counts = await readUnchanged(this.#args.watched ?? [], this.results.output, () => this.#closing(run));
		return { ...counts, tempOctets: this.#copies.reduce((sum, { length }) => sum + length, counts.tempOctets) };
	}

	get #passRules(): PassRules | undefined {
		if (this.#crawl === undefined) return undefined;
		const { workspace, settings: forms, keys = forms, task } = this.#crawl;
		return { workspace, keys, forms, task: { keys: { ...task, linesWord: keys.linesWord }, forms: task } };
	}

	/** Number of threads for a run in passes: one if an input is not a plain file. */
	get passThreads(): number {
		return this.readsPlainFiles && this.#references.length === 0 ? this.#threads : 1;
	}

	/** What several threads need of this run. */
	#crewHost(): CrewHost {
		return {
			options: this.#args.options,
			files: this.#inputs,
			results: this.results,
			begin: (pass) => this.#beginPass(pass),
			advance: (relay) => this.#advanceBy(relay),
			end: (pass, relay) => this.#endPass(pass, relay),
			refuse: () => this.#refuseChanged(this.#names),
		};
	}

	#beginPass(pass: PassName): void {
		if (pass === "writing") this.#rewind();
		this.#progress.beginPass(pass);
	}

	/** Makes all inputs start again. */
	#rewind(): void {
		this.#inputOctets = this.#progress.octets;
		this.#position = 0;
		for (const input of this.#inputs.slice(this.#next)) input.rewind();
	}

	#endPass(pass: PassName, relay: Relay): void {
		if (relay.total(Total.OCTETS_READ) !== this.inputSize) this.#refuseChanged(this.#names);
		for (const input of this.#inputs) input.noteReading();
		if (pass === "writing") {
			this.results.output.length = relay.total(Total.OCTETS_WRITTEN);
		} else {
			this.results.rejected = relay.total(Total.REJECTS);
			this.#lineCounts = relay.lineCounts;
		}
	}

	async #feedPass(sink: LineSink, pass: PassName, readAll: PassesUses["readAll"]): Promise<void> {
		this.#beginPass(pass);
		await (readAll === undefined ? this.#feedAll(sink) : this.#showingShare((show) => readAll(pass, show)));
	}

	/** The names of all inputs, for a message. */
	get #names(): string {
		return this.#args.watched === undefined ? this.#inputs.map(({ name }) => name).join(", ") : this.#args.files.join(", ");
	}

	#comparePass(share: number): void {
		if (share === 0) this.#progress.beginPass("comparing");
		this.#progress.advancePass(share);
	}

	/** Makes the inputs from now on readable twice: those that are no plain files, and what is left of one. Throws Failure. */
	#copyInputs(folder: string): void {
		for (const [index, input] of this.#inputs.slice(this.#next).entries()) {
			const rest = index === 0 ? this.#rest : undefined;
			if (rest === undefined && input.canRewind) continue;
			const copy = new TemporaryFile(folder, 0);
			this.#copies.push(copy);
			if (rest !== undefined) copy.append(rest);
			input.copyTo(copy);
		}
	}

	/** Throws the failure for an input that was not the same when it was read again. */
	#refuseChanged(name: string): never {
		const remedy = `for a file that grows, run: cat FILE | urlsieve ${this.#command}`;
		throw new ChangedFailure(name, `between two readings${shownOf(this.results.output, "lines")}; ${remedy}`);
	}

	get #references(): readonly string[] {
		return this.#args.references ?? [];
	}

	/** With --default-scheme, lines change before they are split into chunks: on one thread. */
	get #threads(): number {
		if (this.#args.scheme !== undefined) return 1;
		return threadsFor(
			this.#args.threads,
			this.#inputs.map(({ size }) => size),
		);
	}

	async #closing<Result>(use: () => Promise<Result>): Promise<Result> {
		try {
			return await use();
		} finally {
			for (const input of this.#inputs) input.close();
		}
	}

	async #relay(crew: RelayCrew): Promise<number> {
		for (let hasMore = true; hasMore; ) {
			hasMore = await crew.turn();
			await this.#advanceBy(crew);
		}
		this.results.rejected = crew.total(Total.REJECTS);
		this.results.output.length = crew.total(Total.OCTETS_WRITTEN);
		this.#lineCounts = crew.lineCounts;
		return crew.total(Total.LINES);
	}

	/** Shows the totals of all threads. A second reading adds to the totals of the first. */
	async #advanceBy(totals: Pick<Relay, "total">): Promise<void> {
		const octets = totals.total(Total.OCTETS_READ);
		const before = this.#progress.octets - (this.#inputOctets ?? 0);
		this.#progress.advance(octets - before, totals.total(Total.LINES), octets);
		if (this.#progress.octets >= this.#pauseAt) await this.#pause();
	}

	/** Makes inputs complete lines themselves, so that they can be copied and read again. Requires: nothing has been read. */
	completeInputs(): void {
		const { scheme } = this.#args;
		if (scheme !== undefined) for (const input of this.#inputs) input.completeWith(`${scheme}://`);
		this.#completesInputs = scheme !== undefined;
	}

	async #feedAll(sink: LineSink, flush?: () => void): Promise<void> {
		const scheme = this.#completesInputs ? undefined : this.#args.scheme;
		const taker = scheme === undefined ? sink : new SchemeSink(sink, `${scheme}://`);
		await this.#feedInputs(flush === undefined ? taker : flushing(taker, flush));
	}

	/** Feeds all inputs or, after `feedUntil`, what it has left. */
	async #feedInputs(taker: LineSink): Promise<void> {
		if (this.#rest === undefined) this.#feedReferences(taker);
		for (const input of this.#inputs.slice(this.#next)) await this.#feedOne(taker, input);
	}

	#feedReferences(taker: LineSink): void {
		for (const reference of this.#references) this.#progress.advance(takeReference(taker, reference), taker.lines, 0);
	}

	async #feedOne(taker: LineSink, input: Input): Promise<void> {
		// A copy that is read again begins with the octets that were left.
		const isLeft = this.#rest !== undefined && input === this.#inputs[this.#next] && this.#inputOctets === undefined;
		if (isLeft) pushInto(taker, this.#rest ?? NO_OCTETS);
		else await input.begin();
		while (true) {
			if (taker.flush !== undefined) await arrivalOf(input, () => taker.flush?.());
			const filled = input.read(taker.space());
			const count = typeof filled === "number" ? filled : await filled;
			if (count === 0) break;
			taker.advance(count);
			await this.#advance(count, taker.lines, input);
		}
		taker.end();
		this.#position += input.position;
	}

	async #advance(count: number, lines: number, input: Input): Promise<void> {
		this.#progress.advance(count, lines, this.#position + input.position);
		if (this.#progress.octets >= this.#collectAt) this.#collectGarbage();
		if (this.#progress.octets >= this.#pauseAt) await this.#pause();
	}

	#collectGarbage(): void {
		this.#collect?.();
		this.#collectAt = this.#progress.octets + OCTETS_BETWEEN_COLLECTIONS;
	}

	/** Lets the process handle signals. */
	async #pause(): Promise<void> {
		await setImmediate();
		this.#pauseAt = this.#progress.octets + OCTETS_BETWEEN_PAUSES;
	}

	#notes({ lines = 0, rows, column, empty = 0 }: Counts): Note[] {
		const { rejected } = this.results;
		if (rows === undefined)
			return notesOn({ command: this.#command, lines, rejects: rejected, others: this.#lineCounts }, this.#inputs);
		return tableNotesOn({ rows, column, empty, rejects: rejected }, this.#inputs);
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
			inputOctets: this.#inputOctets ?? this.#progress.octets,
			outputOctets: output.length,
			seconds: this.#progress.seconds,
			engine: this.#settings.engine,
			...(tempOctets === undefined ? {} : { tempOctets, peakMemory: peakMemory() }),
			notes: [...setNotes, ...this.#notes(counts)],
		};
		tell(summaryText(summary, this.#args.json));
	}
}

/** A sink that calls `flush` when a pipe stalls, after what the sink itself does then. */
function flushing(sink: LineSink, flush: () => void): LineSink {
	return {
		get lines() {
			return sink.lines;
		},
		space: () => sink.space(),
		advance: (count) => sink.advance(count),
		end: () => sink.end(),
		flush() {
			sink.flush?.();
			flush();
		},
	};
}

/** Waits for the octets of a pipe. Calls `stalled` if none come within STALL. Throws what it throws, or Failure. */
async function arrivalOf(input: Input, stalled: () => void): Promise<void> {
	const arrival = input.arrival();
	if (arrival === undefined) return;
	let timer: NodeJS.Timeout | undefined;
	const nothing = new Promise<boolean>((resolve) => {
		timer = setTimeout(resolve, STALL, true);
	});
	const isStalled = await Promise.race([arrival.then(() => false), nothing]);
	clearTimeout(timer);
	if (isStalled) stalled();
	await arrival;
}
