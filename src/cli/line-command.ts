/** What the commands that take lines have in common: inputs through a feed, rejects, progress, summary. */
import { setImmediate } from "node:timers/promises";
import { createKernel } from "../engine/select";
import { LINES_CAPACITY, Workspace } from "../engine/workspace";
import type { Batch, LineFeed } from "../lines";
import type { LineArguments } from "./arguments";
import { Input } from "./input";
import { Output } from "./output";
import { writeRejects } from "./rejects";
import { Progress, type Summary, summaryText } from "./terminal";

/** Octets after which the process listens to signals: reading files is synchronous. */
const OCTETS_BETWEEN_PAUSES = 16777216;

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
	async feed(feed: LineFeed): Promise<void> {
		try {
			for (const input of this.#inputs) await this.#feedOne(feed, input);
		} finally {
			for (const input of this.#inputs) input.close();
		}
	}

	async #feedOne(feed: LineFeed, input: Input): Promise<void> {
		await input.begin();
		while (true) {
			const filled = input.read(feed.space());
			const count = typeof filled === "number" ? filled : await filled;
			if (count === 0) break;
			feed.advance(count, false);
			this.#progress.advance(count, feed.lines, this.#position + input.position);
			if (this.#progress.octets < this.#pauseAt) continue;
			await setImmediate();
			this.#pauseAt += OCTETS_BETWEEN_PAUSES;
		}
		feed.end();
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
