/** Common parts of two readings of the same inputs, by one thread or several: progress, and the refusal of inputs that have changed. */
import { ChangedFailure, shownOf } from "../../files/input/watched-file";
import type { MainOutput, Sink } from "../../files/output/sink";
import type { PassName } from "../../job/pace";
import type { Reader } from "../../job/reader";
import { type Relay, Total } from "../../threads/relay";
import type { CrewSource } from "./passes-crew";

export class Readings implements CrewSource {
	readonly results: Sink<MainOutput>;
	readonly #reader: Reader;

	constructor(reader: Reader, results: Sink<MainOutput>) {
		this.#reader = reader;
		this.results = results;
	}

	get task() {
		return this.#reader.rules.task();
	}

	get files() {
		return this.#reader.inputs.inputs;
	}

	/** Reads an input from `position` into the start of `into`. Returns the number of octets read, 0 at the end. */
	readAt(input: number, into: Uint8Array, position: number): number {
		return this.#reader.inputs.readAt(input, into, position);
	}

	/** Shows the progress of the second pass, of `lines` lines. */
	compare(share: number, lines: number): void {
		this.#reader.pace.compare(share, lines);
	}

	begin(pass: PassName): void {
		this.#reader.beginPass(pass);
	}

	advance(relay: Relay): Promise<void> {
		return this.#reader.pace.advanceBy(relay);
	}

	end(pass: PassName, relay: Relay): void {
		const { inputs } = this.#reader;
		if (relay.total(Total.OCTETS_READ) !== inputs.size) this.refuse();
		inputs.noteReading();
		if (pass === "writing") {
			this.results.output.length = relay.total(Total.OCTETS_WRITTEN);
		} else {
			this.results.rejected = relay.total(Total.REJECTS);
			this.results.ruleCounts = relay.ruleCounts;
			this.results.statuses.set(relay.statuses);
			this.#reader.lineCounts = relay.lineCounts;
		}
	}

	/** Throws the failure for an input that differs from the one that the passes have read. Called at the end of the job. */
	refuseChanged(): void {
		const { changed } = this.#reader.inputs;
		if (changed !== undefined) throw this.#failureFor(changed.name);
	}

	/** Throws the failure for inputs that have changed. */
	refuse(): never {
		throw this.#failureFor(this.#reader.names);
	}

	#failureFor(name: string): ChangedFailure {
		const { remedy } = this.#reader;
		const sentence = remedy === undefined ? "" : `; ${remedy}`;
		return new ChangedFailure(name, `between two readings${shownOf(this.results.output, "lines")}${sentence}`);
	}
}
