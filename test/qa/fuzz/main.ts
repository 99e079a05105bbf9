/** The fuzzer's program: `build/fuzz.mjs` bundles and starts it with the options of the command line. */
import { join } from "node:path";
import { digestLines, digestOf } from "./digest";
import { faultOf, KernelError, type KernelPaths, kernelPaths, loadProducts } from "./product";
import { run, type Totals } from "./run";
import { Watchdog } from "./watchdog";

/** Options, checked. */
export interface FuzzOptions {
	readonly root: string;
	readonly lines: number;
	readonly seed: number;
	readonly minutes: number;
	readonly kernels: string | undefined;
	/** Ends with the first failure, which is not made shorter. */
	readonly isQuick?: boolean;
	/** Scenes of a hostile host for each kernel. The default is a share of the lines. */
	readonly scenes?: number | undefined;
	/** Prints one SHA-256 of all answers instead. */
	readonly isDigest?: boolean | undefined;
	/** Fuzzes the readers of files instead, with this number of damaged files for each. */
	readonly readers?: number | undefined;
}

/** Prints the digest of each engine's answers. Returns 0 if all are equal. */
async function runDigest(options: FuzzOptions, files: KernelPaths): Promise<number> {
	const { reference, others } = await loadProducts(join(options.root, "test", "qa", "fuzz", "kernel-hooks.mjs"), files);
	const lines = digestLines(options.lines, options.seed);
	const digests: string[] = [];
	for (const { name, engine, core, crawl } of [reference, ...others.map(([product]) => product)]) {
		const digest = await digestOf(lines, core, crawl, engine);
		digests.push(digest);
		console.log(`${digest}  ${name}`);
	}
	const different = digests.filter((digest) => digest !== digests[0]).length;
	console.log(`${digests.length - different} passed, ${different} failed`);
	console.log(`${options.lines} lines, seed ${options.seed}: ${different === 0 ? digests[0] : "the engines differ"}`);
	return different === 0 && digests.length > 1 ? 0 : 1;
}

/** Runs the fuzzer. Returns the exit status: 0 if all checks passed, 1 if one failed, 2 for options that cannot be used. */
export async function main(options: FuzzOptions): Promise<number> {
	if (options.readers !== undefined) {
		const { runReaders } = await import("./readers");
		const { root, readers: files, seed } = options;
		return conclude(await runReaders({ root, files, seed }, (row) => console.log(row)), seed, "files");
	}
	const files = filesOf(options);
	if (files === undefined) return 2;
	if (options.isDigest) return runDigest(options, files);
	const faults = files.tested.flatMap((name) => {
		const file = files.all[name] as string;
		const fault = faultOf(file, name);
		return fault === undefined ? [] : [JSON.stringify(["the kernel starts", file, fault])];
	});
	for (const fault of faults) console.log(fault);
	const totals = faults.length > 0 ? { lines: 0, checks: faults.length, failures: faults.length } : await runOn(options, files);
	return conclude(totals, options.seed);
}

function filesOf({ root, kernels }: FuzzOptions): KernelPaths | undefined {
	try {
		return kernelPaths(root, kernels);
	} catch (error) {
		if (!(error instanceof KernelError)) throw error;
		console.error(`fuzz: ${error.message}`);
		return undefined;
	}
}

async function runOn({ root, lines, seed, minutes, isQuick, scenes }: FuzzOptions, files: KernelPaths) {
	// A third of the lines is rejected: the stack of each error would cost more than the line.
	Error.stackTraceLimit = 0;
	const tested = await loadProducts(join(root, "test", "qa", "fuzz", "kernel-hooks.mjs"), files);
	const watchdog = new Watchdog(seed);
	const onBatch = (done: number) => watchdog.beat(done);
	const extent = { lines, seed, milliseconds: minutes * 60_000, isQuick: isQuick === true, scenes, onBatch };
	const totals = await run(extent, tested, (row) => console.log(row));
	await watchdog.end();
	return totals;
}

function conclude({ lines, deepLines, scenes, checks, failures }: Totals, seed: number, unit = "lines"): number {
	// A run that has checked nothing has failed.
	const failed = checks === 0 ? 1 : failures;
	const cpu = process.cpuUsage();
	console.log(`${((cpu.user + cpu.system) / 1e6).toFixed(1)} s of CPU time`);
	if (deepLines !== undefined) console.log(`${lines} wide lines, ${deepLines} deep lines, ${scenes} scenes`);
	console.log(`${Math.max(0, checks - failed)} passed, ${failed} failed`);
	console.log(`${lines} ${unit}, ${checks} checks, ${failed} failures, seed ${seed}`);
	return failed === 0 ? 0 : 1;
}
