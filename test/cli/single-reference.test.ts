/** One reference as an argument: its result or its error, and no summary. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { run, useFolder } from "./command";

const { path } = useFolder();

const INVALID = "http://[";
const FAULT = `urlsieve: "${INVALID}", byte 7: the bracketed host is neither IPv6 address nor IPvFuture (invalid-ip-literal)\n`;
/** The commands that print text, and those that print JSON, which contains the error. */
const TEXT_COMMANDS = [
	["normalize"],
	["normalize", "--profile", "whatwg@1"],
	["resolve", "--base", "http://b/"],
	["relativize", "--base", "http://b/"],
	["explain", "--text"],
];

describe.each(TEXT_COMMANDS)("%s %s", (...given) => {
	const command = given.filter((word): word is string => word !== undefined);

	it("prints the error of a reference with its code and place, status 1, and no summary", () => {
		for (const operand of [[INVALID], ["--uri", INVALID]]) {
			const { status, stdout, stderr } = run([...command, ...operand]);
			expect([status, stdout]).toEqual([1, ""]);
			if (command.length === 1 || command.includes("--base")) expect(stderr.replace("offset 7", "byte 7")).toBe(FAULT);
			else expect(stderr).toMatch(/^urlsieve: "http:\/\/\[", (?:byte|offset) \d: .* \([a-z-]+\)\n$/);
		}
	});

	it("prints the result of a valid one, and the summary only with --json", () => {
		expect(run([...command, "http://b/a"])).toMatchObject({ status: 0, stderr: "" });
		expect(JSON.parse(run([...command, "--json", "http://b/a"]).stderr)).toMatchObject({ lines: 1, rejects: 0 });
	});

	it("keeps the output file of another run", () => {
		writeFileSync(path("out"), "kept");
		expect(run([...command, "-o", path("out"), INVALID]).status).toBe(1);
		expect(readFileSync(path("out"), "utf8")).toBe("kept");
	});

	it("treats several as lines", () => {
		const { status, stderr } = run([...command, INVALID, "http://a/"]);
		expect([status, stderr]).toEqual([0, expect.stringMatching(/: 2 lines, 1 reject,/)]);
	});
});

describe("a missing file that looks like a reference", () => {
	it.each(["example.com", "example.com/a?b", "www.example.com:8080"])(
		"names --uri and --default-scheme: normalize %s",
		(operand) => {
			const hint = `to read it as a URI, pass --default-scheme https --uri ${operand}`;
			const { status, stderr } = run(["normalize", operand]);
			expect([status, stderr]).toEqual([3, `urlsieve: cannot read ${operand}: no such file; ${hint}\n`]);
			expect(run(["normalize", "--default-scheme", "https", "--uri", operand])).toMatchObject({
				status: 0,
				stdout: expect.stringMatching(/^https:\/\/(?:www\.)?example\.com/),
			});
		},
	);

	it.each(["?q", "#f"])("names --uri: normalize %s", (operand) => {
		const { stderr } = run(["normalize", operand]);
		expect(stderr).toBe(`urlsieve: cannot read ${operand}: no such file; to read it as a URI, pass --uri ${operand}\n`);
		expect(run(["normalize", "--uri", operand]).status).toBe(0);
	});

	it.each(["parse", "inspect", "explain", "validate"])("names --uri for %s", (command) => {
		expect(run([command, "example.com"]).stderr).toBe(
			"urlsieve: cannot read example.com: no such file; to read it as a URI, pass --uri example.com\n",
		);
	});

	it.each(["urls.txt", "list", "./a", "no/such/file"])("is only missing: %s", (operand) => {
		expect(existsSync(operand)).toBe(false);
		expect(run(["normalize", operand]).stderr).toBe(`urlsieve: cannot read ${operand}: no such file\n`);
	});
});
