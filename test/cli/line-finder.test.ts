/** Lines of the inputs of a run in passes, found by number: which ones, and how much is read for each. */
import { describe, expect, it } from "vitest";
import { random } from "../../bench/lists/random.mjs";
import { LineFinder } from "../../src/dedupe/passes/line-finder";
import { size } from "../support/extent";

const below = random(4);

/** Inputs with short lines and long ones, some of them empty, the last without a line end. */
function randomInputs(): string[][] {
	const line = () => "x".repeat(below(50) === 0 ? 100_000 : below(60));
	const inputs = Array.from({ length: 12 }, (_, index) =>
		Array.from({ length: index % 3 === 1 ? 0 : below(size(2000, 700)) }, (_, at) => `${at}${line()}\n`),
	);
	return [...inputs, ["last"]];
}

/** A finder that has seen all lines, with a function that returns the octets read since its last call. */
function finderOf(inputs: readonly (readonly string[])[], memory: number): { finder: LineFinder; octets: () => number } {
	const files = inputs.map((lines) => Buffer.from(lines.join("")));
	let octets = 0;
	const finder = new LineFinder(memory, {
		readAt(input, into, position) {
			const count = (files[input] as Buffer).copy(into, 0, position);
			octets += count;
			return count;
		},
	});
	let number = 0;
	for (const [input, lines] of inputs.entries()) {
		if (lines.length > 0) finder.beginInput(input, number, 0);
		let position = 0;
		for (const line of lines) {
			finder.note(number++, position);
			position += line.length;
		}
	}
	const take = () => {
		const before = octets;
		octets = 0;
		return before;
	};
	return { finder, octets: take };
}

describe("a finder of lines", () => {
	it.each([100, 1000, 2 ** 20])("finds each line of several inputs with %d octets of memory", (memory) => {
		const inputs = randomInputs();
		const { finder } = finderOf(inputs, memory);
		for (const [number, line] of inputs.flat().entries()) {
			if (Buffer.from(finder.find(number)).toString() !== line) expect.fail(`line ${number}`);
		}
	});

	it("reads hardly more than the line, whatever lines are before it", () => {
		const inputs = randomInputs();
		const { finder, octets } = finderOf(inputs, 2 ** 20);
		for (const [number, line] of inputs.flat().entries()) {
			finder.find(number);
			expect(octets()).toBeLessThanOrEqual(line.length + 3 * 4096);
		}
	});
});
