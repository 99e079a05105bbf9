/**
 * The kernel's build for hosts that import compiled modules because they cannot compile WebAssembly at run time: workerd and
 * edge runtimes. All of them support SIMD.
 */
import simd from "../../build/out/kernel.simd.wasm";
import type { Builds } from "./wasm";

export const BUILDS: Builds = { "wasm-simd": simd };
