/** Chooses the engine once: Wasm with SIMD, else Wasm, else JavaScript. The entry `urlsieve/js` uses select.js-only.ts instead. */
import { BUILDS } from "./builds";
import { createJsKernel } from "./js";
import type { Engine, Kernel } from "./kernel";
import { compile, createWasmKernel } from "./wasm";

const modules = new Map<Engine, WebAssembly.Module | undefined>();
/** Kernels created to test that an engine runs. `createKernel` hands them out first. */
const tried = new Map<Engine, Kernel>();

/** The default engine: the fastest one available. */
export const engine: Engine = isAvailable("wasm-simd") ? "wasm-simd" : isAvailable("wasm") ? "wasm" : "js";

/** Whether the engine runs here. */
export function isAvailable(candidate: Engine): boolean {
	if (candidate === "js") return true;
	if (modules.has(candidate)) return modules.get(candidate) !== undefined;
	const module = compile(BUILDS[candidate]);
	const kernel = module && createWasmKernel(candidate, module);
	modules.set(candidate, kernel && module);
	if (kernel) tried.set(candidate, kernel);
	return kernel !== undefined;
}

/**
 * Creates an instance of the kernel. Falls back to the JavaScript engine if the chosen one is not available, or if the host has
 * no address space for one more of its memories.
 */
export function createKernel(chosen: Engine): Kernel {
	const module = isAvailable(chosen) ? modules.get(chosen) : undefined;
	const kernel = tried.get(chosen) ?? (module && createWasmKernel(chosen, module));
	tried.delete(chosen);
	return kernel ?? createJsKernel();
}
