/** Notes in the summary on inputs that look suspicious. */
import { describe, expect, it } from "vitest";
import { run, useFolder } from "./command";

const { write } = useFolder();

const TABS =
	"normalization removes TABs (RFC 3986, Appendix C); if the input is a table, pass one column, for example with cut -f1";
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
];

describe("the summary", () => {
	it.each(ROWS)("notes what is suspicious about %j: %j", (input, notes) => {
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

	it("samples a large input, the same for any number of threads, and says so", () => {
		const lines = Array.from({ length: 400_000 }, (_, index) => `http://a/${index}\t${index % 7 === 0 ? "\r\rx" : ""}`);
		// Longer than a chunk, so that several threads read it in parts.
		lines[0] = `http://a/${"x\r\t".repeat(700_000)}`;
		const file = write("long.txt", lines.join("\n"));
		const notesOf = (args: string[]) => JSON.parse(run([...args, "--json", file]).stderr).notes;
		const expected = notesOf(["normalize", "--threads", "1"]);
		const [tabs, returns] = expected;
		expect([tabs.code, returns.code]).toEqual(["mostly-tabs", "cr-line-ends"]);
		expect(tabs.sentence).toMatch(/^found a TAB in ([\d,]+) of \1 lines examined; /);
		expect(returns.sentence).toContain("lines examined, up to 700,000 in one line; ");
		expect(Math.abs(tabs.count / 7 - returns.count)).toBeLessThan(20);
		expect(tabs.count).toBeLessThan(20_000);
		for (const args of [
			["normalize", "--threads", "4"],
			["dedupe", "--threads", "1"],
			["dedupe", "--threads", "2"],
			["validate"],
		]) {
			expect([args, notesOf(args).filter(({ code }: { code: string }) => code !== "mostly-rejects")]).toEqual([args, expected]);
		}
	});
});
