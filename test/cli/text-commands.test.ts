import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { Status } from "../../assembly/layout/status";
import { sentenceFor } from "../../src/errors";
import { run, useFolder } from "./command";

const { path } = useFolder();

/** The JSON lines that a command prints. */
function json(args: string[], input: string | Uint8Array = ""): unknown[] {
	return run(args, input)
		.stdout.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
}

describe("parse", () => {
	it("prints the components of each line, or its error", () => {
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
					sentence: sentenceFor(Status.INVALID_SCHEME, 0),
				},
			},
			{ line: 3, reference: "x", components: { path: "x" } },
		]);
	});

	it("processes --uri before files, which may be compressed, and numbers lines across both", () => {
		writeFileSync(path("a.gz"), gzipSync("http://a\n"));
		expect(json(["parse", "--quiet", "--uri", "x:1", "--uri", "x:2", path("a.gz")])).toMatchObject([
			{ line: 1, reference: "x:1" },
			{ line: 2, reference: "x:2" },
			{ line: 3, reference: "http://a" },
		]);
	});

	it("follows --edition", () => {
		expect(json(["parse", "--quiet", "--edition", "1994", "--uri", "URL:ftp://h/"])).toMatchObject([
			{ components: { scheme: "ftp", host: "h" } },
		]);
	});
});

describe("resolve", () => {
	const base = ["--base", "http://a/b/c/d;p?q"];

	it("prints the target of each line, and a summary", () => {
		const { status, stdout, stderr } = run(["resolve", ...base], " g\n../g\n1:\n#s\n");
		expect([status, stdout]).toEqual([0, "http://a/b/c/g\nhttp://a/b/g\n1:\nhttp://a/b/c/d;p?q#s\n"]);
		expect(stderr).toMatch(/^urlsieve resolve: 4 lines, 1 reject, /);
	});

	it("follows --edition and its options", () => {
		const resolve = (reference: string, ...options: string[]) =>
			run(["resolve", "--quiet", ...base, ...options], reference).stdout;
		expect(resolve("?y", "--edition", "1997")).toBe("http://a/b/c/?y\n");
		expect(resolve("http:g", "--lenient")).toBe("http://a/b/c/g\n");
		expect(resolve("../../../g", "--edition", "2003", "--excess-dots", "keep")).toBe("http://a/../g\n");
		expect(resolve("../../../g", "--edition", "2003", "--excess-dots", "error", "--invalid", "drop")).toBe("");
	});

	it("replaces its output file and lists rejects", () => {
		writeFileSync(path("links"), "g\n1:\n");
		run(["resolve", "--quiet", ...base, "-o", path("out"), "--rejects", path("bad"), path("links")]);
		expect(readFileSync(path("out"), "utf8")).toBe("http://a/b/c/g\n1:\n");
		expect(readFileSync(path("bad"), "utf8")).toBe("2\t0\tinvalid-scheme\t1:\n");
	});

	it("requires an absolute base", () => {
		expect(run(["resolve"])).toMatchObject({
			status: 2,
			stderr: "urlsieve: resolve requires --base URI; try: urlsieve resolve --help\n",
		});
		expect(run(["resolve", "--base", "a/b"])).toMatchObject({
			status: 2,
			stderr: 'urlsieve: --base must be an absolute URI such as https://example.com/, not "a/b"; try: urlsieve resolve --help\n',
		});
	});
});

it("relativize prints the shortest reference from the base to each line", () => {
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
	])("prints the level %s, with exit status 0", (level, a, b) => {
		expect(run(["compare", a, b])).toEqual({ status: 0, stdout: `${level}\n`, stderr: "" });
	});

	it("prints different, with exit status 1", () => {
		expect(run(["compare", "http://a", "http://b"])).toEqual({ status: 1, stdout: "different\n", stderr: "" });
		expect(run(["compare", "--json", "http://a", "http://b"]).stdout).toBe(
			'{"level":"different","normal":["http://a/","http://b/"]}\n',
		);
	});

	it("takes exactly two references, which must have normal forms", () => {
		expect(run(["compare", "http://a"])).toMatchObject({
			status: 2,
			stderr: "urlsieve: compare takes exactly two references, not 1; try: urlsieve compare --help\n",
		});
		expect(run(["compare", "1:", "http://b"])).toMatchObject({ status: 1, stderr: expect.stringMatching(/^urlsieve: .*scheme/) });
	});
});

describe("explain", () => {
	it("prints the steps of each line as JSON", () => {
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

	it("prints text with --text", () => {
		const { stdout } = run(["explain", "--quiet", "--text", "--uri", "HTTP://a:80/", "--uri", "x:", "--uri", "1:"]);
		expect(stdout).toBe(
			[
				"HTTP://a:80/",
				"  scheme-case   RFC 3986 §6.2.2.1  http://a:80/",
				"  default-port  RFC 3986 §6.2.3    http://a/",
				"x:",
				"  already in normal form",
				"1:",
				`  ${sentenceFor(Status.INVALID_SCHEME, 0)}`,
				"",
			].join("\n"),
		);
	});
});

it.each(["parse", "resolve", "relativize", "compare", "explain"])(
	"%s prints help with examples, and refuses unknown options",
	(command) => {
		const { status, stdout, stderr } = run([command, "--help"]);
		expect([status, stderr]).toEqual([0, ""]);
		expect(stdout).toMatch(new RegExp(`^Usage: urlsieve ${command} `));
		expect(stdout).toMatch(new RegExp(`^ {2}urlsieve ${command} .`, "m"));
		expect(run([command, "--nothing"])).toMatchObject({ status: 2, stderr: expect.stringContaining("--nothing") });
	},
);
