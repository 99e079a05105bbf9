/** What a summary says about an input that does not look as it should. */
import { describe, expect, it } from "vitest";
import { run, useFolder } from "./command";

const { write } = useFolder();

const TABS = "normalization removes TABs (RFC 3986, Appendix C); of a table, pass one column, for example with cut -f1";
const CRS = "lines look CR-terminated; convert them with tr '\\r' '\\n'";

/** Input, and the notes on it as [code, count, sentence]. */
const ROWS: readonly [string, [string, number, string][]][] = [
	["HTTP://a/x\t12\nHTTP://b/y\t3\nhttp://c\n", [["mostly-tabs", 2, `found a TAB in 2 of 3 lines; ${TABS}`]]],
	["http://a/x\t12\nhttp://b\n", []],
	[
		"1:\n2:\nhttp://a\n",
		[["mostly-rejects", 2, "rejected 2 of 3 lines; check that the input is a list of references, one a line"]],
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
];

describe("the summary", () => {
	it.each(ROWS)("on %j has the notes %j", (input, notes) => {
		const file = write("input.txt", input);
		const people = run(["normalize", file]).stderr.split("\n").slice(1, -1);
		expect(people).toEqual(notes.map(([, , sentence]) => `urlsieve normalize: note: ${sentence}`));
		expect(run(["normalize", "--quiet", file]).stderr).toBe("");
		const expected = notes.map(([code, count, sentence]) => ({ code, count, sentence }));
		for (const args of [
			["dedupe", file],
			["dedupe", "--threads", "2"],
			["parse", file],
		]) {
			const { stderr } = run([...args, "--json"], args.includes(file) ? "" : input);
			expect([args, JSON.parse(stderr).notes]).toEqual([args, expected]);
		}
	});

	it("counts the same with several threads, in chunks and in lines longer than a chunk", () => {
		const lines = Array.from({ length: 400_000 }, (_, index) => `http://a/${index}\t${index % 7 === 0 ? "\r\rx" : ""}`);
		lines[200_000] = `http://a/${"x\r\t".repeat(700_000)}`;
		const file = write("long.txt", lines.join("\n"));
		for (const args of [["normalize"], ["dedupe"], ["validate"]]) {
			for (const threads of args[0] === "validate"
				? [[]]
				: [
						["--threads", "1"],
						["--threads", "2"],
						["--threads", "4"],
					]) {
				const { notes } = JSON.parse(run([...args, ...threads, "--json", file]).stderr);
				const about = (code: string) => notes.find((note: { code: string }) => note.code === code);
				expect([args, threads, about("mostly-tabs").count]).toEqual([args, threads, 400_000]);
				expect(about("cr-line-ends")).toMatchObject({ count: 57_143 + 1, sentence: expect.stringContaining("up to 700,000 in") });
			}
		}
	});
});
