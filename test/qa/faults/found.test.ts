/** Faults that once left something behind: `npm run faults` and `npm run powercut` have found them. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { writeTable } from "../kills/tables.mjs";
import { tryFaults } from "./calls";
import { tryPowerCuts } from "./powercut";
import { Runner } from "./runner";
import { type Fault, Shim } from "./shim";
import { Stage } from "./stage";
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
const each = (kind: Fault["kind"], code: Fault["code"], numbers: readonly number[]): Fault[] =>
	numbers.map((at) => ({ kind, at, mode: "once", code }));

describe("a call that fails", () => {
	it("does not leave a temporary file whose kind cannot be told", () => {
		expect(tryFaults(runner, wayOf("keep-passes"), each("stat", "EIO", [12, 13, 14, 15, 16, 17, 18]))).toEqual([]);
	});

	it("does not leave a lock whose guard cannot be opened", () => {
		expect(tryFaults(runner, wayOf("seen-first"), each("open", "EMFILE", [11, 12, 13, 14, 15, 16, 17, 18]))).toEqual([]);
	});

	it("does not leave the lock of a set whose size cannot be told", () => {
		expect(tryFaults(runner, wayOf("seen-passes"), each("stat", "EDQUOT", [18, 19, 20, 21, 22, 23, 24, 25, 26]))).toEqual([]);
	});

	it("does not leave a lock or guard that cannot be closed, nor fail once the set is in place", () => {
		expect(tryFaults(runner, wayOf("seen-first"), each("close", "ENOSPC", [1, 2, 3, 4, 5, 6, 7, 8]))).toEqual([]);
	});

	it("is one sentence if no file of a set or part can be closed, and nothing if it is one that nobody needs", () => {
		const lasting = each("close", "EIO", [1, 2, 3, 4, 5, 6, 7, 8]).map((fault) => ({ ...fault, mode: "always" as const }));
		for (const name of ["seen-first", "partition"]) expect(tryFaults(runner, wayOf(name), lasting)).toEqual([]);
		for (const name of ["seen compact", "seen merge"])
			expect(tryFaults(runner, wayOf(name), each("close", "ENOSPC", [1, 2, 3, 4, 5, 6, 7, 8]))).toEqual([]);
	});

	it.each(["seen-first", "seen-second", "seen-audit"])(
		"does not make a set new if it is a sync and the run fails: %s",
		(name) => {
			expect(tryFaults(runner, wayOf(name), each("sync", "EIO", [1, 2, 3, 4, 5, 6, 7, 8]))).toEqual([]);
		},
	);

	it("does not leave the directory of files that are replaced together if its link cannot be read", () => {
		expect(tryFaults(runner, wayOf("learn"), each("stat", "EIO", [27, 28, 29, 30, 31]))).toEqual([]);
	});

	it("leaves files that are replaced together to the next run if no rename succeeds any more, in one sentence", () => {
		const lasting = each("rename", "EIO", [2, 4, 6, 8]).map((fault) => ({ ...fault, mode: "always" as const }));
		expect(tryFaults(runner, wayOf("learn"), lasting)).toEqual([]);
		const { args, before } = runner.prepare(wayOf("learn"));
		const runs = [1, 2, 3, 4, 5, 6, 7, 8].map((at) => {
			stage.set(before);
			return runner.run(args, "", { kind: "rename", at, mode: "always", code: "EIO" });
		});
		const failed = runs.filter(({ status }) => status !== 0);
		expect(failed.length).toBeGreaterThan(5);
		for (const { status, stderr } of failed)
			expect([status, stderr]).toEqual([3, expect.stringMatching(/cannot write [^\n]+: the device failed\n$/)]);
	});

	it("reads the same table if an Arrow file comes in pieces", async () => {
		const path = `${stage.root}/table.arrow`;
		await writeTable(path, Buffer.from(COLUMN));
		const way = waysWith({ ...NONE, arrow: readFileSync(path) }).find(({ name }) => name === "arrow")!;
		const pieces = Array.from({ length: 20 }, (_, at): Fault => ({ kind: "read", at: at + 1, mode: "short", code: "EIO" }));
		expect(tryFaults(runner, way, pieces)).toEqual([]);
	});

	it("is named, also a quota that is used up", () => {
		const { args, before } = runner.prepare(wayOf("memory"));
		stage.set(before);
		const { status, stderr } = runner.run(args, "", { kind: "write", at: 1, mode: "once", code: "EDQUOT" });
		expect([status, stderr]).toEqual([3, `urlsieve: cannot write ${stage.path("out")}: the disk quota is used up\n`]);
	});
});

describe("a power failure", () => {
	it.each(["memory", "partition"])("leaves outputs that are old or new: %s", (name) => {
		const totals = { runs: 0, checks: 0, failures: 0 };
		const rows: string[] = [];
		tryPowerCuts(runner, wayOf(name), 5, totals, (row) => rows.push(row));
		expect(rows).toEqual([]);
		expect(totals.runs).toBeGreaterThan(10);
	});
});
