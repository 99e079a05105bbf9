/** Hostile lists and odd tables that `dedupe` reads with its set in memory and in passes: results as a literal reading has them. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { run, useFolder } from "../cli/command";
import { everyNth } from "../support/extent";
import { countedOf, hostileList, keptOf, rowsOf } from "../support/literal-merges";

const { path, write } = useFolder();

const WAYS: readonly [string, string[]][] = [
	["memory", []],
	["passes", ["--memory", "16M"]],
];

/** Counts with each digit and each number of zeros. */
const COUNTS = [1, 9, 10, 11, 20, 99, 100, 101, 200, 1000];
const REPEATED = COUNTS.map((count) => `http://h/${count}\n`.repeat(count)).join("");
/** Lines that no window holds, the last of them without a line end. */
const [LONG, OTHER] = ["a", "b"].map((octet) => `http://h/${octet.repeat(20_000)}`) as [string, string];
const LISTS = [
	"",
	"\n",
	`http://a\nHTTP://A/\nhttp://a\n${LONG}\nx\nHTTP://H${LONG.slice(8)}\n${OTHER}`,
	REPEATED,
	hostileList(4, 800),
];

describe.each(WAYS)("dedupe of a list in %s", (name, way) => {
	const dedupe = (list: string, ...options: string[]) =>
		run(["dedupe", "--quiet", ...way, ...options, write("list.txt", list)], "", "latin1").stdout;

	it.each(["wasm", "js"])("writes the first line of each class on the engine %s, in normal form or as it came", (engine) => {
		for (const list of LISTS) {
			expect(dedupe(list, "--engine", engine)).toBe(keptOf(list));
			expect(dedupe(list, "--engine", engine, "--print", "original")).toBe(keptOf(list, true));
		}
	});

	it.each(["wasm", "js"])("logs each duplicate with its kept line, its level and both numbers, on the engine %s", (engine) => {
		for (const list of LISTS) {
			expect(dedupe(list, "--engine", engine, "--audit", path("audit.tsv"))).toBe(keptOf(list));
			expect(readFileSync(path("audit.tsv"), "utf8")).toBe(rowsOf(list));
		}
	});

	it.each(["wasm", "js"])("writes the last line of each class after the size of the class, on the engine %s", (engine) => {
		for (const list of LISTS) expect(dedupe(list, "--engine", engine, "--count", "--keep", "last")).toBe(countedOf(list));
	});

	it("says which lines it has seen, and reports classes of lines, on the engine js", () => {
		for (const list of everyNth(LISTS, 2)) {
			const seen = ["--engine", "js", "--seen", path(`${name}-${LISTS.indexOf(list)}.seen`)];
			expect(dedupe(list, ...seen, "--report", path("report.html"))).toBe(keptOf(list));
			expect(dedupe(list, ...seen, "--invalid", "drop")).toBe("");
		}
	});

	it("writes lines that no block holds whole, with those before and after them", () => {
		const [long, other] = ["a", "b"].map((letter) => `http://h/${letter.repeat(300_000)}\n`) as [string, string];
		const list = `http://x/\n${long}http://y/\n${other}http://z/\n${long}http://x/\n`;
		expect(dedupe(list) === `http://x/\n${long}http://y/\n${other}http://z/\n`).toBe(true);
		expect(dedupe(list, "--keep", "last") === `http://y/\n${other}http://z/\n${long}http://x/\n`).toBe(true);
		const counted = `1\thttp://y/\n1\t${other}1\thttp://z/\n2\t${long}2\thttp://x/\n`;
		expect(dedupe(list, "--count", "--keep", "last") === counted).toBe(true);
	});
});

describe.each(WAYS)("dedupe of a table in %s", (_, way) => {
	const dedupe = (table: string, ...options: string[]) =>
		run(["dedupe", "--quiet", ...way, "--format", "csv", "--column", "u", ...options, write("table", table)]).stdout;

	it("treats references of which nothing is left as absent", () => {
		const csv = "u,n\nhttp://a,5\n\u0001,1\nHTTP://A,2\n\u0001,3\n \u0002,4\n";
		const sizes = (keep: string) => dedupe(csv, "--count-into", "c", "--keep", keep);
		expect(sizes("first")).toBe("u,n,c\nhttp://a/,5,2\n\u0001,1,\n\u0001,3,\n \u0002,4,\n");
		expect(sizes("last")).toBe("u,n,c\n\u0001,1,\nhttp://a/,2,2\n\u0001,3,\n \u0002,4,\n");
	});

	it("writes a table without rows", () => {
		expect(dedupe("u,n\n")).toBe("u,n\n");
	});
});
