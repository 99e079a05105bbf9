/** `urlsieve/redis` without a server. test/platforms/redis.mjs has the tests on a server. */
import { describe, expect, it } from "vitest";
import { SharedSeenSet } from "../../src/redis/index";

describe("SharedSeenSet", () => {
	it.each([
		["no options", null],
		["no normalizer", { normalizer: {} }],
		["a short secret", { secret: new Uint8Array(15) }],
	])("refuses wrong options: %s", async (_, options) => {
		const client = () => Promise.reject(new Error("not asked"));
		await expect(SharedSeenSet.open(client, "name", options as never)).rejects.toMatchObject({ code: "invalid-option" });
	});

	it("refuses an object that is not a client", async () => {
		for (const client of [undefined, null, {}, "redis://127.0.0.1", 6379]) {
			await expect(SharedSeenSet.open(client as never, "name")).rejects.toMatchObject({ code: "invalid-input" });
		}
	});
});
