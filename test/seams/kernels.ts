/**
 * Seam: instances of the five kernels, on both engines, and the programs that the crawl kernel runs.
 *
 * Hosts in other languages call the exports of a kernel by docs/internals/abi.md and crawl-abi.md. Tests call the same exports here,
 * also those of the JavaScript engine, which are no file that a host could load.
 */
import "../../src/engine/wasm-engine";
import { createRules } from "../../src/crawl/crawl-normalizer";
import type { CrawlOptions } from "../../src/crawl/crawl-options";

export { type CrawlFunctions, crawlKernels } from "../../src/crawl/crawl-kernel";
export { createArrayKernel } from "../../src/engine/array-kernel";
export { type BasicFunctions, type Engine, Kernel } from "../../src/engine/kernel";
export { createListKernel } from "../../src/engine/list-kernel";
export { createKernel } from "../../src/engine/select";
export { align } from "../../src/engine/workspace";
export { type Area, type LearnFunctions, LearnMemory } from "../../src/learn/corpus/learn-kernel";
export { Checks, StoreMemory } from "../../src/store/store-kernel";

/** The program of a policy, as `urlsieve policy` writes it. */
export function programOf(options: CrawlOptions): Uint8Array<ArrayBuffer> {
	return Uint8Array.from(createRules(options).opened.program);
}
