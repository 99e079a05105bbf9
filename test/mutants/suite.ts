/** Runs test files in this thread, with vitest's own runner and assertions, until the first test fails. */
import { chai, GLOBAL_EXPECT, JestAsymmetricMatchers, JestChaiExpect, JestExtend, setState } from "@vitest/expect";
import * as runner from "@vitest/runner";
import { spyOn } from "@vitest/spy";
import type { Resident } from "../cli/resident";
import { cpu } from "./children";
import { Loader, type Modules, type Replacement } from "./modules";

/** A test that has run. The number tells tests of one file apart. */
export interface Ran {
	readonly id: string;
	readonly name: string;
	readonly passed: boolean;
	/** Milliseconds of CPU time, that of processes which it starts among them. */
	readonly milliseconds: number;
	/** Milliseconds from its start to its end. */
	readonly elapsed: number;
}

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);
const expect = Object.assign((value: unknown, message?: string) => chai.expect(value, message), chai.expect);
(globalThis as Record<symbol, unknown>)[GLOBAL_EXPECT] = expect;
setState({ assertionCalls: 0, isExpectingAssertions: false, expectedAssertionsNumber: null }, expect as never);

/** What tests import from "vitest". */
export const VITEST = { ...runner, expect, vi: { spyOn } };

const CONFIG = {
	root: "",
	testTimeout: 0,
	hookTimeout: 0,
	maxConcurrency: 5,
	retry: 0,
	passWithNoTests: true,
	allowOnly: true,
	sequence: { seed: 0, shuffle: false, concurrent: false, hooks: "stack", setupFiles: "list" },
	tags: [],
	diffOptions: undefined,
	setupFiles: [],
	includeTaskLocation: false,
	chaiConfig: undefined,
};

/** What a run of a file is limited to, and what it tells. */
export interface FileRun {
	readonly file: string;
	/** The tests to run, by id, or undefined for all. */
	readonly tests: ReadonlySet<string> | undefined;
	readonly stopsAtFailure: boolean;
	/** Tests whose names match, of themselves or of their suites, do not run. */
	readonly skipped?: RegExp | undefined;
	/** Milliseconds of CPU time after which no other test starts. */
	readonly limit?: number;
	/** Called with the id of a test before it runs, and with "" after it. */
	readonly onTest: (id: string) => void;
}

/** Runs a file of tests. Returns what has run; a file that cannot be loaded is one failed test. */
export async function runFile(modules: Modules, replacements: readonly Replacement[], run: FileRun): Promise<Ran[]> {
	const loader = new Loader(modules, replacements);
	const ran: Ran[] = [];
	let hasFailed = false;
	const end = cpu() + (run.limit ?? Number.POSITIVE_INFINITY);
	let [start, startedAt] = [0, 0];
	const idOf = (task: { id: string }) => task.id.slice(task.id.indexOf("_"));
	const own = {
		config: CONFIG,
		pool: "threads",
		importFile: async (path: string) => {
			loader.load("test/support/seed.ts");
			await (loader.load(path) as { LOADED?: Promise<void> }).LOADED;
		},
		onCollected: (files: runner.File[] | undefined) => {
			const isSelected = (test: runner.Test) => run.tests?.has(idOf(test)) ?? !run.skipped?.test(test.fullTestName);
			for (const file of files ?? []) select(file, isSelected);
		},
		onBeforeRunTask: (test: runner.Test) => {
			start = cpu();
			startedAt = performance.now();
			if ((hasFailed && run.stopsAtFailure) || start > end) test.mode = "skip";
		},
		onBeforeTryTask: (test: runner.Test) => run.onTest(idOf(test)),
		onAfterRunTask: (test: runner.Test) => {
			run.onTest("");
			const state = test.result?.state;
			if (state !== "pass" && state !== "fail") return;
			if (state === "fail") hasFailed = true;
			const elapsed = performance.now() - startedAt;
			ran.push({ id: idOf(test), name: test.name, passed: state === "pass", milliseconds: cpu() - start, elapsed });
		},
	};
	const [file] = await runner.startTests([run.file], own as never);
	endResidents(loader);
	const isBroken = file?.result?.state === "fail" && !hasFailed;
	const name = `the file: ${file?.result?.errors?.[0]?.message ?? "a hook"}`;
	if (isBroken) ran.push({ id: "", name, passed: false, milliseconds: 0, elapsed: 0 });
	return ran;
}

/** Ends the processes that run the command line for the tests of a file. */
function endResidents(loader: Loader): void {
	const loaded = loader.loadedAs("test/cli/resident.ts") as { Resident: typeof Resident } | undefined;
	loaded?.Resident.endAll();
}

/** Skips the tests that are not selected. A suite without any is skipped with its hooks. */
function select(suite: runner.Suite, isSelected: (test: runner.Test) => boolean): boolean {
	let some = false;
	for (const task of suite.tasks) {
		if (task.type === "suite" ? select(task, isSelected) : task.mode === "run" && isSelected(task)) some = true;
		else if (task.type !== "suite" && task.mode === "run") task.mode = "skip";
	}
	if (!some && suite.mode === "run") suite.mode = "skip";
	return some;
}
