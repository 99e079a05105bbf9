/**
 * A process that runs tests on mutants. The CPU time of each run is limited: a mutant that hangs holds the main thread, so that another
 * one ends the process, and what it has started (watch.ts).
 */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { KernelSource } from "../../src/engine/kernel-source";
import { cpu, endSession } from "./children";
import { CompiledKernels, type ReplacedKernel } from "./compiled-kernels";
import { FILE_TIME } from "./dry-run";
import { Modules, type Replacement } from "./modules";
import { ACTIVE_MUTANT } from "./package";
import { runFile, VITEST } from "./suite";
import type { Watched } from "./watch";

/** What a process is started with. */
export interface Start {
	readonly root: string;
	/** A file with the translated sources, as JSON. */
	readonly code: string;
	/** Whether the kernels in WebAssembly run. */
	readonly hasWasm: boolean;
	/** The folder of the package whose command line is tested, if it has mutants. */
	readonly dist?: string | undefined;
	/** Milliseconds of CPU time of a file in a dry run: tests that have not started by then are left out. `FILE_TIME` by default. */
	readonly fileTime?: number;
}

/** A run of some tests. */
export interface Task {
	readonly replacements: readonly Replacement[];
	/** The number of the mutant in the package: processes that tests start have it, too. */
	readonly active?: number;
	/** Kernels that are replaced, where kernels in WebAssembly run. */
	readonly kernels?: readonly ReplacedKernel[];
	/** Files of tests, the tests to run, and the seconds of CPU time that they may take. */
	readonly files: readonly { readonly file: string; readonly tests?: readonly string[]; readonly limit: number }[];
	/** Whether all tests run, and tell which mutants they reach. */
	readonly isDry: boolean;
}

/** A test of a dry run. */
export interface DryTest {
	readonly id: string;
	readonly name: string;
	readonly passed: boolean;
	readonly milliseconds: number;
	/** Milliseconds from its start to its end. */
	readonly elapsed?: number;
	readonly reached: readonly number[];
}

/** A file of a dry run. */
export interface DryFile {
	readonly file: string;
	readonly tests: readonly DryTest[];
	/** The mutants that are reached outside of tests. */
	readonly reached: readonly number[];
}

/** What came of a task: the first test that fails. */
export interface Reply {
	readonly failed?: string;
	readonly dry?: readonly DryFile[];
}

const start = JSON.parse(process.argv[2] as string) as Start;
const KERNELS = ["core", "crawl", "datasets", "store"];
const given = new Map<string, unknown>([["vitest", VITEST]]);
const adapt = new Map<string, (exports: never) => void>();
if (!start.hasWasm) {
	// Every engine is that of the portable sources: a comparison with a build finds nothing. A kernel that is asked of the other engine
	// comes from them, too, so that tests which name that engine run.
	adapt.set("src/engine/kernel-source.ts", (exports: { KernelSource: typeof KernelSource }) => {
		exports.KernelSource.prototype.isAvailable = () => true;
	});
	for (const name of KERNELS) given.set(`#${name}-kernel`, { __esModule: true, default: () => new Uint8Array() });
	Reflect.deleteProperty(globalThis, "WebAssembly");
}
const compiled = start.hasWasm ? new CompiledKernels(start.root) : undefined;
const modules = new Modules(start.root, new Map(JSON.parse(readFileSync(start.code, "utf8"))), given, adapt);

let reached = new Set<number>();
Object.assign(globalThis, {
	REACHED: (...numbers: number[]) => {
		for (const number of numbers) reached.add(number);
	},
});

/** Milliseconds of CPU time at which the process ends. */
const deadline = new Float64Array(new SharedArrayBuffer(8)).fill(Number.POSITIVE_INFINITY);
new Worker(new URL("./watch.js", import.meta.url), { workerData: { deadline } satisfies Watched }).unref();

/** Where processes note which mutants they reach. */
const NOTES = join(tmpdir(), "reached");
if (start.dist !== undefined) process.env.URLSIEVE_DIST = start.dist;

/** Where every engine is that of the portable sources, a test for Wasm repeats one for JavaScript. */
const REPEATED = start.hasWasm ? undefined : /\bwasm\b/;
async function dryRun(file: string): Promise<DryFile> {
	const outside = new Set<number>();
	const tests = new Map<string, Set<number>>();
	reached = outside;
	const onTest = (id: string) => {
		takeNotes(outside);
		for (const number of compiled?.takeReached() ?? []) reached.add(number);
		reached = id === "" ? outside : (tests.get(id) ?? new Set());
		if (id !== "") tests.set(id, reached);
	};
	const limits = { tests: undefined, skipped: REPEATED, limit: start.fileTime ?? FILE_TIME };
	const ran = await runFile(modules, [], { file, ...limits, stopsAtFailure: false, onTest });
	onTest("");
	compiled?.forget();
	tidy();
	return { file, reached: [...outside], tests: ran.map((test) => ({ ...test, reached: [...(tests.get(test.id) ?? [])] })) };
}

/** What other processes have reached since the last look. What the modules of one have reached holds for all later runs. */
function takeNotes(outside: Set<number>): void {
	if (!existsSync(NOTES)) return;
	for (const line of readFileSync(NOTES, "latin1").trim().split("\n")) {
		const isStatic = line.startsWith("static ");
		(isStatic ? outside : reached).add(Number(isStatic ? line.slice("static ".length) : line));
	}
	rmSync(NOTES);
}

/** Ends what tests have started, and removes their files. */
function tidy(): void {
	endSession(process.pid);
	for (const name of readdirSync(tmpdir())) rmSync(join(tmpdir(), name), { recursive: true, force: true });
}

async function tryMutant({ replacements, active, files }: Task): Promise<Reply> {
	process.env[ACTIVE_MUTANT] = `${active ?? -1}`;
	for (const { file, tests, limit } of files) {
		limitTime(limit);
		const selected = tests && new Set(tests);
		const ran = await runFile(modules, replacements, { file, tests: selected, stopsAtFailure: true, onTest: () => {} });
		tidy();
		const failed = ran.find(({ passed }) => !passed);
		if (failed !== undefined) return { failed: `${file}: ${failed.name}` };
	}
	return {};
}

function limitTime(seconds: number): void {
	deadline[0] = cpu() + seconds * 1000;
}

async function dryRunAll({ files }: Task): Promise<DryFile[]> {
	process.env.URLSIEVE_REACHED = NOTES;
	process.env.NODE_OPTIONS = `--require ${JSON.stringify(join(start.root, "test", "mutants", "recorder.cjs"))}`;
	const dry: DryFile[] = [];
	for (const { file, limit } of files) {
		limitTime(limit);
		dry.push(await dryRun(file));
	}
	return dry;
}

process.on("message", async (task: Task) => {
	compiled?.replace(task.kernels ?? []);
	const reply: Reply = task.isDry ? { dry: await dryRunAll(task) } : await tryMutant(task);
	deadline[0] = Number.POSITIVE_INFINITY;
	process.send?.(reply);
});
// What a mutant throws where no test waits for it: the test that did has failed already, or fails for another reason.
process.on("unhandledRejection", () => {});
