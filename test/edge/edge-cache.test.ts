/** examples/edge-cache in Node.js, Deno and workerd: what its README promises. */
import { describe, expect, it } from "vitest";
import { brokenInDeno, brokenInWorkerd } from "./edge-cache.mjs";
import { SCENARIOS } from "./edge-cache-scenarios.mjs";

describe("examples/edge-cache", () => {
	it.each(Object.keys(SCENARIOS))("Node.js: %s", async (name) => {
		await SCENARIOS[name]?.();
	});

	it("Deno: every scenario", async () => {
		expect(await brokenInDeno()).toEqual({});
	});

	it("workerd: every scenario", async () => {
		expect(await brokenInWorkerd()).toEqual({});
	});
});
