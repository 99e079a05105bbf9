/**
 * Shows that the holder of a lock is alive. A thread of its own beats, because the main thread may be blocked for long: by a
 * pipe that nobody reads, or by a slow disk.
 */
import { fsyncSync, openSync, writeSync } from "node:fs";
import { startThreads } from "./start";

/** Milliseconds between two beats. */
const INTERVAL = 5_000;

/** The beat is the last digits of the text, before its line end. */
const BEAT = /[0-9]+\n$/;

/** What the thread is started for. */
export interface HeartbeatErrand {
	readonly kind: "heartbeat";
	readonly descriptor: number;
	readonly text: string;
	/** One i32: not 0 ends the thread. */
	readonly stop: SharedArrayBuffer;
}

/** Advances the beat in a file, which contains `text`, until the function that it returns is called. */
export function startHeartbeat(path: string, text: string): () => void {
	const stop = new Int32Array(new SharedArrayBuffer(4));
	// Never closed: the thread must not write to the next file with this number.
	const descriptor = openSync(path, "r+");
	const [worker] = startThreads(1, { kind: "heartbeat", descriptor, text, stop: stop.buffer as SharedArrayBuffer });
	let timer: NodeJS.Timeout | undefined;
	const beatHere = () => {
		let beat = 0;
		timer ??= setInterval(() => writeBeat(descriptor, text, ++beat), INTERVAL).unref();
	};
	// Without memory for a thread, beat whenever the main thread can.
	if (worker === undefined) beatHere();
	worker?.on("error", beatHere);
	return () => {
		clearInterval(timer);
		Atomics.store(stop, 0, 1);
		Atomics.notify(stop, 0);
	};
}

export function beat({ descriptor, text, stop }: HeartbeatErrand): void {
	const word = new Int32Array(stop);
	for (let count = 1; Atomics.wait(word, 0, 0, INTERVAL) === "timed-out"; ++count) writeBeat(descriptor, text, count);
}

/** Writes through to the file system, where other hosts can see it. A beat that cannot be written is one too few. */
function writeBeat(descriptor: number, text: string, count: number): void {
	try {
		writeSync(
			descriptor,
			text.replace(BEAT, (digits) => `${String(count).padStart(digits.length - 1, "0")}\n`),
			0,
		);
		fsyncSync(descriptor);
	} catch {
		// A full disk, or a host that is gone: the next beat may get through.
	}
}
