/**
 * The build of the kernel for hosts that compile no WebAssembly at run time and import compiled modules instead: workerd and
 * edge runtimes. All of them have SIMD, without which its module could not be imported in the first place.
 */
import simd from "../../build/out/kernel.simd.wasm";
import type { Builds } from "./wasm";

export const BUILDS: Builds = { "wasm-simd": simd };
