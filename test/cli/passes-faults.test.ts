/** Faults of `dedupe` in passes: one sentence, the old output, and no file that is left behind. */
import { readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { listOfDuplicates } from "../support/duplicates";
import { everyNth } from "../support/extent";
import { failuresIn } from "./both-ways";
import { run, runAlone, runWithFaults, useFolder } from "./command";

const { folder, path, shell, write } = useFolder();

/** A directory of another file system than the folder, which may be in memory. */
const ELSEWHERE = ["/dev/shm", "/var/tmp"].find((other) => statSync(other).dev !== statSync(folder).dev) as string;

describe.each([["crawl@1", 1]])("faults of dedupe in passes under %s", (profile, number) => {
	const input = write("input.txt", listOfDuplicates(5_000, 3));
	const output = write("old.txt", "old\n");
	const rules = ["--profile", profile];
	const bare = ["dedupe", "--memory", "16M", "--quiet", ...rules];
	const args = [...bare, "-o", output, input];

	const expectFailure = failuresIn(folder, [output]);

	it("finds an input that grows between the passes", () => {
		const grown = write("grown.txt", listOfDuplicates(5_000, 4));
		const faults = { grow: { call: "writeSync", at: 1, file: grown } };
		const ended = runWithFaults([...bare, "-o", output, grown], faults);
		expectFailure(
			ended,
			3,
			/cannot read .*grown.txt \(input-changed\): it changed .*; for a file that grows, run: cat FILE \| urlsieve dedupe/,
		);
	});

	it.each(everyNth(["shrink", "touch"], 2, number))("finds an input that changes between the passes: %s", (fault) => {
		const changed = write("changed.txt", listOfDuplicates(5000, 4));
		const ended = runWithFaults([...bare, "-o", output, changed], { [fault]: { call: "writeSync", at: 1, file: changed } });
		expectFailure(ended, 3, /cannot read .*changed.txt \(input-changed\): it changed between two readings; for a file/);
	});

	it("says that standard output has lines already, if an input changes", () => {
		const changed = write("changed-late.txt", listOfDuplicates(5000, 4));
		// The first call writes fingerprints, the second one lines.
		const faults = { touch: { call: "writeSync", at: 2, file: changed } };
		const { status, stdout, stderr } = runWithFaults([...bare, changed], faults);
		expect([status, stdout.length > 0]).toEqual([3, true]);
		expect(stderr).toMatch(/input-changed\): .*; standard output has some of its lines already; for a file that grows, run: cat/);
	});

	it("ends quietly if the reader of the output closes the pipe", () => {
		const ended = shell(`$URLSIEVE ${bare.join(" ")} ${input} | head -n 1; echo "\${PIPESTATUS[0]}"`);
		const inMemory = shell(`$URLSIEVE dedupe --quiet ${rules.join(" ")} ${input} | head -n 1; echo "\${PIPESTATUS[0]}"`);
		expect(ended).toEqual(inMemory);
		expect(ended.stderr).toBe("");
	});

	it("reads an input given twice as two lists", () => {
		const { stdout, stderr } = run(["dedupe", "--json", "--memory", "16M", ...rules, input, input]);
		expect(stdout).toBe(run(["dedupe", "--json", ...rules, input, input]).stdout);
		expect(JSON.parse(stderr).lines).toBe(10_000);
	});

	it.each(everyNth(["ENOSPC", "EDQUOT"], 2, number))(
		"names the directory and the space if %s ends the temporary file",
		(code) => {
			const ended = runWithFaults(args, { fail: { call: "writeSync", at: 1, code } });
			expectFailure(ended, 3, /cannot write a temporary file in .*: .*; this run needs about \d+ MB there; see --temp/);
		},
	);

	it("finds a damaged block of the temporary file", () => {
		for (const octet of everyNth([8, 60, 70, 16383], 2, number)) {
			const ended = runWithFaults(args, { alter: { call: "writeSync", at: 1, octet } });
			expectFailure(ended, 3, /the temporary file in .* is damaged; check the disk, and repeat the run/);
		}
	});

	it("keeps the old output if the disk is full at the output", () => {
		expectFailure(runWithFaults(args, { fail: { call: "writeSync", at: 2, code: "ENOSPC" } }), 3, "no space left on the device");
	});

	it.each(everyNth([1, 2], 2, number))("leaves nothing behind if it is killed at write %d", (at) => {
		expect(runWithFaults(args, { kill: { call: "writeSync", at } }).signal).toBe("SIGKILL");
		expect(readFileSync(output, "utf8")).toBe("old\n");
		// The file of the output has a name until it replaces the old one. The next run in this directory removes it.
		runAlone([...bare, "-o", path("other.txt"), input]);
		expectFailure(run([...args, path("missing.txt")]), 3, "no such file");
	});

	it("requires a directory for temporary files that exists and is one", () => {
		expectFailure(
			run([...args, "--temp", path("missing")]),
			3,
			/cannot write a temporary file in .*missing: the directory does not exist/,
		);
		expectFailure(run([...args, "--temp", input]), 3, /cannot write a temporary file in .*: part of the path is not a directory/);
	});

	it("uses a directory of another file system", () => {
		expect(run([...bare, "-o", path("other.txt"), "--temp", ELSEWHERE, input]).status).toBe(0);
		expect(readFileSync(path("other.txt"), "utf8")).toBe(run(["dedupe", "--quiet", ...rules, input]).stdout);
	});

	it.each(["", "x", "16Q", "-1", "1.5G", "16MB"])("refuses the size %j", (size) => {
		expectFailure(run(["dedupe", `--memory=${size}`, "-o", output, input]), 2, /--memory must be a size such as 512M or 2G, not/);
	});

	it("names the option for another directory if the copy of a pipe fills the disk", () => {
		const ended = runWithFaults(
			[...bare, "-o", output],
			{ fail: { call: "writeSync", at: 1, code: "ENOSPC" } },
			listOfDuplicates(100, 6),
		);
		expectFailure(ended, 3, /cannot write a temporary file in .*: no space left on the device; see --temp/);
	});
});
