/** Chooses the engine, once: Wasm with SIMD, else Wasm, else JavaScript. The entry `urlsieve/js` has select.js-only.ts instead. */
import { BUILDS } from "./builds";
import { createJsKernel } from "./js";
import type { Engine, Kernel } from "./kernel";
import { compile, createWasmKernel } from "./wasm";

const modules = new Map<Engine, WebAssembly.Module | undefined>();
/** Kernels that were made to see whether they can be: the first ones to be handed out. */
const tried = new Map<Engine, Kernel>();

/** The engine that runs here unless another one is asked for. */
export const engine: Engine = isAvailable("wasm-simd") ? "wasm-simd" : isAvailable("wasm") ? "wasm" : "js";

/** Says whether the engine runs here. */
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
 * A new instance of the kernel; of the JavaScript engine where the one chosen does not run, or where the host has no address
 * space for one more of its memories.
 */
export function createKernel(chosen: Engine): Kernel {
	const module = isAvailable(chosen) ? modules.get(chosen) : undefined;
	const kernel = tried.get(chosen) ?? (module && createWasmKernel(chosen, module));
	tried.delete(chosen);
	return kernel ?? createJsKernel();
}
