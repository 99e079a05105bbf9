/** Runs the same tests on both engines of the crawl kernel. */
import type { Engine } from "urlsieve";
import { type CrawlNormalizer, type CrawlOptions, createNormalizer } from "urlsieve/crawl";

export { describeEngines as describeCrawlEngines } from "./engines";

/** A crawl normalizer on an engine. */
export function crawlNormalizerOn(engine: Engine, options: CrawlOptions): CrawlNormalizer {
	return createNormalizer({ ...options, engine });
}
