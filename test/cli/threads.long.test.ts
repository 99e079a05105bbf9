/** Several threads give the same octets, counts and errors as one. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { everyNth, runs } from "../support/extent";
import { CLI, runOctets, runWithFaults, until, useFolder } from "./command";

const { path, write } = useFolder();

/** Octets that a thread works on at a time. */
const CHUNK_SIZE = 1 << 20;

/** Output, rejects, audit and summary of a run, without the time. */
function run(threads: number, args: string[], input: string | Uint8Array = "") {
	const files = ["--rejects", path("rejects"), "--threads", String(threads), "--json"];
	const audit = args[0] === "dedupe" ? ["--audit", path("audit")] : [];
	for (const name of ["rejects", "audit"]) rmSync(path(name), { force: true });
	const { status, stdout, stderr } = runOctets([...args, ...files, ...audit], input);
	const { seconds: _, ...summary } = stderr.toString().startsWith("{")
		? JSON.parse(stderr.toString())
		: { error: stderr.toString() };
	return { status, output: stdout.toString("latin1"), rejects: textOf("rejects"), audit: textOf("audit"), summary };
}

function textOf(name: string): string | undefined {
	try {
		return readFileSync(path(name), "latin1");
	} catch {
		return undefined;
	}
}

/** Several chunks of lines of all kinds: clean, to rewrite, with A-label questions, rejected. */
function mixedLines(count: number): string {
	const kinds = [
		(n: number) => `http://example.com/${n % 5000}`,
		(n: number) => `HTTP://Example.com:80/a/../${n % 5000}`,
		(n: number) => `http://example.com/${n}?q=%7e${n}`,
		(n: number) => (n % 97 === 0 ? `http://bücher${n % 7}.example/` : `x:${n}`),
		(n: number) => (n % 101 === 0 ? `1:${n}` : `http://a/${n % 11}\r`),
	];
	let text = "\ufeff";
	for (let n = 0; n < count; ++n) text += `${(kinds[n % kinds.length] as (n: number) => string)(n)}\n`;
	return text;
}

const MIXED = mixedLines(60000);
const LISTS: readonly (readonly [string, string])[] = [
	["lines of all kinds", MIXED],
	["no final line end", `${MIXED}http://last/%7e`],
	[
		"lines longer than a chunk",
		`${MIXED}http://a/${"%7e".repeat(400000)}\n${MIXED}http://b/${"x".repeat(CHUNK_SIZE)}\r\n${MIXED}`,
	],
	[
		"a line that fills a chunk, and its line end in the next",
		`${"a".repeat(CHUNK_SIZE - 1)}\r\n${"b".repeat(CHUNK_SIZE)}\n${MIXED}`,
	],
	["a line that is too long, between others", `${MIXED}http://a/${"y".repeat(17000000)}\n${MIXED}`],
	["more lines than a batch has room for", "\n".repeat(400000) + MIXED],
	["more rejects than a batch has room for", "1:\n".repeat(100000) + MIXED],
	["nothing but one long line", "z".repeat(3 * CHUNK_SIZE)],
];

/** Rows with their ordinals, by which the short form takes another part of each. */
const numbered = <Row extends readonly unknown[]>(rows: readonly Row[]) => rows.map((row, number) => [...row, number] as const);

describe("threads", () => {
	const LIST = path("list");

	it.each(numbered(LISTS))("give the same as one thread: %s", (_, text, number) => {
		writeFileSync(LIST, text);
		const commands = [
			["normalize", LIST],
			["normalize", "--invalid", "blank", LIST, LIST],
			["normalize", "--strict", "--invalid", "drop", LIST],
			["resolve", "--base", "http://a/b/c?d", LIST],
			["dedupe", LIST],
			["dedupe", "--print", "original", "--invalid", "drop", LIST, LIST],
		];
		// Every other command: each meets lists of every kind of end, and each list one command of two files.
		for (const [index, args] of commands.entries()) {
			if ((index + number) % 2 === 0) continue;
			const alone = run(1, args);
			expect(alone.status).toBe(0);
			expect(run(2 + (index % 3 === 0 ? 1 : 0), args)).toEqual(alone);
		}
	});

	it("give the same wherever a file is cut into chunks", () => {
		const lines = Array.from({ length: 40000 }, (_, n) => `HTTP://a/%7e${n}\r\n`).join("");
		fc.assert(
			fc.property(
				fc.integer({ min: -3, max: 3 }),
				fc.constantFrom("", "\r", "\n", "\r\n"),
				fc.boolean(),
				(more, end, isMarked) => {
					const first = `${isMarked ? "\ufeff" : ""}x:${"y".repeat(CHUNK_SIZE - (isMarked ? 5 : 2) + more - 20)}\n`;
					const files = [
						write("first", `${first}${"z".repeat(19)}${end}`),
						write("second", `\ufeff${lines}`),
						write("third", first),
					];
					expect(run(3, ["normalize", ...files])).toEqual(run(1, ["normalize", ...files]));
				},
			),
			{ numRuns: runs(12) },
		);
	});

	it.each(["normalize", "dedupe"])("%s answers all whole lines when a pipe stalls", async (command) => {
		const child = spawn(process.execPath, [CLI, command, "--quiet", "--threads", "2", "--rejects", path("stalled")]);
		let output = "";
		child.stdout.setEncoding("utf8").on("data", (text) => {
			output += text;
		});
		// A line that begins with a BOM is one of the stream only at its start; a cut line is answered when it is complete.
		const steps = [
			["\ufeffHTTP://a\r\nHTTP://b/%7", "http://a/\n"],
			["e\n1:\n", "http://b/~\n1:\n"],
			["\ufeffx:", ""],
			["\n", "\ufeffx:\n"],
			[`http://c/${"y".repeat(CHUNK_SIZE)}`, ""],
			["%7e\nX:", `http://c/${"y".repeat(CHUNK_SIZE)}~\n`],
			[`\n${"X:\n".repeat(200_000)}http://d`, command === "dedupe" ? "x:\n" : "x:\n".repeat(200_001)],
			["/\nHTTP://e\n", "http://d/\nhttp://e/\n"],
		] as const;
		let wanted = "";
		for (const [input, answer] of steps) {
			child.stdin.write(input);
			wanted += answer;
			await until(() => output.length >= wanted.length);
			expect(output.length === wanted.length && output === wanted).toBe(true);
		}
		child.stdin.end();
		await once(child, "close");
		expect([child.exitCode, output === wanted]).toEqual([0, true]);
		expect(readFileSync(path("stalled"), "utf8")).toMatch(/^3\t0\tinvalid-scheme\t1:\n4\t/);
	});

	it("stop at the first invalid line under --invalid fail, with its number", () => {
		const text = `${MIXED.replaceAll("1:", "x:")}1:\n${MIXED}`;
		const list = write("fails", text);
		for (const command of ["normalize", "dedupe"]) {
			const alone = run(1, [command, "--invalid", "fail", list]);
			expect(alone.summary.error).toContain("line 60001");
			expect(alone.status).toBe(1);
			for (const threads of everyNth([2, 4], 2, command.length))
				expect(run(threads, [command, "--invalid", "fail", list])).toEqual(alone);
			expect(run(2, [command, "--invalid", "fail"], text)).toEqual(alone);
		}
	});

	it("end the run in one sentence if one of them ends in the middle of its work, unless it had nothing left to do", () => {
		const list = write("ending", MIXED);
		const whole = run(1, ["normalize", list]).output;
		let status: number | null = 0;
		// The thread would have read all of a short list at its start.
		for (let copies = 8; status !== 3 && copies <= 128; copies *= 2) {
			const into = write("ended.txt", "old\n");
			const args = ["normalize", "--quiet", "--threads", "2", ...Array.from({ length: copies }, () => list), "-o", into];
			const ended = runWithFaults(args, { exit: { call: "writeSync", at: 1 } });
			status = ended.status;
			const stderr = status === 0 ? "" : "urlsieve: a thread has ended in the middle of its work; repeat the run\n";
			expect(ended.stderr).toBe(stderr);
			expect(readFileSync(into, "latin1") === (status === 0 ? whole.repeat(copies) : "old\n")).toBe(true);
		}
		expect(status).toBe(3);
	});

	it("must be an integer from 1 to 256", () => {
		for (const threads of ["0", "257", "two", "1.5", "-1", ""]) {
			const { status, stderr } = runOctets(["normalize", `--threads=${threads}`]);
			expect([status, stderr.toString()]).toEqual([
				2,
				`urlsieve: --threads must be an integer from 1 to 256, not "${threads}"; try: urlsieve normalize --help\n`,
			]);
		}
	});
});
