/** Takes part in a job after each chunk: shows how far it is, lets the process handle signals. */
import type { Pace } from "../files/input/inputs";
import type { Relay } from "../threads/relay";

/** A pass of a job in passes: inputs are read, then fingerprints are compared, then lines are written. */
export type PassName = "reading" | "comparing" | "writing";

/** Shows the number of rows read so far, and their share of all files, from 0 to 1. */
export type ShowShare = (rows: number, share: number) => void;

export interface JobPace extends Pace {
	/** Counts rows of tables from now on, not lines. */
	countRows(): void;
	/** Shows the share of unique lines. `unique`: how many there are so far. */
	showUnique(unique: () => number): void;
	/** Called before a job in passes. `memory`: the octets that it may use. */
	bound(memory: number): void;
	/** Receives the totals of all threads, in place of `advance`. */
	advanceBy(totals: Pick<Relay, "total">): Promise<void>;
	/** Runs a reading by a library, which knows its share instead of octets. */
	showShare(read: (show: ShowShare) => Promise<void>): Promise<void>;
	/** Called before each reading of a job in passes. */
	beginPass(pass: PassName): void;
	/** Called after each, with its number of lines. */
	endPass?(lines: number): void;
	/** Receives the share of the second pass that is done, and the number of all lines. */
	compare(share: number, lines: number): void;
}
