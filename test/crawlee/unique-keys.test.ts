/** `urlsieve/crawlee`: which requests get which `uniqueKey`. test/platforms/crawlee.mjs crawls with it. */

import { createNormalizer } from "urlsieve/crawl";
import { uniqueKeys } from "urlsieve/crawlee";
import { describe, expect, it } from "vitest";

const withKey = uniqueKeys(createNormalizer({ profile: "crawl@1" }));
const url = "http://example.com/?b&a&gclid=1#top";

describe("uniqueKeys", () => {
	it("sets the key, and leaves the URL and all other options", () => {
		const request = { url, label: "page", method: "GET" };
		expect(withKey(request)).toEqual({ ...request, uniqueKey: "http://example.com/?a&b" });
		expect(request).toEqual({ url, label: "page", method: "GET" });
	});

	it.each([
		{ uniqueKey: "mine" },
		{ method: "POST" },
		{ payload: "a=1" },
		{ keepUrlFragment: true },
		{ useExtendedUniqueKey: true },
		{ url: "http://a%20b/" },
	])("leaves %o to Crawlee", (options) => {
		const request = { url, ...options };
		expect(withKey(request)).toBe(request);
	});
});
