/** Chooses the engine, once: Wasm with SIMD, else Wasm, else JavaScript. The entry `urlsieve/js` has select.js-only.ts instead. */

import simdBuild from "../../build/kernel.simd.wasm";
import scalarBuild from "../../build/kernel.wasm";
import { createJsKernel } from "./js";
import type { Engine, Kernel } from "./kernel";
import { compile, createWasmKernel } from "./wasm";

const modules = new Map<Engine, WebAssembly.Module | undefined>();

/** The engine that runs here unless another one is asked for. */
export const engine: Engine = isAvailable("wasm-simd") ? "wasm-simd" : isAvailable("wasm") ? "wasm" : "js";

/** Says whether the engine runs here. */
export function isAvailable(candidate: Engine): boolean {
	return candidate === "js" || moduleOf(candidate) !== undefined;
}

/** A new instance of the kernel. Requires: the engine is available. */
export function createKernel(chosen: Engine): Kernel {
	const module = moduleOf(chosen);
	return module === undefined ? createJsKernel() : createWasmKernel(chosen, module);
}

function moduleOf(candidate: Engine): WebAssembly.Module | undefined {
	if (candidate === "js") return undefined;
	if (!modules.has(candidate)) modules.set(candidate, compile(candidate === "wasm" ? scalarBuild() : simdBuild()));
	return modules.get(candidate);
}
