/** `writeFreshLines` copies lines that are new, and those that were rejected. */
import fc from "fast-check";
import type { Engine } from "urlsieve";
import { expect, it } from "vitest";
import { ABSENT, Limit, LineRecord } from "../../assembly/layout/addresses";
import { createKernel } from "../seams/kernels";
import { describeEngines } from "../support/engines";
import "../support/seed";

/** A line: its length without LF, whether it is new, and whether it was rejected. */
type Line = readonly [length: number, isFresh: boolean, isRejected?: boolean];

/** Writes the fresh ones of these lines. Returns them, and what they should be. Fails if octets behind the marks change. */
function written(engine: Engine, lines: readonly Line[]): { result: string; expected: string } {
	const kernel = createKernel(engine);
	const records = Math.ceil(kernel.call.heapBase() / 64) * 64;
	const marks = records + lines.length * LineRecord.SIZE;
	const guard = marks + lines.length * 4;
	const output = guard + 64;
	const size = lines.reduce((sum, [length]) => sum + length + 1, 0) + Limit.MARGIN;
	kernel.reserve(output + 2 * size);
	kernel.octets.fill(0xee, guard, output);
	let end = output;
	let expected = "";
	for (const [index, [length, isFresh, isRejected = false]] of lines.entries()) {
		const text = `${String.fromCharCode(0x61 + (index % 26)).repeat(length)}\n`;
		kernel.octets.set(Buffer.from(text), end);
		end += text.length;
		kernel.words[(records + index * LineRecord.SIZE + LineRecord.OUTPUT_END) >> 2] = isRejected ? ~end : end;
		kernel.words[(marks >> 2) + index] = isFresh ? ABSENT : index;
		if (isFresh || isRejected) expected += text;
	}
	const to = output + size;
	const resultEnd = kernel.call.writeFreshLines(records, lines.length, marks, output, to);
	expect(kernel.octets.subarray(guard, output).every((octet) => octet === 0xee)).toBe(true);
	return { result: Buffer.from(kernel.octets.subarray(to, resultEnd)).toString(), expected };
}

const times = (count: number, line: (index: number) => Line) => Array.from({ length: count }, (_, index) => line(index));

describeEngines("fresh lines", (engine) => {
	it.each<[string, readonly Line[]]>([
		["no lines", []],
		["all lines, if all are fresh", times(100, (index) => [index, true])],
		["nothing, if all are duplicates", times(100, (index) => [index, false])],
		["every second line", times(101, (index) => [index % 70, index % 2 === 0])],
		["every other second line", times(101, (index) => [index % 70, index % 2 === 1])],
		["rejected lines, whatever their marks", times(100, (index) => [index, false, index % 3 === 0])],
		["runs longer than a copy without a call", times(9, (index) => [3000, index !== 4])],
	])("writes %s", (_, lines) => {
		const { result, expected } = written(engine, lines);
		expect(result).toBe(expected);
	});

	it("writes the same of random lines", () => {
		const line = fc.tuple(fc.nat(150), fc.boolean(), fc.boolean());
		fc.assert(
			fc.property(fc.array(line, { maxLength: 200 }), (lines) => {
				const { result, expected } = written(engine, lines);
				expect(result).toBe(expected);
			}),
		);
	});
});
