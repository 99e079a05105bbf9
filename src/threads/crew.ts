/**
 * Normalizes one stream of lines with several threads where a single one must read, or take the results in order: pipes,
 * compressed files, lines for one set. (Plain files that only need rewriting go through relay-turns.ts.)
 *
 * ```
 *   main thread: read, cut at the last LF                          main thread: take the results out, in order
 *      |                                                                                ^
 *      v  #next                                                                 #oldest |
 *   +--------+---------+---------+---------+--------+--------+--------+--------+--------+
 *   | FREE   | FILLED  | FILLED  | CLAIMED | DONE   | CLAIMED| DONE   | CLAIMED| DONE   |   a ring of 4 chunks per thread
 *   +--------+---------+---------+---------+--------+--------+--------+--------+--------+
 *                 claim by compare-and-swap, normalize, store results: any thread
 * ```
 *
 * The main thread fills chunks and offers them. Each offer increments a futex and wakes one idle worker. When the ring is full,
 * the main thread takes the oldest chunk out. If no worker has claimed that chunk, it normalizes the chunk itself. If a worker
 * is still busy with it, the main thread normalizes later chunks meanwhile. So it waits only if no chunk is left to claim, and
 * the run completes even if no worker starts.
 *
 * Anything but a full chunk of whole lines goes through the LineFeed of the main thread: a line longer than a chunk, and all that has
 * arrived when a pipe stalls or ends. So does a chunk that a worker refuses. The output is therefore the same for any number of
 * threads.
 */
import { Octet } from "../../assembly/octets/char";
import type { LineWorkspace } from "../engine/workspace";
import type { BatchCounts } from "../lines/batch";
import type { LineFeed, LineSink } from "../lines/lines";
import type { RuleTask } from "../rules/rules";
import { Chunk, State, type Work } from "./chunk";
import { STOPPED } from "./chunk-worker";
import { startThreads } from "./start";

/** Some chunks are filled or taken out while others are normalized. */
const CHUNKS_PER_THREAD = 4;

export interface CrewOptions extends Work {
	/** The rules with these settings, for other threads. */
	readonly task: RuleTask;
	/** Only for the use of the crew, which never enlarges it: chunks require the same layout everywhere. */
	readonly workspace: LineWorkspace;
	/** Number of threads, this one included: at least 2. */
	readonly threads: number;
	/** Whether the consumer of batches reads their input. */
	readonly needsInput: boolean;
}

export class LineCrew implements LineSink {
	readonly #feed: LineFeed;
	readonly #options: CrewOptions;
	readonly #ring: Chunk[];
	/** See ChunkTask. */
	readonly #offers: Int32Array;
	/** The chunk being filled and the oldest not taken out, counted from the start of the run: indices modulo the ring's length. */
	#next = 0;
	#oldest = 0;
	/** Octets in the chunk being filled. */
	#filled = 0;
	#beginsStream = true;
	/** Whether the chunk being filled continues a line longer than a chunk. */
	#isInLongLine = false;

	constructor(feed: LineFeed, options: CrewOptions) {
		const { threads, key, task: rules } = options;
		this.#feed = feed;
		this.#options = options;
		this.#ring = Array.from({ length: CHUNKS_PER_THREAD * threads }, () => new Chunk());
		const offers = new SharedArrayBuffer(4);
		this.#offers = new Int32Array(offers);
		const chunks = this.#ring.map(({ memory }) => memory);
		startThreads(threads - 1, { kind: "chunks", rules, key, chunks, offers });
	}

	/** Number of lines taken out so far. */
	get lines(): number {
		return this.#feed.lines;
	}

	/** Room for the next octets: at least one. */
	space(): Uint8Array {
		return this.#filling.input.subarray(this.#filled);
	}

	/** Processes the next `count` octets of `space()`. Throws what the feed throws. */
	advance(count: number): void {
		this.#filled += count;
		if (this.#isInLongLine) this.#leaveLongLine();
		if (this.#filled === this.#filling.input.length) this.#offer();
	}

	/** Takes out all whole lines so far, without their rest. Throws what the feed throws. */
	flush(): void {
		if (this.#isInLongLine) return;
		const octets = this.#filling.input.slice(0, this.#filled);
		const length = octets.lastIndexOf(Octet.LF) + 1;
		this.#takeAll();
		if (length === 0) return;
		this.#feed.push(octets.subarray(0, length));
		this.#beginsStream = false;
		this.#begin(octets.subarray(length));
	}

	/** Ends the stream and takes out everything. Another stream may follow; `lines` keeps counting. Throws what the feed throws. */
	end(): void {
		const rest = this.#filling.input.slice(0, this.#filled);
		this.#filled = 0;
		this.#takeAll();
		this.#feed.push(rest);
		this.#feed.end();
		this.#beginsStream = true;
		this.#isInLongLine = false;
	}

	/** Ends the workers. */
	stop(): void {
		Atomics.store(this.#offers, 0, STOPPED);
		Atomics.notify(this.#offers, 0);
	}

	get #filling(): Chunk {
		return this.#at(this.#next);
	}

	#at(position: number): Chunk {
		return this.#ring[position % this.#ring.length] as Chunk;
	}

	/** Offers the whole lines of the full chunk. The octets after them move to the start of the next one. */
	#offer(): void {
		const chunk = this.#filling;
		const length = chunk.input.lastIndexOf(Octet.LF) + 1;
		if (length === 0) {
			this.#enterLongLine();
			return;
		}
		chunk.offer(length, this.#beginsStream);
		this.#beginsStream = false;
		Atomics.add(this.#offers, 0, 1);
		Atomics.notify(this.#offers, 0, 1);
		this.#next += 1;
		if (this.#next - this.#oldest === this.#ring.length) this.#take();
		this.#begin(chunk.input.subarray(length));
	}

	/** Starts filling the next chunk with `octets`. */
	#begin(octets: Uint8Array): void {
		this.#filling.input.set(octets);
		this.#filled = octets.length;
	}

	#enterLongLine(): void {
		this.#takeAll();
		this.#feed.push(this.#filling.input);
		this.#filled = 0;
		this.#beginsStream = false;
		this.#isInLongLine = true;
	}

	/** Feeds the octets of the long line that have arrived. */
	#leaveLongLine(): void {
		const octets = this.#filling.input.subarray(0, this.#filled);
		const length = octets.indexOf(Octet.LF) + 1;
		this.#feed.push(length === 0 ? octets : octets.subarray(0, length));
		this.#isInLongLine = length === 0;
		this.#begin(length === 0 ? octets.subarray(octets.length) : octets.subarray(length));
	}

	#takeAll(): void {
		while (this.#oldest < this.#next) this.#take();
	}

	/** Takes out the oldest chunk, waiting for its results if necessary. */
	#take(): void {
		const chunk = this.#at(this.#oldest);
		const { needsInput, key, workspace } = this.#options;
		if (chunk.claim()) {
			const batch = chunk.normalize(workspace, this.#options);
			if (batch === undefined) this.#feed.push(chunk.lines);
			else this.#adopt(batch);
		} else {
			this.#helpUntilDone(chunk);
			if (chunk.state === State.REFUSED) this.#feed.push(chunk.lines);
			else this.#adopt(chunk.load(workspace, key !== undefined, needsInput));
		}
		chunk.state = State.FREE;
		this.#oldest += 1;
	}

	/** Passes on whole lines in the workspace. No line is unfinished before them. */
	#adopt(batch: BatchCounts): void {
		this.#feed.goOn(this.#feed.lines, false);
		this.#feed.hand(batch, this.#options.workspace);
	}

	/** Normalizes unclaimed chunks while a worker is busy with this one, then waits for it. */
	#helpUntilDone(chunk: Chunk): void {
		for (let position = this.#oldest + 1; position < this.#next && chunk.state === State.CLAIMED; ++position) {
			const other = this.#at(position);
			if (other.claim()) other.work(this.#options.workspace, this.#options);
		}
		chunk.wait();
	}
}
