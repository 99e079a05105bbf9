/** The program of `npm run faults` and `npm run powercut`: `build/` bundles and starts it with the options of the command line. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeTable } from "../kills/tables.mjs";
import { type Extent, type Totals, tryCalls } from "./calls";
import { tryPowerCuts } from "./powercut";
import { Runner } from "./runner";
import { Missing, Shim } from "./shim";
import { Stage } from "./stage";
import { STORE, tryStore } from "./store-cuts";
import { COLUMN, sourceOf, type Way, waysWith } from "./ways";

export interface FaultOptions extends Extent {
	readonly root: string;
	/** The names of the ways to try; all if there are none. */
	readonly ways: readonly string[];
	/** Whether the power fails, and not a call. */
	readonly cutsPower: boolean;
}

/** The ways on which the power is cut: those that differ in how they write. */
const CUT = ["memory", "audit", "report", "seen-first", "seen-second", "seen-passes", "seen-audit", "seen compact", "seen merge"];
const CUT_TOGETHER = ["parquet", "partition", "learn"];

/** Runs it. Returns the exit status: 0 if all checks passed, 1 if one failed, 2 for options that cannot be used. */
export async function main(options: FaultOptions): Promise<number> {
	const command = options.cutsPower ? "powercut" : "faults";
	const stage = new Stage(command);
	// Two runs at once have one each.
	const library = `${stage.root}-shim`;
	try {
		const shim = new Shim(sourceOf(options.root), library, stage.root);
		const runner = new Runner(options.root, stage, shim);
		const totals = await tryAll(runner, await allWays(stage), options);
		runner.end();
		shim.close();
		return conclude(totals);
	} catch (error) {
		if (!(error instanceof Missing)) throw error;
		console.error(`${command}: ${error.message}.`);
		return 2;
	} finally {
		stage.remove();
		rmSync(library, { recursive: true, force: true });
	}
}

async function allWays(stage: Stage): Promise<readonly Way[]> {
	const octetsOf = async (name: string) => {
		const path = join(stage.root, name);
		await writeTable(path, Buffer.from(COLUMN));
		return readFileSync(path);
	};
	return waysWith({ parquet: await octetsOf("table.parquet"), arrow: await octetsOf("table.arrow") });
}

async function tryAll(runner: Runner, all: readonly Way[], options: FaultOptions): Promise<Totals> {
	const totals = { runs: 0, checks: 0, failures: 0 };
	const usable = options.cutsPower ? all.filter(({ name }) => [...CUT, ...CUT_TOGETHER].includes(name)) : all;
	const attempts = usable.map((way) => ({ name: way.name, attempt: () => tryWay(runner, way, options, totals) }));
	if (options.cutsPower) attempts.push({ name: STORE, attempt: () => tryStore(runner, options, totals, tell) });
	const unknown = options.ways.find((name) => !attempts.some((attempt) => attempt.name === name));
	if (unknown !== undefined)
		throw new Missing(`there is no way "${unknown}": take ${attempts.map(({ name }) => name).join(", ")}`);
	for (const { name, attempt } of attempts) {
		if (options.ways.length > 0 && !options.ways.includes(name)) continue;
		const [{ runs, failures }, start] = [{ ...totals }, performance.now()];
		await attempt();
		const seconds = ((performance.now() - start) / 1000).toFixed(1);
		console.log(`${name}: ${totals.runs - runs} runs, ${totals.failures - failures} failures, ${seconds} s`);
	}
	return totals;
}

async function tryWay(runner: Runner, way: Way, options: FaultOptions, totals: Totals): Promise<void> {
	if (options.cutsPower) tryPowerCuts(runner, way, options.every, totals, tell);
	else tryCalls(runner, way, options, totals, tell);
}

function tell(row: string): void {
	console.log(`✗ ${row}`);
}

function conclude({ runs, checks, failures }: Totals): number {
	// A run that has checked nothing has failed.
	const failed = checks === 0 ? 1 : failures;
	const { user, system } = process.cpuUsage();
	console.log(`${runs} faults; ${((user + system) / 1e6).toFixed(1)} s of CPU time besides the runs`);
	console.log(`${Math.max(0, checks - failed)} passed, ${failed} failed`);
	return failed === 0 ? 0 : 1;
}
