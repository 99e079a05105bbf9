/** Reads the lines or tables of a job's inputs, on one thread or several. The sink decides what becomes of them. */
import type { LineCounts } from "../files/input/line-survey";
import type { Source } from "../files/input/source";
import { readUnchanged, type Shown, type WatchedFile } from "../files/input/watched-file";
import type { LineFeed, LineSink } from "../lines/lines";
import { threadsFor } from "../threads/count";
import { LineCrew } from "../threads/crew";
import type { LineRules } from "./line-rules";
import type { JobPace, ShowShare } from "./pace";
import { ValueSurvey } from "./value-survey";

/** The needs of a job besides the normal forms of a batch. */
export interface BatchUse {
	/** The key for fingerprints, if it needs them. */
	readonly key?: Uint8Array;
	/** Whether it reads the input of the batch. */
	readonly needsInput?: boolean;
	/** Number of unique lines so far, for the progress. */
	readonly unique?: () => number;
	/** Writes lines that wait in the job. Called when a pipe stalls. */
	readonly flush?: (() => void) | undefined;
}

/** The inputs of a job. */
export interface ReaderTask {
	readonly source: Source;
	/** The files, if a library reads them in place of the source. */
	readonly watched?: readonly WatchedFile[] | undefined;
	/** The most threads to use. Undefined: as the size of the input suggests. */
	readonly threads?: number | undefined;
	/** The scheme for lines that begin with a host, as the source has it. */
	readonly scheme?: string | undefined;
	/** Advice if an input changes between two readings. */
	readonly remedy?: string | undefined;
}

export class LineReader {
	readonly source: Source;
	readonly rules: LineRules;
	readonly pace: JobPace;
	readonly #task: ReaderTask;
	/** Survey of the values of tables. */
	readonly values = new ValueSurvey();
	/** Counts of lines that threads have read, which bypass `Input.read`. */
	lineCounts: LineCounts | undefined;

	constructor(task: ReaderTask, rules: LineRules, pace: JobPace) {
		this.source = task.source;
		this.rules = rules;
		this.pace = pace;
		this.#task = task;
	}

	/** Total size of the files among the inputs, in octets. */
	get size(): number {
		return this.#task.watched?.reduce((sum, { size }) => sum + size, 0) ?? this.source.size;
	}

	/** The names of all inputs, for a message. */
	get names(): string {
		return this.#task.watched?.map(({ name }) => name).join(", ") ?? this.source.names;
	}

	get scheme(): string | undefined {
		return this.#task.scheme;
	}

	get remedy(): string | undefined {
		return this.#task.remedy;
	}

	/** Number of threads. With a scheme to complete, lines change before they are split into chunks: one. */
	get threads(): number {
		if (this.scheme !== undefined) return 1;
		return threadsFor(
			this.#task.threads,
			this.source.inputs.map(({ size }) => size),
		);
	}

	/** Number of threads for a job in passes: one if an input is not a plain file. */
	get passThreads(): number {
		return this.source.canRewind && !this.source.hasReferences ? this.threads : 1;
	}

	/** Feeds all inputs in order, each a stream of its own, with several threads if that pays. Throws Failure or UrlsieveError. */
	async feed(feed: LineFeed, { key, needsInput = false, unique, flush }: BatchUse = {}): Promise<void> {
		const { threads } = this;
		if (unique !== undefined) this.pace.showUnique(unique);
		await this.source.check();
		if (threads === 1) return this.feedLines(feed, flush);
		const crew = new LineCrew(feed, { ...this.rules.crewRules(), threads, key, needsInput });
		await this.feedLines(crew, flush).finally(() => crew.stop());
	}

	/** Feeds lines to a sink on this thread. Throws what it throws, or Failure. */
	feedLines(sink: LineSink, flush?: () => void): Promise<void> {
		return this.source.closing(() => this.source.feedLines(sink, this.pace, flush));
	}

	/**
	 * Feeds all inputs in order, on this thread, until `isFull` after some lines. Returns whether it stopped there and left the rest to
	 * passes. Throws Failure or UrlsieveError.
	 */
	async feedUntil(feed: LineFeed, isFull: () => boolean, unique: () => number): Promise<boolean> {
		this.pace.showUnique(unique);
		await this.source.check();
		try {
			return await this.source.feedUntil(feed, this.pace, isFull);
		} finally {
			if (!this.source.hasRest) this.source.close();
		}
	}

	/** Feeds all inputs in order to a sink that takes tables. `unique`: how many rows it has kept. Throws what it throws. */
	async feedTables(sink: LineSink, unique?: () => number): Promise<void> {
		this.#countRows(unique);
		await this.source.check();
		await this.source.closing(() => this.source.feed(sink, this.pace));
	}

	/** Runs `read`, which reads tables by a library. `output`: what readers may have seen already. Throws as `readUnchanged` does. */
	async readRows(output: Shown, read: (show: ShowShare) => Promise<void>, unique?: () => number): Promise<void> {
		this.#countRows(unique);
		await this.readUnchanged(output, () => this.pace.showShare(read));
	}

	/** Throws what `read` throws, or Failure if a file that a library reads has changed meanwhile, which also explains other errors. */
	readUnchanged<Result>(output: Shown, read: () => Promise<Result>): Promise<Result> {
		return readUnchanged(this.#task.watched ?? [], output, read);
	}

	#countRows(unique: (() => number) | undefined): void {
		this.pace.countRows();
		if (unique !== undefined) this.pace.showUnique(unique);
	}
}
