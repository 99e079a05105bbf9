/**
 * The fuzzer tested: faults are planted in the kernels, one instruction at a time, and each must be found by a run of the fuzzer
 * in a process of its own. Trials are recorded, so that a run that was stopped goes on.
 */
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { KERNEL_FILES } from "../fuzz/kernel-files";
import { type BuildMap, isOnlyFaster, placesOf } from "./instruction-places";
import { type Mutant, mutantsOf, planted } from "./mutants";
import { type Fuzzed, fuzzKernel, limitOf, type Trials } from "./trials";

/** The extent of a run. */
export interface PlantedOptions extends Trials {
	/** Mutants of each kernel. */
	readonly sample: number;
	/** The file of the only kernel to take, or undefined for all. */
	readonly kernel: string | undefined;
	/** The percentage of the faults of each kernel that must be found, those of statements that are only faster aside. */
	readonly min: number;
}

/** The options, with the kernels that are meant. */
interface Planting extends PlantedOptions {
	readonly kernels: readonly string[];
}

const KERNELS: readonly string[] = Object.values(KERNEL_FILES);

interface Row extends Mutant {
	readonly kernel: string;
	readonly outcome: Fuzzed["outcome"];
	/** The check that found it. */
	readonly check: string;
	/** File and line of the source. */
	readonly place: string;
	/** The hash of the fuzzer. */
	readonly fuzzer: string;
}

/** Plants faults in kernels. Returns the exit status: 0 if the share found is high enough in every kernel, 2 without a kernel. */
export async function runPlanted(given: PlantedOptions, buildMap: BuildMap): Promise<number> {
	const kernels = KERNELS.filter((kernel) => given.kernel === undefined || kernel === given.kernel);
	if (kernels.length === 0) {
		console.error(`planted: --kernel must be one of ${KERNELS.join(", ")}, not "${given.kernel}".`);
		return 2;
	}
	const options = { ...given, kernels };
	const record = join(options.root, "build", "out", "planted", `${options.sample}-${options.seed}-${options.lines}.jsonl`);
	mkdirSync(join(record, ".."), { recursive: true });
	const fuzzer = createHash("sha256")
		.update(readFileSync(join(options.root, "build", "out", "fuzz", "main.js")))
		.digest("hex");
	// A fault that another fuzzer has not found is tried again. Two runs at once may record a fault twice.
	const recorded = readRows(record, options).filter((row) => row.outcome !== "survived" || row.fuzzer === fuzzer);
	const known = [...new Map(recorded.map((row) => [`${row.kernel} ${row.at}`, row])).values()];
	const waiting = mutantsOfAll(options).filter(
		([kernel, { at }]) => !known.some((row) => row.kernel === kernel && row.at === at),
	);
	const limits = new Map(await Promise.all(kernels.map(async (kernel) => [kernel, await limitOf(kernel, options)] as const)));
	const places = new Map(
		await Promise.all(kernels.map(async (kernel) => [kernel, await placesOf(kernel, options.root, buildMap)] as const)),
	);
	const work = async (worker: number) => {
		for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
			const place = places.get(next[0])?.(next[1].at) ?? "";
			const row = { ...(await tryMutant(next, options, worker, limits.get(next[0]) as number)), place, fuzzer };
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

async function tryMutant(
	[kernel, mutant]: [string, Mutant],
	options: Planting,
	worker: number,
	seconds: number,
): Promise<Omit<Row, "fuzzer" | "place">> {
	const module = planted(readFileSync(join(options.root, "build", "out", kernel)), mutant);
	const { outcome, output } = await fuzzKernel(kernel, module, options, worker, seconds);
	const check = /^\["([^"]*)"/m.exec(output)?.[1];
	return { ...mutant, kernel, outcome, check: outcome === "found" ? (check ?? output.slice(0, 200)) : "" };
}

function report(rows: readonly Row[], { root, kernels, seed, min }: Planting): number {
	let [found, failed] = [0, 0];
	for (const kernel of kernels) {
		const own = rows.filter((row) => row.kernel === kernel);
		const survivors = own.filter(({ outcome }) => outcome === "survived").sort((one, other) => one.at - other.at);
		const hung = own.filter(({ outcome }) => outcome === "hung").length;
		const missed = survivors.filter((row) => !isOnlyFaster(root, row.place));
		const [raw, share] = [own.length, own.length - survivors.length + missed.length].map(
			(count) => (own.length - survivors.length) / count,
		);
		const isEnough = 100 * (share as number) >= min;
		console.log(
			`${isEnough ? "✓" : "✗"} ${kernel}: ${own.length} faults, ${percent(raw)} found, ${percent(share)} without ${survivors.length - missed.length} of statements that are only faster; ${hung} hung`,
		);
		for (const { kind, place, at, before, after } of missed)
			console.log(`  survived: ${kind}, ${place}, offset ${at}: ${before} → ${after}`);
		if (isEnough) ++found;
		else ++failed;
	}
	console.log(`${rows.length} faults planted, seed ${seed}`);
	console.log(`${found} passed, ${failed} failed`);
	return failed === 0 && rows.length > 0 ? 0 : 1;
}

function percent(share: number | undefined): string {
	return `${(100 * (share ?? 0)).toFixed(1)} %`;
}
