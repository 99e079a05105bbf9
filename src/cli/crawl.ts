/** What the command line takes of the crawl profiles. It is loaded when a profile is asked for. */
export { ABOUT } from "../crawl/about";
export { readPolicy } from "../crawl/check-policy";
export { CrawlKeys } from "../crawl/crawl-keys";
export { dedupeForms, KEEPS_TWICE, keysOf, splitForms, toForm } from "../crawl/crawl-lines";
export { createNormalizer } from "../crawl/crawl-normalizer";
export { putBase } from "../crawl/crawl-reference";
export { readList } from "../crawl/lists/read-list";
export { type CrawlTask, newWorkspace, openTask, taskOf } from "../crawl/open-crawl";
export { describePolicy, policyFile, profile } from "../crawl/profile-description";
export type { ProfileId } from "../crawl/profiles";
