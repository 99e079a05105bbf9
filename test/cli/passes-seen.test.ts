/** `dedupe --seen --memory`: the set is read and written in passes, and is the same as that of a run in memory. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { listOfDuplicates } from "../support/duplicates";
import { everyNth } from "../support/extent";
import { run, runWithFaults, useFolder } from "./command";

const { folder, path, write } = useFolder();

describe("--seen with --memory", () => {
	const first = write("monday.txt", listOfDuplicates(6000, 11));
	const second = write("tuesday.txt", listOfDuplicates(6000, 12));

	/** Runs with the set `name`. Returns all outputs. */
	function runWith(name: string, input: string, more: string[]) {
		const audit = path("seen-audit.tsv");
		const args = ["dedupe", "--json", "--seen", path(name), "--audit", audit, ...more, input];
		const { stdout, stderr } = run(args, "", "latin1");
		const { seconds, tempOctets, peakMemory, ...summary } = JSON.parse(stderr);
		expect(tempOctets !== undefined).toBe(more.includes("--memory"));
		return { stdout, summary, audit: readFileSync(audit, "latin1"), facts: factsOf(name) };
	}

	/** The facts of a store, without its size, which depends on its key. */
	function factsOf(name: string) {
		const { count, logged, rules } = JSON.parse(run(["seen", "stat", "--json", path(name)]).stdout);
		expect(run(["seen", "verify", path(name)]).stdout).toBe(`${count} references, no damage\n`);
		return { count, logged, rules };
	}

	it.each([
		["rfc3986@1", "r"],
		["crawl@1", "c"],
	])("gives the same as a set in memory under %s, and they read each other's files", (profile, name) => {
		const rules = ["--profile", profile];
		const memory = [...rules, "--memory", "16M", "--temp", folder];
		const expected = [first, second, first].map((input) => runWith(`${name}-memory.seen`, input, rules));
		expect([first, second, first].map((input) => runWith(`${name}-passes.seen`, input, memory))).toEqual(expected);
		expect(runWith(`${name}-mixed.seen`, first, memory)).toEqual(expected[0]);
		expect(runWith(`${name}-mixed.seen`, second, rules)).toEqual(expected[1]);
		expect(runWith(`${name}-mixed.seen`, first, memory)).toEqual(expected[2]);
		expect(readdirSync(folder).filter((file) => file.startsWith("."))).toEqual([]);
	});

	it.each([
		["is damaged", (set: Buffer) => set.fill(1, 1000, 1001), /the check of the header is wrong/],
		["has a damaged page", (set: Buffer) => set.fill(1, 13_000, 13_100), /the check of a page is wrong/],
		["is cut off", (set: Buffer) => set.subarray(0, 3000), /truncated/],
		["has lost its runs", (set: Buffer) => set.subarray(0, 13_000), /outside the file/],
		["is no set", () => Buffer.from("http://a/\n".repeat(100)), /not a store of urlsieve/],
	])("refuses a file that %s, and leaves it as it was", (_, damage, message) => {
		runWith("good.seen", first, []);
		const set = damage(readFileSync(path("good.seen")));
		write("bad.seen", set);
		const { status, stdout, stderr } = run(["dedupe", "--memory", "16M", "--seen", path("bad.seen"), second]);
		expect([status, stdout]).toEqual([3, ""]);
		expect(stderr).toMatch(message);
		expect(readFileSync(path("bad.seen"))).toEqual(set);
	});

	it("leaves the set and all outputs as they were if an input changes or the disk is full", () => {
		runWith("old.seen", first, []);
		const set = readFileSync(path("old.seen"));
		const outputs = ["old.out", "old.rejects", "old.audit"].map((name) => write(name, "old\n"));
		const [output, rejects, audit] = outputs as [string, string, string];
		const grown = write("grown-seen.txt", listOfDuplicates(6000, 13));
		const logs = ["-o", output, "--rejects", rejects, "--audit", audit, "--seen", path("old.seen")];
		for (const faults of [
			{ grow: { call: "writeSync", at: 2, file: grown } },
			...everyNth([1, 2, 3, 4, 5, 6, 7], 4).map((at) => ({ fail: { call: "writeSync", at, code: "ENOSPC" } })),
		]) {
			const { status, stderr } = runWithFaults(["dedupe", "--quiet", "--memory", "16M", ...logs, grown], faults);
			expect([status, stderr.trimEnd().split("\n").length]).toEqual([3, 1]);
			expect(stderr).toMatch(/input-changed|no space left/);
			expect(outputs.map((name) => readFileSync(name, "utf8"))).toEqual(["old\n", "old\n", "old\n"]);
			expect(readFileSync(path("old.seen"))).toEqual(set);
		}
	});
});
