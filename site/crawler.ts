/** One normalizer for each profile, made when it is first needed. */
import { type CrawlNormalizer, createNormalizer } from "urlsieve/crawl";
import type { PageProfile } from "./page-profile";

const crawlers = new Map<PageProfile, CrawlNormalizer>();

export function crawlerOf(profile: PageProfile): CrawlNormalizer {
	const crawler = crawlers.get(profile) ?? createNormalizer({ profile });
	crawlers.set(profile, crawler);
	return crawler;
}
