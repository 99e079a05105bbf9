/** `dedupe` in passes with several threads gives the same octets and counts as with the set in memory. */
import { readFileSync, rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { listOfDuplicates } from "../support/duplicates";
import { ENGINES } from "../support/engines";
import { everyNth, IS_LONG, size, sizeOn } from "../support/extent";
import { run, runWithFaults, useFolder } from "./command";

const { path, write } = useFolder();

/** Long enough that all threads take part. */
const LIST = write("list.txt", listOfDuplicates(size(150_000, 80_000), 21));
const otherWith = (line: string) =>
	`\ufeff${listOfDuplicates(20_000, 22)}http://a/${"%7e".repeat(200_000)}\r\n${line}http://last.example/A`;
const WITHOUT = write("without.txt", otherWith(""));
const WITH_TOO_LONG = write("with.txt", otherWith(`http://a/${"b".repeat(17_000_000)}\n`));
const EMPTY = write("empty.txt", "");
const COMPARED = IS_LONG ? LIST : write("compared.txt", listOfDuplicates(40_000, 21));

/** The inputs of a case. In the short form, those of the first in each table alone have a line that is too long. */
const inputsOf = (number: number) => [COMPARED, IS_LONG || number === 0 ? WITH_TOO_LONG : WITHOUT, EMPTY, COMPARED];

/** Lines, rejects and counts of a run. */
function results(args: string[]) {
	const [output, rejects] = [path("out.txt"), path("rejects.tsv")];
	for (const file of [output, rejects]) rmSync(file, { force: true });
	const { status, stderr } = run(["dedupe", "--json", "-o", output, "--rejects", rejects, ...args]);
	const { seconds, tempOctets, peakMemory, ...summary } = JSON.parse(stderr);
	const texts = [output, rejects].map((file) => readFileSync(file, "latin1"));
	return { status, summary, texts };
}

/** The results with the set in memory: into a pipe. */
function inMemory(args: string[]) {
	const rejects = path("rejects.tsv");
	const { status, stdout, stderr } = run(["dedupe", "--json", "--rejects", rejects, ...args], "", "latin1");
	const { seconds, ...summary } = JSON.parse(stderr);
	return { status, summary, texts: [stdout, readFileSync(rejects, "latin1")] };
}

describe("dedupe in passes, in several threads", () => {
	it.each([
		[[], 0],
		[["--print", "original"], 1],
		[["--invalid", "drop", "--level", "syntax"], 2],
	])("gives the same as with the set in memory: %j", (args, number) => {
		const inputs = inputsOf(number);
		const expected = inMemory([...args, ...inputs]);
		expect(expected.summary.rejects).toBeGreaterThan(1000);
		const limits = [["2"], ["2", "--memory", "16M"], ["3", "--memory", "1G"], ["4", "--memory", "20M"]];
		for (const limit of everyNth(limits, 4, number + 1)) {
			expect([limit, results(["--threads", ...limit, ...args, ...inputs])]).toEqual([limit, expected]);
		}
	});

	const policy = write("policy.json", JSON.stringify({ base: "whatwg", key: { query: { lists: ["own"], sort: "name" } } }));
	const list = write("own.json", JSON.stringify({ format: "urlsieve-list@1", name: "own", params: ["q"] }));
	it.each([
		[["--profile", "crawl@1"], 0],
		[["--profile", "whatwg@1", "--print", "original", "--invalid", "drop"], 1],
		[["--profile", "surt@1", "--print", "key", "--invalid", "blank"], 2],
		[["--policy", policy, "--lists", list], 3],
	])("gives the same as with the set in memory: %j", (args, number) => {
		const inputs = inputsOf(number);
		const expected = inMemory([...args, ...inputs]);
		expect(expected.summary.rejects).toBeGreaterThan(1000);
		for (const limit of everyNth([["2"], ["3", "--memory", "16M"], ["4", "--memory", "20M"]], 3, number)) {
			expect([limit, results(["--threads", ...limit, ...args, ...inputs])]).toEqual([limit, expected]);
		}
	});

	it.each(ENGINES)("gives the same on the engine %s", (engine) => {
		const args = ["--engine", engine, write("short.txt", listOfDuplicates(sizeOn(engine, 20_000, 6_000), 23))];
		expect(results(["--threads", "3", "--memory", "16M", ...args])).toEqual(inMemory(args));
		const keys = ["--profile", "crawl@1", ...args];
		expect(results(["--threads", "3", "--memory", "16M", ...keys])).toEqual(inMemory(keys));
	});

	it.each(["rfc3986@1", "crawl@1"])("lets all threads take part under %s", (profile) => {
		const threads = ["--memory", "16M", "--threads", "3"];
		const args = ["dedupe", "--quiet", "-o", path("out.txt"), ...threads, "--profile", profile, LIST, LIST];
		// A thread may start late on a busy machine, but not a hundred times.
		for (let left = 100; left > 0; --left) {
			const spools = write("spools", "");
			expect(runWithFaults(args, { spools }).status).toBe(0);
			if (new Set(readFileSync(spools, "utf8").match(/.+/g)).size > 1) return;
		}
		expect.fail("only one thread has written fingerprints");
	});

	it("falls back to one thread for the map if memory is short", () => {
		// The map and each of five threads have room for a sixth of 8 MiB, a bit a line.
		const lines = write("empty-lines.txt", "\n".repeat(12_000_000));
		const args = ["--level", "string", lines];
		expect(results(["--threads", "5", "--memory", "16M", ...args])).toEqual(inMemory(args));
	});
});
