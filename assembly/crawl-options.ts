/** The options word of the crawl kernel: bit 0, and `Flag` of options.ts. */
export enum CrawlFlag {
	/** The program that was set decides. Without it, the profile is whatwg@1. */
	POLICY = 1,
}
