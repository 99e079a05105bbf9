/** The Wasm engine: compiles and instantiates the build of a kernel. */
import { type BasicFunctions, Kernel } from "./kernel";
import type { WasmFactory } from "./kernel-source";

/** The build of a kernel: a function that returns its octets, or the module that the host has compiled. */
export type Build = (() => Uint8Array<ArrayBuffer>) | WebAssembly.Module;

/**
 * The smallest module with an instruction of SIMD: a function that returns a vector.
 *
 * ```
 *   (module (func (result v128) i32.const 0 i8x16.splat))
 * ```
 */
const WITH_SIMD = [
	0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0, 10, 8, 1, 6, 0, 0x41, 0, 0xfd, 0x0f, 0x0b,
];

/** Whether the host promises to run a build. Does not compile it. */
export function isPromised(build: Build): boolean {
	if (typeof build !== "function") return true;
	try {
		return WebAssembly.validate(Uint8Array.from(WITH_SIMD));
	} catch {
		return false;
	}
}

/** Creates instances of a build, which is compiled once, for the first instance. */
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
	// A module may be of another realm than this WebAssembly.
	if (typeof build !== "function") return build;
	try {
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
