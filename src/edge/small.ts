/**
 * The entry `urlsieve/edge/small`: keys and rules for engines without URL, Map and most of the syntax after ES5, such as njs. The build
 * compiles it to ES5, minified: build/small.mjs. It has a default export, since njs imports nothing else. Check a rule
 * of your own by `ruleOfField` of `urlsieve/edge`, or by `--no-vary-search` of the command line.
 *
 * @module
 */
import { cacheKey, equivalent, urlByRule } from "./cache-key";
import { noVarySearch } from "./no-vary-search";
import { headerOf } from "./rule";

export default { cacheKey, equivalent, headerOf, noVarySearch, urlByRule };
