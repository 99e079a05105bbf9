/** Faults that are planted in kernels. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { KERNEL_FILES } from "../fuzz/kernel-files";
import { mutantsOf, planted } from "./mutants";
import { instructionsOf } from "./wasm-code";

describe.each(Object.values(KERNEL_FILES))("a fault planted in %s", (file) => {
	const module = new Uint8Array(readFileSync(new URL(`../../../build/out/${file}`, import.meta.url)));

	it("can be in any function, to its end", () => {
		const instructions = instructionsOf(module);
		const last = instructions.filter((one, index) => instructions[index + 1]?.function !== one.function);
		expect(last.filter(({ code }) => code !== 0x0b)).toEqual([]);
		expect(instructions.every(({ end }, index) => (instructions[index + 1]?.at ?? end) >= end)).toBe(true);
	});

	it("makes a valid module that differs in one instruction", () => {
		const mutants = mutantsOf(module, 50, 1);
		expect(new Set(mutants.map(({ at }) => at)).size).toBe(50);
		for (const mutant of mutants) {
			const octets = planted(module, mutant);
			expect(WebAssembly.validate(octets)).toBe(true);
			const changed = [...octets.keys()].filter((at) => octets[at] !== module[at]);
			expect(changed.length).toBeGreaterThan(0);
			expect(changed.every((at) => at >= mutant.at && at < mutant.at + mutant.before.length / 2)).toBe(true);
		}
	});
});
