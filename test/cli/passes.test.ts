/** `dedupe` in passes gives the same octets as with the set in memory. `--memory` makes short lists go through the passes too. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { listOfDuplicates } from "../support/duplicates";
import { everyNth, size } from "../support/extent";
import { CLI, type Ended, run, runWithFaults, useFolder } from "./command";

const { folder, path, shell, write } = useFolder();

/**
 * All results of a run: status, lines, rejects, and the summary without what differs by nature. Output to a pipe keeps the set in
 * memory.
 */
function results(args: string[], output?: string) {
	const rejects = path("rejects.tsv");
	const audit = path("audit.tsv");
	const to = output === undefined ? [] : ["-o", output, "--memory", "16M"];
	const logs = ["--rejects", rejects, "--audit", audit];
	const { status, stdout, stderr } = run(["dedupe", "--json", ...logs, ...to, ...args], "", "latin1");
	const { seconds, tempOctets, peakMemory, ...summary } = JSON.parse(stderr);
	const lines = output === undefined ? stdout : readFileSync(output, "latin1");
	return {
		isInPasses: tempOctets !== undefined,
		results: { status, summary, lines, rejects: readFileSync(rejects, "latin1"), audit: readFileSync(audit, "latin1") },
	};
}

/** Expects both paths to give the same results. */
function expectSame(args: string[]): void {
	const inMemory = results(args);
	const inPasses = results(args, path("passes.txt"));
	expect([inMemory.isInPasses, inPasses.isInPasses]).toEqual([false, true]);
	expect(inPasses.results).toEqual(inMemory.results);
	expect(inPasses.results.status).toBe(0);
}

describe("dedupe in passes", () => {
	const first = write("first.txt", listOfDuplicates(size(20_000, 6_000), 1));
	const second = write("second.txt", `\ufeff${listOfDuplicates(5_000, 2)}http://no-line-end.example/A\r`);
	const small = write("small.txt", "http://no-line-end.example/%41");

	const ACTIONS = ["keep", "drop", "blank"];
	const PRINTS = ["normalized", "original"];
	const cases = ACTIONS.flatMap((action) => PRINTS.map((print) => [action, print] as const));
	it.each(cases)("gives the same for several inputs, --invalid %s --print %s", (action, print) => {
		expectSame(["--invalid", action, "--print", print, first, second, small, first]);
		if (action === "blank") expectSame(["--invalid", action, "--print", print, "--strict", first, second]);
	});

	it.each(["wasm", "js"])("gives the same on the engine %s", (engine) => {
		expectSame(["--engine", engine, first, second]);
	});

	it.each([["string"], ["syntax"], ["scheme"]])("gives the same at the level %s", (level) => {
		expectSame(["--level", level, second, first]);
		expectSame(["--level", level, "--print", "original", second, first]);
	});

	const policy = write("policy.json", JSON.stringify({ base: "whatwg", key: { query: { lists: ["own"], sort: "name" } } }));
	const list = write("own.json", JSON.stringify({ format: "urlsieve-list@1", name: "own", params: ["ref"] }));
	const RULES = [
		...["crawl@1", "whatwg@1", "surt@1", "crawlee@1"].map((profile) => ["--profile", profile]),
		["--policy", policy, "--lists", list],
	];
	it.each(RULES)("gives the same under %s %s", (...rules) => {
		const mixed = write(
			"mixed.txt",
			[
				"\ufeffhttp://h/?b&a&ref=1",
				"http://h/?ref&a&b#c\r",
				"\ufeffhttp://h/\r\r",
				"http://h/",
				"http://h:x/",
				"a\tb",
				"c\tb",
				"\tc\tb",
				"http://bücher.de/?utm_source=1",
				"",
				"http://xn--bcher-kva.de/",
				"\xff\xfe",
			].join("\n"),
		);
		for (const print of everyNth(["fetch", "key", "original"], 3, rules.join().length)) {
			expectSame([...rules, "--print", print, first, mixed, second, mixed]);
			expectSame([...rules, "--print", print, "--invalid", "drop", mixed, small]);
			expectSame([...rules, "--print", print, "--invalid", "blank", mixed]);
		}
	});

	it("gives the same for lines longer than any buffer", () => {
		const long = `http://example.com/${"a".repeat(300_000)}`;
		const longest = `http://example.com/${"b".repeat(17_000_000)}`;
		const file = write(
			"long.txt",
			[long, longest, "http://a", long.toUpperCase(), longest, "http://a/", `${long}\r`, longest].join("\n"),
		);
		expectSame(["--invalid", "keep", file, first]);
		expectSame(["--invalid", "blank", "--print", "original", file, first]);
		expectSame(["--profile", "crawl@1", file, first]);
		expectSame(["--profile", "crawl@1", "--invalid", "drop", "--print", "key", file, first]);
	});

	it("gives the same for files of a few octets", () => {
		const contents = [
			"\n",
			"\r\n",
			"\n\n",
			"a",
			"a\nA",
			"\ufeff",
			"\ufeff\n\n",
			"\ufeffhttp://a\nhttp://a/",
			"http://[\nhttp://[",
		];
		const files = contents.map((content, index) => write(`tiny-${index}.txt`, content));
		for (const file of files.slice(3, 6)) expectSame([file]);
		expectSame(files);
	});

	it("gives the same for pipes, standard input and compressed files", () => {
		const gzipped = write("first.gz", gzipSync(readFileSync(first)));
		const memory = run(["dedupe", "--quiet", first, second]).stdout;
		const args = ["--memory", "16M", "--quiet", "--temp", folder];
		expect(run(["dedupe", ...args, gzipped, second]).stdout).toBe(memory);
		expect(run(["dedupe", ...args, "-", second], readFileSync(first)).stdout).toBe(memory);
		expect(shell(`$URLSIEVE dedupe ${args.join(" ")} - ${second} < ${first}`).stdout).toBe(memory);
		expect(shell(`$URLSIEVE dedupe ${args.join(" ")} <(cat ${gzipped}) <(cat ${second}) | cat`).stdout).toBe(memory);
		expectSame([gzipped, second, gzipped]);
	});

	it("keeps a set that fits the memory, without temporary files", () => {
		const { stdout, stderr } = run(["dedupe", "--json", "--memory", "64M", "-", second], readFileSync(first));
		expect(JSON.parse(stderr)).toMatchObject({ lines: size(20_000, 6_000) + 5_001, tempOctets: 0 });
		expect(stdout).toBe(run(["dedupe", "--quiet", first, second]).stdout);
	});

	describe("of a pipe whose set outgrows the memory", () => {
		const numbers = Array.from({ length: 900_000 }, (_, index) => `http://h/${(index * 7919).toString(36)}`).join("\n");
		const long = `http://example.com/${"a".repeat(300_000)}`;
		const many = write("many.txt", `${numbers}\n${long}\n${listOfDuplicates(20_000, 1)}${numbers.slice(0, 4_000_000)}\n`);
		const repeated = write("repeated.txt", `\ufeff${listOfDuplicates(20_000, 7)}${long}\r\nhttp://no-line-end.example/%41`);
		const packed = write("repeated.gz", gzipSync(readFileSync(repeated)));

		it.each([
			[[]],
			[["--print", "original", "--invalid", "drop"]],
			[["--profile", "crawl@1", "--invalid", "blank"]],
			[["--policy", policy, "--lists", list, "--print", "key"]],
		])("gives the same: %j", (args) => {
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
				expect([status, stderr]).toEqual([1, expect.stringContaining("line 900001, octet 7")]);
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

	it("gives the same for a list of one reference, again and again", () => {
		expectSame([write("same.txt", "http://example.com/\nHTTP://example.com\n".repeat(40_000))]);
	});
});

const DATA = new URL("../../../shared/data/", import.meta.url);
const LISTS = ["urls_100k_open.txt", "homepages.txt", "reddit_outbound_urls.txt.gz"].map((name) =>
	fileURLToPath(new URL(name, DATA)),
);

describe.runIf(LISTS.every(existsSync))("dedupe in passes of real lists", () => {
	it.each(LISTS)("gives the same for %s", (list) => expectSame([list]));

	it("gives the same for several of them at another level, as original lines", () => {
		expectSame(["--level", "syntax", "--print", "original", ...LISTS.slice(0, 2), LISTS[0] as string]);
	});
});

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
		return { stdout, summary, audit: readFileSync(audit, "latin1"), size: statSync(path(name)).size };
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

	it("refuses a set of another profile, and leaves it as it was", () => {
		runWith("crawl.seen", first, ["--profile", "crawl@1"]);
		const set = readFileSync(path("crawl.seen"));
		for (const profile of ["rfc3986@1", "surt@1"]) {
			const args = ["--memory", "16M", "--seen", path("crawl.seen"), "--profile", profile, second];
			const { status, stdout, stderr } = run(["dedupe", ...args]);
			expect([status, stdout]).toEqual([3, ""]);
			expect(stderr).toMatch(new RegExp(`crawl@1.* not of .*${profile}.*profile-mismatch`));
		}
		expect(readFileSync(path("crawl.seen"))).toEqual(set);
	});

	it.each([
		["is damaged", (set: Buffer) => set.fill(1, 1000, 1001), /the checksum of block 0 is wrong/],
		["is cut off", (set: Buffer) => set.subarray(0, 5000), /truncated/],
		["is no set", () => Buffer.from("http://a/\n".repeat(100)), /not a urlsieve snapshot/],
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
			...[1, 2, 3, 4, 5, 6, 7].map((at) => ({ fail: { call: "writeSync", at, code: "ENOSPC" } })),
		]) {
			const { status, stderr } = runWithFaults(["dedupe", "--quiet", "--memory", "16M", ...logs, grown], faults);
			expect([status, stderr.trimEnd().split("\n").length]).toEqual([3, 1]);
			expect(stderr).toMatch(/input-changed|no space left/);
			expect(outputs.map((name) => readFileSync(name, "utf8"))).toEqual(["old\n", "old\n", "old\n"]);
			expect(readFileSync(path("old.seen"))).toEqual(set);
		}
	});
});

describe("kernels of dedupe", () => {
	const COUNT =
		"data:text/javascript,let count = 0; const { Module } = WebAssembly; process.on('exit', () => console.error(count));" +
		"WebAssembly.Module = function (octets) { count += 1; return new Module(octets); };";

	it("compiles only the core for a short list", () => {
		const list = write("short.txt", "http://example.com/\n");
		for (const args of [[], ["--seen", path("short.seen")], ["-o", path("short.txt.out")]]) {
			const all = ["--import", COUNT, CLI, "dedupe", "--quiet", list, ...args];
			const { status, stderr } = spawnSync(process.execPath, all, { encoding: "utf8" });
			expect([status, stderr]).toEqual([0, "1\n"]);
		}
	});
});

describe("the memory of a run", () => {
	it("is that of the process, not of the one that started it", () => {
		const ballast = new Uint8Array(200 * 2 ** 20).fill(1);
		const list = write("ballast.txt", "http://example.com/\n");
		const { stderr } = run(["dedupe", "--json", "--memory", "16M", "-o", path("ballast.out"), list]);
		expect(JSON.parse(stderr).peakMemory).toBeLessThan(ballast.length / 2);
	});

	it("hardly grows with what pipes and decompression leave behind", () => {
		const lines = Array.from({ length: 900_000 }, (_, index) => `http://example.com/${"path/".repeat(index % 12)}${index}\n`);
		const octets = new TextEncoder().encode(lines.join(""));
		const packed = write("large.gz", gzipSync(octets, { level: 1 }));
		const summaryOf = (input: string, piped: string | Uint8Array) =>
			JSON.parse(run(["dedupe", "--json", "--memory", "16M", "-o", path("large.out"), input], piped).stderr);
		// What Node.js itself takes differs by version and machine.
		const { peakMemory: least } = summaryOf("-", "http://example.com/\n");
		for (const [input, piped] of [["-", octets] as const, [packed, ""] as const]) {
			const { unique, peakMemory } = summaryOf(input, piped);
			expect(unique).toBe(900_000);
			expect(peakMemory - least).toBeLessThan(24 * 2 ** 20);
		}
	});

	const words = Array.from({ length: 250_000 }, (_, index) => (Math.imul(index, 2654435761) >>> 0).toString(36) + index * 7919);
	const list = write("packed.gz", gzipSync(words.map((word) => `http://h/${word}\n`.repeat(2)).join("")));

	it.each([
		[8 * 2 ** 20, true],
		[2 ** 30, false],
	])("with %d octets free, compressed files go to disk: %j", (free, isOnDisk) => {
		// Several of them: the set might need more than a quarter of it, or 16 MiB.
		const inputs = Array.from({ length: 5 }, () => list);
		const output = path("limited.txt");
		const { status, stderr } = runWithFaults(["dedupe", "--json", "-o", output, ...inputs], { free });
		const { tempOctets = 0, lines, unique } = JSON.parse(stderr);
		expect([status, lines, unique]).toEqual([0, 2_500_000, 250_000]);
		expect(tempOctets > 0).toBe(isOnDisk);
		expect(readFileSync(output, "utf8")).toBe(`${words.map((word) => `http://h/${word}`).join("\n")}\n`);
	});
});

describe.each(["rfc3986@1", "crawl@1"])("faults of dedupe in passes under %s", (profile) => {
	const input = write("input.txt", listOfDuplicates(5_000, 3));
	const output = write("old.txt", "old\n");
	const rules = ["--profile", profile];
	const bare = ["dedupe", "--memory", "16M", "--quiet", ...rules];
	const args = [...bare, "-o", output, input];

	/** Expects a failure with this status and message, the old output, and no temporary file. */
	function expectFailure(ended: Ended, status: number, message: string | RegExp): void {
		expect([ended.status, ended.stdout]).toEqual([status, ""]);
		expect(ended.stderr).toMatch(message);
		expect(ended.stderr.trimEnd().split("\n")).toHaveLength(1);
		expect(readFileSync(output, "utf8")).toBe("old\n");
		expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
	}

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

	it.each(["shrink", "touch"])("finds an input that changes between the passes: %s", (fault) => {
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

	it("fails in one sentence if the directory for temporary files is not writable", () => {
		expectFailure(run([...args, "--temp", "/proc"]), 3, /cannot write a temporary file in \/proc: /);
	});

	it.each(["ENOSPC", "EDQUOT"])("names the directory and the space if %s ends the temporary file", (code) => {
		const ended = runWithFaults(args, { fail: { call: "writeSync", at: 1, code } });
		expectFailure(ended, 3, /cannot write a temporary file in .*: .*; this run needs about \d+ MB there; see --temp/);
	});

	it("finds a damaged block of the temporary file", () => {
		for (const octet of [8, 60, 70, 16383]) {
			const ended = runWithFaults(args, { alter: { call: "writeSync", at: 1, octet } });
			expectFailure(ended, 3, /the temporary file in .* is damaged; check the disk, and repeat the run/);
		}
	});

	it("keeps the old output if the disk is full at the output", () => {
		expectFailure(runWithFaults(args, { fail: { call: "writeSync", at: 2, code: "ENOSPC" } }), 3, "no space left on the device");
	});

	it.each([1, 2])("leaves nothing behind if it is killed at write %d", (at) => {
		expect(runWithFaults(args, { kill: { call: "writeSync", at } }).signal).toBe("SIGKILL");
		expect(readFileSync(output, "utf8")).toBe("old\n");
		// The file of the output has a name until it replaces the old one. The next run in this directory removes it.
		run([...bare, "-o", path("other.txt"), input]);
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
		expect(run([...bare, "-o", path("other.txt"), "--temp", "/dev/shm", input]).status).toBe(0);
		expect(readFileSync(path("other.txt"), "utf8")).toBe(run(["dedupe", "--quiet", ...rules, input]).stdout);
	});

	it.each(["", "x", "16Q", "-1", "1.5G", "16MB"])("refuses the size %j", (size) => {
		expectFailure(run(["dedupe", `--memory=${size}`, "-o", output, input]), 2, /--memory must be a size such as 512M or 2G, not/);
	});

	it.each(["0", "1", "15M", "16383K"])("names the least size for %s", (size) => {
		expectFailure(run(["dedupe", "--memory", size, "-o", output, input]), 2, /--memory must be at least 16M, not/);
	});

	it("stops at the first invalid line under --invalid fail", () => {
		const inMemory = run(["dedupe", "--invalid", "fail", "--quiet", ...rules, "-o", output, input]);
		expectFailure(run([...args, "--invalid", "fail"]), 1, inMemory.stderr);
	});

	it("names the option for another directory if the copy of a pipe fills the disk", () => {
		const ended = runWithFaults(
			[...bare, "-o", output],
			{ fail: { call: "writeSync", at: 1, code: "ENOSPC" } },
			listOfDuplicates(100, 6),
		);
		expectFailure(ended, 3, /cannot write a temporary file in .*: no space left on the device; see --temp/);
	});

	it("refuses an output that is also an input", () => {
		expectFailure(run([...bare, "-o", output, output]), 2, "is also an input");
	});
});
