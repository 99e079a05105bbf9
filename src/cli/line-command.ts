/** What the commands that take lines have in common: inputs through a feed, rejects, progress, summary. */
import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { createKernel } from "../engine/select";
import { LINES_CAPACITY, Workspace } from "../engine/workspace";
import type { Batch, LineFeed, LineTaker } from "../lines";
import type { LineArguments } from "./arguments";
import { Input } from "./input";
import { Output } from "./output";
import { writeRejects } from "./rejects";
import { Progress, type Summary, summaryText } from "./terminal";
import { LineCrew } from "./threads/crew";

/** Octets after which the process listens to signals: reading files is synchronous. */
const OCTETS_BETWEEN_PAUSES = 16777216;

/** Octets of input from which on more than one thread pays. */
const MANY_OCTETS = 16777216;

/** What a command does with batches, as far as it matters to whoever prepares them. */
export interface BatchUse {
	/** The key of the fingerprints that it needs. */
	readonly key?: Uint8Array;
	/** Says whether it looks at the input. */
	readonly needsInput?: boolean;
}

/** What only the command knows of its summary. */
export type Counts = Pick<Summary, "unique" | "duplicates" | "rejects">;

/** One run of a command: its inputs and outputs are open from the start, so that what cannot be opened fails at once. */
export class LineRun {
	readonly workspace: Workspace;
	readonly output: Output;
	readonly #command: string;
	readonly #args: LineArguments;
	readonly #inputs: Input[];
	readonly #rejects: Output | undefined;
	readonly #progress: Progress;
	#rejected = 0;
	/** Octets of the inputs before the one that is read; octets in all after which the process listens to signals again. */
	#position = 0;
	#pauseAt = OCTETS_BETWEEN_PAUSES;

	/** Throws Failure when an input or output cannot be opened. */
	constructor(command: string, args: LineArguments) {
		this.#command = command;
		this.#args = args;
		this.#inputs = args.files.map((path) => new Input(path));
		this.output = new Output(args.output);
		this.#rejects = args.rejects === undefined ? undefined : new Output(args.rejects);
		this.#progress = new Progress(args.quiet, this.#inputs);
		this.workspace = new Workspace(createKernel(args.settings.engine), LINES_CAPACITY);
	}

	/** Notes the rejects of a batch. */
	noteRejects(batch: Batch): void {
		this.#rejected += batch.rejects;
		if (this.#rejects !== undefined && batch.rejects > 0) writeRejects(batch, this.#rejects);
	}

	/** Feeds all inputs, one after the other, each a stream of its own. */
	async feed(feed: LineFeed, { key, needsInput = false }: BatchUse = {}): Promise<void> {
		const { settings, options } = this.#args;
		const threads = this.#threads;
		const crew = threads > 1 ? new LineCrew(feed, { settings, options, threads, key, needsInput }) : undefined;
		try {
			for (const input of this.#inputs) await this.#feedOne(crew ?? feed, input);
		} finally {
			crew?.dismiss();
			for (const input of this.#inputs) input.close();
		}
	}

	get #threads(): number {
		const size = this.#inputs.reduce((sum, input) => sum + input.size, 0);
		return this.#args.threads ?? (size >= MANY_OCTETS ? availableParallelism() : 1);
	}

	async #feedOne(taker: LineTaker, input: Input): Promise<void> {
		await input.begin();
		while (true) {
			const filled = input.read(taker.space());
			const count = typeof filled === "number" ? filled : await filled;
			if (count === 0) break;
			taker.advance(count);
			this.#progress.advance(count, taker.lines, this.#position + input.position);
			if (this.#progress.octets < this.#pauseAt) continue;
			await setImmediate();
			this.#pauseAt += OCTETS_BETWEEN_PAUSES;
		}
		taker.end();
		this.#position += input.position;
	}

	/** Puts the outputs in their places and says what the run came to. */
	finish(lines: number, counts: Omit<Counts, "rejects"> = {}): void {
		this.output.finish();
		this.#rejects?.finish();
		this.#progress.clear();
		if (this.#args.quiet) return;
		const summary = {
			command: this.#command,
			lines,
			...counts,
			rejects: this.#rejected,
			inputOctets: this.#progress.octets,
			outputOctets: this.output.length,
			seconds: this.#progress.seconds,
			engine: this.#args.settings.engine,
		};
		process.stderr.write(summaryText(summary, this.#args.json));
	}

	/** Takes the progress line away, before an error is shown. */
	clear(): void {
		this.#progress.clear();
	}
}
