/** A run of the fuzzer: batches of lines, what was checked, and the failures as rows for a test. */
import { latin1, linesOf } from "./answers";
import { Deep } from "./deep";
import { Generator } from "./generator";
import type { Fault } from "./hosts/kernel-pair";
import type { HostedKernel } from "./hosts/kernels";
import { minimizeLine } from "./minimize";
import type { Pieces } from "./pieces";
import type { Tested } from "./product";
import { type Failure, Wide } from "./wide";

const BATCH = 1000;
/** One line in so many is checked deep. */
const DEEP_SHARE = 100;
/** Scenes under a hostile host for each kernel and batch: all of them, or the only one that is tested. */
const SCENES = 20;
const SCENES_OF_ONE = 100;
/** A scene of the learn kernel is all of a small run: among others, it plays fewer. */
const SCENES_OF_LEARN = 5;
/** A set is filled in one batch of so many, and in each if only one kernel is tested. */
const SET_SHARE = 20;
/** A line that is too long is read in one batch of so many, and in ten times as many if only one kernel is tested. */
const GIANT_SHARE = 50;
/** Failures that are shown. A run ends with them: what is broken, breaks everywhere. */
const MAX_FAILURES = 10;

/** How much to run. */
export interface Extent {
	readonly seed: number;
	readonly lines: number;
	/** The run ends after so many milliseconds, with the batch. */
	readonly milliseconds: number;
	/** Whether the run ends with the first failure, which is not made shorter. */
	readonly isQuick?: boolean;
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
	const isLoaded = tested.others.length > 0;
	const shown = new Set<string>();
	const most = extent.isQuick ? 1 : MAX_FAILURES;
	const end = performance.now() + extent.milliseconds;
	let lines = 0;
	const show = (check: string, row: string) => {
		if (shown.has(check) || shown.size === most) return;
		shown.add(check);
		print(row);
	};
	const check = async (suspect: Suspect) => {
		for (const failure of await failuresOf(suspect, suspect.octets)) {
			const { check: name, line, expected, actual } = failure;
			if (shown.has(name) || shown.size === most) continue;
			show(name, extent.isQuick ? JSON.stringify([name, line, expected, actual]) : await rowOf(suspect, failure));
		}
	};
	while (lines < extent.lines && performance.now() < end && shown.size < most) {
		const count = Math.min(BATCH, extent.lines - lines);
		const octets = generator.batch(count);
		const seed = extent.seed + lines;
		for (const [name, fault] of hostedFaults(tested.hosted, octets, seed, lines / BATCH))
			show(name, JSON.stringify([name, seed, fault.expected, fault.actual]));
		if (isLoaded) await check({ octets, failuresIn: async (some) => wide.check(some) });
		if (isLoaded) await check({ octets: someLines(octets), failuresIn: (some) => deep.check(some, seed) });
		lines += count;
	}
	const calls = tested.hosted.reduce((sum, kernel) => sum + kernel.calls, 0);
	return { lines, checks: wide.checks + deep.checks + calls, failures: shown.size };
}

/** What is wrong with kernels under a hostile host, by title. A row has the seed in place of an input. */
function hostedFaults(hosted: readonly HostedKernel[], octets: Uint8Array, seed: number, batch: number): [string, Fault][] {
	const lines = linesOf(octets);
	return hosted.flatMap((kernel) => {
		try {
			const few = kernel.name.startsWith("learn") ? SCENES_OF_LEARN : SCENES;
			const faults = kernel.play(lines, seed, hosted.length === 1 ? SCENES_OF_ONE : few);
			if (batch === 0) faults.push(...kernel.playTables());
			const share = hosted.length === 1 ? GIANT_SHARE / 10 : GIANT_SHARE;
			if (batch % share === share >> 1) faults.push(...kernel.playGiant(lines, seed));
			if (batch % (hosted.length === 1 ? 1 : SET_SHARE) === 0) faults.push(...kernel.playSet(seed));
			return faults.map((fault): [string, Fault] => [`a hostile host: ${fault.what}, ${kernel.name}`, fault]);
		} catch (error) {
			return [[`a hostile host: nothing traps, ${kernel.name}`, { what: "", expected: "", actual: String(error) }]];
		}
	});
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
