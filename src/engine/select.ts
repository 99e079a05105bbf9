/**
 * Chooses the engine of the core: JavaScript, until an entry brings WebAssembly along (wasm-engine.ts).
 *
 * `urlsieve/js` brings none. A program that loads it and `urlsieve` has one engine for both.
 */
import { createJsKernel } from "./js";
import type { Engine, Kernel, KernelFunctions } from "./kernel";
import { KernelSource, type WasmFactory } from "./kernel-source";

const source = new KernelSource<KernelFunctions>(createJsKernel);

/** The default engine: the fastest one available. */
export let engine: Engine = "js";

/** Adds the engine in WebAssembly, and makes it the default if it runs here. */
export function addWasm(create: WasmFactory<KernelFunctions>): void {
	source.addWasm(create);
	engine = source.fastest;
}

/** Whether the engine runs here. */
export function isAvailable(candidate: Engine): boolean {
	return source.isAvailable(candidate);
}

/** Creates an instance of the core kernel: see `KernelSource.create`. */
export function createKernel(chosen: Engine): Kernel {
	return source.create(chosen);
}
