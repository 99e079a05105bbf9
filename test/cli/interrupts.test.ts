/** Signals and partial writes: a run exits with the documented status and leaves nothing behind. */
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { everyNth } from "../support/extent";
import { CLI, run, runWithFaults, until, useFolder } from "./command";

const { path, write } = useFolder();

/** Options of `unshare` for a new PID namespace, in which the run is process 1. */
const CONTAINER = ["--fork", "--pid", "--mount-proc", ...(process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"])];

const SIGNALS = [
	["SIGHUP", 129, 0],
	["SIGINT", 130, 1],
	["SIGTERM", 143, 2],
] as const;
/** Commands and what they write. In the short form, each signal ends another of them, and one in a container. */
const RUNS: [name: string, args: string[]][] = [
	["normalize", ["normalize", "-o", "out", "--rejects", "rejects"]],
	["dedupe", ["dedupe", "-o", "out", "--rejects", "rejects", "--audit", "audit", "--seen", "set"]],
	["parse", ["parse", "-o", "out"]],
];
const CONTAINED: typeof RUNS = [
	["without files", ["normalize"]],
	["with files", ["dedupe", "-o", "out", "--seen", "set", "--threads", "2"]],
];

describe.each(SIGNALS)("%s", (signal, status, number) => {
	const list = Array.from({ length: 20000 }, (_, index) => `x:${index}\n`).join("");

	it.each(everyNth(RUNS, 3, number))(`ends %s with status ${status} and leaves nothing behind`, async (name, args) => {
		const folder = path(`${signal}-${name}`);
		mkdirSync(folder);
		const child = spawn(process.execPath, [CLI, ...args], { cwd: folder });
		const ended = new Promise((resolve) => child.on("exit", (code, killedBy) => resolve(code ?? killedBy)));
		child.stdin.write(list);
		await until(() => readdirSync(folder).length >= args.filter((arg) => arg.startsWith("-")).length);
		child.kill(signal);
		expect(await ended).toBe(status);
		expect(readdirSync(folder)).toEqual([]);
	});

	it.each(everyNth(CONTAINED, 2, number))(`ends process 1 of a container with status ${status}, %s`, async (what, args) => {
		const folder = path(`${signal}-init-${what}`);
		mkdirSync(folder);
		const child = spawn("unshare", [...CONTAINER, process.execPath, CLI, ...args], { cwd: folder });
		const ended = new Promise((resolve) => child.on("exit", (code, killedBy) => resolve(code ?? killedBy)));
		let isRunning = false;
		child.stdout.on("data", () => {
			isRunning = true;
		});
		child.stdin.write(list);
		await until(() => isRunning || readdirSync(folder).some((name) => name.endsWith(".lock")));
		process.kill(Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8")), signal);
		expect(await ended).toBe(status);
		expect(readdirSync(folder)).toEqual([]);
	});
});

describe("writes", () => {
	const text = Array.from({ length: 300 }, (_, index) => `HTTP://a/${index % 200}\n${index % 7 === 0 ? "1:\n" : ""}`).join("");

	it("are retried if the system accepts no octets, or only a part", () => {
		mkdirSync(path("stall"));
		const list = write("stall/urls.txt", text);
		const files = (prefix: string) =>
			["-o", "--rejects", "--audit", "--seen"].flatMap((flag) => [flag, path(`stall/${prefix}${flag}`)]);
		expect(run(["dedupe", ...files("plain"), list]).status).toBe(0);
		expect(runWithFaults(["dedupe", ...files("stalled"), list], { stall: true }).status).toBe(0);
		for (const flag of ["-o", "--rejects", "--audit"]) {
			expect(readFileSync(path(`stall/stalled${flag}`))).toEqual(readFileSync(path(`stall/plain${flag}`)));
		}
		expect(run(["dedupe", "--quiet", "--seen", path("stall/stalled--seen"), list]).stdout).toBe("1:\n".repeat(43));
		expect(runWithFaults(["normalize", "--quiet", list], { stall: true }).stdout).toBe(run(["normalize", list]).stdout);
	});
});

describe("a set that is full", () => {
	it("ends the run with status 3 and one sentence, leaving all files as they were", () => {
		mkdirSync(path("full"));
		const list = write("full/urls.txt", Array.from({ length: 200_000 }, (_, index) => `x:${index}\n`).join(""));
		const args = ["dedupe", "--engine", "wasm", "--seen", path("full/set"), "-o", path("full/out"), list];
		const { status, stderr } = runWithFaults(args, { memory: 60 });
		expect([status, stderr]).toEqual([3, expect.stringMatching(/^urlsieve: the set is full .*\n$/i)]);
		expect(readdirSync(path("full"))).toEqual(["urls.txt"]);
	});
});
