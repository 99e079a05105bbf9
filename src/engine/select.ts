/** Chooses the engine, once: Wasm with SIMD, else Wasm, else JavaScript. The entry `urlsieve/js` has select.js-only.ts instead. */
import { BUILDS } from "./builds";
import { createJsKernel } from "./js";
import type { Engine, Kernel } from "./kernel";
import { KernelSource } from "./kernel-source";

const source = new KernelSource(BUILDS, createJsKernel);

/** The engine that runs here unless another one is asked for. */
export const engine: Engine = isAvailable("wasm-simd") ? "wasm-simd" : isAvailable("wasm") ? "wasm" : "js";

/** Whether the engine runs here. */
export function isAvailable(candidate: Engine): boolean {
	return source.isAvailable(candidate);
}

/** A new instance of the kernel: see `KernelSource.create`. */
export function createKernel(chosen: Engine): Kernel {
	return source.create(chosen);
}
