/** The compile cache of the command line in this Node.js. `npm run test:runtimes` checks it in all others. */
import { expect, it } from "vitest";
import { CACHE_RULES, holds } from "../runtimes/compile-cache.mjs";
import { CLI } from "./command";

it.each(CACHE_RULES)("%s", async (rule) => {
	expect(await holds(rule, process.execPath, CLI)).toBe(true);
});
