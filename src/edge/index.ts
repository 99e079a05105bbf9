/**
 * The entry `urlsieve/edge`: cache keys by the rule that the server declares (No-Vary-Search), for workers and proxies. JavaScript
 * only, synchronous, without WebAssembly.
 *
 * @module
 */
export { cacheKey, equivalent, type Target } from "./cache-key";
export { headerOf, noVarySearch, type Rule } from "./rule";
export { createRules, type Rules, type RulesOptions } from "./rules";
