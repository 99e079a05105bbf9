/** Chooses the engine once: Wasm with SIMD, else Wasm, else JavaScript. The entry `urlsieve/js` uses select.js-only.ts instead. */
import { BUILDS } from "./builds";
import { createJsKernel } from "./js";
import type { Engine, Kernel } from "./kernel";
import { KernelSource } from "./kernel-source";

const source = new KernelSource(BUILDS, createJsKernel);

/** The default engine: the fastest one available. */
export const engine: Engine = isAvailable("wasm-simd") ? "wasm-simd" : isAvailable("wasm") ? "wasm" : "js";

/** Whether the engine runs here. */
export function isAvailable(candidate: Engine): boolean {
	return source.isAvailable(candidate);
}

/** Creates an instance of the core kernel: see `KernelSource.create`. */
export function createKernel(chosen: Engine): Kernel {
	return source.create(chosen);
}
