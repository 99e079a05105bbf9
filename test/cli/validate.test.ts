import { describe, expect, it } from "vitest";
import { run as runCommand } from "./command";

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

	it("reports invalid UTF-8 as a fault", () => {
		const { stdout } = run(["--quiet"], Uint8Array.from([0x78, 0x3a, 0xff, 0x0a]));
		expect(JSON.parse(stdout).errors).toMatchObject([{ code: "invalid-character", offset: 2 }]);
	});
});
