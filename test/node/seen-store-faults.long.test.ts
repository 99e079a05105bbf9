/** SeenStore under faults: what `flush` has acknowledged is there after each of them, and nothing that was never added. */
import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SeenStore } from "urlsieve/node";
import { afterAll, describe, expect, it } from "vitest";
import { run } from "../cli/command";
import { builtUrl } from "../support/dist";

const folder = mkdtempSync(join(tmpdir(), "urlsieve-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newPath = () => join(folder, `${++files}.seen`);

const ENTRY = builtUrl("node.js");
const FAULTS = fileURLToPath(new URL("../cli/faults.mjs", import.meta.url));

/** More keys than a table has room for: a thread merges them. */
const MANY = 2 ** 20 + 10_000;

function linesOf(from: number, count: number): Uint8Array {
	return new TextEncoder().encode(Array.from({ length: count }, (_, index) => `a:${from + index}\n`).join(""));
}

/** Runs a program, which has `store` and `linesOf`, under faults. */
function runProgram(path: string, faults: object, body: string) {
	const program = `
		import { SeenStore } from ${JSON.stringify(ENTRY)};
		${linesOf.toString()}
		const store = await SeenStore.open(${JSON.stringify(path)});
		${body}`;
	const env = { ...process.env, FAULTS: JSON.stringify(faults) };
	// From a file: threads inherit --input-type, and cannot start with it.
	const file = join(folder, "program.mjs");
	writeFileSync(file, program);
	return spawnSync(process.execPath, ["--import", FAULTS, file], { env, encoding: "utf8" });
}

describe("a thread that writes a run", () => {
	it("ends the store if its sync fails: the log may be lost as well", async () => {
		const path = newPath();
		await (await SeenStore.open(path)).close();
		const { stdout, stderr } = runProgram(
			path,
			{ fail: { call: "fdatasyncSync", at: 1, code: "EIO", inThread: true } },
			`
			const codes = [];
			const note = async (step) => { try { await step(); codes.push("done"); } catch (error) { codes.push(error.code); } };
			await store.addLines(linesOf(0, ${MANY}));
			await new Promise((resolve) => setTimeout(resolve, 20));
			for (let turn = 0; turn < 200 && !codes.includes("file-failed"); ++turn) {
				await note(() => store.flush());
				await new Promise((resolve) => setTimeout(resolve, 20));
			}
			await note(() => store.add("b:0"));
			await note(() => store.flush());
			await note(() => store.close());
			console.log(codes.slice(codes.indexOf("file-failed")).join(" "));`,
		);
		expect([stdout, stderr]).toEqual(["file-failed store-failed store-failed store-failed\n", ""]);
		const again = await SeenStore.open(path);
		expect(again.size).toBeGreaterThanOrEqual(0);
		await again.close();
	});

	it.each([5, 15, 1, 8, 11, 13, 20])("may be killed before its write number %i", async (at) => {
		const path = newPath();
		const body = `
			for (let from = 0; from < 2_200_000; from += 220_000) {
				await store.addLines(linesOf(from, 220_000));
				await store.flush();
				process.stdout.write(from + 220_000 + "\\n");
			}
			await new Promise((resolve) => setTimeout(resolve, 20_000));`;
		const { stdout, signal } = runProgram(path, { kill: { call: "writeSync", at, inThread: true } }, body);
		expect(signal).toBe("SIGKILL");
		const acknowledged = Number(stdout.split("\n").at(-2) ?? 0);
		const store = await SeenStore.open(path);
		expect(store.size).toBeGreaterThanOrEqual(acknowledged);
		expect(store.size).toBeLessThanOrEqual(acknowledged + 220_000);
		const { added, duplicates } = await store.addLines(linesOf(0, acknowledged));
		expect([added, duplicates]).toEqual([0, acknowledged]);
		await store.close();
		expect(run(["seen", "verify", path]).status).toBe(0);
		// A process removes what killed ones have left behind once, and this one may have done so for an earlier kill.
		expect(runProgram(path, {}, "await store.add('a:b'); await store.close();").signal).toBe(null);
		expect(readdirSync(folder).filter((name) => name.startsWith(".urlsieve"))).toEqual([]);
	});
});

describe("a copy made while a run is merged", () => {
	it("has all that was acknowledged", async () => {
		const path = newPath();
		const store = await SeenStore.open(path);
		await store.addLines(linesOf(0, MANY));
		await store.flush();
		for (let copies = 0; copies < 8; ++copies) {
			const copy = newPath();
			copyFileSync(path, copy);
			expect(run(["seen", "verify", copy]).stdout).toBe(`${MANY} references, no damage\n`);
			rmSync(copy);
			await new Promise((resolve) => setTimeout(resolve, 25));
		}
		await store.close();
	});
});

describe("another process", () => {
	it("that is forked cannot write to the store of its parent, which goes on", async () => {
		const path = newPath();
		const store = await SeenStore.open(path);
		store.add("a:1");
		await store.flush();
		const program = join(folder, "child.mjs");
		writeFileSync(
			program,
			`import { SeenStore } from ${JSON.stringify(ENTRY)};
			const path = process.argv[2];
			const code = await SeenStore.open(path).then(() => "opened", (error) => error.code);
			const reader = await SeenStore.open(path, { readOnly: true });
			process.send([code, reader.has("a:1")]);
			await reader.close();`,
		);
		const child = fork(program, [path]);
		const [[message]] = await Promise.all([once(child, "message"), once(child, "exit")]);
		expect(message).toEqual(["seen-locked", true]);
		store.add("a:2");
		await store.close();
		const again = await SeenStore.open(path);
		expect([again.size, again.has("a:2")]).toEqual([2, true]);
		await again.close();
	});
});
