/** A run of the fuzzer: batches of lines, what was checked, and the failures as rows for a test. */
import { latin1, linesOf } from "./answers";
import { Deep } from "./deep";
import { Generator } from "./generator";
import { minimizeLine } from "./minimize";
import type { Pieces } from "./pieces";
import type { Tested } from "./product";
import { type Failure, Wide } from "./wide";

const BATCH = 1000;
/** One line in so many is checked deep. */
const DEEP_SHARE = 100;
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

/** A batch, and how to look for failures in it or in a part of it. */
interface Suspect {
	readonly octets: Uint8Array;
	readonly failuresIn: (octets: Uint8Array) => Promise<Failure[]>;
}

/** Runs all checks. `print` gets a row for each failure; `given` are more lines to mutate. */
export async function run(extent: Extent, tested: Tested, given: Pieces, print: (row: string) => void): Promise<Totals> {
	const generator = new Generator({ seed: extent.seed, lines: given });
	const [wide, deep] = [new Wide(tested), new Deep(tested)];
	const shown = new Set<string>();
	const end = performance.now() + extent.milliseconds;
	let lines = 0;
	const check = async (suspect: Suspect) => {
		for (const failure of await failuresOf(suspect, suspect.octets)) {
			if (shown.has(failure.check) || shown.size === MAX_FAILURES) continue;
			shown.add(failure.check);
			print(await rowOf(suspect, failure));
		}
	};
	while (lines < extent.lines && performance.now() < end && shown.size < MAX_FAILURES) {
		const count = Math.min(BATCH, extent.lines - lines);
		const octets = generator.batch(count);
		const seed = extent.seed + lines;
		await check({ octets, failuresIn: async (some) => wide.check(some) });
		await check({ octets: someLines(octets), failuresIn: (some) => deep.check(some, seed) });
		lines += count;
	}
	return { lines, checks: wide.checks + deep.checks, failures: shown.size };
}

/** The failures in octets. What is thrown, such as a trap of a kernel, is one. */
async function failuresOf({ failuresIn }: Suspect, octets: Uint8Array): Promise<Failure[]> {
	try {
		return await failuresIn(octets);
	} catch (error) {
		const { name } = error as Error;
		return [{ check: `nothing is thrown but documented errors: ${name}`, line: 0, expected: "", actual: String(error) }];
	}
}

/** One line in `DEEP_SHARE`. */
function someLines(octets: Uint8Array): Uint8Array {
	const lines = linesOf(octets).filter((_, index) => index % DEEP_SHARE === 0);
	return Uint8Array.from(lines.flatMap((line) => [...line, 0x0a]));
}

/** A failure as a row for a test: the check, the shortest input, what was expected and what came instead. */
async function rowOf(suspect: Suspect, { check, line }: Failure): Promise<string> {
	const failureIn = async (some: Uint8Array) => (await failuresOf(suspect, some)).find((other) => other.check === check);
	const input = await minimizeLine(suspect.octets, line, async (some) => (await failureIn(some)) !== undefined);
	const found = await failureIn(input.at(-1) === 0x0a ? input : Uint8Array.from([...input, 0x0a]));
	return JSON.stringify([check, latin1(input), found?.expected, found?.actual]);
}
