/** The builds of the crawl kernel, embedded as octets. Where code compiles ahead of time, crawl-builds.static.ts replaces this. */
import simd from "../../build/out/crawl.simd.wasm";
import scalar from "../../build/out/crawl.wasm";
import type { Builds } from "../engine/wasm";

export const CRAWL_BUILDS: Builds = { "wasm-simd": simd, wasm: scalar };
