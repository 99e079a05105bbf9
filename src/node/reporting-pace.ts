/** Reports the progress of a job over files to its caller, and lets the event loop run. */
import { setImmediate } from "node:timers/promises";
import type { JobPace, PassName, ShowShare } from "../job/pace";

/** Octets between two moments at which the event loop runs. */
const OCTETS_BETWEEN_PAUSES = 4194304;

/** Receives the share of the pass that is done, from 0 to 1, and the number of lines or rows in it so far. */
export type Report = (pass: PassName, fraction: number, count: number) => void;

export class ReportingPace implements JobPace {
	readonly #report: Report;
	/** Octets of all inputs. */
	readonly #size: number;
	#pass: PassName = "reading";
	#octets = 0;
	#pauseAt = OCTETS_BETWEEN_PAUSES;

	/** An error that `report` throws ends the job. */
	constructor(report: Report, size = 0) {
		this.#report = report;
		this.#size = size;
	}

	// Callers know what they count, and jobs on one thread have no totals but these.
	countRows(): void {}
	showUnique(): void {}
	bound(): void {}
	async advanceBy(): Promise<void> {}

	beginPass(pass: PassName): void {
		this.#pass = pass;
	}

	endPass(lines: number): void {
		this.#report(this.#pass, 1, lines);
	}

	compare(fraction: number, lines: number): void {
		this.#report("comparing", fraction, lines);
	}

	async advance(count: number, lines: number, position: number): Promise<void> {
		this.#octets += count;
		this.#report(this.#pass, this.#size === 0 ? 1 : Math.min(1, position / this.#size), lines);
		if (this.#octets < this.#pauseAt) return;
		await setImmediate();
		this.#pauseAt = this.#octets + OCTETS_BETWEEN_PAUSES;
	}

	async showShare(read: (show: ShowShare) => Promise<void>): Promise<void> {
		await read((rows, share) => this.#report(this.#pass, share, rows));
	}
}
