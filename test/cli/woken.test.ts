/**
 * A run of `dedupe --seen` that is stopped at one of its calls of the system, counts as silent for a run elsewhere, is taken over, and goes
 * on then:
 *
 * ```
 *   first     lock ── … ── stopped ─────────────────────────────── goes on ── ends
 *   second                           takes over ── delivers ── ends
 * ```
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { IS_LONG } from "../support/extent";
import { CLI, run, runWithFaults, until, useFolder } from "./command";

const { path } = useFolder();
const FAULTS = fileURLToPath(new URL("faults.mjs", import.meta.url));

const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `x:${from + index}`);
const text = (list: readonly string[]) => list.map((line) => `${line}\n`).join("");
const linesOf = (file: string): string[] => (existsSync(file) ? (readFileSync(file, "utf8").match(/.+/g) ?? []) : []);

/** Days after which a lock counts as silent, and temporary files not yet as left behind. */
const SILENCE = 1 / 288;

/** Calls of the system at which a run stops, and the maximum number of each. */
const CALLS = { linkSync: 2, writeSync: 9, fdatasyncSync: 4, fsyncSync: 4, renameSync: 2 };
const ALL = Object.entries(CALLS).flatMap(([call, count]) =>
	Array.from({ length: count }, (_, index): [string, number] => [call, index + 1]),
);
/** While new keys are written, which the second run must not find. */
const SYNC_OF_NEW: [string, number] = ["fdatasyncSync", 1];

/** Starts a run that stops before a call. Resolves once it has stopped or ended. */
async function stoppedRun(args: string[], call: string, at: number) {
	const faults = JSON.stringify({ kill: { call, at, signal: "SIGSTOP" } });
	const child = spawn(process.execPath, ["--import", FAULTS, CLI, ...args], { env: { ...process.env, FAULTS: faults } });
	let stderr = "";
	child.stderr.on("data", (part) => {
		stderr += part;
	});
	let status: number | null | undefined;
	const ended = new Promise<void>((resolve) => {
		child.on("close", (code) => {
			status = code;
			resolve();
		});
	});
	const isStopped = () => /^\S+ \(.*\) T/.test(readFileSync(`/proc/${child.pid}/stat`, "latin1"));
	await until(() => status !== undefined || isStopped());
	const wake = async () => {
		child.kill("SIGCONT");
		await ended;
		return { status, stderr };
	};
	return { wake, hasStopped: status === undefined };
}

describe("a run that is stopped, taken over and goes on", () => {
	it.each(IS_LONG ? ALL : [SYNC_OF_NEW])(
		"at %s number %i loses no line, and makes none known that is not delivered",
		async (call, at) => {
			const folder = path(`${call}-${at}`);
			mkdirSync(folder);
			const file = (name: string) => join(folder, name);
			writeFileSync(file("0.txt"), text(lines(0, 50)));
			writeFileSync(file("1.txt"), text(lines(0, 200)));
			writeFileSync(file("2.txt"), text(lines(100, 300)));
			const dedupe = (day: number) => ["dedupe", "--quiet", "--seen", file("set"), "-o", file(`${day}.out`), file(`${day}.txt`)];
			expect(run(dedupe(0)).status).toBe(0);

			const first = await stoppedRun(dedupe(1), call, at);
			const second = runWithFaults([...dedupe(2), "--no-wait"], { days: SILENCE, elsewhere: true });
			expect(second).toMatchObject({ status: 0, stderr: "" });
			const { status, stderr } = await first.wake();
			expect([0, 3]).toContain(status);
			if (`${[call, at]}` === `${SYNC_OF_NEW}`) expect(status).toBe(3);
			if (status === 3) expect(stderr).toContain("(seen-locked)");

			const delivered = [0, 1, 2].flatMap((day) => linesOf(file(`${day}.out`)));
			const unknown: string[] = run(["dedupe", "--quiet", "--seen", file("set")], text(lines(0, 300))).stdout.match(/.+/g) ?? [];
			const lost = lines(0, 300).filter((line) => !unknown.includes(line) && !delivered.includes(line));
			expect(lost).toEqual([]);
			// Acknowledged keys stay known: those of the second run always, those of the first unless another run has taken over.
			expect(linesOf(file("2.out")).filter((line) => unknown.includes(line))).toEqual([]);
			if (!first.hasStopped) expect(delivered.filter((line) => unknown.includes(line))).toEqual([]);
			expect(readdirSync(folder).filter((name) => name.includes(".tmp"))).toEqual([]);
			expect(run(["seen", "verify", file("set")]).status).toBe(0);
		},
	);
});
