/** The Wasm engines: compile and instantiate the kernel's two builds. */
import { type BasicFunctions, type Engine, Kernel } from "./kernel";

/** The builds available: functions that return octets, or compiled modules. */
export type Builds = { readonly [engine in Engine]?: (() => Uint8Array<ArrayBuffer>) | WebAssembly.Module };

/**
 * Compiles a build. Returns undefined if the host has no WebAssembly, lacks SIMD, or forbids compilation (for example by a
 * Content-Security-Policy without 'wasm-unsafe-eval'), or if there is no such build.
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

/** Instantiates a compiled build. Returns undefined if there is no address space for its memory. */
export function createWasmKernel<Functions extends BasicFunctions>(
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
