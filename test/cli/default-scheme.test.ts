/** `--default-scheme`: lines and rows that begin with a host. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { longIt } from "../support/long-it";
import { run, useFolder } from "./command";

const { path, write } = useFolder();

describe("--default-scheme", () => {
	it.each([
		["Example.com/a", "https://example.com/a"],
		["www.B.org\r", "https://www.b.org/"],
		["example.com:8080?q", "https://example.com:8080/?q"],
		["example.com.", "https://example.com./"],
		["a-b.co.uk#f", "https://a-b.co.uk/#f"],
		["http://c", "http://c/"],
		["index.html", "index.html"],
		["index.html.de", "https://index.html.de/"],
		["example.com:x", "example.com:x"],
		["mailto:a.b", "mailto:a.b"],
		["a.com:123456", "a.com:123456"],
		["1.2.3.4/x", "1.2.3.4/x"],
		["../a.b", "../a.b"],
		["user@a.b", "user@a.b"],
		["localhost/a.b", "localhost/a.b"],
		["//cdn.example.com/x", "https://cdn.example.com/x"],
		["//localhost:8080", "https://localhost:8080/"],
		["///a", "///a"],
		["//?a", "//?a"],
		["/a//b.example/c", "/a//b.example/c"],
		["", ""],
	])("reads %j as %j", (line, expected) => {
		const args = ["normalize", "--default-scheme", "https"];
		expect(run(args, line).stdout).toBe(line === "" ? "" : `${expected}\n`);
		const table = run([...args, "--format", "tsv", "--column", "u"], `u\n${line.trim()}\n`).stdout;
		expect(table).toBe(`u\n${expected}\n`);
	});

	longIt("gives the same for chunks, files, long lines and any number of threads", () => {
		const paths = ["a", "b".repeat(900), "c".repeat(5000), "d".repeat(300_000)];
		const starts = ["example.com/", "http://x.y/", "www.w.org?", "z"];
		const lines = Array.from({ length: 400 }, (_, n) => `${starts[n % 4]}${n % 11}${paths[(n * 7) % 4]}`);
		const expected = lines.map((line) => `${/^(?:example\.com|www)/.test(line) ? "https://" : ""}${line}\n`).join("");
		const args = ["dedupe", "--default-scheme", "https", "--print", "original", "--threads", "2"];
		const unique = [...new Set(expected.split(/(?<=\n)/))].join("");
		expect(run([...args, write("long.txt", lines.join("\n"))]).stdout === unique).toBe(true);
		expect(run(args, lines.join("\n")).stdout === unique).toBe(true);
	});

	it("does not depend on chunks where a host or a port is too long", () => {
		const label = `${"a".repeat(60)}.`;
		const starts = [`${label.repeat(4)}com`, `${label.repeat(5)}com`, `${label.repeat(16)}`, `a.com:${"1".repeat(1017)}`];
		const lines = starts.flatMap((start) => [start, `${start}/`, `${start}com/${"x".repeat(300_000)}`]);
		const normalize = (text: string) => run(["normalize", "--default-scheme", "https", "--level", "string"], text).stdout;
		for (const line of lines) {
			const alone = normalize(line);
			for (const before of [262_144 - 1025, 262_144 - 1000]) {
				expect(normalize(`${"z".repeat(before)}\n${line}`).slice(before + 1) === alone).toBe(true);
			}
		}
	});

	it("is for references as arguments, and for columns of tables", () => {
		expect(run(["normalize", "--default-scheme", "http", "--uri", "a.com"]).stdout).toBe("http://a.com/\n");
		const rows = "1,A.com/x\n2,https://a.com/x\n3,\n4,b\n";
		const args = ["dedupe", "--format", "csv", "--no-header", "--column", "2", "--default-scheme", "https"];
		expect(run(args, rows).stdout).toBe("1,https://a.com/x\n3,\n4,b\n");
		const json = '{"u":"a.com"}\n';
		expect(run(["normalize", "--format", "jsonl", "--column", "u", "--default-scheme", "https"], json).stdout).toBe(
			'{"u":"https://a.com/"}\n',
		);
	});

	it("leaves the beginning of a row as it is, also if the table is read twice", () => {
		const table = "example.com/b,http://example.com/a\n1,example.com/a\n";
		const args = ["dedupe", "--format", "csv", "--no-header", "--column", "2", "--default-scheme", "http"];
		for (const more of [[], ["--memory", "64M"], ["--keep", "first"], ["--keep", "last", "--invalid", "drop"]]) {
			const expected = more.includes("last") ? "1,http://example.com/a\n" : "example.com/b,http://example.com/a\n";
			expect(run([...args, ...more], table).stdout).toBe(expected);
		}
	});

	it("counts lines for rejects and merges", () => {
		const [rejects, audit] = [path("rejects.tsv"), path("audit.tsv")];
		const args = ["dedupe", "--default-scheme", "https", "--rejects", rejects, "--audit", audit];
		expect(run(args, "a.com\n1:\nhttps://A.com\n").stdout).toBe("https://a.com/\n1:\n");
		expect(readFileSync(rejects, "utf8")).toBe("2\t0\tinvalid-scheme\t1:\n");
		expect(readFileSync(audit, "utf8")).toBe("https://a.com\thttps://A.com\tsyntax\t1\t3\n");
	});
});
