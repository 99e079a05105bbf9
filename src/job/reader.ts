/** The inputs of a job, its rules and its pace. Sources read lines or tables from it. */

import { availableParallelism } from "node:os";
import type { Inputs } from "../files/input/inputs";
import type { LineCounts } from "../files/input/line-survey";
import { readUnchanged, type Shown, type WatchedFile } from "../files/input/watched-file";
import { CHUNK_SIZE } from "../threads/relay";
import type { LineRules } from "./line-rules";
import type { JobPace, PassName } from "./pace";
import { ValueSurvey } from "./value-survey";

/** The inputs of a job. */
interface ReaderTask {
	readonly inputs: Inputs;
	/** The files, if a library reads them in place of the inputs. */
	readonly watched?: readonly WatchedFile[] | undefined;
	/** The most threads to use. Undefined: as the size of the input suggests. */
	readonly threads?: number | undefined;
	/** The scheme for lines that begin with a host, as the inputs have it. */
	readonly scheme?: string | undefined;
	/** Advice if an input changes between two readings. */
	readonly remedy?: string | undefined;
}

export class Reader {
	readonly inputs: Inputs;
	readonly rules: LineRules;
	readonly pace: JobPace;
	readonly scheme: string | undefined;
	readonly remedy: string | undefined;
	readonly #watched: readonly WatchedFile[] | undefined;
	readonly #threads: number | undefined;
	/** Survey of the values of tables. */
	readonly values = new ValueSurvey();
	/** Counts of lines that threads have read, which bypass `Input.read`. */
	lineCounts: LineCounts | undefined;

	constructor({ inputs, watched, threads, scheme, remedy }: ReaderTask, rules: LineRules, pace: JobPace) {
		this.inputs = inputs;
		this.rules = rules;
		this.pace = pace;
		this.scheme = scheme;
		this.remedy = remedy;
		this.#watched = watched;
		this.#threads = threads;
	}

	/** Total size of the files among the inputs, in octets. */
	get size(): number {
		return this.#watched?.reduce((sum, { size }) => sum + size, 0) ?? this.inputs.size;
	}

	/** The names of all inputs, for a message. */
	get names(): string {
		return this.#watched?.map(({ name }) => name).join(", ") ?? this.inputs.names;
	}

	/** Number of threads. With a scheme to complete, lines change before they are split into chunks: one. */
	get threads(): number {
		if (this.scheme !== undefined) return 1;
		return threadsFor(
			this.#threads,
			this.inputs.inputs.map(({ size }) => size),
		);
	}

	/** Number of threads for a job in passes: one if an input is not a plain file. */
	get passThreads(): number {
		return this.inputs.canRewind && !this.inputs.hasReferences ? this.threads : 1;
	}

	/**
	 * Runs the readings of a job, and closes the inputs at its end. `output`: what readers may have seen already. Throws what they throw, or
	 * Failure if an input is no list, or a file that a library reads has changed meanwhile, which also explains other errors.
	 */
	async run<Result>(output: Shown, read: () => Promise<Result>): Promise<Result> {
		await this.inputs.check();
		return readUnchanged(this.#watched ?? [], output, () => this.inputs.closing(read));
	}

	/** Begins one of several passes. */
	beginPass(pass: PassName): void {
		if (pass === "writing") this.inputs.rewind();
		this.pace.beginPass(pass);
	}
}

/** Octets of input per thread from which starting it pays. */
const OCTETS_PER_THREAD = 8388608;

/** On request, some threads may wait for a disk while others work. */
const MAX_PER_CORE = 2;

/**
 * Returns the number of threads for inputs of these sizes, where 0 is an unknown size. By default, one per 8 MiB and at most
 * one per core. If `wanted` is given, that many, but at most one per chunk and two per core (two on a single core).
 */
function threadsFor(wanted: number | undefined, sizes: readonly number[], cores = availableParallelism()): number {
	const total = sizes.reduce((sum, size) => sum + size, 0);
	const chunks = sizes.includes(0) ? Number.POSITIVE_INFINITY : Math.ceil(total / CHUNK_SIZE);
	const paying = Math.min(cores, Math.floor(total / OCTETS_PER_THREAD));
	return Math.max(1, wanted === undefined ? paying : Math.min(wanted, chunks, MAX_PER_CORE * cores));
}
