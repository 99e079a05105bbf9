/** The builds of the kernel, embedded as octets. Where code compiles ahead of time alone, builds.static.ts stands in for this. */
import simd from "../../build/out/kernel.simd.wasm";
import scalar from "../../build/out/kernel.wasm";
import type { Builds } from "./wasm";

export const BUILDS: Builds = { "wasm-simd": simd, wasm: scalar };
