/** Which member of each class stays, and how many there are, compared with a literal choice. */
import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { ClassValues } from "../../src/dedupe/passes/class-values";
import { ClassWinners } from "../../src/dedupe/passes/class-winners";
import { isBetter, sortable } from "../../src/dedupe/passes/sortable";

/** More than a range has with the least memory. */
const LINES = 200_000;

/** The class of each line, and its value: numbers, times, and text that begins alike and is longer than a record. */
const CLASS_OF = Array.from({ length: LINES }, (_, index) => (index * 7919) % 90_001);
const VALUES = CLASS_OF.map((_, index) => {
	const random = (index * 48271) % 9973;
	const kinds = ["", String(random), `2026-11-${10 + (random % 20)}T00:00:00+00:00`, `${"long ".repeat(9)}${random}`];
	return kinds[random % kinds.length] as string;
});
const octetsOf = (value: string) => (value === "" ? undefined : Buffer.from(value));

type Which = "first" | "last" | "min" | "max";

/** By line, the size of its class if it stays, else 0. */
function expected(which: Which): number[] {
	const winners = new Map<number, { winner: number; size: number }>();
	for (const [line, number] of CLASS_OF.entries()) {
		const known = winners.get(number);
		if (known === undefined) winners.set(number, { winner: line, size: 1 });
		else winners.set(number, { winner: wins(which, line, known.winner) ? line : known.winner, size: known.size + 1 });
	}
	const sizes = new Array<number>(LINES).fill(0);
	for (const { winner, size } of winners.values()) sizes[winner] = size;
	return sizes;
}

function wins(which: Which, line: number, before: number): boolean {
	if (which === "first" || which === "last") return which === "last";
	const sortableAt = (at: number) => sortable(octetsOf(VALUES[at] as string));
	return isBetter(which, sortableAt(line), sortableAt(before));
}

describe.each<Which>(["first", "last", "min", "max"])("--keep %s in passes", (which) => {
	const wanted = expected(which);

	it.each([65_536, 2 ** 28])("chooses and counts in %d octets of memory", async (memory) => {
		const compares = which === "min" || which === "max";
		const values = compares ? new ClassValues(tmpdir()) : undefined;
		for (const value of compares ? VALUES : []) values?.add(octetsOf(value));
		const winners = new ClassWinners(tmpdir(), LINES, memory, { which, counts: true, values });
		const firsts = new Map<number, number>();
		const pairs: number[] = [];
		for (const [index, number] of CLASS_OF.entries()) {
			const first = firsts.get(number);
			if (first === undefined) firsts.set(number, index + 1);
			else pairs.push(index + 1, first);
		}
		winners.add(Int32Array.from(pairs));
		await winners.find();
		const sizes = CLASS_OF.map((number, index) => winners.sizeOf(index + 1, firsts.get(number) === index + 1));
		// One assertion on many numbers: of a difference, its line alone is shown.
		const differs = sizes.findIndex((size, index) => size !== wanted[index]);
		expect([differs, sizes[differs], sizes.length]).toEqual([-1, undefined, LINES]);
		expect(winners.length).toBeGreaterThan(2 ** 20);
		winners.close();
		values?.close();
	});
});
