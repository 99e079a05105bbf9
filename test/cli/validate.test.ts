import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { run as runCommand, useFolder } from "./command";

const { folder } = useFolder();

/** Runs `urlsieve validate` to its end. */
const run = (args: string[], input: string | Uint8Array = "") => runCommand(["validate", ...args], input);

/** The line, reference and verdict of each line of the output. */
function verdicts(stdout: string): unknown[] {
	const rows = stdout.split("\n").slice(0, -1);
	return rows.map((row) => JSON.parse(row)).map(({ line, reference, valid }) => [line, reference, valid]);
}

describe("validate", () => {
	it("prints invalid lines with all their faults, and exits with status 1", () => {
		const { status, stdout, stderr } = run([], "http://a\nhttp://h:x/<\r\na");
		expect(status).toBe(1);
		expect(JSON.parse(stdout)).toEqual({
			line: 2,
			reference: "http://h:x/<",
			valid: false,
			errors: [
				{
					code: "invalid-port",
					component: "port",
					offset: 9,
					rule: "port",
					message: "The port is not a number in decimal digits (at 9).",
				},
				{
					code: "invalid-character",
					component: "path",
					offset: 11,
					rule: "pchar",
					message: "This character is not allowed here without percent-encoding (at 11).",
				},
			],
		});
		expect(stderr).toMatch(/^urlsieve validate: 3 lines, 1 reject, \d+\.\d\d s, \d+ MB\/s\n$/);
	});

	it("prints nothing and exits with status 0 if all lines are valid", () => {
		expect(run(["--quiet"], "http://a\n\n#\n")).toEqual({ status: 0, stdout: "", stderr: "" });
		expect(run(["--quiet"], "")).toEqual({ status: 0, stdout: "", stderr: "" });
	});

	it("--all prints valid lines, too", () => {
		const { status, stdout } = run(["--quiet", "--all"], "a\n\n<\nb");
		expect([status, verdicts(stdout)]).toEqual([
			1,
			[
				[1, "a", true],
				[2, "", true],
				[3, "<", false],
				[4, "b", true],
			],
		]);
		expect(JSON.parse(stdout.split("\n")[0] as string)).toEqual({ line: 1, reference: "a", valid: true, errors: [] });
	});

	it("--as selects the rule, --edition the grammar", () => {
		const lines = "x:~#a\nx:a\n~";
		const invalid = (...args: string[]) =>
			(verdicts(run(["--quiet", ...args], lines).stdout) as [number][]).map(([line]) => line);
		expect(invalid("--as", "uri")).toEqual([3]);
		expect(invalid("--as", "absolute-uri")).toEqual([1, 3]);
		expect(invalid("--as", "relative-ref")).toEqual([1, 2]);
		expect(invalid("--edition", "1994")).toEqual([1, 3]);
	});

	it("-o replaces a file", () => {
		const output = join(folder, "out.jsonl");
		expect(run(["--quiet", "-o", output], "<\n")).toEqual({ status: 1, stdout: "", stderr: "" });
		expect(verdicts(readFileSync(output, "utf8"))).toEqual([[1, "<", false]]);
		expect(run(["--quiet", "-o", output, join(folder, "nowhere")]).status).toBe(3);
		expect(verdicts(readFileSync(output, "utf8"))).toEqual([[1, "<", false]]);
	});

	it("numbers lines across files, compressed or not, each with its own byte order mark", () => {
		const files = ["1", "2"].map((name) => join(folder, name));
		writeFileSync(files[0] as string, "\ufeffx:1\n<\n");
		writeFileSync(files[1] as string, gzipSync("\ufeff<\n\ufeffx:\n"));
		expect(verdicts(run(["--quiet", ...files]).stdout)).toEqual([
			[2, "<", false],
			[3, "<", false],
			[4, "\ufeffx:", false],
		]);
	});

	it("reports invalid UTF-8 as a fault", () => {
		const { stdout } = run(["--quiet"], Uint8Array.from([0x78, 0x3a, 0xff, 0x0a]));
		expect(JSON.parse(stdout).errors).toMatchObject([{ code: "invalid-character", offset: 2 }]);
	});

	it("reports a line of more than 16,777,216 octets as too long", () => {
		const { stdout } = run(["--quiet"], `${"a".repeat(20_000_000)}\nx:<\n`);
		const [first, second] = stdout.split("\n").map((row) => row && JSON.parse(row));
		expect(first.errors).toMatchObject([{ code: "too-long", offset: 16777216 }]);
		expect(first.reference.length).toBeLessThan(16777300);
		expect(second).toMatchObject({ line: 2, reference: "x:<" });
	});

	it.each([
		[
			["--as", "url"],
			expect.stringMatching(/^urlsieve: --as .*"uri", .*"relative-ref", not "url"; try: urlsieve validate --help\n$/),
		],
		[
			["--edition", "1998"],
			expect.stringMatching(/^urlsieve: --edition .*"1994", .*"2005", not "1998"; try: urlsieve validate --help\n$/),
		],
		[["--strict"], "urlsieve: Unknown option '--strict'; try: urlsieve validate --help\n"],
	])("%j fails with status 2", (args, sentence) => {
		expect(run(args)).toEqual({ status: 2, stdout: "", stderr: sentence });
	});
});
