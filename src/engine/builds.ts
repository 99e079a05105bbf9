/** The kernel's builds, embedded as octets. The bundler replaces this file by builds.static.ts for hosts that cannot compile them. */
import simd from "../../build/out/kernel.simd.wasm";
import scalar from "../../build/out/kernel.wasm";
import type { Builds } from "./wasm";

export const BUILDS: Builds = { "wasm-simd": simd, wasm: scalar };
