/**
 * Shows that the holder of a lock is alive. A separate thread writes the beat, because the main thread may be blocked for long
 * by a slow disk or by a pipe that nobody reads.
 */
import { openSync } from "node:fs";
import { closeIfPossible, type HeartbeatTask, INTERVAL, writeBeat } from "./beat";
import { startThreads } from "./start";

/** Milliseconds before the thread of a holder whose main thread does not block: a shorter run needs none. */
const LATE = 1_000;
/** Octets that any disk reads or writes in a few seconds. */
const SHORT_WORK = 67_108_864;

/**
 * Advances the beat in a file. To start a thread takes a third of the CPU time of a short run. A holder whose main thread never waits
 * for other programs begins late: after a second in which the event loop runs, or when it is about to work for longer without a pause.
 */
export class Heartbeat {
	/** Closed by whoever beats: a thread must not write to the next file with this descriptor. */
	readonly #descriptor: number;
	readonly #text: string;
	readonly #stop = new Int32Array(new SharedArrayBuffer(4));
	/** The timer of the main thread, if that has to start the thread or to beat. */
	#timer: NodeJS.Timeout | undefined;
	#isStopped = false;
	/** Whether nothing beats yet, since when, and how many octets have been announced. */
	#isLate: boolean;
	readonly #since = performance.now();
	#announced = 0;

	/** The file at `path` contains `text`. `isLate`: whether it begins late. Throws the system's error. */
	constructor(path: string, text: string, isLate = false) {
		this.#descriptor = openSync(path, "r+");
		this.#text = text;
		this.#isLate = isLate;
		if (isLate) this.#timer = setTimeout(() => this.#start(), LATE).unref();
		else this.#start();
	}

	/** Called before the main thread reads or writes `octets` octets without a pause. */
	announce(octets: number): void {
		this.#announced += octets;
		const isLong = this.#announced > SHORT_WORK || performance.now() - this.#since > LATE;
		if (this.#isLate && isLong && !this.#isStopped) this.#start();
	}

	#start(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#isLate = false;
		const stop = this.#stop.buffer as SharedArrayBuffer;
		const [worker] = startThreads<HeartbeatTask>(1, { kind: "heartbeat", descriptor: this.#descriptor, text: this.#text, stop });
		// Without memory for a thread, the main thread beats when it can.
		if (worker === undefined) this.#beatHere();
		worker?.on("error", () => this.#beatHere());
	}

	#beatHere(): void {
		let beat = 0;
		if (this.#isStopped) closeIfPossible(this.#descriptor);
		else this.#timer ??= setInterval(() => writeBeat(this.#descriptor, this.#text, ++beat), INTERVAL).unref();
	}

	stop(): void {
		if (this.#isStopped) return;
		this.#isStopped = true;
		if (this.#timer !== undefined) {
			clearTimeout(this.#timer);
			closeIfPossible(this.#descriptor);
		}
		Atomics.store(this.#stop, 0, 1);
		Atomics.notify(this.#stop, 0);
	}
}
