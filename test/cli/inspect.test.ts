import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { inspect } from "urlsieve/text";
import { expect, it } from "vitest";
import { run as runCommand, useFolder } from "./command";

const { folder } = useFolder();

/** Runs `urlsieve inspect` to its end. */
const run = (args: string[], input: string | Uint8Array = "") => runCommand(["inspect", ...args], input);

function records(stdout: string) {
	return stdout
		.split("\n")
		.slice(0, -1)
		.map((line) => JSON.parse(line));
}

const LINES = "http://example.com/\r\nhttp://0x7f.1/\n\n1:\nhttp://пример.рф:25/%0A";

it("prints an object per line with findings or an error, and a summary by code", () => {
	const { status, stdout, stderr } = run([], `\ufeff${LINES}`);
	expect(status).toBe(0);
	expect(records(stdout)).toEqual([
		{ line: 2, reference: "http://0x7f.1/", findings: inspect("http://0x7f.1/") },
		{
			line: 4,
			reference: "1:",
			error: {
				code: "invalid-scheme",
				component: "scheme",
				offset: 0,
				sentence: 'The text before the first ":" is not a scheme (at 0).',
			},
		},
		{ line: 5, reference: "http://пример.рф:25/%0A", findings: inspect("http://пример.рф:25/%0A") },
	]);
	const [first, ...counts] = stderr.trimEnd().split("\n");
	expect(first).toMatch(/^urlsieve inspect: 5 lines, 2 flagged, 1 reject, \d+\.\d\d s, \d+ MB\/s$/);
	expect(counts.map((line) => line.trim())).toEqual([
		"1  port-below-1024",
		"1  encoded-delimiter",
		"1  rare-ipv4",
		"1  loopback-host",
		"1  browser-host",
	]);
});

it("prints all lines with --all, and only findings named by --only", () => {
	const all = records(run(["--all", "--quiet", "--only", "rare-ipv4", "--only=port-below-1024,browser-host"], LINES).stdout);
	expect(all.map(({ line, findings }) => [line, findings?.map(({ code }: { code: string }) => code)])).toEqual([
		[1, []],
		[2, ["rare-ipv4", "browser-host"]],
		[3, []],
		[4, undefined],
		[5, ["port-below-1024"]],
	]);
	expect(run(["--quiet", "--only", "userinfo-password"], "http://0x7f.1/")).toEqual({ status: 0, stdout: "", stderr: "" });
});

it("numbers lines across files, compressed or not, replaces -o, and prints the summary as JSON", () => {
	const [plain, packed, output] = ["a.txt", "b.gz", "out.jsonl"].map((name) => join(folder, name)) as [string, string, string];
	writeFileSync(plain, "http://127.0.0.1/\n");
	writeFileSync(packed, gzipSync("/\nhttp://10.0.0.1/"));
	const { status, stdout, stderr } = run(["--json", "-o", output, plain, packed]);
	expect([status, stdout]).toEqual([0, ""]);
	expect(records(readFileSync(output, "utf8")).map(({ line }) => line)).toEqual([1, 3]);
	expect(JSON.parse(stderr)).toMatchObject({
		command: "inspect",
		lines: 3,
		flagged: 2,
		rejects: 0,
		findings: { "loopback-host": 1, "private-host": 1 },
		inputOctets: 36,
		outputOctets: readFileSync(output).length,
	});
});

it("numbers lines across chunks, and truncates one that is too long", () => {
	const input = `http://a/\n${"é".repeat(9_000_000)}\n${"http://127.0.0.1/\n".repeat(40_000)}`;
	const [tooLong, ...others] = records(run(["--quiet"], input).stdout);
	expect(tooLong).toEqual({
		line: 2,
		reference: "é".repeat(1024),
		error: expect.objectContaining({ code: "too-long", offset: 8388608 }),
	});
	expect([others.length, others[0].line, others.at(-1).line]).toEqual([40_000, 3, 40_002]);
	expect(others.every(({ reference }) => reference === "http://127.0.0.1/")).toBe(true);
});

it("names codes of findings in its help, and refuses others", () => {
	const { stdout } = run(["--help-all"]);
	for (const { code } of inspect("http://u:p@127.1:22/%252f")) expect(stdout).toContain(code);
	const { status, stderr } = run(["--only", "rare-ipv4,rare"]);
	expect([status, stderr]).toEqual([
		2,
		'urlsieve: --only takes codes of findings, and "rare" is not one; try: urlsieve inspect --help\n',
	]);
	const output = join(folder, "never.jsonl");
	expect(run(["-o", output, join(folder, "missing")]).status).toBe(3);
	expect(existsSync(output)).toBe(false);
});
