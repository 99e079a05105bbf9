/** What a command reads: the lines of its inputs, with threads, progress and a summary. What becomes of the lines is up to the command. */

import type { CrawlTask } from "../../crawl/job";
import { LINES_CAPACITY, type LineWorkspace, type Workspace } from "../../engine/workspace";
import type { LineCounts } from "../../files/input/line-survey";
import { Source } from "../../files/input/source";
import { type OutputPaths, refuseSharedFiles } from "../../files/output/distinct";
import type { LineFeed, LineSettings, LineSink } from "../../lines/lines";
import { threadsFor } from "../../threads/count";
import { type CrewOptions, LineCrew } from "../../threads/crew";
import { createLineWorkspace } from "../../threads/line-kernel";
import type { LineArguments } from "../arguments";
import { type Note, notesOn, tableNotesOn } from "../terminal/notes";
import { RunPace } from "../terminal/run-pace";
import { tell } from "../terminal/tell";
import { Progress, type Summary, summaryText } from "../terminal/terminal";

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

/** The counts that only the command knows. */
export type Counts = Pick<Summary, "lines" | "parts" | "rows" | "column" | "unique" | "duplicates" | "empty" | "merges">;

/** The lines of one run. Opens all inputs at once, so that a run fails before it has written anything. */
export class LineReading {
	readonly command: string;
	readonly args: LineArguments;
	/** With a profile or a policy. */
	protected readonly crawl: CrawlRun | undefined;
	protected readonly source: Source;
	protected readonly pace: RunPace;
	/** Counts of the lines read by a relay, which bypasses `Input.read`. */
	protected lineCounts: LineCounts | undefined;
	#workspace: Workspace | undefined;

	/** `outputs` are the files that the run writes, by option. Throws Failure if two are one, or an input cannot be opened. */
	constructor(command: string, args: LineArguments, outputs: OutputPaths, crawl?: CrawlRun) {
		refuseSharedFiles(command, args.files, outputs);
		this.command = command;
		this.args = args;
		this.crawl = crawl;
		const { files, references, scheme } = args;
		this.source = new Source({ files: args.watched === undefined ? files : [], references, scheme });
		this.pace = new RunPace(new Progress(args.quiet, args.watched ?? this.source.inputs));
	}

	/** How lines become normal forms or keys. */
	get settings(): LineSettings {
		return this.crawl?.settings ?? this.args.settings;
	}

	protected get progress(): Progress {
		return this.pace.progress;
	}

	/** Creates another workspace like that of the run. */
	createWorkspace(): LineWorkspace {
		return this.crawl?.create() ?? createLineWorkspace(this.args.settings.engine);
	}

	/** Created on demand: a run in passes has its own. */
	get workspace(): LineWorkspace {
		this.crawl?.workspace.reserve(LINES_CAPACITY);
		return this.crawl?.workspace ?? this.core;
	}

	/** The same, of the core. Requires: no profile or policy. */
	get core(): Workspace {
		this.#workspace ??= createLineWorkspace(this.args.settings.engine);
		return this.#workspace;
	}

	/** Total size of the files among the inputs, in octets. */
	get inputSize(): number {
		return this.args.watched?.reduce((sum, { size }) => sum + size, 0) ?? this.source.size;
	}

	/** Whether each input can be read twice without a copy. */
	get readsPlainFiles(): boolean {
		return this.source.canRewind;
	}

	/** Feeds all inputs in order, each a stream of its own, with several threads if that pays. Throws Failure or UriError. */
	async feed(feed: LineFeed, { key, needsInput = false, unique, flush }: BatchUse = {}): Promise<void> {
		const threads = this.threads;
		if (unique !== undefined) this.progress.showUnique(unique);
		await this.source.check();
		if (threads === 1) return this.feedLines(feed, flush);
		const crew = new LineCrew(feed, { ...this.#crewRules(), threads, key, needsInput });
		await this.feedLines(crew, flush).finally(() => crew.stop());
	}

	protected feedLines(sink: LineSink, flush?: () => void): Promise<void> {
		return this.source.closing(() => this.source.feedLines(sink, this.pace, flush));
	}

	/** Returns the rules for a crew, and a workspace for this thread. */
	#crewRules(): Pick<CrewOptions, "settings" | "options" | "rules" | "workspace"> {
		const { settings, options } = this.args;
		if (this.crawl === undefined) return { settings, options, rules: undefined, workspace: createLineWorkspace(settings.engine) };
		const { task, create, settings: own } = this.crawl;
		const workspace = create();
		workspace.reserve(LINES_CAPACITY);
		return { settings: own, options, rules: task, workspace };
	}

	/** With --default-scheme, lines change before they are split into chunks: on one thread. */
	protected get threads(): number {
		if (this.args.scheme !== undefined) return 1;
		return threadsFor(
			this.args.threads,
			this.source.inputs.map(({ size }) => size),
		);
	}

	/** Makes inputs complete lines themselves, so that they can be copied and read again. Requires: nothing has been read. */
	completeInputs(): void {
		this.source.completeInputs();
	}

	#notes({ lines = 0, rows, column, empty = 0 }: Counts, rejects: number): Note[] {
		if (rows === undefined)
			return notesOn({ command: this.command, lines, rejects, others: this.lineCounts }, this.source.inputs);
		return tableNotesOn({ rows, column, empty, rejects }, this.source.inputs);
	}

	/** Prints the summary, unless the run is quiet. `others` has notes that come before those on the inputs. */
	protected tellSummary(counts: Counts, rejects: number, outputOctets: number, others: Partial<Summary> = {}): void {
		this.progress.clear();
		if (this.args.quiet) return;
		const summary = {
			command: this.command,
			...counts,
			rejects,
			inputOctets: this.pace.inputOctets,
			outputOctets,
			seconds: this.progress.seconds,
			engine: this.settings.engine,
			...others,
			notes: [...(others.notes ?? []), ...this.#notes(counts, rejects)],
		};
		tell(summaryText(summary, this.args.json));
	}
}
