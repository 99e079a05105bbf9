/**
 * The build of the crawl kernel for hosts that import compiled modules: see ../engine/builds.static.ts. They always run it, so
 * the JavaScript engine, a third of the size, is left out.
 */
import simd from "../../build/out/crawl.simd.wasm";
import type { Builds } from "../engine/wasm";

export const CRAWL_BUILDS: Builds = { "wasm-simd": simd };

export const createJsCrawlKernel = undefined;
