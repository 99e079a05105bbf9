/** The rows of --audit and the lines of --count and --keep, which are written in bulk: as a literal reading of the list has them. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { size } from "../support/extent";
import { hostileList, random, rowsOf } from "../support/literal-merges";
import { CLI, run, useFolder } from "./command";

const { path, write } = useFolder();
const read = (name: string) => readFileSync(path(name), "utf8");

describe("--audit", () => {
	it.each([1, 2, 3])("has a row for each duplicate of a random list, seed %i", (seed) => {
		const list = hostileList(seed, 20_000);
		for (const threads of ["1", "2"]) {
			const ended = run(["dedupe", "--threads", threads, "--audit", path("audit.tsv"), write("list.txt", list)]);
			expect(ended.status).toBe(0);
			expect(read("audit.tsv") === rowsOf(list)).toBe(true);
		}
	});

	it("has rows of lines that exceed its buffers, and goes on after them", () => {
		const long = [0, 1, 2].map((index) => `http://h/${index}/${"y".repeat(3_000_000)}`);
		const tabs = `http://h/${"\t".repeat(600_000)}z`;
		const list = [...long, "http://h/a", tabs, ...long.map((line) => line.replace("http", "HTTP")), "http://h/a", tabs, ""].join(
			"\n",
		);
		run(["dedupe", "--audit", path("audit.tsv"), write("list.txt", list)]);
		expect(read("audit.tsv") === rowsOf(list)).toBe(true);
	});

	it("finds the kept lines of more duplicates than it holds at a time", () => {
		const below = random(7);
		const list = Array.from({ length: size(700_000, 330_000) }, () => `http://h/${below(30_000)}\n`).join("");
		run(["dedupe", "--audit", path("audit.tsv"), write("list.txt", list)]);
		expect(read("audit.tsv") === rowsOf(list)).toBe(true);
	});
});

/** Loaded before the command: prints the numbers of reads and of encoded strings when the process ends. */
const COUNTING = `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
let calls = 0;
const { readSync } = fs;
fs.readSync = (...args) => (++calls, readSync(...args));
syncBuiltinESMExports();
const { encode } = TextEncoder.prototype;
TextEncoder.prototype.encode = function (text) { return ++calls, encode.call(this, text); };
process.on("exit", () => fs.writeFileSync(process.env.CALLS, String(calls)));
`;

/** The number of reads and of encoded strings of a run. */
function callsOf(args: string[]): number {
	writeFileSync(path("counting.mjs"), COUNTING);
	const env = { ...process.env, CALLS: path("calls.txt") };
	const { status } = spawnSync(process.execPath, ["--import", path("counting.mjs"), CLI, "dedupe", "--threads", "1", ...args], {
		env,
	});
	expect(status).toBe(0);
	return Number(read("calls.txt"));
}

describe("The numbers of reads and of encoded strings", () => {
	const LINES = 200_000;
	const list = () =>
		Array.from({ length: LINES }, (_, index) => `http://example.com/a/long/path/${index % (LINES / 2)}\n`).join("");

	it.each<[string, string?]>([["--audit", "audit.tsv"], ["--report", "report.json"], ["--count"], ["--keep", "last"]])(
		"do not grow with the lines: %s",
		(option, name) => {
			const given = name === undefined || name === "last" ? name : path(name);
			const args = [option, ...(given === undefined ? [] : [given]), "-o", path("o.txt"), write("list.txt", list())];
			expect(callsOf(args)).toBeLessThan(LINES / 100);
		},
	);
});
