/**
 * Cleans up after a run that fails or is interrupted: temporary files and locks.
 *
 * Handlers are installed with the first of these. Before that, signals end the process by default. Process 1 installs them at
 * the start, because the kernel ignores unhandled signals to it.
 */
import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** By the convention of shells, a process ended by signal n has exit status 128 + n. */
const SIGNALED = 128;

/** The first process of a container. */
const INIT = 1;

/** Something to remove if the run does not finish. */
export interface Unfinished {
	/** Removes it. Must not throw. */
	abandon(): void;
}

const unfinished = new Set<Unfinished>();
let handlesSignals = false;
let isDelivered = false;
let hasNativeThreads = false;

/** Abandons `work` if the run ends before `finished(work)`. */
export function began(work: Unfinished): void {
	unfinished.add(work);
	handleSignals();
}

export function finished(work: Unfinished): void {
	unfinished.delete(work);
}

/** Marks the run as done: from here on, a signal no longer changes its exit status. */
export function delivered(): void {
	isDelivered = true;
}

/**
 * Lets signals end the process by themselves, once everything unfinished is removed. `process.exit` would wait for the threads of a
 * library that call JavaScript, and they for an answer.
 */
export function endBySignal(): void {
	hasNativeThreads = true;
}

/** Removes everything unfinished. */
export function abandonAll(): void {
	for (const work of unfinished) work.abandon();
	unfinished.clear();
}

export function handleSignalsAsInit(): void {
	if (process.pid === INIT) handleSignals();
}

export function handleSignals(): void {
	if (handlesSignals) return;
	handlesSignals = true;
	for (const signal of SIGNALS) {
		process.on(signal, () => {
			if (isDelivered) return;
			abandonAll();
			// Process 1 ignores a signal to itself for which it has no handler.
			if (!hasNativeThreads || process.pid === INIT) process.exit(SIGNALED + constants.signals[signal]);
			process.removeAllListeners(signal);
			process.kill(process.pid, signal);
		});
	}
}
