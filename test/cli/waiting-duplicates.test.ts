/** Duplicates that wait for their kept lines: which texts they get, in which order, and with how much memory. */
import { describe, expect, it } from "vitest";
import { random } from "../../bench/lists/random.mjs";
import { LineFinder } from "../../src/dedupe/passes/line-finder";
import { WaitingDuplicates } from "../../src/dedupe/passes/waiting-duplicates";

const below = random(6);

/** Lines, some of them longer than what waits may take, and a finder that has seen them. */
function listed(): { lines: string[]; finder: LineFinder } {
	const lines = Array.from({ length: 2000 }, (_, at) => `${at}${"x".repeat(below(40) === 0 ? 5000 : below(80))}\n`);
	const file = Buffer.from(lines.join(""));
	const finder = new LineFinder(2 ** 16, { readAt: (_, into, position) => file.copy(into, 0, position) });
	finder.beginInput(0, 0, 0);
	let position = 0;
	for (const [number, line] of lines.entries()) {
		finder.note(number, position);
		position += line.length;
	}
	return { lines, finder };
}

describe("duplicates that wait", () => {
	it.each([256, 8192, 2 ** 24])("get their kept lines, in order, with %d octets of memory", (memory) => {
		const { lines, finder } = listed();
		const expected: [string | undefined, number, string, number][] = [];
		const found: typeof expected = [];
		const text = (octets: Uint8Array | undefined) => octets && Buffer.from(octets).toString();
		const waiting = new WaitingDuplicates(memory, finder, (kept, keptLine, dropped, droppedLine) =>
			found.push([text(kept), keptLine, text(dropped) as string, droppedLine]),
		);
		for (let number = 1; number <= 3000; ++number) {
			const keptLine = below(10) === 0 ? 0 : 1 + below(lines.length);
			const dropped = `dropped${"y".repeat(below(60))}${number}`;
			expected.push([keptLine === 0 ? undefined : lines[keptLine - 1]?.trimEnd(), keptLine, dropped, number]);
			waiting.add(keptLine, Buffer.from(dropped), number);
		}
		waiting.flush();
		expect(found).toEqual(expected);
	});

	it("are passed on before their texts take more than a quarter of the memory, or their number more than it has room for", () => {
		const found: number[] = [];
		const waiting = new WaitingDuplicates(1024, listed().finder, (_, __, ___, line) => found.push(line));
		const add = (length: number, line: number) => {
			waiting.add(0, new Uint8Array(length), line);
			return found.length;
		};
		expect([add(200, 1), add(56, 2), add(1, 3), add(255, 4), add(1, 5)]).toEqual([0, 0, 2, 2, 4]);
		expect([add(1, 6), add(1, 7), add(1, 8), add(1, 9)]).toEqual([4, 4, 4, 8]);
	});
});
