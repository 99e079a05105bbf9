/** Faults of `dedupe` of tables in passes: one sentence, the old outputs, and no file that is left behind. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { failuresIn } from "./both-ways";
import { run, runAlone, runWithFaults, useFolder } from "./command";
import { TABLES } from "./tables-of-references";

const { folder, path, write } = useFolder();
const { csv: CSV } = TABLES;

describe("faults of dedupe of tables in passes", () => {
	const table = CSV(5_000, 3);
	const input = write("input.csv", table);
	const output = write("old.csv", "old\n");
	const rejects = write("old.rejects", "old\n");
	const bare = ["dedupe", "--memory", "16M", "--quiet", "--column", "url", "-o", output, "--rejects", rejects];

	const expectFailure = failuresIn(folder, [output, rejects]);

	it.each(["grow", "shrink", "touch"])("finds a table that changes between the passes: %s", (fault) => {
		for (const profile of ["rfc3986@1", "crawl@1"]) {
			const changed = write("changed.csv", table);
			const faults = { [fault]: { call: "writeSync", at: 1, file: changed } };
			const ended = runWithFaults([...bare, "--profile", profile, changed], faults);
			expectFailure(ended, 3, /cannot read .*changed.csv \(input-changed\): it changed between two readings; for a file/);
		}
	});

	it.each(["last", "max:id"])("finds damage of what --keep %s compares", (keep) => {
		const many = write("many.csv", CSV(20_000, 3));
		const ended = runWithFaults([...bare, "--keep", keep, many], { alter: { call: "writeSync", at: 2, octet: 70 } });
		expectFailure(ended, 3, /the temporary file in .* is damaged; check the disk, and repeat the run/);
	});

	it("finds damage of a long value that --keep max: compares", () => {
		const long = "x".repeat(3000);
		const file = write("long.csv", `url,value\nhttp://a/,${long}y\nhttp://a/,${long}z\n`);
		const ended = runWithFaults([...bare, "--keep", "max:value", file], { alter: { call: "writeSync", at: 1, octet: 70 } });
		expectFailure(ended, 3, /the temporary file in .* is damaged; check the disk, and repeat the run/);
	});

	it.each([1, 2, 3])("leaves nothing behind if it is killed at write %d", (at) => {
		expect(runWithFaults([...bare, input], { kill: { call: "writeSync", at } }).signal).toBe("SIGKILL");
		for (const file of [output, rejects]) expect(readFileSync(file, "utf8")).toBe("old\n");
		// Files of outputs have names until they replace the old ones. The next run in this directory removes them.
		runAlone(["dedupe", "--quiet", "-o", path("next"), "--rejects", path("next.rejects"), "--column", "url", input]);
		expectFailure(run([...bare, path("missing.csv")]), 3, "no such file");
	});
});
