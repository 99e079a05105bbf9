/** `dedupe` of a pipe whose set outgrows the memory goes to disk on the way, and gives the same octets. */
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { listOfDuplicates } from "../support/duplicates";
import { everyNth, size } from "../support/extent";
import { run, runWithFaults, useFolder } from "./command";

const { folder, path, shell, write } = useFolder();

const first = write("first.txt", listOfDuplicates(size(20_000, 6_000), 1));
const policy = write("policy.json", JSON.stringify({ base: "whatwg", key: { query: { lists: ["own"], sort: "name" } } }));
const list = write("own.json", JSON.stringify({ format: "urlsieve-list@1", name: "own", params: ["ref"] }));

describe("dedupe of a pipe whose set outgrows the memory", () => {
	const numbers = Array.from({ length: 900_000 }, (_, index) => `http://h/${(index * 7919).toString(36)}`).join("\n");
	const long = `http://example.com/${"a".repeat(300_000)}`;
	const many = write("many.txt", `${numbers}\n${long}\n${listOfDuplicates(20_000, 1)}${numbers.slice(0, 4_000_000)}\n`);
	const repeated = write("repeated.txt", `\ufeff${listOfDuplicates(20_000, 7)}${long}\r\nhttp://no-line-end.example/%41`);
	const packed = write("repeated.gz", gzipSync(readFileSync(repeated)));

	const OPTIONS: readonly [string[]][] = [
		[[]],
		[["--print", "original", "--invalid", "drop"]],
		[["--profile", "crawl@1", "--invalid", "blank"]],
		[["--policy", policy, "--lists", list, "--print", "key"]],
	];
	it.each(everyNth(OPTIONS, 2))("gives the same: %j", (args) => {
		const rejects = path("rejects.tsv");
		const results = (more: string) => {
			const inputs = `<(cat ${many}) ${first} ${packed} - < ${repeated}`;
			const ended = shell(`$URLSIEVE dedupe --json --rejects ${rejects} ${args.join(" ")} ${more} ${inputs} | sha256sum`);
			const { seconds, peakMemory, tempOctets = 0, ...summary } = JSON.parse(ended.stderr);
			return { isOnDisk: tempOctets > 0, results: [ended.stdout, summary, readFileSync(rejects, "latin1")] };
		};
		const inMemory = results("");
		const limited = results(`--memory 64M --temp ${folder}`);
		expect([inMemory.isOnDisk, limited.isOnDisk]).toEqual([false, true]);
		expect(limited.results).toEqual(inMemory.results);
		expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
	});

	it("stops at the first invalid line after that, with its number", () => {
		const late = write("late.txt", `${numbers}\nhttp://[\n`);
		for (const more of [["--memory", "64M"], []]) {
			const { status, stderr } = run(["dedupe", "--quiet", "--invalid", "fail", ...more, "-"], readFileSync(late));
			expect([status, stderr]).toEqual([1, expect.stringContaining("line 900001, byte 7")]);
		}
	});

	it("leaves the output as it was if the disk is full, or the directory for temporary files is missing", () => {
		const old = write("old-stream.txt", "old\n");
		const args = ["dedupe", "--quiet", "--memory", "64M", "-o", old, "-"];
		const full = runWithFaults(
			[...args, "--temp", folder],
			{ fail: { call: "writeSync", at: 60, code: "ENOSPC" } },
			readFileSync(many),
		);
		expect([full.status, full.stderr]).toEqual([
			3,
			expect.stringMatching(/^urlsieve: cannot write .*no space left on the device/),
		]);
		const missing = run([...args, "--temp", path("missing")], "");
		expect([missing.status, missing.stderr]).toEqual([3, expect.stringContaining("the directory does not exist")]);
		expect(readFileSync(old, "utf8")).toBe("old\n");
		expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
	});
});
