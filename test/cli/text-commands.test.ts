import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { run, useFolder } from "./command";

const { path } = useFolder();

/** The lines of JSON that a command writes. */
function json(args: string[], input: string | Uint8Array = ""): unknown[] {
	return run(args, input)
		.stdout.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
}

describe("parse", () => {
	it("writes the components of each line, and errors in their places", () => {
		expect(json(["parse", "--quiet"], "foo://u@h:8/p?#\r\n1:\nx")).toEqual([
			{
				line: 1,
				reference: "foo://u@h:8/p?#",
				components: {
					scheme: "foo",
					authority: "u@h:8",
					userinfo: "u",
					host: "h",
					port: "8",
					path: "/p",
					query: "",
					fragment: "",
				},
			},
			{
				line: 2,
				reference: "1:",
				error: {
					code: "invalid-scheme",
					component: "scheme",
					offset: 0,
					sentence: 'The text before the first ":" is not a scheme (at 0).',
				},
			},
			{ line: 3, reference: "x", components: { path: "x" } },
		]);
	});

	it("takes references from the command line before those of files, which may be packed, and counts through", () => {
		writeFileSync(path("a.gz"), gzipSync("http://a\n"));
		expect(json(["parse", "--quiet", "--uri", "x:1", "--uri", "x:2", path("a.gz")])).toMatchObject([
			{ line: 1, reference: "x:1" },
			{ line: 2, reference: "x:2" },
			{ line: 3, reference: "http://a" },
		]);
	});

	it("goes by an edition", () => {
		expect(json(["parse", "--quiet", "--edition", "1994", "--uri", "URL:ftp://h/"])).toMatchObject([
			{ components: { scheme: "ftp", host: "h" } },
		]);
	});
});

describe("resolve", () => {
	const base = ["--base", "http://a/b/c/d;p?q"];

	it("writes the target of each line, and a summary", () => {
		const { status, stdout, stderr } = run(["resolve", ...base], " g\n../g\n1:\n#s\n");
		expect([status, stdout]).toEqual([0, "http://a/b/c/g\nhttp://a/b/g\n1:\nhttp://a/b/c/d;p?q#s\n"]);
		expect(stderr).toMatch(/^urlsieve resolve: 4 lines, 1 reject, /);
	});

	it("goes by an edition and its options", () => {
		const resolve = (reference: string, ...options: string[]) =>
			run(["resolve", "--quiet", ...base, ...options], reference).stdout;
		expect(resolve("?y", "--edition", "1997")).toBe("http://a/b/c/?y\n");
		expect(resolve("http:g", "--lenient")).toBe("http://a/b/c/g\n");
		expect(resolve("../../../g", "--edition", "2003", "--excess-dots", "keep")).toBe("http://a/../g\n");
		expect(resolve("../../../g", "--edition", "2003", "--excess-dots", "error", "--invalid", "drop")).toBe("");
	});

	it("replaces its output file as a whole, and writes rejects", () => {
		writeFileSync(path("links"), "g\n1:\n");
		run(["resolve", "--quiet", ...base, "-o", path("out"), "--rejects", path("bad"), path("links")]);
		expect(readFileSync(path("out"), "utf8")).toBe("http://a/b/c/g\n1:\n");
		expect(readFileSync(path("bad"), "utf8")).toBe("2\t0\tinvalid-scheme\t1:\n");
	});

	it("says what is wrong with the base", () => {
		expect(run(["resolve"])).toMatchObject({
			status: 2,
			stderr: "urlsieve: The option --base is missing; try: urlsieve resolve --help\n",
		});
		expect(run(["resolve", "--base", "a/b"])).toMatchObject({
			status: 2,
			stderr:
				'urlsieve: The option --base cannot be "a/b": The base URI must have a scheme (at 0); try: urlsieve resolve --help\n',
		});
	});
});

it("relativize writes the shortest reference from the base to each line", () => {
	const { status, stdout } = run(
		["relativize", "--quiet", "--base", "http://a/b/c/d;p?q"],
		"http://a/b/g\nhttp://a//a\n1:\nhttp://a/b/c/d;p?q\n",
	);
	expect([status, stdout]).toEqual([0, "../g\n/.//a\n1:\n\n"]);
});

describe("compare", () => {
	it.each([
		["string", "http://a/", "http://a/"],
		["syntax", "http://a/%7e", "http://a/~"],
		["scheme", "http://a", "http://a:80/"],
	])("answers the rung %s, with exit status 0", (rung, a, b) => {
		expect(run(["compare", a, b])).toEqual({ status: 0, stdout: `${rung}\n`, stderr: "" });
	});

	it("answers that two are different, with exit status 1", () => {
		expect(run(["compare", "http://a", "http://b"])).toEqual({ status: 1, stdout: "different\n", stderr: "" });
		expect(run(["compare", "--json", "http://a", "http://b"]).stdout).toBe(
			'{"rung":"different","normal":["http://a/","http://b/"]}\n',
		);
	});

	it("takes two references, which have normal forms", () => {
		expect(run(["compare", "http://a"])).toMatchObject({
			status: 2,
			stderr: expect.stringContaining("Two references are compared"),
		});
		expect(run(["compare", "1:", "http://b"])).toMatchObject({ status: 1, stderr: expect.stringContaining("is not a scheme") });
	});
});

describe("explain", () => {
	it("writes the steps of each line as JSON", () => {
		expect(json(["explain", "--quiet"], "HTTP://a/\n1:")).toEqual([
			{
				line: 1,
				input: "HTTP://a/",
				steps: [{ rule: "scheme-case", section: "RFC 3986 §6.2.2.1", before: "HTTP://a/", after: "http://a/" }],
				value: "http://a/",
			},
			expect.objectContaining({ line: 2, error: expect.objectContaining({ code: "invalid-scheme" }) }),
		]);
	});

	it("is readable as text", () => {
		const { stdout } = run(["explain", "--quiet", "--text", "--uri", "HTTP://a:80/", "--uri", "x:", "--uri", "1:"]);
		expect(stdout).toBe(
			[
				"HTTP://a:80/",
				"  scheme-case   RFC 3986 §6.2.2.1  http://a:80/",
				"  default-port  RFC 3986 §6.2.3    http://a/",
				"x:",
				"  in normal form as it stands",
				"1:",
				'  The text before the first ":" is not a scheme (at 0).',
				"",
			].join("\n"),
		);
	});
});

it.each(["parse", "resolve", "relativize", "compare", "explain"])(
	"%s explains itself, and refuses options that it does not have",
	(command) => {
		const { status, stdout, stderr } = run([command, "--help"]);
		expect([status, stderr]).toEqual([0, ""]);
		expect(stdout).toMatch(new RegExp(`^Usage: urlsieve ${command} `));
		expect(stdout).toMatch(new RegExp(`^ {2}urlsieve ${command} .`, "m"));
		expect(run([command, "--nothing"])).toMatchObject({ status: 2, stderr: expect.stringContaining("--nothing") });
	},
);
