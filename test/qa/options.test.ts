/** The commands that search for faults print their help, and refuse a wrong option with one sentence, before they do anything. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { ROOT } from "../support/packed";

/** Each program of build/ with arguments that it refuses, and a word of the sentence. */
const REFUSED: readonly (readonly [program: string, args: string, word: string])[] = [
	["fuzz", "--no-such", "--no-such"],
	["fuzz", "--seed x", "--seed"],
	["fuzz", "--seed -1", "--seed"],
	["fuzz", "nowhere", "nowhere"],
	["mutants", "--no-such", "--no-such"],
	["mutants", "--seed 4294967296", "--seed"],
	["mutants", "--share 0", "--share"],
	["mutants", "nowhere", "nowhere"],
	["planted", "--seed x", "--seed"],
	["planted", "nowhere", "nowhere"],
	["faults", "--every 0", "--every"],
	["powercut", "--every x", "--every"],
	["damage", "--every x", "--every"],
	["soak", "", "lists or process"],
	["soak", "lists --seed x", "--seed"],
	["soak", "lists --lines 1001", "--lines"],
	["reproduce", "nowhere", "nowhere"],
	["reproduce", "--no-such", "--no-such"],
];

/** Runs a program of build/ without any other in its path. */
const run = (program: string, args: string) =>
	runNode([join(ROOT, "build", `${program}.mjs`), ...args.split(" ").filter(Boolean)], { PATH: "/nonexistent" });

function runNode(args: readonly string[], variables = {}): Promise<{ status: unknown; stdout: string; stderr: string }> {
	const env = { ...process.env, ...variables };
	return new Promise((resolve) => {
		execFile(process.execPath, args, { env }, (error, stdout, stderr) => resolve({ status: error?.code ?? 0, stdout, stderr }));
	});
}

it.each(REFUSED)("%s refuses its arguments: %s", async (program, args, word) => {
	const { status, stdout, stderr } = await run(program, args);
	expect(stderr).toMatch(/^[a-z:]+: [^\n]+\.\n$/);
	expect(stderr).toContain(word);
	expect([status, stdout]).toEqual([2, ""]);
});

it.each([...new Set(REFUSED.map(([program]) => program))])("%s prints its usage for --help", async (program) => {
	const { status, stdout, stderr } = await run(program, "--help");
	expect([status, stderr]).toEqual([0, ""]);
	expect(stdout).toMatch(/^npm run [a-z:]+\b[^`*]*\nExit status: [^`*]*\.\n$/);
	expect(stdout).toContain(`npm run ${program}`);
});

it("a full disk ends them with one sentence", async () => {
	const module = pathToFileURL(join(ROOT, "build", "fuzz-options.mjs"));
	const script = `
		import { writeFileSync } from "node:fs";
		import { reportFullDisk } from "${module}";
		reportFullDisk("fuzz");
		writeFileSync("/dev/full", "x");
	`;
	const { status, stdout, stderr } = await runNode(["--input-type=module", "-e", script]);
	const message = "fuzz: ENOSPC: no space left on device, write: free some space, or set TMPDIR to another disk.\n";
	expect([status, stdout, stderr]).toEqual([2, "", message]);
});
