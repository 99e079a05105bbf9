/** The work after each chunk of a run: the progress is shown, signals are handled and, with little memory, garbage is collected. */
import { setImmediate } from "node:timers/promises";
import type { JobPace, PassName, ShowShare } from "../job/pace";
import { type Relay, Total } from "../threads/relay";
import type { Progress } from "./terminal";

/** Reading files is synchronous. After this many octets, the process handles signals. */
const OCTETS_BETWEEN_PAUSES = 16777216;

/** A run in passes with less memory than SMALL_MEMORY collects garbage after every OCTETS_BETWEEN_COLLECTIONS. */
const SMALL_MEMORY = 67108864;
const OCTETS_BETWEEN_COLLECTIONS = 4194304;

export class RunPace implements JobPace {
	readonly progress: Progress;
	/** Octets processed when signals are handled next, and when garbage is collected next. */
	#pauseAt = OCTETS_BETWEEN_PAUSES;
	#collectAt = 0;
	#collect: ReturnType<typeof collector> | undefined;
	#octetsBetweenCollections = OCTETS_BETWEEN_COLLECTIONS;
	/** Octets processed in the first of two readings. */
	#firstOctets: number | undefined;

	constructor(progress: Progress) {
		this.progress = progress;
	}

	/** Octets of the inputs, after decompression, however often they are read. */
	get inputOctets(): number {
		return this.#firstOctets ?? this.progress.octets;
	}

	/** From now on, collects garbage after every `octets` octets if `memory` is small. */
	bound(memory: number, octets = OCTETS_BETWEEN_COLLECTIONS): void {
		this.#octetsBetweenCollections = octets;
		if (memory < SMALL_MEMORY) this.#collect = collector();
	}

	/** Collects the garbage of a pass if the run has little memory. */
	endPass(): void {
		this.#collect?.({ type: "major" });
	}

	countRows(): void {
		this.progress.countRows();
	}

	showUnique(unique: () => number): void {
		this.progress.showUnique(unique);
	}

	async advance(count: number, lines: number, position: number): Promise<void> {
		this.progress.advance(count, lines, position);
		if (this.progress.octets >= this.#collectAt) this.#collectGarbage();
		await this.#pauseIfDue();
	}

	/** Shows the totals of all threads. A second reading adds to the totals of the first. */
	async advanceBy(totals: Pick<Relay, "total">): Promise<void> {
		const octets = totals.total(Total.OCTETS_READ);
		const before = this.progress.octets - (this.#firstOctets ?? 0);
		this.progress.advance(octets - before, totals.total(Total.LINES), octets);
		await this.#pauseIfDue();
	}

	/** Passes on a function that shows the share of a reading that is done. Its end is all of it, whatever the library had to read. */
	async showShare(read: (show: ShowShare) => Promise<void>): Promise<void> {
		let last = 0;
		await read((rows, share) => {
			last = rows;
			this.progress.advanceShare(rows, share);
		});
		this.progress.advanceShare(last, 1);
	}

	/** Begins a pass over all inputs: "writing" is the second reading. */
	beginPass(pass: PassName): void {
		if (pass === "writing") this.#firstOctets = this.progress.octets;
		this.progress.beginPass(pass);
	}

	/** Shows the share that is done of the pass between two readings. */
	compare(share: number): void {
		if (share === 0) this.progress.beginPass("comparing");
		this.progress.advancePass(share);
	}

	#collectGarbage(): void {
		this.#collect?.({ type: "minor" });
		this.#collectAt = this.progress.octets + this.#octetsBetweenCollections;
	}

	/** Lets the process handle signals. */
	async #pauseIfDue(): Promise<void> {
		if (this.progress.octets < this.#pauseAt) return;
		await setImmediate();
		this.#pauseAt = this.progress.octets + OCTETS_BETWEEN_PAUSES;
	}
}

/** The function `gc` that `--expose-gc` adds to new contexts. */
type Collect = (options: { type: "minor" | "major" }) => void;

/**
 * Returns a function that collects the garbage of V8's heap: the young generation, or all. Pipes and decompression allocate a buffer for each
 * chunk, which is garbage soon after. V8 leaves some 20 MiB of them before it collects, which would be more than a small limit of memory.
 * It takes less than a millisecond for the young generation, since hardly anything survives.
 */
function collector(): Collect {
	const { setFlagsFromString } = process.getBuiltinModule("node:v8");
	setFlagsFromString("--expose-gc");
	// The generation stays as small as it is. With --audit, each duplicate leaves garbage between two collections.
	setFlagsFromString("--semi-space-growth-factor=1");
	const collect: Collect | undefined = process.getBuiltinModule("node:vm").runInNewContext("globalThis.gc");
	return (options) => collect?.(options);
}
