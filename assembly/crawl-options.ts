/** The options word of the crawl kernel: bits 0 and 1, and `Flag` of options.ts. */
export enum CrawlFlag {
	/** The program that was set decides. Without it, the profile is whatwg@1. */
	POLICY = 1,
	/** Lines: the key of each, not the fetch form. */
	KEY = 2,
}
