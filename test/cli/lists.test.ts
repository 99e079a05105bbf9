/** `urlsieve expressions` and `urlsieve hashes`: a JSON array a line, in order. */
import { mkdirSync } from "node:fs";
import { expressions } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { run, useFolder } from "./command";

const { path, write, shell } = useFolder();

describe("urlsieve expressions", () => {
	it("prints a JSON array a line, in order", () => {
		const { status, stdout, stderr } = run(["expressions", "--quiet"], "http://a.b.c/1?q\n\nb.c/\n");
		const arrays = ["http://a.b.c/1?q", "b.c/"].map((url) => JSON.stringify(expressions(url)));
		expect([status, stdout, stderr]).toEqual([0, `${arrays[0]}\n\n${arrays[1]}\n`, ""]);
	});

	it("takes URLs as operands, and files", () => {
		expect(run(["expressions", "http://b.c/"]).stdout).toBe('["b.c/"]\n');
		expect(run(["expressions", "-o", path("out"), write("in", "h\ni")]).status).toBe(0);
	});

	it("keeps lines together across chunks", () => {
		const lines = Array.from({ length: 60000 }, (_, index) => `http://h/${index}/${"x".repeat(index % 99)}`);
		lines.push(`http://h/${"y".repeat(1_000_000)}`);
		const { stdout } = run(["expressions", "--quiet"], lines.join("\n"));
		const expected = lines.map((line) => JSON.stringify(expressions(line)));
		expect(stdout).toBe(`${expected.join("\n")}\n`);
	});

	it("handles invalid lines as --invalid says", () => {
		const input = "h\nmailto:a\n";
		expect(run(["expressions", "--invalid", "drop"], input).stdout).toBe('["h/"]\n');
		expect(run(["expressions", "--invalid", "blank"], input).stdout).toBe('["h/"]\n\n');
		const { status, stdout, stderr } = run(["expressions", "--invalid", "fail"], input);
		expect([status, stdout]).toEqual([1, ""]);
		expect(stderr).toMatch(/^urlsieve.*line 2/);
	});

	it("needs tldts for v5, beside or in the current directory", () => {
		const missing = run(["expressions", "--hosts", "v5"], "h\n");
		expect(missing.status).toBe(2);
		expect(missing.stderr).toMatch(/^[^\n]*tldts[^\n]*\n$/);
		mkdirSync(path("node_modules/tldts"), { recursive: true });
		write("node_modules/tldts/index.js", "exports.getDomain = (host) => /[^.]+\\.co\\.uk$/.exec(host)?.[0] ?? null;");
		const { status, stdout } = shell("echo http://a.b.co.uk/ | $URLSIEVE expressions --hosts v5 --quiet");
		expect([status, stdout]).toEqual([0, '["a.b.co.uk/","b.co.uk/"]\n']);
	});
});

describe("urlsieve hashes", () => {
	it("prints the first bits of each SHA-256", () => {
		expect(run(["hashes", "--bits", "32", "http://a.b.c/"]).stdout).toBe('["f9c142c4","b225cf5d"]\n');
	});

	it.each(["0", "33", "x"])("refuses --bits %s", (bits) => {
		const { status, stderr } = run(["hashes", "--bits", bits], "h\n");
		expect([status, stderr.includes("--bits")]).toEqual([2, true]);
	});
});
