/** The beats of a lock's holder, and the thread that writes them: see heartbeat.ts. */
import { closeSync, fsyncSync, writeSync } from "node:fs";

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

export function beat({ descriptor, text, stop }: HeartbeatTask): void {
	const word = new Int32Array(stop);
	for (let count = 1; Atomics.wait(word, 0, 0, INTERVAL) === "timed-out"; ++count) writeBeat(descriptor, text, count);
	closeIfPossible(descriptor);
}

export function closeIfPossible(descriptor: number): void {
	try {
		closeSync(descriptor);
	} catch {
		// The beat no longer matters.
	}
}

/** Writes through to the file system, where other hosts can see it. Ignores failures. */
export function writeBeat(descriptor: number, text: string, count: number): void {
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
