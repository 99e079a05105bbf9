/** `dedupe` in passes gives the same octets as with the set in memory. `--memory` makes short lists go through the passes too. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { CLI, type Ended, run, runWithFaults, useFolder } from "./command";

const { folder, path, shell, write } = useFolder();

/** A list of `count` lines with duplicates, other spellings, every kind of reject, and every kind of line end. */
function list(count: number, seed: number): string {
	let state = seed;
	const next = (limit: number) => {
		state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
		return (state >>> 8) % limit;
	};
	const REJECTS = ["1http://a", "http://[", "http://a:b/", "http:///", "http://[::1%25a", "x://u[@h", "https://"];
	const lines = Array.from({ length: count }, () => {
		const number = next(count);
		const page = `/${"path/".repeat(number % 5)}page-${number}?q=${number % 7}`;
		const kinds = [
			() => `http://example.com${page}`,
			() => `https://www.example.org${page}`,
			() => `HTTP://EXAMPLE.com:80${page}`,
			() => `http://example.com/./x/..${page.replace("page", "%70age")}`,
			() => `http://bücher.example${page}`,
			() => `${REJECTS[number % REJECTS.length]}${number}`,
			() => ` http://example.com${page}\t`,
			() => `http://example.com/${"long".repeat(number % 600)}`,
			() => "",
			() => `mailto:a${number}@EXAMPLE.com`,
		];
		const kind = kinds[next(14) % kinds.length] as () => string;
		return `${kind()}${next(9) === 0 ? "\r" : ""}\n`;
	});
	return lines.join("");
}

/**
 * All results of a run: status, lines, rejects, and the summary without what differs by nature. Output to a pipe keeps the set in
 * memory.
 */
function results(args: string[], output?: string) {
	const rejects = path("rejects.tsv");
	const to = output === undefined ? [] : ["-o", output, "--memory", "16M"];
	const { status, stdout, stderr } = run(["dedupe", "--json", "--rejects", rejects, ...to, ...args], "", "latin1");
	const { seconds, tempOctets, peakMemory, ...summary } = JSON.parse(stderr);
	const lines = output === undefined ? stdout : readFileSync(output, "latin1");
	return {
		isInPasses: tempOctets !== undefined,
		results: { status, summary, lines, rejects: readFileSync(rejects, "latin1") },
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
	const first = write("first.txt", list(20_000, 1));
	const second = write("second.txt", `\ufeff${list(5_000, 2)}http://no-line-end.example/A\r`);
	const small = write("small.txt", "http://no-line-end.example/%41");

	const ACTIONS = ["keep", "drop", "blank"];
	const PRINTS = ["normalized", "original"];
	const cases = ACTIONS.flatMap((action) => PRINTS.map((print) => [action, print] as const));
	it.each(cases)("gives the same for several inputs, --invalid %s --print %s", (action, print) => {
		expectSame(["--invalid", action, "--print", print, first, second, small, first]);
		if (action === "blank") expectSame(["--invalid", action, "--print", print, "--strict", first, second]);
	});

	it.each(["wasm-simd", "wasm", "js"])("gives the same on the engine %s", (engine) => {
		expectSame(["--engine", engine, first, second]);
	});

	it.each([["string"], ["syntax"], ["scheme"]])("gives the same at the level %s", (level) => {
		expectSame(["--level", level, second, first]);
		expectSame(["--level", level, "--print", "original", second, first]);
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

	it("gives the same for a list of one reference, again and again", () => {
		expectSame([write("same.txt", "http://example.com/\nHTTP://example.com\n".repeat(40_000))]);
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

describe("faults of dedupe in passes", () => {
	const input = write("input.txt", list(5_000, 3));
	const output = write("old.txt", "old\n");
	const bare = ["dedupe", "--memory", "16M", "--quiet"];
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
		const grown = write("grown.txt", list(5_000, 4));
		const faults = { grow: { call: "writeSync", at: 1, file: grown } };
		const ended = runWithFaults([...bare, "-o", output, grown], faults);
		expectFailure(
			ended,
			3,
			/cannot read .*grown.txt \(input-changed\): it changed .*; for a file that grows, run: cat FILE \| urlsieve dedupe/,
		);
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
		expect(readFileSync(path("other.txt"), "utf8")).toBe(run(["dedupe", "--quiet", input]).stdout);
	});

	it.each(["", "x", "16Q", "-1", "1.5G", "16MB"])("refuses the size %j", (size) => {
		expectFailure(run(["dedupe", `--memory=${size}`, "-o", output, input]), 2, /--memory must be a size such as 512M or 2G, not/);
	});

	it.each(["0", "1", "15M", "16383K"])("names the least size for %s", (size) => {
		expectFailure(run(["dedupe", "--memory", size, "-o", output, input]), 2, /--memory must be at least 16M, not/);
	});

	it("refuses --memory with options that keep the set in memory", () => {
		for (const more of [
			["--seen", path("x.seen")],
			["--audit", path("x.tsv")],
		]) {
			expectFailure(run([...args, ...more]), 2, /--memory excludes --seen and --audit/);
		}
	});

	it("stops at the first invalid line under --invalid fail", () => {
		const inMemory = run(["dedupe", "--invalid", "fail", "--quiet", "-o", output, input]);
		expectFailure(run([...args, "--invalid", "fail"]), 1, inMemory.stderr);
	});

	it("names the option for another directory if the copy of a pipe fills the disk", () => {
		const ended = runWithFaults([...bare, "-o", output], { fail: { call: "writeSync", at: 1, code: "ENOSPC" } }, list(100, 6));
		expectFailure(ended, 3, /cannot write a temporary file in .*: no space left on the device; see --temp/);
	});

	it("refuses an output that is also an input", () => {
		expectFailure(run([...bare, "-o", output, output]), 2, "is also an input");
	});
});
