/** A run of the fuzzer: batches of lines, what was checked, and the failures as rows for a test. */
import { setImmediate } from "node:timers/promises";
import { random } from "../../../bench/lists/random.mjs";
import { latin1, linesOf } from "./answers";
import { Deep } from "./deep";
import { Generator } from "./generator";
import { Hosted } from "./hosted";
import { minimizeLine } from "./minimize";
import { policyLines } from "./policy-lines";
import type { Tested } from "./product";
import { Chooser } from "./random-policy";
import { type Failure, Wide } from "./wide";

/** Lines of a batch: few at first, so that a short run has many, with plans of their own. */
const MIN_BATCH = 250;
const MAX_BATCH = 10_000;
/** One line in this many is checked deep. */
const DEEP_SHARE = 100;
/** Lines of names in policies that are checked deep with those of a batch. */
const POLICY_LINES = 16;
const LF = Uint8Array.of(0x0a);
/** Failures that are shown. A run ends with them: a fault shows everywhere. */
const MAX_FAILURES = 10;

/** The extent of a run. */
export interface Extent {
	readonly seed: number;
	readonly lines: number;
	/** The run ends after these milliseconds, with the batch. */
	readonly milliseconds: number;
	/** Whether the run ends with the first failure, which is not made shorter. */
	readonly isQuick?: boolean;
	/** Scenes of a hostile host for each kernel in all lines. The default is a share of the lines. */
	readonly scenes?: number | undefined;
	/** Called before each batch with the number of lines that were checked. */
	readonly onBatch?: (lines: number) => void;
}

/** Totals of a run. */
export interface Totals {
	/** Lines that were checked wide. */
	readonly lines: number;
	/** Lines that were also checked deep, and the scenes of all kernels. */
	readonly deepLines?: number;
	readonly scenes?: number;
	readonly checks: number;
	readonly failures: number;
}

/** A batch, and how to look for failures in it or in a part of it. */
interface Suspect {
	readonly octets: Uint8Array;
	readonly failuresIn: (octets: Uint8Array) => Promise<Failure[]>;
}

/** Runs all checks. `print` gets a row for each failure. */
export async function run(extent: Extent, tested: Tested, print: (row: string) => void): Promise<Totals> {
	const generator = new Generator({ seed: extent.seed });
	const [wide, deep] = [new Wide(tested), new Deep(tested)];
	const hosted = new Hosted(tested.hosted, extent.lines, extent.scenes);
	const isLoaded = tested.others.length > 0;
	const shown = new Shown(extent.isQuick ? 1 : MAX_FAILURES, print);
	const check = (suspect: Suspect) => showFailures(suspect, shown, extent.isQuick === true);
	const end = performance.now() + extent.milliseconds;
	let [lines, deepLines] = [0, 0];
	while (lines < extent.lines && performance.now() < end && !shown.isFull) {
		extent.onBatch?.(lines);
		// Memory of what was collected returns in a turn of the event loop.
		await setImmediate();
		const count = Math.min(batchAfter(lines), extent.lines - lines);
		const octets = generator.batch(count);
		const seed = extent.seed + lines;
		const all = linesOf(octets);
		lines += count;
		for (const [name, fault] of hosted.play(all, seed, lines))
			shown.show(name, JSON.stringify([name, seed, fault.expected, fault.actual]));
		if (!isLoaded) continue;
		const few = all.filter((_, index) => index % DEEP_SHARE === 0).concat(policyLines(new Chooser(random(seed)), POLICY_LINES));
		await check({ octets, failuresIn: async (some) => wide.check(some) });
		await check({ octets: joined(few), failuresIn: (some) => deep.check(some, seed) });
		deepLines += few.length;
	}
	const checks = wide.checks + deep.checks + hosted.calls;
	return { lines, deepLines, scenes: hosted.scenes, checks, failures: shown.count };
}

/** The failures that are shown: the first one of each check. */
class Shown {
	readonly #checks = new Set<string>();

	constructor(
		private readonly most: number,
		private readonly print: (row: string) => void,
	) {}

	get count(): number {
		return this.#checks.size;
	}

	get isFull(): boolean {
		return this.count === this.most;
	}

	isNew(check: string): boolean {
		return !this.isFull && !this.#checks.has(check);
	}

	show(check: string, row: string): void {
		if (!this.isNew(check)) return;
		this.#checks.add(check);
		this.print(row);
	}
}

/** Shows the failures of a suspect, each cut down to its shortest input unless the run ends with it. */
async function showFailures(suspect: Suspect, shown: Shown, isQuick: boolean): Promise<void> {
	for (const failure of await failuresOf(suspect, suspect.octets)) {
		const { check, line, expected, actual } = failure;
		if (!shown.isNew(check)) continue;
		shown.show(check, isQuick ? JSON.stringify([check, line, expected, actual]) : await rowOf(suspect, failure));
	}
}

/** Number of lines of the batch after `lines` lines. */
function batchAfter(lines: number): number {
	return Math.min(MAX_BATCH, Math.max(MIN_BATCH, lines >> 1));
}

/** The failures in octets. An error that is thrown, such as a trap of a kernel, is one. */
async function failuresOf({ failuresIn }: Suspect, octets: Uint8Array): Promise<Failure[]> {
	try {
		return await failuresIn(octets);
	} catch (error) {
		const { name } = error as Error;
		return [{ check: `nothing is thrown but documented errors: ${name}`, line: 0, expected: "", actual: String(error) }];
	}
}

/** Lines, each ended by LF. */
function joined(lines: readonly Uint8Array[]): Uint8Array {
	return Buffer.concat(lines.flatMap((line) => [line, LF]));
}

/** A failure as a row for a test: the check, the shortest input, the expected and the actual answer. */
async function rowOf(suspect: Suspect, failure: Failure): Promise<string> {
	const { check, line } = failure;
	const failureIn = async (some: Uint8Array) => (await failuresOf(suspect, some)).find((other) => other.check === check);
	const input = await minimizeLine(suspect.octets, line, async (some) => (await failureIn(some)) !== undefined);
	// A failure that does not recur is printed as it was first seen.
	const { expected, actual } = (await failureIn(input.at(-1) === 0x0a ? input : joined([input]))) ?? failure;
	return JSON.stringify([check, latin1(input), expected, actual]);
}
