/** What the commands that take lines have in common: inputs through a feed, rejects, progress, summary. */
import { setImmediate } from "node:timers/promises";
import { createKernel } from "../../engine/select";
import { LINES_CAPACITY, Workspace } from "../../engine/workspace";
import { LineFeed, type LineSink, toResolve } from "../../lines/lines";
import type { LineArguments } from "../arguments";
import { Input, refuseNonLists } from "../input/input";
import type { LineCounts } from "../input/line-survey";
import { takeReference } from "../input/operands";
import { deliver } from "../output/deliver";
import { type OutputPaths, refuseSharedFiles } from "../output/distinct";
import { LineResults } from "../output/line-results";
import { Output } from "../output/output";
import { notesOn } from "../report/notes";
import { Progress, type Summary, summaryText } from "../report/terminal";
import type { SeenFile } from "../seen/seen-file";
import { threadsFor } from "../threads/count";
import { LineCrew } from "../threads/crew";
import { Sum } from "../threads/relay";
import { RelayCrew } from "../threads/relay-crew";
import type { LinesBase } from "../threads/relay-worker";

/** Octets after which the process listens to signals: reading files is synchronous. */
const OCTETS_BETWEEN_PAUSES = 16777216;

/** What a command does with batches, as far as it matters to whoever prepares them. */
export interface BatchUse {
	/** The key of the fingerprints that it needs. */
	readonly key?: Uint8Array;
	/** Says whether it looks at the input. */
	readonly needsInput?: boolean;
}

/** What a run came to, as far as only the command knows. */
export type Counts = Pick<Summary, "lines" | "unique" | "duplicates">;

/** One run of a command: its inputs and outputs are open from the start, so that what cannot be opened fails at once. */
export class LineRun {
	readonly workspace: Workspace;
	readonly results: LineResults<Output>;
	readonly #command: string;
	readonly #args: LineArguments;
	readonly #inputs: Input[];
	readonly #outputs: Output[] = [];
	readonly #progress: Progress;
	/** Octets of the inputs before the one that is read; octets in all after which the process listens to signals again. */
	#position = 0;
	#pauseAt = OCTETS_BETWEEN_PAUSES;
	/** What lines look like that threads have read in turns. */
	#lineCounts: LineCounts | undefined;

	/** `others` are the files of options that only this command has. Throws Failure when an input or output cannot be opened. */
	constructor(command: string, args: LineArguments, others: OutputPaths = {}) {
		refuseSharedFiles(command, args.files, { "--output": args.output ?? "-", "--rejects": args.rejects, ...others });
		this.#command = command;
		this.#args = args;
		this.#inputs = args.files.map((path) => new Input(path));
		const output = this.open(args.output);
		this.results = new LineResults(output, args.rejects === undefined ? undefined : this.open(args.rejects));
		this.#progress = new Progress(args.quiet, this.#inputs);
		this.workspace = new Workspace(createKernel(args.settings.engine), LINES_CAPACITY);
	}

	/** Opens one more output, which `finish` delivers with the others. Throws Failure. */
	open(path: string | undefined): Output {
		const output = new Output(path);
		this.#outputs.push(output);
		return output;
	}

	/**
	 * Writes the normal form of each line, or, with a `base` that the workspace has, its target, in order: plain files by threads
	 * that take turns. Answers the number of lines.
	 */
	async map(base?: LinesBase): Promise<number> {
		await refuseNonLists(this.#inputs);
		const settings = base === undefined ? this.#args.settings : toResolve(this.#args.settings);
		const threads = this.#threads;
		if (threads > 1 && this.#references.length === 0 && this.#inputs.every((input) => input.isPlainFile)) {
			const { options } = this.#args;
			const crew = new RelayCrew({ settings, options, base, threads, files: this.#inputs }, this.workspace, this.results);
			return this.#closing(() => this.#relay(crew));
		}
		const feed = new LineFeed(this.workspace, settings, (batch) => this.results.take(batch));
		await (base === undefined ? this.feed(feed) : this.#closing(() => this.#feedAll(feed)));
		return feed.lines;
	}

	/** Feeds all inputs, one after the other, each a stream of its own; batches are prepared by several threads. */
	async feed(feed: LineFeed, { key, needsInput = false }: BatchUse = {}): Promise<void> {
		const { settings, options } = this.#args;
		const threads = this.#threads;
		await refuseNonLists(this.#inputs);
		if (threads === 1) return this.#closing(() => this.#feedAll(feed));
		const crew = new LineCrew(feed, { settings, options, threads, key, needsInput });
		await this.#closing(() => this.#feedAll(crew)).finally(() => crew.dismiss());
	}

	get #references(): readonly string[] {
		return this.#args.references ?? [];
	}

	get #threads(): number {
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
		for (let goesOn = true; goesOn; ) {
			goesOn = await crew.turn();
			const octets = crew.sum(Sum.OCTETS_READ);
			this.#progress.advance(octets - this.#progress.octets, crew.sum(Sum.LINES), octets);
			if (this.#progress.octets >= this.#pauseAt) await this.#pause();
		}
		this.results.rejected = crew.sum(Sum.REJECTS);
		this.results.output.length = crew.sum(Sum.OCTETS_WRITTEN);
		this.#lineCounts = crew.lineCounts;
		return crew.sum(Sum.LINES);
	}

	async #feedAll(taker: LineSink): Promise<void> {
		for (const reference of this.#references) this.#progress.advance(takeReference(taker, reference), taker.lines, 0);
		for (const input of this.#inputs) await this.#feedOne(taker, input);
	}

	async #feedOne(taker: LineSink, input: Input): Promise<void> {
		await input.begin();
		while (true) {
			const filled = input.read(taker.space());
			const count = typeof filled === "number" ? filled : await filled;
			if (count === 0) break;
			taker.advance(count);
			this.#progress.advance(count, taker.lines, this.#position + input.position);
			if (this.#progress.octets >= this.#pauseAt) await this.#pause();
		}
		taker.end();
		this.#position += input.position;
	}

	/** Lets the process listen to signals. */
	async #pause(): Promise<void> {
		await setImmediate();
		this.#pauseAt = this.#progress.octets + OCTETS_BETWEEN_PAUSES;
	}

	/** Puts the outputs, and then the set, in their places and shows the summary. */
	finish(counts: Counts, set?: SeenFile): void {
		const { output, rejected } = this.results;
		deliver(this.#outputs, set);
		this.#progress.clear();
		if (this.#args.quiet) return;
		const summary = {
			command: this.#command,
			...counts,
			rejects: rejected,
			inputOctets: this.#progress.octets,
			outputOctets: output.length,
			seconds: this.#progress.seconds,
			engine: this.#args.settings.engine,
			notes: notesOn(counts.lines, rejected, this.#inputs, this.#lineCounts),
		};
		process.stderr.write(summaryText(summary, this.#args.json));
	}
}
