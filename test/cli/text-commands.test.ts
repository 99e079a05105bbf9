import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { run, useFolder } from "./command";

const SENTENCE = 'The text before the first ":" is not a scheme (at 0).';

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
					sentence: SENTENCE,
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
});
