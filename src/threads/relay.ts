/**
 * The shared memory of a relay (relay-turns.ts):
 *
 * ```
 *   reading ... | writing ... | TICKETS | FILE | IS_CONTINUED | TAIL_LENGTH | totals | TAIL
 *   i32           i32           i32       i32    i32            i32           f64      octets
 * ```
 *
 * `reading` and `writing` are ticket locks. FILE, IS_CONTINUED, POSITION and the tail say where to read next: only the holder of
 * `reading` changes them, OCTETS_READ, FILE_OCTETS_READ and LINES_READ. All other totals belong to the holder of `writing`.
 */
import type { LineCounts } from "../files/input/line-survey";
import { RULE_COUNTS, type RuleCounts } from "../lines/rule-counts";

/** In place of the ticket being served: the lock is closed for good. */
const CLOSED = -1;

/** A ticket lock: threads acquire it in the order of their tickets. */
export class TicketLock {
	/** The ticket being served; waiters sleep on it as a futex. */
	readonly #serving: Int32Array;

	/** A view of one word of shared memory. A zero word serves ticket 0 first. */
	constructor(serving: Int32Array) {
		this.#serving = serving;
	}

	get isClosed(): boolean {
		return Atomics.load(this.#serving, 0) === CLOSED;
	}

	/** Waits up to `timeout` milliseconds for the turn of `ticket`. Returns whether the caller now holds the lock. */
	acquire(ticket: number, timeout: number): boolean {
		const start = performance.now();
		while (true) {
			const serving = Atomics.load(this.#serving, 0);
			if (serving === ticket || serving === CLOSED) return serving === ticket;
			const left = start + timeout - performance.now();
			if (left <= 0) return false;
			Atomics.wait(this.#serving, 0, serving, left);
		}
	}

	/** Passes the lock to the next ticket, unless it was closed meanwhile. Requires: the caller acquired it. */
	release(): void {
		const serving = Atomics.load(this.#serving, 0);
		if (serving !== CLOSED) Atomics.compareExchange(this.#serving, 0, serving, serving + 1);
		Atomics.notify(this.#serving, 0);
	}

	/** Closes the lock: no thread can acquire it any more, and all waiters return. */
	close(): void {
		Atomics.store(this.#serving, 0, CLOSED);
		Atomics.notify(this.#serving, 0);
	}
}

/** Totals of all threads, and two numbers that are not sums. */
export enum Total {
	OCTETS_READ = 0,
	LINES = 1,
	REJECTS = 2,
	OCTETS_WRITTEN = 3,
	LINES_EXAMINED = 4,
	LINES_TABBED = 5,
	LINES_RETURNED = 6,
	/** The maximum. */
	MAX_RETURNS = 7,
	/** Octets of the current file before the tail. */
	POSITION = 8,
	/** Octets of the current file that have been read. */
	FILE_OCTETS_READ = 9,
	/** Lines in all chunks that have been read: counted by threads that need the number of a line at once. */
	LINES_READ = 10,
	/** Rejected lines by their statuses: the 32 numbers of STATUSES. */
	OF_STATUSES = 11,
	/** Counts of the policy's rules: RULE_COUNTS numbers. */
	OF_RULES = 43,
}

enum Word {
	TICKETS = 0,
	FILE = 1,
	IS_CONTINUED = 2,
	TAIL_LENGTH = 3,
	COUNT = 4,
}

/** Max octets read at a time. */
export const CHUNK_SIZE = 1048576;

/** Cache-line padding: keeps the futexes out of each other's cache line, and of the neighbour that CPUs prefetch with it. */
const PADDED_SIZE = 128;
const WRITING_AT = PADDED_SIZE;
const WORDS_AT = 2 * PADDED_SIZE;
const TOTALS_AT = WORDS_AT + 4 * Word.COUNT;
const TOTALS = Total.OF_RULES + RULE_COUNTS;
const TAIL_AT = TOTALS_AT + 8 * TOTALS;
const SIZE = TAIL_AT + CHUNK_SIZE;

export class Relay {
	readonly memory: SharedArrayBuffer;
	/** Each ticket acquires and releases both locks once, in this order. */
	readonly reading: TicketLock;
	readonly writing: TicketLock;
	readonly #totals: Float64Array;
	readonly #words: Int32Array;
	readonly #tail: Uint8Array;

	/** Creates a relay, or a view of one that another thread created. */
	constructor(memory = new SharedArrayBuffer(SIZE)) {
		this.memory = memory;
		this.reading = new TicketLock(new Int32Array(memory, 0, 1));
		this.writing = new TicketLock(new Int32Array(memory, WRITING_AT, 1));
		this.#words = new Int32Array(memory, WORDS_AT, Word.COUNT);
		this.#totals = new Float64Array(memory, TOTALS_AT, TOTALS);
		this.#tail = new Uint8Array(memory, TAIL_AT, CHUNK_SIZE);
	}

	/** Takes a ticket for both locks. The caller must acquire and release both, or close the relay. */
	takeTicket(): number {
		return Atomics.add(this.#words, Word.TICKETS, 1);
	}

	/** Stops all threads at their next `acquire`. */
	close(): void {
		this.reading.close();
		this.writing.close();
	}

	raiseTotal(total: Total, count: number): void {
		this.#totals[total] = this.total(total) + count;
	}

	total(total: Total): number {
		return this.#totals[total] as number;
	}

	/** Adds the rejects of a thread, by statuses: numbers before and now. */
	addStatuses(before: Float64Array, now: Float64Array): void {
		for (const [status, count] of now.entries()) this.raiseTotal(Total.OF_STATUSES + status, count - (before[status] as number));
	}

	get statuses(): Float64Array {
		return this.#totals.slice(Total.OF_STATUSES, Total.OF_RULES);
	}

	/** Adds what rules count in a thread: numbers before and now. */
	addRuleCounts(before: RuleCounts, now: RuleCounts): void {
		for (const [index, count] of now.entries()) this.raiseTotal(Total.OF_RULES + index, count - (before[index] as number));
	}

	get ruleCounts(): RuleCounts {
		return Array.from(this.#totals.subarray(Total.OF_RULES));
	}

	/** Adds the counts of lines that no other thread has counted. */
	addCounts({ examined, tabbed, returned, maxReturns }: LineCounts): void {
		this.raiseTotal(Total.LINES_EXAMINED, examined);
		this.raiseTotal(Total.LINES_TABBED, tabbed);
		this.raiseTotal(Total.LINES_RETURNED, returned);
		this.#totals[Total.MAX_RETURNS] = Math.max(this.total(Total.MAX_RETURNS), maxReturns);
	}

	get lineCounts(): LineCounts {
		return {
			examined: this.total(Total.LINES_EXAMINED),
			tabbed: this.total(Total.LINES_TABBED),
			returned: this.total(Total.LINES_RETURNED),
			maxReturns: this.total(Total.MAX_RETURNS),
		};
	}

	/** Index of the current file. */
	get file(): number {
		return this.#words[Word.FILE] as number;
	}

	/** Whether lines of the current file have been read before. */
	get isContinued(): boolean {
		return this.#words[Word.IS_CONTINUED] !== 0;
	}

	/** Moves on by `count` octets in the current file. `tail` has been read after them and belongs to the next chunk. */
	advance(count: number, tail: Uint8Array): void {
		this.raiseTotal(Total.POSITION, count);
		this.#tail.set(tail);
		this.#words[Word.TAIL_LENGTH] = tail.length;
		this.#words[Word.IS_CONTINUED] = 1;
	}

	/** Moves on to the start of the next file. */
	nextFile(): void {
		this.#totals[Total.POSITION] = 0;
		this.#totals[Total.FILE_OCTETS_READ] = 0;
		this.#words[Word.TAIL_LENGTH] = 0;
		this.#words[Word.IS_CONTINUED] = 0;
		this.#words[Word.FILE] = this.file + 1;
	}

	/** Copies the tail to the start of `into`. Returns its length. */
	readTail(into: Uint8Array): number {
		const length = this.#words[Word.TAIL_LENGTH] as number;
		into.set(this.#tail.subarray(0, length));
		return length;
	}
}
