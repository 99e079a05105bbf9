/** The two readings of a job in passes: once for keys, and again for the lines that are kept. By one thread, several, or a library. */
import type { LineCounts } from "../../files/input/line-survey";
import type { Source } from "../../files/input/source";
import { ChangedFailure, shownOf } from "../../files/input/watched-file";
import type { MainOutput, Sink } from "../../files/output/sink";
import type { LineReader } from "../../job/line-reader";
import type { PassName } from "../../job/pace";
import type { LineSink } from "../../lines/lines";
import { type Relay, Total } from "../../threads/relay";
import type { PassSource } from "../ends";
import type { CrewSource } from "./passes-crew";
import type { PassRows } from "./row-marks";

export class TwoReadings implements PassSource, CrewSource {
	readonly results: Sink<MainOutput>;
	readonly linesBefore: number | undefined;
	/** Counts of the lines, if several threads have read them. */
	lineCounts: LineCounts | undefined;
	readonly #reader: LineReader;
	readonly #source: Source;
	readonly #rows: PassRows | undefined;

	/** `rows` may read the inputs in place of the source. `linesBefore`: number of lines that `Source.feedUntil` has processed. */
	constructor(reader: LineReader, results: Sink<MainOutput>, rows?: PassRows, linesBefore?: number) {
		this.#reader = reader;
		this.#source = reader.source;
		this.results = results;
		this.#rows = rows;
		this.linesBefore = linesBefore;
	}

	get task() {
		return this.#reader.rules.task();
	}

	get files() {
		return this.#source.inputs;
	}

	async feedAll(sink: LineSink, pass: PassName): Promise<void> {
		const { pace } = this.#reader;
		this.begin(pass);
		const rows = this.#rows;
		if (rows?.readAll !== undefined) return pace.showShare((show) => (rows as Required<PassRows>).readAll(pass, show));
		await this.#source.feedLines(sink, pace);
		pace.endPass?.(sink.lines);
	}

	readAt(input: number, into: Uint8Array, position: number): number {
		return this.#source.readAt(input, into, position);
	}

	compare(share: number, lines: number): void {
		this.#reader.pace.compare(share, lines);
	}

	begin(pass: PassName): void {
		if (pass === "writing") this.#source.rewind();
		this.#reader.pace.beginPass(pass);
	}

	advance(relay: Relay): Promise<void> {
		return this.#reader.pace.advanceBy(relay);
	}

	end(pass: PassName, relay: Relay): void {
		if (relay.total(Total.OCTETS_READ) !== this.#source.size) this.refuse();
		this.#source.noteReading();
		if (pass === "writing") {
			this.results.output.length = relay.total(Total.OCTETS_WRITTEN);
		} else {
			this.results.rejected = relay.total(Total.REJECTS);
			this.results.notWeb = relay.total(Total.NOT_WEB);
			this.results.statuses.set(relay.statuses);
			this.lineCounts = relay.lineCounts;
		}
	}

	/** Throws the failure for an input that is not what the passes have read. Called at the end of the job. */
	refuseChanged(): void {
		const { changed } = this.#source;
		if (changed !== undefined) throw this.#failureFor(changed.name);
	}

	refuse(): never {
		throw this.#failureFor(this.#reader.names);
	}

	#failureFor(name: string): ChangedFailure {
		const { remedy } = this.#reader;
		const sentence = remedy === undefined ? "" : `; ${remedy}`;
		return new ChangedFailure(name, `between two readings${shownOf(this.results.output, "lines")}${sentence}`);
	}
}
