/** The Wasm engine: instances of the kernel's two builds. */
import { type Engine, Kernel, type KernelFunctions } from "./kernel";

/**
 * Compiles a build of the kernel. Returns undefined where the host has no WebAssembly, lacks SIMD, or forbids to compile
 * (a Content-Security-Policy without 'wasm-unsafe-eval', for one).
 */
export function compile(octets: Uint8Array<ArrayBuffer>): WebAssembly.Module | undefined {
	try {
		return new WebAssembly.Module(octets);
	} catch {
		return undefined;
	}
}

/** A new instance of a compiled build. */
export function createWasmKernel(engine: Engine, module: WebAssembly.Module): Kernel {
	const { memory, ...functions } = new WebAssembly.Instance(module).exports;
	return new Kernel(engine, functions as unknown as KernelFunctions, memory as WebAssembly.Memory);
}
