/**
 * Several threads on one stream of lines, for what only one can read, or take in order: pipes, packed files, lines for one set.
 *
 * ```
 *   read ─▶ chunk ─▶ chunk ─▶ chunk ─▶ …      a ring: this thread fills it, and takes what is done out, in order
 *              │        │        │
 *            worker   worker  this thread     whoever is free claims the next chunk
 * ```
 *
 * A chunk is cut at the last LF. Lines longer than a chunk, and chunks that a worker refuses, go through the feed of this
 * thread: so the output is the same octets for any number of threads.
 */
import { createKernel } from "../../engine/select";
import { LINES_CAPACITY, Workspace } from "../../engine/workspace";
import type { LineFeed, LineSink } from "../../lines/lines";
import type { NormalizeOptions } from "../../options";
import { Chunk, State, type Work } from "./chunk";
import { startThreads } from "./start";

const LF = 0x0a;

/** Chunks for each thread: some are read or taken out while others are worked on. */
const CHUNKS_EACH = 4;

export interface CrewOptions extends Work {
	/** As `settings` were settled from: what the workers settle theirs from. */
	readonly options: NormalizeOptions;
	/** Number of threads, this one included: at least 2. */
	readonly threads: number;
	/** Says whether who takes the batches looks at the input. */
	readonly needsInput: boolean;
}

export class LineCrew implements LineSink {
	readonly #feed: LineFeed;
	/** Where chunks are normalized and taken over: unlike that of the feed, it never grows, so that all have one layout. */
	readonly #workspace: Workspace;
	readonly #options: CrewOptions;
	readonly #ring: Chunk[];
	readonly #bell: Int32Array;
	/** The chunk that is filled next, and the oldest that is not taken out, counted from the start: the ring has them modulo its length. */
	#next = 0;
	#oldest = 0;
	/** Octets in the chunk that is being filled. */
	#filled = 0;
	#beginsStream = true;
	/** A line that is longer than a chunk goes through the feed. */
	#isInLongLine = false;

	constructor(feed: LineFeed, options: CrewOptions) {
		const { threads, key } = options;
		this.#feed = feed;
		this.#workspace = new Workspace(createKernel(options.settings.engine), LINES_CAPACITY);
		this.#options = options;
		this.#ring = Array.from({ length: CHUNKS_EACH * threads }, () => new Chunk());
		const bell = new SharedArrayBuffer(4);
		this.#bell = new Int32Array(bell);
		const chunks = this.#ring.map(({ memory }) => memory);
		startThreads(threads - 1, { kind: "chunks", options: options.options, key, chunks, bell });
	}

	/** Number of lines that were taken out so far. */
	get lines(): number {
		return this.#feed.lines;
	}

	/** Where the next octets are to be put: at least one. */
	space(): Uint8Array {
		return this.#filling.input.subarray(this.#filled);
	}

	/** Takes the next `count` octets of `space()`. Throws what the feed throws. */
	advance(count: number): void {
		this.#filled += count;
		if (this.#isInLongLine) this.#leaveLongLine();
		if (this.#filled === this.#filling.input.length) this.#offer();
	}

	/** Ends the stream: all that was put in is taken out. The crew is then as new, save for the count of lines. */
	end(): void {
		const rest = this.#filling.input.slice(0, this.#filled);
		this.#filled = 0;
		this.#takeAll();
		this.#feed.push(rest);
		this.#feed.end();
		this.#beginsStream = true;
		this.#isInLongLine = false;
	}

	/** Sends the workers home. */
	dismiss(): void {
		Atomics.store(this.#bell, 0, -1);
		Atomics.notify(this.#bell, 0);
	}

	get #filling(): Chunk {
		return this.#at(this.#next);
	}

	#at(position: number): Chunk {
		return this.#ring[position % this.#ring.length] as Chunk;
	}

	/** Offers the whole lines of the chunk that is full; what is behind them goes to the start of the next one. */
	#offer(): void {
		const chunk = this.#filling;
		const length = chunk.input.lastIndexOf(LF) + 1;
		if (length === 0) {
			this.#enterLongLine();
			return;
		}
		chunk.offer(length, this.#beginsStream);
		this.#beginsStream = false;
		Atomics.add(this.#bell, 0, 1);
		Atomics.notify(this.#bell, 0, 1);
		this.#next += 1;
		if (this.#next - this.#oldest === this.#ring.length) this.#take();
		this.#begin(chunk.input.subarray(length));
	}

	/** Begins the chunk that is filled next. */
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

	/** Feeds what is there of the long line. */
	#leaveLongLine(): void {
		const octets = this.#filling.input.subarray(0, this.#filled);
		const length = octets.indexOf(LF) + 1;
		this.#feed.push(length === 0 ? octets : octets.subarray(0, length));
		this.#isInLongLine = length === 0;
		this.#begin(length === 0 ? octets.subarray(octets.length) : octets.subarray(length));
	}

	#takeAll(): void {
		while (this.#oldest < this.#next) this.#take();
	}

	/** Takes the oldest chunk out, once it is done. */
	#take(): void {
		const chunk = this.#at(this.#oldest);
		const workspace = this.#workspace;
		const { needsInput, key } = this.#options;
		if (chunk.claim()) {
			const batch = chunk.normalize(workspace, this.#options);
			if (batch === undefined) this.#feed.push(chunk.lines);
			else this.#feed.adopt(batch, workspace);
		} else {
			this.#helpUntilDone(chunk);
			if (chunk.state === State.REFUSED) this.#feed.push(chunk.lines);
			else this.#feed.adopt(chunk.load(workspace, key !== undefined, needsInput), workspace);
		}
		chunk.state = State.FREE;
		this.#oldest += 1;
	}

	/** While a worker has the chunk, works on those that nobody has. */
	#helpUntilDone(chunk: Chunk): void {
		for (let position = this.#oldest + 1; position < this.#next && chunk.state === State.CLAIMED; ++position) {
			const other = this.#at(position);
			if (other.claim()) other.work(this.#workspace, this.#options);
		}
		chunk.wait();
	}
}
