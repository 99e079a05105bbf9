/** The crawl profiles as one module, which the command line loads only when a profile is named. */

export { createNormalizer, createRules } from "./crawl-normalizer";
export { ABOUT } from "./explain/about";
export { describePolicy, inertMembers, policyFile, profile } from "./explain/profile-description";
export { listEffect } from "./list-effect";
export { readList, readNamedList } from "./lists/read-list";
export { openTask } from "./open-crawl";
export { readPolicy } from "./policy/check-policy";
export { listsNamedBy, notGiven } from "./policy/named-lists";
export { PolicyDiff } from "./policy-diff";
export { testsOf } from "./policy-tests";
export type { ProfileId } from "./profiles";
export { placed } from "./schema/json-members";
export { unreachedRules } from "./unreached-rules";
