/** The suite without a mutant: which tests pass, how long each takes, and which mutants it reaches. */
import { TestProcess } from "./process";
import type { DryFile, DryTest, Start, Task } from "./worker";

/** Milliseconds of CPU time of a file in which its tests may start, by default. */
export const FILE_TIME = 30_000;
/** Milliseconds of CPU time that the last test may take. */
const LAST_TEST = 300_000;

/** Seconds of CPU time for a file with a mutant, beside three times what its tests take. */
const SPARE_SECONDS = 5;
/** Milliseconds of CPU time for a test: a slower one is not repeated for each mutant, and what it alone would find survives. */
const TEST_LIMIT = 2000;
/** Milliseconds from the start of a test to its end, on a machine that has other work as well: for those that wait. */
const ELAPSED_LIMIT = 30_000;
/** Seconds of CPU time for the tests of a mutant: those that are left then are not run. */
const MUTANT_SECONDS = 20;

/** Runs all files. One that does not end is left out. `kernels`: those that tell what they reach. `onFile` is told what has run. */
export async function dryRun(
	program: string,
	start: Start,
	tests: readonly string[],
	processes: number,
	kernels: NonNullable<Task["kernels"]> = [],
	onFile: (file: DryFile) => void = () => {},
): Promise<DryFile[]> {
	const waiting = [...tests];
	const done: DryFile[] = [];
	const work = async () => {
		const child = new TestProcess(program, start);
		for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
			const limit = ((start.fileTime ?? FILE_TIME) + LAST_TEST) / 1000;
			const outcome = await child.run({ replacements: [], kernels, files: [{ file, limit }], isDry: true });
			for (const one of typeof outcome === "string" ? [] : (outcome.dry ?? [])) {
				done.push(one);
				onFile(one);
			}
		}
		child.end();
	};
	await Promise.all(Array.from({ length: processes }, work));
	return done;
}

/** The files that no test of which has run, each with the reason. */
export function unloadedOf(tests: readonly string[], files: readonly DryFile[]): string[] {
	return tests.flatMap((file) => {
		const ran = files.find((one) => one.file === file)?.tests;
		if (ran === undefined) return [`${file}: it does not end`];
		return ran.every(({ id }) => id === "") ? [`${file}: ${ran[0]?.name ?? "it has no test"}`] : [];
	});
}

/** Tests of a file that are to find a mutant, and the CPU seconds that they take. */
export interface Selection {
	readonly file: string;
	readonly tests: readonly string[];
	/** Those of each test. */
	readonly times: readonly number[];
	readonly seconds: number;
	readonly limit: number;
}

function select(file: string, some: readonly (readonly [id: string, seconds: number])[]): Selection {
	const times = some.map(([, time]) => time);
	const seconds = times.reduce((sum, time) => sum + time, 0);
	return { file, tests: some.map(([id]) => id), times, seconds, limit: SPARE_SECONDS + 3 * seconds };
}

/** The tests that reach a mutant and take no more than `most` milliseconds each, the quickest files first. */
export function selectionFor(number: number, files: readonly DryFile[], most = TEST_LIMIT): Selection[] {
	const isQuick = (test: DryTest) => test.passed && test.milliseconds <= most && (test.elapsed ?? 0) <= ELAPSED_LIMIT;
	return files
		.map(({ file, reached, tests }) => {
			const some = tests.filter((test) => isQuick(test) && (reached.includes(number) || test.reached.includes(number)));
			return select(
				file,
				some.map(({ id, milliseconds }) => [id, milliseconds / 1000]),
			);
		})
		.filter(({ tests }) => tests.length > 0)
		.sort((one, other) => one.seconds - other.seconds);
}

/**
 * Selections in the order in which they run: files that have found most mutants of the same source first, then the quickest. Of the file
 * with which time is up, the quickest tests.
 */
export function planOf(selections: readonly Selection[], foundBy: ReadonlyMap<string, number> = new Map()): Selection[] {
	const found = ({ file }: Selection) => foundBy.get(file) ?? 0;
	const sorted = [...selections].sort((one, other) => found(other) - found(one) || one.seconds - other.seconds);
	let left = MUTANT_SECONDS;
	const planned = sorted.map((selection) => {
		const some = selection.seconds <= left ? selection : quickest(selection, left);
		left -= some.seconds;
		return some;
	});
	return planned.filter(({ tests }) => tests.length > 0);
}

function quickest({ file, tests, times }: Selection, limit: number): Selection {
	let left = limit;
	const some = tests
		.map((id, at) => [id, times[at] as number] as const)
		.sort(([, one], [, other]) => one - other)
		.filter(([, time]) => {
			left -= time;
			return left >= 0;
		});
	return select(file, some);
}
