/** The suite without a mutant: which tests pass, how long each takes, and which mutants it reaches. */
import { TestProcess } from "./process";
import type { DryFile, Start, Task } from "./worker";

/** Seconds of CPU time for a file. */
const FILE_LIMIT = 60;
/** Seconds of CPU time for a file with a mutant, beside three times what its tests take. */
const SPARE_SECONDS = 2;
/** Milliseconds of CPU time for a test: a slower one is not repeated for each mutant, and what it alone would find survives. */
const TEST_LIMIT = 2000;

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
			const outcome = await child.run({ replacements: [], kernels, files: [{ file, limit: FILE_LIMIT }], isDry: true });
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
	readonly seconds: number;
	readonly limit: number;
}

/** The tests that reach a mutant and take no more than `most` milliseconds each, the quickest files first. */
export function selectionFor(number: number, files: readonly DryFile[], most = TEST_LIMIT): Selection[] {
	return files
		.map(({ file, reached, tests }) => {
			const some = tests.filter(
				(test) => test.passed && test.milliseconds <= most && (reached.includes(number) || test.reached.includes(number)),
			);
			const seconds = some.reduce((sum, test) => sum + test.milliseconds, 0) / 1000;
			return { file, tests: some.map(({ id }) => id), seconds, limit: SPARE_SECONDS + 3 * seconds };
		})
		.filter(({ tests }) => tests.length > 0)
		.sort((one, other) => one.seconds - other.seconds);
}
