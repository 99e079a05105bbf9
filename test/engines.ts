/** Runs the same tests under every engine, each of which first proves that it is the one that runs. */
import { describe, expect, it } from "vitest";
import type { Engine, Kernel } from "../src/engine/kernel";
import { createKernel, isAvailable } from "../src/engine/select";
import { createNormalizer, type NormalizeOptions, type Normalizer } from "../src/index";

export const ENGINES: readonly Engine[] = ["wasm-simd", "wasm", "js"];

/** Describes `title` once for each engine. */
export function describeEngines(title: string, describeWith: (engine: Engine) => void): void {
	describe.each(ENGINES)(`${title} [%s]`, (engine) => {
		it("runs on this engine", () => expectEngine(createKernel(engine), engine));
		describeWith(engine);
	});
}

/** The engine is told apart by what its memory is and by what the kernel says of itself, not by its label. */
function expectEngine(kernel: Kernel, engine: Engine): void {
	expect(isAvailable(engine)).toBe(true);
	expect(kernel.engine).toBe(engine);
	expect(kernel.call.hasSimd()).toBe(engine === "wasm-simd" ? 1 : 0);
	const isWasm = String(kernel.call.normalize).includes("[native code]");
	expect(isWasm).toBe(engine !== "js");
}

/** A normalizer on an engine. */
export function normalizerOn(engine: Engine, options: NormalizeOptions = {}): Normalizer {
	return createNormalizer({ ...options, engine });
}

/** What a normalizer makes of a reference: its normal form, or the code, component and offset of the error. */
export function outcome(normalizer: Normalizer, reference: string): string {
	const normal = normalizer.tryNormalize(reference);
	return typeof normal === "string" ? normal : `${normal.code} ${normal.component ?? "-"} ${normal.offset}`;
}
