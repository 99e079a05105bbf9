/**
 * What a run undoes when it fails or is interrupted: temporary files and locks.
 *
 * Signals are handled from the first of these on, and from the start as process 1, for which the kernel ignores signals that
 * have no handler. Before that, they end the process by themselves.
 */
import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The exit status of a process that signal n ended is 128 + n, by the convention of shells. */
const SIGNALED = 128;

/** The first process of a container. */
const INIT = 1;

/** Something that must not outlive an unfinished run. */
export interface Unfinished {
	/** Removes it. Must not throw. */
	abandon(): void;
}

const unfinished = new Set<Unfinished>();
let handlesSignals = false;
let isDelivered = false;

/** Abandons `work` if the run ends before `finished(work)`. */
export function began(work: Unfinished): void {
	unfinished.add(work);
	handleSignals();
}

export function finished(work: Unfinished): void {
	unfinished.delete(work);
}

/** The run counts as done from here on: a signal no longer changes its exit status. */
export function delivered(): void {
	isDelivered = true;
}

/** Removes all that is unfinished. */
export function abandonAll(): void {
	for (const work of unfinished) work.abandon();
	unfinished.clear();
}

export function handleSignalsAsInit(): void {
	if (process.pid === INIT) handleSignals();
}

function handleSignals(): void {
	if (handlesSignals) return;
	handlesSignals = true;
	for (const signal of SIGNALS) {
		process.on(signal, () => {
			if (isDelivered) return;
			abandonAll();
			process.exit(SIGNALED + constants.signals[signal]);
		});
	}
}
