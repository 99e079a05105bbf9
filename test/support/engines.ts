/** Runs the same tests on every engine. The first of them proves which engine runs. */
import { describe, expect, it } from "vitest";
import type { Engine, Kernel } from "../../src/engine/kernel";
import { createKernel, isAvailable } from "../../src/engine/select";
import { createNormalizer, type NormalizeOptions, type Normalizer } from "../../src/index";

/** `npm run mutants` runs tests on the JavaScript engine only. */
export const ENGINES = (process.env.URLSIEVE_ENGINES ?? "wasm,js").split(",") as readonly Engine[];

/** Describes `title` once for each engine. */
export function describeEngines(title: string, describeWith: (engine: Engine) => void): void {
	describe.each(ENGINES)(`${title} [%s]`, (engine) => {
		it("runs on this engine", () => expectEngine(createKernel(engine), engine));
		describeWith(engine);
	});
}

/** Identifies the engine by the kernel's own functions, not by its label. */
function expectEngine(kernel: Kernel, engine: Engine): void {
	expect(isAvailable(engine)).toBe(true);
	expect(kernel.engine).toBe(engine);
	expect(kernel.call.hasSimd()).toBe(engine === "wasm" ? 1 : 0);
	const isWasm = String(kernel.call.normalize).includes("[native code]");
	expect(isWasm).toBe(engine !== "js");
}

/** A normalizer on an engine. */
export function normalizerOn(engine: Engine, options: NormalizeOptions = {}): Normalizer {
	return createNormalizer({ ...options, engine });
}

/** The normal form of a reference, or the code, component and offset of the error. */
export function outcome(normalizer: Normalizer, reference: string): string {
	const normal = normalizer.tryNormalize(reference);
	return typeof normal === "string" ? normal : `${normal.code} ${normal.component ?? "-"} ${normal.offset}`;
}
