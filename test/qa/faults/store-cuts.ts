/** Cuts the power while a program adds to a SeenStore: what `flush` has acknowledged must be there. */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { SeenStore } from "urlsieve/node";
import type { Extent, Totals } from "./calls";
import { diskOf, failuresOf, restore } from "./powercut";
import type { Runner } from "./runner";
import { BATCH_SIZE, BATCHES, batch } from "./store-batches.mjs";
import { type Call, readTrace } from "./trace";

/** Every so manieth reference of a batch is looked up. */
const STRIDE = 100;

/** The name of this way. */
export const STORE = "store";

export async function tryStore(
	runner: Runner,
	{ every, root }: Extent & { readonly root: string },
	totals: Totals,
	tell: (row: string) => void,
): Promise<void> {
	const { stage } = runner;
	stage.set(new Map());
	const [disk, log] = [diskOf(stage), join(stage.root, "trace")];
	rmSync(log, { force: true });
	const module = join(root, "build", "out", "dist", "node.js");
	const program = join(root, "test", "qa", "faults", "store-program.mjs");
	const { status, stderr } = spawnSync(process.execPath, [program, module, stage.work], { env: runner.environment(log) });
	if (status !== 0) throw new Error(`the program of the store fails: ${stderr}`);
	const node = (await import(module)) as { SeenStore: typeof SeenStore };
	const calls = readTrace(readFileSync(log));
	const acknowledged = acknowledgedIn(calls, stage.path("acknowledged"));
	let number = 0;
	for (const { image, story, calls: at } of failuresOf(disk, calls, acknowledged)) {
		if (number++ % every !== 0) continue;
		restore(stage, image);
		const faults = await storeFaults(node.SeenStore, stage.path("urls.seen"), acknowledged(at));
		totals.runs += 1;
		totals.checks += 1;
		totals.failures += faults.length;
		for (const text of faults) tell(JSON.stringify([STORE, story, text]));
	}
}

/** How many batches are acknowledged before call number `at`: the program writes a line after each `flush`. */
function acknowledgedIn(calls: readonly Call[], path: string): (at: number) => number {
	const created = calls.find((call) => call.kind === "create" && call.path === path);
	const inode = created?.kind === "create" ? created.inode : undefined;
	let count = 0;
	const counts = [0, ...calls.map((call) => (call.kind === "write" && call.inode === inode ? ++count : count))];
	if (count !== BATCHES) throw new Error(`${count} of ${BATCHES} batches are acknowledged in the trace`);
	return (at) => counts[at] as number;
}

/** What a store lacks of the batches that were acknowledged. */
async function storeFaults(Store: typeof SeenStore, path: string, acknowledged: number): Promise<string[]> {
	if (acknowledged === 0) return [];
	try {
		const store = await Store.open(path, { readOnly: true });
		const least = acknowledged * BATCH_SIZE;
		const lost = store.size < least ? [`${store.size} references are left of ${least}`] : [];
		const samples = Array.from({ length: acknowledged }, (_, number) => batch(number).filter((_, index) => index % STRIDE === 0));
		if (!samples.flat().every((url) => store.has(url))) lost.push("references are lost");
		await store.close();
		return lost;
	} catch (error) {
		return [`${acknowledged} batches are acknowledged, but: ${(error as Error).message}`];
	}
}
