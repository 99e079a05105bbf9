/** The two readings of a run of the command line, by one thread or several, or by a library. */
import type { CrewSource } from "../../dedupe/passes/passes-crew";
import type { PassName } from "../../dedupe/passes/plan";
import { TwoReadings } from "../../dedupe/passes/two-readings";
import type { LineCounts } from "../../files/input/line-survey";
import type { Source } from "../../files/input/source";
import { ChangedFailure, shownOf } from "../../files/input/watched-file";
import type { LineResults } from "../../files/output/line-results";
import type { Output } from "../../files/output/output";
import type { LineSink } from "../../lines/lines";
import { type Relay, Total } from "../../threads/relay";
import type { LineArguments } from "../arguments";
import type { RunPace } from "../terminal/run-pace";

/** Reads all rows by a library, and reports as `LineRun.readRows` does. */
export interface RowReader {
	readAll(pass: PassName, show: (rows: number, share: number) => void): Promise<void>;
}

/** What a reading of a run needs of it. */
export interface ReadingRun {
	readonly command: string;
	readonly args: LineArguments;
	readonly source: Source;
	readonly pace: RunPace;
	readonly results: LineResults<Output>;
}

export class RunReadings extends TwoReadings implements CrewSource {
	readonly #run: ReadingRun;
	readonly #library: RowReader | undefined;
	/** Counts of the lines, if several threads have read them. */
	lineCounts: LineCounts | undefined;

	/** `library`: reads the inputs in place of the source. `linesBefore`: see TwoReadings. */
	constructor(run: ReadingRun, library: RowReader | undefined, linesBefore?: number) {
		super(run.source, run.pace, linesBefore);
		this.#run = run;
		this.#library = library;
	}

	get options() {
		return this.#run.args.options;
	}

	get files() {
		return this.#run.source.inputs;
	}

	get results() {
		return this.#run.results;
	}

	override async feedAll(sink: LineSink, pass: PassName): Promise<void> {
		const library = this.#library;
		if (library === undefined) return super.feedAll(sink, pass);
		this.beginPass(pass);
		await this.#run.pace.showShare((show) => library.readAll(pass, show));
	}

	begin(pass: PassName): void {
		this.beginPass(pass);
	}

	advance(relay: Relay): Promise<void> {
		return this.#run.pace.advanceBy(relay);
	}

	end(pass: PassName, relay: Relay): void {
		if (relay.total(Total.OCTETS_READ) !== this.source.size) this.refuse();
		this.source.noteReading();
		if (pass === "writing") {
			this.results.output.length = relay.total(Total.OCTETS_WRITTEN);
		} else {
			this.results.rejected = relay.total(Total.REJECTS);
			this.lineCounts = relay.lineCounts;
		}
	}

	/** A library reads inputs that the source does not know. */
	override refuse(): never {
		const { args, source } = this.#run;
		throw this.failureFor(args.watched === undefined ? source.names : args.files.join(", "));
	}

	protected override failureFor(name: string): ChangedFailure {
		const { command, results } = this.#run;
		const remedy = `for a file that grows, run: cat FILE | urlsieve ${command}`;
		return new ChangedFailure(name, `between two readings${shownOf(results.output, "lines")}; ${remedy}`);
	}
}
