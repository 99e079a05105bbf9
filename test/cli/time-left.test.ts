/** The time left, by a simulated clock and on a terminal. */
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { fittingParts, TimeLeft } from "../../src/cli/terminal/time-left";
import { useFolder } from "./command";

const { write, shellBeside } = useFolder();

describe("the time left", () => {
	it("is estimated from the average speed since the first octets", () => {
		const timeLeft = new TimeLeft(1000);
		expect(timeLeft.parts(100, 50)).toEqual(["10 %"]);
		expect(timeLeft.parts(200, 51)).toEqual(["20 %", "0:08 left"]);
		expect(timeLeft.parts(550, 56)).toEqual(["55 %", "0:06 left"]);
		expect(timeLeft.parts(999, 59)).toEqual(["99 %", "0:01 left"]);
		expect(timeLeft.parts(1000, 60)).toEqual(["0:10 elapsed"]);
	});

	it("is printed in minutes and hours", () => {
		const leftOf = (seconds: number) => {
			const timeLeft = new TimeLeft(2 * seconds);
			timeLeft.parts(0, 0);
			return timeLeft.parts(seconds, seconds)[1];
		};
		expect([59, 60, 3599, 3600, 3675, 360_000].map(leftOf)).toEqual([
			"0:59 left",
			"1:00 left",
			"59:59 left",
			"1:00:00 left",
			"1:01:15 left",
			"100:00:00 left",
		]);
	});

	it("is unknown if nothing is done, the size is unknown, or a file has grown", () => {
		const stuck = new TimeLeft(1000);
		expect([stuck.parts(0, 0), stuck.parts(0, 100)]).toEqual([["0 %"], ["0 %"]]);
		const pipe = new TimeLeft(0);
		expect([pipe.parts(0, 7), pipe.parts(0, 78.9)]).toEqual([["0:00 elapsed"], ["1:11 elapsed"]]);
		const grown = new TimeLeft(1000);
		expect([grown.parts(500, 0), grown.parts(1001, 3)]).toEqual([["50 %"], ["0:03 elapsed"]]);
	});
});

it("shows the parts that fit in one row", () => {
	const parts = ["3,000,000 lines", "232 MB/s", "45 %", "0:08 left"];
	const all = "3,000,000 lines  232 MB/s  45 %  0:08 left";
	expect([undefined, 0, 80, 43].map((columns) => fittingParts(parts, columns))).toEqual([all, all, all, all]);
	expect(fittingParts(parts, 42)).toBe("3,000,000 lines  232 MB/s  45 %");
	expect([27, 25, 20, 10].map((columns) => fittingParts(parts, columns))).toEqual([
		"3,000,000 lines  232 MB/s",
		"3,000,000 lines  45 %",
		"3,000,000 lines",
		"3,000,000",
	]);
});

describe("on a terminal", () => {
	/** Pseudorandom digits, which compress to about half their size. */
	const linesOf = (count: number) =>
		Array.from(
			{ length: count },
			(_, n) => `HTTP://example.com/${Math.imul(n + 1, 0x9e3779b1) >>> 0}/${Math.imul(n + 7, 0x85ebca6b) >>> 0}\n`,
		).join("");
	const [some, many] = [linesOf(60_000), linesOf(600_000)];
	write("some.gz", gzipSync(some, { level: 1 }));
	write("many.txt", many);
	write("many.gz", gzipSync(many, { level: 1 }));

	/**
	 * The progress rows of a run, at least two at any speed: between two pauses of its reader, the run writes more than a pipe holds,
	 * so it waits out each pause, which is longer than the interval between rows.
	 */
	const rowsOf = async (command: string, columns = 80): Promise<string[]> => {
		const reader = "(for _ in 1 2 3 4; do head -c 4000000; sleep 0.2; done; cat) > /dev/null";
		const { stdout } = await shellBeside(`script -qec "stty cols ${columns}; ${command} | ${reader}" /dev/null`);
		const rows = stdout.split("\r\u001b[K");
		expect(rows[0]).toBe("");
		expect(rows.at(-1)).toMatch(/^urlsieve \w+: [\d,]+ lines/);
		return rows.slice(1, -1);
	};

	it.concurrent.each([
		"normalize --threads 1 many.txt",
		"normalize --threads 2 many.txt",
		"normalize --threads 1 many.gz",
		"dedupe --threads 1 --print original some.gz many.txt",
		"parse some.gz",
	])("%s shows the share and the time left, from compressed sizes", async (command) => {
		expect(await rowsOf(`$URLSIEVE ${command}`)).toContainEqual(
			expect.stringMatching(
				command.startsWith("dedupe")
					? /^[\d,]+ lines {2}\d+ % unique {2}\d+ MB\/s {2}\d\d? % {2}\d+:\d\d left$/
					: /^[\d,]+ lines {2}\d+ MB\/s {2}\d\d? % {2}\d+:\d\d left$/,
			),
		);
	});

	it.concurrent.each(["cat many.txt", "cat many.gz"])("shows the time elapsed if the end is unknown: %s", async (input) => {
		const rows = await rowsOf(`${input} | $URLSIEVE normalize`);
		expect(rows.length).toBeGreaterThan(1);
		for (const row of rows) expect(row).toMatch(/^[\d,]+ lines {2}\d+ MB\/s {2}\d+:\d\d elapsed$/);
	});

	it.concurrent("fits in one row of a narrow terminal", async () => {
		const rows = await rowsOf("$URLSIEVE normalize --threads 1 many.txt", 24);
		expect(rows.length).toBeGreaterThan(1);
		for (const row of rows) expect(row.length).toBeLessThan(24);
	});
});
