/** Rules of hosts and of values, with their evidence. */
import type { PairWriting } from "../corpus/pair-writing";
import type { RuleEvidence } from "../row-batch";
import type { Tally } from "../rules/judgement";
import type { PairTrials } from "./trials";

/** A rule of two pages, with its evidence. */
export interface PairRule {
	readonly writing: PairWriting;
	/** Trials of this run, if there are any. */
	readonly tally?: Tally | undefined;
	readonly trials?: PairTrials | undefined;
	/** Fetches that it saves. */
	readonly saved: number;
	/** The evidence of an earlier run, if this one cannot judge it. */
	readonly previous?: RuleEvidence | undefined;
}

/** Rules that hold, and those that failed. */
export interface FoundPairs {
	readonly rules: readonly PairRule[];
	readonly refused: readonly PairRule[];
}
