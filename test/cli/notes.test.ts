/** Notes in the summary on inputs that look suspicious. */
import { describe, expect, it } from "vitest";
import { size } from "../support/extent";
import { longIt } from "../support/long-it";
import { run, useFolder } from "./command";

const { write } = useFolder();

const TABS = "normalization removes TABs (RFC 3986, Appendix C); if the input is a table, add --format tsv --column NAME";
const CSV = "if the input is a table, add --format csv --column NAME";
const JSONL = "if the input is a table, add --format jsonl --column NAME";
const HOSTS = "found a host without a scheme, such as example.com/a, in";
const CRS = "lines look CR-terminated; convert them with tr '\\r' '\\n'";

/** Input, and the notes on it as [code, count, sentence]. */
const ROWS: readonly [string, [string, number, string][]][] = [
	["HTTP://a/x\t12\nHTTP://b/y\t3\nhttp://c\n", [["mostly-tabs", 2, `found a TAB in 2 of 3 lines; ${TABS}`]]],
	["http://a/x\t12\nhttp://b\n", []],
	[
		"1:\n2:\nhttp://a\n",
		[["mostly-rejects", 2, "rejected 2 of 3 lines; check that the input is a list of references, one per line"]],
	],
	["1:\nhttp://a\n", []],
	["http://a\rhttp://b\r", [["cr-line-ends", 1, `found CRs in 1 of 1 line, up to 1 in one line; ${CRS}`]]],
	[
		`${"http://a\n".repeat(9)}${"http://a\r".repeat(11)}b\n`,
		[["cr-line-ends", 1, `found CRs in 1 of 10 lines, up to 11 in one line; ${CRS}`]],
	],
	[`${"http://a\n".repeat(9)}${"http://a\r".repeat(10)}b\n`, []],
	["http://a\r\nhttp://b\r\n", []],
	["", []],
	["http://a,1\nhttp://b,2\n", []],
	["http://a,1\nhttp://b,2\nhttp://c\nhttp://d,,\n", []],
	[
		"url,id,x\nhttp://a,1,2\nhttp://b,2,3\nhttp://c\n",
		[["mostly-commas", 3, `found 2 commas in each of 3 of the first 4 lines; ${CSV}`]],
	],
	['{"a":1}\n{}\nhttp://a\n', [["mostly-json", 2, `found a JSON object in 2 of the first 3 lines; ${JSONL}`]]],
	[
		"example.com/a\r\nhttp://a\nwww.B.org:80\n",
		[["mostly-hosts", 2, `${HOSTS} 2 of the first 3 lines; --default-scheme https completes them`]],
	],
	["index.html\na.b:c\n1.2.3.4\n../a.b\n//a.b\na\n", []],
	[`example.com\n${"http://a/\n".repeat(1000)}${"example.com\n".repeat(2000)}`, []],
	[
		`${"example.com\n".repeat(999)}http://a/\nx\n`,
		[["mostly-hosts", 999, `${HOSTS} 999 of the first 1,000 lines; --default-scheme https completes them`]],
	],
];

/** Notes of commands that read no tables. */
const OTHERWISE: readonly [string, string][] = [
	["add --format tsv --column NAME", "pass one column, for example with cut -f1"],
	[CSV, "if the input is a table, pass one column, a reference per line"],
	[JSONL, "if the input is a table, pass one column, a reference per line"],
	["--default-scheme https completes them", "they are read as relative references"],
];

describe("the summary", () => {
	const named = ROWS.map(([input, notes]) => [input.slice(0, 40), notes.map(([code]) => code), input, notes] as const);
	it.each(named)("notes on a list that begins with %j: %j", (_start, _codes, input, notes) => {
		const file = write("input.txt", input);
		const people = run(["normalize", file])
			.stderr.split("\n")
			.filter((line) => line.includes(": note: "));
		expect(people).toEqual(notes.map(([, , sentence]) => `urlsieve normalize: note: ${sentence}`));
		expect(run(["normalize", "--quiet", file]).stderr).toBe("");
		const expected = notes.map(([code, count, sentence]) => ({ code, count, sentence }));
		for (const args of [
			["dedupe", file],
			["dedupe", "--threads", "2"],
			["parse", file],
		]) {
			const { stderr } = run([...args, "--json"], args.includes(file) ? "" : input);
			const others = (sentence: string) => OTHERWISE.reduce((text, [from, to]) => text.replace(from, to), sentence);
			const own = args[0] === "parse" ? expected.map((note) => ({ ...note, sentence: others(note.sentence) })) : expected;
			expect([args, JSON.parse(stderr).notes]).toEqual([args, own]);
		}
	});

	longIt("samples a large input, the same for any number of threads, and says so", () => {
		const lines = Array.from(
			{ length: size(400_000, 100_000) },
			(_, index) => `http://a/${index}\t${index % 7 === 0 ? "\r\rx" : ""}`,
		);
		// Longer than a chunk, so that several threads read it in parts.
		lines[0] = `http://a/${"x\r\t".repeat(700_000)}`;
		const file = write("long.txt", lines.join("\n"));
		const notesOf = (args: string[]) => JSON.parse(run([...args, "--json", file]).stderr).notes;
		const expected = notesOf(["normalize", "--threads", "1"]);
		const codes = ({ code }: { code: string }) => code !== "mostly-rejects";
		const [tabs, returns] = expected;
		expect([tabs.code, returns.code]).toEqual(["mostly-tabs", "cr-line-ends"]);
		expect(tabs.sentence).toMatch(/^found a TAB in ([\d,]+) of \1 lines examined; /);
		expect(returns.sentence).toContain("lines examined, up to 700,000 in one line; ");
		expect(Math.abs(tabs.count / 7 - returns.count)).toBeLessThan(20);
		expect(tabs.count).toBeLessThan(20_000);
		for (const args of [["dedupe", "--threads", "2"], ["validate"]]) {
			const found = notesOf(args)
				.filter(codes)
				.map(({ count }: { count: number }) => count);
			expect([args, found]).toEqual([args, expected.map(({ count }: { count: number }) => count)]);
		}
	});
});
