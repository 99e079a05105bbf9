/** Several threads on one list: the same octets, counts and errors as one, whatever the lines. */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ENGINES } from "../engines";
import { CLI, useFolder } from "./command";

const { path } = useFolder();

/** What a run writes: output, rejects, audit; and its summary without what depends on the clock. */
function run(threads: number, args: string[], input: string | Uint8Array = "") {
	const files = ["--rejects", path("rejects"), "--threads", String(threads), "--json"];
	const audit = args[0] === "dedupe" ? ["--audit", path("audit")] : [];
	for (const name of ["rejects", "audit"]) rmSync(path(name), { force: true });
	const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args, ...files, ...audit], {
		input,
		maxBuffer: 1 << 30,
	});
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

/** Lines of all kinds, some chunks of them: clean, in need of work, with questions for A-labels, rejected. */
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
	["lines longer than a chunk", `${MIXED}http://a/${"%7e".repeat(200000)}\n${MIXED}http://b/${"x".repeat(131072)}\r\n${MIXED}`],
	["a line that is too long, between others", `${MIXED}http://a/${"y".repeat(17000000)}\n${MIXED}`],
	["more lines than a batch has room for", "\n".repeat(400000) + MIXED],
	["more rejects than a batch has room for", "1:\n".repeat(100000) + MIXED],
	["nothing but one long line", "z".repeat(1000000)],
];

describe("threads", () => {
	const LIST = path("list");

	it.each(LISTS)(
		"give what one thread gives: %s",
		(_, text) => {
			writeFileSync(LIST, text);
			for (const args of [
				["normalize", LIST],
				["dedupe", LIST],
				["dedupe", "--print", "original", "--invalid", "drop", LIST, LIST],
			]) {
				const alone = run(1, args);
				expect(alone.status).toBe(0);
				for (const threads of [2, 3]) expect(run(threads, args)).toEqual(alone);
			}
		},
		120000,
	);

	it.each(ENGINES)(
		"give the same under the engine %s, from a pipe, and unpacked",
		(engine) => {
			const alone = run(1, ["dedupe", "--engine", engine], MIXED);
			expect(alone.summary).toMatchObject({ engine, lines: 60000, rejects: 119 });
			expect(run(2, ["dedupe", "--engine", engine], MIXED)).toEqual(alone);
			expect(run(2, ["dedupe", "--engine", engine], gzipSync(MIXED))).toEqual(alone);
		},
		60000,
	);

	it("end at the first line that cannot be normalized, when told to, with its number", () => {
		const text = `${MIXED.replaceAll("1:", "x:")}1:\n${MIXED}`;
		const alone = run(1, ["normalize", "--invalid", "fail"], text);
		expect(alone.summary.error).toContain("line 60001");
		expect(alone.status).toBe(1);
		expect(run(2, ["normalize", "--invalid", "fail"], text)).toEqual(alone);
	}, 60000);

	it("are a number from 1 to 256", () => {
		for (const threads of ["0", "257", "two", "1.5", "-1", ""]) {
			const { status, stderr } = spawnSync(process.execPath, [CLI, "normalize", `--threads=${threads}`]);
			expect([status, stderr.toString()]).toEqual([
				2,
				`urlsieve: The option --threads is a number from 1 to 256, not "${threads}"; try: urlsieve normalize --help\n`,
			]);
		}
	});
});
