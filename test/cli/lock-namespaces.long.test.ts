/** Runs that share a set from containers: namespaces in which process numbers, start times or /proc are not those of the other run. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CLI, run, useFolder } from "./command";
import { lockFolders } from "./lock-folders";

const { path } = useFolder();
const newFolder = lockFolders(path);

const PROCESSES = ["unshare", "--pid", "--fork"];
const CONTAINER = [...PROCESSES, "--mount-proc"];
const LATER_BOOT = ["unshare", "--time", "--boottime", "100000", "--fork"];

/** Without namespaces, nothing is tried; with CI=true that is a failure. */
const HAS_NAMESPACES =
	process.env.CI === "true" ||
	[CONTAINER, LATER_BOOT].every(([program, ...args]) => spawnSync(program as string, [...args, "true"]).status === 0);

/** Starts a run that holds the lock, lets another try, and ends the first, or kills it and lets the other try again. */
const PROGRAM = `
	import { spawn, spawnSync } from "node:child_process";
	import { readdirSync } from "node:fs";
	const [cli, folder, isKilled, ...around] = process.argv.slice(1);
	const [program, ...args] = [...around, process.execPath, cli, "dedupe", "--no-wait", "--seen", folder + "/set", "-o", folder + "/second"];
	const holder = spawn(process.execPath, [cli, "dedupe", "--seen", folder + "/set", "-o", folder + "/first"], { stdio: ["pipe", "ignore", "ignore"] });
	const ended = new Promise((resolve) => holder.on("exit", (status, signal) => resolve(status ?? signal)));
	while (!readdirSync(folder).some((name) => name.endsWith(".lock"))) await new Promise((resolve) => setTimeout(resolve, 10));
	const tryNow = () => spawnSync(program, args, { input: "x:2\\n" });
	const { status, stderr } = tryNow();
	if (isKilled === "killed") holder.kill("SIGKILL");
	else holder.stdin.end("x:1\\n");
	const holderStatus = await ended;
	const again = isKilled === "killed" ? tryNow().status : undefined;
	console.log(JSON.stringify({ status, refusal: String(stderr), holderStatus, again }));
`;

function tryLock(folder: string, isKilled: boolean, around: readonly string[], aroundSecond: readonly string[]) {
	const kill = isKilled ? "killed" : "ended";
	const program = [process.execPath, "--input-type=module", "-e", PROGRAM, CLI, folder, kill, ...aroundSecond];
	const [command, ...args] = [...around, ...program];
	return JSON.parse(spawnSync(command as string, args, { encoding: "utf8" }).stdout);
}

describe.skipIf(!HAS_NAMESPACES)("a run takes no lock from a live one, and removes none of its files,", () => {
	it.each([
		["in a container that has the /proc of its host", PROCESSES, []],
		["in a container with a /proc of its own", CONTAINER, []],
		["in two containers on one volume", CONTAINER, CONTAINER],
		["in two containers on one volume that have the /proc of their host", PROCESSES, PROCESSES],
		["in a container whose boot seems to be at another time", [], LATER_BOOT],
	])("%s", (where, around, aroundSecond) => {
		const { folder, file, names } = newFolder(where.replaceAll(/[^a-z]/g, "-"));
		const tried = tryLock(folder, false, around, aroundSecond);
		expect(tried).toMatchObject({ status: 3, holderStatus: 0, refusal: expect.stringContaining("seen-locked") });
		expect([readFileSync(file("first"), "utf8"), names()]).toEqual(["x:1\n", []]);
		expect(run(["dedupe", "--quiet", "--seen", file("set")], "x:1\nx:2\n").stdout).toBe("x:2\n");
	});
});

describe.skipIf(!HAS_NAMESPACES)("a run takes the lock of a killed one at once", () => {
	it.each([
		["in a container that has the /proc of its host", PROCESSES],
		["in a container with a /proc of its own", CONTAINER],
	])("%s", (where, around) => {
		const { folder, names } = newFolder(`killed-${where.length}`);
		expect(tryLock(folder, true, around, [])).toMatchObject({ status: 3, holderStatus: "SIGKILL", again: 0 });
		expect(names()).toEqual([]);
	});
});
