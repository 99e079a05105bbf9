/** A run of the fuzzer: batches of lines, what was checked, and the failures as rows for a test. */
import { Generator } from "./generator";
import { minimizeLine } from "./minimize";
import type { Pieces } from "./pieces";
import type { Tested } from "./product";
import { type Failure, Wide } from "./wide";

const BATCH = 1000;
/** Failures that are shown. A run ends with them: what is broken, breaks everywhere. */
const MAX_FAILURES = 10;

/** How much to run. */
export interface Extent {
	readonly seed: number;
	readonly lines: number;
	/** The run ends after so many milliseconds, with the batch. */
	readonly milliseconds: number;
}

/** What a run has done. */
export interface Totals {
	readonly lines: number;
	readonly checks: number;
	readonly failures: number;
}

/** Runs all checks. `print` gets a row for each failure; `given` are more lines to mutate. */
export function run(extent: Extent, tested: Tested, given: Pieces, print: (row: string) => void): Totals {
	const generator = new Generator({ seed: extent.seed, lines: given });
	const wide = new Wide(tested);
	const shown = new Set<string>();
	const end = performance.now() + extent.milliseconds;
	let lines = 0;
	while (lines < extent.lines && performance.now() < end && shown.size < MAX_FAILURES) {
		const batch = generator.batch(Math.min(BATCH, extent.lines - lines));
		for (const failure of wide.check(batch)) {
			if (shown.has(failure.check) || shown.size === MAX_FAILURES) continue;
			shown.add(failure.check);
			print(rowOf(batch, failure, wide));
		}
		lines += Math.min(BATCH, extent.lines - lines);
	}
	return { lines, checks: wide.checks, failures: shown.size };
}

/** A failure as a row for a test: the check, the shortest input, what was expected and what came instead. */
function rowOf(batch: Uint8Array, { check, line }: Failure, wide: Wide): string {
	const failureIn = (octets: Uint8Array) => wide.check(octets).find((other) => other.check === check);
	const input = minimizeLine(batch, line, (octets) => failureIn(octets) !== undefined);
	const ended = input.at(-1) === 0x0a ? input : Uint8Array.from([...input, 0x0a]);
	const found = failureIn(ended);
	return JSON.stringify([check, Buffer.from(input).toString("latin1"), found?.expected, found?.actual]);
}
