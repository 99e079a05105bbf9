/** Runs the same tests under every engine of the crawl kernel, each of which first proves that it is the one that runs. */
import { describe, expect, it } from "vitest";
import { crawlKernels } from "../../src/crawl/crawl-kernel";
import { type CrawlNormalizer, type CrawlOptions, createNormalizer } from "../../src/crawl/index";
import type { Engine } from "../../src/engine/kernel";
import { ENGINES } from "./engines";

/** Describes `title` once for each engine. */
export function describeCrawlEngines(title: string, describeWith: (engine: Engine) => void): void {
	describe.each(ENGINES)(`${title} [%s]`, (engine) => {
		it("runs on this engine", () => {
			const kernel = crawlKernels.create(engine);
			expect(kernel.engine).toBe(engine);
			expect(kernel.call.hasSimd()).toBe(engine === "wasm" ? 1 : 0);
			expect(String(kernel.call.normalize).includes("[native code]")).toBe(engine !== "js");
		});
		describeWith(engine);
	});
}

/** A crawl normalizer on an engine. */
export function crawlNormalizerOn(engine: Engine, options: CrawlOptions): CrawlNormalizer {
	return createNormalizer({ ...options, engine });
}
