/** Faults of `dedupe` of tables in passes: one sentence, the old outputs, and no file that is left behind. */
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type Ended, run, runAlone, runWithFaults, useFolder } from "./command";
import { TABLES } from "./tables-of-references";

const { folder, path, write } = useFolder();
const { csv: CSV } = TABLES;

describe("faults of dedupe of tables in passes", () => {
	const table = CSV(5_000, 3);
	const input = write("input.csv", table);
	const output = write("old.csv", "old\n");
	const rejects = write("old.rejects", "old\n");
	const bare = ["dedupe", "--memory", "16M", "--quiet", "--column", "url", "-o", output, "--rejects", rejects];

	/** Expects a failure with this status and message, the old outputs, and no temporary file. */
	function expectFailure(ended: Ended, status: number, message: string | RegExp): void {
		expect([ended.status, ended.stdout]).toEqual([status, ""]);
		expect(ended.stderr).toMatch(message);
		expect(ended.stderr.trimEnd().split("\n")).toHaveLength(1);
		for (const file of [output, rejects]) expect(readFileSync(file, "utf8")).toBe("old\n");
		expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
	}

	it.each(["grow", "shrink", "touch"])("finds a table that changes between the passes: %s", (fault) => {
		for (const profile of ["rfc3986@1", "crawl@1"]) {
			const changed = write("changed.csv", table);
			const faults = { [fault]: { call: "writeSync", at: 1, file: changed } };
			const ended = runWithFaults([...bare, "--profile", profile, changed], faults);
			expectFailure(ended, 3, /cannot read .*changed.csv \(input-changed\): it changed between two readings; for a file/);
		}
	});

	it.each(["ENOSPC", "EDQUOT"])("names the directory and the space if %s ends the temporary file", (code) => {
		const ended = runWithFaults([...bare, input], { fail: { call: "writeSync", at: 1, code } });
		expectFailure(ended, 3, /cannot write a temporary file in .*: .*; this run needs about \d+ MB there; see --temp/);
	});

	it("names the option for another directory if the copy of a pipe fills the disk", () => {
		const ended = runWithFaults([...bare, "--format", "csv"], { fail: { call: "writeSync", at: 1, code: "ENOSPC" } }, table);
		expectFailure(ended, 3, /cannot write a temporary file in .*: no space left on the device; see --temp/);
	});

	it.each([2, 3])("keeps the old outputs if the disk is full at write %d", (at) => {
		expectFailure(runWithFaults([...bare, input], { fail: { call: "writeSync", at, code: "ENOSPC" } }), 3, "no space left");
	});

	it("finds a damaged block of the temporary file", () => {
		const ended = runWithFaults([...bare, input], { alter: { call: "writeSync", at: 1, octet: 70 } });
		expectFailure(ended, 3, /the temporary file in .* is damaged; check the disk, and repeat the run/);
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

	it("requires a directory for temporary files that exists, and is writable", () => {
		expectFailure(
			run([...bare, "--temp", path("missing"), input]),
			3,
			/temporary file in .*missing: the directory does not exist/,
		);
		expectFailure(run([...bare, "--temp", "/proc", input]), 3, /cannot write a temporary file in \/proc: /);
	});

	it("fails on damaged compressed data", () => {
		const packed = gzipSync(table);
		const file = write("truncated.csv.gz", packed.subarray(0, packed.length - 9));
		expectFailure(run([...bare, file]), 3, "the compressed data is truncated");
	});

	it("stops at the first invalid row under --invalid fail, and refuses other tables", () => {
		const [, , , ...args] = bare;
		const inMemory = run(["dedupe", ...args, "--invalid", "fail", input]);
		expectFailure(run([...bare, "--invalid", "fail", input]), 1, inMemory.stderr);
		expectFailure(run([...bare.map((arg) => (arg === "url" ? "link" : arg)), input]), 2, 'the table has no column "link"');
		expectFailure(run([...bare, input, write("other.csv", "url,id\n")]), 3, "its header is not that of");
	});

	it.each([1, 2, 3])("leaves nothing behind if it is killed at write %d", (at) => {
		expect(runWithFaults([...bare, input], { kill: { call: "writeSync", at } }).signal).toBe("SIGKILL");
		for (const file of [output, rejects]) expect(readFileSync(file, "utf8")).toBe("old\n");
		// Files of outputs have names until they replace the old ones. The next run in this directory removes them.
		runAlone(["dedupe", "--quiet", "-o", path("next"), "--rejects", path("next.rejects"), "--column", "url", input]);
		expectFailure(run([...bare, path("missing.csv")]), 3, "no such file");
	});
});
