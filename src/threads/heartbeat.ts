/**
 * Shows that the holder of a lock is alive. A separate thread writes the beat, because the main thread may be blocked for long
 * by a slow disk or by a pipe that nobody reads.
 */
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { startThreads } from "./start";

/** Milliseconds between beats. */
export const INTERVAL = 5_000;

/** The beat: the last digits of the text, before its line end. */
const BEAT = /[0-9]+\n$/;

/** The task of a heartbeat thread. */
export interface HeartbeatTask {
	readonly kind: "heartbeat";
	readonly descriptor: number;
	readonly text: string;
	/** One i32, a futex: nonzero ends the thread. */
	readonly stop: SharedArrayBuffer;
}

/** Advances the beat in the file at `path`, which contains `text`. Returns a function that stops it. */
export function startHeartbeat(path: string, text: string): () => void {
	const stop = new Int32Array(new SharedArrayBuffer(4));
	// Closed by whoever beats: a thread must not write to the next file with this descriptor.
	const descriptor = openSync(path, "r+");
	const [worker] = startThreads(1, { kind: "heartbeat", descriptor, text, stop: stop.buffer as SharedArrayBuffer });
	let timer: NodeJS.Timeout | undefined;
	let isStopped = false;
	const beatHere = () => {
		let beat = 0;
		if (isStopped) closeIfPossible(descriptor);
		else timer ??= setInterval(() => writeBeat(descriptor, text, ++beat), INTERVAL).unref();
	};
	// Without memory for a thread, the main thread beats when it can.
	if (worker === undefined) beatHere();
	worker?.on("error", beatHere);
	return () => {
		if (isStopped) return;
		isStopped = true;
		if (timer !== undefined) {
			clearInterval(timer);
			closeIfPossible(descriptor);
		}
		Atomics.store(stop, 0, 1);
		Atomics.notify(stop, 0);
	};
}

export function beat({ descriptor, text, stop }: HeartbeatTask): void {
	const word = new Int32Array(stop);
	for (let count = 1; Atomics.wait(word, 0, 0, INTERVAL) === "timed-out"; ++count) writeBeat(descriptor, text, count);
	closeIfPossible(descriptor);
}

function closeIfPossible(descriptor: number): void {
	try {
		closeSync(descriptor);
	} catch {
		// The beat no longer matters.
	}
}

/** Writes through to the file system, where other hosts can see it. Ignores failures. */
function writeBeat(descriptor: number, text: string, count: number): void {
	try {
		writeSync(
			descriptor,
			text.replace(BEAT, (digits) => `${String(count).padStart(digits.length - 1, "0")}\n`),
			0,
		);
		fsyncSync(descriptor);
	} catch {
		// The disk is full or the server is gone. The next beat may get through.
	}
}
