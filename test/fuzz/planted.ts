/**
 * The fuzzer tested: faults are planted in the kernels, one instruction at a time, and each has to be found by a run of the fuzzer
 * in a process of its own. What is done is recorded, so that a run that was stopped goes on.
 */
import { execFile } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type Mutant, mutantsOf, planted } from "./mutants";
import { KERNEL_FILES } from "./product";

/** How much to plant. */
export interface PlantedOptions {
	readonly root: string;
	/** Mutants of each kernel. */
	readonly sample: number;
	readonly seed: number;
	/** Lines of each run of the fuzzer. */
	readonly lines: number;
	/** The file of the only kernel to take, or undefined for all. */
	readonly kernel: string | undefined;
}

/** The options, with the kernels that are meant. */
interface Planting extends PlantedOptions {
	readonly kernels: readonly string[];
}

/** The kernels that write forms of references. */
const KERNELS: readonly string[] = Object.values(KERNEL_FILES).filter((file) => !/datasets|store/.test(file));

/** What became of a mutant. One that hangs or traps is found, too. */
type Outcome = "found" | "hung" | "survived";
interface Row extends Mutant {
	readonly kernel: string;
	readonly outcome: Outcome;
	/** The check that found it. */
	readonly check: string;
}

/** A run that takes so many times as long as one without a fault hangs. */
const MAX_MILLISECONDS = 180_000;

/** Plants faults in kernels. Returns the exit status: 0 if the share found is high enough in every kernel, 2 if there is none. */
export async function runPlanted(given: PlantedOptions): Promise<number> {
	const kernels = KERNELS.filter((kernel) => given.kernel === undefined || kernel === given.kernel);
	if (kernels.length === 0) {
		console.error(`planted: --kernel must be one of ${KERNELS.join(", ")}, not "${given.kernel}".`);
		return 2;
	}
	const options = { ...given, kernels };
	const record = join(options.root, "build", "out", "planted", `${options.sample}-${options.seed}-${options.lines}.jsonl`);
	mkdirSync(join(record, ".."), { recursive: true });
	const known = readRows(record, options);
	const waiting = mutantsOfAll(options).filter(
		([kernel, { at }]) => !known.some((row) => row.kernel === kernel && row.at === at),
	);
	const work = async (worker: number) => {
		for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
			const row = await tryMutant(next, options, worker);
			known.push(row);
			appendFileSync(record, `${JSON.stringify(row)}\n`);
		}
	};
	await Promise.all(Array.from({ length: availableParallelism() }, (_, worker) => work(worker)));
	return report(
		known.filter(({ kernel }) => kernels.includes(kernel)),
		options,
	);
}

/** The rows of a run that was stopped, if the kernels are still the same. A row that is torn is done again. */
function readRows(record: string, { root }: PlantedOptions): Row[] {
	if (!existsSync(record)) return [];
	const rows = readFileSync(record, "utf8")
		.split("\n")
		.flatMap((line) => {
			try {
				return [JSON.parse(line) as Row];
			} catch {
				return [];
			}
		});
	const isSame = rows.every(({ kernel, at, before }) => {
		const octets = readFileSync(join(root, "build", "out", kernel));
		return octets.subarray(at, at + before.length / 2).toString("hex") === before;
	});
	if (isSame) return rows;
	rmSync(record);
	return [];
}

function mutantsOfAll({ root, sample, seed, kernels }: Planting): [string, Mutant][] {
	return kernels.flatMap((kernel) => {
		const module = readFileSync(join(root, "build", "out", kernel));
		return mutantsOf(module, sample, seed).map((mutant): [string, Mutant] => [kernel, mutant]);
	});
}

async function tryMutant([kernel, mutant]: [string, Mutant], options: PlantedOptions, worker: number): Promise<Row> {
	const { root, seed, lines } = options;
	const folder = join(root, "build", "out", "planted", `kernels-${process.pid}-${worker}`);
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, kernel), planted(readFileSync(join(root, "build", "out", kernel)), mutant));
	const args = [join(root, "test", "fuzz", "start.mjs"), JSON.stringify({ root, lines, seed, kernels: folder })];
	const { killed, code, output } = await new Promise<{ killed: boolean; code: unknown; output: string }>((resolve) => {
		execFile(process.execPath, args, { timeout: MAX_MILLISECONDS, killSignal: "SIGKILL" }, (error, stdout, stderr) =>
			resolve({ killed: error?.killed === true, code: error?.code, output: stdout + stderr }),
		);
	});
	rmSync(folder, { recursive: true });
	const outcome = killed ? "hung" : code === undefined ? "survived" : "found";
	return {
		...mutant,
		kernel,
		outcome,
		check: outcome === "found" ? (/^\["([^"]*)"/m.exec(output)?.[1] ?? output.slice(0, 200)) : "",
	};
}

/** Share of found faults that each kernel needs. */
const MIN_SHARE = 0.9;

function report(rows: readonly Row[], { kernels, seed }: Planting): number {
	let [found, failed] = [0, 0];
	for (const kernel of kernels) {
		const own = rows.filter((row) => row.kernel === kernel);
		const survivors = own.filter(({ outcome }) => outcome === "survived");
		const hung = own.filter(({ outcome }) => outcome === "hung").length;
		const share = 1 - survivors.length / own.length;
		const isEnough = share >= MIN_SHARE;
		console.log(
			`${isEnough ? "✓" : "✗"} ${kernel}: ${own.length} faults, ${(100 * share).toFixed(1)} % found, ${hung} of them by hanging`,
		);
		for (const { kind, function: index, at, before, after } of survivors)
			console.log(`  survived: ${kind}, function ${index}, offset ${at}: ${before} → ${after}`);
		if (isEnough) ++found;
		else ++failed;
	}
	console.log(`${rows.length} faults planted, seed ${seed}`);
	console.log(`${found} passed, ${failed} failed`);
	return failed === 0 && rows.length > 0 ? 0 : 1;
}
