/**
 * Chooses the engine of the core: JavaScript, until an entry brings WebAssembly along (wasm-engine.ts).
 *
 * `urlsieve/js` brings none. A program that loads it and `urlsieve` has one engine for both.
 */
import { createJsKernel } from "./js";
import type { Engine, Kernel, KernelFunctions } from "./kernel";
import { KernelSource, type WasmFactory } from "./kernel-source";

const source = new KernelSource<KernelFunctions>(createJsKernel);

/**
 * The default engine: the fastest one available. Until the first use, the one that the host promises. Nothing is compiled before: where a
 * Content-Security-Policy forbids that, the browser reports each attempt as a violation, and only an attempt finds it out.
 */
export let engine: Engine = "js";

/** Adds the engine in WebAssembly, which is the default if it runs here. */
export function addWasm(create: WasmFactory<KernelFunctions>, isPromised: boolean): void {
	source.addWasm(create);
	engine = isPromised ? "wasm" : "js";
}

/** Returns the default engine after trying it, for callers that are about to use it. */
export function engineInUse(): Engine {
	engine = source.fastest;
	return engine;
}

/** Whether the engine runs here. */
export function isAvailable(candidate: Engine): boolean {
	return candidate === "js" || engineInUse() === "wasm";
}

/** Creates an instance of the core kernel: see `KernelSource.create`. */
export function createKernel(chosen: Engine): Kernel {
	return source.create(chosen);
}
