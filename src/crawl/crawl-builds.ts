/** The crawl kernel: its builds, embedded as octets, and its sources. Where code compiles ahead of time, crawl-builds.static.ts replaces this. */
import * as portable from "../../assembly/crawl";
import simd from "../../build/out/crawl.simd.wasm";
import scalar from "../../build/out/crawl.wasm";
import { createArrayKernel } from "../engine/array-kernel";
import type { Builds } from "../engine/wasm";
import type { CrawlFunctions } from "./crawl-kernel";

export const CRAWL_BUILDS: Builds = { "wasm-simd": simd, wasm: scalar };

/** Makes a kernel of the JavaScript engine; undefined where there is none. */
export const createJsCrawlKernel = () => createArrayKernel<CrawlFunctions>(portable);
