/** Lines whose keys are text: the first of each key stays, and the others are logged. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { UNKNOWN, writeRow } from "../../src/dedupe/audit/merge-rows";
import { TextSieve } from "../../src/dedupe/memory/text-sieve";
import { Output } from "../../src/files/output/output";
import { useFolder } from "../cli/command";

const { path } = useFolder();

/** What `write` writes to a file. */
function written(write: (output: Output) => void): string {
	const output = new Output(path("log"));
	write(output);
	output.seal(false);
	output.commit();
	return readFileSync(path("log"), "utf8");
}

describe("a sieve of text", () => {
	it("passes the first line of each key, and logs the others with its reason", () => {
		const log = written((output) => {
			const sieve = new TextSieve(output, "key");
			expect(sieve.isFirst("a", "A1", 1)).toBe(true);
			expect(sieve.isFirst("b", "B\u00e9", 2)).toBe(true);
			expect([sieve.isFirst("a", "A2", 3), sieve.isFirst("b", "B2", 4), sieve.isFirst("a", "A3", 5)]).toEqual([
				false,
				false,
				false,
			]);
			expect([sieve.unique, sieve.duplicates]).toEqual([2, 3]);
		});
		expect(log).toBe("A1\tA2\tkey\t1\t3\nB\u00e9\tB2\tkey\t2\t4\nA1\tA3\tkey\t1\t5\n");
	});

	it("needs no log", () => {
		const sieve = new TextSieve(undefined, "key");
		expect([sieve.isFirst("", "x", 1), sieve.isFirst("", "x", 2), sieve.unique, sieve.duplicates]).toEqual([true, false, 1, 1]);
	});
});

describe("a row of the log", () => {
	const octets = (text: string) => new TextEncoder().encode(text);
	const row = (kept: string | undefined, dropped: string, reason: string) =>
		written((output) =>
			writeRow(output, {
				kept: kept === undefined ? undefined : octets(kept),
				keptLine: 7,
				dropped: octets(dropped),
				droppedLine: 12,
				reason,
			}),
		);

	it("has TABs of lines as %09, and - for a line that only an earlier run knows", () => {
		expect(row("\ta\t\tb\t", "c\td", "syntax")).toBe("%09a%09%09b%09\tc%09d\tsyntax\t7\t12\n");
		expect(row(undefined, "", UNKNOWN)).toBe("-\t\t-\t-\t12\n");
	});

	it.each([330, 331, 332, 333, 1000, 1023, 1024, 1025, 5000])("has its reason whole, with %d characters", (length) => {
		for (const character of ["r", "\u20ac"]) {
			const reason = character.repeat(length);
			expect(row("a", "b", reason)).toBe(`a\tb\t${reason}\t7\t12\n`);
		}
	});
});
