/** The Wasm engine: compiles and instantiates the build of a kernel. */
import { type BasicFunctions, Kernel } from "./kernel";
import type { WasmFactory } from "./kernel-source";

/** The build of a kernel: a function that returns its octets, or the module that the host has compiled. */
export type Build = (() => Uint8Array<ArrayBuffer>) | WebAssembly.Module;

/** Creates instances of a build, which is compiled once, when the first instance is wanted. */
export function wasmFactory<Functions extends BasicFunctions>(build: Build): WasmFactory<Functions> {
	let module: WebAssembly.Module | undefined;
	let isCompiled = false;
	return () => {
		if (!isCompiled) module = compile(build);
		isCompiled = true;
		return module && instantiate<Functions>(module);
	};
}

/**
 * Compiles a build. Returns undefined if the host has no WebAssembly, lacks SIMD, or forbids compilation (for example by a
 * Content-Security-Policy without 'wasm-unsafe-eval').
 */
function compile(build: Build): WebAssembly.Module | undefined {
	try {
		if (build instanceof WebAssembly.Module) return build;
		return new WebAssembly.Module(build());
	} catch {
		return undefined;
	}
}

/** Instantiates a compiled build. Returns undefined if there is no address space for its memory. */
function instantiate<Functions extends BasicFunctions>(module: WebAssembly.Module): Kernel<Functions> | undefined {
	try {
		const { memory, ...functions } = new WebAssembly.Instance(module).exports;
		return new Kernel("wasm", functions as unknown as Functions, memory as WebAssembly.Memory);
	} catch {
		return undefined;
	}
}
