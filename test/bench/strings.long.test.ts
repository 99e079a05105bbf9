/** The strings of the benches, by what V8 holds in the heap of a process of their own: a snapshot of a test's heap takes a minute. */
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { bundleScript } from "../../build/bundle-script.mjs";

it("are flat in a corpus, and slices of one text beside it", async () => {
	await bundleScript({ "heap-strings": "test/bench/heap-strings.ts" }, "build/out/heap-strings");
	const printed = execFileSync(process.execPath, ["build/out/heap-strings/heap-strings.js"], { encoding: "utf8" });
	const { of, flat, slices } = JSON.parse(printed) as { of: number[]; flat: number; slices: number };
	expect(of).toEqual([2000, 2000]);
	expect(flat).toBeLessThan(200);
	expect(slices).toBeGreaterThan(1800);
});
