/** The inputs of a run: references given as arguments, then files and pipes, in order, each a stream of lines of its own. */
import { type LineSink, pushInto } from "../../lines/lines";
import { TemporaryFile } from "../output/temporary-file";
import { arrivalOf } from "./arrival";
import { SchemeSink } from "./bare-host";
import { Input, refuseNonLists } from "./input";
import type { ReadAs } from "./kinds";
import { NO_OCTETS } from "./octet-source";
import { takeReference } from "./references";
import { feedWholeLines } from "./whole-lines";

/** Takes part in a reading after each chunk: shows progress, lets the process handle signals. */
export interface Pace {
	/** Receives the number of octets of the chunk, of all lines so far, and of octets of all files so far, before decompression. */
	advance(count: number, lines: number, position: number): void | Promise<void>;
}

/** The references and files to read. */
export interface InputsTask {
	/** Paths. Undefined is standard input. */
	readonly files: readonly (string | undefined)[];
	readonly references?: readonly string[] | undefined;
	/** The scheme for lines that begin with a host. */
	readonly scheme?: string | undefined;
	readonly readAs?: ReadAs | undefined;
}

export class Inputs {
	readonly inputs: readonly Input[];
	readonly #references: readonly string[];
	/** The prefix for lines that begin with a host. */
	readonly #prefix: string | undefined;
	/** Whether inputs complete their lines themselves. */
	#isCompleted = false;
	/** Total size of the inputs before the current one. */
	#position = 0;
	/** The first input that `feedUntil` has not completed, and the octets that it has read of its next line. */
	#next = 0;
	#rest: Uint8Array | undefined;
	#isReadAgain = false;
	#isClosed = false;
	readonly #copies: TemporaryFile[] = [];

	/** Opens all files. Throws Failure. */
	constructor({ files, references = [], scheme, readAs }: InputsTask) {
		this.inputs = openAll(files, readAs);
		this.#references = references;
		this.#prefix = scheme === undefined ? undefined : `${scheme}://`;
	}

	/** Octets of all files. */
	get size(): number {
		return this.inputs.reduce((sum, { size }) => sum + size, 0);
	}

	/** Whether there are plain files only, which any thread can read. */
	get isPlain(): boolean {
		return this.#references.length === 0 && this.inputs.every((input) => input.isPlainFile);
	}

	/** Whether there are files only, by their paths. References do not count. */
	get isOfFiles(): boolean {
		return this.inputs.every((input) => input.isFile);
	}

	/** Whether each file can be read twice without a copy. References do not count. */
	get canRewind(): boolean {
		return this.inputs.every((input) => input.canRewind);
	}

	get hasReferences(): boolean {
		return this.#references.length > 0;
	}

	/** Whether `feedUntil` has left something. */
	get hasRest(): boolean {
		return this.#rest !== undefined;
	}

	/** The names of all inputs, for a message. */
	get names(): string {
		return this.inputs.map(({ name }) => name).join(", ");
	}

	/** Octets of the copies of inputs that can be read only once. */
	get copiedOctets(): number {
		return this.#copies.reduce((sum, { length }) => sum + length, 0);
	}

	/** The first input left that was not the same when it was read again. */
	get changed(): Input | undefined {
		return this.#left.find((input) => !input.isUnchanged);
	}

	get #left(): readonly Input[] {
		return this.inputs.slice(this.#next);
	}

	/** Throws Failure if one of several files is no list, before any output is written. */
	async check(): Promise<void> {
		if (this.#rest === undefined) await refuseNonLists(this.inputs);
	}

	/** Makes inputs complete lines themselves, so that they can be copied and read again. Requires: nothing has been read. */
	completeInputs(): void {
		const prefix = this.#prefix;
		if (prefix === undefined) return;
		for (const input of this.inputs) input.completeWith(prefix);
		this.#isCompleted = true;
	}

	/** Feeds lines, all or those that `feedUntil` has left. Calls `flush` when a pipe stalls. Throws what the sink throws, or Failure. */
	async feedLines(sink: LineSink, pace: Pace, flush?: () => void): Promise<void> {
		const isCompleted = this.#isCompleted || this.#prefix === undefined;
		const taker = isCompleted ? sink : new SchemeSink(sink, this.#prefix as string);
		await this.feed(flush === undefined ? taker : flushing(taker, flush), pace);
	}

	/** The same for a sink that reads octets as they are. */
	async feed(sink: LineSink, pace: Pace): Promise<void> {
		if (this.#rest === undefined) this.#feedReferences(sink, pace);
		for (const input of this.#left) await this.#feedOne(sink, input, pace);
	}

	/** Feeds lines until `isFull` after some. Returns whether it stopped there and left the rest. Throws what the sink throws, or Failure. */
	async feedUntil(sink: LineSink, pace: Pace, isFull: () => boolean): Promise<boolean> {
		this.#feedReferences(sink, pace);
		for (; this.#next < this.inputs.length; ++this.#next) {
			const input = this.inputs[this.#next] as Input;
			await input.begin();
			const advance = (count: number) => this.#advance(pace, count, sink, input);
			this.#rest = await feedWholeLines(input, sink, isFull, advance);
			if (this.#rest !== undefined) return true;
			this.#position += input.position;
		}
		return false;
	}

	/**
	 * Makes the remaining inputs readable twice: by a copy of those that are no plain files or, with `copiesFiles`, of all, and of the rest of
	 * one. Throws Failure.
	 */
	copyInputs(folder: string, copiesFiles = false): void {
		for (const [index, input] of this.#left.entries()) {
			const rest = index === 0 ? this.#rest : undefined;
			if (rest === undefined && input.canRewind && !copiesFiles) continue;
			const copy = new TemporaryFile(folder, 0);
			this.#copies.push(copy);
			if (rest !== undefined) copy.append(rest);
			input.copyTo(copy);
		}
	}

	/** Makes the remaining inputs start again. Requires: `copyInputs` was called. */
	rewind(): void {
		this.#isReadAgain = true;
		this.#position = 0;
		for (const input of this.#left) input.rewind();
	}

	/** Notes that other threads have read all files. */
	noteReading(): void {
		for (const input of this.inputs) input.noteReading();
	}

	/** Reads part of an input again. */
	readAt(index: number, into: Uint8Array, position: number): number {
		return (this.inputs[index] as Input).readAt(into, position);
	}

	/** Runs a reading, and closes all inputs at its end. */
	async closing<Result>(read: () => Promise<Result>): Promise<Result> {
		try {
			return await read();
		} finally {
			this.close();
		}
	}

	/** May be called again. */
	close(): void {
		if (this.#isClosed) return;
		this.#isClosed = true;
		for (const file of [...this.inputs, ...this.#copies]) file.close();
	}

	#feedReferences(sink: LineSink, pace: Pace): void {
		for (const reference of this.#references) pace.advance(takeReference(sink, reference), sink.lines, 0);
	}

	async #feedOne(sink: LineSink, input: Input, pace: Pace): Promise<void> {
		// A copy that is read again begins with the octets that were left.
		const isLeft = this.#rest !== undefined && input === this.inputs[this.#next] && !this.#isReadAgain;
		if (isLeft) pushInto(sink, this.#rest ?? NO_OCTETS);
		else await input.begin();
		while (true) {
			if (sink.flush !== undefined) await arrivalOf(input, () => sink.flush?.());
			const filled = input.read(sink.space());
			const count = typeof filled === "number" ? filled : await filled;
			if (count === 0) break;
			sink.advance(count);
			await this.#advance(pace, count, sink, input);
		}
		sink.end();
		this.#position += input.position;
	}

	#advance(pace: Pace, count: number, { lines }: LineSink, { position }: Input): void | Promise<void> {
		return pace.advance(count, lines, this.#position + position);
	}
}

/** Opens all files or none. Throws Failure. */
function openAll(paths: InputsTask["files"], as: ReadAs | undefined): readonly Input[] {
	const inputs: Input[] = [];
	try {
		for (const path of paths) inputs.push(new Input(path, as));
		return inputs;
	} catch (error) {
		for (const input of inputs) input.close();
		throw error;
	}
}

/** A sink that calls `flush` when a pipe stalls, after the sink itself has flushed. */
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
