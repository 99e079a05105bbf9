/**
 * One thread of a relay: several threads, the main one included, that process the same plain files and keep the order of lines.
 *
 * ```
 *   ticket      file                                                                        output, rejects
 *      n        [read] ------> normalize -----------> [write]
 *      n + 1           [read] ------> normalize ------------> [write]
 *      n + 2                  [read] ------> normalize -------------> [write]
 *
 *      [read], [write]: while holding one of two ticket locks, so that tickets read and write in order
 * ```
 *
 * Each thread repeats: take a ticket, read a chunk of whole lines, normalize it, write the results. Threads normalize in
 * parallel and take turns at the rest. They read into and write from the memory of their own kernels. Threads exchange only
 * the tail of a chunk, the unfinished line after its last LF.
 *
 * A chunk that does not fit one batch, such as a line longer than a chunk, goes through a LineFeed while the thread holds the
 * lock for writing. The output is therefore the same for any number of threads.
 *
 * The first failure closes both locks, but only after everything before it has been written.
 */
import { setImmediate } from "node:timers/promises";
import { type BatchCounts, LineFeed } from "../../lines/lines";
import type { Settings } from "../../options";
import { LineSurvey } from "../input/line-survey";
import type { LineResults } from "../output/line-results";
import { normalizeBatch } from "./batch";
import { type Relay, Total } from "./relay";
import type { ReadLines, RelayReader } from "./relay-reader";
import type { TicketLock } from "./ticket-lock";

/** Milliseconds to block before handling signals and messages. */
const MAX_WAIT = 100;

export class RelayThread {
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

	/** Processes one chunk. Returns false when there are no more, or after another thread has failed. Throws Failure or UriError. */
	async turn(): Promise<boolean> {
		const { reading, writing } = this.#relay;
		const ticket = this.#relay.takeTicket();
		try {
			if (!(await acquire(reading, ticket))) return false;
			const lines = this.#reader.read();
			const isCut = lines?.isCut === true;
			if (!isCut) reading.release();
			const survey = lines && this.#survey(lines);
			const batch =
				lines === undefined || isCut ? undefined : normalizeBatch(this.#reader.workspace, this.#settings, lines, false);
			if (!(await acquire(writing, ticket))) return false;
			if (lines !== undefined && survey !== undefined) this.#write(lines, batch, survey);
			if (isCut) reading.release();
			writing.release();
			return lines !== undefined;
		} catch (error) {
			// Let the tickets before this one write first, as a single thread would have.
			if (!(await acquire(writing, ticket))) return false;
			this.#relay.close();
			throw error;
		}
	}

	#survey({ position, length }: ReadLines): LineSurvey {
		const survey = new LineSurvey(position);
		survey.add(this.#reader.workspace.inputOctets.subarray(0, length));
		return survey;
	}

	#write(lines: ReadLines, batch: BatchCounts | undefined, survey: LineSurvey): void {
		const [relay, feed, results] = [this.#relay, this.#feed, this.#results];
		const before = { rejected: results.rejected, length: results.output.length };
		feed.goOn(relay.total(Total.LINES), lines.isFirst);
		if (batch === undefined) feed.advance(lines.length, lines.isLast);
		else feed.adopt(batch, this.#reader.workspace);
		if (lines.isCut) this.#reader.feedRest(feed, survey);
		survey.end();
		results.flush();
		relay.add(Total.LINES, feed.lines - relay.total(Total.LINES));
		relay.add(Total.REJECTS, results.rejected - before.rejected);
		relay.add(Total.OCTETS_WRITTEN, results.output.length - before.length);
		relay.addCounts(survey);
	}
}

/** Returns whether the caller holds the lock: false if it was closed. */
async function acquire(lock: TicketLock, ticket: number): Promise<boolean> {
	while (!lock.acquire(ticket, MAX_WAIT)) {
		if (lock.isClosed) return false;
		await setImmediate();
	}
	return true;
}
