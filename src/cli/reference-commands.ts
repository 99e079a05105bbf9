/** Commands that examine references, profiles and lists of rules. main.ts loads them together. */
export * as agree from "./commands/agree";
export * as compare from "./commands/compare";
export * as explain from "./commands/explain";
export * as expressions from "./commands/expressions";
export * as extract from "./commands/extract";
export * as hashes from "./commands/hashes";
export * as inspect from "./commands/inspect";
export * as learn from "./commands/learn";
export * as lists from "./commands/lists";
export * as parse from "./commands/parse";
export * as policy from "./commands/policy";
export * as profile from "./commands/profile";
export * as relativize from "./commands/relativize";
export * as validate from "./commands/validate";
