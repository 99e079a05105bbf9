/** The Wasm engine: instances of a kernel's two builds. */
import { type CommonFunctions, type Engine, Kernel } from "./kernel";

/** The builds at hand: octets to be asked for, or compiled modules. */
export type Builds = { readonly [engine in Engine]?: (() => Uint8Array<ArrayBuffer>) | WebAssembly.Module };

/**
 * The compiled module of a build. Undefined where the host has no WebAssembly, lacks SIMD, forbids to compile (a
 * Content-Security-Policy without 'wasm-unsafe-eval', for one), or where what is to be compiled is none of its modules.
 */
export function compile(build: Builds[Engine]): WebAssembly.Module | undefined {
	try {
		if (build === undefined || build instanceof WebAssembly.Module) return build;
		const octets = build();
		return WebAssembly.validate(octets) ? new WebAssembly.Module(octets) : undefined;
	} catch {
		return undefined;
	}
}

/** A new instance of a compiled build. Undefined where there is no address space for its memory. */
export function createWasmKernel<Functions extends CommonFunctions>(
	engine: Engine,
	module: WebAssembly.Module,
): Kernel<Functions> | undefined {
	try {
		const { memory, ...functions } = new WebAssembly.Instance(module).exports;
		return new Kernel(engine, functions as unknown as Functions, memory as WebAssembly.Memory);
	} catch {
		return undefined;
	}
}
