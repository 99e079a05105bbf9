/** Operands: files, or references. */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { useFolder } from "./command";

const { path, write, runHere } = useFolder();

/** Runs a command in the folder with more arguments. Its standard input has a line that must not be read. */
const here = (command: string, ...args: string[]) => runHere([...command.split(" "), ...args], "x:\n");

/** Commands that accept references, and the output of each for HTTP://h/%7e. */
const COMMANDS: readonly (readonly [command: string, output: string])[] = [
	["normalize", "http://h/~\n"],
	["resolve --base http://a/", "HTTP://h/%7e\n"],
	["relativize --base HTTP://h/a/b", "/%7e\n"],
	["validate --all", '{"line":1,"reference":"HTTP://h/%7e","valid":true,"errors":[]}\n'],
	["parse", '{"line":1,"reference":"HTTP://h/%7e","components":{"scheme":"HTTP","authority":"h","host":"h","path":"/%7e"}}\n'],
	["inspect --all", '{"line":1,"reference":"HTTP://h/%7e","findings":[]}\n'],
	["explain --text", expect.stringMatching(/^HTTP:\/\/h\/%7e\n {2}scheme-case .* http:\/\/h\/~\n$/s) as unknown as string],
];

describe.each(COMMANDS)("%s", (command, output) => {
	it("takes a URI as an operand or with --uri, without reading standard input", () => {
		expect(here(command, "--quiet", "HTTP://h/%7e")).toEqual({ status: 0, stdout: output, stderr: "" });
		expect(here(command, "--quiet", "--uri", "HTTP://h/%7e").stdout).toEqual(output);
	});

	it("refuses a URI combined with a file, in any order, before writing anything", () => {
		write("list.txt", "x:\n");
		for (const [operands, file] of [
			[["http://a", "list.txt"], "list.txt"],
			[["missing", "http://a"], "missing"],
			[["-", "http://a"], "-"],
		] as const) {
			const { status, stdout, stderr } = here(command, "-o", "never.txt", ...operands);
			expect([status, stdout]).toEqual([2, ""]);
			expect(stderr).toMatch(
				/^urlsieve: "http:\/\/a" is a URI and cannot be combined with the file "[^"]*"; pass the URI with --uri; try: .*\n$/,
			);
			expect(stderr).toContain(`"${file}"`);
			expect(existsSync(path("never.txt"))).toBe(false);
		}
	});

	it.each([
		["missing", ""],
		["mailto:a", "; to read it as a URI, pass --uri mailto:a"],
		["//h/a", "; to read it as a URI, pass --uri //h/a"],
		["1://a", ""],
		["a b://c", ""],
	])("treats %j as a file, and fails with status 3", (operand, hint) => {
		expect(here(command, operand)).toMatchObject({
			status: 3,
			stderr: `urlsieve: cannot read ${operand}: no such file${hint}\n`,
		});
	});

	it("reads a file named like a URI", () => {
		mkdirSync(path("http:/host"), { recursive: true });
		write("http:/host/list", "HTTP://h/%7e\n");
		expect(here(command, "--quiet", "http://host/list").stdout).toEqual(output);
		expect(here(command, "http://host")).toMatchObject({
			status: 3,
			stderr: "urlsieve: cannot read http://host: is a directory\n",
		});
		expect(here(command, "http://host/list", "http://host/no").status).toBe(2);
	});
});

describe.each(["normalize", "resolve --base http://b/"])("%s, octets to octets,", (command) => {
	it("treats empty, invalid and long references like lines of a file", () => {
		const long = `http://h/${"a".repeat(100_000)}`;
		const lines = ["x:", "1:", long, "y:\r", "http://bücher.example/"];
		write("lines.txt", `${lines.join("\n")}\n`);
		const uris = lines.flatMap((line) => ["--uri", line]);
		const [given, read] = [uris, ["lines.txt"]].map((args) => [
			here(command, "--rejects", "bad.tsv", ...args).stdout,
			readFileSync(path("bad.tsv"), "utf8"),
		]);
		expect(given).toEqual(read);
		expect(given?.[1]).toMatch(/^2\t0\tinvalid-scheme\t1:\n$/);
		expect(here(command, "--json", "--uri", "").stderr).toMatch(/"lines":1,"rejects":0,/);
	});

	it("refuses a URI with a line end", () => {
		expect(here(command, "http://a/\nb")).toMatchObject({
			status: 2,
			stderr: expect.stringMatching(/^urlsieve: a URI must be a single line, not "http:\/\/a\/\\nb"; try: .*\n$/),
		});
	});
});

it.each(["dedupe", "extract"])("%s treats every operand as a file", (command) => {
	expect(here(command, "http://a")).toMatchObject({
		status: 3,
		stderr: "urlsieve: cannot read http://a: no such file\n",
	});
});
