/** The suite `store`, on few keys: every store that is installed has the known keys, and adds the new ones. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { KEY, sortedKeys, writeKeys } from "../../bench/lists/keys.mjs";
import { measure } from "../../bench/standalone/store.mjs";
import { bundleScript } from "../../build/bundle-script.mjs";

describe("the keys of the suite store", () => {
	it("are in order and different, and half of a day's are known", async () => {
		const { readFileSync } = await import("node:fs");
		const path = join(mkdtempSync(join(tmpdir(), "urlsieve-test-")), "known.keys");
		const [day] = writeKeys(path, 50_000, [1000]) as [Uint8Array];
		const octets = readFileSync(path);
		const keys = Array.from({ length: 50_000 }, (_, index) => octets.subarray(index * KEY, (index + 1) * KEY).toString("hex"));
		expect(keys).toEqual([...new Set(keys)].sort());
		const known = new Set(keys);
		const asked = sortedKeys(day);
		const texts = Array.from({ length: 1000 }, (_, index) =>
			Buffer.from(asked.subarray(index * KEY, (index + 1) * KEY)).toString("hex"),
		);
		expect(texts).toEqual([...texts].sort());
		expect(Math.abs(texts.filter((text) => known.has(text)).length - 500)).toBeLessThanOrEqual(1);
	});
});

describe("the suite store", () => {
	it("measures each store that is installed, on the same keys", async () => {
		await bundleScript({ "store-own": "bench/standalone/store-own.ts" }, "build/out/bench");
		const said = vi.spyOn(console, "log").mockImplementation(() => {});
		const { rows } = await measure(["20000"], { asked: [1000] });
		said.mockRestore();
		const names = rows.map(({ name }) => name.replace(/,.*/, ""));
		expect(names).toContain("urlsieve");
		expect(new Set(names).size).toBe(rows.length);
		for (const { cpu, kept, written } of rows) {
			expect(cpu).toBeGreaterThan(0);
			expect(kept).toBeGreaterThan(9);
			expect(written).toBeGreaterThan(6000);
		}
	});
});
