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
	it("writes the lines that are not valid, with every fault of them, and ends with status 1", () => {
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

	it("writes nothing and ends with status 0 when all lines are valid", () => {
		expect(run(["--quiet"], "http://a\n\n#\n")).toEqual({ status: 0, stdout: "", stderr: "" });
		expect(run(["--quiet"], "")).toEqual({ status: 0, stdout: "", stderr: "" });
	});

	it("--all writes the valid lines, too", () => {
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

	it("--as says which rule counts, --edition of which grammar", () => {
		const lines = "x:~#a\nx:a\n~";
		const invalid = (...args: string[]) =>
			(verdicts(run(["--quiet", ...args], lines).stdout) as [number][]).map(([line]) => line);
		expect(invalid("--as", "uri")).toEqual([3]);
		expect(invalid("--as", "absolute-uri")).toEqual([1, 3]);
		expect(invalid("--as", "relative-ref")).toEqual([1, 2]);
		expect(invalid("--edition", "1994")).toEqual([1, 3]);
	});

	it("-o replaces a file when all is done", () => {
		const output = join(folder, "out.jsonl");
		expect(run(["--quiet", "-o", output], "<\n")).toEqual({ status: 1, stdout: "", stderr: "" });
		expect(verdicts(readFileSync(output, "utf8"))).toEqual([[1, "<", false]]);
		expect(run(["--quiet", "-o", output, join(folder, "nowhere")]).status).toBe(3);
		expect(verdicts(readFileSync(output, "utf8"))).toEqual([[1, "<", false]]);
	});

	it("counts lines through all files, packed or not, each with its own byte order mark", () => {
		const files = ["1", "2"].map((name) => join(folder, name));
		writeFileSync(files[0] as string, "\ufeffx:1\n<\n");
		writeFileSync(files[1] as string, gzipSync("\ufeff<\n\ufeffx:\n"));
		expect(verdicts(run(["--quiet", ...files]).stdout)).toEqual([
			[2, "<", false],
			[3, "<", false],
			[4, "\ufeffx:", false],
		]);
	});

	it("takes lines apart wherever a chunk ends", () => {
		const lines = Array.from({ length: 20000 }, (_, index) => `http://example.com/${"é".repeat(index % 40)}${index}`);
		const { stdout } = run(["--quiet", "--all"], lines.join("\r\n"));
		expect((verdicts(stdout) as [number, string][]).map(([, reference]) => reference)).toEqual(lines);
	});

	it("takes octets that are no UTF-8 for a fault", () => {
		const { stdout } = run(["--quiet"], Uint8Array.from([0x78, 0x3a, 0xff, 0x0a]));
		expect(JSON.parse(stdout).errors).toMatchObject([{ code: "invalid-character", offset: 2 }]);
	});

	it("says of a line of more than 16,777,216 octets that it is too long", () => {
		const { stdout } = run(["--quiet"], `${"a".repeat(20_000_000)}\nx:<\n`);
		const [first, second] = stdout.split("\n").map((row) => row && JSON.parse(row));
		expect(first.errors).toMatchObject([{ code: "too-long", offset: 16777216 }]);
		expect(first.reference.length).toBeLessThan(16777300);
		expect(second).toMatchObject({ line: 2, reference: "x:<" });
	});

	it("explains itself, and names every option", () => {
		const { status, stdout, stderr } = run(["--help"]);
		expect([status, stderr]).toEqual([0, ""]);
		expect(stdout).toMatch(/^Usage: urlsieve validate /);
		const listed = [...stdout.matchAll(/^ {2}(?:-\w, )?--(\w+)/gm)].map(([, name]) => name);
		expect(listed).toEqual(["as", "edition", "all", "uri", "output", "json", "quiet", "help"]);
	});

	it.each([
		[
			["--as", "url"],
			'The option --as must be one of "uri", "uri-reference", "absolute-uri", "relative-ref", not "url"; try: urlsieve validate --help',
		],
		[
			["--edition", "1998"],
			'The option --edition must be one of "1994", "1997", "2003", "2005", not "1998"; try: urlsieve validate --help',
		],
		[["--strict"], "Unknown option '--strict'; try: urlsieve validate --help"],
	])("%j is refused with status 2", (args, sentence) => {
		expect(run(args)).toEqual({ status: 2, stdout: "", stderr: `urlsieve: ${sentence}\n` });
	});
});
