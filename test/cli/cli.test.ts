/** The command line as a process: output, files and exit statuses. */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ENGINES } from "../support/engines";
import { CLI, run as runCommand, useFolder } from "./command";

const { folder, path, write, shell } = useFolder();

/** Runs the command line to its end. */
const run = (args: string[], input: string | Uint8Array = "") => runCommand(args, input, "latin1");

describe.each(ENGINES)("normalize [%s]", (engine) => {
	it("prints the normal form of each line in order, and a summary", () => {
		const { status, stdout, stderr } = run(["normalize", "--engine", engine], "HTTP://a\r\n1:\nhttp://b:80/%7e");
		expect([status, stdout]).toEqual([0, "http://a/\n1:\nhttp://b/~\n"]);
		expect(stderr).toMatch(
			/^urlsieve normalize: 3 lines, 1 reject, \d+\.\d\d s, \d+ MB\/s\n {11}1 {2}rejects: invalid-scheme\n$/,
		);
	});

	it("deduplicates, and reports the engine in the summary", () => {
		const { stdout, stderr } = run(["dedupe", "--engine", engine, "--json"], "HTTP://a\nhttp://a/\n1:\n1:\nx:b");
		expect(stdout).toBe("http://a/\n1:\n1:\nx:b\n");
		expect(JSON.parse(stderr)).toMatchObject({
			command: "dedupe",
			lines: 5,
			unique: 2,
			duplicates: 1,
			rejects: 2,
			engine,
			inputOctets: 28,
			outputOctets: 20,
		});
	});
});

/** 100,000 lines HTTP://a, by `zstd -19`. */
const ZSTANDARD = Buffer.from(
	"KLUv/QRojAAASEhUVFA6Ly9hCgEA9P/MyxFEAAAAAQD9/8wLEEQAAAABAP3/OQACRAAAAAEA/f85AAJEAAAAAQD9/zkAAkQAAAABAP3/OQACRQAAAAEAnbs5AAJuvgqv",
	"base64",
);

describe("input", () => {
	const text = "HTTP://a\nHTTP://b\n";

	it("decompresses files and standard input", () => {
		const packed = gzipSync(text);
		expect(run(["normalize", "--quiet", write("a.gz", packed)]).stdout).toBe("http://a/\nhttp://b/\n");
		expect(run(["normalize", "--quiet"], packed).stdout).toBe("http://a/\nhttp://b/\n");
		expect(run(["normalize", "--quiet", "-"], Buffer.concat([packed, gzipSync("HTTP://c")])).stdout).toBe(
			"http://a/\nhttp://b/\nhttp://c/\n",
		);
		expect(run(["normalize", "--quiet", write("empty.gz", gzipSync(""))])).toEqual({ status: 0, stdout: "", stderr: "" });
		expect(run(["normalize", "--quiet", write("a.zst", ZSTANDARD)]).stdout).toBe("http://a/\n".repeat(100000));
		expect(run(["normalize", "--quiet"], Buffer.concat([ZSTANDARD, ZSTANDARD])).stdout).toBe("http://a/\n".repeat(200000));
	});

	it("reads named pipes and devices", () => {
		const { stdout } = shell("mkfifo fifo; (printf 'HTTP://a\\nHTTP:' > fifo) & $URLSIEVE normalize --quiet fifo /dev/null");
		expect(stdout).toBe("http://a/\nhttp:\n");
		expect(shell("mkfifo fifo2; (echo HTTP://a | gzip > fifo2) & $URLSIEVE normalize --quiet fifo2").stdout).toBe("http://a/\n");
	});

	it("may be empty, binary, or lack a final line end", () => {
		expect(run(["normalize"], "").stderr).toMatch(/^urlsieve normalize: 0 lines, 0 rejects/);
		expect(run(["normalize", "--quiet"], "x").stdout).toBe("x\n");
		expect(run(["normalize", "--quiet"], "\n").stdout).toBe("\n");
		const binary = Uint8Array.from({ length: 256 }, (_, octet) => octet);
		expect(run(["normalize", "--binary", "--quiet", "--level", "string"], binary).stdout).toBe(
			`${Buffer.from(binary).toString("latin1")}\n`,
		);
		expect(run(["normalize", "--binary", "--quiet"], "\0\r\u0001\n\r").status).toBe(0);
	});

	it.each([
		["a directory", () => folder, "is a directory"],
		["a missing file", () => path("nowhere"), "no such file"],
		[
			"a gzip file that ends too early",
			() => write("cut.gz", gzipSync("x:a\n".repeat(100000)).subarray(0, 300)),
			"the compressed data is truncated",
		],
		[
			"a Zstandard file that ends too early",
			() => write("cut.zst", ZSTANDARD.subarray(0, 60)),
			"the compressed data is truncated",
		],
		[
			"a Zstandard file that is damaged",
			() => write("bad.zst", Buffer.from(ZSTANDARD).fill(0xff, 9, 12)),
			"the compressed data is damaged",
		],
		[
			"a gzip file that is damaged",
			() => write("bad.gz", Buffer.from(gzipSync("x:a\n".repeat(1000))).fill(0xff, 20, 40)),
			"the compressed data is damaged",
		],
	])("fails on %s with one sentence and status 3, leaving the output as it was", (_what, file, reason) => {
		const name = file();
		const output = write("kept.txt", "as it was");
		const { status, stderr } = run(["normalize", "-o", output, name]);
		expect([status, stderr]).toEqual([3, `urlsieve: cannot read ${name}: ${reason}\n`]);
		expect(readFileSync(output, "utf8")).toBe("as it was");
		expect(readdirSync(folder).filter((entry) => entry.endsWith(".tmp"))).toEqual([]);
	});
});

describe("output", () => {
	it("fails with status 3 when the disk is full", () => {
		const { status, stderr } = run(["normalize", "-o", "/dev/full"], "x:\n");
		expect([status, stderr]).toEqual([3, "urlsieve: cannot write /dev/full: no space left on the device\n"]);
		const stdout = shell("echo x: | $URLSIEVE normalize > /dev/full");
		expect([stdout.status, stdout.stderr]).toEqual([3, "urlsieve: cannot write standard output: no space left on the device\n"]);
	});

	it("fails with status 3 if the file cannot be created", () => {
		const { status, stderr } = run(["normalize", "-o", path("no/such/folder")], "x:\n");
		expect([status, stderr]).toEqual([3, `urlsieve: cannot write ${path("no/such/folder")}: the directory does not exist\n`]);
		expect(run(["normalize", "-o", folder], "x:\n").stderr).toBe(`urlsieve: cannot write ${folder}: is a directory\n`);
	});

	it("exits silently when its reader closes the pipe", () => {
		const { stdout, stderr, status } = shell(
			"set -o pipefail; yes HTTP://a | head -200000 | $URLSIEVE normalize --quiet | head -1",
		);
		expect([stdout, stderr]).toEqual(["http://a/\n", ""]);
		expect(status).not.toBe(3);
		expect(
			shell("yes HTTP://a | head -200000 > yes.txt; ($URLSIEVE normalize yes.txt; echo $? > status) | head -1; cat status")
				.stdout,
		).toBe("http://a/\n0\n");
	});

	it("prints each line at once, for a writer that waits for it", async () => {
		const child = spawn(process.execPath, [CLI, "normalize", "--quiet"]);
		const answers: string[] = [];
		for (const line of ["X:", "(X", "HTTP://h"]) {
			child.stdin.write(`${line}\n`);
			answers.push(await new Promise((resolve) => child.stdout.once("data", (octets) => resolve(String(octets)))));
		}
		child.stdin.end();
		expect(answers).toEqual(["x:\n", "(X\n", "http://h/\n"]);
	});
});

describe("options", () => {
	it("--level decides which lines are equal, --strict which are valid", () => {
		const input = "http://a\nHTTP://a\nhttp://a/\n";
		const count = (level: string) => run(["dedupe", "--quiet", "--level", level], input).stdout.split("\n").length - 1;
		expect([count("string"), count("syntax"), count("scheme")]).toEqual([3, 2, 1]);
		expect(run(["normalize", "--strict", "--invalid", "drop", "--quiet"], "x:a b\nx:a\n").stdout).toBe("x:a\n");
	});

	it("--invalid keeps, drops, blanks or fails on lines that cannot be normalized", () => {
		const input = "X:a\n1:\nX:b\n";
		const by = (action: string) => run(["normalize", "--quiet", "--invalid", action], input);
		expect(by("keep").stdout).toBe("x:a\n1:\nx:b\n");
		expect(by("drop").stdout).toBe("x:a\nx:b\n");
		expect(by("blank").stdout).toBe("x:a\n\nx:b\n");
		expect(by("fail")).toEqual({
			status: 1,
			stdout: "x:a\n",
			stderr: `urlsieve: line 2, byte 0: the text before the first ":" is not a scheme\n`,
		});
		const output = write("good.txt", "good");
		expect(run(["dedupe", "--invalid", "fail", "-o", output], input).status).toBe(1);
		expect(readFileSync(output, "utf8")).toBe("good");
	});

	it("--rejects lists them with line number, octet offset, error code and line", () => {
		const rejects = path("rejects.tsv");
		run(["normalize", "--rejects", rejects, "--quiet"], Buffer.from("x:\n1:\t\xff\r\nhttp://h:x\n", "latin1"));
		expect(readFileSync(rejects, "latin1")).toBe("2\t0\tinvalid-scheme\t1:\t\xff\n3\t9\tinvalid-port\thttp://h:x\n");
	});

	it("--audit logs each duplicate: kept line, dropped line, level, both line numbers", () => {
		const audit = path("audit.tsv");
		const input = "http://a\nhttp://a\nHTTP://a\n1:\nhttp://a:80/\r\nx:\t1\nx:1\n";
		run(["dedupe", "--quiet", "--audit", audit], input);
		expect(readFileSync(audit, "utf8").split("\n")).toEqual([
			"http://a\thttp://a\tstring\t1\t2",
			"http://a\tHTTP://a\tsyntax\t1\t3",
			"http://a\thttp://a:80/\tscheme\t1\t5",
			"x:%091\tx:1\tsyntax\t6\t7",
			"",
		]);
	});
});

describe("--seen", () => {
	it("is not changed by a run whose output cannot be written, or whose reader closes the pipe", () => {
		const seen = path("state.seen");
		run(["dedupe", "--seen", seen, "--quiet"], "HTTP://a\n");
		const good = readFileSync(seen);
		expect(run(["dedupe", "--seen", seen, "-o", "/dev/full"], "x:new\n").status).toBe(3);
		shell("seq 300000 | sed s,^,x:new, | $URLSIEVE dedupe --seen state.seen --quiet | head -1");
		expect(readFileSync(seen)).toEqual(good);
	});
});

describe("usage", () => {
	it("works through a symbolic link, as npm installs it", () => {
		symlinkSync(CLI, path("urlsieve"));
		expect(execFileSync(path("urlsieve"), ["normalize", "--quiet"], { input: "X:\n" }).toString()).toBe("x:\n");
		expect(existsSync(CLI)).toBe(true);
	});
});
