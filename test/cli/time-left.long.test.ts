/** The time left, by a simulated clock and on a terminal. */
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { useFolder } from "./command";

const { write, shellBeside } = useFolder();

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
		"normalize --threads 2 many.txt",
		"normalize --threads 1 many.gz",
		"dedupe --threads 1 --print original some.gz many.txt",
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
