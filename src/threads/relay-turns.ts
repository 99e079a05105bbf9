/**
 * The turns of one thread of a relay: several threads, the main one included, that process the same plain files and keep the order
 * of lines.
 *
 * ```
 *   ticket      file                                                                        output, rejects
 *      n        [read] ------> process -----------> [write]
 *      n + 1           [read] ------> process ------------> [write]
 *      n + 2                  [read] ------> process -------------> [write]
 *
 *      [read], [write]: while holding one of two ticket locks, so that tickets read and write in order
 * ```
 *
 * Each thread repeats: take a ticket, read a chunk of whole lines, process it, write the results. Threads process in parallel and
 * take turns at the rest. They read into and write from the memory of their own kernels. Between threads goes only the tail of a
 * chunk, the unfinished line after its last LF.
 *
 * The first failure closes both locks, but only after everything before it has been written.
 */
import { setImmediate } from "node:timers/promises";
import type { Relay } from "./relay";
import type { ReadLines, RelayReader } from "./relay-reader";
import type { TicketLock } from "./ticket-lock";

/** Milliseconds to block before handling signals and messages. */
const MAX_WAIT = 100;

export abstract class RelayTurns {
	protected readonly relay: Relay;
	protected readonly reader: RelayReader;
	#ticket = 0;

	constructor(relay: Relay, reader: RelayReader) {
		this.relay = relay;
		this.reader = reader;
	}

	/** Processes one chunk. Returns false when there are no more, or after another thread has failed. Throws Failure or UrlsieveError. */
	async turn(): Promise<boolean> {
		const { reading, writing } = this.relay;
		this.#ticket = this.relay.takeTicket();
		const ticket = this.#ticket;
		try {
			if (!(await acquire(reading, ticket))) return false;
			const lines = this.reader.read();
			if (lines !== undefined) this.begin(lines);
			const isCut = lines?.isCut === true;
			if (!isCut) reading.release();
			if (lines !== undefined && !isCut) this.process(lines);
			if (!(await acquire(writing, ticket))) return false;
			if (lines !== undefined) this.write(lines);
			if (isCut) reading.release();
			writing.release();
			return lines !== undefined;
		} catch (error) {
			// Let the tickets before this one write first, as a single thread would have.
			if (!(await acquire(writing, ticket))) return false;
			this.relay.close();
			throw error;
		}
	}

	/** Called while this thread holds the lock for reading, after it has read a chunk. */
	protected begin(_: ReadLines): void {}

	/** Processes whole lines, beside other threads. Not called for a line that is cut. */
	protected abstract process(lines: ReadLines): void;

	/** Writes the results while this thread holds the lock for writing, and for a line that is cut also that for reading. */
	protected abstract write(lines: ReadLines): void;

	/** Waits until it is this thread's turn to write. Throws if another thread has failed; nothing that follows counts then. */
	protected waitToWrite(): void {
		const { writing } = this.relay;
		while (!writing.acquire(this.#ticket, MAX_WAIT)) if (writing.isClosed) throw new Error("Another thread has failed.");
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
