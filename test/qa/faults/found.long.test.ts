/** Faults that once left something behind: `npm run faults` and `npm run powercut` have found them. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { tellFaults, tryFaults } from "./calls";
import { tryPowerCuts } from "./powercut";
import { Runner } from "./runner";
import { type Fault, Shim } from "./shim";
import { Stage } from "./stage";
import { writeTable } from "./tables.mjs";
import { COLUMN, sourceOf, waysWith } from "./ways";

const root = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");
const NONE = { parquet: new Uint8Array(0), arrow: new Uint8Array(0) };
const stage = new Stage("found");
const runner = new Runner(root, stage, new Shim(sourceOf(root), `${stage.root}-shim`, stage.root));
afterAll(() => {
	runner.end();
	stage.remove();
});

const wayOf = (name: string) => waysWith(NONE).find((way) => way.name === name)!;
const setups = new Map<string, ReturnType<Runner["prepare"]>>();
/** The setup of a way, made once. */
function setupOf(name: string): ReturnType<Runner["prepare"]> {
	const setup = setups.get(name) ?? runner.prepare(wayOf(name));
	setups.set(name, setup);
	return setup;
}
const each = (kind: Fault["kind"], code: Fault["code"], numbers: readonly number[], mode: Fault["mode"] = "once"): Fault[] =>
	numbers.map((at) => ({ kind, at, mode, code }));

describe("a call that fails", () => {
	it.each<readonly [what: string, way: string, kind: Fault["kind"], code: Fault["code"], numbers: readonly number[]]>([
		["a temporary file of an unknown kind", "keep-passes", "stat", "EIO", [12, 13, 14, 15, 16, 17, 18]],
		["a lock whose guard cannot be opened", "seen-first", "open", "EMFILE", [11, 12, 13, 14, 15, 16, 17, 18]],
		["the lock of a set of an unknown size", "seen-passes", "stat", "EDQUOT", [18, 19, 20, 21, 22, 23, 24, 25, 26]],
		["a lock or guard that cannot be closed", "seen-first", "close", "ENOSPC", [1, 2, 3, 4, 5, 6, 7, 8]],
		["a lock of a set that is compacted and cannot be closed", "seen compact", "close", "ENOSPC", [1, 3, 5, 7]],
		["a lock of a set that is merged and cannot be closed", "seen merge", "close", "ENOSPC", [2, 4, 6, 8]],
		["a new set if a sync fails, on the first day", "seen-first", "sync", "EIO", [1, 2, 3, 4, 5, 6, 7, 8]],
		["a new set if a sync fails, on the second day", "seen-second", "sync", "EIO", [1, 2, 3, 4, 5, 6, 7, 8]],
		["a new set if a sync fails, beside an audit", "seen-audit", "sync", "EIO", [1, 2, 3, 4, 5, 6, 7, 8]],
		["the directory of files that are replaced together if its link cannot be read", "learn", "stat", "EIO", [27, 29, 31]],
	])("does not leave %s", (_, way, kind, code, numbers) => {
		expect(tryFaults(runner, setupOf(way), each(kind, code, numbers))).toEqual([]);
	});

	it.each(["seen-first", "partition"])("is one sentence if no file can be closed from some moment on: %s", (name) => {
		expect(tryFaults(runner, setupOf(name), each("close", "EIO", [1, 2, 4, 6], "always"))).toEqual([]);
	});

	it("leaves files that are replaced together to the next run if no rename succeeds any more, in one sentence", () => {
		const totals = { runs: 0, checks: 0, failures: 0 };
		const rows: string[] = [];
		const fault: Fault = { kind: "rename", at: 4, mode: "always", code: "EIO" };
		tellFaults(runner, setupOf("learn"), fault, totals, (row) => rows.push(row));
		expect([rows, totals.checks]).toEqual([[], 2]);
	});

	it("reads the same table if an Arrow file comes in pieces", async () => {
		const path = `${stage.root}/table.arrow`;
		await writeTable(path, Buffer.from(COLUMN));
		const way = waysWith({ ...NONE, arrow: readFileSync(path) }).find(({ name }) => name === "arrow")!;
		const numbers = Array.from({ length: 20 }, (_, at) => at + 1);
		expect(tryFaults(runner, runner.prepare(way), each("read", "EIO", numbers, "short"))).toEqual([]);
	});

	it("is named, also a quota that is used up", () => {
		const { args, before } = setupOf("memory");
		stage.set(before);
		const { status, stderr } = runner.run(args, "", { kind: "write", at: 1, mode: "once", code: "EDQUOT" });
		expect([status, stderr]).toEqual([3, `urlsieve: cannot write ${stage.path("out")}: the disk quota is used up\n`]);
	});
});

describe("a power failure", () => {
	it.each(["memory", "partition"])("leaves outputs that are old or new: %s", (name) => {
		const totals = { runs: 0, checks: 0, failures: 0 };
		const rows: string[] = [];
		tryPowerCuts(runner, wayOf(name), 10, totals, (row) => rows.push(row));
		expect(rows).toEqual([]);
		expect(totals.runs).toBeGreaterThan(10);
	});
});
