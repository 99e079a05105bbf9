/** The crawl profiles as one module, which the command line loads only when a profile is named. */

export { CrawlKeys } from "./crawl-keys";
export { dedupeForms, KEEPS_TWICE, KEY_FORMS, toForm } from "./crawl-lines";
export { createNormalizer } from "./crawl-normalizer";
export { putBase } from "./crawl-reference";
export { ABOUT } from "./explain/about";
export { describePolicy, policyFile, profile } from "./explain/profile-description";
export { listEffect } from "./list-effect";
export { readList, readNamedList } from "./lists/read-list";
export { type CrawlTask, newWorkspace, openTask, taskOf } from "./open-crawl";
export { readPolicy } from "./policy/check-policy";
export { listsNamedBy } from "./policy/named-lists";
export type { ProfileId } from "./profiles";
export { placed } from "./schema/json-members";
