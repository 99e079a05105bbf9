/** Lines by class: each after the number of lines that it stands for. */
import { expect, it } from "vitest";
import { Counted, PartitionAddress } from "../../assembly/partition/layout";
import { align, createListKernel } from "../seams/kernels";
import { describeEngines } from "../support/engines";

describeEngines("writeCounted", (engine) => {
	it("each line that stays comes after its size, if it has one, and a line without an end waits", () => {
		const kernel = createListKernel(engine);
		const sizes = align(kernel.call.heapBase());
		const [input, output] = [sizes + 1024, sizes + 2048];
		kernel.reserve(output + 1024);
		const { octets, words } = kernel;
		const whole = "a\nbb\nccc\ndddd\n";
		octets.set(Buffer.from(`${whole}eeeee`), input);
		words.set([0, 12, -1, 2 ** 31 - 1, 5], sizes >> 2);
		for (const [count, lines, text] of [
			[5, 4, "a\n12\tbb\n2147483647\tdddd\n"],
			[2, 2, "a\n12\tbb\n"],
			[0, 0, ""],
		] as const) {
			const end = kernel.call.writeCounted(input, input + whole.length + 5, sizes, count, output);
			expect(Buffer.from(octets.slice(output, end)).toString()).toBe(text);
			const field = (name: Counted) => words[(PartitionAddress.COUNTED + name) >> 2] as number;
			const rest = whole.split("\n").slice(0, lines).join("\n").length + Math.sign(lines);
			expect([field(Counted.LINES), field(Counted.REST) - input]).toEqual([lines, rest]);
		}
	});
});
