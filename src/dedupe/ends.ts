/** The two ends of a run in passes: its source and its sink. */

import type { PassName } from "../job/pace";
import type { Batch, LineSink } from "../lines/lines";

/** Receives a duplicate: texts without line ends, line numbers from 1. `kept` is undefined if the line is in the old set. */
export type TakeMerge = (kept: Uint8Array | undefined, keptLine: number, dropped: Uint8Array, droppedLine: number) => void;

/** The inputs, which are read twice. */
export interface PassSource {
	/** Feeds all inputs from their start to the sink of a pass. */
	feedAll(sink: LineSink, pass: PassName): Promise<void>;
	/** Reads an input from `position` into the start of `into`. Returns the number of octets read, 0 at the end. */
	readAt(input: number, into: Uint8Array, position: number): number;
	/** Throws the failure for inputs that have changed. */
	refuse(): never;
	/** Receives the share of the second pass that is done, and the number of all lines. */
	compare(share: number, lines: number): void;
	/** Number of lines that have been processed before, if `feedAll` begins in the middle of an input. */
	readonly linesBefore?: number | undefined;
}

/** Takes the results of the passes. */
export interface PassSink {
	/** Takes the lines to keep, in order. Throws Failure. */
	write(octets: Uint8Array): void;
	/** Takes each batch of the first pass, for its rejects. Throws Failure. */
	takeRejects(batch: Batch): void;
	/** Receives each duplicate, for --audit. */
	readonly takeMerge?: TakeMerge | undefined;
}
