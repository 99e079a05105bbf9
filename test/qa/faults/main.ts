/** The program of `npm run faults` and `npm run powercut`: `build/` bundles and starts it with the options of the command line. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Extent, type Totals, tryCalls } from "./calls";
import { tryPowerCuts } from "./powercut";
import { Runner } from "./runner";
import { Missing, Shim } from "./shim";
import { Stage } from "./stage";
import { writeTable } from "./tables.mjs";
import { COLUMN, sourceOf, type Way, waysWith } from "./ways";

export interface FaultOptions extends Extent {
	readonly root: string;
	/** The names of the ways to try. Without names, all. */
	readonly ways: readonly string[];
	/** Whether the power fails, and not a call. */
	readonly cutsPower: boolean;
}

/** The ways on which the power is cut: those that differ in how they write. */
const CUT = [
	"memory",
	"audit",
	"report",
	"seen-first",
	"seen-second",
	"seen-passes",
	"seen-audit",
	"seen compact",
	"seen add",
	"seen remove",
	"seen merge",
].concat(["parquet", "partition", "learn"]);

/** Runs it. Returns the exit status: 0 if all checks passed, 1 if one failed, 2 for options that cannot be used. */
export async function main(options: FaultOptions): Promise<number> {
	const command = options.cutsPower ? "powercut" : "faults";
	const stage = new Stage(command);
	// Two runs at once have one each.
	const library = `${stage.root}-shim`;
	try {
		const shim = new Shim(sourceOf(options.root), library, stage.root);
		const runner = new Runner(options.root, stage, shim);
		const totals = tryAll(runner, await allWays(stage), options);
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

function tryAll(runner: Runner, all: readonly Way[], { ways, cutsPower, ...extent }: FaultOptions): Totals {
	const totals = { runs: 0, checks: 0, failures: 0 };
	const usable = cutsPower ? all.filter(({ name }) => CUT.includes(name)) : all;
	const unknown = ways.find((name) => !usable.some((way) => way.name === name));
	if (unknown !== undefined) throw new Missing(`there is no way "${unknown}": take ${usable.map(({ name }) => name).join(", ")}`);
	for (const way of usable.filter(({ name }) => ways.length === 0 || ways.includes(name))) {
		const [{ runs, failures }, start] = [{ ...totals }, performance.now()];
		if (cutsPower) tryPowerCuts(runner, way, extent.every, totals, tell);
		else tryCalls(runner, way, extent, totals, tell);
		const seconds = ((performance.now() - start) / 1000).toFixed(1);
		console.log(`${way.name}: ${totals.runs - runs} runs, ${totals.failures - failures} failures, ${seconds} s`);
	}
	return totals;
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
