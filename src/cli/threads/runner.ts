/**
 * One thread of several that take turns at the same files.
 *
 * ```
 *            ┌ turnstile ┐                                            ┌ turnstile ┐
 *   file ──▶ │  reading  │ ──▶ input │ kernel │ output: one memory ──▶ │  writing  │ ──▶ output, rejects
 *            └ in order ─┘             a thread's own                 └ in order ─┘
 * ```
 *
 * Each thread draws a ticket, reads a chunk of whole lines straight into the memory of its kernel when it is its turn to read,
 * normalizes them while others read, normalize and write, and writes the results straight from there when it is its turn to
 * write: nothing but the unfinished line behind a chunk goes from thread to thread. What does not fit one batch, such as
 * a line longer than a chunk, is fed batch by batch while nobody else writes: so the output is the same octets for any number of
 * threads.
 */
import { setImmediate } from "node:timers/promises";
import { type BatchCounts, LineFeed } from "../../lines/lines";
import type { Settings } from "../../options";
import { LineSurvey } from "../input/line-survey";
import type { LineResults } from "../output/line-results";
import { normalizeBatch } from "./batch";
import { type Relay, Sum } from "./relay";
import type { ReadLines, RelayReader } from "./relay-reader";
import type { Turnstile } from "./turnstile";

/** Milliseconds that a thread waits at most before it listens to signals, and to other threads. */
const MOST_WAIT = 100;

export class Runner {
	readonly #relay: Relay;
	readonly #reader: RelayReader;
	readonly #results: LineResults;
	readonly #settings: Settings;
	readonly #feed: LineFeed;

	constructor(relay: Relay, reader: RelayReader, results: LineResults, settings: Settings) {
		this.#relay = relay;
		this.#reader = reader;
		this.#results = results;
		this.#settings = settings;
		this.#feed = new LineFeed(reader.workspace, settings, (batch) => results.take(batch));
	}

	/** Takes a chunk from the files to the output. Answers false when there is no more, or another thread has failed. */
	async turn(): Promise<boolean> {
		const { reading, writing } = this.#relay;
		const ticket = this.#relay.draw();
		try {
			if (!(await reach(reading, ticket))) return false;
			const lines = this.#reader.read();
			const isCut = lines?.isCut === true;
			if (!isCut) reading.pass();
			const survey = new LineSurvey();
			if (lines !== undefined) survey.add(this.#reader.workspace.inputOctets.subarray(0, lines.length));
			const batch =
				lines === undefined || isCut ? undefined : normalizeBatch(this.#reader.workspace, this.#settings, lines, false);
			if (!(await reach(writing, ticket))) return false;
			if (lines !== undefined) this.#write(lines, batch, survey);
			if (isCut) reading.pass();
			writing.pass();
			return lines !== undefined;
		} catch (error) {
			// Whatever stands before what failed is written first, as by one thread.
			if (!(await reach(writing, ticket))) return false;
			this.#relay.close();
			throw error;
		}
	}

	#write(lines: ReadLines, batch: BatchCounts | undefined, survey: LineSurvey): void {
		const [relay, feed, results] = [this.#relay, this.#feed, this.#results];
		const before = { rejected: results.rejected, length: results.output.length };
		feed.goOn(relay.sum(Sum.LINES), lines.isFirst);
		if (batch === undefined) feed.advance(lines.length, lines.isLast);
		else feed.adopt(batch, this.#reader.workspace);
		if (lines.isCut) this.#reader.feedRest(feed, survey);
		results.flush();
		relay.add(Sum.LINES, feed.lines - relay.sum(Sum.LINES));
		relay.add(Sum.REJECTS, results.rejected - before.rejected);
		relay.add(Sum.OCTETS_WRITTEN, results.output.length - before.length);
		relay.addCounts(survey);
	}
}

async function reach(turnstile: Turnstile, ticket: number): Promise<boolean> {
	while (!turnstile.wait(ticket, MOST_WAIT)) {
		if (turnstile.isClosed) return false;
		await setImmediate();
	}
	return true;
}
