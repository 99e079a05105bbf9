/** Reads the inputs of a run in passes: once for their keys, and again for the lines that are kept. */
import type { Pace, Source } from "../../files/input/source";
import { ChangedFailure } from "../../files/input/watched-file";
import type { LineSink } from "../../lines/lines";
import type { PassSource } from "./ends";
import type { PassName } from "./plan";

/** Takes part in a run in passes: shows how far it is, lets the process handle signals. */
export interface PassPace extends Pace, Pick<PassSource, "compare"> {
	/** Called before each reading. */
	beginPass(pass: PassName): void;
	/** Called after each, with its number of lines. */
	endPass?(lines: number): void;
}

export class TwoReadings implements PassSource {
	readonly linesBefore: number | undefined;
	protected readonly source: Source;
	readonly #pace: PassPace;

	/** `linesBefore`: number of lines that `Source.feedUntil` has processed. */
	constructor(source: Source, pace: PassPace, linesBefore?: number) {
		this.source = source;
		this.#pace = pace;
		this.linesBefore = linesBefore;
	}

	async feedAll(sink: LineSink, pass: PassName): Promise<void> {
		this.beginPass(pass);
		await this.source.feedLines(sink, this.#pace);
		this.#pace.endPass?.(sink.lines);
	}

	protected beginPass(pass: PassName): void {
		if (pass === "writing") this.source.rewind();
		this.#pace.beginPass(pass);
	}

	readAt(input: number, into: Uint8Array, position: number): number {
		return this.source.readAt(input, into, position);
	}

	compare(share: number, lines: number): void {
		this.#pace.compare(share, lines);
	}

	/** Throws the failure for an input that is not what the passes have read. Called at the end of the run. */
	refuseChanged(): void {
		const { changed } = this.source;
		if (changed !== undefined) throw this.failureFor(changed.name);
	}

	refuse(): never {
		throw this.failureFor(this.source.names);
	}

	protected failureFor(name: string): ChangedFailure {
		return new ChangedFailure(name, "between two readings");
	}
}
