/** Runs that share a --seen file take turns, and a dead run does not block others for long. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { everyNth, IS_LONG, size } from "../support/extent";
import { CLI, run, runWithFaults, until, useFolder } from "./command";
import { lockFolders } from "./lock-folders";

const { path } = useFolder();
const isRoot = process.getuid?.() === 0;

const newFolder = lockFolders(path);

/** Starts a run. `stderr` collects its messages. */
function start(args: string[], command = [process.execPath, CLI]) {
	const [program, ...before] = command as [string, ...string[]];
	const child = spawn(program, [...before, ...args]);
	const run = { child, stderr: "", ended: new Promise<number | string | null>((resolve) => ended(child, resolve)) };
	child.stderr.on("data", (text) => {
		run.stderr += text;
	});
	return run;
}

function ended(child: ChildProcess, resolve: (status: number | string | null) => void): void {
	child.on("exit", (status, signal) => resolve(status ?? signal));
}

const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `x:${from + index}\n`).join("");

// Tests that wait for other processes wait side by side.
describe("a run with --seen", () => {
	it.concurrent("waits for another run, says so once, and loses no line of either", async () => {
		const { file, names, lockText } = newFolder("turns");
		const first = start(["dedupe", "--quiet", "--seen", file("set"), "-o", file("1")]);
		await until(() => lockText() !== "");
		const second = start(["dedupe", "--quiet", "--seen", file("set"), "-o", file("2")]);
		second.child.stdin.end(lines(100, 300));
		await until(() => second.stderr.endsWith("\n"));
		first.child.stdin.end(lines(0, 200));
		expect([await first.ended, await second.ended]).toEqual([0, 0]);
		const sentence = `${file("set")} is in use by process ${first.child.pid}; waiting for it to end (--no-wait fails instead)`;
		expect([first.stderr, second.stderr]).toEqual(["", `urlsieve: ${sentence}\n`]);
		expect([readFileSync(file("1"), "utf8"), readFileSync(file("2"), "utf8")]).toEqual([lines(0, 200), lines(200, 300)]);
		expect(run(["dedupe", "--quiet", "--seen", file("set")], lines(0, 300)).stdout).toBe("");
		expect(names()).toEqual([]);
	});

	it.concurrent("takes turns with many others", async () => {
		const { file, names } = newFolder("crowd");
		const runs = Array.from({ length: 6 }, (_, index) => {
			const one = start(["dedupe", "--quiet", "--seen", file("set"), "-o", file(`${index}`)]);
			one.child.stdin.end(lines(index * 50, index * 50 + 100));
			return one;
		});
		for (const { ended } of runs) expect(await ended).toBe(0);
		const delivered = runs.flatMap((_, index) => readFileSync(file(`${index}`), "utf8").match(/.+/g) ?? []);
		expect(delivered.sort()).toEqual((lines(0, 350).match(/.+/g) as string[]).sort());
		expect(names()).toEqual([]);
	});

	it.concurrent("fails at once with --no-wait", async () => {
		const { file, lockText } = newFolder("nowait");
		const first = start(["dedupe", "--quiet", "--seen", file("set"), "-o", file("1")]);
		await until(() => lockText() !== "");
		const second = run(["dedupe", "--no-wait", "--seen", file("set"), "-o", file("2")], "x:\n");
		const reason = `process ${first.child.pid} is using it; wait for it, or run without --no-wait`;
		expect(second).toEqual({ status: 3, stdout: "", stderr: `urlsieve: cannot lock ${file("set")} (seen-locked): ${reason}\n` });
		expect(existsSync(file("2"))).toBe(false);
		first.child.stdin.end("x:\n");
		expect(await first.ended).toBe(0);
	});

	it.concurrent.each(everyNth(["SIGTERM", "SIGINT", "SIGHUP"] as const, 3))("stops waiting on %s", async (signal) => {
		const { file, names, lockText } = newFolder(`waiting${signal}`);
		const first = start(["dedupe", "--quiet", "--seen", file("set"), "-o", file("1")]);
		await until(() => lockText() !== "");
		const second = start(["dedupe", "--quiet", "--seen", file("set"), "-o", file("2")]);
		await until(() => second.stderr.endsWith("\n"));
		second.child.kill(signal);
		expect(await second.ended).toBe({ SIGTERM: 143, SIGINT: 130, SIGHUP: 129 }[signal]);
		first.child.stdin.end("x:\n");
		expect(await first.ended).toBe(0);
		expect(names()).toEqual([]);
	});

	it.concurrent("takes over at once from a killed run", async () => {
		const { file, names, lockText } = newFolder("killed");
		const first = start(["dedupe", "--quiet", "--seen", file("set"), "-o", file("1")]);
		await until(() => lockText() !== "");
		first.child.kill("SIGKILL");
		await first.ended;
		expect(run(["dedupe", "--no-wait", "--quiet", "--seen", file("set")], "x:\n")).toMatchObject({ status: 0, stdout: "x:\n" });
		expect(names()).toEqual([]);
	});

	it.concurrent("removes the lock of another set whose run was killed, but not that of one that runs", async () => {
		const { file, names, lockText } = newFolder("others");
		const killed = start(["dedupe", "--quiet", "--seen", file("killed"), "-o", file("1")]);
		await until(() => lockText() !== "");
		killed.child.kill("SIGKILL");
		await killed.ended;
		const [dead] = names().filter((name) => name.endsWith(".lock"));
		const running = start(["dedupe", "--quiet", "--seen", file("running"), "-o", file("2")]);
		await until(() => names().some((name) => name.endsWith(".lock") && name !== dead && readFileSync(file(name)).length > 0));
		const [live] = names().filter((name) => name.endsWith(".lock") && name !== dead);
		expect(run(["dedupe", "--quiet", "--seen", file("another")], "x:\n")).toMatchObject({ status: 0, stderr: "" });
		expect(names().filter((name) => name.includes(".lock"))).toEqual([live]);
		running.child.stdin.end("x:\n");
		expect([await running.ended, names()]).toEqual([0, []]);
	});

	// It takes as long as a lock must be silent. The short form moves the clock instead: see the silent locks below.
	if (IS_LONG)
		it.concurrent("takes over within a minute from a run killed in another PID namespace", async () => {
			const { file, names, lockText } = newFolder("container");
			const user = isRoot ? [] : ["--user", "--map-root-user"];
			const container = ["unshare", "--fork", "--kill-child", "--pid", "--mount-proc", ...user, process.execPath, CLI];
			const first = start(["dedupe", "--quiet", "--seen", file("set"), "-o", file("1")], container);
			await until(() => lockText() !== "");
			first.child.kill("SIGKILL");
			await first.ended;
			const refused = run(["dedupe", "--no-wait", "--seen", file("set")], "x:\n");
			expect([refused.status, refused.stderr]).toEqual([3, expect.stringContaining("process 1 elsewhere is using it")]);
			const next = run(["dedupe", "--quiet", "--seen", file("set")], "x:\n");
			expect([next.status, next.stdout]).toEqual([0, "x:\n"]);
			expect(names().filter((name) => name.includes(".lock"))).toEqual([]);
		});

	it.concurrent("keeps its heartbeat while its main thread is blocked by a full pipe", async () => {
		const { file, lockText } = newFolder("blocked");
		writeFileSync(file("list"), lines(0, 100_000));
		const blocked = start(["dedupe", "--quiet", "--seen", file("set"), file("list")]);
		await until(() => lockText() !== "");
		const first = lockText();
		await until(() => lockText() !== first);
		const [, holder, beat] = /^(.* )([0-9]{8})\n$/.exec(lockText()) ?? [];
		expect([holder, Number(beat) > 0]).toEqual([first.replace(/[0-9]{8}\n$/, ""), true]);
		blocked.child.kill("SIGKILL");
		await blocked.ended;
	});

	it("starts the thread of its heartbeat at once only if it may be blocked by another program", () => {
		const { file } = newFolder("late");
		writeFileSync(file("list"), lines(0, 100));
		const args = ["dedupe", "--quiet", "--seen", file("set")];
		const logs = ["--rejects", file("rejects"), "--audit", file("audit")];
		const outputs: [string[], string][] = [
			[["-o", file("out"), ...logs, file("list")], ""],
			[[file("list")], "heartbeat\n"],
			[["-o", file("out"), "-"], "heartbeat\n"],
			[["-o", file("out"), "--rejects", "/dev/stderr", file("list")], "heartbeat\n"],
		];
		for (const [more, started] of outputs) {
			const threads = file("threads");
			writeFileSync(threads, "");
			const { status } = runWithFaults([...args, ...more], { threads });
			expect([status, readFileSync(threads, "utf8")]).toEqual([0, started]);
		}
	});

	it.concurrent("leaves all files as they were if another run has taken over its lock", async () => {
		const { file, names, lockText } = newFolder("taken");
		run(["dedupe", "--seen", file("set"), "-o", file("out")], "x:0\n");
		const before = readFileSync(file("set"));
		const first = start(["dedupe", "--quiet", "--seen", file("set"), "-o", file("out")]);
		await until(() => lockText() !== "");
		const lock = file(names().find((name) => name.endsWith(".lock")) as string);
		writeFileSync(lock, readFileSync(lock, "latin1").replace(/^\w+/, "0123456789abcdef"));
		first.child.stdin.end("x:1\n");
		expect(await first.ended).toBe(3);
		expect(first.stderr).toMatch(/\(seen-locked\): another run took it over while this one was suspended; repeat this run\n$/);
		expect([readFileSync(file("set")), readFileSync(file("out"), "utf8")]).toEqual([before, "x:0\n"]);
		expect(names()).toEqual([lock.split("/").at(-1)]);
	});

	it.each(["writeSync", "linkSync"])("refuses no later run after a kill at any %s", (call) => {
		const { file, names } = newFolder(`killed-at-${call}`);
		const args = ["dedupe", "--quiet", "--seen", file("set"), "-o", file("out"), "--no-wait"];
		const kill = (at: number) => runWithFaults(args, { kill: { call, at, signal: "SIGKILL" } }, `x:${call}\n`).signal;
		const locks = () => names().filter((name) => name.includes(".lock"));
		let at = 1;
		for (; kill(at) !== null; at += size(1, 3)) expect([at, run(args, `x:${at}\n`).status, locks()]).toEqual([at, 0, []]);
		// The lock and its guard are linked, and the set and the output are written.
		expect(at).toBeGreaterThan(2);
	});

	it("leaves no lock behind if the disk is too full to write one", () => {
		const { file, names } = newFolder("full");
		const faults = { fail: { call: "writeSync", at: 1, code: "ENOSPC" } };
		const { status, stderr } = runWithFaults(["dedupe", "--seen", file("set"), "-o", file("out")], faults, "x:\n");
		expect([status, stderr]).toEqual([3, `urlsieve: cannot write the lock beside ${file("set")}: no space left on the device\n`]);
		expect(names()).toEqual([]);
	});
});
