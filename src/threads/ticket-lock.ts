/** A ticket lock: threads acquire it in the order of their tickets. */

/** In place of the ticket being served: the lock is closed for good. */
const CLOSED = -1;

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
