/** `urlsieve/edge/small` as it is built. `npm run test:runtimes` runs the same rows in njs itself: test/runtimes/njs.mjs. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import * as edge from "urlsieve/edge";
import { expect, it } from "vitest";
import { resultOf, smallCases } from "../runtimes/small-cases.mjs";

const code = readFileSync(fileURLToPath(new URL("../../build/out/dist/edge.small.js", import.meta.url)), "utf8");
/** What njs 0.7.9 has not. A context has no TextDecoder, no URL and no Headers anyway. */
const MISSING =
	"delete globalThis.Map; delete globalThis.Set; delete globalThis.WeakMap; delete globalThis.Symbol; delete Array.from;" +
	"for (var name of ['flat', 'flatMap', 'at', 'entries', 'values']) delete Array.prototype[name];" +
	"for (var name of ['replaceAll', 'at', 'matchAll', 'isWellFormed', 'toWellFormed']) delete String.prototype[name];";

const program = code.replace("export default ", "small=");
const context = createContext({});
runInContext(MISSING, context);
runInContext(program, context);
const { small } = context as unknown as { small: typeof edge };

it("has the rules and keys of urlsieve/edge, without what njs lacks", () => {
	for (const row of smallCases(2000)) expect([row, resultOf(small, row)]).toEqual([row, resultOf(edge, row)]);
});

it("has no options of noVarySearch, as urlsieve/edge has none", () => {
	expect(() => (small.noVarySearch as (...all: unknown[]) => unknown)("params", { strict: true })).toThrow(
		"call ruleOfField(field)",
	);
});

it("takes a string as it is, but for octets that no URL has", () => {
	const rule = small.noVarySearch('params=("%C3%A9")');
	expect(small.cacheKey("https://e.com/é?é=1&b=é", rule)).toBe(edge.cacheKey("https://e.com/é?b=é", rule));
	expect(() => small.cacheKey("/p?a", rule)).toThrow("Only absolute URLs of http and https have keys");
});

it("takes at most 10,240 bytes of ASCII", () => {
	expect(code.length).toBeLessThanOrEqual(10_240);
	expect(code).toMatch(/^[\n -~]+$/);
});
