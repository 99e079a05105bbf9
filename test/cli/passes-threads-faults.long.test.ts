/** `dedupe` in passes with several threads fails in one sentence, and leaves nothing behind. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { listOfDuplicates } from "../support/duplicates";
import { failuresIn } from "./both-ways";
import { run, runWithFaults, useFolder } from "./command";

const { folder, write, shell } = useFolder();

/** Long enough that each thread writes as often as the faults need. */
const LIST = write("list.txt", listOfDuplicates(150_000, 21));

describe("faults of several threads", () => {
	const old = write("old.txt", "old\n");
	const bare = ["dedupe", "--quiet", "--memory", "16M", "--threads", "2", "--profile", "crawl@1"];
	const args = [...bare, "-o", old, LIST, LIST];

	const expectFailure = failuresIn(folder, [old]);

	// Each thread counts its calls, and fails at its own.
	const fullDisks: readonly (readonly [at: number, message: RegExp])[] = [
		[1, /cannot write a temporary file in .*; this run needs about \d+ MB there; see --temp/],
		[2, /cannot write a temporary file in .*; this run needs about \d+ MB there; see --temp/],
		[5, /no space left on the device/],
		[20, /cannot write .*old.txt: no space left on the device/],
	];
	it.each(fullDisks)("fails in one sentence if the disk is full at write %d", (at, message) => {
		expectFailure(runWithFaults(args, { fail: { call: "writeSync", at, code: "ENOSPC" } }), 3, message);
	});

	it.each([8, 60, 70, 16383])("finds a block whose octet %d is altered", (octet) => {
		const ended = runWithFaults(args, { alter: { call: "writeSync", at: 2, octet } });
		expectFailure(ended, 3, /the temporary file in .* is damaged; check the disk, and repeat the run/);
	});

	it.each(["grow", "shrink", "touch"])("finds an input that changes between the passes: %s", (fault) => {
		const changed = write("changed.txt", listOfDuplicates(60_000, 4));
		const ended = runWithFaults([...bare, "-o", old, changed], { [fault]: { call: "writeSync", at: 1, file: changed } });
		expectFailure(ended, 3, /cannot read .*changed.txt.* \(input-changed\): it changed between two readings; for a file/);
	});

	it("stops at the first invalid line under --invalid fail", () => {
		const list = write(
			"valid.txt",
			`${"http://example.com/valid\n".repeat(200_000)}http://[\n${"http://a/\n".repeat(200_000)}1:`,
		);
		expectFailure(run([...bare, "--invalid", "fail", "-o", old, list]), 1, /^urlsieve: line 200001, byte/);
	});

	it("ends quietly if the reader of the output closes the pipe", () => {
		const ended = shell(`$URLSIEVE ${bare.join(" ")} ${LIST} | head -n 1 | wc -l; echo "\${PIPESTATUS[0]}"`);
		expect(ended).toMatchObject({ stdout: "1\n0\n", stderr: "" });
	});

	it.each([1, 20])("leaves nothing behind if it is interrupted at write %d", (at) => {
		const kill = { call: "writeSync", at, signal: "SIGTERM" };
		expectFailure(runWithFaults(args, { kill }), 143, /^$/);
	});

	it("lets all threads take part", () => {
		// A thread may start late on a busy machine, but not a hundred times.
		for (let left = 100; left > 0; --left) {
			const spools = write("spools", "");
			expect(runWithFaults([...bare, "-o", write("spooled.txt", ""), LIST, LIST], { spools }).status).toBe(0);
			if (new Set(readFileSync(spools, "utf8").match(/.+/g)).size > 1) return;
		}
		expect.fail("only one thread has written fingerprints");
	});
});
